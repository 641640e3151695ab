"""Static files under names that carry their content's fingerprint, without comments, compressed beforehand."""

from __future__ import annotations

from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_SHORTENED = {".js": jsmin, ".css": cssmin}
#: folders of static files that are our own; what others have written stays as it came
OURS = ("site/", "table/", "plans/", "lessons/", "report/")


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Also the names that our JavaScript modules import each other by."""

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: Any) -> str:
        shorten = _SHORTENED.get(name[name.rfind(".") :])
        if shorten is not None and name.startswith(OURS) and "/vendor/" not in name:
            content.seek(0)
            content = ContentFile(shorten(content.read().decode()).encode())
        saved: str = super()._save(name, content)
        return saved
