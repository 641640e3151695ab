"""Is a claimed set of routes legal, and what does each route earn?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from kaiping.action import Route
from kaiping.board.hex import opposite
from kaiping.board.tile import STOP
from kaiping.routes.income import Problem

_POINT = re.compile(r"([A-Z]\d{1,3})(?:\.(\d{1,3}))?")


class Fault(Struct, frozen=True):
    """What is wrong with a claimed run: a code, and the figures that its sentence needs."""

    code: str
    figures: dict[str, Any]


class Income(Struct, frozen=True):
    """What one route earns, stop by stop; the subsidy goes to the treasury and is no part of the revenue."""

    revenue: int
    subsidy: int
    #: each stop in order with what it adds to the revenue
    stops: tuple[tuple[str, int], ...]
    #: name and amount of each bonus
    bonuses: tuple[tuple[str, int], ...] = ()


class _Refused(Exception):
    """Carries a fault out of the check."""

    def __init__(self, code: str, **figures: Any) -> None:
        self.fault = Fault(code, figures)


class _Point(Struct, frozen=True):
    """A point of a path: a hex, and the number of the stop called at there, if any."""

    text: str
    hex: str
    stop: int | None


def worth(problem: Problem, route: Route) -> Income:
    """What a legal route earns (1888-2022:VIII.3.7.1, VIII.3.6.14, VIII.3.7.10)."""
    network = problem.network
    stops: list[tuple[str, int]] = []
    places = subsidy = 0
    for text in route.stops:
        hex_id, index = text.split(".")
        number = network.numbers[hex_id, int(index)]
        stops.append((text, problem.values[number]))
        subsidy += problem.subsidies.get(number, 0)
        places |= network.places[number]
    bonuses = tuple((bonus.name, bonus.amount) for bonus in problem.bonuses if bonus.earned(places))
    revenue = sum(value for _, value in stops) + sum(amount for _, amount in bonuses)
    return Income(revenue, subsidy, tuple(stops), bonuses)


def fault(problem: Problem, routes: Sequence[Route]) -> Fault | None:
    """The first thing that the rules forbid in a claimed set of routes, or None where it is legal."""
    try:
        _check_trains(problem, routes)
        used: dict[int, str] = {}
        for route in routes:
            _check_route(problem, route, used)
    except _Refused as refused:
        return refused.fault
    return None


def _check_trains(problem: Problem, routes: Sequence[Route]) -> None:
    """Each train of the company runs at most once (1888-2022:VIII.3.6.1)."""
    owned = Counter(train.name for train in problem.trains)
    for name, times in Counter(route.train for route in routes).items():
        if not owned[name]:
            raise _Refused("route_unknown_train", company=problem.company, train=name)
        if times > owned[name]:
            raise _Refused("route_train_twice", company=problem.company, train=name, routes=times, trains=owned[name])


def _check_route(problem: Problem, route: Route, used: dict[int, str]) -> None:
    points = [_point(problem, route, text) for text in route.path]
    stops = [point for point in points if point.stop is not None]
    if points:
        for end in (points[0], points[-1]):
            if end.stop is None:
                raise _Refused("route_end_no_stop", train=route.train, hex=end.hex)
    pieces = _pieces(problem, route, points)
    _check_stops(problem, route, stops)
    own: set[int] = set()
    for piece, where in pieces:
        if piece in own:
            raise _Refused("route_track_twice", train=route.train, between=where)  # 1888-2022:VIII.2.4
        own.add(piece)
        if piece in used:  # 1888-2022:VIII.3.6.11
            raise _Refused("route_tracks_shared", train=route.train, other=used[piece], between=where)
    for piece in own:
        used[piece] = route.train


def _point(problem: Problem, route: Route, text: str) -> _Point:
    match = _POINT.fullmatch(text)
    if match is None or match[1] not in problem.network.shapes:
        raise _Refused("route_unknown_point", train=route.train, point=text)
    if match[2] is None:
        return _Point(text, match[1], None)
    number = problem.network.numbers.get((match[1], int(match[2])))
    if number is None:
        raise _Refused("route_unknown_point", train=route.train, point=text)
    return _Point(text, match[1], number)


def _check_stops(problem: Problem, route: Route, stops: list[_Point]) -> None:
    places = problem.network.places
    seen = tokens = length = 0
    for position, point in enumerate(stops):
        number = point.stop
        if number is None:
            continue
        bit = 1 << number
        if seen & places[number]:
            raise _Refused("route_stop_twice", train=route.train, stop=point.text)  # 1888-2022:VIII.3.6.8
        seen |= places[number]
        tokens |= problem.tokens & bit
        length += not problem.free & bit
        if problem.closed & bit and 0 < position < len(stops) - 1:
            if problem.network.terminals & bit:
                raise _Refused("route_through_terminal", train=route.train, stop=point.text)  # VIII.2.9
            raise _Refused("route_blocked_city", train=route.train, stop=point.text)  # VIII.2.11
    if len(stops) < 2:
        raise _Refused("route_one_stop", train=route.train, stops=len(stops))  # 1888-2022:VIII.3.6.2
    limit = next(train.range for train in problem.trains if train.name == route.train)
    if limit is not None and length > limit:
        raise _Refused("route_too_long", train=route.train, stops=length, range=limit)  # VIII.3.6.4
    if not tokens:
        raise _Refused("route_no_token", train=route.train, company=problem.company)  # VIII.3.6.3


def _pieces(problem: Problem, route: Route, points: list[_Point]) -> list[tuple[int, str]]:
    """Each piece of track on the way with words for where it lies; refuses where there is none."""
    pieces: list[tuple[int, str]] = []
    entered: int | None = None
    for here, there in pairwise(points):
        where = f"{here.text} - {there.text}"
        if here.hex == there.hex:
            bit = None
            if here.stop is not None and there.stop is not None:
                bit = problem.network.inner.get((here.stop, there.stop))
            if bit is None:
                raise _Refused("route_no_track", train=route.train, between=where)
            pieces.append((bit.bit_length() - 1, where))
            entered = None
            continue
        printed = problem.network.printed
        across = printed.neighbours[here.hex]
        if there.hex not in across:
            raise _Refused("route_no_track", train=route.train, between=where)
        edge = across.index(there.hex)
        _check_leaving(problem, route, here, entered, edge, where)
        entered = opposite(edge)
        if not _joins(problem, there, entered):
            if there.stop is None and problem.network.shapes[there.hex].by_edge[entered]:
                raise _Refused("route_skips_stop", train=route.train, hex=there.hex)  # VIII.3.6.7
            raise _Refused("route_no_track", train=route.train, between=where)
        pieces.append((printed.sides[here.hex][edge], where))
    return pieces


def _check_leaving(problem: Problem, route: Route, here: _Point, entered: int | None, edge: int, where: str) -> None:
    """Track leads out of this hex by that edge, from the stop or from the edge where the train came in."""
    if here.stop is not None:
        if not _joins(problem, here, edge):
            raise _Refused("route_no_track", train=route.train, between=where)
        return
    by_edge = problem.network.shapes[here.hex].by_edge
    if entered is None or not by_edge[edge]:
        raise _Refused("route_no_track", train=route.train, between=where)
    if edge not in by_edge[entered]:
        if edge == entered or set(by_edge[edge]) & set(by_edge[entered]):
            raise _Refused("route_reverses", train=route.train, hex=here.hex)  # 1888-2022:VIII.2.6
        raise _Refused("route_changes_track", train=route.train, hex=here.hex)  # 1888-2022:VIII.2.7


def _joins(problem: Problem, point: _Point, edge: int) -> bool:
    """Track joins that edge of the hex to the stop, or to another edge where the train calls nowhere."""
    ends = problem.network.shapes[point.hex].by_edge[edge]
    if point.stop is None:
        return any(end < STOP for end in ends)
    return STOP + problem.network.ids[point.stop][1] in ends
