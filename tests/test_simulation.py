"""Whole games by bots in both printed editions: no invariant is broken, and every game ends properly."""

import pytest

from kaiping.bots.simulate import Report, simulate

TABLES = [("2022", players) for players in range(2, 7)] + [("2021", players) for players in range(3, 7)]
tables = pytest.mark.parametrize(("edition", "players"), TABLES)


def all_end_well(report: Report, games: int) -> None:
    assert report.violations == []
    assert sum(report.ended.values()) == report.games == games
    assert set(report.ended) <= {"bank", "bankrupt"}


@tables
def test_ten_random_games(edition: str, players: int) -> None:
    all_end_well(simulate("1888", edition, players, games=10, seed=1888), 10)


@tables
def test_a_greedy_game(edition: str, players: int) -> None:
    all_end_well(simulate("1888", edition, players, games=1, seed=1888, bot="greedy"), 1)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@tables
def test_two_hundred_random_games(edition: str, players: int, part: int) -> None:
    all_end_well(simulate("1888", edition, players, games=50, seed=part), 50)


@pytest.mark.slow
@tables
def test_ten_greedy_games(edition: str, players: int) -> None:
    all_end_well(simulate("1888", edition, players, games=10, seed=2022, bot="greedy"), 10)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), [("18xx-north", 3), ("18xx-north", 6), ("18xx-prototype", 2)])
def test_random_games_by_house_rules(edition: str, players: int) -> None:
    all_end_well(simulate("1888", edition, players, games=50, seed=1), 50)
