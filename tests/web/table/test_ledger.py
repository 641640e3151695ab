"""One read model: what terminal, page and API say of a position is the same, and is what the rules do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from kaiping import ledger
from kaiping.action import BuyShare, Dividend, LayTile, PlaceToken, SellShares
from kaiping.bots import bot
from kaiping.cli.play.menu import Menu
from kaiping.cli.play.phrases import asked_words, full_words
from kaiping.cli.play.tables import companies_tables, depot_lines, players_table, privates_table, totals_table
from kaiping.game import Game
from kaiping.records.exact import from_position
from kaiping.view import seen_by
from kaiping.web.table.choices import now
from kaiping.web.table.hexes import option_sets
from kaiping.web.table.sheet import sheet
from kaiping.web.table.turns import head
from kaiping.web.table.viewer import Viewer
from tests.web.browser.positions import Games, before


def moments(title: str, *options: str, every: int = 9, robot: str = "random") -> Iterator[Game]:
    """Positions through a game of bots."""
    game = Game(title, players=["Ann", "Bo", "Cy"], options=options, seed=2 if options else None)
    chance = Random(5)
    while game.finished is None and game.played < 700:
        if game.played % every == 0:
            yield game
        game.play(bot(robot).choose(game, chance))
    yield game


def column(table: object, number: int) -> list[str]:
    return [str(cell) for cell in table.columns[number]._cells]  # type: ignore[attr-defined]


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_terminal_and_page_have_one_order(title: str) -> None:
    """In 1880 companies operate by their starting prices, and not by what their shares cost."""
    for game in moments(title):
        page = [company.code for company in sheet(game).companies if company.started]
        for table in companies_tables(game, 80):
            assert [name.rstrip("◆") for name in column(table, 1)] == page
        at_work = [company for company in page if company in game.state.floated]
        later = [company for company in game.position()["order"][1:] if company in at_work]
        assert later == [company for company in at_work if company in later], "but for the one on turn"


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_prices_are_what_is_paid(title: str) -> None:
    """Tiles, tokens, shares, dividends: who pays has so much less afterwards."""
    seen = set()
    for game in moments(title, every=5):
        for action in game.legal_actions():
            after = game.copy()
            match action:
                case LayTile(company):
                    payer, cost = company, ledger.lay_cost(game, action)
                case PlaceToken(company):
                    payer, cost = company, ledger.token_cost(game, action)
                case BuyShare(player):
                    payer, cost = player, ledger.share_cost(game, action)
                case SellShares(player):
                    payer, cost = player, -ledger.sale_proceeds(game, action)
                case _:
                    continue
            after.play(action)
            if _same_turn(game, after):
                seen.add(type(action))
                assert game.state.cash[payer] - after.state.cash[payer] == cost, action
    assert seen >= {LayTile, BuyShare, SellShares}


def _same_turn(game: Game, after: Game) -> bool:
    """Has nothing else happened that moves money?"""
    kinds = {event.kind for event in after.last_events}
    return not kinds & {"run", "paid", "withheld", "income", "turn", "stock-round-ended", "floated", "company-founded"}


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_dividends_are_what_is_paid_out(title: str) -> None:
    found = 0
    for game in moments(title, every=1, robot="greedy"):
        for action in game.legal_actions():
            if isinstance(action, Dividend) and action.kind == "pay":
                after = game.copy()
                after.play(action)
                paid = next(event for event in after.last_events if event.kind == "paid")
                revenue, shared = ledger.dividend_paid(game, action)
                assert (paid["amount"], paid["per_share"]) == (shared, shared // 10)
                assert full_words(game, action).endswith(f"{shared // 10} a share")
                kept = game.copy()
                kept.play(Dividend(action.company, "withhold"))
                assert next(event for event in kept.last_events if event.kind == "withheld")["amount"] == revenue
                found += 1
        if found > 20:
            break
    assert found > 5


def test_a_river_that_a_private_makes_free_costs_nothing_anywhere() -> None:
    """Page and menu ask the rule, and not the map."""
    for game in moments("1880", every=1):
        legal = [action for action in game.legal_actions() if isinstance(action, LayTile)]
        free = [
            action
            for action in legal
            if action.private is None
            and action.hex not in game.state.board.tiles
            and game.definition.map.hexes[action.hex].cost
            and not ledger.lay_cost(game, action)
        ]
        if free:
            note = option_sets(game, Viewer(None, frozenset(game.players)), free[0].hex, past=False)[0].note
            label = next(entry.label for entry in Menu(game).entries if entry.label.startswith(free[0].hex))
            assert note == ""
            assert "costs" not in label
            return
    raise LookupError("nobody with that private has laid on a river")


def test_tokens_that_wait_are_counted_once() -> None:
    """A token beside a full city is no more among those that can be placed, on the page as in the API."""
    game, raid = before("tokens-wait", Games("1890", "greedy", ("air-raids",), seed=3))
    game.play(raid)
    waiting = {company for companies in game.state.waiting_tokens.values() for company in companies}
    assert waiting
    said = game.position()["tokens_left"]
    for company in sheet(game).companies:
        assert company.tokens_left == said[company.code]["number"]
        if company.started:
            printed = game.definition.companies[company.code].stations
            laid = len(game.state.board.tokens_of(company.code)) + (company.code in waiting)
            assert company.tokens_left == printed - laid


@pytest.mark.parametrize("hidden", ["hidden-cash", "hidden-train-prices", "hidden-treasuries"])
def test_every_seat_can_read_a_game_that_hides_something(hidden: str) -> None:
    for game in moments("1890", hidden, every=40):
        for seat in (*game.players, None):
            seen = seen_by(game, seat)
            for show in (players_table, privates_table, totals_table, depot_lines, asked_words, sheet):
                assert show(seen)
            assert companies_tables(seen, 80)
            assert seen.position()


def test_a_view_can_be_copied_blindly() -> None:
    game = Game("1890", players=["Ann", "Bo", "Cy"], options=["hidden-cash"])
    view = game.view("Ann")
    trial = view.blind_copy()
    trial.play(next(iter(trial.legal_actions())))
    assert (game.played, trial.played) == (0, 1)
    assert trial.cash("Bo") is None


def test_who_has_operated_is_known_without_a_history() -> None:
    """A game that begins within a round shows those who are through with it, as the whole game does."""
    for game in moments("1888", every=3):
        if game.position()["round"]["kind"] == "operating round":
            again = from_position(game.position())
            assert {turn.name for turn in head(again).strip if turn.done} == {
                turn.name for turn in head(game).strip if turn.done
            }


@pytest.mark.parametrize(("title", "robot"), [("1888", "random"), ("1880", "random"), ("1890", "greedy")])
def test_what_a_tile_can_become_is_what_may_be_laid_upon_it(title: str, robot: str) -> None:
    """Every upgrade of a game was told when the tile below it was laid."""
    told: dict[str, dict[str, int]] = {}
    upgrades = 0
    for game in moments(title, every=1, robot=robot):
        action = game.last_action
        if isinstance(action, LayTile):
            if action.hex in told:
                upgrades += 1
                assert action.tile in told[action.hex] or action.private
            told[action.hex] = ledger.tiles_to_come(game, action.hex)
        if upgrades == 12:
            break
    assert upgrades > 3


def test_a_tile_that_is_chosen_says_what_it_can_become() -> None:
    game = next(game for game in moments("1888") if any(isinstance(one, LayTile) for one in game.legal_actions()))
    lay = next(one for one in game.legal_actions() if isinstance(one, LayTile))
    options = [
        option for one in option_sets(game, Viewer("Ann", frozenset()), lay.hex, past=False) for option in one.options
    ]
    assert all(option.outcome[-1].startswith("Later tile") for option in options)
    assert not any(option.outcome[-1].endswith(".") for option in options), "the page ends every sentence"
    assert all(re.fullmatch(r"tile \w+, track to [a-z-]+(, [a-z-]+)*", option.title) for option in options)
    rows = [row for group in now(game).groups if group.kind == "laytile" for row in group.rows]
    assert all(row.note.startswith("tile") for row in rows)
