"""Routes by an integer program, for networks too dense to list what a train can run.

Trains with a range are columns, a route each, which are found as the prices of track ask for them. Trains without
limit, and those that leave stops out, are flows. Cuts make the relaxed program tight, so that little is left to try.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from heapq import heappop, heappush
from math import floor as rounded_down
from math import gcd, inf

import numpy as np
from msgspec import Struct

from kaiping.routes.arms import TooMany
from kaiping.routes.country import Country, Slot, each_bit, union
from kaiping.routes.flow import Flow, edges_of, edges_on, numbers_of
from kaiping.routes.middles import Middles, Prices, Way
from kaiping.routes.model import Model, Relaxed
from kaiping.routes.network import point
from kaiping.routes.packing import LOWEST, Lister, OutOfTime
from kaiping.routes.parity import Cut, Parity
from kaiping.routes.turns import Choice, Start, earned, start

#: rounds of cuts, and how many of them may bring nothing before the cuts are left
_MOST_ROUNDS = 200
_PATIENCE = 12
#: routes that a round of pricing adds for each kind of train
_MOST_NEW = 40

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
    """For each slot the points of a route, none where the train stays at home, if any choice fits; and a bound."""

    paths: tuple[tuple[str, ...], ...] | None
    #: no choice scores more
    bound: int
    proven: bool


def solve(country: Country, slots: Sequence[Slot], least: int = LOWEST, *, deadline: float | None = None) -> Solution:
    """The best choice of routes that earns at least so much."""
    try:
        begun = start(country, slots, lambda where, slot: _alone(where, slot, deadline))
    except OutOfTime:
        return Solution(None, sum(country.ceiling(slot) for slot in slots), False)
    if begun is None or begun.ceiling < least:
        return Solution(None, -1, True)
    if begun.choices is not None and begun.revenue == begun.ceiling and not country.calls:
        return Solution(tuple(choice.path for choice in begun.choices), begun.ceiling * country.scale, True)
    return _solved(country, slots, begun, least, deadline)


def _solved(
    country: Country, slots: Sequence[Slot], begun: Start | None, least: int, deadline: float | None
) -> Solution:
    try:
        return _Program(country, slots, begun, least, as_flow=_unlimited).solve(deadline)
    except TooMany:
        return _Program(country, slots, begun, least, as_flow=_all).solve(deadline)


def _alone(country: Country, slot: Slot, deadline: float | None) -> Choice | None:
    """The best route of one train."""
    try:
        candidate = Lister(country, slot.limit).best(slot)
    except TooMany:
        solution = _solved(country, [slot], None, LOWEST, deadline)
        if not solution.proven:
            raise OutOfTime from None
        return None if solution.paths is None else _choice(country, slot, solution.paths[0])
    if candidate is None:
        return None
    return _choice(country, slot, candidate.path())


def _choice(country: Country, slot: Slot, path: tuple[str, ...]) -> Choice:
    """A route with its track and with what it earns."""
    problem, edges = country.problem, edges_of(country)
    track = [edges[number][2].mask for number in edges_on(country, edges, path)]
    stops = [stop for stop in country.stops if point(problem.network.ids[stop]) in path]
    fees = problem.toll(union(track))
    plain = _income(country, slot._replace(once=False), stops) - fees
    revenue = _income(country, slot, stops) - fees if slot.once and country.has_single_bonus else plain
    return Choice(revenue, plain, union(country.masks[mask] for mask in track), path)


def _income(country: Country, slot: Slot, stops: Sequence[int]) -> int:
    """What a train earns at the stops of its route."""
    problem = country.problem
    if slot.counted is not None:
        stops = problem.best_counted(stops, slot.counted, once=slot.once)
    places = union(problem.network.places[stop] for stop in stops)
    return sum(problem.values[stop] for stop in stops) + country.bonus(places, once=slot.once) // country.scale


class _Column(Struct, frozen=True):
    """A route of a train of some kind, as a column of the model."""

    number: int
    slot: Slot
    way: Way


class _Program:
    def __init__(
        self,
        country: Country,
        slots: Sequence[Slot],
        begun: Start | None,
        least: int,
        *,
        as_flow: Callable[[Slot], bool],
    ) -> None:
        self.country = country
        self.slots = slots
        self._known = None if begun is None or begun.revenue < least else begun.choices
        self._least = least
        self._ceiling = self._loss if begun is None else begun.ceiling
        self.model = model = Model()
        self.edges = edges = edges_of(country)
        #: revenues are multiples of this
        self._step = _step(country)
        self.flows = {index: Flow(model, country, edges, slot) for index, slot in enumerate(slots) if as_flow(slot)}
        self._order_alike()
        self._single_row = self._limit_single()
        self._parity = Parity(country, edges)
        self._cuts: list[tuple[int, Cut]] = []
        #: the rows of the pieces of track on each edge: one train at most may use a piece
        self._pieces: list[list[int]] = self._piece_rows()
        kinds = [slot for index, slot in enumerate(slots) if index not in self.flows]
        #: the row of each kind of train that runs as columns
        self._kinds = {slot: self._kind_row(slot, kinds.count(slot)) for slot in dict.fromkeys(kinds)}
        self._middles = Middles(country, numbers_of(edges), list(self._kinds)) if self._kinds else None
        self._stop_columns = {column for flow in self.flows.values() for column in flow.counts.values()}
        self._stop_columns |= {column for flow in self.flows.values() for column in flow.calls.values()}
        self._columns: list[_Column] = []
        self._listed: set[tuple[Slot, frozenset[int]]] = set()

    def _order_alike(self) -> None:
        """Trains of one kind are alike: let the one before earn no less at its stops."""
        before: dict[Slot, Flow] = {}
        values = self.country.problem.values
        for index, flow in self.flows.items():
            earlier = before.get(self.slots[index])
            if earlier is not None:
                terms = [(values[stop], [earlier.counts[stop]]) for stop in flow.counts]
                terms += [(-values[stop], [flow.counts[stop]]) for stop in flow.counts]
                self.model.row(0, inf, *terms)
            before[self.slots[index]] = flow

    def _limit_single(self) -> int | None:
        """One route only has the bonus that is paid once: the row that says so, where several could.

        A flow need not claim the bonus. Columns hold it, so what a second one has too much is taken back.
        """
        sharers = [index for index, slot in enumerate(self.slots) if slot.once]
        if not self.country.has_single_bonus or len(sharers) < 2:
            return None
        amount = sum(amount for _, _, amount, once in self.country.bonuses if once) // self.country.scale
        back = [self.model.column(-amount) for index in sharers[1:] if index not in self.flows]
        claims = [column for flow in self.flows.values() for column in flow.single]
        return self.model.row(-inf, 1, (1, claims), (-1, back))

    def _piece_rows(self) -> list[list[int]]:
        on_piece: dict[int, list[int]] = {}
        for number, (_, _, segment) in enumerate(self.edges):
            for piece in each_bit(self.country.masks[segment.mask]):
                on_piece.setdefault(piece, []).append(number)
        rows: list[list[int]] = [[] for _ in self.edges]
        for numbers in on_piece.values():
            uses = [flow.uses[number] for flow in self.flows.values() for number in numbers]
            row = self.model.row(-inf, 1, (1, uses))
            for number in numbers:
                rows[number].append(row)
        return rows

    def _kind_row(self, slot: Slot, trains: int) -> int:
        """As many routes as there are trains, or exactly as many where something is asked of them.

        Then a train may also do what is asked by magic, at a loss that no run makes good, until routes are known.
        """
        if slot.may_stay:
            return self.model.row(-inf, trains)
        magic = [self.model.column(-self._loss) for _ in range(trains)]
        return self.model.row(trains, trains, (1, magic))

    @property
    def _loss(self) -> int:
        tolls = sum(toll.amount for toll in self.country.problem.tolls)
        return 1 + tolls + sum(self.country.ceiling(slot) for slot in self.slots) // self.country.scale

    def solve(self, deadline: float | None) -> Solution:
        try:
            root = self._tightened(deadline)
            if root is None:
                return self._outcome(proven=True)
            relaxed, most = root
            self._ceiling = min(self._ceiling, rounded_down((most + _SLACK) / self._step) * self._step)
            if self._kinds and not self._done:
                self._search(deadline)  # among the routes found so far
            if self._kinds and not self._done:
                self._list(relaxed, most)
            if not self._done:
                self._search(deadline)
                self._ceiling = self._revenue_known  # nothing better was found
            if self.country.calls and self._known is not None:
                self._most_subsidy(deadline)
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
        return self._revenue_known >= self._ceiling and not self.country.calls

    def _search(self, deadline: float | None) -> None:
        """Look for a run better than the one known until there is none."""
        for values in self._branch(self._step, lambda: self._revenue_known, deadline):
            found = self._choices(values)
            if found is not None and earned(found) > self._revenue_known:
                self._known = found
            if self._done:
                break
        self.model.fix({})

    def _branch(self, step: int, known: Callable[[], int], deadline: float | None) -> Iterator[list[float]]:
        """Whole values without rings that weigh a step more than what is known by then, until there are none.

        Of the branches that may hold the best the deepest is followed.
        """
        # by what a branch may weigh, in steps, and then by depth
        todo: list[tuple[int, int, int, dict[int, int]]] = [(-self._loss, 0, 0, {})]
        number = 0
        while todo:
            _, depth, _, fixed = heappop(todo)
            self.model.fix(fixed)
            relaxed = self._cut_off(step, lambda: known() + 1, deadline)
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
            column = max(undecided, key=lambda column: self._urgency(column, relaxed.values[column]))
            for value in (0, 1):
                heappush(todo, (-weighs, depth - 1, -2 * number - value, {**fixed, column: value}))

    def _urgency(self, column: int, value: float) -> tuple[bool, bool, float]:
        """What to decide first: stops rather than track, dear ones, and where the relaxed program is least sure."""
        doubt = min(value, 1 - value)
        return doubt > 0.1, column in self._stop_columns, doubt * max(1.0, abs(self.model.weights[column]))

    def _cut_off(self, step: int, wanted: Callable[[], int], deadline: float | None) -> Relaxed | None:
        """Values that break no cut, and have no rings if they are whole; None where none weigh as much as is wanted."""
        rounds, idle, last = 0, 0, inf
        while True:
            if deadline is not None and time.perf_counter() > deadline:
                raise OutOfTime
            relaxed = self.model.relax()
            if relaxed is None or rounded_down((relaxed.weight + _SLACK) / step) * step < wanted():
                return None
            rounds += 1
            idle, last = (idle + 1, last) if last - relaxed.weight < _PROGRESS else (0, relaxed.weight)
            cuts = self._cut_odd(relaxed.values) if rounds <= _ODD_ROUNDS else 0
            cuts += self._cut_loose(relaxed.values) if idle < _BRANCH_PATIENCE else 0
            if cuts:
                continue
            if any(_UNSURE < value < 1 - _UNSURE for value in relaxed.values):
                return relaxed
            rings = [ring for flow in self.flows.values() for ring in flow.rings(relaxed.values)]
            if not rings:
                return relaxed
            for ring in rings:
                for flow in self.flows.values():
                    for stop in ring:
                        flow.cut(self.model, ring, stop)

    def _outcome(self, *, proven: bool) -> Solution:
        if self._known is None:
            return Solution(None, -1 if proven else (self._ceiling + 1) * self.country.scale - 1, proven)
        paths = tuple(choice.path for choice in self._known)
        return Solution(paths, (self._ceiling + 1) * self.country.scale - 1, proven)

    def _tightened(self, deadline: float | None) -> tuple[Relaxed, float] | None:
        """The relaxed program with cuts and with all routes that matter to it, and a bound of the revenue."""
        idle, last, rounds = 0, inf, 0
        while True:
            if deadline is not None and time.perf_counter() > deadline:
                raise OutOfTime
            relaxed = self.model.relax()
            if relaxed is None:
                return None
            most, priced = self._price(relaxed)
            cuts, rounds = 0, rounds + 1
            if idle < _PATIENCE and rounds < _MOST_ROUNDS and relaxed.values:
                cuts = self._cut_odd(relaxed.values) + self._cut_loose(relaxed.values)
            if not cuts and not priced:
                return relaxed, most
            if not priced:
                idle = idle + 1 if last - relaxed.weight < 0.5 else 0
                last = relaxed.weight

    def _price(self, relaxed: Relaxed) -> tuple[float, int]:
        """Add routes that earn more than the prices of their track and train; a bound of the revenue beside it."""
        most, added = relaxed.weight, 0
        prices = self._prices(relaxed)
        for slot, row in self._kinds.items():
            assert self._middles is not None
            found = self._middles.best(slot, prices, relaxed.prices[row])
            if found:
                most += max(0.0, found[0][0] - relaxed.prices[row]) * self.slots.count(slot)
            for _, way in found[:_MOST_NEW]:
                added += self._add(slot, way)
        return most, added

    def _prices(self, relaxed: Relaxed) -> Prices:
        edges = np.array([sum(max(0.0, relaxed.prices[row]) for row in rows) for rows in self._pieces])
        ends = np.zeros(len(self.country.problem.network.ids))
        for row, cut in self._cuts:
            # rows that have come since then have no price
            price = max(0.0, relaxed.prices[row]) if row < len(relaxed.prices) else 0.0
            if price:
                for number, factor in cut.edges.items():
                    edges[number] += factor * price
                for stop in cut.stops:
                    ends[stop] -= price
        single = 0.0 if self._single_row is None else max(0.0, relaxed.prices[self._single_row])
        return Prices(edges, ends, single)

    def _add(self, slot: Slot, way: Way) -> bool:
        """A column for a route, unless one uses just the same track."""
        key = (slot, frozenset(way.edges))
        if key in self._listed:
            return False
        self._listed.add(key)
        factors: dict[int, float] = {self._kinds[slot]: 1.0}
        for number in way.edges:
            for row in self._pieces[number]:
                factors[row] = 1.0
        if way.single and self._single_row is not None:
            factors[self._single_row] = 1.0
        for row, cut in self._cuts:
            factor = _factor(cut, way)
            if factor:
                factors[row] = float(factor)
        self._columns.append(_Column(self.model.column(way.revenue, factors), slot, way))
        return True

    def _list(self, relaxed: Relaxed, most: float) -> None:
        """Add all routes that a run better than the known one may hold, or as good a one where subsidies decide."""
        assert self._middles is not None
        wanted = max(self._revenue_known + (0 if self.country.calls else 1), -self._loss)
        prices = self._prices(relaxed)
        for slot, row in self._kinds.items():
            for way in self._middles.ways(slot, prices, relaxed.prices[row] + wanted - most - _SLACK):
                self._add(slot, way)

    def _cut_odd(self, values: list[float]) -> int:
        used = [sum(values[flow.uses[number]] for flow in self.flows.values()) for number in range(len(self.edges))]
        ends = {stop: sum(values[flow.ends[stop]] for flow in self.flows.values()) for stop in self.country.stops}
        for column in self._columns:
            share = values[column.number] if column.number < len(values) else 0.0
            if share:
                for number in column.way.edges:
                    used[number] += share
                for stop in column.way.ends:
                    ends[stop] += share
        cuts = self._parity.cuts(used, ends)
        for cut in cuts:
            flows = list(self.flows.values())
            terms: list[tuple[float, list[int]]] = [
                (factor, [flow.uses[number] for flow in flows]) for number, factor in cut.edges.items()
            ]
            terms.append((-1, [flow.ends[stop] for stop in cut.stops for flow in flows]))
            for column in self._columns:
                factor = _factor(cut, column.way)
                if factor:
                    terms.append((factor, [column.number]))
            self._cuts.append((self.model.row(-inf, cut.most, *terms), cut))
        return len(cuts)

    def _cut_loose(self, values: list[float]) -> int:
        loose = [cut for flow in self.flows.values() for cut in flow.loose(values)]
        for stops, called in loose:
            for flow in self.flows.values():
                flow.cut(self.model, stops, called)
        return len(loose)

    def _most_subsidy(self, deadline: float | None) -> None:
        """Among the runs of the same revenue the one with the highest subsidy."""
        weights = self.model.weights
        terms = [(weight, [column]) for column, weight in enumerate(weights) if weight]
        self.model.row(self._revenue_known - 0.5, inf, *terms)
        subsidies = [0.0] * len(weights)
        for flow in self.flows.values():
            for number, amount in flow.subsidies().items():
                subsidies[number] = amount
        for column in self._columns:
            subsidies[column.number] = column.way.subsidy
        self.model.reweigh(subsidies)
        best = [-1]
        for values in self._branch(1, lambda: best[-1], deadline):
            subsidy = round(sum(weight * value for weight, value in zip(subsidies, values, strict=True)))
            found = self._choices(values)
            if found is not None and subsidy > best[-1]:
                self._known = found
                best.append(subsidy)

    def _choices(self, values: Sequence[float]) -> tuple[Choice, ...] | None:
        """What each train runs, if all that is asked of the trains is done."""
        paths = self._paths(values)
        if any(not path and not slot.may_stay for path, slot in zip(paths, self.slots, strict=True)):
            return None
        return tuple(_choice(self.country, slot, path) for slot, path in zip(self.slots, paths, strict=True))

    def _paths(self, values: Sequence[float]) -> tuple[tuple[str, ...], ...]:
        """The points of each train's route."""
        chosen: dict[Slot, list[tuple[str, ...]]] = {slot: [] for slot in self._kinds}
        for column in self._columns:
            if values[column.number] > 0.5:
                chosen[column.slot].append(column.way.path)
        paths: list[tuple[str, ...]] = []
        for index, slot in enumerate(self.slots):
            if index in self.flows:
                paths.append(self.flows[index].path(values))
            else:
                paths.append(chosen[slot].pop() if chosen[slot] else ())
        return tuple(paths)


def _step(country: Country) -> int:
    """The greatest number of which all revenues are multiples."""
    problem = country.problem
    amounts = [problem.values[stop] for stop in country.stops] + [toll.amount for toll in problem.tolls]
    amounts += [amount // country.scale for _, _, amount, _ in country.bonuses]
    return max(1, reduce(gcd, amounts, 0))


def _factor(cut: Cut, way: Way) -> int:
    """How often a route counts in a cut."""
    return sum(cut.edges.get(number, 0) for number in way.edges) - sum(stop in cut.stops for stop in way.ends)
