"""The table as a Django application: templates and static files, no models."""

from django.apps import AppConfig


class TableConfig(AppConfig):
    name = "kaiping.web.table"
    label = "table"
