"""The part of a network that a company's trains can reach, laid out for the search."""

from __future__ import annotations

from collections.abc import Iterable

from kaiping.routes.income import Problem
from kaiping.routes.network import Segment

#: a segment as the search goes along it: bits of its track, the stop it leads to, the bit of that place,
#: what a call there scores, the range that it uses up (0 or 1), and the segment
Arc = tuple[int, int, int, int, int, Segment]


#: one train: its range (None: no limit), and the number of subsidy calls asked of it (None: any)
Slot = tuple[int | None, int | None]


class Country:
    """Stops within reach, the arcs between them and what a call scores.

    A score is revenue times ``scale`` plus subsidy, so that equal revenues rank by subsidy.
    """

    __slots__ = (
        "arcs",
        "bonuses",
        "calls",
        "masks",
        "problem",
        "scale",
        "scores",
        "shared",
        "special",
        "stops",
        "tokens",
    )

    def __init__(self, problem: Problem) -> None:
        network, closed, places = problem.network, problem.closed, problem.network.places
        self.problem = problem
        self.tokens = [number for number in range(len(network.ids)) if problem.tokens >> number & 1]
        reached, stops = problem.tokens, list(self.tokens)
        passable: list[int] = []
        for stop in stops:  # grows while stops are reached
            if closed >> stop & 1 and not problem.tokens >> stop & 1:
                continue
            passable.append(stop)
            for segment in network.segments(stop):
                if not reached >> segment.to & 1:
                    reached |= 1 << segment.to
                    stops.append(segment.to)
        self.stops = stops
        subsidies = {stop: amount for stop, amount in problem.subsidies.items() if reached >> stop & 1}
        self.scale = 1 + sum(subsidies.values()) * len(problem.trains)
        #: what a call at each stop scores
        self.scores = {stop: problem.values[stop] * self.scale + subsidies.get(stop, 0) for stop in stops}
        #: bits of the places that pay a subsidy
        self.calls = _union(places[stop] for stop in subsidies)
        here = _union(places[stop] for stop in stops)
        #: bonuses within reach: two sets of places, and what a call at both scores
        self.bonuses = [
            (bonus.first & here, bonus.second & here, bonus.amount * self.scale)
            for bonus in problem.bonuses
            if bonus.first & here and bonus.second & here
        ]
        #: bits of the places that matter for more than their score
        self.special = self.calls | _union(first | second for first, second, _ in self.bonuses)
        self.arcs = self._arcs(passable)

    def _arcs(self, passable: list[int]) -> dict[int, list[Arc]]:
        problem, scores = self.problem, self.scores
        segments, places, free = problem.network.segments, problem.network.places, problem.free
        #: bits of the track that several segments share
        self.masks, self.shared = renumbered([segment.mask for stop in passable for segment in segments(stop)])
        masks = self.masks
        return {
            stop: [
                (masks[mask], to, places[to], scores[to], 0 if free >> to & 1 else 1, segment)
                for segment in segments(stop)
                for mask, to, _ in (segment,)
            ]
            for stop in passable
        }

    def bonus(self, places: int) -> int:
        """What bonuses score for a route that calls at these places."""
        total = 0
        for first, second, amount in self.bonuses:
            if places & first and places & second:
                total += amount
        return total

    def ceiling(self, limit: int | None) -> int:
        """More than any route of that range scores: the dearest stops together, and all bonuses."""
        free = self.problem.free
        counted = sorted((score for stop, score in self.scores.items() if not free >> stop & 1), reverse=True)
        beside = sum(score for stop, score in self.scores.items() if free >> stop & 1)
        return sum(counted[:limit]) + beside + sum(amount for _, _, amount in self.bonuses)


def _union(masks: Iterable[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


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
        while shared:
            low = shared & -shared
            users.setdefault(low, []).append(mask)
            shared ^= low
    bit = first = 1 << len(small)
    kept: list[set[int]] = []
    for group in sorted(map(set, users.values()), key=len, reverse=True):
        if not any(group <= other for other in kept):
            kept.append(group)
            for mask in group:
                small[mask] |= bit
            bit <<= 1
    return small, bit - first
