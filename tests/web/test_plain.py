"""Scripts and styles as they are served: without comments, and otherwise as they are written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kaiping.web
from kaiping.web.plain import plain_script, plain_style
from kaiping.web.storage import OURS
from tests.web.server import Server

_FILES = [
    file
    for root in (Path(kaiping.web.__file__).parent, Path(kaiping.web.__file__).parents[1] / "report")
    for file in sorted(root.rglob("static/**/*"))
    if file.suffix in (".js", ".css") and "vendor" not in file.parts
]


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.name)
def test_a_file_keeps_what_a_browser_reads(file: Path):
    source = file.read_text(encoding="utf-8")
    assert str(file).split("/static/")[1].startswith(OURS)
    if file.suffix == ".js":
        served = plain_script(source).splitlines()
        assert all(line.count("`") % 2 == 0 for line in served), "a text over several lines would lose its indentation"
        written = [line.strip() for line in source.splitlines()]
        kept = [line for line in written if line and not re.match(r"//|/\*|\*", line)]
        assert served == kept
    else:
        served = plain_style(source)
        bare = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
        assert re.sub(r"[\s;]", "", served) == re.sub(r"[\s;]", "", bare)
        assert served.count("{") == served.count("}")


def test_they_are_served_so(server: Server):
    visitor = server.visitor()
    page = visitor.get("/").text
    for kind in ("js", "css"):
        found = re.search(rf'"(/static/site/site\.\w+\.{kind})"', page)
        assert found
        text = visitor.get(found[1]).text
        assert len(text) > 1000
        assert not re.search(r"/\*|^//|^ ", text, re.MULTILINE)
