"""Is a claimed set of routes legal, and what does each route earn?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from kaiping.action import Route
from kaiping.board.hex import opposite
from kaiping.board.tile import STOP
from kaiping.routes import counts
from kaiping.routes.income import RunProblem, Train
from kaiping.routes.network import point

_POINT = re.compile(r"([A-Z]\d{1,3})(?:\.(\d{1,3}))?")


class Fault(Struct, frozen=True):
    """What is wrong with a claimed run: a code, and the figures that its sentence needs."""

    code: str
    figures: dict[str, Any]


class Income(Struct, frozen=True):
    """What one route earns, stop by stop; the subsidy goes to the treasury and is no part of the revenue."""

    revenue: int
    subsidy: int
    #: each stop that counts, in order, with what it adds to the revenue
    stops: tuple[tuple[str, int], ...]
    #: name and amount of each bonus
    bonuses: tuple[tuple[str, int], ...] = ()
    #: name and amount of each fee, which is taken off the revenue
    fees: tuple[tuple[str, int], ...] = ()
    #: stops on the way that a train leaves out
    left_out: tuple[str, ...] = ()


class _Refused(Exception):
    """Carries a fault out of the check."""

    def __init__(self, code: str, **figures: Any) -> None:
        self.fault = Fault(code, figures)


class _Point(Struct, frozen=True, gc=False):
    """A point of a path: a hex, and the number of the stop called at there, if any."""

    text: str
    hex: str
    stop: int | None
    #: how the shape of the hex names the stop
    end: int = -1


#: a piece of track on the way, and the two points that it joins
_Piece = tuple[int, _Point, _Point]


def worth(problem: RunProblem, route: Route, *, once: bool = True) -> Income:
    """What a legal route earns (1888-2022:VIII.3.7.1, VIII.3.6.14, VIII.3.7.10).

    Without ``once`` it has no bonus that one route of a company only has.
    """
    network = problem.network
    calls = [stop for text in route.path if (stop := _point(problem, route, text).stop) is not None]
    train = _train(problem, route)
    counted = set(calls)
    if train.counted is not None:  # 1880-2022:X.5.6 to X.5.8
        counted = set(problem.best_counted(calls, train.counted, once=once))
    places = subsidy = 0
    for stop in counted:
        places |= network.places[stop]
        subsidy += problem.subsidies.get(stop, 0)
    stops = tuple([(point(network.ids[stop]), problem.values[stop]) for stop in calls if stop in counted])
    bonuses = tuple([(bonus.name, bonus.amount) for bonus in problem.earned(places, once=once)])
    fees: tuple[tuple[str, int], ...] = ()
    if problem.tolls:  # 1880-2022:X.8.4
        mask = _mask(problem, route)
        fees = tuple([(toll.name, toll.amount) for toll in problem.tolls if toll.piece & mask])
    revenue = sum([amount for _, amount in stops + bonuses]) - sum([amount for _, amount in fees])
    left_out = tuple([point(network.ids[stop]) for stop in calls if stop not in counted])
    return Income(revenue, subsidy, stops, bonuses, fees, left_out)


def incomes(problem: RunProblem, routes: Sequence[Route]) -> list[Income]:
    """What each of the routes earns that a company runs together; one of them has the bonus that is paid once."""
    plain = [worth(problem, route, once=False) for route in routes]
    if not any(bonus.once for bonus in problem.bonuses):
        return plain
    more = [worth(problem, route) for route in routes]
    gains = [with_it.revenue - without.revenue for with_it, without in zip(more, plain, strict=True)]
    holder = max(range(len(routes)), key=lambda index: gains[index], default=0)
    return [more[index] if index == holder else income for index, income in enumerate(plain)]


def _train(problem: RunProblem, route: Route) -> Train:
    for train in problem.trains:
        if train.name == route.train:
            return train
    raise ValueError(f"{problem.company} has no {route.train}-train")


def _mask(problem: RunProblem, route: Route) -> int:
    """Bits of the track of a legal route."""
    points = [_point(problem, route, text) for text in route.path]
    return sum(1 << piece for piece in {piece for piece, _here, _there in _pieces(problem, route, points)})


def fault(problem: RunProblem, routes: Sequence[Route]) -> Fault | None:
    """The first thing that the rules forbid in a claimed set of routes, or None where it is legal."""
    try:
        _check_trains(problem, routes)
        used: dict[int, str] = {}
        for route in routes:
            _check_route(problem, route, used)
    except _Refused as refused:
        return refused.fault
    return None


def _check_trains(problem: RunProblem, routes: Sequence[Route]) -> None:
    """Each train of the company runs at most once (1888-2022:VIII.3.6.1)."""
    owned, running = [train.name for train in problem.trains], [route.train for route in routes]
    for name in dict.fromkeys(running):
        trains, times = owned.count(name), running.count(name)
        if not trains:
            raise _Refused("route_unknown_train", company=problem.company, train=name)
        if times > trains:
            raise _Refused("route_train_twice", company=problem.company, train=name, routes=times, trains=trains)


def _check_route(problem: RunProblem, route: Route, used: dict[int, str]) -> None:
    points = [_point(problem, route, text) for text in route.path]
    stops = [point for point in points if point.stop is not None]
    if points:
        for end in (points[0], points[-1]):
            if end.stop is None:
                raise _Refused("route_end_no_stop", train=route.train, hex=end.hex)
    pieces = _pieces(problem, route, points)
    _check_stops(problem, route, stops)
    own: set[int] = set()
    for piece, here, there in pieces:
        if piece in own:
            raise _Refused("route_track_twice", train=route.train, between=_between(here, there))  # 1888-2022:VIII.2.4
        own.add(piece)
        if piece in used:  # 1888-2022:VIII.3.6.11
            between = _between(here, there)
            raise _Refused("route_tracks_shared", train=route.train, other=used[piece], between=between)
    for piece in own:
        used[piece] = route.train


def _point(problem: RunProblem, route: Route, text: str) -> _Point:
    """A point of a path as it is written; read once by all networks that number their stops alike."""
    known: dict[str, _Point] = problem.network.memo.setdefault("points", {})
    found = known.get(text)
    if found is None:
        found = _read(problem, text)
        if found is None:
            raise _Refused("route_unknown_point", train=route.train, point=text)
        if found.text == (found.hex if found.stop is None else point(problem.network.ids[found.stop])):
            known[text] = found  # there is no end of other ways to write a number
    return found


def _read(problem: RunProblem, text: str) -> _Point | None:
    """A hex, or a stop there if one is called at; None where that cannot be read or is not on the map."""
    match = _POINT.fullmatch(text)
    if match is None or match[1] not in problem.network.shapes:
        return None
    if match[2] is None:
        return _Point(text, match[1], None)
    number = problem.network.numbers.get((match[1], int(match[2])))
    return None if number is None else _Point(text, match[1], number, STOP + int(match[2]))


def _check_stops(problem: RunProblem, route: Route, stops: list[_Point]) -> None:
    places = problem.network.places
    seen = tokens = count = 0
    for position, call in enumerate(stops):
        number = call.stop
        if number is None:
            continue
        bit = 1 << number
        if seen & places[number]:
            raise _Refused("route_stop_twice", train=route.train, stop=call.text)  # 1888-2022:VIII.3.6.8
        seen |= places[number]
        tokens |= problem.tokens & bit
        count += problem.count(number)
        if problem.closed & bit and 0 < position < len(stops) - 1:
            if problem.network.terminals & bit:
                raise _Refused("route_through_terminal", train=route.train, stop=call.text)  # VIII.2.9
            raise _Refused("route_blocked_city", train=route.train, stop=call.text)  # VIII.2.11
    if len(stops) < 2:
        raise _Refused("route_one_stop", train=route.train, stops=len(stops))  # 1888-2022:VIII.3.6.2
    _check_count(route, _train(problem, route), count)
    if not tokens:
        raise _Refused("route_no_token", train=route.train, company=problem.company)  # VIII.3.6.3


def _check_count(route: Route, train: Train, count: int) -> None:
    """The train's range, and how many large and small stops it may count (1880-2022:X.5.3, 1890:10.5.1)."""
    if counts.within(count, train.limit):
        return
    stops, large, small = counts.split(count)
    if train.cities is not None and large > train.cities:
        raise _Refused("route_too_many_large", train=route.train, stops=large, range=train.cities)
    if train.towns is not None and small > train.towns:
        raise _Refused("route_too_many_small", train=route.train, stops=small, range=train.towns)
    raise _Refused("route_too_long", train=route.train, stops=stops, range=train.range)  # VIII.3.6.4


def _pieces(problem: RunProblem, route: Route, points: list[_Point]) -> list[_Piece]:
    """Each piece of track on the way and the two points that it joins; refuses where there is none."""
    pieces: list[_Piece] = []
    entered: int | None = None
    printed, shapes = problem.network.printed, problem.network.shapes
    for here, there in pairwise(points):
        if here.hex == there.hex:
            bit = None
            if here.stop is not None and there.stop is not None:
                bit = problem.network.inner.get((here.stop, there.stop))
            if bit is None:
                raise _Refused("route_no_track", train=route.train, between=_between(here, there))
            pieces.append((bit.bit_length() - 1, here, there))
            entered = None
            continue
        across = printed.neighbours[here.hex]
        if there.hex not in across:
            raise _Refused("route_no_track", train=route.train, between=_between(here, there))
        edge = across.index(there.hex)
        _check_leaving(problem, route, here, there, entered, edge)
        entered = opposite(edge)
        if not _joins(problem, there, entered):
            if there.stop is None and shapes[there.hex].by_edge[entered]:
                raise _Refused("route_skips_stop", train=route.train, hex=there.hex)  # VIII.3.6.7
            raise _Refused("route_no_track", train=route.train, between=_between(here, there))
        pieces.append((printed.sides[here.hex][edge], here, there))
    return pieces


def _between(here: _Point, there: _Point) -> str:
    """Where a piece of track lies, in words."""
    return f"{here.text} – {there.text}"


def _check_leaving(
    problem: RunProblem, route: Route, here: _Point, there: _Point, entered: int | None, edge: int
) -> None:
    """Track leads out of this hex by that edge, from the stop or from the edge where the train came in."""
    if here.stop is not None:
        if not _joins(problem, here, edge):
            raise _Refused("route_no_track", train=route.train, between=_between(here, there))
        return
    by_edge = problem.network.shapes[here.hex].by_edge
    if entered is None or not by_edge[edge]:
        raise _Refused("route_no_track", train=route.train, between=_between(here, there))
    if edge not in by_edge[entered]:
        if edge == entered or set(by_edge[edge]) & set(by_edge[entered]):
            raise _Refused("route_reverses", train=route.train, hex=here.hex)  # 1888-2022:VIII.2.6
        raise _Refused("route_changes_track", train=route.train, hex=here.hex)  # 1888-2022:VIII.2.7


def _joins(problem: RunProblem, point: _Point, edge: int) -> bool:
    """Track joins that edge of the hex to the stop, or to another edge where the train calls nowhere."""
    ends = problem.network.shapes[point.hex].by_edge[edge]
    if point.stop is not None:
        return point.end in ends
    return bool(ends) and min(ends) < STOP
