"""Whole games by bots in all printed editions: no invariant is broken, and every game ends properly.

The many random games of the printed editions are played in tests/referees, under the same checks and a referee's.
"""

import pytest

from kaiping.bots.simulate import Report, played_games, simulate
from kaiping.titles import definition
from tests.many import few, many

TABLES = [("2022", players) for players in range(2, 7)] + [("2021", players) for players in range(3, 7)]
tables = pytest.mark.parametrize(("edition", "players"), few(TABLES, ("2022", 3), ("2021", 3)))


def all_end_well(report: Report, games: int, *ends: str) -> None:
    assert report.violations == []
    assert sum(report.ended.values()) == report.games == games
    assert set(report.ended) <= set(ends or ("bank", "bankrupt"))


@tables
def test_four_random_games(edition: str, players: int) -> None:
    all_end_well(simulate("1888", edition, players, games=4, seed=1888), 4)


@tables
def test_a_greedy_game(edition: str, players: int) -> None:
    all_end_well(simulate("1888", edition, players, games=1, seed=1888, bot="greedy"), 1)


@pytest.mark.slow
@tables
def test_ten_greedy_games(edition: str, players: int) -> None:
    all_end_well(simulate("1888", edition, players, games=10, seed=2022, bot="greedy"), 10)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), [("18xx-north", 3), ("18xx-north", 6), ("18xx-prototype", 2)])
def test_random_games_by_house_rules(edition: str, players: int) -> None:
    all_end_well(simulate("1888", edition, players, games=50, seed=1), 50)


TABLES_1880 = [(edition, players) for edition in ("2022", "2010") for players in range(3, 8)]
tables_1880 = pytest.mark.parametrize(("edition", "players"), few(TABLES_1880, ("2022", 3), ("2010", 4)))


@tables_1880
def test_two_random_games_of_1880(edition: str, players: int) -> None:
    all_end_well(simulate("1880", edition, players, games=2, seed=1880), 2, "final_train")


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 7])
def test_random_games_of_1880_by_house_rules(players: int) -> None:
    all_end_well(simulate("1880", "18xx", players, games=25, seed=1), 25, "final_train")


def mixed_games_of_1880(part: int, games: int) -> None:
    """Greedy and random seats in turn build the densest networks; every run is proven, or it counts as a fault."""
    players, edition = 3 + part % 5, ("2022", "2010")[part // 5 % 2]
    bots = [("greedy", "random")[(seat + part) % 2] for seat in range(players)]
    all_end_well(simulate("1880", edition, players, games=games, seed=1000 * part, bot=bots), games, "final_train")


@pytest.mark.parametrize("part", [0, 6])
def test_a_mixed_game_of_1880(part: int) -> None:
    mixed_games_of_1880(part, 1)


@pytest.mark.slow
@pytest.mark.parametrize("part", many(range(50), slow=10))
def test_five_hundred_mixed_games_of_1880(part: int) -> None:
    mixed_games_of_1880(part, 10)


TABLES_1890 = [(edition, players) for edition in "AB" for players in range(2, 5)]
TABLES_1890 += [(edition, players) for edition in "CD" for players in range(2, 8)]
FAST_1890 = (("A", 2), ("B", 3), ("C", 4), ("D", 5))
tables_1890 = pytest.mark.parametrize(("edition", "players"), few(TABLES_1890, *FAST_1890))
ENDS_1890 = ("bank", "bankrupt", "turns")


@tables_1890
def test_a_random_game_of_1890(edition: str, players: int) -> None:
    all_end_well(simulate("1890", edition, players, games=1, seed=1890), 1, *ENDS_1890)


@pytest.mark.parametrize("edition", few([("A",), ("B",), ("C",), ("D",)], ("A",)))
def test_a_game_of_1890_by_greedy_bots_and_a_random_one(edition: str) -> None:
    bots = ("greedy", "greedy", "random", "greedy")
    all_end_well(simulate("1890", edition, 4, games=1, seed=1890, bot=bots), 1, *ENDS_1890)


@pytest.mark.slow
def test_greedy_games_of_1890_go_far_and_form_kinki() -> None:
    """Many reach the fifth phase, over all numbers of players, and Kinki is there in all that reach the first 3+3.

    The others end by the bank in the fourth, in which nobody buys the first 6-train.
    """
    played = [game for players in range(2, 8) for game in played_games("1890", "C", players, 6, seed=11, bot="greedy")]
    assert [game.violations for game in played if game.violations] == []
    phases = list(definition("1890").phases)
    assert sum(game.phase in ("5", "6") for game in played) > len(played) // 3
    formed = [game for game in played if phases.index(game.phase) >= phases.index("2.5")]
    assert all("KN" in game.companies for game in formed)
