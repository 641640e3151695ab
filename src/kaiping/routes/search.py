"""The best run of a company: exact, with proof."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import product
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from kaiping import arguments
from kaiping.action import Route
from kaiping.errors import BadInput
from kaiping.language import gettext as _
from kaiping.routes import counts
from kaiping.routes.arms import TooMany
from kaiping.routes.check import fault, incomes
from kaiping.routes.country import Country, Slot, union
from kaiping.routes.income import RunProblem, Train
from kaiping.routes.network import point
from kaiping.routes.packing import LOWEST, Lister, OutOfTime, Packing
from kaiping.routes.safety import NoSolver, Wrong, safely
from kaiping.routes.simple import highest, simple_run

#: countries that are kept of each company, those met last
COUNTRIES = 4

#: the points that each train runs, none where it stays at home
Paths = Sequence[tuple[str, ...]]

#: seconds that a search for alternatives may take
_PATIENCE = 1.0
#: how much longer lists of routes may be where the solver is not installed; the sets of arms grow by the square
_PATIENT = 5
#: ranges tried in turn where the time is up
_SHORTER = (5, 4, 3, 2)


class Wish(Struct, frozen=True):
    """What a president asks of a run beside its revenue."""

    #: exactly so many calls at stops that pay a subsidy; None: any number
    subsidy_calls: int | None = None
    #: stops at which some route must call, as points such as "C9.1"
    stops: tuple[str, ...] = ()
    #: names of trains that stay at home
    home: tuple[str, ...] = ()


ANY = Wish()


class Run(Struct, frozen=True):
    """A set of routes, what it earns, and whether nothing earns more."""

    routes: tuple[Route, ...]
    revenue: int
    subsidy: int
    proven: bool
    #: no run earns more revenue than this
    bound: int
    seconds: float


def best_run(problem: RunProblem, wish: Wish = ANY, *, deadline: float | None = None) -> Run:
    """The run with the highest revenue, then the highest subsidy, among those that are as wished.

    ``deadline`` is a moment of ``time.perf_counter``; past it the best run so far comes with its bound. So does the
    best run that is known where the search fails.
    """
    if not isinstance(problem, RunProblem):
        raise BadInput(f"what there is to run is what game.running gives, not {arguments.quoted(problem)}")
    found: Run | None = problem.memo.get(wish)
    if found is None:
        search = _Search(problem, wish, deadline)
        found = safely(problem, search.best, search.otherwise, search.nothing)
        if found is None:
            raise BadInput(str(search.unsolved or _("%s can run nothing like that") % problem.company))
        if found.proven:
            problem.memo[wish] = found
    return found


class Comparison:
    """Best runs of one company on boards that differ little, as where each tile that it may lay is tried.

    Where a change touches nothing that the trains can reach, or does the same as another one, nothing is searched.
    """

    def __init__(self) -> None:
        self._known: dict[object, Run] = {}
        self._countries: dict[object, _Met] = {}

    def best_run(self, problem: RunProblem, *, deadline: float | None = None) -> Run:
        """The run with the highest revenue, then the highest subsidy."""
        search = _Search(problem, ANY, deadline)
        found = safely(problem, lambda: self._best(search), search.otherwise, search.nothing)
        assert found is not None  # trains of which nothing is asked may stay at home
        return found

    def _best(self, search: _Search) -> Run | None:
        problem, memo = search.problem, search.problem.memo
        found = self._countries.get(problem.but_trains)
        if found is None:
            found = _met(search)
            if found.country.scale == 1:  # otherwise it depends on how many trains there are
                self._countries[problem.but_trains] = found
        search.country = found.country
        run = found.runs.get(problem.trains)
        if run is not None:
            memo.setdefault(ANY, run)  # the country is the same to the letter, not only alike
        else:
            key = (problem.company, problem.trains, found.likeness)
            run = self._known.get(key)
            if run is None:
                run = memo.get(ANY) or search.best()
                if run is not None and run.proven:
                    self._known[key] = memo[ANY] = found.runs[problem.trains] = run
        return run


class _Met(NamedTuple):
    """A country that was met in a comparison, and the best runs that were found in it."""

    country: Country
    likeness: object
    #: by trains
    runs: dict[tuple[Train, ...], Run]


def _met(search: _Search) -> _Met:
    """The country of a search: one that was met before, perhaps turns ago, if it is still the same; else a new one."""
    problem = search.problem
    memo, name = problem.network.memo, ("countries", problem.company)
    known: tuple[_Met, ...] = memo.get(name, ())
    found = next((one for one in known if one.country.is_of(problem)), None)
    if found is None:
        found = _Met(search.country, search.country.likeness(), {})
        if found.country.scale != 1:
            return found
    memo[name] = (found, *[one for one in known if one is not found])[:COUNTRIES]
    return found


def best_runs_by_calls(problem: RunProblem, *, deadline: float | None = None) -> dict[int, Run]:
    """The best run for each number of subsidy calls that is possible (1888-2022:VIII.3.7.7).

    Where the search fails there is one at least, the best that is known.
    """
    search = _Search(problem, ANY, deadline)
    places = safely(problem, lambda: search.country.calls.bit_count(), lambda: 0)
    runs: dict[int, Run] = {}
    for calls in range(len(problem.trains) * places + 1 if places else 0):
        wish = Wish(subsidy_calls=calls)
        run: Run | None = problem.memo.get(wish)
        if run is None:
            run = safely(problem, partial(search.best, wish), partial(search.otherwise, wish), lambda: None)
        if run is not None:
            runs[calls] = run
            if run.proven:
                problem.memo[wish] = run
    if not runs:
        run = best_run(problem, deadline=deadline)
        runs[_subsidy_calls(problem, run)] = run
    return runs


def unbeaten(runs: dict[int, Run]) -> dict[int, Run]:
    """Of the best runs by calls those that no other beats (1888-2022:VIII.3.7.5, VIII.3.7.7).

    One run beats another with at least as much revenue, at least as many calls, and more of one of them.
    """
    left: dict[int, Run] = {}
    for calls in sorted(runs, reverse=True):
        if all(run.revenue < runs[calls].revenue for run in left.values()):
            left[calls] = runs[calls]
    return dict(sorted(left.items()))


def alternatives(problem: RunProblem, wish: Wish = ANY, *, limit: int = 10) -> list[Run]:
    """Other runs that earn exactly as much as the best one but call at other stops, up to a number of them.

    On networks too dense to list the routes there are none to show.
    """
    best = best_run(problem, wish)
    search = _Search(problem, wish, time.perf_counter() + _PATIENCE)
    return safely(problem, lambda: _others(search, best, limit), list)


def _others(search: _Search, best: Run, limit: int) -> list[Run]:
    known = {_calls(best)}
    others: list[Run] = []
    with suppress(TooMany, OutOfTime):
        for run in search.all(best):
            if _calls(run) not in known:
                known.add(_calls(run))
                others.append(run)
                if len(others) >= limit:
                    break
    return others


def _calls(run: Run) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Which trains call where, whatever the order and the track between."""
    return tuple(sorted((route.train, tuple(sorted(route.stops))) for route in run.routes))


def _subsidy_calls(problem: RunProblem, run: Run) -> int:
    """How often a run calls where the treasury is paid."""
    paying = {point(problem.network.ids[stop]) for stop in problem.subsidies}
    return sum(stop in paying for route in run.routes for stop in route.stops)


class _Search:
    """Picks the method: lists of routes where they can be listed, else the integer program."""

    def __init__(self, problem: RunProblem, wish: Wish, deadline: float | None) -> None:
        self.wish = wish
        self.deadline = deadline
        self.required = _places(problem, wish.stops)
        self.problem = problem.with_trains(_running(problem, wish.home)) if wish.home else problem
        self._listers: dict[int | None, Lister] = {}
        #: why the best run was not looked for, if it was not
        self.unsolved: NoSolver | None = None
        #: the best run so far that is as wished
        self._known: Run | None = None

    @cached_property
    def country(self) -> Country:
        return Country(self.problem, required=union(self.required))

    def spreads(self, wish: Wish) -> list[tuple[Slot, ...]]:
        """Every way to share out among the trains what is asked of the run; trains of one kind are alike."""
        plain = [Slot(train.limit, train.counted) for train in self.problem.trains]
        trains, single = range(len(plain)), self.country.has_single_bonus
        if wish.subsidy_calls is None and not self.required and not single:
            return [tuple(plain)]
        holders: Sequence[int | None] = trains if single and trains else (None,)
        spreads: dict[tuple[Slot, ...], tuple[Slot, ...]] = {}
        for split, holder, bearers in product(
            self._splits(wish.subsidy_calls), holders, product(trains, repeat=len(self.required))
        ):
            slots = tuple(
                slot._replace(
                    calls=split[index],
                    must=union(bit for bit, bearer in zip(self.required, bearers, strict=True) if bearer == index),
                    once=holder in (None, index),
                )
                for index, slot in enumerate(plain)
            )
            spreads.setdefault(tuple(sorted(slots, key=str)), slots)
        return list(spreads.values())

    def _splits(self, calls: int | None) -> list[tuple[int | None, ...]]:
        """Every way to share out so many subsidy calls."""
        trains = len(self.problem.trains)
        if calls is None:
            return [(None,) * trains]
        most = min(calls, self.country.calls.bit_count())
        return [split for split in product(range(most + 1), repeat=trains) if sum(split) == calls]

    def best(self, wish: Wish | None = None) -> Run | None:
        """The best run that is as wished, None where there is none."""
        began = time.perf_counter()
        self._known = None
        if union(self.required) & ~union(self.problem.network.places[stop] for stop in self.country.stops):
            return None  # out of reach
        spreads = self.spreads(self.wish if wish is None else wish)
        best: Run | None = None
        if len(spreads) > 1 and self.country.has_single_bonus:
            # as if each route could have the bonus that one only has: mostly one of them earns it anyway
            easier = {tuple(slot._replace(once=True) for slot in slots): None for slots in spreads}
            best, bound, proven = self._best_of(list(easier), None)
            if best is not None and proven and best.revenue == bound:
                spreads = []
        if spreads:
            best, bound, proven = self._best_of(spreads, best)
        if best is None:
            return None
        wrong = fault(self.problem, best.routes)
        if wrong is not None:
            raise Wrong(f"{wrong.code}: {wrong.figures}")
        return Run(
            routes=best.routes,
            revenue=best.revenue,
            subsidy=best.subsidy,
            proven=proven,
            bound=best.revenue if proven else max(best.revenue, bound),
            seconds=time.perf_counter() - began,
        )

    def _best_of(self, spreads: Sequence[tuple[Slot, ...]], best: Run | None) -> tuple[Run | None, int, bool]:
        """The best run of these spreads or the one known, a bound of the revenue, and whether that is proven."""
        bound, proven = 0, True
        for slots in spreads:
            self._known = best
            paths, limit, exact = self._solve(slots, LOWEST if best is None else self._score(best))
            bound, proven = max(bound, limit), proven and exact
            if paths is not None:
                run = self._run(paths)
                if best is None or self._score(run) > self._score(best):
                    best = run
        return best, bound, proven

    def otherwise(self, wish: Wish | None = None) -> Run | None:
        """Where the search fails: the best run that it knew by then or a plain one, if they are as wished."""
        known = [self._run_of(simple_run(self.problem))]
        if self._known is not None and fault(self.problem, self._known.routes) is None:
            known.append(self._known)
        wished = [run for run in known if self._is_wished(run, self.wish if wish is None else wish)]
        best = max(wished, key=lambda run: (run.revenue, run.subsidy), default=None)
        return None if best is None else replace(best, proven=False, bound=max(best.revenue, highest(self.problem)))

    def nothing(self) -> Run | None:
        """Where not even a plain run is found: all trains stay at home, unless something is asked of them."""
        asked = self.required or self.wish.subsidy_calls
        return None if asked else Run((), 0, 0, proven=False, bound=highest(self.problem), seconds=0.0)

    def _is_wished(self, run: Run, wish: Wish) -> bool:
        """Does a run of the trains that are not kept at home do what is wished?"""
        called = {stop for route in run.routes for stop in route.stops}
        places, ids = self.problem.network.places, self.problem.network.ids
        met = union(places[stop] for stop in range(len(ids)) if point(ids[stop]) in called)
        calls = _subsidy_calls(self.problem, run)
        return not union(self.required) & ~met and wish.subsidy_calls in (None, calls)

    def all(self, best: Run) -> Iterator[Run]:
        """Every run that scores like the best one, many of them with the same calls."""
        for slots in self.spreads(self.wish):
            packing = Packing(self._lister(slots), slots, self.deadline)
            for chosen in packing.all(self._score(best)):
                yield self._run([candidate.path() for candidate in chosen])

    def _score(self, run: Run) -> int:
        return run.revenue * self.country.scale + run.subsidy

    def _run(self, paths: Paths) -> Run:
        trains = self.problem.trains
        return self._run_of(tuple(Route(train.name, path) for train, path in zip(trains, paths, strict=True) if path))

    def _run_of(self, routes: tuple[Route, ...]) -> Run:
        earned = incomes(self.problem, routes)
        revenue = sum(income.revenue for income in earned)
        return Run(routes, revenue, sum(income.subsidy for income in earned), True, revenue, 0.0)

    def _lister(self, slots: Sequence[Slot]) -> Lister:
        """Lists for trains up to the longest of the slots, made once."""
        limit = counts.highest([slot.limit for slot in slots if slot.counted is None])
        if limit not in self._listers:
            self._listers[limit] = Lister(self.country, limit)
        return self._listers[limit]

    def _solve(self, slots: Sequence[Slot], floor: int) -> tuple[Paths | None, int, bool]:
        """Paths that score more than the floor, if there are any; a bound of the revenue; whether that is proven."""
        packing: Packing | None = None
        try:
            packing = Packing(self._lister(slots), slots, self.deadline)
            run = packing.best(floor)
        except TooMany:
            if packing is not None and packing.run is not None:
                self._known = self._run([candidate.path() for candidate in packing.run])
            return self._dense(slots, floor)
        except OutOfTime:
            paths = None
            bound = sum(self.country.ceiling(slot) for slot in slots)
            if packing is not None:
                paths = None if packing.run is None else [candidate.path() for candidate in packing.run]
                bound = packing.ceiling
            return paths, bound // self.country.scale, False
        if run is None:
            return None, 0, True
        return [candidate.path() for candidate in run], sum(route.score for route in run) // self.country.scale, True

    def _dense(self, slots: Sequence[Slot], floor: int) -> tuple[Paths | None, int, bool]:
        """The same by the integer program, which takes a while to load; without it by longer lists, if these do."""
        try:
            from kaiping.routes.branching import solve
        except ModuleNotFoundError as missing:
            if self.country.patience < _PATIENT:
                self.country.patience = _PATIENT
                self._listers.clear()
                return self._solve(slots, floor)
            self.unsolved = NoSolver(missing.name)
            raise self.unsolved from None
        # a run of the same revenue may still bring more subsidy
        least = floor // self.country.scale + (0 if self.country.calls else 1)
        solution = solve(self.country, slots, least, lister=self._lister(slots), deadline=self.deadline)
        ceiling = sum(self.country.ceiling(slot) for slot in slots)
        paths = solution.paths if solution.paths is not None or solution.proven else self._short(slots)
        return paths, min(solution.bound, ceiling) // self.country.scale, solution.proven

    def _short(self, slots: Sequence[Slot]) -> Paths | None:
        """Where the time was up before anything was found: a run of shorter routes, which take no time to list."""
        for stops in _SHORTER:
            shorter = [
                slot._replace(limit=counts.shortened(slot.limit, min(stops, slot.counted or stops)), counted=None)
                for slot in slots
            ]
            with suppress(TooMany):
                packing = Packing(self._lister(shorter), shorter)
                if packing.possible and packing.greedy() is not None:
                    return [candidate.path() for candidate in packing.chosen()]
        return [()] * len(slots) if all(slot.may_stay for slot in slots) else None


def _running(problem: RunProblem, home: Sequence[str]) -> tuple[Train, ...]:
    """The trains without those kept at home."""
    left = list(problem.trains)
    for name in home:
        train = next((train for train in left if train.name == name), None)
        if train is None:
            raise BadInput(
                _("%(company)s has no %(train)s-train to keep at home") % {"company": problem.company, "train": name}
            )
        left.remove(train)
    return tuple(left)


def _places(problem: RunProblem, stops: Sequence[str]) -> list[int]:
    """The bit of each place that a stop belongs to."""
    if not stops:
        return []
    numbers = {point(stop): number for stop, number in problem.network.numbers.items()}
    for stop in stops:
        if stop not in numbers:
            raise BadInput(_("there is no stop %r on the map") % stop[:40])
    return list(dict.fromkeys(problem.network.places[numbers[stop]] for stop in stops))
