"""Undo and redo, and the whole of the past by slider, keys, log and address."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.web.browser.positions import bring, finished_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import laying
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


def test_undo_and_redo(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    table = sit(visitor, path)
    table.press(".kind-pass .choice")
    table.press(".kind-bid .choice")
    assert table.here == 2
    table.moves(lambda: table.find("#undo").click())
    assert table.here == 1
    table.moves(lambda: table.page.keyboard.press("u"))
    assert table.here == 0
    expect(table.find("#undo")).to_be_disabled()
    table.moves(lambda: table.find("#redo").click())
    table.moves(lambda: table.page.keyboard.press("Shift+U"))
    assert table.here == 2
    assert visitor.game(path).played == 2
    expect(table.find("#redo")).to_be_disabled()


def test_undo_drops_a_tile_that_is_being_tried_first(sit: Sit, visitor: Visitor):
    game = laying("1888")
    path = bring(visitor, game)
    table = sit(visitor, path)
    table.choose_hex()
    table.page.keyboard.press("u")
    expect(table.find("#choose form")).to_have_count(0)
    assert table.here == visitor.game(path).played == game.played
    table.moves(lambda: table.page.keyboard.press("u"))
    assert table.here == game.played - 1


def test_the_past(sit: Sit, visitor: Visitor):
    game = finished_game()
    table = sit(visitor, bring(visitor, game))
    assert table.finished
    last = game.played
    table.show_moment(lambda: table.page.keyboard.press("["), last - 1)
    expect(table.find(".banner.past")).to_contain_text("You are looking at")
    expect(table.find(".finale")).to_have_count(0)
    assert table.find('button[name="action"]:enabled').count() == 0
    table.show_moment(lambda: table.find('[data-step="back"]').click(), last - 2)
    table.show_moment(lambda: table.page.keyboard.press("]"), last - 1)
    table.show_moment(lambda: table.find("#time input").fill("200"), 200)
    assert table.page.url.endswith("?at=200")
    map_then = table.find("#p-map .stops").inner_html()
    table.show_moment(lambda: table.page.keyboard.press("n"), last)
    expect(table.find(".banner.past")).to_have_count(0)
    assert table.find("#p-map .stops").inner_html() != map_then
    table.open("?at=200")
    assert table.here == 200
    assert table.find("#p-map .stops").inner_html() == map_then


def test_the_log_leads_to_its_moments(sit: Sit, visitor: Visitor):
    game = finished_game()
    table = sit(visitor, bring(visitor, game))
    table.page.keyboard.press("l")
    table.find('#p-log button:has-text("Show the whole log")').click()
    entry = table.find('#p-log [data-at="120"]')
    table.show_moment(entry.click, 120)
    table.page.keyboard.press("s")
    expect(table.find("#p-story .chart polyline")).to_have_count(3)


def test_rounds_are_steps_too(sit: Sit, visitor: Visitor):
    game = finished_game()
    table = sit(visitor, bring(visitor, game))
    marks = table.find("#rounds option")
    numbers = [int(marks.nth(one).get_attribute("value") or 0) for one in range(marks.count())]
    before = [number for number in numbers if number < game.played][-1]
    table.show_moment(lambda: table.page.keyboard.press("{"), before)
    again = [number for number in numbers if number > before]
    table.show_moment(lambda: table.page.keyboard.press("}"), again[0] if again else game.played)


def test_try_from_here(sit: Sit, visitor: Visitor):
    game = finished_game()
    path = bring(visitor, game)
    table = sit(visitor, path)
    table.open("?at=50")
    table.find('.banner button:has-text("Try from here")').click()
    table.page.wait_for_url(lambda url: not url.startswith(table.url))
    expect(table.find('#table[data-here="50"][data-started]')).to_be_attached()
    expect(table.find(".banner.trial")).to_be_visible()
    table.press('button[name="action"]:enabled')
    assert visitor.game(path).played == game.played
    table.find(".banner.trial").get_by_role("link", name="Back to the game").click()
    table.page.wait_for_url(table.url)
    expect(table.find(".banner.trial")).to_have_count(0)


@pytest.mark.promise("what one would try now is one press away")
def test_what_one_would_try_now_is_one_press_away(sit: Sit, visitor: Visitor):
    """Beside the history, in room that nothing else has; on a phone below the map."""
    path = bring(visitor, finished_game().at(300))
    table = sit(visitor, path)
    table.look_at("map")
    row = table.find("#time")
    tries = row.get_by_role("button", name="Try from here")
    expect(tries).to_be_in_viewport(ratio=1)
    slider = row.locator("input[type=range]").bounding_box()
    assert slider
    assert slider["width"] >= 80
    assert row.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    high = row.bounding_box()
    assert high
    assert high["height"] <= (50 if table.screen.phone else 34), "no higher than without"
    tries.click()
    table.page.wait_for_url(lambda url: not url.startswith(table.url))
    expect(table.find('#table[data-here="300"][data-started]')).to_be_attached()
    expect(table.find(".banner.trial")).to_be_visible()


def test_the_log_has_times_in_the_readers_zone(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    table = sit(visitor, path, timezone_id="Asia/Tokyo")
    table.press("#act .kind-bid .choice")
    table.page.keyboard.press("l")
    stamp = table.find("#p-log time[data-local]")
    expect(stamp).to_have_count(1)
    moment = datetime.fromisoformat(stamp.get_attribute("datetime") or "")
    there = moment.astimezone(ZoneInfo("Asia/Tokyo"))
    expect(stamp).to_contain_text(f"{there.hour % 12 or 12:02}:{there.minute:02}")
