"""The best run of a company: exact, with proof."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from kaiping.action import Route
from kaiping.errors import BadInput
from kaiping.routes.candidates import HOME, Candidate, Country, OutOfTime, path
from kaiping.routes.check import worth
from kaiping.routes.income import Problem

#: one train: its range, and the number of subsidy calls asked of it (any number: None)
Slot = tuple[int | None, int | None]


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
    key = ("best_run", subsidy_calls)
    found: Run | None = problem.memo.get(key)
    if found is None:
        if subsidy_calls is None:
            found = _best(problem, [tuple((train.range, None) for train in problem.trains)], deadline)
        else:
            found = _best(problem, list(_spread(problem, subsidy_calls)), deadline)
        if found is None:
            raise BadInput(f"no run calls exactly {subsidy_calls} times at stops that pay a subsidy")
        if found.proven:
            problem.memo[key] = found
    return found


def best_runs_by_calls(problem: Problem) -> dict[int, Run]:
    """The best run for each number of subsidy calls that is possible (1888-2022:VIII.3.7.7)."""
    runs: dict[int, Run] = {}
    country = Country(problem)
    most = len(problem.trains) * country.calls.bit_count()
    for calls in range(most + 1):
        try:
            runs[calls] = best_run(problem, subsidy_calls=calls)
        except BadInput:
            continue
    return runs


def _spread(problem: Problem, calls: int) -> Iterator[tuple[Slot, ...]]:
    """Every way to share out that many calls among the trains; trains of one range are alike."""
    seen = set()
    for shares in product(range(calls + 1), repeat=len(problem.trains)):
        if sum(shares) != calls:
            continue
        slots = tuple((train.range, share) for train, share in zip(problem.trains, shares, strict=True))
        alike = tuple(sorted(slots, key=str))
        if alike not in seen:
            seen.add(alike)
            yield slots


def _best(problem: Problem, spreads: list[tuple[Slot, ...]], deadline: float | None) -> Run | None:
    began = time.perf_counter()
    country = Country(problem, deadline)
    best: list[Candidate] | None = None
    for slots in spreads:
        found = _pack(country, slots, _total(best))
        if found is not None:
            best = found
    if best is None:
        return None
    routes = tuple(
        Route(train.name, path(problem.network, candidate))
        for train, candidate in zip(problem.trains, best, strict=True)
        if candidate is not HOME
    )
    incomes = [worth(problem, route) for route in routes]
    revenue = sum(income.revenue for income in incomes)
    return Run(
        routes=routes,
        revenue=revenue,
        subsidy=sum(income.subsidy for income in incomes),
        proven=True,
        bound=revenue,
        seconds=time.perf_counter() - began,
    )


def _total(run: list[Candidate] | None) -> int:
    return -1 if run is None else sum(candidate[0] for candidate in run)


def _pack(country: Country, slots: tuple[Slot, ...], floor: int) -> list[Candidate] | None:
    """The best candidate for each slot, all on separate track, if they score more than the floor together."""
    kinds = sorted(set(slots), key=str)
    tops: dict[Slot, int] = {}
    for kind in kinds:
        routes = country.routes(kind[0], 0, calls=kind[1], best_only=True)
        if routes:
            tops[kind] = routes[0][0]
        elif not kind[1]:
            tops[kind] = 0
        else:
            return None
    order = sorted(range(len(slots)), key=lambda index: (-tops[slots[index]], str(slots[index])))
    ceiling = sum(tops[slot] for slot in slots)
    best: list[Candidate] | None = None
    greedy = _greedy(country, slots, order)
    if greedy is not None and _total(greedy) > floor:
        best, floor = greedy, _total(greedy)
    if floor >= ceiling:
        return best
    lists: dict[Slot, list[Candidate]] = {}
    for kind in kinds:
        least = floor + 1 - (ceiling - tops[kind])
        lists[kind] = country.routes(kind[0], max(0, least), calls=kind[1])
        if least <= 0 and not kind[1]:
            lists[kind].append(HOME)
    rest = [0] * (len(order) + 1)
    for position in range(len(order) - 1, -1, -1):
        rest[position] = rest[position + 1] + tops[slots[order[position]]]
    chosen: list[Candidate] = [HOME] * len(slots)

    def choose(position: int, begin: int, mask: int, score: int) -> None:
        nonlocal best, floor
        if position == len(order):
            if score > floor:
                best, floor = list(chosen), score
            return
        slot = slots[order[position]]
        routes = lists[slot]
        alike = position + 1 < len(order) and slots[order[position + 1]] == slot
        for index in range(begin, len(routes)):
            candidate = routes[index]
            if score + candidate[0] + rest[position + 1] <= floor:
                break
            if candidate[1] & mask:
                continue
            chosen[order[position]] = candidate
            choose(position + 1, index if alike else 0, mask | candidate[1], score + candidate[0])

    choose(0, 0, 0, 0)
    return best


def _greedy(country: Country, slots: tuple[Slot, ...], order: list[int]) -> list[Candidate] | None:
    chosen: list[Candidate] = [HOME] * len(slots)
    mask = 0
    for index in order:
        limit, calls = slots[index]
        routes = country.routes(limit, 0, calls=calls, used=mask, best_only=True)
        if routes:
            chosen[index] = routes[0]
            mask |= routes[0][1]
        elif calls:
            return None
    return chosen
