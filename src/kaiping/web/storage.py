"""Static files under names that carry their content's fingerprint, compressed beforehand."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Also the names that our JavaScript modules import each other by."""

    support_js_module_import_aggregation = True
