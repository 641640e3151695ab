"""The table as a Django application: templates and static files, no models."""

from django.apps import AppConfig
from django.utils.translation import ngettext

from kaiping.language import speak
from kaiping.web.spoken import gettext


class TableConfig(AppConfig):
    name = "kaiping.web.table"
    label = "table"

    def ready(self) -> None:
        """All words of the library are shown in the reader's language."""
        speak(gettext, ngettext)
