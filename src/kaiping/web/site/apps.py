from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "kaiping.web.site"
    label = "site"
