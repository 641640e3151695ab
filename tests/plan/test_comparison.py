"""Two games side by side: what is worth what, which prices, dividends and trains."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from kaiping.bots import bot
from kaiping.game import Game
from kaiping.phrases import round_short
from kaiping.plan import Comparison, compare, parting, stations
from kaiping.report.accounts import Accounts
from tests.report.games import EDITIONS
from tests.report.games import game as finished

#: 1888, in the middle of an operating round
PARTED = 200


@lru_cache(1)
def one() -> Game:
    return finished(next(file for file in EDITIONS if "1888" in file.name))


@lru_cache(2)
def other(moves: int) -> Game:
    """The same until a moment, and then as chance has it."""
    game, chance = one().at(PARTED), Random(5)
    for _ in range(moves):
        game.play(bot("random").choose(game, chance))
    return game


def parted() -> int:
    return parting(one().actions, other(80).actions)


def test_they_part_where_they_begin_to_differ() -> None:
    assert PARTED <= parted() < PARTED + 10
    assert one().at(parted()).state == other(80).at(parted()).state
    assert parting(one().actions, one().actions) == one().played


def test_the_ends_of_rounds_that_both_have_reached_and_where_each_stops() -> None:
    found = stations(one(), other(80), parted())
    assert found[0].name == round_short(one().at(parted())), "the round in which they part is the first to end"
    assert found[-1].name == ""
    assert (found[-1].first, found[-1].second) == (one().played, other(80).played)
    for station in found[:-1]:
        ends = [game.at(number).rounds()[-1] for game, number in ((one(), station.first), (other(80), station.second))]
        assert [number for number, _event in ends] == [station.first, station.second], "another round begins there"


def test_without_a_common_round_there_is_only_where_each_stops() -> None:
    early = one().at(PARTED + 2)
    assert [station.name for station in stations(early, other(80), parted())] == [""]
    assert compare(early, other(80), parted()).station.name == ""


def test_a_game_does_not_differ_from_itself() -> None:
    found = compare(one(), one(), PARTED)
    for rows in (found.worth, found.prices, found.paid, found.received):
        assert rows
        assert not [row for row in rows if row.change]
    assert not [row for row in found.trains if row.differ]


@pytest.mark.parametrize("number", [0, -1])
def test_every_figure_is_that_of_its_game(number: int) -> None:
    station = stations(one(), other(80), parted())[number]
    found = compare(one(), other(80), parted(), station)
    for side, game in (("first", one().at(station.first)), ("second", other(80).at(station.second))):
        cells = game.definition.market.cells
        assert {row.name: getattr(row, side) for row in found.worth} == game.totals()
        prices = {code: cells[cell].price for code, cell in game.state.cells.items()}
        assert {row.name: getattr(row, side) for row in found.prices if getattr(row, side) is not None} == prices
        assert all(getattr(row, side) == game.state.trains.get(row.name, ()) for row in found.trains)
    assert any(row.change for row in found.worth)


def test_dividends_count_since_they_parted() -> None:
    """What the accounts say of all dividends, less what was paid before."""
    whole, before, late = Accounts(), Accounts(), one().played - 60
    for moment in one().moments():
        whole.take(moment)
        if moment.played <= late:
            before.take(moment)
    found: Comparison = compare(one(), one(), late, stations(one(), one(), late)[-1])
    assert all(account.dividends for account in before.of.values())
    since = {player: whole.of[player].dividends - before.of[player].dividends for player in one().players}
    assert {row.name: row.first for row in found.received} == since
    assert sum(row.first or 0 for row in found.paid) >= sum(since.values())


def test_trains_are_the_same_in_any_order() -> None:
    found = compare(one(), one(), PARTED, stations(one(), one(), PARTED)[0])
    assert found.trains
    row = found.trains[0]
    assert not type(row)("X", ("2", "3"), ("3", "2")).differ
    assert type(row)("X", ("2", "2"), ("2",)).differ
