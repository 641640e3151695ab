"""The best run of a company: exact, with proof."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from kaiping.action import Route
from kaiping.errors import BadInput
from kaiping.routes.arms import Candidate
from kaiping.routes.check import worth
from kaiping.routes.country import Country
from kaiping.routes.income import Problem
from kaiping.routes.packing import Lister, Slot, pack


class Run(Struct, frozen=True):
    """A set of routes, what it earns, and whether nothing earns more."""

    routes: tuple[Route, ...]
    revenue: int
    subsidy: int
    proven: bool
    #: no run earns more than this; equal to the revenue where that is proven
    bound: int
    seconds: float


def best_run(problem: Problem, *, subsidy_calls: int | None = None, deadline: float | None = None) -> Run:
    """The run with the highest revenue, then the highest subsidy.

    With ``subsidy_calls`` the best among the runs with exactly that many calls at stops that pay a subsidy.
    ``deadline`` is a moment of ``time.perf_counter``; past it the best run so far comes with its bound.
    """
    if subsidy_calls is None:
        spreads: list[tuple[Slot, ...]] = [tuple((train.range, None) for train in problem.trains)]
    else:
        spreads = list(_spread(problem, subsidy_calls))
    run = _best(problem, spreads)
    if run is None:
        raise BadInput(f"no run calls exactly {subsidy_calls} times at stops that pay a subsidy")
    return run


def best_runs_by_calls(problem: Problem) -> dict[int, Run]:
    """The best run for each number of subsidy calls that is possible (1888-2022:VIII.3.7.7)."""
    places = _country(problem).calls.bit_count()
    if not places:
        return {0: best_run(problem)}
    runs = {}
    for calls in range(len(problem.trains) * places + 1):
        run = _best(problem, list(_spread(problem, calls)))
        if run is not None:
            runs[calls] = run
    return runs


def _country(problem: Problem) -> Country:
    found: Country | None = problem.memo.get("country")
    if found is None:
        found = problem.memo["country"] = Country(problem)
    return found


def _lister(problem: Problem) -> Lister:
    found: Lister | None = problem.memo.get("lister")
    if found is None:
        found = problem.memo["lister"] = Lister(_country(problem))
    return found


def _spread(problem: Problem, calls: int) -> Iterator[tuple[Slot, ...]]:
    """Every way to share out that many calls among the trains; trains of one range are alike."""
    seen = set()
    for shares in product(range(calls + 1), repeat=len(problem.trains)):
        if sum(shares) == calls:
            slots = tuple((train.range, share) for train, share in zip(problem.trains, shares, strict=True))
            alike = tuple(sorted(slots, key=str))
            if alike not in seen:
                seen.add(alike)
                yield slots


def _best(problem: Problem, spreads: list[tuple[Slot, ...]]) -> Run | None:
    began = time.perf_counter()
    best: list[Candidate] | None = None
    floor = -1
    for slots in spreads:
        found = pack(_lister(problem), slots, floor)
        if found is not None:
            best, floor = found, sum(candidate.score for candidate in found)
    if best is None:
        return None
    routes = tuple(
        Route(train.name, candidate.arms.path(candidate.one, candidate.other))
        for train, candidate in zip(problem.trains, best, strict=True)
        if candidate.arms is not None
    )
    incomes = [worth(problem, route) for route in routes]
    revenue = sum(income.revenue for income in incomes)
    subsidy = sum(income.subsidy for income in incomes)
    return Run(routes, revenue, subsidy, True, revenue, time.perf_counter() - began)
