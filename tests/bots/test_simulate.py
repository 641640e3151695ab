"""A simulation reports what goes wrong in its games, and raises only for wrong input."""

import os
import subprocess
import sys
from random import Random

import pytest

from kaiping import BadInput, Game
from kaiping.action import AnyAction, Pass
from kaiping.bots import BOTS, bot, simulate


class Broken:
    """A bot that plays some actions as the random one and then does something else."""

    def __init__(self, count: int) -> None:
        self.count = count

    def choose(self, game: Game, rng: Random) -> AnyAction:
        if len(game.actions) < self.count:
            return bot("random").choose(game, rng)
        return self.fail(game)

    def fail(self, game: Game) -> AnyAction:
        raise RuntimeError("out of ideas")


class Cheat(Broken):
    def fail(self, game: Game) -> AnyAction:
        return Pass("Nobody")


class Thief(Broken):
    def fail(self, game: Game) -> AnyAction:
        game.state.cash["Ann"] += 1
        return game.legal_actions()[0]


def test_a_report_counts_games_actions_and_endings() -> None:
    report = simulate.simulate("1888", "2022", players=3, games=2, seed=5)
    assert report.games == 2
    assert sum(report.ended.values()) == 2
    assert set(report.ended) <= {"bank", "bankrupt"}
    assert report.actions > 200
    assert report.violations == []
    assert report.actions_per_second == report.actions / report.seconds


def test_games_depend_on_the_seed_and_their_number_only() -> None:
    def games(count: int, seed: int) -> list[simulate.Played]:
        return list(simulate.played_games("1888", "2021", 4, count, seed))

    three = games(3, 8)
    assert games(2, 8) == three[:2]
    assert len({game.actions for game in three}) > 1
    assert games(1, 9) != three[:1]


def test_games_do_not_depend_on_the_order_of_sets() -> None:
    """Strings hash differently in each process, so sets of them come in another order."""
    source = "from kaiping.bots.simulate import played_games as p; print(*p('1888', '2022', 4, 1, 5, 'casual'))"
    games = {
        subprocess.run(
            [sys.executable, "-c", source],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(games) == 1
    assert "Played(" in games.pop()


def test_seats_may_have_bots_of_their_own() -> None:
    report = simulate.simulate("1888", None, players=2, games=1, seed=3, bot=("casual", "random"))
    assert not report.violations


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Broken(30), "RuntimeError: out of ideas"),
        (Cheat(30), 'action 31 {"type":"pass","actor":"Nobody"}: IllegalAction: '),
        (Thief(30), "there is 9001 of money, not 9000"),
    ],
)
def test_what_goes_wrong_is_reported_with_seed_and_action(wrong: Broken, said: str, monkeypatch) -> None:
    monkeypatch.setattr(simulate, "find_bot", {"random": BOTS["random"], "wrong": wrong}.__getitem__)
    report = simulate.simulate("1888", "2022", players=3, games=2, seed=4, bot="wrong")
    assert len(report.violations) == 2
    for index, violation in enumerate(report.violations):
        assert violation.startswith(f"1888:2022, 3 players, seed 4, game {index}, action 3")
        assert said in violation
    assert report.ended == {}


def test_without_checks_only_exceptions_are_reported(monkeypatch) -> None:
    monkeypatch.setattr(simulate, "find_bot", lambda name: Thief(30))
    monkeypatch.setattr(simulate, "MOST_ACTIONS", 60)
    report = simulate.simulate("1888", "2022", players=3, games=1, seed=4, check=False)
    assert [violation.rpartition(": ")[2] for violation in report.violations] == ["did not end"]


def test_a_game_that_does_not_end_is_a_violation(monkeypatch) -> None:
    monkeypatch.setattr(simulate, "MOST_ACTIONS", 50)
    report = simulate.simulate("1888", "2022", players=3, games=1, seed=4)
    assert report.ended == {}
    assert report.actions == 50
    assert report.violations[0].endswith(": did not end")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": "1889"}, "no title '1889'"),
        ({"edition": "1999"}, "no edition '1999'"),
        ({"players": 8}, "not 8"),
        ({"players": 1}, "2 to 6 players, not 1"),
        ({"players": -1}, "-1 players"),
        ({"games": -1}, "-1 games"),
        ({"bot": "clever"}, "no bot 'clever'"),
        ({"bot": ("random", "casual")}, "2 bots cannot take 3 seats"),
        ({"options": ("short",)}, "no option 'short'"),
    ],
)
def test_wrong_input_is_refused(changes: dict[str, object], said: str) -> None:
    arguments = {"title": "1888", "edition": "2022", "players": 3, "games": 1, "seed": 1} | changes
    with pytest.raises(BadInput, match=said):
        simulate.simulate(**arguments)  # type: ignore[arg-type]
