"""The integer program of a run: its columns, its rows, the prices of track and the cuts that make it tight.

Trains with a range are columns, a route each, which are found as the prices of track ask for them. Trains without
limit, and those that leave stops out, are flows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import gcd, inf

import numpy as np
from msgspec import Struct

from kaiping.routes.country import Country, Ride, Slot, each_bit
from kaiping.routes.middles import Middles, Prices, Way
from kaiping.routes.model import Model, Relaxed
from kaiping.routes.parity import Cut, Parity
from kaiping.routes.train_flow import Flow, edges_of

#: routes that a round of pricing adds for each kind of train
_MOST_NEW = 40


class _Column(Struct, frozen=True):
    """A route of a train of some kind, as a column of the model."""

    number: int
    slot: Slot
    way: Way


class Program:
    """All runs of the trains, as whole values of the columns of a model."""

    def __init__(
        self, country: Country, slots: Sequence[Slot], middles: Middles | None, *, as_flow: Callable[[Slot], bool]
    ) -> None:
        self.country = country
        self.slots = slots
        self.model = model = Model()
        self.edges = edges = edges_of(country)
        #: revenues are multiples of this
        self.step = _step(country)
        self.flows = {index: Flow(model, country, edges, slot) for index, slot in enumerate(slots) if as_flow(slot)}
        self._order_alike()
        self._single_row = self._limit_single()
        self._parity = Parity(country, edges)
        self._cuts: list[tuple[int, Cut]] = []
        #: the rows of these cuts in which an edge counts, with its factor, and those in which an end at a stop does
        self._cuts_over: dict[int, list[tuple[int, int]]] = {}
        self._cuts_around: dict[int, list[int]] = {}
        #: the rows of the pieces of track on each edge: one train at most may use a piece
        self._pieces: list[list[int]] = self._piece_rows()
        kinds = [slot for index, slot in enumerate(slots) if index not in self.flows]
        #: the row of each kind of train that runs as columns
        self._kinds = {slot: self._kind_row(slot, kinds.count(slot)) for slot in dict.fromkeys(kinds)}
        self._middles = middles
        self._stop_columns = {column for flow in self.flows.values() for column in flow.counts.values()}
        self._stop_columns |= {column for flow in self.flows.values() for column in flow.calls.values()}
        self._columns: list[_Column] = []
        #: the columns of the routes that use an edge, and of those that end at a stop
        self._along: dict[int, list[int]] = {}
        self._ending: dict[int, list[int]] = {}
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
        magic = [self.model.column(-self.loss) for _ in range(trains)]
        return self.model.row(trains, trains, (1, magic))

    @property
    def loss(self) -> int:
        """More than any run can make good."""
        tolls = sum(toll.amount for toll in self.country.problem.tolls)
        return 1 + tolls + sum(self.country.ceiling(slot) for slot in self.slots) // self.country.scale

    @property
    def has_columns(self) -> bool:
        """Whether some trains run as columns, so that routes have to be found."""
        return bool(self._kinds)

    def price(self, relaxed: Relaxed) -> tuple[float, int]:
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
        for row, factor in sorted(self._factors_in_cuts(way).items()):
            if factor:
                factors[row] = float(factor)
        column = self.model.column(way.revenue, factors)
        for number in way.edges:
            self._along.setdefault(number, []).append(column)
        for stop in way.ends:
            self._ending.setdefault(stop, []).append(column)
        self._columns.append(_Column(column, slot, way))
        return True

    def list_routes(self, relaxed: Relaxed, most: float, wanted: int) -> None:
        """Add all routes that a run of at least so much may hold, where no run earns more than ``most``."""
        assert self._middles is not None
        prices = self._prices(relaxed)
        for slot, row in self._kinds.items():
            for way in self._middles.ways(slot, prices, relaxed.prices[row] + wanted - most):
                self._add(slot, way)

    def cut_odd(self, values: list[float]) -> int:
        """Cut values off in which trains end where none can: how many cuts there were."""
        amounts = np.array(values)
        used = np.zeros(len(self.edges))
        for flow in self.flows.values():
            used += amounts[flow.uses]
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
            terms += [(factor, [column]) for column, factor in sorted(self._columns_in(cut).items()) if factor]
            row = self.model.row(-inf, cut.most, *terms)
            self._cuts.append((row, cut))
            for number, factor in cut.edges.items():
                self._cuts_over.setdefault(number, []).append((row, factor))
            for stop in cut.stops:
                self._cuts_around.setdefault(stop, []).append(row)
        return len(cuts)

    def _columns_in(self, cut: Cut) -> dict[int, int]:
        """How often the route of each column counts in a cut."""
        factors: dict[int, int] = {}
        for number, factor in cut.edges.items():
            for column in self._along.get(number, ()):
                factors[column] = factors.get(column, 0) + factor
        for stop in cut.stops:
            for column in self._ending.get(stop, ()):
                factors[column] = factors.get(column, 0) - 1
        return factors

    def _factors_in_cuts(self, way: Way) -> dict[int, int]:
        """How often a route counts in the row of each cut."""
        factors: dict[int, int] = {}
        for number in way.edges:
            for row, factor in self._cuts_over.get(number, ()):
                factors[row] = factors.get(row, 0) + factor
        for stop in way.ends:
            for row in self._cuts_around.get(stop, ()):
                factors[row] = factors.get(row, 0) - 1
        return factors

    def cut_loose(self, values: list[float]) -> int:
        """Cut values off in which flows call at stops that they are not joined to."""
        loose = [cut for flow in self.flows.values() for cut in flow.loose(values)]
        for stops, called in loose:
            for flow in self.flows.values():
                flow.cut(self.model, stops, called)
        return len(loose)

    def cut_rings(self, values: list[float]) -> int:
        """Cut whole values off in which track of a flow lies in rings apart from its route."""
        rings = [ring for flow in self.flows.values() for ring in flow.rings(values)]
        for ring in rings:
            for flow in self.flows.values():
                for stop in ring:
                    flow.cut(self.model, ring, stop)
        return len(rings)

    def urgency(self, column: int, value: float) -> tuple[bool, bool, float]:
        """What to decide first: stops rather than track, dear ones, and where the relaxed program is least sure."""
        doubt = min(value, 1 - value)
        return doubt > 0.1, column in self._stop_columns, doubt * max(1.0, abs(self.model.weights[column]))

    def weigh_subsidies(self, revenue: int) -> list[float]:
        """Let subsidies decide among the runs of a revenue: the new weights."""
        weights = self.model.weights
        terms = [(weight, [column]) for column, weight in enumerate(weights) if weight]
        self.model.row(revenue - 0.5, inf, *terms)
        subsidies = [0.0] * len(weights)
        for flow in self.flows.values():
            for number, amount in flow.subsidies().items():
                subsidies[number] = amount
        for column in self._columns:
            subsidies[column.number] = column.way.subsidy
        self.model.reweigh(subsidies)
        return subsidies

    def rides(self, values: Sequence[float]) -> list[Ride]:
        """The route of each train."""
        chosen: dict[Slot, list[Ride]] = {slot: [] for slot in self._kinds}
        for column in self._columns:
            if values[column.number] > 0.5:
                chosen[column.slot].append(column.way.ride)
        rides: list[Ride] = []
        for index, slot in enumerate(self.slots):
            if index in self.flows:
                rides.append(self.flows[index].ride(values))
            else:
                rides.append(chosen[slot].pop() if chosen[slot] else Ride())
        return rides


def _step(country: Country) -> int:
    """The greatest number of which all revenues are multiples."""
    problem = country.problem
    amounts = [problem.values[stop] for stop in country.stops] + [toll.amount for toll in problem.tolls]
    amounts += [amount // country.scale for _, _, amount, _ in country.bonuses]
    return max(1, reduce(gcd, amounts, 0))
