"""A search that is made to fail on purpose: nobody notices but the log, and the game goes on."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from kaiping.action import Route, RunRoutes
from kaiping.bots.simulate import simulate
from kaiping.cli import main
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records import load
from kaiping.routes import arms, branching, safety, search
from kaiping.routes.check import fault, incomes
from kaiping.routes.income import RunProblem
from kaiping.routes.safety import STRICT, in_words, safely
from kaiping.routes.search import Comparison, Run, Wish, alternatives, best_run, best_runs_by_calls
from kaiping.routes.simple import highest, simple_run
from tests.routes.positions import Drawn, drawn, running
from tests.routes.test_odd_networks import LATE, ODD
from tests.routes.test_random import ALL, examples
from tests.routes.test_search import RING
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.tracks import run as claim


def fails(*_: Any, **__: Any) -> Any:
    raise KeyError("made to fail")


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch) -> None:
    """As players have it: failures are not raised."""
    monkeypatch.delenv(STRICT)


@pytest.fixture(params=["Country", "Packing", "incomes"])
def failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, lenient: None) -> None:
    """The search fails at its beginning, on its way, and (together with the plain run) at its end."""
    monkeypatch.setattr(search, request.param, fails)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, lenient: None) -> None:
    """The search fails on its way."""
    monkeypatch.setattr(search, "Packing", fails)


def is_legal(what: RunProblem, run: Run) -> None:
    assert fault(what, run.routes) is None
    assert run.revenue == sum(income.revenue for income in incomes(what, run.routes))
    assert not run.proven
    assert run.bound >= run.revenue


def test_the_tests_are_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake shows: what follows must be asked for."""
    monkeypatch.setattr(search, "Packing", fails)
    with pytest.raises(KeyError):
        best_run(running(RING, "C9.1:JHR", "D"))


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize(
    "ask", [best_run, Comparison().best_run, lambda what: best_runs_by_calls(what)[0]], ids=["one", "many", "by calls"]
)
def test_a_run_that_is_not_proven(ask: Callable[[RunProblem], Run]) -> None:
    what = running(RING, "C9.1:JHR", "D 2")
    is_legal(what, ask(what))
    assert alternatives(what) == []


@pytest.mark.usefixtures("broken")
def test_the_plain_run_goes_far() -> None:
    what = running(RING, "C9.1:JHR", "D")
    assert best_run(what).revenue == 30 + 30 + 10 + 20 + 30  # which is the best there is, but nobody knows
    assert best_run(what).bound > 120


@pytest.mark.usefixtures("lenient")
def test_the_best_run_known_by_then_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The routes cannot be listed, and the program fails: one train after the other had found something."""
    monkeypatch.setattr(arms, "MOST_ROUTES", 1)
    monkeypatch.setattr(branching, "solve", fails)
    monkeypatch.setattr(search, "simple_run", lambda _: ())
    what = running(RING, "D10.0:JHR", "3 3")
    run = best_run(what)
    is_legal(what, run)
    assert run.revenue > 0


def test_without_the_solver(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """The lists need no package; where they are too long a plainer run stands in, which is told once."""
    for module in ("kaiping.routes.branching", "kaiping.routes.model"):
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "highspy", None)
    safety._tell_once.cache_clear()
    assert best_run(running(RING, "C9.1:JHR", "D 2")).proven
    monkeypatch.setattr(arms, "MOST_ARMS", 1)
    for _ in range(2):
        what = running(RING, "C9.1:JHR", "D 2")
        run = best_run(what)
        is_legal(what, run)
        assert run.revenue > 0
    (record,) = caplog.records
    assert "takes the package highspy, which is not installed: pip install 'kaiping[routes]'" in record.getMessage()
    monkeypatch.setattr(search, "simple_run", lambda _: ())
    with pytest.raises(BadInput, match="takes the package highspy"):  # there may be such a run
        best_run(what, Wish(stops=("D10.0",)))


def test_without_the_solver_longer_lists_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take longer, and prove the same."""
    best = best_run(running(RING, "C9.1:JHR", "D 2"))
    for module in ("kaiping.routes.branching", "kaiping.routes.model"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "highspy", None)
    for name, most in (("MOST_ARMS", 4), ("MOST_ROUTES", 2)):
        with monkeypatch.context() as patch:
            patch.setattr(arms, name, most)
            run = best_run(running(RING, "C9.1:JHR", "D 2"))
            assert (run.revenue, run.proven) == (best.revenue, True)


@pytest.mark.usefixtures("lenient")
def test_a_run_that_breaks_the_rules_is_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    ring_of_one = ("C9.1", "D10.0", "C9.1")
    monkeypatch.setattr(search._Search, "_solve", lambda *_: ([ring_of_one], 90, True))
    is_legal(running(RING, "C9.1:JHR", "2"), best_run(running(RING, "C9.1:JHR", "2")))


@pytest.mark.usefixtures("broken")
def test_wishes() -> None:
    what = running(RING, "C9.1:JHR", "2 2")
    assert best_run(what, Wish(stops=("D10.0",), home=("2",))).revenue == 60
    with pytest.raises(BadInput):
        best_run(what, Wish(stops=("A7.0",)))
    with pytest.raises(BadInput):
        best_run(what, Wish(home=("5",)))


@pytest.mark.usefixtures("broken")
def test_what_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """The position can be read from the log, as this file writes positions; no player is named."""
    with caplog.at_level(logging.ERROR, logger="kaiping.routes"):
        best_run(LATE.problem)
    (record,) = caplog.records
    assert record.exc_info is not None
    text = record.getMessage()
    for part in (f"tiles '{LATE.tiles}'", f"tokens '{LATE.tokens}'", "trains '6E 10'", "company 'BCR'", "values 3"):
        assert part in text


def test_no_player_is_named() -> None:
    game = load(ODD)
    words = in_words(game.running("BCR"))
    assert not [player for player in game.players if player in words.split()]


@pytest.mark.usefixtures("lenient")
def test_to_tell_is_no_failure(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("kaiping.routes.safety.in_words", fails)
    assert safely(LATE.problem, fails, fails, lambda: "found") == "found"
    assert len(caplog.records) == 2


@pytest.mark.usefixtures("broken")
def test_the_game_of_1880_goes_on() -> None:
    game = load(ODD)
    game.play(game.legal_actions()[0])
    what = game.running("BCR")
    (listed,) = game.legal_actions()
    assert isinstance(listed, RunRoutes)
    assert listed.routes
    assert game.why_not(listed) is None
    assert listed in game.gains([listed])
    after = game.copy()
    after.play(listed)
    assert after.state.revenue["BCR"] == sum(income.revenue for income in incomes(what, listed.routes))
    shorter = RunRoutes("BCR", (Route("10", ("O5.0", "O7.0")),))
    game.play(shorter)  # in 1880 any legal run will do


@pytest.mark.usefixtures("broken")
def test_claims_are_checked_nevertheless() -> None:
    game = load(ODD)
    game.play(game.legal_actions()[0])
    for train, path, code in (
        ("8", ("O5.0", "O7.0"), "route_unknown_train"),
        ("10", ("O5.0", "A7.0"), "route_no_track"),
        ("10", ("O7.0", "P8.0"), "route_no_token"),
    ):
        reason = game.why_not(RunRoutes("BCR", (Route(train, path),)))
        assert reason is not None
        assert reason.code == code


@pytest.mark.usefixtures("lenient")
def test_where_the_best_run_is_demanded_the_best_known_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beijing - Tianjin - Tangshan for 90 is the best; known is Beijing - Tianjin for 50."""
    known = (Route("3", ("C9.1", "D10.0")),)
    monkeypatch.setattr(search, "Packing", fails)
    monkeypatch.setattr(search, "simple_run", lambda _: known)

    def game() -> Game:
        position = Position("2022", privates="Cy").company("JHR", Ann=60, trains=("3",)).phase("3")
        return tracks.east_of_beijing(position).operate("JHR", "run")

    assert offered(game(), RunRoutes) == [RunRoutes("JHR", known)]
    assert refused(game(), RunRoutes("JHR", ())).code == "must_run"
    assert refused(game(), claim("JHR", t3="C9.1 D12.0")).code == "route_no_track"
    assert plays(game(), RunRoutes("JHR", known)).state.revenue["JHR"] == 50
    assert plays(game(), claim("JHR", t3="C9.1 D10.0 D12.0")).state.revenue["JHR"] == 90


@pytest.mark.usefixtures("broken")
def test_routes_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["routes", str(ODD)]) == 0
    assert "not proven best, the limit is" in capsys.readouterr().out


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(("title", "players"), [("1888", 3), ("1880", 4), ("1890", 3)])
def test_whole_games_without_the_search(title: str, players: int) -> None:
    """Nothing is wrong with them but that runs are not proven, which simulations tell."""
    assert simulate(title, None, players, games=1, seed=5, check=False).violations == []
    (first,) = simulate(title, None, players, games=1, seed=5).violations
    assert first.endswith("is not proven")


@examples(60)
@given(drawn(most_tiles=12, titles=ALL))
def test_plain_runs(position: Drawn) -> None:
    what = position.problem
    routes = simple_run(what)
    assert fault(what, routes) is None
    plain, best = sum(income.revenue for income in incomes(what, routes)), best_run(what).revenue
    assert plain <= best <= highest(what)
    if not what.tolls and min(what.values, default=1) > 0:
        assert bool(plain) is bool(best)
