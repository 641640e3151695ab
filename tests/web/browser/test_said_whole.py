"""What is said is said whole: what a bid does, what is to be done, what follows; and the focus is not lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from kaiping import phrases
from kaiping.action import AcquirePrivate, BuyShare, SellShares
from kaiping.game import Game
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.browser.positions import bring, whole_game
from tests.web.browser.screens import DESK, LOW, Screen
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES, laying
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

SEVEN = ("Annabel", "Bo", "Christine", "Dmitri", "Eve", "Ferdinand", "Gus")

#: is any of its text cut off by itself or by what it lies in?
_CUT = """(one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const boxes = [...words.getClientRects()].filter((box) => box.width > 1);
    for (let place = one; place; place = place.parentElement) {
        if (getComputedStyle(place).position === "fixed") break;
        if (getComputedStyle(place).overflowX === "visible") continue;
        const edge = place.getBoundingClientRect();
        if (boxes.some((box) => box.right > edge.right + 1 || box.left < edge.left - 1
            || box.top < edge.top - 2 || box.bottom > edge.bottom + 2)) return true;
    }
    return boxes.some((box) => box.bottom > innerHeight || box.right > innerWidth);
}"""


def is_cut(words: Locator) -> bool:
    cut: bool = words.evaluate(_CUT)
    return cut


def seven() -> Game:
    """A stock round of seven in 1890 in which shares are bought and sold, and privates."""
    game, chance = Game("1890", players=list(SEVEN)), Random(3)
    while not {AcquirePrivate, SellShares, BuyShare} <= {type(one) for one in game.legal_actions()} or (
        len(game.state.floated) < 6
    ):
        game.play(GREEDY_0.choose(game, chance))
    return game


@pytest.mark.promise("a bid says what it does, and nothing of that is cut")
def test_a_bid_says_what_it_does(sit: Sit, visitor: Visitor):
    """Who bids how much for what, first and alone; another amount is said as it is typed."""
    table = sit(visitor, visitor.hot_seat())
    words = table.find("#outcome .words")
    row = table.page.locator("#act .of-bid .row", has_text="HS Heng Shan")
    field = row.locator("[data-amount]")
    if table.screen.phone:
        field.focus()
    else:
        row.locator(".choice").hover()
    expect(words).to_have_text(re.compile(r"^\s*If you press: Ann bids ¥80 for HS\. ¥80 are tied up by it, ¥720"))
    assert not is_cut(words)
    field.fill("100")
    row.locator(".choice").focus()
    expect(words).to_have_text(re.compile(r"^\s*If you press: Ann bids ¥100 for HS\. ¥100 are tied up by it, ¥700"))
    assert not is_cut(words)
    table.moves(row.locator(".choice").click)
    assert visitor.game(table.url.removeprefix(visitor.url)).last_events[0]["price"] == 100


def test_what_needs_more_room_lies_over_what_is_below(sit: Sit, visitor: Visitor):
    """A long sentence is not cut where the panel is full; nothing moves from under the mouse."""
    table = sit(visitor, visitor.hot_seat(), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    choice = table.find("#act .choice[data-outcome]").first
    choice.evaluate("one => one.dataset.outcome = 'A company does this. '.repeat(20)")
    before = choice.bounding_box()
    choice.hover()
    words = table.find("#outcome .words")
    expect(words).to_contain_text("A company does this")
    assert not is_cut(words)
    assert choice.bounding_box() == before


@pytest.mark.parametrize("size", [LOW, pytest.param(DESK, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("title", ["1888", *(pytest.param(one, marks=pytest.mark.slow) for one in ("1880", "1890"))])
def test_what_is_to_be_done_is_not_cut(sit: Sit, visitor: Visitor, title: str, size: Screen):
    """Who acts for whom, with how much, and what; where the head has not room for it the panel tells it."""
    whole = whole_game(GAMES[title])
    for part in (0, 3, 6):
        table = sit(visitor, bring(visitor, whole.at(whole.played * part // 7)), table=False)
        table.page.set_viewport_size(size.size)
        table.open()
        for place in (".head .prompt", ".now > .lead", ".now > .actor"):
            for one in table.find(f"{place}:visible").all():
                assert not is_cut(one), one.inner_text()
        expect(table.find(".now > .lead")).to_be_in_viewport(ratio=1)
        task = table.find(".now > .lead > span").last
        assert len(task.inner_text()) > 5


def test_seven_players_are_told_with_names_and_money(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, seven()), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    turns = table.find(".strip .turn")
    expect(turns).to_have_count(7)
    assert {one.locator(".player").inner_text() for one in turns.all()} == set(SEVEN)
    for one in turns.all():
        expect(one.locator("small")).to_contain_text("¥")
        assert not is_cut(one)


def test_what_the_rules_do_afterwards_is_no_effect_of_the_tile(sit: Sit, visitor: Visitor):
    """A company without a train: its price falls because it earns nothing, not because of what is laid."""

    game = laying("1888", 150)
    company = phrases.company_on_turn(game)
    assert company
    assert not game.state.trains.get(company)
    table = sit(visitor, bring(visitor, game))
    table.find("#act .hex-choice").last.click()
    words = table.find("#choose .outcome")
    expect(words).to_contain_text("If you confirm")
    said = words.inner_text()
    assert re.search(rf"Then, as {company} has no train: {company} moves from ¥\d+ to ¥\d+ \(no dividend\)\.", said), (
        said
    )
    assert said.index("come upon it") < said.index("Then, as")


@pytest.mark.promise("focus stays where one acts")
def test_focus_stays_on_the_map(sit: Sit, visitor: Visitor):
    """What is taken back from there, shown as it was, or played by others swaps the table under it."""
    game = laying("1888")
    table = sit(visitor, bring(visitor, game))
    if table.screen.phone:
        table.look_at("map")
    table.page.keyboard.press("m")
    table.page.keyboard.press("Tab")
    focused = "() => document.activeElement.dataset.hex ?? document.activeElement.className"
    place = table.page.evaluate(focused)
    assert place
    inside = "() => document.querySelector('#p-map').contains(document.activeElement)"
    table.show_moment(lambda: table.page.keyboard.press("["), game.played - 1)
    assert table.page.evaluate(inside)
    table.show_moment(lambda: table.page.keyboard.press("n"), game.played)
    assert table.page.evaluate(inside)
    table.moves(lambda: table.page.keyboard.press("u"))
    assert table.page.evaluate(inside)
