"""How many clicks two operating rounds take: what is plain needs few, what the book leaves no choice in none."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping import ledger
from kaiping.action import BuyPrivate, RunRoutes
from kaiping.game import Game
from tests.web.browser.positions import PLAIN, bring, found
from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor
from tests.web.test_only import laying_before_a_run

Sit = Callable[..., Sitting]

#: two operating rounds of 1888 with three companies that all have trains
MOST = 24

_ORDER = (
    ".kind-laytile .hex-choice",
    ".run .primary",
    '.kind-dividend:has(.choice:has-text("Pay")) .rest',
    '.kind-dividend .choice:has-text("Pay")',
    ".kind-pass .rest",
    ".kind-pass .choice",
    ".kind-buytrain .choice",
)


def two_rounds() -> Game:
    def fits(whole: Game, place: int) -> bool:
        game = whole.at(place)
        begins = place > 0 and any(one.kind == "operating-round" for one in game.last_events)
        floated = game.state.floated
        return begins and len(floated) == 3 and all(game.state.trains.get(one) for one in floated)

    whole, place = found("1888 two operating rounds of three companies", fits, PLAIN._replace(seed=3))
    return whole.at(place)


def two_rounds_with_privates() -> Game:
    """The same while companies may buy privates, which players still have."""

    def fits(whole: Game, place: int) -> bool:
        game = whole.at(place)
        begins = place > 0 and any(one.kind == "operating-round" for one in game.last_events)
        if not begins or (ledger.round_now(game).number, ledger.round_now(game).of) != (1, 2):
            return False
        floated, owners = game.state.floated, set(game.state.privates.values()) & set(game.state.players)
        ready = len(floated) == 3 and all(game.state.trains.get(one) for one in floated)
        return ready and bool(owners) and any(isinstance(one, BuyPrivate) for one in game.legal_actions())

    whole, place = found("1888 two operating rounds with privates to buy", fits, PLAIN._replace(seed=0))
    return whole.at(place)


def click(table: Sitting) -> int:
    """A tile where one may be laid, dividends paid, nothing else: how many clicks that took."""
    for selector in _ORDER:
        choice = table.find(f"#act {selector}:enabled").first
        if not choice.count():
            continue
        if "hex-choice" not in selector:
            table.moves(choice.click)
            return 1
        choice.click()
        expect(table.find("#choose .primary")).to_be_enabled()
        table.confirm()
        return 2
    raise AssertionError("there is nothing to press")


@pytest.mark.promise("two operating rounds of three companies need 24 clicks")
@pytest.mark.parametrize("begin", [two_rounds, two_rounds_with_privates])
def test_two_operating_rounds(sit: Sit, visitor: Visitor, begin: Callable[[], Game]):
    game = begin()
    turn = ledger.round_now(game).turn
    table = sit(visitor, bring(visitor, game))
    clicks = 0
    while table.find(f'.head h1:has-text("OR {turn}.")').count():
        clicks += click(table)
        assert clicks <= MOST
    assert clicks > MOST / 2


@pytest.mark.promise("what has only one answer is not asked, unless one wishes it")
def test_whoever_wishes_is_asked_all_the_same(sit: Sit, visitor: Visitor):
    game, lay = laying_before_a_run()
    path = bring(visitor, game)
    table = sit(visitor, path)
    table.find(f'#act [data-hex-choice="{lay.hex}"]').click()
    table.find("#choose input[type=radio]").nth(0).check()
    table.confirm()
    assert any(isinstance(action, RunRoutes) for action in visitor.game(path).actions[game.played :])
    table.moves(lambda: table.find("#undo").click())
    table.look_at("more")
    table.find("#ask-all").check()
    table.look_at("now")
    table.find(f'#act [data-hex-choice="{lay.hex}"]').click()
    table.find("#choose input[type=radio]").nth(0).check()
    table.confirm()
    expect(table.find("#act .run .primary")).to_be_visible()
    table.find("#undo").click()
    expect(table.find("#ask-all")).to_be_checked()


@pytest.mark.promise("focus stays where one acts")
def test_focus_stays_where_one_acts(sit: Sit, visitor: Visitor):
    """By keys and by clicks: the next Tab is at what may be done now."""
    table = sit(visitor, visitor.hot_seat())
    inside = "() => document.getElementById('p-now').contains(document.activeElement)"
    table.find("#act .of-pass .choice").focus()
    table.moves(lambda: table.page.keyboard.press("Enter"))
    assert table.page.evaluate(inside)
    table.press("#act .kind-bid .choice")
    assert table.page.evaluate(inside)
    table.page.keyboard.press("Tab")
    assert table.page.evaluate(inside)
    table = sit(visitor, bring(visitor, two_rounds()))
    table.find("#act .hex-choice").first.click()
    expect(table.find("#choose input:checked")).to_be_focused()
    table.moves(lambda: table.page.keyboard.press("Enter"))
    assert table.page.evaluate(inside)
