"""The page of the package at an index: the README, whose links must lead somewhere from there.

Read by hatchling when a package is built. Where the project is kept is said by who publishes it:

    KAIPING_PROJECT_URL=https://code.example/kaiping python -m hatchling build

Then the package names that address, pictures and links are absolute (``/raw/main/`` and ``/blob/main/``, as the usual
hosts have them). Without it pictures are left out and links are plain words, so that nothing leads nowhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

SETTING = "KAIPING_PROJECT_URL"
PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)\n*")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)([^)#]+)([^)]*)\)")


def page(readme: str, project: str) -> str:
    """The README as it stands on the page of a project that is kept at an address, or nowhere yet.

    >>> page("See [docs](docs/a.md).", "https://code.example/kaiping")
    'See [docs](https://code.example/kaiping/blob/main/docs/a.md).'
    >>> page("See [docs](docs/a.md).", "")
    'See docs.'
    """
    if not project:
        return LINK.sub(r"\1", PICTURE.sub("", readme))
    readme = PICTURE.sub(rf"![\1]({project}/raw/main/\2)\n\n", readme)
    return LINK.sub(rf"[\1]({project}/blob/main/\2\3)", readme)


class PackagePage(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        project = os.environ.get(SETTING, "").rstrip("/")
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": page(readme, project)}
        if project:
            metadata["urls"] = {
                "Homepage": project,
                "Documentation": f"{project}/tree/main/docs",
                "Changelog": f"{project}/blob/main/CHANGELOG.md",
                "Source": project,
            }
