"""The referee of 1888: agrees with the engine in whole games, and speaks wherever something is not by the book."""

from __future__ import annotations

import pytest

from kaiping.bots.simulate import simulate
from kaiping.referees import referee_for
from kaiping.titles import definition
from tests.many import many
from tests.referees.moments1888 import (
    GAMES,
)
from tests.referees.watched import agrees_in_random_games, watched


@pytest.mark.parametrize(("edition", "players", "seed"), GAMES)
def test_a_game_by_the_book(edition: str, players: int, seed: int) -> None:
    assert len(watched("1888", edition, players, seed)) > 100


TABLES = [("2022", players) for players in range(2, 7)] + [("2021", players) for players in range(3, 7)]


@pytest.mark.slow
@pytest.mark.parametrize("part", many(range(6), slow=1))
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_thousand_random_games(edition: str, players: int, part: int) -> None:
    agrees_in_random_games("1888", edition, players, part)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_greedy_and_mixed_games(edition: str, players: int) -> None:
    mixed = ["greedy", "random"] * 3
    for bots in (["greedy"] * players, mixed[:players]):
        assert simulate("1888", edition, players, games=3, seed=88, bot=bots, referee=True).violations == []


def test_who_has_no_referee() -> None:
    assert referee_for(definition("1888", "2022")) is not None
    assert referee_for(definition("1888", "2021")) is not None
    assert referee_for(definition("1888", "18xx-north")) is None
    assert referee_for(definition("1888", "2021", ("privates-at-end",))) is None
