"""Django in the process of the tests, for what can be asked without a server."""

from __future__ import annotations

import os


def make_ready() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kaiping.web.settings")
    import django
    from django.apps import apps

    if not apps.ready:
        django.setup(set_prefix=False)
