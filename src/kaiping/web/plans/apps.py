from __future__ import annotations

from django.apps import AppConfig


class PlansConfig(AppConfig):
    name = "kaiping.web.plans"
    label = "plans"
