"""Routes of trains with a range on dense networks: as pairs of arms out of their middle stop.

Both arms hold half of the stops at most, so that there are few of them however long the train's range is, and all
routes can be listed: some 300,000 for a train of ten stops on the densest maps. What each earns less what its track
costs is then a sum of arrays, as often as column generation asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kaiping.routes import counts
from kaiping.routes.arms import TooMany
from kaiping.routes.country import Arc, Country, Ride, Slot, each_bit, union
from kaiping.routes.network import point
from kaiping.routes.train_flow import Edge, EdgeNumbers, edge_key, numbers_of

Numbers = npt.NDArray[np.int64]
Amounts = npt.NDArray[np.float64]
Bits = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]

#: with more arms in all, more pairs of them to look at, or more routes to choose from, another method is better
MOST_ARMS = 100_000
MOST_PAIRS = 50_000_000
MOST_LISTED = 2_000_000
MOST_ROUTES = 60_000

#: pairs that are looked at together
_BLOCK = 1 << 16
#: special places that a number of numpy has room for
_MOST_SPECIAL = 62

#: more than any route earns
_DEAR = 1e9
_SLACK = 1e-6


class Prices(NamedTuple):
    """What the use of each edge costs, of each stop as an end, and of the bonus that one route only has."""

    edges: Amounts
    ends: Amounts
    single: float


class Way(NamedTuple):
    """A route: what it earns, the numbers of its edges, its ends."""

    revenue: int
    subsidy: int
    edges: tuple[int, ...]
    ends: tuple[int, int]
    ride: Ride
    #: the bonus that one route only has is among what it earns
    single: bool


class _Arcs:
    """The arcs of a country as arrays, those out of one stop after those out of another."""

    def __init__(self, country: Country, numbers: EdgeNumbers) -> None:
        problem = country.problem
        pairs = [(stop, arc) for stop in country.passable for arc in country.arcs[stop]]
        self.arcs: list[Arc] = [arc for _, arc in pairs]
        #: the number of arcs out of each stop, and the first of them
        self.degrees: Numbers = np.zeros(len(problem.network.ids), dtype=np.int64)
        self.firsts = self.degrees.copy()
        following = 0
        for stop in country.passable:
            self.degrees[stop], self.firsts[stop] = len(country.arcs[stop]), following
            following += len(country.arcs[stop])
        #: the same for a route that has come to the stop
        self.onward = self.degrees.copy()
        self.onward[[stop for stop in country.passable if problem.closed >> stop & 1]] = 0
        self.to = _numbers([arc[1] for arc in self.arcs])
        #: what the stop at its far end counts: all stops, large ones, small ones
        self.counts = _numbers([counts.split(arc[4]) for arc in self.arcs]).reshape(-1, 3)
        self.tokens: Flags = np.array([problem.tokens >> arc[1] & 1 for arc in self.arcs], dtype=bool)
        self.edges = _numbers([numbers[edge_key(stop, arc[5])] for stop, arc in pairs])
        fees = [(country.scores[arc[1]] - arc[3]) // country.scale for arc in self.arcs]
        self.revenue = _numbers([problem.values[arc[1]] - fee for arc, fee in zip(self.arcs, fees, strict=True)])
        places = {
            place: 1 << number
            for number, place in enumerate(dict.fromkeys(problem.network.places[stop] for stop in country.stops))
        }
        # track that only one segment uses is left out: two arms with it call at the same stop
        lowest = max(0, (country.shared & -country.shared).bit_length() - 1)
        masks = [(arc[0] & country.shared) >> lowest << len(places) | places[arc[2]] for arc in self.arcs]
        self.words = max(1, (max([*masks, *places.values()], default=0).bit_length() + 63) // 64)
        #: bits of the place at its far end and of its track, and those of the place of each stop that may be a middle
        self.bits = self._packed(masks)
        self.own = self._packed([places[problem.network.places[stop]] for stop in country.passable])
        #: a small bit for each special place
        self.small = {place: 1 << number for number, place in enumerate(each_bit(country.special))}
        if len(self.small) > _MOST_SPECIAL:
            raise TooMany
        self.special = _numbers([self.small.get(arc[2], 0) for arc in self.arcs])

    def _packed(self, masks: list[int]) -> Bits:
        packed = b"".join(mask.to_bytes(8 * self.words, "little") for mask in masks)
        return np.frombuffer(packed, dtype="<u8").reshape(len(masks), self.words)


class _Arms:
    """The arms out of each stop that may be a middle, those of fewer segments first."""

    def __init__(self, country: Country, arcs: _Arcs, half: int) -> None:
        problem, middles = country.problem, len(country.passable)
        #: where the arms of so many segments begin and end
        self.levels = [(0, middles)]
        nothing: Numbers = np.zeros(middles, dtype=np.int64)
        fields: list[tuple[npt.NDArray[Any], ...]] = [
            (
                np.arange(middles),
                nothing,
                nothing - 1,
                _numbers(country.passable),
                nothing - 1,
                np.zeros((middles, 3), dtype=np.int64),
                np.zeros(middles, dtype=bool),
                nothing,
                _numbers([arcs.small.get(problem.network.places[stop], 0) for stop in country.passable]),
                arcs.own,
            )
        ]
        degrees = arcs.degrees
        while len(fields[-1][0]):
            start, end = self.levels[-1]
            middle, _, _, last, first, counted, tokens, revenue, special, bits = fields[-1]
            onward = degrees[last]
            if end + int(onward.sum()) > 4 * MOST_ARMS:
                raise TooMany
            before = np.repeat(np.arange(end - start), onward)
            arc = np.arange(len(before)) - np.repeat(np.cumsum(onward) - onward - arcs.firsts[last], onward)
            further = counted[before] + arcs.counts[arc]
            fits = further[:, 0] <= half
            for word in range(arcs.words):
                fits &= bits[before, word] & arcs.bits[arc, word] == 0
            before, arc, further = before[fits], arc[fits], further[fits]
            fields.append(
                (
                    middle[before],
                    before + start,
                    arc,
                    arcs.to[arc],
                    arcs.to[arc] if start == 0 else first[before],
                    further,
                    tokens[before] | arcs.tokens[arc],
                    revenue[before] + arcs.revenue[arc],
                    special[before] | arcs.special[arc],
                    bits[before] | arcs.bits[arc],
                )
            )
            self.levels.append((end, end + len(before)))
            if self.levels[-1][1] > MOST_ARMS:
                raise TooMany
            degrees = arcs.onward
        joined = [np.concatenate(field) for field in zip(*fields, strict=True)]
        #: for each arm its middle, the arm that it prolongs and by which arc, its last and its first stop, what it
        #: counts of all stops, large and small ones, whether it calls at a token, what it earns, its special places
        self.middle: Numbers = joined[0]
        self.parents: Numbers = joined[1]
        self.arcs: Numbers = joined[2]
        self.lasts: Numbers = joined[3]
        self.firsts: Numbers = joined[4]
        self.counts: Numbers = joined[5]
        self.tokens: Flags = joined[6]
        self.revenue: Numbers = joined[7]
        self.special: Numbers = joined[8]
        #: bits of its places and of its track, without those of the middle
        self.bits: Bits = joined[9] & ~arcs.own[self.middle]
        self.edges: Numbers = arcs.edges[self.arcs[middles:]]

    def costs(self, prices: Prices) -> Amounts:
        """The price of the edges and of the end of each arm."""
        middles = self.levels[0][1]
        costs: Amounts = np.zeros(len(self.middle))
        costs[middles:] = prices.edges[self.edges]
        for start, end in self.levels[2:]:
            costs[start:end] += costs[self.parents[start:end]]
        return costs + prices.ends[self.lasts]

    def by_middle(self, half: int) -> list[list[Numbers]]:
        """The arms of each middle, apart by how many stops they count."""
        keys = self.middle * (half + 1) + self.counts[:, 0]
        order = np.argsort(keys, kind="stable")
        bounds = np.searchsorted(keys[order], np.arange(self.levels[0][1] * (half + 1) + 1))
        parts = [order[start:end] for start, end in pairwise(bounds)]
        return [parts[number : number + half + 1] for number in range(0, len(parts), half + 1)]


class _Routes(NamedTuple):
    """Routes as pairs of arms, those with one middle after those with another."""

    ones: Numbers
    others: Numbers
    #: what each earns
    revenue: Amounts
    #: which of them have the bonus that one route only has
    single: Flags
    #: where the routes of each middle that has any begin
    starts: Numbers

    def gains(self, costs: Amounts, single: float) -> Amounts:
        """What each earns less what its track and its ends cost."""
        gains = self.revenue - costs[self.ones] - costs[self.others]
        if single:
            gains -= single * self.single
        return gains


class Middles:
    """All routes of trains up to some range, by the stop in their middle."""

    def __init__(self, country: Country, edges: list[Edge], slots: Iterable[Slot]) -> None:
        longest = max((counts.split(slot.limit)[0] for slot in slots if slot.limit is not None), default=0)
        self.country = country
        self._edges = edges
        self._arcs = _Arcs(country, numbers_of(edges))
        self._arms = _Arms(country, self._arcs, longest // 2)
        self._by_middle = self._arms.by_middle(longest // 2)
        self._pairs_within: dict[int, tuple[Numbers, Numbers]] = {}
        self._routes_of: dict[Slot, _Routes] = {}

    def best(self, slot: Slot, prices: Prices, least: float) -> list[tuple[float, Way]]:
        """For each middle the route that earns most after prices, if it is more than the least; best first."""
        routes = self._routes(slot)
        if not len(routes.ones):
            return []
        gains = routes.gains(self._arms.costs(prices), prices.single)
        bounds = [*routes.starts.tolist(), len(gains)]
        found: list[tuple[float, Way]] = []
        for part in np.flatnonzero(np.maximum.reduceat(gains, routes.starts) > least + _SLACK).tolist():
            number = bounds[part] + int(np.argmax(gains[bounds[part] : bounds[part + 1]]))
            found.append((float(gains[number]), self._way(routes, number)))
        found.sort(key=lambda pair: -pair[0])
        return found

    def best_off(self, slot: Slot, used: int) -> Ride | None:
        """The route that earns most off the track used; None for a train that may as well stay at home."""
        masks = self.country.masks
        dear = np.array([_DEAR if masks[segment.mask] & used else 0.0 for _, _, segment in self._edges])
        prices = Prices(dear, np.zeros(len(self.country.problem.network.ids)), 0.0)
        found = self.best(slot, prices, 0.0 if slot.may_stay else -_DEAR / 2)
        return found[0][1].ride if found else None

    def ways(self, slot: Slot, prices: Prices, least: float) -> list[Way]:
        """All routes that earn at least so much after prices."""
        routes = self._routes(slot)
        numbers = np.flatnonzero(routes.gains(self._arms.costs(prices), prices.single) > least - _SLACK)
        if len(numbers) > MOST_ROUTES:
            raise TooMany
        return [self._way(routes, number) for number in numbers.tolist()]

    def _routes(self, slot: Slot) -> _Routes:
        """The routes that a train can run, as is asked of it."""
        found = self._routes_of.get(slot)
        if found is None:
            found = self._routes_of[slot] = self._asked(slot)
        return found

    def _asked(self, slot: Slot) -> _Routes:
        country, arms = self.country, self._arms
        assert slot.limit is not None
        ones, others = self._pairs(slot.limit)
        middles: Numbers = arms.middle[ones]
        revenue: Numbers = arms.revenue[ones] + arms.revenue[others]
        revenue += _numbers([country.problem.values[stop] for stop in country.passable])[middles]
        single: Flags = np.zeros(len(ones), dtype=bool)
        if country.special and len(ones):
            kinds, inverse = np.unique(arms.special[ones] | arms.special[others], return_inverse=True)
            called = [union(place for place, bit in self._arcs.small.items() if kind & bit) for kind in kinds.tolist()]
            revenue += _numbers([country.bonus(places, once=slot.once) // country.scale for places in called])[inverse]
            single = np.array([self._has_single(slot, places) for places in called], dtype=bool)[inverse]
            asked = np.array([_does(country, slot, places) for places in called], dtype=bool)[inverse]
            if not asked.all():
                ones, others, middles = ones[asked], others[asked], middles[asked]
                revenue, single = revenue[asked], single[asked]
        starts = np.flatnonzero(np.diff(middles, prepend=-1))
        return _Routes(ones, others, revenue.astype(np.float64), single, starts)

    def _has_single(self, slot: Slot, places: int) -> bool:
        """Has a route with calls at these places the bonus that one route only has?"""
        return slot.once and self.country.bonus(places, once=True) > self.country.bonus(places, once=False)

    def _pairs(self, limit: int) -> tuple[Numbers, Numbers]:
        """Pairs of arms that make a route within a limit, whatever is asked of the train."""
        found = self._pairs_within.get(limit)
        if found is None:
            if sum(map(_pairs_to_try, self._by_middle)) > MOST_PAIRS:
                raise TooMany
            pairs = [self._pairs_of(number, limit) for number in range(len(self._by_middle))]
            if sum(len(ones) for ones, _ in pairs) > MOST_LISTED:
                raise TooMany
            found = (
                np.concatenate([ones for ones, _ in pairs] or [_numbers([])]),
                np.concatenate([others for _, others in pairs] or [_numbers([])]),
            )
            self._pairs_within[limit] = found
        return found

    def _pairs_of(self, middle: int, limit: int) -> tuple[Numbers, Numbers]:
        """The same for one middle; the second of two arms counts as much as the first or one stop less."""
        country, arms, by_count = self.country, self._arms, self._by_middle[middle]
        problem, stop = country.problem, country.passable[middle]
        ones, others = [_numbers([])], [_numbers([])]
        if counts.within(problem.count(stop), limit):
            stops, large, small = counts.split(limit - problem.count(stop))
            has_token = bool(problem.tokens >> stop & 1)
            for count, longer in enumerate(by_count):
                for shorter in (longer,) if count == 0 else (longer, by_count[count - 1]):
                    if 2 * count - (shorter is not longer) <= stops:
                        for one, other in self._apart(longer, shorter, has_token=has_token):
                            ones.append(one)
                            others.append(other)
        one, other = np.concatenate(ones), np.concatenate(others)
        if not len(one):
            return one, other
        counted = arms.counts[one] + arms.counts[other]
        fits = (counted[:, 1] <= large) & (counted[:, 2] <= small)
        if problem.closed >> stop & 1:  # a route may only end here
            fits &= (one < len(self._by_middle)) | (other < len(self._by_middle))
        # a route of which two stops could be the middle is listed with the lower of them
        passable: Flags = np.zeros(len(problem.network.ids), dtype=bool)
        passable[country.passable] = True
        beyond = arms.firsts[one]
        fits &= (arms.counts[one, 0] == arms.counts[other, 0]) | (stop < beyond) | ~passable[beyond]
        return one[fits], other[fits]

    def _apart(self, longer: Numbers, shorter: Numbers, *, has_token: bool) -> Iterator[tuple[Numbers, Numbers]]:
        """Pairs of arms that share no stop and no track and have a token, some at a time."""
        arms = self._arms
        if not len(longer) or not len(shorter):
            return
        size = max(1, _BLOCK // len(shorter))
        for start in range(0, len(longer), size):
            block = longer[start : start + size]
            beside = shorter[: start + len(block)] if shorter is longer else shorter
            clash = arms.bits[block, 0][:, None] & arms.bits[beside, 0][None, :]
            for word in range(1, arms.bits.shape[1]):
                clash |= arms.bits[block, word][:, None] & arms.bits[beside, word][None, :]
            apart = clash == 0
            if not has_token:
                apart &= arms.tokens[block][:, None] | arms.tokens[beside][None, :]
            if shorter is longer:
                apart &= block[:, None] > beside[None, :]
            rows, columns = np.nonzero(apart)
            yield block[rows], beside[columns]

    def _way(self, routes: _Routes, number: int) -> Way:
        problem, country, arms = self.country.problem, self.country, self._arms
        halves: list[list[str]] = []
        one, other = int(routes.ones[number]), int(routes.others[number])
        middle = country.passable[int(arms.middle[one])]
        stops, edges, track = [middle], list[int](), list[int]()
        for arm in (one, other):
            inward: list[str] = []
            at = arm
            while (arc_number := int(arms.arcs[at])) >= 0:
                arc = self._arcs.arcs[arc_number]
                stops.append(arc[1])
                edges.append(int(self._arcs.edges[arc_number]))
                track.append(arc[5].mask)
                inward += [point(problem.network.ids[arc[1]]), *reversed(arc[5].hexes)]
                at = int(arms.parents[at])
            halves.append(inward)
        path = (*halves[0], point(problem.network.ids[middle]), *reversed(halves[1]))
        return Way(
            revenue=int(routes.revenue[number]),
            subsidy=sum(problem.subsidies.get(stop, 0) for stop in stops),
            edges=tuple(edges),
            ends=(int(arms.lasts[one]), int(arms.lasts[other])),
            ride=Ride(path, tuple(stops), tuple(track)),
            single=bool(routes.single[number]),
        )


def _pairs_to_try(by_count: Sequence[Numbers]) -> int:
    """How many pairs there are of arms that count as much, or one stop more."""
    return sum(len(longer) * (len(longer) + len(shorter)) for longer, shorter in pairwise(reversed(by_count)))


def _does(country: Country, slot: Slot, places: int) -> bool:
    """Does a route with calls at these special places what is asked of the train?"""
    if places & slot.must != slot.must:
        return False
    return slot.calls is None or (places & country.calls).bit_count() == slot.calls


def _numbers(values: Sequence[Any]) -> Numbers:
    return np.array(values, dtype=np.int64)
