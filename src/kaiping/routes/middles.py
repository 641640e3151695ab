"""Routes of trains with a range on dense networks: as pairs of arms out of their middle stop.

Both arms hold half of the stops at most, so that there are few of them however long the train's range is. What a
route earns less what its track costs is looked for, as column generation asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaiping.routes import counts
from kaiping.routes.arms import TooMany
from kaiping.routes.country import Arc, Country, Ride, Slot, union
from kaiping.routes.network import point
from kaiping.routes.train_flow import EdgeNumbers, edge_key

Numbers = npt.NDArray[np.int64]
Amounts = npt.NDArray[np.float64]

#: with more arms in all, or more routes to choose from, another method is better
MOST_ARMS = 400_000
MOST_ROUTES = 60_000

#: arms that are looked at together
_BLOCK = 48

_NEVER = -1e9
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


class _Middle:
    """All arms out of one stop, those of fewer stops first."""

    def __init__(self, country: Country, numbers: EdgeNumbers, stop: int, half: int) -> None:
        problem = country.problem
        places = problem.network.places
        self.country = country
        self.stop = stop
        self.alone = bool(problem.closed >> stop & 1)  # a route may only end here
        self.arcs: list[Arc | None] = [None]
        parents = [0]
        totals, large, small = [0], [0], [0]
        tokens = [0]
        called = [places[stop]]
        masks = [0]
        firsts, lasts = [-1], [stop]
        edges = [-1]
        offset = len(problem.network.ids)
        for index, last in enumerate(self.arcs):  # grows meanwhile
            at = stop if last is None else last[1]
            if last is not None and problem.closed >> at & 1:
                continue
            for arc in country.arcs[at]:
                if arc[0] & masks[index] or arc[2] & called[index]:
                    continue
                more = counts.split(arc[4])
                if totals[index] + more[0] > half:
                    continue
                parents.append(index)
                self.arcs.append(arc)
                totals.append(totals[index] + more[0])
                large.append(large[index] + more[1])
                small.append(small[index] + more[2])
                tokens.append(tokens[index] | problem.tokens >> arc[1] & 1)
                called.append(called[index] | arc[2])
                masks.append(masks[index] | arc[0])
                firsts.append(arc[1] if index == 0 else firsts[index])
                lasts.append(arc[1])
                edges.append(numbers[edge_key(at, arc[5])])
            if len(parents) > MOST_ARMS:
                raise TooMany
        self.parents = parents
        self.totals: Numbers = np.array(totals)
        self.large: Numbers = np.array(large)
        self.small: Numbers = np.array(small)
        self.tokens = np.array(tokens, dtype=bool)
        self.firsts: Numbers = np.array(firsts)
        self.lasts: Numbers = np.array(lasts)
        self.edges = edges
        self.masks = masks
        self.revenue: Numbers = np.array(self._revenues())
        keys = [places_ & country.special for places_ in called]
        #: sets of special places that arms call at, and which of them each arm has
        self.keys = list(dict.fromkeys(keys))
        kinds = {key: number for number, key in enumerate(self.keys)}
        self.kinds: Numbers = np.array([kinds[key] for key in keys])
        own = places[stop]
        words = (max(mask << offset | place for mask, place in zip(masks, called, strict=True)).bit_length() + 63) // 64
        packed = b"".join(
            (mask << offset | place & ~own).to_bytes(8 * words, "little")
            for mask, place in zip(masks, called, strict=True)
        )
        #: bits of the places and of the track of each arm, without the middle
        self.bits: npt.NDArray[np.uint64] = np.frombuffer(packed, dtype="<u8").reshape(len(masks), words)
        self._along = self._pairs_of_arm_and_edge()

    def _revenues(self) -> list[int]:
        scale = self.country.scale
        revenues = [0]
        for index, arc in enumerate(self.arcs):
            if arc is not None:
                toll = self.country.scores[arc[1]] - arc[3]
                revenues.append(revenues[self.parents[index]] + self.country.problem.values[arc[1]] - toll // scale)
        return revenues

    def _pairs_of_arm_and_edge(self) -> tuple[Numbers, Numbers]:
        arms, edges = list[int](), list[int]()
        for number in range(1, len(self.masks)):
            at = number
            while at:
                arms.append(number)
                edges.append(self.edges[at])
                at = self.parents[at]
        return np.array(arms, dtype=np.int64), np.array(edges, dtype=np.int64)

    def priced(self, prices: Prices) -> Amounts:
        """What each arm earns less the price of its edges and of its end."""
        arms, edges = self._along
        costs: Amounts = np.bincount(arms, weights=prices.edges[edges], minlength=len(self.masks)).astype(np.float64)
        return self.revenue - costs - prices.ends[self.lasts]

    def _bonuses(self, slot: Slot, single: float) -> Amounts | None:
        """What arms of two kinds earn in bonuses together after prices; very little where they may not join."""
        country = self.country
        if not country.special:
            return None
        table = np.full((len(self.keys), len(self.keys)), _NEVER)
        for one, key in enumerate(self.keys):
            for other, beside in enumerate(self.keys):
                both = key | beside
                if both & slot.must == slot.must:
                    if slot.calls is None or (both & country.calls).bit_count() == slot.calls:
                        table[one, other] = country.bonus(both, once=slot.once) // country.scale
                        if single and self._has_single(slot, both):
                            table[one, other] -= single
        return table

    def _has_single(self, slot: Slot, places: int) -> bool:
        """Has a route with calls at these places the bonus that one route only has?"""
        return slot.once and self.country.bonus(places, once=True) > self.country.bonus(places, once=False)

    def pairs(self, slot: Slot, prices: Prices, least: float, *, only_best: bool) -> Iterator[tuple[float, int, int]]:
        """Pairs of arms that earn more than the least after prices, perhaps only the best of them.

        Arms are taken by falling worth, a block of them at a time with all before them.
        """
        problem = self.country.problem
        assert slot.limit is not None
        if not counts.within(problem.count(self.stop), slot.limit):
            return
        worth = self.priced(prices)
        here = problem.values[self.stop]
        least -= here
        usable = np.flatnonzero(self.totals <= counts.split(slot.limit)[0] // 2)
        order = usable[np.argsort(-worth[usable], kind="stable")]
        ranked = worth[order]
        bonuses = self._bonuses(slot, prices.single)
        top = ranked[0] + sum(amount for _, _, amount, _ in self.country.bonuses) // self.country.scale
        best: tuple[float, int, int] | None = None
        for start in range(0, len(order), _BLOCK):
            if ranked[start] + top <= least:
                break
            block = order[start : start + _BLOCK]
            before = order[: start + len(block)]
            sums = worth[block][:, None] + worth[before][None, :]
            if bonuses is not None:
                sums += bonuses[self.kinds[block]][:, self.kinds[before]]
            hopeful = sums > least
            hopeful &= np.arange(len(before))[None, :] < np.arange(start, start + len(block))[:, None]
            rows, columns = np.nonzero(hopeful)
            if not len(rows):
                continue
            ones, others, gains = block[rows], before[columns], sums[rows, columns]
            fits = self._fits(slot, ones, others)
            if not only_best:
                for number in np.flatnonzero(fits).tolist():
                    one, other = int(ones[number]), int(others[number])
                    if self._counts_here(one, other):
                        yield float(gains[number]) + here, one, other
            elif fits.any():
                number = int(np.argmax(np.where(fits, gains, _NEVER)))
                if gains[number] > least:
                    least = float(gains[number])
                    best = (least + here, int(ones[number]), int(others[number]))
        if best is not None:
            yield best

    def _fits(self, slot: Slot, ones: Numbers, others: Numbers) -> npt.NDArray[np.bool_]:
        """Which pairs of arms make a route that the train can run and that has its middle here."""
        problem = self.country.problem
        assert slot.limit is not None
        stops, large, small = counts.split(slot.limit - problem.count(self.stop))
        one, other = self.totals[ones], self.totals[others]
        fits: npt.NDArray[np.bool_] = np.abs(one - other) <= 1
        fits &= one + other <= stops
        fits &= self.large[ones] + self.large[others] <= large
        fits &= self.small[ones] + self.small[others] <= small
        if not problem.tokens >> self.stop & 1:
            fits &= self.tokens[ones] | self.tokens[others]
        if self.alone:
            fits &= (ones == 0) | (others == 0)
        fits[fits] = ~np.any(self.bits[ones[fits]] & self.bits[others[fits]], axis=1)
        return fits

    def _counts_here(self, one: int, other: int) -> bool:
        """A route of which two stops could be the middle is listed with the lower of them."""
        longer = int(self.totals[other] - self.totals[one])
        if longer == 0:
            return True
        beyond = int(self.firsts[other] if longer > 0 else self.firsts[one])
        return self.stop < beyond or beyond not in self.country.arcs

    def way(self, slot: Slot, one: int, other: int) -> Way:
        problem, country = self.country.problem, self.country
        stops, edges, track = [self.stop], list[int](), list[int]()
        halves: list[list[str]] = []
        for number in (one, other):
            inward: list[str] = []
            while number:
                arc = self.arcs[number]
                assert arc is not None
                stops.append(arc[1])
                edges.append(self.edges[number])
                track.append(arc[5].mask)
                inward += [point(problem.network.ids[arc[1]]), *reversed(arc[5].hexes)]
                number = self.parents[number]
            halves.append(inward)
        places = union(problem.network.places[stop] for stop in stops)
        revenue = problem.values[self.stop] + int(self.revenue[one] + self.revenue[other])
        revenue += country.bonus(places, once=slot.once) // country.scale
        subsidy = sum(problem.subsidies.get(stop, 0) for stop in stops)
        path = (*halves[0], point(problem.network.ids[self.stop]), *reversed(halves[1]))
        ends = int(self.lasts[one]), int(self.lasts[other])
        ride = Ride(path, tuple(stops), tuple(track))
        return Way(revenue, subsidy, tuple(edges), ends, ride, self._has_single(slot, places))


class Middles:
    """The arms out of each stop that may be the middle of a route, for trains up to some range."""

    def __init__(self, country: Country, numbers: EdgeNumbers, slots: Sequence[Slot]) -> None:
        longest = 0
        for slot in slots:
            assert slot.limit is not None
            longest = max(longest, counts.split(slot.limit)[0])
        self._middles: list[_Middle] = []
        left = MOST_ARMS
        for stop in country.passable:
            middle = _Middle(country, numbers, stop, longest // 2)
            left -= len(middle.masks)
            if left < 0:
                raise TooMany
            self._middles.append(middle)

    def best(self, slot: Slot, prices: Prices, least: float) -> list[tuple[float, Way]]:
        """For each middle the route that earns most after prices, if it is more than the least; best first."""
        found = [
            (gain, middle.way(slot, one, other))
            for middle in self._middles
            for gain, one, other in middle.pairs(slot, prices, least + _SLACK, only_best=True)
        ]
        found.sort(key=lambda pair: -pair[0])
        return found

    def ways(self, slot: Slot, prices: Prices, least: float) -> list[Way]:
        """All routes that earn at least so much after prices."""
        found: list[Way] = []
        for middle in self._middles:
            for _, one, other in middle.pairs(slot, prices, least - _SLACK, only_best=False):
                found.append(middle.way(slot, one, other))
                if len(found) > MOST_ROUTES:
                    raise TooMany
        return found
