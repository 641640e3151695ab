"""What others and bots did since one's own last turn is listed, on a desk and on a phone, until it is dismissed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping.action import LayTile
from tests.web.browser.decisions import recorded
from tests.web.browser.positions import bring
from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


@pytest.mark.promise("what others did since one's last turn is listed and marked on the map, until it is dismissed")
def test_what_bots_did_is_listed(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat("person", "greedy", "greedy"))
    expect(table.find(".since")).to_have_count(0)
    table.press("#act .of-pass .choice")
    expect(table.find("#table[data-mine]")).to_be_attached()
    news = table.find(".since .entry")
    expect(news.first).to_be_visible()
    numbers = [int(one.get_attribute("data-at") or 0) for one in table.find(".since [data-at]").all()]
    assert numbers == list(range(2, table.here + 1)), "all that came after one's own action"
    table.page.reload()
    expect(news.first).to_be_visible()
    table.find("[data-since-gone]").click()
    expect(table.find(".since")).to_have_count(0)
    table.page.reload()
    expect(table.find("#table[data-started]")).to_be_attached()
    expect(table.find(".since")).to_have_count(0)


@pytest.mark.promise("what others did since one's last turn is listed and marked on the map, until it is dismissed")
def test_what_bots_laid_is_marked(sit: Sit, visitor: Visitor):
    """Everything that the list speaks of, until the list is dismissed."""
    whole = recorded("1888/101003.json.gz")
    game = whole.at(320)
    laid = {action.hex for action in game.actions[-10:] if isinstance(action, LayTile)}
    assert len(laid) > 1
    path = bring(visitor, game)
    table = sit(visitor, path)
    table.page.evaluate("([name, since]) => localStorage.setItem(name, since)", [f"kaiping-since {path}", "310"])
    table.open()
    expect(table.find(".since .entry").first).to_be_visible()
    marked = table.find("#p-map .hex.meanwhile")
    assert {one.get_attribute("data-hex") for one in marked.all()} >= laid
    table.find("[data-since-gone]").click()
    expect(marked).to_have_count(0)


def test_around_one_screen_there_is_nothing_to_tell(sit: Sit, visitor: Visitor):
    """Everybody has seen it."""
    table = sit(visitor, visitor.hot_seat())
    for _ in range(3):
        table.press("#act .of-pass .choice")
    expect(table.find(".since")).to_have_count(0)
