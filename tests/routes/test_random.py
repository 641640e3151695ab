"""The best run against brute force in random positions on the boards of all three titles."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kaiping.errors import BadInput
from kaiping.routes import arms, branching, middles
from kaiping.routes.check import fault, incomes
from kaiping.routes.country import Country, Slot
from kaiping.routes.network import point
from kaiping.routes.search import ANY, Wish, best_run, best_runs_by_calls
from tests.routes.brute import TooSlow, best, best_by_calls
from tests.routes.positions import Drawn, check, drawn

ALL = ("1888", "1880", "1890")
NEWER = ("1880", "1890")


def examples(number: int) -> settings:
    return settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck))


def compare(position: Drawn, *, most: int) -> None:
    """The search finds what brute force finds, for each number of subsidy calls, unless brute force is too slow."""
    try:
        wanted = best_by_calls(position.position, most=most)
    except TooSlow:
        return
    what = position.problem
    runs = best_runs_by_calls(what)
    for run in runs.values():
        check(what, run)
    assert {calls: run.revenue for calls, run in runs.items()} == wanted
    top = best_run(what)
    check(what, top)
    assert (top.revenue, top.subsidy) == max((run.revenue, run.subsidy) for run in runs.values())


@examples(60)
@given(drawn())
def test_positions_of_1888(position: Drawn) -> None:
    compare(position, most=20_000)


@examples(120)
@given(drawn(most_tiles=12, titles=NEWER))
def test_positions_of_1880_and_1890(position: Drawn) -> None:
    compare(position, most=20_000)


@pytest.mark.slow
@examples(4_000)
@given(drawn(most_tiles=14))
def test_many_positions_of_1888(position: Drawn) -> None:
    compare(position, most=200_000)


@pytest.mark.slow
@examples(4_000)
@given(drawn(most_tiles=14, titles=NEWER))
def test_many_positions_of_1880_and_1890(position: Drawn) -> None:
    compare(position, most=100_000)


def compare_by_program(position: Drawn, most: int) -> None:
    """Where routes are too many to list, the integer program finds the same."""
    try:
        wanted = best_by_calls(position.position, most=most)
    except TooSlow:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arms, "MOST_ARMS", 1)
        what = position.problem
        runs = best_runs_by_calls(what)
        top = best_run(what)
    for run in [*runs.values(), top]:
        check(what, run)
    assert {calls: run.revenue for calls, run in runs.items()} == wanted
    assert (top.revenue, top.subsidy) == max((run.revenue, run.subsidy) for run in runs.values())


@examples(40)
@given(drawn(most_tiles=12, titles=ALL))
def test_positions_by_the_integer_program(position: Drawn) -> None:
    compare_by_program(position, 20_000)


@pytest.mark.slow
@examples(3_000)
@given(drawn(most_tiles=14, titles=ALL))
def test_many_positions_by_the_integer_program(position: Drawn) -> None:
    compare_by_program(position, 100_000)


def compare_solution(position: Drawn, most: int) -> None:
    """The integer program alone, with trains as columns and as flows, one of which has the bonus paid once."""
    what = position.problem
    if what.subsidies:
        return
    try:
        wanted = best(position.position, most=most)
    except TooSlow:
        return
    assert wanted is not None
    country = Country(what)
    slots = [Slot(train.limit, train.counted) for train in what.trains]
    for limit in (middles.MOST_ARMS, 0):  # without arms all trains are flows
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(arms, "MOST_ARMS", 1)
            patch.setattr(middles, "MOST_ARMS", limit)
            solution = branching.solve(country, slots)
        assert solution.proven
        assert solution.paths is not None
        assert len(solution.paths) == len(slots)
        assert solution.bound // country.scale == wanted


@examples(30)
@given(drawn(most_tiles=12, titles=NEWER))
def test_solutions_of_the_integer_program(position: Drawn) -> None:
    compare_solution(position, 20_000)


@pytest.mark.slow
@examples(2_000)
@given(drawn(most_tiles=14, titles=NEWER))
def test_many_solutions_of_the_integer_program(position: Drawn) -> None:
    compare_solution(position, 100_000)


@st.composite
def wished(draw: st.DrawFn, most_tiles: int, titles: tuple[str, ...] = ALL) -> tuple[Drawn, Wish]:
    """A position and a wish: stops to call at, few of them out of reach, and trains to leave at home."""
    position = draw(drawn(most_tiles=most_tiles, titles=titles))
    what = position.problem
    near = sorted({point(what.network.ids[stop]) for stop in Country(what).stops}) or ["A1.0"]
    anywhere = sorted(map(point, what.network.ids))
    stops = draw(st.lists(st.sampled_from(near if draw(st.integers(0, 4)) else anywhere), max_size=3))
    home = draw(st.lists(st.sampled_from(range(len(what.trains))), max_size=2, unique=True))
    return position, Wish(stops=tuple(stops), home=tuple(what.trains[index].name for index in home))


def compare_wish(position: Drawn, wish: Wish, *, most: int, dense: bool) -> None:
    what = position.problem
    known = set(map(point, what.network.ids))
    stops = [(text.split(".")[0], int(text.split(".")[1])) for text in wish.stops]
    try:
        wanted = (
            best(position.without(wish.home).position, stops=stops, most=most) if known >= set(wish.stops) else None
        )
    except TooSlow:
        return
    with pytest.MonkeyPatch.context() as patch:
        if dense:
            patch.setattr(arms, "MOST_ARMS", 1)
        if wanted is None:
            with pytest.raises(BadInput):
                best_run(what, wish)
            return
        run = best_run(what, wish)
    check(what, run)
    assert run.revenue == wanted
    called = {stop for route in run.routes for stop in route.stops}
    places = {what.network.places[what.network.numbers[stop]] for stop in stops}
    met = {what.network.places[number] for number, stop in enumerate(what.network.ids) if point(stop) in called}
    assert places <= met
    left = position.trains.split()
    for name in [*wish.home, *(route.train for route in run.routes)]:
        left.remove(name)  # no train both at home and on the way


@examples(80)
@given(wished(most_tiles=10))
def test_wishes(case: tuple[Drawn, Wish]) -> None:
    compare_wish(*case, most=20_000, dense=False)


@examples(20)
@given(wished(most_tiles=10))
def test_wishes_by_the_integer_program(case: tuple[Drawn, Wish]) -> None:
    compare_wish(*case, most=20_000, dense=True)


@pytest.mark.slow
@examples(4_000)
@given(wished(most_tiles=13))
def test_many_wishes(case: tuple[Drawn, Wish]) -> None:
    compare_wish(*case, most=100_000, dense=False)


@pytest.mark.slow
@examples(1_500)
@given(wished(most_tiles=12))
def test_many_wishes_by_the_integer_program(case: tuple[Drawn, Wish]) -> None:
    compare_wish(*case, most=100_000, dense=True)


@examples(40)
@given(drawn(most_tiles=12, titles=ALL))
def test_positions_out_of_time(position: Drawn) -> None:
    """A deadline that has passed gives a legal run and a bound that holds."""
    exact = best_run(position.problem)
    for most in (arms.MOST_ARMS, 4):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(arms, "MOST_ARMS", most)
            what = position.problem
            run = best_run(what, ANY, deadline=time.perf_counter() - 1)
        assert fault(what, run.routes) is None
        assert run.revenue == sum(income.revenue for income in incomes(what, run.routes))
        assert run.revenue <= exact.revenue <= run.bound
        if run.proven:
            assert run.revenue == run.bound
