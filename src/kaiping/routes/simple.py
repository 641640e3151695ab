"""A plain run for where the search fails: legal, seldom the best, and found without any part of the search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kaiping.action import Route
from kaiping.routes import counts
from kaiping.routes.check import fault, worth
from kaiping.routes.income import RunProblem, Train
from kaiping.routes.network import point

#: routes that are made longer in each round, and how many rounds there are
_WIDTH = 12
_ROUNDS = 30


class _Trail(NamedTuple):
    """Track that grows out of a token at both ends."""

    path: tuple[str, ...]
    ends: tuple[int, int]
    #: bits of its track and of its places
    mask: int
    places: int
    uses: int


def simple_run(problem: RunProblem) -> tuple[Route, ...]:
    """Each train in turn runs the best that it finds beside those before it, if that earns anything."""
    routes: list[Route] = []
    used = 0
    for train in problem.trains:
        best, earned, track = None, 0, 0
        for trail in _trails(problem, train, used):
            route = Route(train.name, trail.path)
            revenue = worth(problem, route, once=False).revenue
            if revenue > earned and fault(problem, [*routes, route]) is None:
                best, earned, track = route, revenue, trail.mask
        if best is not None:
            routes.append(best)
            used |= track
    return tuple(routes)


def highest(problem: RunProblem) -> int:
    """No run earns more: each train at the dearest stops of the map, with all bonuses."""
    total = 0
    free = sum(value for stop, value in enumerate(problem.values) if problem.free >> stop & 1)
    for train in problem.trains:
        most = train.counted
        if most is None and train.limit is not None:
            most = counts.split(train.limit)[0]
        dearest = sorted((value for value in problem.values if value > 0), reverse=True)[:most]
        total += sum(dearest) + free + sum(bonus.amount for bonus in problem.bonuses)
    return total


def _trails(problem: RunProblem, train: Train, used: int) -> Iterator[_Trail]:
    """Routes off the track used, of two stops all, of more stops those that go on from the dearest."""
    network = problem.network
    growing = [
        _Trail((point(network.ids[stop]),), (stop, stop), used, network.places[stop], problem.count(stop))
        for stop in range(len(network.ids))
        if problem.tokens >> stop & 1
    ]
    for _ in range(_ROUNDS):
        longer = {trail.path: trail for start in growing for trail in _longer(problem, train, start)}
        yield from longer.values()
        growing = sorted(
            longer.values(), key=lambda trail: -worth(problem, Route(train.name, trail.path), once=False).revenue
        )[:_WIDTH]


def _longer(problem: RunProblem, train: Train, trail: _Trail) -> Iterator[_Trail]:
    """The trail with one more stop, at either end."""
    network = problem.network
    first, last = trail.ends
    for end in (last,) if len(trail.path) == 1 else (first, last):
        if len(trail.path) > 1 and problem.closed >> end & 1:
            continue  # routes end here
        for segment in network.segments(end):
            to, count = segment.to, trail.uses + problem.count(segment.to)
            if segment.mask & trail.mask or network.places[to] & trail.places or not counts.within(count, train.limit):
                continue
            further = (*segment.hexes, point(network.ids[to]))
            mask, places = trail.mask | segment.mask, trail.places | network.places[to]
            if end == last:
                yield _Trail((*trail.path, *further), (first, to), mask, places, count)
            else:
                yield _Trail((*reversed(further), *trail.path), (to, last), mask, places, count)
