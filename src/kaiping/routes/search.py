"""The best run of a company: exact, with proof."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from msgspec import Struct

from kaiping.action import Route
from kaiping.errors import BadInput
from kaiping.routes import program
from kaiping.routes.arms import Candidate, TooMany
from kaiping.routes.check import worth
from kaiping.routes.country import Country, Slot
from kaiping.routes.income import Problem
from kaiping.routes.packing import Lister, OutOfTime, Packing, undominated

#: the points that each train runs, none where it stays at home
Paths = Sequence[tuple[str, ...]]

#: seconds that a search for alternatives may take
_PATIENCE = 1.0
#: routes of a train with a range beside which the others are tried out
_TRIES = 8
#: ranges tried in turn where the network is too dense and the solver is missing
_SHORTER = (12, 9, 7, 5, 4, 3, 2)


class Run(Struct, frozen=True):
    """A set of routes, what it earns, and whether nothing earns more."""

    routes: tuple[Route, ...]
    revenue: int
    subsidy: int
    proven: bool
    #: no run earns more revenue than this
    bound: int
    seconds: float


def best_run(problem: Problem, *, subsidy_calls: int | None = None, deadline: float | None = None) -> Run:
    """The run with the highest revenue, then the highest subsidy.

    With ``subsidy_calls`` the best among the runs with exactly that many calls at stops that pay a subsidy.
    ``deadline`` is a moment of ``time.perf_counter``; past it the best run so far comes with its bound.
    """
    found: Run | None = problem.memo.get(("best run", subsidy_calls))
    if found is None:
        search = _Search(problem, deadline)
        found = search.best(search.spreads(subsidy_calls))
        if found is None:
            raise BadInput(f"no run calls exactly {subsidy_calls} times at stops that pay a subsidy")
        if found.proven:
            problem.memo["best run", subsidy_calls] = found
    return found


def best_runs_by_calls(problem: Problem, *, deadline: float | None = None) -> dict[int, Run]:
    """The best run for each number of subsidy calls that is possible (1888-2022:VIII.3.7.7)."""
    search = _Search(problem, deadline)
    places = search.country.calls.bit_count()
    if not places:
        return {0: best_run(problem, deadline=deadline)}
    runs: dict[int, Run] = {}
    for calls in range(len(problem.trains) * places + 1):
        run: Run | None = problem.memo.get(("best run", calls))
        if run is None:
            run = search.best(search.spreads(calls))
        if run is not None:
            runs[calls] = run
            if run.proven:
                problem.memo["best run", calls] = run
    return runs


def alternatives(problem: Problem, *, subsidy_calls: int | None = None, limit: int = 10) -> list[Run]:
    """Other runs that earn exactly as much as the best one but call at other stops, up to a number of them.

    On networks too dense to list the routes there are none to show.
    """
    best = best_run(problem, subsidy_calls=subsidy_calls)
    search = _Search(problem, time.perf_counter() + _PATIENCE)
    known = {_calls(best)}
    others: list[Run] = []
    with suppress(TooMany, OutOfTime):
        for run in search.all(search.spreads(subsidy_calls), best):
            if _calls(run) not in known:
                known.add(_calls(run))
                others.append(run)
                if len(others) >= limit:
                    break
    return others


def _calls(run: Run) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Which trains call where, whatever the order and the track between."""
    return tuple(sorted((route.train, tuple(sorted(route.stops))) for route in run.routes))


class _Search:
    """Picks the method: lists of routes where they can be listed, else the integer program."""

    def __init__(self, problem: Problem, deadline: float | None) -> None:
        self.problem = problem
        self.deadline = deadline
        self.country = Country(problem)
        self._listers: dict[int | None, Lister | TooMany] = {}

    def spreads(self, calls: int | None) -> list[tuple[Slot, ...]]:
        """Every way to share out that many subsidy calls among the trains; trains of one range are alike."""
        ranges = [train.range for train in self.problem.trains]
        if calls is None:
            return [tuple((reach, None) for reach in ranges)]
        spreads: dict[tuple[Slot, ...], tuple[Slot, ...]] = {}
        most = min(calls, self.country.calls.bit_count())
        for shares in product(range(most + 1), repeat=len(ranges)):
            if sum(shares) == calls:
                slots = tuple(zip(ranges, shares, strict=True))
                spreads.setdefault(tuple(sorted(slots, key=str)), slots)
        return list(spreads.values())

    def best(self, spreads: Sequence[tuple[Slot, ...]]) -> Run | None:
        """The best run for any of these sets of slots, None where there is none."""
        began = time.perf_counter()
        best: Run | None = None
        bound, proven = 0, True
        for slots in spreads:
            paths, limit, exact = self._solve(slots, -1 if best is None else self._score(best))
            bound, proven = max(bound, limit), proven and exact
            if paths is not None:
                run = self._run(paths)
                if best is None or self._score(run) > self._score(best):
                    best = run
        if best is None:
            return None
        return Run(
            routes=best.routes,
            revenue=best.revenue,
            subsidy=best.subsidy,
            proven=proven,
            bound=best.revenue if proven else max(best.revenue, bound),
            seconds=time.perf_counter() - began,
        )

    def all(self, spreads: Sequence[tuple[Slot, ...]], best: Run) -> Iterator[Run]:
        """Every run that scores like the best one, many of them with the same calls."""
        for slots in spreads:
            packing = Packing(self._lister(slots), slots, self.deadline)
            for chosen in packing.all(self._score(best)):
                yield self._run([candidate.path() for candidate in chosen])

    def _score(self, run: Run) -> int:
        return run.revenue * self.country.scale + run.subsidy

    def _run(self, paths: Paths) -> Run:
        routes = tuple(Route(train.name, path) for train, path in zip(self.problem.trains, paths, strict=True) if path)
        incomes = [worth(self.problem, route) for route in routes]
        revenue = sum(income.revenue for income in incomes)
        return Run(routes, revenue, sum(income.subsidy for income in incomes), True, revenue, 0.0)

    def _lister(self, slots: Sequence[Slot]) -> Lister:
        """Lists for trains up to the longest of the slots, made once."""
        ranges = [slot[0] for slot in slots]
        limit = None if None in ranges else max((reach for reach in ranges if reach is not None), default=0)
        found = self._listers.get(limit)
        if found is None:
            try:
                found = Lister(self.country, limit)
            except TooMany as refusal:
                found = refusal
            self._listers[limit] = found
        if isinstance(found, TooMany):
            raise found
        return found

    def _solve(self, slots: Sequence[Slot], floor: int) -> tuple[Paths | None, int, bool]:
        """Paths that score more than the floor, if there are any; a bound of the revenue; whether that is proven."""
        try:
            packing = Packing(self._lister(slots), slots, self.deadline)
        except TooMany:
            return self._dense(slots)
        try:
            run = packing.best(floor)
        except TooMany:
            return self._dense(slots)
        except OutOfTime:
            paths = None if packing.run is None else [candidate.path() for candidate in packing.run]
            return paths, packing.ceiling // self.country.scale, False
        if run is None:
            return None, 0, True
        return [candidate.path() for candidate in run], sum(route.score for route in run) // self.country.scale, True

    def _dense(self, slots: Sequence[Slot]) -> tuple[Paths | None, int, bool]:
        """The same by the integer program."""
        if not program.available():
            return self._short(slots)
        solution = program.solve(self.country, slots, self._columns(slots), deadline=self.deadline)
        bound = int(min(solution.bound + 0.001, self._ceiling(slots)))
        if solution.routes is None:
            if solution.proven:
                return None, 0, True
            return self._short(slots)[0], bound, False
        paths = [() if chain is None else chain.path for chain in solution.routes]
        # the solver reckons with fractions: what it says is believed where it comes out to the coin
        return paths, bound, solution.proven and self._run(paths).revenue == bound

    def _ceiling(self, slots: Sequence[Slot]) -> int:
        """More than the trains can earn, however the track lies."""
        return sum(self.country.ceiling(reach) for reach, _ in slots) // self.country.scale

    def _columns(self, slots: Sequence[Slot]) -> dict[Slot, list[Candidate]]:
        """Lists for the trains with a range beside those without, cut down to what the best run can hold."""
        flows = [slot for slot in slots if slot[0] is None]
        listed = [slot for slot in slots if slot[0] is not None]
        if not flows or not listed:
            return {}
        alone = program.solve(self.country, flows, {}, deadline=self.deadline)
        if alone.routes is None or not alone.proven:
            return {}
        scale = self.country.scale
        most = (int(alone.bound + 0.001) + 1) * scale - 1
        try:
            packing = Packing(self._lister(listed), listed, self.deadline)
            if not packing.possible:
                return {}
            # runs put together in two ways: what the others leave, and what they can do beside a good choice
            beside = packing.greedy(sum(chain.mask for chain in alone.routes if chain is not None))
            floor = -1 if beside is None else most - scale + 1 + beside
            for candidate in packing.lister.routes(listed[0], 1)[:_TRIES] if len(listed) == 1 else ():
                if candidate.score + most > floor:
                    rest = program.solve(self.country, flows, {}, used=candidate.mask, deadline=self.deadline)
                    if rest.routes is not None and rest.proven:
                        floor = max(floor, candidate.score + int(rest.bound + 0.001) * scale)
            slack = most + packing.ceiling - floor
            return {
                slot: undominated(packing.lister.routes(slot, packing.firsts[slot].score - slack))
                for slot in dict.fromkeys(listed)
            }
        except (TooMany, OutOfTime):
            return {}

    def _short(self, slots: Sequence[Slot]) -> tuple[Paths | None, int, bool]:
        """Without the solver: a good run of shorter routes, and what all stops together would earn."""
        bound = self._ceiling(slots)
        for limit in _SHORTER:
            shorter = [(limit if reach is None else min(limit, reach), calls) for reach, calls in slots]
            try:
                packing = Packing(self._lister(shorter), shorter, self.deadline)
            except TooMany:
                continue
            with suppress(TooMany, OutOfTime):
                packing.best(-1)
            if packing.run is not None:
                return [candidate.path() for candidate in packing.run], bound, False
        return None if any(calls for _, calls in slots) else [()] * len(slots), bound, False
