"""One action for one's next turn, chosen while another is on turn, with the chooser of one's own turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping.action import Bid, Pass, to_json
from tests.web.browser.sitting import Sitting
from tests.web.far_apart import Table, Timed
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


@pytest.mark.parametrize("phone", [False, True])
def test_a_bid_is_made_when_its_turn_comes(sit: Sit, visitor: Visitor, phone: bool):
    path = visitor.hot_seat()
    table = sit(visitor, path, phone=phone)
    table.find(".program > summary").click()
    table.find(".program [name='seat']").first.select_option("Bo")
    table.find(".program .fold > summary").click()
    row = table.page.locator("#premove .row", has_text="Terracotta")
    row.locator("input").fill("65")
    row.locator(".choice").click()
    expect(table.find("#table")).to_contain_text("if nothing changes before the turn: bid 65 for TA")
    assert visitor.game(path).played == 0
    table.press("#act .kind-pass .choice")
    assert visitor.game(path).actions == (Pass("Ann"), Bid("Bo", "TA", 65))


def test_with_one_seat_there_is_none_to_choose(sit: Sit, timed: Timed):
    """... and nothing is looked for that is not there, which the console would tell."""
    table = Table(timed, "anna", "bert")
    waits = next(name for name in table.names if name != table.acting)
    page = sit(table.visitors[waits], f"/game/{table.key}/")
    page.find(".program > summary").click()
    page.find(".program .fold > summary").click()
    expect(page.find(".premove .muted[role=status]")).to_have_count(0)


def test_a_bid_of_another_stops_it(visitor: Visitor):
    path = visitor.hot_seat()
    wish = {"kind": "action", "seat": "Bo", "action": to_json(Bid("Bo", "TA", 65)).decode()}
    assert visitor.post(f"{path}program", wish, htmx=True).status_code == 200
    answer = visitor.play(path, to_json(Bid("Ann", "TA", 55)).decode(), visitor.version(path))
    assert "Ann has bid 55" in answer.text
    assert visitor.game(path).played == 1
