"""What players gained and lost adds up, and each account is what plain arithmetic makes of the positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiping.action import Dividend
from kaiping.game import Game
from kaiping.records.files import read_json
from kaiping.records.site18xx import read
from kaiping.report import report
from tests.many import few
from tests.report.games import EDITIONS, RECORDED, all_games, game, told


def name(file: object) -> str:
    return "/".join(file.parts[-2:]) if isinstance(file, Path) else ""


@pytest.mark.parametrize(
    "file", few([(file,) for file in all_games()], (RECORDED,), *((file,) for file in EDITIONS[::3])), ids=name
)
def test_the_parts_add_up_to_what_everybody_is_worth(file: Path):
    found = told(file)
    assert {player: one.total for player, one in found.accounts.items()} == found.game.totals()
    assert found.worth[-1] == found.game.totals()
    assert len(found.worth) == found.game.played + 1


def test_the_parts_add_up_to_the_result_that_was_recorded_elsewhere():
    site = read(read_json(RECORDED))
    assert site.result
    found = told(RECORDED).accounts
    assert {str(number): found[player].total for number, player in site.players.items()} == site.result


def test_dividends_are_the_revenue_by_the_shares_held():
    shown = dict.fromkeys(game(RECORDED).players, 0)
    paying = 0
    for position in game(RECORDED).moments():
        action, state = position.last_action, position.state
        if isinstance(action, Dividend) and action.kind == "pay":
            paying += 1
            for player in shown:
                shown[player] += state.revenue[action.company] * state.held(player, action.company) // 100
    assert paying > 20
    assert shown == {player: one.dividends for player, one in told(RECORDED).accounts.items()}


def test_rises_and_falls_are_the_moves_of_prices_by_the_shares_held():
    shown = dict.fromkeys(game(RECORDED).players, 0)
    for position in game(RECORDED).moments():
        for event in position.last_events:
            if event.kind == "price":
                for player in shown:
                    shares = position.state.held(player, event["company"]) // 10
                    shown[player] += (event["new"] - event["old"]) * shares
    assert shown == {player: one.rises + one.falls for player, one in told(RECORDED).accounts.items()}


def test_incomes_are_what_privates_printed_pay():
    shown = dict.fromkeys(game(RECORDED).players, 0)
    before = game(RECORDED).at(0).state
    for position in game(RECORDED).moments():
        if any(event.kind == "operating-round" for event in position.last_events):
            for private, owner in before.privates.items():
                if owner in shown and position.definition.phases[position.state.phase].privates_pay:
                    shown[owner] += position.definition.private_income(private, position.state.phase)
        before = position.state
    assert sum(shown.values()) > 0
    assert shown == {player: one.incomes for player, one in told(RECORDED).accounts.items()}


def test_a_game_that_has_just_begun():
    found = report(Game("1888", players=["Ann", "Bo", "Cy"]))
    assert {player: one.total for player, one in found.accounts.items()} == found.game.totals()
    assert not found.leads
    assert not found.actions
