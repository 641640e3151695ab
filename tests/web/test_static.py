"""Scripts and styles as they are served: without the comments and the indentation that are for readers."""

from __future__ import annotations

import re
from pathlib import Path

import kaiping.web
from kaiping.web.storage import OURS
from tests.web.server import Server

_FILES = [
    file
    for root in (Path(kaiping.web.__file__).parent, Path(kaiping.web.__file__).parents[1] / "report")
    for file in sorted(root.rglob("static/**/*"))
    if file.suffix in (".js", ".css") and "vendor" not in file.parts
]


def test_every_script_and_style_of_ours_is_shortened():
    assert len(_FILES) > 20
    for file in _FILES:
        assert str(file).split("/static/")[1].startswith(OURS), file


def test_they_are_served_so(server: Server):
    visitor = server.visitor()
    page = visitor.get("/").text
    for kind in ("js", "css"):
        found = re.search(rf'"(/static/site/site\.\w+\.{kind})"', page)
        assert found
        text = visitor.get(found[1]).text
        assert len(text) > 1000
        assert not re.search(r"/\*|^//|^ ", text, re.MULTILINE)
        assert len(text) < len((Path(kaiping.web.__file__).parent / f"static/site/site.{kind}").read_text())
