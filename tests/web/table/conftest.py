"""Templates without a server: Django's settings, static files by their plain names."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kaiping.web.settings")


@pytest.fixture(scope="package", autouse=True)
def django_ready() -> Iterator[None]:
    import django
    from django.conf import settings
    from django.test.utils import override_settings

    django.setup()
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield
