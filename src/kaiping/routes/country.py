"""The part of a network that a company's trains can reach, laid out for the search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import NamedTuple

from kaiping.routes import counts
from kaiping.routes.income import RunProblem
from kaiping.routes.network import Segment

#: a segment as the search goes along it: bits of its track, the stop it leads to, the bit of that place,
#: what a call there scores less the fees on the way, what it uses up of a range, and the segment
Arc = tuple[int, int, int, int, int, Segment]


class Slot(NamedTuple):
    """One train, and what is asked of its route."""

    #: what the route may count, as ``counts`` writes it; None: no limit
    limit: int | None
    #: a train that leaves stops out counts so many
    counted: int | None = None
    #: the number of subsidy calls asked of it; None: any
    calls: int | None = None
    #: bits of the places that it must call at
    must: int = 0
    #: it may earn the bonus that one route only has
    once: bool = True

    @property
    def may_stay(self) -> bool:
        """A train of which nothing is asked may stay at home."""
        return not self.calls and not self.must


class Ride(NamedTuple):
    """The route of one train as a method found it; nothing of it for a train that stays at home."""

    #: points from end to end
    path: tuple[str, ...] = ()
    #: numbers of the stops, in any order
    stops: tuple[int, ...] = ()
    #: bits of the track of each segment, as the network numbers it
    track: tuple[int, ...] = ()


class Country:
    """Stops within reach, the arcs between them and what a call scores.

    A score is revenue times ``scale`` plus subsidy, so that equal revenues rank by subsidy. Only ``without`` and
    ``above`` make another country out of one; all of them number stops and track alike.
    """

    __slots__ = (
        "arcs",
        "bonuses",
        "calls",
        "masks",
        "passable",
        "patience",
        "problem",
        "reached",
        "scale",
        "scores",
        "shared",
        "special",
        "stops",
        "tokens",
    )

    def __init__(self, problem: RunProblem, *, required: int = 0) -> None:
        network, closed, places = problem.network, problem.closed, problem.network.places
        self.problem = problem
        #: by how much lists of routes may be longer than where another method is at hand
        self.patience = 1
        self.tokens = [bit.bit_length() - 1 for bit in each_bit(problem.tokens)]
        reached, stops, segments = problem.tokens, list(self.tokens), network.segments
        #: stops from which a route may go on, those with a token first
        self.passable: list[int] = []
        ends = closed & ~problem.tokens
        for stop in stops:  # grows while stops are reached
            if ends >> stop & 1:
                continue
            self.passable.append(stop)
            for _, to, _ in segments(stop):
                if not reached >> to & 1:
                    reached |= 1 << to
                    stops.append(to)
        self.stops = stops
        #: bits of these stops
        self.reached = reached
        subsidies = {stop: amount for stop, amount in problem.subsidies.items() if reached >> stop & 1}
        self.scale = 1 + sum(subsidies.values()) * len(problem.trains)
        #: what a call at each stop scores
        self.scores = {stop: self._score(stop, 0) for stop in stops}
        #: bits of the places that pay a subsidy
        self.calls = union([places[stop] for stop in subsidies])
        here = union([places[stop] for stop in stops])
        #: bonuses within reach: two sets of places, what a call at both scores, and whether one route only has it
        self.bonuses = [
            (bonus.first & here, bonus.second & here, bonus.amount * self.scale, bonus.once)
            for bonus in problem.bonuses
            if bonus.first & here and bonus.second & here
        ]
        #: bits of the places that matter for more than their score
        self.special = self.calls | required | union([first | second for first, second, _, _ in self.bonuses])
        self.arcs = self._arcs(self.passable)

    def _score(self, stop: int, floor: int) -> int:
        return max(0, self.problem.values[stop] - floor) * self.scale + self.problem.subsidies.get(stop, 0)

    def _arcs(self, passable: list[int]) -> dict[int, list[Arc]]:
        problem, scores = self.problem, self.scores
        segments, places, toll = problem.network.segments, problem.network.places, problem.toll
        uses = {stop: problem.count(stop) for stop in self.stops}
        #: bits of the track that several segments share
        self.masks, self.shared = renumbered([segment.mask for stop in passable for segment in segments(stop)])
        masks, tolls = self.masks, bool(problem.tolls)
        return {
            stop: [
                (
                    masks[segment[0]],
                    to := segment[1],
                    places[to],
                    scores[to] - toll(segment[0]) * self.scale if tolls else scores[to],
                    uses[to],
                    segment,
                )
                for segment in segments(stop)
            ]
            for stop in passable
        }

    def is_of(self, problem: RunProblem) -> bool:
        """Is this the country of another problem, too, as far as that can be seen at once?

        Not where a subsidy is paid, which is reckoned by the number of trains.
        """
        mine, stops = self.problem, self.stops
        here, there = mine.network, problem.network
        if (
            here.memo is not there.memo  # then they number stops alike
            or self.scale != 1
            or mine.tokens != problem.tokens
            or mine.free != problem.free
            or (mine.closed ^ problem.closed) & self.reached
            or mine.bonuses != problem.bonuses
            or mine.tolls != problem.tolls
            or any(self.reached >> stop & 1 for stop in problem.subsidies)
        ):
            return False
        if here.stops != there.stops and any(here.stops[stop] != there.stops[stop] for stop in stops):
            return False
        if mine.values != problem.values and any(mine.values[stop] != problem.values[stop] for stop in stops):
            return False
        return all(here.segments(stop) == there.segments(stop) for stop in self.passable)

    def bonus(self, places: int, *, once: bool) -> int:
        """What bonuses score for a route that counts these places, with or without the one for one route only."""
        total = 0
        for first, second, amount, single in self.bonuses:
            if places & first and places & second and (once or not single):
                total += amount
        return total

    def without(self, used: int) -> Country:
        """The same without track that is used already."""
        left = copy(self)
        left.arcs = {stop: [arc for arc in arcs if not arc[0] & used] for stop, arcs in self.arcs.items()}
        return left

    def above(self, floor: int) -> Country:
        """The same where a call scores only what the stop is worth above a floor, before the fees on the way.

        That bounds what a train earns that leaves stops out.
        """
        raised = copy(self)
        raised.scores = scores = {stop: self._score(stop, floor) for stop in self.stops}
        raised.arcs = {
            stop: [
                (mask, to, place, score - self.scores[to] + scores[to], uses, segment)
                for mask, to, place, score, uses, segment in arcs
            ]
            for stop, arcs in self.arcs.items()
        }
        return raised

    def likeness(self) -> object:
        """Equal for countries in which the same trains can run the same routes for the same revenue."""
        problem, ids = self.problem, self.problem.network.ids
        stops = frozenset(
            (ids[stop], score, problem.closed >> stop & 1, problem.tokens >> stop & 1, problem.count(stop))
            for stop, score in self.scores.items()
        )
        track = frozenset(
            (ids[stop], ids[arc[1]], arc[3], arc[5].mask, arc[5].hexes)
            for stop, arcs in self.arcs.items()
            for arc in arcs
        )
        names = {problem.network.places[stop]: ids[stop] for stop in reversed(self.stops)}
        bonuses = tuple(
            (
                *(frozenset(name for place, name in names.items() if place & side) for side in (first, second)),
                amount,
                once,
            )
            for first, second, amount, once in self.bonuses
        )
        return stops, track, bonuses

    @property
    def has_single_bonus(self) -> bool:
        """A bonus within reach goes to one route only."""
        return any(single for _, _, _, single in self.bonuses)

    def ceiling(self, slot: Slot) -> int:
        """More than any route of that train scores: the dearest stops together, and all bonuses."""
        most = slot.counted
        if most is None and slot.limit is not None:
            most = counts.split(slot.limit)[0]
        free = self.problem.free
        counted = sorted((score for stop, score in self.scores.items() if not free >> stop & 1), reverse=True)
        beside = sum(score for stop, score in self.scores.items() if free >> stop & 1)
        return sum(counted[:most]) + beside + sum(amount for _, _, amount, _ in self.bonuses)


def union(masks: Iterable[int]) -> int:
    """All bits of some masks."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def each_bit(mask: int) -> Iterator[int]:
    """The bits of a mask, each as a mask of its own; the busiest loops do the same in place."""
    while mask:
        low = mask & -mask
        mask ^= low
        yield low


def renumbered(masks: list[int]) -> tuple[dict[int, int], int]:
    """A small mask for each mask, so that two overlap where the old ones do; and the bits that several have.

    A mask that overlaps no other has one bit.
    """
    distinct = dict.fromkeys(masks)
    once = several = 0
    for mask in distinct:
        several |= once & mask
        once |= mask
    users: dict[int, list[int]] = {}
    small: dict[int, int] = {}
    for mask in distinct:
        shared = mask & several
        small[mask] = 0 if shared else 1 << len(small)
        for bit in each_bit(shared):
            users.setdefault(bit, []).append(mask)
    bit = first = 1 << len(small)
    kept: list[set[int]] = []
    for group in sorted(map(set, users.values()), key=len, reverse=True):
        if not any(group <= other for other in kept):
            kept.append(group)
            for mask in group:
                small[mask] |= bit
            bit <<= 1
    return small, bit - first
