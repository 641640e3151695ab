"""The sheet of many players: on a phone nothing runs off the edge, on a desk heads are told apart and room is used."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from kaiping.action import AnyAction, BuyPrivate, DeclareBankruptcy, RunRoutes
from kaiping.bots import bot
from kaiping.game import Game
from kaiping.phrases import step_name
from tests.web.browser.fitting import out_of_sight, too_wide
from tests.web.browser.positions import bring, position, whole_game
from tests.web.browser.screens import DESK, LOW, Screen
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


@pytest.fixture(scope="module")
def seven() -> Game:
    """Seven players whose names begin alike, when some companies are at work."""
    game = Game("1880", players=[f"Player {number}" for number in range(1, 8)])
    robot, chance = bot("random"), Random(1)
    while len(game.state.floated) < 3:
        game.play(robot.choose(game, chance))
    return game


def test_heads_of_columns_are_told_apart_and_room_is_used(sit: Sit, visitor: Visitor, seven: Game):
    table = sit(visitor, bring(visitor, seven), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    for _ in range(2):
        assert too_wide(table) <= 0
        heads = table.find(".holdings th .cut").evaluate_all(
            """all => all.map(one => {
                const short = getComputedStyle(one, '::before').content;
                return one.offsetWidth > 4 ? (short === 'none' ? one.textContent : short) : '';
            })"""
        )
        assert len({*heads} - {""}) == 7, heads
        hidden, free = table.page.evaluate(
            """() => {
                const [now, sheet] = ['p-now', 'p-sheet'].map((id) => document.getElementById(id));
                const last = Math.max(...[...now.children].map((one) => one.getBoundingClientRect().bottom));
                const least = now.clientHeight - 0.38 * innerHeight;
                const unused = Math.min(now.getBoundingClientRect().bottom - last, least);
                return [sheet.scrollHeight - sheet.clientHeight, unused];
            }"""
        )
        assert hidden <= 1 or free < 30, "the sheet scrolls below a decision that leaves room"
        table.stay_out()


def bankrupt() -> Game:
    return position("1888 DeclareBankruptcy", lambda one: isinstance(one, DeclareBankruptcy))


def running() -> Game:
    """A company that runs while it may buy privates of players."""

    def wanted(one: AnyAction) -> bool:
        return isinstance(one, RunRoutes | BuyPrivate)

    return position("1888 RunRoutes beside BuyPrivate", wanted)


@pytest.mark.parametrize("size", [LOW, pytest.param(DESK, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("game", [bankrupt, running])
def test_a_sheet_is_whole_as_long_as_the_decision_leaves_room(
    sit: Sit, visitor: Visitor, game: Callable[[], Game], size: Screen
):
    """Also beside a wide map, where the decision has taken the room of the tabs."""
    table = sit(visitor, bring(visitor, game()), table=False)
    table.page.set_viewport_size(size.size)
    table.open()
    assert not out_of_sight(table)
    rows = table.find("#p-sheet").evaluate("(one) => [one.scrollHeight - one.clientHeight, one.scrollTop]")
    assert rows == [0, 0]
    for row in table.find("#p-sheet :is(.wealth, .holdings) tbody tr").all():
        expect(row).to_be_in_viewport(ratio=0.95)


def test_players_stay_in_sight_where_the_sheet_scrolls(sit: Sit, visitor: Visitor):
    """Companies do, to the one that acts."""
    table = sit(visitor, bring(visitor, bankrupt()), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    table.find("#p-sheet").evaluate("(one) => one.style.setProperty('max-height', '90px')")
    table.page.set_viewport_size({"width": 1281, "height": 720})
    expect(table.find(".holdings tr.acting")).to_be_in_viewport(ratio=0.9)
    assert table.find("#p-sheet").evaluate("(one) => one.scrollTop") > 0
    for player in table.find(".wealth tbody tr").all():
        expect(player).to_be_in_viewport(ratio=0.9)


#: words of names that are seen in part
_HALVES = """() => [...document.querySelectorAll('#p-sheet .name')].filter((one) => one.checkVisibility())
.flatMap((one) => {
    const box = one.getBoundingClientRect(), words = document.createRange();
    const text = [...one.childNodes].find((node) => node.nodeType === 3 && node.textContent.trim());
    return [...text.textContent.matchAll(/[^\\s\u00a0]+/g)].filter((word) => {
        words.setStart(text, word.index);
        words.setEnd(text, word.index + word[0].length);
        const seen = words.getBoundingClientRect();
        return seen.top < box.bottom - 3 && (seen.right > box.right + 1 || seen.bottom > box.bottom + 3);
    }).map((word) => word[0]).concat(getComputedStyle(one).textOverflow === 'ellipsis'
        && one.scrollWidth > one.clientWidth ? [one.textContent.trim()] : []);
})"""


@pytest.mark.parametrize("size", [LOW, DESK], ids=str)
@pytest.mark.parametrize("title", ["1888", "1890"])
def test_names_of_companies_are_told_in_whole_words(sit: Sit, visitor: Visitor, title: str, size: Screen):
    """As many of them as there is room for."""
    whole = whole_game(GAMES[title])
    for share in (3, 9):
        table = sit(visitor, bring(visitor, whole.at(whole.played * share // 10)), table=False)
        table.page.set_viewport_size(size.size)
        table.open()
        assert table.find("#p-sheet .name:visible").count() > 2
        assert not table.page.evaluate(_HALVES)


@pytest.mark.parametrize("size", [LOW, DESK], ids=str)
def test_names_come_back_into_what_columns_leave(sit: Sit, visitor: Visitor, size: Screen):
    """Their first words, early and in the middle of a game; nothing gives way to them."""
    whole = whole_game(GAMES["1890"])
    for share in (1, 5):
        table = sit(visitor, bring(visitor, whole.at(whole.played * share // 10)), table=False)
        table.page.set_viewport_size(size.size)
        table.open()
        for name in table.find("#p-sheet .holdings .name").all():
            expect(name).to_be_visible()
        assert not table.page.evaluate(_HALVES)
        assert too_wide(table) <= 0
        expect(table.find("#p-sheet .holdings :is(.par, .tokens, .ran)").first).to_be_visible()


def test_the_sheet_fits_again_after_a_narrow_window(sit: Sit, visitor: Visitor):
    """A desk has the grid where a phone has cards, and it is fitted as it comes back."""
    whole = whole_game(GAMES["1890"])
    table = sit(visitor, bring(visitor, whole.at(whole.played // 2)), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    before = table.find("#p-sheet").get_attribute("class")
    table.page.set_viewport_size({"width": 800, "height": 720})
    expect(table.find("#p-sheet")).to_be_hidden()
    table.page.set_viewport_size(LOW.size)
    expect(table.find("#p-sheet .holdings")).to_be_visible()
    expect(table.find("#p-sheet")).to_have_class(str(before))
    assert too_wide(table) <= 0


def test_the_order_of_turns_is_all_in_sight(sit: Sit, visitor: Visitor, seven: Game):
    """Seven investors and the companies after them, on the smallest desk."""
    game, robot, chance = seven.copy(), bot("random"), Random(2)
    while step_name(game) != "track":
        game.play(robot.choose(game, chance))
    table = sit(visitor, bring(visitor, game), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    assert table.find(".strip .turn").count() > 9
    assert table.find(".strip").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    for turn in (table.find(".strip .turn").first, table.find(".strip .turn").last):
        expect(turn).to_be_in_viewport(ratio=1)
    phone = sit(visitor, table.url.removeprefix(visitor.url), phone=True)
    for turn in phone.find(".strip .turn").all():
        expect(turn).to_be_in_viewport(ratio=1)


def test_the_focus_is_no_frame_round_the_whole_decision(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    table.page.keyboard.press("Tab")
    table.find("#p-now").focus()
    assert table.find("#p-now").evaluate("one => getComputedStyle(one).outlineStyle") == "none"


def test_a_phone_shows_cards_first(sit: Sit, visitor: Visitor, seven: Game):
    """They fit; so does the way there from the table and back, and what is wider shows that there is more."""
    table = sit(visitor, bring(visitor, seven), phone=True)
    table.find('.tabs [data-view="sheet"]').click()
    company = table.find(".cards .card:not(.player)").first
    expect(company).to_be_in_viewport()
    off = "() => [...document.querySelectorAll('.card')].filter(one => one.getBoundingClientRect().right > 390).length"
    assert table.page.evaluate(off) == 0
    table.find('.cards [data-sheet="grid"]').click()
    expect(table.find(".holdings")).to_be_visible()
    expect(table.find(".to-cards")).to_be_in_viewport()
    wide = table.page.evaluate(
        """() => [...document.querySelectorAll('#p-sheet .scroll')].filter(
            (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).maskImage === 'none').length"""
    )
    assert wide == 0
    table.find(".to-cards").click()
    expect(company).to_be_in_viewport()
    folded = table.find(".cards .card.company:not(.acting)").first
    box = folded.bounding_box()
    assert box
    assert box["height"] < 60, "a card is one line until it is pressed"
    expect(folded.locator("dl")).not_to_be_visible()
    folded.locator("summary").click()
    expect(folded.locator("dl")).to_be_visible()
    table.find('.tabs [data-view="now"]').click()
    table.stay_out()
    table.find('.tabs [data-view="sheet"]').click()
    expect(table.find(".cards .card:not(.player)").first).to_be_in_viewport()
