"""What is told lies on nothing: bands, the latest news and other tables have rows of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from kaiping.action import LayTile, Par
from kaiping.game import Game
from tests.web.browser.positions import bring, whole_game
from tests.web.browser.screens import LOW
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

PHONE: ViewportSize = {"width": 390, "height": 844}

#: hexes whose middle, where they are in the pane of the map, is not what is found there
_COVERED = """() => {
    const pane = document.querySelector('#p-map .canvas').getBoundingClientRect();
    return [...document.querySelectorAll('#p-map .hexes [data-hex]')].filter((one) => {
        const box = one.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (x < pane.left || x > pane.right || y < pane.top || y > pane.bottom) return false;
        const found = document.elementFromPoint(x, y);
        return !found?.closest('#p-map .canvas');
    }).map((one) => one.dataset.hex);
}"""


def covered(table: Sitting) -> list[str]:
    found: list[str] = table.page.evaluate(_COVERED)
    return found


def height(table: Sitting, selector: str) -> float:
    box = table.find(selector).first.bounding_box()
    assert box, selector
    return box["height"]


@pytest.mark.parametrize("title", ["1880", pytest.param("1888", marks=pytest.mark.slow)])
def test_no_hex_lies_under_a_band(sit: Sit, visitor: Visitor, title: str):
    """Of what one tries and of the past: a thin row, on a desk and on a phone."""
    whole = whole_game(GAMES[title])
    table = sit(visitor, bring(visitor, whole.at(whole.played // 2)), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open(f"?at={whole.played // 3}")
    assert height(table, ".banners") <= 40
    assert not covered(table)
    table.find(".banner.past").get_by_role("button", name="Try from here").click()
    expect(table.find(".banner.trial")).to_be_visible()
    table.stay_out()
    assert height(table, ".banners") <= 40
    assert not covered(table)
    table.page.set_viewport_size(PHONE)
    table.find('.tabs [data-view="map"]').click()
    assert height(table, ".banners") <= 60
    assert not covered(table)


@pytest.mark.parametrize("title", ["1880", pytest.param("1888", marks=pytest.mark.slow)])
def test_what_happened_lies_below_the_map(sit: Sit, visitor: Visitor, title: str):
    """... before an action and after it, and the map is as large whatever is told."""
    whole = whole_game(GAMES[title])
    laid = next(
        number for number in range(whole.played // 3, whole.played) if isinstance(whole.actions[number], LayTile)
    )
    table = sit(visitor, bring(visitor, whole.at(laid + 1)), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    before = height(table, "#p-map .canvas")
    for _ in range(2):
        canvas, ticker = (table.find(name).bounding_box() for name in ("#p-map .canvas", ".ticker"))
        assert canvas
        assert ticker
        assert ticker["y"] >= canvas["y"] + canvas["height"] - 0.5
        assert not covered(table)
        table.stay_out()
    assert height(table, "#p-map .canvas") == before


def test_the_only_legal_hex_is_marked_as_such(sit: Sit, visitor: Visitor):
    """Though it is where something happened last: the company's own token."""
    whole = whole_game(GAMES["1888"])

    def first_tile(number: int) -> bool:
        position = whole.at(number)
        placed = {event["hex"] for event in position.last_events if event.kind == "home-token"}
        return any(isinstance(one, LayTile) and one.hex in placed for one in position.legal_actions())

    moment = next(number for number in range(whole.played) if first_tile(number))
    table = sit(visitor, bring(visitor, whole.at(moment)))
    both = table.find("#p-map .hex.legal.latest").first
    expect(both).to_be_attached()
    marked = table.find("#p-map .hex.legal").evaluate_all(
        "all => all.map(one => getComputedStyle(one)).map(one => [one.stroke, one.strokeDasharray].join(' '))"
    )
    assert set(marked) == {marked[0]}
    assert marked[0].endswith("none")
    color = marked[0].removesuffix(" none")
    plain = table.find("#p-map .hexes .hex:not(.legal, .latest)").first.evaluate("one => getComputedStyle(one).stroke")
    assert color not in (plain, "rgb(34, 38, 42)")


def starting(game: Game) -> bool:
    """May one of several companies be started beside those at work?"""
    companies = {one.company for one in game.legal_actions() if isinstance(one, Par)}
    return len(companies) > 2 and len(game.state.par) > 1


def test_light_goes_out_with_what_was_pointed_at(sit: Sit, visitor: Visitor):
    """After an action no company is pale unless another one is lit; and where one chooses none is."""
    whole = whole_game(GAMES["1888"])
    moment = next(number for number in range(whole.played) if starting(whole.at(number)))
    table = sit(visitor, bring(visitor, whole.at(moment)))
    labels = table.find("#act .start")
    labels.nth(1).hover()
    expect(table.find("body.lighting")).to_be_attached()
    looks = (
        "one => { const style = getComputedStyle(one.querySelector('.chip')); return style.opacity + style.outline }"
    )
    assert labels.nth(0).evaluate(looks) == labels.nth(1).evaluate(looks) == labels.nth(2).evaluate(looks)
    assert labels.nth(0).evaluate("one => getComputedStyle(one.querySelector('.chip')).opacity") == "1"
    table.page.keyboard.press("p")
    table.find(".holdings tbody tr").first.hover()
    expect(table.find("body.lighting")).to_be_attached()
    table.moves(lambda: table.page.keyboard.press("Enter"))
    table.page.wait_for_function("!document.body.matches('.lighting') || document.querySelector('.lit')", timeout=5000)


@pytest.mark.parametrize("title", ["1880", pytest.param("1888", marks=pytest.mark.slow)])
def test_folded_tabs_are_all_there(sit: Sit, visitor: Visitor, title: str):
    """... on one line, the open one says that it folds, and the room goes to the decision; so after an action, too."""
    whole = whole_game(GAMES[title])
    table = sit(visitor, bring(visitor, whole.at(whole.played // 2)), table=False)
    table.page.set_viewport_size({"width": 1280, "height": 800})
    table.open()
    tab = table.find('.tabs [data-view="market"]')
    sign = "one => getComputedStyle(one, '::after').content"
    if not table.find("#p-market").is_visible():
        tab.click()
    shown = tab.evaluate(sign)
    tab.click()
    for _ in range(2):
        expect(table.find("#p-market")).not_to_be_visible()
        assert table.find(".tabs").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
        assert tab.evaluate(sign) not in (shown, "none")
        table.stay_out()
    tab.click()
    expect(table.find("#p-market")).to_be_visible()
    assert table.find(".tabs").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
