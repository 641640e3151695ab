"""Routes by an integer program, for networks too dense to list what a train can run.

Trains with a range are columns, a route each, which are found as the prices of track ask for them. Trains without
limit, and those that leave stops out, are flows. Cuts make the relaxed program tight, so that little is left to try.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import reduce
from math import floor as rounded_down
from math import gcd, inf

import numpy as np
from msgspec import Struct

from kaiping.routes.arms import TooMany
from kaiping.routes.country import Country, Slot, union
from kaiping.routes.flow import Flow, edges_of, edges_on, numbers_of
from kaiping.routes.middles import Middles, Prices, Way
from kaiping.routes.model import Model, Relaxed, Whole
from kaiping.routes.network import point
from kaiping.routes.packing import Lister, OutOfTime
from kaiping.routes.parity import Cut, Parity
from kaiping.routes.turns import Choice, Start, improved, start

#: rounds of cuts, and how many of them may bring nothing before the cuts are left
_MOST_ROUNDS = 200
_PATIENCE = 12
#: routes that a round of pricing adds for each kind of train
_MOST_NEW = 40

_SLACK = 1e-4


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


def solve(country: Country, slots: Sequence[Slot], *, deadline: float | None = None) -> Solution:
    """The best choice of routes."""
    try:
        begun = start(country, slots, lambda where, slot: _alone(where, slot, deadline))
    except OutOfTime:
        return Solution(None, sum(country.ceiling(slot) for slot in slots), False)
    if begun is None:
        return Solution(None, -1, True)
    if begun.choices is not None and begun.revenue == begun.ceiling and not country.calls:
        return Solution(tuple(choice.path for choice in begun.choices), begun.ceiling * country.scale, True)
    try:
        return _Program(country, slots, begun, as_flow=_unlimited).solve(deadline)
    except TooMany:
        return _Program(country, slots, begun, as_flow=_all).solve(deadline)


def _alone(country: Country, slot: Slot, deadline: float | None) -> Choice | None:
    """The best route of one train."""
    try:
        candidate = Lister(country, slot.limit).best(slot)
    except TooMany:
        solution = _Program(country, [slot], None, as_flow=_unlimited).solve(deadline)
        if not solution.proven:
            raise OutOfTime from None
        return None if solution.paths is None else _choice(country, slot, solution.paths[0])
    if candidate is None:
        return None
    return Choice(candidate.score // country.scale, candidate.mask, candidate.path())


def _choice(country: Country, slot: Slot, path: tuple[str, ...]) -> Choice:
    """A route with its track and with what it earns."""
    problem, edges = country.problem, edges_of(country)
    track = [edges[number][2].mask for number in edges_on(country, edges, path)]
    stops = [stop for stop in country.stops if point(problem.network.ids[stop]) in path]
    if slot.counted is not None:
        stops = problem.best_counted(stops, slot.counted, must=slot.must, once=slot.once)
    places = union(problem.network.places[stop] for stop in stops)
    revenue = sum(problem.values[stop] for stop in stops) + country.bonus(places, once=slot.once) // country.scale
    return Choice(revenue - problem.toll(union(track)), union(country.masks[mask] for mask in track), path)


class _Column(Struct, frozen=True):
    """A route of a train of some kind, as a column of the model."""

    number: int
    slot: Slot
    way: Way


class _Program:
    def __init__(
        self, country: Country, slots: Sequence[Slot], begun: Start | None, *, as_flow: Callable[[Slot], bool]
    ) -> None:
        self.country = country
        self.slots = slots
        self._known = None if begun is None else begun.choices
        self._ceiling = self._loss if begun is None else begun.ceiling
        self.model = model = Model()
        self.edges = edges = edges_of(country)
        #: revenues are multiples of this
        self._step = _step(country)
        self.flows = {index: Flow(model, country, edges, slot) for index, slot in enumerate(slots) if as_flow(slot)}
        self._order_alike()
        self._parity = Parity(country, edges)
        self._cuts: list[tuple[int, Cut]] = []
        #: the rows of the pieces of track on each edge: one train at most may use a piece
        self._pieces: list[list[int]] = self._piece_rows()
        kinds = [slot for index, slot in enumerate(slots) if index not in self.flows]
        #: the row of each kind of train that runs as columns
        self._kinds = {slot: self._kind_row(slot, kinds.count(slot)) for slot in dict.fromkeys(kinds)}
        self._middles = Middles(country, numbers_of(edges), list(self._kinds)) if self._kinds else None
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

    def _piece_rows(self) -> list[list[int]]:
        on_piece: dict[int, list[int]] = {}
        for number, (_, _, segment) in enumerate(self.edges):
            mask = self.country.masks[segment.mask]
            while mask:
                low = mask & -mask
                mask ^= low
                on_piece.setdefault(low, []).append(number)
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
        return 1 + sum(self.country.ceiling(slot) for slot in self.slots) // self.country.scale

    def solve(self, deadline: float | None) -> Solution:
        try:
            root = self._tightened(deadline)
        except OutOfTime:
            return self._outcome(proven=False)
        if root is None:
            return self._outcome(proven=True)
        relaxed, most = root
        self._ceiling = min(self._ceiling, rounded_down((most + _SLACK) / self._step) * self._step)
        if self._kinds and not self._done:
            self._search(deadline)  # among the routes found so far
        if self._kinds and not self._done:
            self._list(relaxed, most)
        if self._done:
            return self._outcome(proven=True)
        whole = self._search(deadline)
        if whole.proven and self.country.calls and whole.values is not None:
            whole = self._most_subsidy(whole, deadline)
            self._known = self._choices(whole.values or ())
        if whole.proven:
            self._ceiling = self._revenue_known
        return self._outcome(proven=whole.proven)

    @property
    def _revenue_known(self) -> int:
        """What the best run known earns, less than nothing where none is."""
        return -1 if self._known is None else sum(choice.revenue for choice in self._known)

    @property
    def _done(self) -> bool:
        """Nothing can be better than the run known, nor equal with more subsidy."""
        return self._revenue_known >= self._ceiling and not self.country.calls

    def _search(self, deadline: float | None) -> Whole:
        """Solve for whole values and keep the run if it is better than the one known."""
        whole = self._without_rings(deadline, self._begin())
        if whole.values is not None:
            found = self._choices(whole.values)
            if found is not None and sum(choice.revenue for choice in found) > self._revenue_known:
                self._known = found
        return whole

    def _outcome(self, *, proven: bool) -> Solution:
        if self._known is None:
            return Solution(None, -1 if proven else (self._ceiling + 1) * self.country.scale - 1, proven)
        paths = tuple(choice.path for choice in self._known)
        return Solution(paths, (self._ceiling + 1) * self.country.scale - 1, proven)

    def _begin(self) -> dict[int, float]:
        """The run that is known, as values of the columns of flows to start from."""
        values: dict[int, float] = {}
        # trains of one kind in the order that the program asks for
        alike: dict[Slot, list[Choice]] = {}
        for slot, choice in zip(self.slots, self._known or (), strict=False):
            alike.setdefault(slot, []).append(choice)
        for choices in alike.values():
            choices.sort(key=lambda choice: choice.revenue)
        for index, flow in self.flows.items():
            if alike.get(self.slots[index]):
                choice = alike[self.slots[index]].pop()
                chosen = edges_on(self.country, self.edges, choice.path)
                values.update({column: float(number in chosen) for number, column in enumerate(flow.uses)})
        return values

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
            price = max(0.0, relaxed.prices[row])
            if price:
                for number, factor in cut.edges.items():
                    edges[number] += factor * price
                for stop in cut.stops:
                    ends[stop] -= price
        return Prices(edges, ends)

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
        for row, cut in self._cuts:
            factor = _factor(cut, way)
            if factor:
                factors[row] = float(factor)
        self._columns.append(_Column(self.model.column(way.revenue, factors), slot, way))
        return True

    def _list(self, relaxed: Relaxed, most: float) -> None:
        """Add all routes that a run better than the known one may hold, or as good a one where subsidies decide."""
        assert self._middles is not None
        wanted = max(self._revenue_known + (0 if self.country.calls else self._step), -self._loss)
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

    def _without_rings(self, deadline: float | None, begun: dict[int, float]) -> Whole:
        """The best whole values; rings apart from a route are cut off until there are none."""
        while True:
            # revenues are multiples of a step, so what is nearer than a step is no better
            whole = self.model.solve(deadline, gap=0.99 * self._step, start=begun)
            if whole.values is None:
                return whole
            rings = [ring for flow in self.flows.values() for ring in flow.rings(whole.values)]
            if not rings:
                return whole
            if not whole.proven or self._mend(whole, deadline):
                return Whole(None, whole.proven)
            for ring in rings:
                for flow in self.flows.values():
                    for stop in ring:
                        flow.cut(self.model, ring, stop)

    def _mend(self, whole: Whole, deadline: float | None) -> bool:
        """Leave the rings out and let the trains choose again: perhaps that earns as much as with the rings."""
        choices = self._choices(whole.values or ())
        if choices is None or self.country.calls or len(self.slots) == 1:
            return False
        ceiling = self._revenue(whole.values or ())
        try:
            run = improved(
                self.country, self.slots, choices, ceiling, lambda where, slot: _alone(where, slot, deadline)
            )
        except OutOfTime:
            return False
        if sum(choice.revenue for choice in run) > self._revenue_known:
            self._known = run
        return self._revenue_known >= ceiling

    def _most_subsidy(self, best: Whole, deadline: float | None) -> Whole:
        """Among the runs of the same revenue the one with the highest subsidy."""
        assert best.values is not None
        weights = self.model.weights
        terms = [(weight, [column]) for column, weight in enumerate(weights) if weight]
        self.model.row(self._revenue(best.values) - 0.5, inf, *terms)
        subsidies = [0.0] * len(weights)
        for flow in self.flows.values():
            for number, amount in flow.subsidies().items():
                subsidies[number] = amount
        for column in self._columns:
            subsidies[column.number] = column.way.subsidy
        self.model.reweigh(subsidies)
        self._step = 1
        better = self._without_rings(deadline, {})
        return Whole(better.values or best.values, better.proven)

    def _revenue(self, values: Sequence[float]) -> int:
        """What whole values earn, reckoned without fractions."""
        return round(sum(weight for weight, value in zip(self.model.weights, values, strict=True) if value > 0.5))

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
