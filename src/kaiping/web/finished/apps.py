from __future__ import annotations

from django.apps import AppConfig


class FinishedConfig(AppConfig):
    name = "kaiping.web.finished"
    label = "finished"
