from __future__ import annotations

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    name = "kaiping.web.lessons"
    label = "lessons"
