"""Static files under names that carry their content's fingerprint, without comments, compressed beforehand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

from kaiping.web.joined import joined

_SHORTENED = {".js": jsmin, ".css": cssmin}
#: folders of static files that are our own; what others have written stays as it came
OURS = ("site/", "table/", "plans/", "lessons/", "report/")


#: modules that are served in one file with all that they import
JOINED = ("site/site.js", "table/table.js")
#: what is put into the name of a file, before its kind
_FINGERPRINT = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Also modules joined into one, scripts and styles without comments."""

    #: names of modules stand in those that import them, so the fingerprint of a joined file hangs on all of them
    support_js_module_import_aggregation = True

    def _save(self, name: str, content: Any) -> str:
        if _FINGERPRINT.sub("", name) in JOINED:
            folder, _, module = _FINGERPRINT.sub("", name).rpartition("/")
            content = ContentFile(joined(module, lambda other: _source(f"{folder}/{other}")).encode())
        shorten = _SHORTENED.get(name[name.rfind(".") :])
        if shorten is not None and name.startswith(OURS) and "/vendor/" not in name:
            content.seek(0)
            content = ContentFile(shorten(content.read().decode()).encode())
        saved: str = super()._save(name, content)
        return saved


def _source(name: str) -> str:
    """The text of one of our own static files, as it was written."""
    found = finders.find(name)
    if found is None:
        raise ValueError(f"there is no static file {name}")
    return Path(found).read_text(encoding="utf-8")
