"""The table as a Django application: templates and static files, no models."""

from django.apps import AppConfig
from django.utils.translation import gettext, ngettext

from kaiping.language import speak


class TableConfig(AppConfig):
    name = "kaiping.web.table"
    label = "table"

    def ready(self) -> None:
        """All words of the library are shown in the reader's language."""
        speak(gettext, ngettext)
