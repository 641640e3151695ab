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

#: the files of which one is made
_PARTS = {
    "js": {("site", "site.js"), ("site", "countdown.js"), ("site", "working.js")},
    "css": {("site", "site.css")},
}


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
        sources = [file for file in _FILES if file.parts[-2:] in _PARTS[kind]]
        assert len(sources) == len(_PARTS[kind])
        assert len(text) < sum(len(file.read_text()) for file in sources)


def test_a_page_asks_for_one_file_of_modules(server: Server):
    visitor = server.visitor()
    page = visitor.get(visitor.hot_seat()).text
    scripts = re.findall(r'src="(/static/(?:site/site|table/table)\.\w+\.js)"', page)
    assert len(scripts) == 2
    for script in scripts:
        assert not re.search(r"^(?:import|export)\b", visitor.get(script).text, re.MULTILINE)
