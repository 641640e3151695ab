"""The best run against brute force: random positions, recorded ones, and some written by hand."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from kaiping.errors import BadInput
from kaiping.routes import arms, program
from kaiping.routes.check import fault, worth
from kaiping.routes.income import Problem
from kaiping.routes.search import Run, alternatives, best_run, best_runs_by_calls
from tests.routes.brute import TooSlow, best_by_calls
from tests.routes.positions import Drawn, drawn, running
from tests.routes.recorded import DEFINITION, RECORDINGS, claims

#: Beijing 30 - Tianjin 30, and a ring: Tianjin - Tangshan 10 - Qinhuangdao 20 - C11 - Tianjin
RING = "D10:15/1 D12:58/1 C13:5/0 C11:8/4"


def check(what: Problem, run: Run) -> None:
    """A run is legal and earns what it says."""
    assert fault(what, run.routes) is None
    incomes = [worth(what, route) for route in run.routes]
    assert run.revenue == sum(income.revenue for income in incomes)
    assert run.subsidy == sum(income.subsidy for income in incomes)
    assert run.proven
    assert run.bound == run.revenue


def compare(position: Drawn, *, most: int = 200_000) -> bool:
    """The search finds what brute force finds, for each number of subsidy calls; False if brute force is too slow."""
    try:
        wanted = best_by_calls(
            DEFINITION, position.board, position.company, position.trains.split(), position.values, most=most
        )
    except TooSlow:
        return False
    what = position.problem
    runs = best_runs_by_calls(what)
    for run in runs.values():
        check(what, run)
    assert {calls: run.revenue for calls, run in runs.items()} == wanted
    best = best_run(what)
    check(what, best)
    assert (best.revenue, best.subsidy) == max((run.revenue, run.subsidy) for run in runs.values())
    return True


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn())
def test_random_positions(position: Drawn) -> None:
    compare(position, most=20_000)


@pytest.mark.slow
@settings(max_examples=4_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn(most_tiles=14))
def test_many_random_positions(position: Drawn) -> None:
    compare(position)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn(most_tiles=12))
def test_random_positions_by_the_integer_program(position: Drawn) -> None:
    """Where routes are too many to list, the solver finds the same."""
    pytest.importorskip("highspy")
    listed = best_runs_by_calls(position.problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arms, "MOST_ARMS", 1)
        what = position.problem
        runs = best_runs_by_calls(what)
        best = best_run(what)
    for run in [*runs.values(), best]:
        check(what, run)
    assert {calls: run.revenue for calls, run in runs.items()} == {calls: run.revenue for calls, run in listed.items()}
    assert (best.revenue, best.subsidy) == max((run.revenue, run.subsidy) for run in listed.values())


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn(most_tiles=12, trains=("3", "5", "D")))
def test_random_positions_without_the_solver(position: Drawn) -> None:
    """A run that may be short of the best says so, and its bound holds."""
    exact = best_run(position.problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arms, "MOST_ARMS", 8)
        patch.setattr(arms, "MOST_ROUTES", 4)
        patch.setattr(program, "available", lambda: False)
        what = position.problem
        run = best_run(what)
    assert fault(what, run.routes) is None
    assert run.revenue <= exact.revenue <= run.bound
    if run.proven:
        assert run.revenue == exact.revenue


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn(most_tiles=12))
def test_random_positions_out_of_time(position: Drawn) -> None:
    """A deadline that has passed gives a legal run and a bound that holds."""
    exact = best_run(position.problem)
    for most in (arms.MOST_ARMS, 4):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(arms, "MOST_ARMS", most)
            what = position.problem
            run = best_run(what, deadline=time.perf_counter() - 1)
        assert fault(what, run.routes) is None
        assert run.revenue <= exact.revenue <= run.bound
        if run.proven:
            assert run.revenue == run.bound


def test_recorded_positions() -> None:
    """Nobody claimed more than the best; where brute force ends in time, it finds the same."""
    compared = 0
    for number, claim in enumerate(claims(RECORDINGS)):
        if number % 8:
            continue
        run = best_run(claim.problem)
        check(claim.problem, run)
        assert run.revenue >= claim.revenue, claim.name
        if number % 40 == 0:
            try:
                wanted = best_by_calls(DEFINITION, claim.board, claim.company, claim.trains, claim.values, most=5_000)
            except TooSlow:
                continue
            compared += 1
            runs = best_runs_by_calls(claim.problem)
            assert {calls: best.revenue for calls, best in runs.items()} == wanted, claim.name
    assert compared > 10


@pytest.mark.slow
def test_all_recorded_positions(shared: Path) -> None:
    compared = 0
    for number, claim in enumerate(claims(shared / "recordings")):
        run = best_run(claim.problem)
        if not run.proven and not program.available():
            continue
        check(claim.problem, run)
        assert run.revenue >= claim.revenue, claim.name
        if number % 3:
            continue
        runs = best_runs_by_calls(claim.problem)
        try:
            wanted = best_by_calls(DEFINITION, claim.board, claim.company, claim.trains, claim.values, most=20_000)
        except TooSlow:
            continue
        compared += 1
        assert {calls: best.revenue for calls, best in runs.items()} == wanted, claim.name
    assert compared > 500


@pytest.mark.parametrize(
    ("tokens", "trains", "company"),
    [("", "2 D", "JHR"), ("C9.1:JHR", "", "JHR"), ("C9.1:JHR", "no such train", "JHR"), ("C9.1:JHR", "2", "nobody")],
)
def test_nothing_to_run(tokens: str, trains: str, company: str) -> None:
    what = running(RING, tokens, trains, company=company)
    assert best_run(what).routes == ()
    assert best_run(what).proven
    assert {calls: run.routes for calls, run in best_runs_by_calls(what).items()} == {0: ()}
    assert alternatives(what) == []


def test_an_empty_map() -> None:
    run = best_run(running("", "C9.1:JHR", "D"))
    assert (run.routes, run.revenue, run.proven) == ((), 0, True)


def test_two_trains_share_stops_but_not_track() -> None:
    what = running(RING, "C9.1:JHR C13.0:JHR", "2 2")
    run = best_run(what)
    check(what, run)
    assert run.revenue == (30 + 30) + (30 + 20)
    assert [set(route.stops) for route in run.routes] == [{"C9.1", "D10.0"}, {"D10.0", "C13.0"}]


def test_a_train_without_limit_goes_round() -> None:
    what = running(RING, "C9.1:JHR", "D")
    run = best_run(what)
    check(what, run)
    assert run.revenue == 30 + 30 + 10 + 20 + 30  # Tianjin once, and the bonus for Tangshan


@pytest.mark.parametrize(("train", "revenue"), [("2", 40), ("3", 60)])
def test_the_harbour_uses_up_no_range(train: str, revenue: int) -> None:
    """G11 20 - G13 10 - H14 20 - H16 10, with the token on Qingdao (H14)."""
    what = running("G11:57/1 G13:58/5 H14:6/2", "H14.0:LYR", train, company="LYR")
    run = best_run(what)
    check(what, run)
    assert run.revenue == revenue
    assert run.routes[0].stops[-1] == "H16.0" or run.routes[0].stops[0] == "H16.0"


def test_a_station_and_the_harbour_make_a_route() -> None:
    what = running("H14:57/1", "H14.0:LYR", "2", company="LYR")
    assert best_run(what).routes[0].path in (("H14.0", "H16.0"), ("H16.0", "H14.0"))


def test_each_number_of_subsidy_calls_has_its_best_run() -> None:
    """Datong (C3) with a token, the mountain (C5) beside it and Taiyuan beyond: 20 + 0, or 20 + 20."""
    what = running("C3:5/4 C5:L41/1 D4:8/0 E3:57/0", "C3.0:JHR", "2")
    runs = best_runs_by_calls(what)
    for run in runs.values():
        check(what, run)
    assert {calls: (run.revenue, run.subsidy) for calls, run in runs.items()} == {0: (40, 0), 1: (20, 40)}
    assert best_run(what).revenue == 40


def test_equal_revenue_ranks_by_subsidy() -> None:
    """A 3-train that reaches the mountain besides Datong and Taiyuan."""
    what = running("C3:5/4 C5:L41/1 D4:8/0 E3:57/0", "C3.0:JHR", "3")
    assert (best_run(what).revenue, best_run(what).subsidy) == (40, 40)


def test_alternatives_earn_the_same_and_call_elsewhere() -> None:
    """Zibo (G11) with a town worth 10 on either side."""
    what = running("G11:57/1 G13:58/5 G9:58/4", "G11.0:ZDR", "2", company="ZDR")
    best = best_run(what)
    (other,) = alternatives(what)
    check(what, other)
    assert other.revenue == best.revenue == 30
    assert {frozenset(run.routes[0].stops) for run in (best, other)} == {
        frozenset({"G11.0", "G13.0"}),
        frozenset({"G11.0", "G9.0"}),
    }


def test_runs_with_impossible_calls_are_refused() -> None:
    with pytest.raises(BadInput, match="exactly 3 times"):
        best_run(running(RING, "C9.1:JHR", "2"), subsidy_calls=3)
