"""The head of the table on a small desk: nothing of it is squeezed while there is room."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.decisions import recorded
from tests.web.browser.positions import bring, whole_game
from tests.web.browser.screens import LOW
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.far_apart import Table, Timed
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

_CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"


def on_a_small_desk(sit: Sit, visitor: Visitor, path: str) -> Sitting:
    table = sit(visitor, path, table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    return table


def test_whoever_comes_last_may_be_oneself(sit: Sit, timed: Timed):
    """What marks one's own seat takes no room in the order of turns."""
    table = Table(timed)
    who = table.goes_on()
    page = on_a_small_desk(sit, table.visitors[who], f"/game/{table.key}/")
    strip = page.find(".strip")
    expect(strip.locator(".turn").last.locator(".you")).to_be_attached()
    expect(strip).to_have_class("strip")
    assert strip.evaluate("one => one.scrollWidth <= one.clientWidth")
    for cash in strip.locator("small:not(.you)").all():
        expect(cash).to_be_in_viewport(ratio=1)


def test_an_empty_bank_leaves_room_for_the_rest(sit: Sit, visitor: Visitor):
    """What it has paid out beyond is told where there is room, else when one points at it."""
    whole = recorded("1888/101003.json.gz")
    game = whole.at(next(number for number in range(whole.played) if whole.at(number).state.bank < 0))
    table = on_a_small_desk(sit, visitor, bring(visitor, game))
    expect(table.find(".head .bank .brief")).to_be_in_viewport(ratio=1)
    expect(table.find(".head .bank .whole")).not_to_be_visible()
    assert not table.find(".head .who").evaluate_all(_CUT)
    expect(table.find(".head .bank")).to_have_attribute("title", f"empty, ¥{-game.state.bank} paid out beyond it")


def test_that_the_end_is_near_is_not_cut(sit: Sit, visitor: Visitor):
    """Why is told to whoever points at it where there is no room."""
    whole = whole_game(GAMES["1890"])
    last = next(number for number in range(whole.played, 0, -1) if not whole.at(number).state.ending) + 2
    table = on_a_small_desk(sit, visitor, bring(visitor, whole.at(last)))
    ending = table.find(".head .ending")
    expect(ending).to_contain_text("last rounds")
    expect(ending).to_have_attribute("title", "last rounds: the bank is broken")
    assert not ending.evaluate_all(_CUT)


def test_a_long_name_of_the_table_has_what_room_is_left(sit: Sit, timed: Timed):
    names = ("maximilian", "bartholomew", "konstantin", "wilhelmina")
    table = Table(timed, *names, name="Friday evening at home")
    page = on_a_small_desk(sit, table.visitors[table.acting], f"/game/{table.key}/")
    expect(page.find(".head .called")).to_be_in_viewport(ratio=1)
    assert page.find(".head :is(.strip, .title, .who)").evaluate_all(_CUT) == []


def test_what_stands_in_tabs_is_not_repeated(sit: Sit, visitor: Visitor):
    table = on_a_small_desk(sit, visitor, visitor.hot_seat())
    more = table.look_at("more")
    expect(more.locator(".further")).not_to_be_visible()
