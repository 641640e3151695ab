"""One train as a flow: which segments and stops it uses, and where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from kaiping.routes import counts
from kaiping.routes.country import Country, Ride, Slot
from kaiping.routes.cuts import Capacities, near_side
from kaiping.routes.groups import groups
from kaiping.routes.model import Model
from kaiping.routes.network import Segment, point

#: stop, stop, and the segment from the first to the second
Edge = tuple[int, int, Segment]
#: an edge by its lower and its higher stop and the bits of its track
EdgeKey = tuple[int, int, int]
EdgeNumbers = dict[EdgeKey, int]


class Flow:
    """One train as a flow: columns for its segments, its stops, its ends, and whether it runs at all."""

    def __init__(self, model: Model, country: Country, edges: list[Edge], slot: Slot) -> None:
        problem = country.problem
        self.edges = edges
        self.country = country
        self.uses = [model.column(-problem.toll(segment.mask)) for _, _, segment in edges]
        #: stops on the way, and those among them that count, which differ only where a train leaves stops out
        skips = slot.counted is not None
        self.calls = {stop: model.column(0 if skips else problem.values[stop]) for stop in country.stops}
        self.counts = self.calls
        if skips:
            self.counts = {stop: model.column(problem.values[stop]) for stop in country.stops}
            for stop, column in self.counts.items():
                model.row(-inf, 0, (1, [column]), (-1, [self.calls[stop]]))
        self.ends = {stop: model.column() for stop in country.stops}
        self.runs = model.column()
        self.at: dict[int, list[int]] = {stop: [] for stop in country.stops}
        self._limit_track(model)
        self._limit_stops(model, slot)
        #: the column of the bonus that one route only has
        self.single: list[int] = []
        self._add_bonuses(model, slot)

    def _limit_track(self, model: Model) -> None:
        """A stop that is called at has two segments, or one where the route ends."""
        country = self.country
        pairs: dict[tuple[int, int], list[int]] = {}
        for column, (one, other, _) in zip(self.uses, self.edges, strict=True):
            self.at[one].append(column)
            self.at[other].append(column)
            pairs.setdefault((one, other), []).append(column)
        for stop in country.stops:
            call, end = self.calls[stop], self.ends[stop]
            if country.problem.closed >> stop & 1:
                model.row(0, 0, (1, self.at[stop]), (-1, [call]))
                model.row(0, 0, (1, [call]), (-1, [end]))
            else:
                model.row(0, 0, (1, self.at[stop]), (-2, [call]), (1, [end]))
                model.row(-inf, 0, (1, [end]), (-1, [call]))
        for (one, other), columns in pairs.items():
            model.row(-inf, 0, (1, columns), (-1, [self.calls[one]]))
            model.row(-inf, 0, (1, columns), (-1, [self.calls[other]]))
        model.row(0, 0, (1, self.ends.values()), (-2, [self.runs]))

    def _limit_stops(self, model: Model, slot: Slot) -> None:
        """A token among the stops that count, no place twice, no more stops than the train may count."""
        country, problem = self.country, self.country.problem
        places = problem.network.places
        model.row(0, inf, (1, [self.counts[stop] for stop in country.tokens]), (-1, [self.runs]))
        by_place: dict[int, list[int]] = {}
        for stop in country.stops:
            by_place.setdefault(places[stop], []).append(stop)
        for stops in by_place.values():
            if len(stops) > 1:
                model.row(-inf, 1, (1, [self.calls[stop] for stop in stops]))
            if places[stops[0]] & slot.must:
                model.row(1, 1, (1, [self.calls[stop] for stop in stops]))
        if slot.counted is not None:
            model.row(-inf, 0, (1, self.counts.values()), (-slot.counted, [self.runs]))
        if slot.limit is not None:
            for field, most in enumerate(counts.split(slot.limit)):
                counted = [column for stop, column in self.calls.items() if counts.split(problem.count(stop))[field]]
                if len(counted) > most:
                    model.row(-inf, 0, (1, counted), (-most, [self.runs]))
        if slot.calls is not None:
            paying = [self.calls[stop] for stop in country.stops if places[stop] & country.calls]
            model.row(slot.calls, slot.calls, (1, paying))
        if not slot.may_stay:
            model.row(1, 1, (1, [self.runs]))

    def _add_bonuses(self, model: Model, slot: Slot) -> None:
        country, places = self.country, self.country.problem.network.places
        for first, second, amount, once in country.bonuses:
            if once and not slot.once:
                continue
            bonus = model.column(amount // country.scale)
            if once:
                self.single.append(bonus)
            for side in (first, second):
                calls = [self.counts[stop] for stop in country.stops if places[stop] & side]
                model.row(-inf, 0, (1, [bonus]), (-1, calls))

    def subsidies(self) -> dict[int, int]:
        """The columns that bring a subsidy, and how much."""
        paid = self.country.problem.subsidies
        return {column: paid[stop] for stop, column in self.calls.items() if stop in paid}

    def rings(self, values: list[float]) -> list[set[int]]:
        """Stops of each ring that the chosen segments form apart from the route."""
        beside: dict[int, list[int]] = {}
        for column, (one, other, _) in zip(self.uses, self.edges, strict=True):
            if values[column] > 0.5:
                beside.setdefault(one, []).append(other)
                beside.setdefault(other, []).append(one)
        return [ring for ring in groups(beside) if not any(values[self.ends[stop]] > 0.5 for stop in ring)]

    def loose(self, values: list[float]) -> list[tuple[set[int], int]]:
        """Sets of stops with too little track out of them for one stop in them, in a solution that is not whole.

        From a stop that is called at, two ways lead to the ends of the route. A stop from which as much leads there as
        is wanted stands for an end from then on: those that are looked at later want no more.
        """
        ends = -1
        beside: Capacities = {ends: {}}
        for column, (one, other, _) in zip(self.uses, self.edges, strict=True):
            if values[column] > 0:
                for node, across in ((one, other), (other, one)):
                    there = beside.setdefault(node, {})
                    there[across] = there.get(across, 0.0) + values[column]
        for stop, column in self.ends.items():
            if stop in beside:
                beside[stop][ends] = beside[ends][stop] = values[column]
        found: list[tuple[set[int], int]] = []
        covered, joined = {ends}, {ends}
        for stop in sorted(beside, key=lambda stop: -values[self.calls[stop]] if stop != ends else 0):
            if stop in covered or values[self.calls[stop]] < 0.1:
                continue
            side = near_side(beside, stop, joined, 2 * values[self.calls[stop]] - 0.05)
            if side is None:
                joined.add(stop)
            else:
                found.append((side, stop))
                covered |= side
        return found

    def cut(self, model: Model, stops: set[int], called: int) -> None:
        """If one stop is called at, there are fewer segments between these stops than calls at them."""
        inside = [
            column
            for column, (one, other, _) in zip(self.uses, self.edges, strict=True)
            if one in stops and other in stops
        ]
        model.row(-inf, 0, (1, inside), (-1, [self.calls[stop] for stop in stops if stop != called]))

    def ride(self, values: Sequence[float]) -> Ride:
        """The route of the chosen segments."""
        left = [edge for column, edge in zip(self.uses, self.edges, strict=True) if values[column] > 0.5]
        if not left:
            return Ride()
        ids = self.country.problem.network.ids
        at = next(stop for stop, column in self.ends.items() if values[column] > 0.5)
        points, stops, track = [point(ids[at])], [at], list[int]()
        while True:
            edge = next((edge for edge in left if at in edge[:2]), None)
            if edge is None:
                return Ride(tuple(points), tuple(stops), tuple(track))
            left.remove(edge)
            one, other, segment = edge
            points += segment.hexes if at == one else reversed(segment.hexes)
            at = other if at == one else one
            points.append(point(ids[at]))
            stops.append(at)
            track.append(segment.mask)


def edge_key(stop: int, segment: Segment) -> EdgeKey:
    return min(stop, segment.to), max(stop, segment.to), segment.mask


def edges_of(country: Country) -> list[Edge]:
    """Each segment within reach once."""
    edges: dict[EdgeKey, Edge] = {}
    for stop, arcs in country.arcs.items():
        for arc in arcs:
            edges.setdefault(edge_key(stop, arc[5]), (stop, arc[5].to, arc[5]))
    return list(edges.values())


def numbers_of(edges: list[Edge]) -> EdgeNumbers:
    return {edge_key(stop, segment): number for number, (stop, _, segment) in enumerate(edges)}
