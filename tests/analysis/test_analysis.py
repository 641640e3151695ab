"""A game looked back upon: chances that add up, decisions that were wrong, and files that stay what they are."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from kaiping.action import Dividend
from kaiping.analysis import Analysis, analyse, decode, digest, encode
from kaiping.analysis.chances import chances
from kaiping.analysis.decisions import weighed
from kaiping.bots.search.search import Budget
from kaiping.errors import BadInput
from kaiping.game import Game
from tests.bots.search.positions import SEATS, TITLES, moments, played

LITTLE = Budget(rollouts=24)
_KINDS: tuple[Literal["pay", "withhold"], ...] = ("pay", "withhold")


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_chances_add_up(title: str, edition: str, players: int) -> None:
    for game in moments(played(title, edition, players), 3):
        found = chances(game, 4, Random(1))
        assert found.at == game.played
        assert set(found.of) == set(game.players)
        assert sum(found.of.values()) == pytest.approx(1, abs=0.001)


def test_who_is_far_ahead_is_likely_to_win() -> None:
    game = moments(played("1888", "2022", 4), 2)[1]
    rich = game.state.copy()
    rich.cash["Cy"] += 9000
    found = chances(Game.from_state(game.title, game.definition, rich), 4, Random(1))
    assert found.of["Cy"] > 0.99


def test_a_dividend_withheld_at_the_very_end_costs_what_it_would_have_paid() -> None:
    game = played("1888", "2022", 4)
    number = max(number for number, action in enumerate(game.actions) if isinstance(action, Dividend))
    before = game.at(number)
    action = game.actions[number]
    assert isinstance(action, Dividend)
    good, bad = (weighed(before, Dividend(action.company, kind), LITTLE, Random(1)) for kind in _KINDS)
    assert good is not None
    assert good.cost == 0
    assert bad is not None
    assert bad.cost > 0
    assert bad.best == Dividend(action.company, "pay")


@pytest.mark.slow
def test_a_whole_game() -> None:
    game = played("1880", "2022", 4)
    seen: list[tuple[int, int]] = []
    found = analyse(game, lambda done, whole: seen.append((done, whole)))
    assert seen[-1][0] == seen[-1][1]
    assert found.chances[0].at == 0
    assert found.chances[-1].at == game.played
    winners = game.winners()
    assert all((found.chances[-1].of[name] > 0) == (name in winners) for name in game.players)
    assert found == decode(encode(found))
    assert found.digest == digest(game)
    for name in game.players:
        costs = [one.cost for one in found.dearest(name)]
        assert len(costs) <= 3
        assert costs == sorted(costs, reverse=True)
        assert all(game.seat_of(one.played) == name or one.player == name for one in found.dearest(name))


def test_what_cannot_be_analysed_is_refused() -> None:
    with pytest.raises(BadInput, match="of a game"):
        analyse("game")  # type: ignore[arg-type]
    hidden = Game("1890", SEATS[:3], edition="C", options=["hidden-cash"], seed=1)
    with pytest.raises(BadInput, match="when it is over"):
        analyse(hidden)
    with pytest.raises(BadInput, match="not an analysis"):
        decode(b"{}")


def test_games_are_told_apart() -> None:
    game = played("1888", "2022", 4)
    assert digest(game) != digest(game.at(game.played - 1))
    assert isinstance(decode(encode(Analysis(digest(game), (), ()))), Analysis)
