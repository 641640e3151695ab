"""Whole games by bots in all printed editions: no invariant is broken, and every game ends properly."""

import pytest

from kaiping.bots.simulate import Report, simulate

TABLES = [("2022", players) for players in range(2, 7)] + [("2021", players) for players in range(3, 7)]
tables = pytest.mark.parametrize(("edition", "players"), TABLES)


def all_end_well(report: Report, games: int, *ends: str) -> None:
    assert report.violations == []
    assert sum(report.ended.values()) == report.games == games
    assert set(report.ended) <= set(ends or ("bank", "bankrupt"))


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


TABLES_1880 = [(edition, players) for edition in ("2022", "2010") for players in range(3, 8)]
tables_1880 = pytest.mark.parametrize(("edition", "players"), TABLES_1880)


@tables_1880
def test_three_random_games_of_1880(edition: str, players: int) -> None:
    all_end_well(simulate("1880", edition, players, games=3, seed=1880), 3, "final_train")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@tables_1880
def test_a_hundred_random_games_of_1880(edition: str, players: int, part: int) -> None:
    all_end_well(simulate("1880", edition, players, games=25, seed=part), 25, "final_train")


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 7])
def test_random_games_of_1880_by_house_rules(players: int) -> None:
    all_end_well(simulate("1880", "18xx", players, games=25, seed=1), 25, "final_train")
