"""The report at the table: for who may see the table, once its game is over."""

from __future__ import annotations

import re
from pathlib import Path

from tests.report.games import RECORDED
from tests.web.server import Server, Visitor


def bring(visitor: Visitor, file: Path) -> str:
    """The address of a table made of a game file."""
    answer = visitor.post("/bring", files={"file": (file.name, file.read_bytes())})
    assert answer.status_code in (200, 302), answer.text[:300]
    return str(answer.headers.get("location") or answer.url.path)


def test_a_game_that_is_over_has_a_report(server: Server, visitor: Visitor):
    address = bring(visitor, RECORDED)
    page = visitor.get(address).text
    assert f'href="{address}report"' in page
    report = visitor.get(f"{address}report")
    assert report.status_code == 200
    assert "Turning points" in report.text
    assert re.search(rf"<b>{RECORDED.name.partition('.')[0]}</b> · 18\d\d,.* · ended <time", report.text), (
        "of which table, and when"
    )
    assert re.search(rf'<a href="{address}\?at=\d+">action \d+</a>', report.text)
    assert "<style" not in report.text
    assert " style=" not in report.text
    sheet = re.search(r'href="(/static/report/report[^"]*\.css)"', report.text)
    assert sheet
    assert ".report" in visitor.get(sheet[1]).text
