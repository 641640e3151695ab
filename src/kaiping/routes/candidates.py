"""The routes that one train can run: depth-first from the company's tokens, cut short by bounds."""

from __future__ import annotations

import time
from typing import Any

from kaiping.routes.income import Problem
from kaiping.routes.network import Network, Segment

#: a route as the search keeps it: score, pieces of track, places, and its segments as a chain
Candidate = tuple[int, int, int, Any]
#: the train that stays at home
HOME: Candidate = (0, 0, 0, None)


class OutOfTime(Exception):
    """The deadline has passed."""


class Country:
    """The part of the network that a company's trains can reach, laid out for the search.

    A score is revenue times ``scale`` plus subsidy, so that equal revenues rank by subsidy.
    """

    def __init__(self, problem: Problem, deadline: float | None = None) -> None:
        network = problem.network
        self.problem = problem
        self.deadline = deadline
        reached, todo = problem.tokens, [number for number in range(len(network.ids)) if problem.tokens >> number & 1]
        self.tokens = list(todo)
        order = list(todo)
        while todo:
            stop = todo.pop()
            for segment in network.segments[stop]:
                bit = 1 << segment.to
                if not reached & bit:
                    reached |= bit
                    order.append(segment.to)
                    if not problem.closed & bit:
                        todo.append(segment.to)
        self.stops = order
        subsidies = {stop: amount for stop, amount in problem.subsidies.items() if reached >> stop & 1}
        self.scale = 1 + sum(subsidies.values()) * max(1, len(problem.trains))
        scores = {stop: problem.values[stop] * self.scale + subsidies.get(stop, 0) for stop in order}
        self.scores = scores
        self.calls = 0
        for stop in subsidies:
            self.calls |= network.places[stop]
        self.arcs: dict[int, list[tuple[int, int, int, int, int, Segment]]] = {
            stop: sorted(
                (
                    (
                        segment.mask,
                        segment.to,
                        network.places[segment.to],
                        scores[segment.to],
                        0 if problem.free >> segment.to & 1 else 1,
                        segment,
                    )
                    for segment in network.segments[stop]
                ),
                key=lambda arc: -arc[3],
            )
            for stop in order
            if stop in self.tokens or not problem.closed >> stop & 1
        }
        self.bonuses = [
            (bonus.first, bonus.second, bonus.amount * self.scale)
            for bonus in problem.bonuses
            if any(network.places[stop] & bonus.first for stop in order)
            and any(network.places[stop] & bonus.second for stop in order)
        ]
        self.ranking = sorted(((scores[stop], network.places[stop], problem.free >> stop & 1) for stop in order), reverse=True)

    def bound(self, seen: int, left: int) -> int:
        """No more than this can be added by calls at places not seen yet, bonuses included."""
        total = 0
        for score, place, free in self.ranking:
            if seen & place:
                continue
            if free:
                total += score
            elif left > 0:
                total += score
                left -= 1
        for _, _, amount in self.bonuses:
            total += amount
        return total

    def routes(
        self, limit: int | None, least: int, *, calls: int | None = None, used: int = 0, best_only: bool = False
    ) -> list[Candidate]:
        """Routes of a train with at least that score, best first; with ``best_only`` one of the best."""
        problem, places = self.problem, self.problem.network.places
        full = limit if limit is not None else len(self.stops)
        found: list[Candidate] = []
        free, closed, call_places = problem.free, problem.closed, self.calls
        bonuses, arcs = self.bonuses, self.arcs
        ticks = 0

        def record(score: int, mask: int, seen: int, trail: Any) -> None:
            nonlocal least
            for first, second, amount in bonuses:
                if seen & first and seen & second:
                    score += amount
            if score >= least and (calls is None or (seen & call_places).bit_count() == calls):
                if best_only:
                    least = score + 1
                    found.clear()
                found.append((score, mask, seen, trail))

        def grow(at: int, score: int, mask: int, seen: int, left: int, trail: Any, first: int) -> None:
            # `first` is the arc by which the first arm left the token, or -1 once the second arm has begun
            nonlocal ticks
            ticks += 1
            if ticks & 1023 == 0 and self.deadline is not None and time.perf_counter() > self.deadline:
                raise OutOfTime
            record(score, mask, seen, trail)
            if score + self.bound(seen, left) < least:
                return
            if not closed >> at & 1:
                for arc_mask, to, place, value, uses, segment in arcs[at]:
                    if arc_mask & mask or place & seen or uses > left or barred >> to & 1:
                        continue
                    grow(to, score + value, mask | arc_mask, seen | place, left - uses, (trail, segment), first)
            if first >= 0:
                for arc_mask, to, place, value, uses, segment in arcs[start][first + 1 :]:
                    if arc_mask & mask or place & seen or uses > left or barred >> to & 1:
                        continue
                    grow(
                        to, score + value, mask | arc_mask, seen | place, left - uses, (trail, None, segment), -1
                    )

        barred = 0
        for start in self.tokens:
            left = full - (0 if free >> start & 1 else 1)
            if left >= 0:
                for index, (mask, to, place, value, uses, segment) in enumerate(arcs[start]):
                    if mask & used or place & places[start] or uses > left or barred >> to & 1:
                        continue
                    grow(
                        to,
                        self.scores[start] + value,
                        mask | used,
                        places[start] | place,
                        left - uses,
                        (start, segment),
                        -1 if closed >> start & 1 else index,
                    )
            barred |= 1 << start
        found.sort(key=lambda candidate: -candidate[0])
        return [(score, mask & ~used, seen, trail) for score, mask, seen, trail in found]


def path(network: Network, candidate: Candidate) -> tuple[str, ...]:
    """The points of a route, end to end."""
    arms: list[list[Segment]] = [[]]
    trail = candidate[3]
    while isinstance(trail, tuple):
        arms[-1].append(trail[-1])
        if len(trail) == 3:
            arms.append([])
        trail = trail[0]
    points = [_text(network, trail)]
    for segment in reversed(arms[-1]):
        points += [*segment.hexes, _text(network, segment.to)]
    if len(arms) == 2:
        points.reverse()
        for segment in reversed(arms[0]):
            points += [*segment.hexes, _text(network, segment.to)]
    return tuple(points)


def _text(network: Network, stop: int) -> str:
    hex_id, index = network.ids[stop]
    return f"{hex_id}.{index}"
