"""Routes by branch and cut, for networks too dense to list what a train can run.

The relaxed program gives a bound; cuts make it tight, so that little is left to try.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from math import floor as rounded_down
from math import inf

from msgspec import Struct

from kaiping.routes.arms import TooMany
from kaiping.routes.country import Country, Ride, Slot, union
from kaiping.routes.middles import Middles
from kaiping.routes.model import Relaxed
from kaiping.routes.packing import LOWEST, Lister, OutOfTime
from kaiping.routes.program import Program
from kaiping.routes.train_flow import edges_of
from kaiping.routes.turns import Choice, Start, earned, start

#: rounds of cuts, and how many of them may bring nothing before the cuts are left
_MOST_ROUNDS = 200
_PATIENCE = 12
#: rounds of cuts on parity in each branch
_ODD_ROUNDS = 6
#: rounds of cuts in a branch that may bring less than this before it is split further
_BRANCH_PATIENCE = 8
_PROGRESS = 0.5

_SLACK = 1e-4
#: values nearer to 0 or 1 are whole
_UNSURE = 1e-5


def _unlimited(slot: Slot) -> bool:
    return slot.limit is None


def _all(slot: Slot) -> bool:
    return True


class Solution(Struct, frozen=True):
    """What the train of each slot runs, if any choice fits; and a bound."""

    choices: tuple[Choice, ...] | None
    #: no choice scores more
    bound: int
    proven: bool

    @property
    def paths(self) -> tuple[tuple[str, ...], ...] | None:
        """The points of each route, none where the train stays at home."""
        return None if self.choices is None else tuple(choice.path for choice in self.choices)


def solve(
    country: Country,
    slots: Sequence[Slot],
    least: int = LOWEST,
    *,
    lister: Lister | None = None,
    deadline: float | None = None,
) -> Solution:
    """The best choice of routes that earns at least so much.

    ``lister`` has the routes of the same country, or has found them too many.
    """
    middles = _middles(country, slots)
    begun: Start | None = None
    if len(slots) > 1 or not country.calls:  # one train alone is the whole program where subsidies count
        alone = _Alone(country, middles, lister or Lister(country, None), deadline)
        try:
            begun = start(slots, alone)
        except OutOfTime:
            return Solution(None, sum(country.ceiling(slot) for slot in slots), False)
        if begun is None or begun.ceiling < least:
            return Solution(None, -1, True)
        if begun.choices is not None and begun.revenue == begun.ceiling and not country.calls:
            return Solution(begun.choices, begun.ceiling * country.scale, True)
    if middles is not None:
        with suppress(TooMany):
            program = Program(country, slots, middles, as_flow=_unlimited)
            return _BranchAndCut(program, begun, least, deadline).solve()
    return _BranchAndCut(Program(country, slots, None, as_flow=_all), begun, least, deadline).solve()


def _middles(country: Country, slots: Sequence[Slot]) -> Middles | None:
    """The routes of the trains with a range; None where there are none or too many."""
    ranged = [slot for slot in slots if slot.limit is not None]
    with suppress(TooMany):
        return Middles(country, edges_of(country), ranged) if ranged else None
    return None


class _Alone:
    """The best route of one train, by the quickest way that there is to it."""

    def __init__(self, country: Country, middles: Middles | None, lister: Lister, deadline: float | None) -> None:
        self.country = country
        self._middles = middles
        self._lister = lister
        self._deadline = deadline
        #: the best routes of trains that nothing stands in the way of
        self._firsts: dict[Slot, Choice] = {}

    def __call__(self, slot: Slot, *, used: int = 0, least: int = LOWEST) -> Choice | None:
        """The best route off the track used that earns at least so much, if there is one."""
        _check_time(self._deadline)
        best = self._best(slot, used, least)
        if best is not None and not used:
            self._firsts[slot] = best
        return None if best is None or best.revenue < least else best

    def _best(self, slot: Slot, used: int, least: int) -> Choice | None:
        country = self.country
        if slot.limit is not None and self._middles is not None:
            with suppress(TooMany):
                return self._choice(slot, self._middles.best_off(slot, used))
        with suppress(TooMany):
            best = self._lister.best(slot, used=used)
            return None if best is None else self._choice(slot, best.ride())
        if used:
            country = country.without(used)
            with suppress(TooMany):
                best = Lister(country, slot.limit).best(slot)
                return None if best is None else self._choice(slot, best.ride())
        return self._solved(country, slot, least)

    def _solved(self, country: Country, slot: Slot, least: int) -> Choice | None:
        """The same by a program of its own."""
        first = self._firsts.get(slot)
        begun = None if first is None else Start(None, first.revenue)
        solution = _BranchAndCut(Program(country, [slot], None, as_flow=_all), begun, least, self._deadline).solve(
            subsidies=False
        )
        if not solution.proven:
            raise OutOfTime
        return None if solution.choices is None else solution.choices[0]

    def _choice(self, slot: Slot, ride: Ride | None) -> Choice | None:
        if ride is not None:
            return _choice(self.country, slot, ride)
        return _choice(self.country, slot, Ride()) if slot.may_stay else None


def _choice(country: Country, slot: Slot, ride: Ride) -> Choice:
    """A route with its track and with what it earns."""
    fees = country.problem.toll(union(ride.track))
    plain = _income(country, slot._replace(once=False), ride.stops) - fees
    revenue = _income(country, slot, ride.stops) - fees if slot.once and country.has_single_bonus else plain
    return Choice(revenue, plain, union(country.masks[mask] for mask in ride.track), ride.path)


def _income(country: Country, slot: Slot, stops: Sequence[int]) -> int:
    """What a train earns at the stops of its route."""
    problem = country.problem
    if slot.counted is not None:
        stops = problem.best_counted(stops, slot.counted, once=slot.once)
    places = union(problem.network.places[stop] for stop in stops)
    return sum(problem.values[stop] for stop in stops) + country.bonus(places, once=slot.once) // country.scale


def _check_time(deadline: float | None) -> None:
    if deadline is not None and time.perf_counter() > deadline:
        raise OutOfTime


class _BranchAndCut:
    """The search for the best whole values of a program, with the best run known and the bound so far."""

    def __init__(self, program: Program, begun: Start | None, least: int, deadline: float | None) -> None:
        self.program = program
        self._deadline = deadline
        self._least = least
        self._subsidies = True
        self._known = None if begun is None or begun.revenue < least else begun.choices
        self._ceiling = program.loss if begun is None else begun.ceiling

    def solve(self, *, subsidies: bool = True) -> Solution:
        """The best run, among those of the same revenue the one with the highest subsidy if that is asked for."""
        self._subsidies = subsidies and bool(self.program.country.calls)
        try:
            root = self._tightened()
            if root is None:
                return self._outcome(proven=True)
            relaxed, most = root
            if self.program.has_columns and not self._done:
                self._search()  # among the routes found so far
            if self.program.has_columns and not self._done:
                wanted = self._revenue_known + (0 if self._subsidies else 1)
                self.program.list_routes(relaxed, most + _SLACK, max(wanted, -self.program.loss))
            if not self._done:
                self._search()
                self._ceiling = self._revenue_known  # nothing better was found
            if self._subsidies and self._known is not None:
                self._most_subsidy()
        except OutOfTime:
            return self._outcome(proven=False)
        return self._outcome(proven=True)

    @property
    def _revenue_known(self) -> int:
        """What the best run known earns, and less than is wanted at least where none is."""
        return self._least - 1 if self._known is None else earned(self._known)

    @property
    def _done(self) -> bool:
        """Nothing can be better than the run known, nor equal with more subsidy."""
        return self._revenue_known >= self._ceiling and not self._subsidies

    def _search(self) -> None:
        """Look for a run better than the one known until there is none."""
        for values in self._branch(self.program.step, lambda: self._revenue_known):
            found = self._choices(values)
            if found is not None and earned(found) > self._revenue_known:
                self._known = found
            if self._done:
                break
        self.program.model.fix({})

    def _branch(self, step: int, known: Callable[[], int]) -> Iterator[list[float]]:
        """Whole values without rings that weigh a step more than what is known by then, until there are none.

        Of the branches that may hold the best the deepest is followed.
        """
        # by what a branch may weigh, in steps, and then by depth
        todo: list[tuple[int, int, int, dict[int, int]]] = [(-self.program.loss, 0, 0, {})]
        number = 0
        while todo:
            _, depth, _, fixed = heappop(todo)
            self.program.model.fix(fixed)
            relaxed = self._cut_off(step, lambda: known() + 1)
            if relaxed is None:
                continue
            number += 1
            weighs = rounded_down((relaxed.weight + _SLACK) / step)
            if todo and -weighs > todo[0][0]:
                heappush(todo, (-weighs, depth, number, fixed))
                continue
            undecided = [column for column, value in enumerate(relaxed.values) if _UNSURE < value < 1 - _UNSURE]
            if not undecided:
                yield relaxed.values
                continue
            column = max(undecided, key=lambda column: self.program.urgency(column, relaxed.values[column]))
            for value in (0, 1):
                heappush(todo, (-weighs, depth - 1, -2 * number - value, {**fixed, column: value}))

    def _relaxed(self) -> Relaxed | None:
        _check_time(self._deadline)
        return self.program.model.relax()

    def _cut_off(self, step: int, wanted: Callable[[], int]) -> Relaxed | None:
        """Values that break no cut, and have no rings if they are whole; None where none weigh as much as is wanted."""
        rounds, idle, last = 0, 0, inf
        while True:
            relaxed = self._relaxed()
            if relaxed is None or rounded_down((relaxed.weight + _SLACK) / step) * step < wanted():
                return None
            rounds += 1
            idle, last = (idle + 1, last) if last - relaxed.weight < _PROGRESS else (0, relaxed.weight)
            cuts = self.program.cut_odd(relaxed.values) if rounds <= _ODD_ROUNDS else 0
            cuts += self.program.cut_loose(relaxed.values) if idle < _BRANCH_PATIENCE else 0
            if cuts:
                continue
            if any(_UNSURE < value < 1 - _UNSURE for value in relaxed.values):
                return relaxed
            if not self.program.cut_rings(relaxed.values):
                return relaxed

    def _outcome(self, *, proven: bool) -> Solution:
        if self._known is None:
            return Solution(None, -1 if proven else (self._ceiling + 1) * self.program.country.scale - 1, proven)
        return Solution(self._known, (self._ceiling + 1) * self.program.country.scale - 1, proven)

    def _tightened(self) -> tuple[Relaxed, float] | None:
        """The relaxed program with cuts and with all routes that matter to it, and a bound of the revenue.

        Cuts end as soon as the bound shows that no run is better than the one known.
        """
        idle, last, rounds = 0, inf, 0
        while True:
            relaxed = self._relaxed()
            if relaxed is None:
                return None
            most, priced = self.program.price(relaxed)
            self._ceiling = min(self._ceiling, rounded_down((most + _SLACK) / self.program.step) * self.program.step)
            if self._revenue_known >= self._ceiling:
                return relaxed, most  # nothing can be better
            cuts, rounds = 0, rounds + 1
            if idle < _PATIENCE and rounds < _MOST_ROUNDS and relaxed.values:
                cuts = self.program.cut_odd(relaxed.values) + self.program.cut_loose(relaxed.values)
            if not cuts and not priced:
                return relaxed, most
            if not priced:
                idle = idle + 1 if last - relaxed.weight < 0.5 else 0
                last = relaxed.weight

    def _most_subsidy(self) -> None:
        """Among the runs of the same revenue the one with the highest subsidy."""
        subsidies = self.program.weigh_subsidies(self._revenue_known)
        best = [-1]
        for values in self._branch(1, lambda: best[-1]):
            subsidy = round(sum(weight * value for weight, value in zip(subsidies, values, strict=True)))
            found = self._choices(values)
            if found is not None and subsidy > best[-1]:
                self._known = found
                best.append(subsidy)

    def _choices(self, values: Sequence[float]) -> tuple[Choice, ...] | None:
        """What each train runs, if all that is asked of the trains is done."""
        country, slots, rides = self.program.country, self.program.slots, self.program.rides(values)
        if any(not ride.path and not slot.may_stay for ride, slot in zip(rides, slots, strict=True)):
            return None
        return tuple(_choice(country, slot, ride) for slot, ride in zip(slots, rides, strict=True))
