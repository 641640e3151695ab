"""Where the stops of a tile lie and how its track runs: worked out once for each face of a tile."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import dist, hypot
from typing import NamedTuple

from kaiping.board.tile import STOP, Stop, StopKind
from kaiping.draw.geometry import APOTHEM, Curve, Point, across, corner, inward, rotated, toward
from kaiping.draw.theme import SLOT, TRACK

Track = tuple[tuple[int, int], ...]

TOWN = 10.0
BOOMTOWN = 19.0
#: how wide the rings of all runs that call at a stop are together: names stand close by
RING = 6.3
#: where the ring of a town begins
TOWN_RIM = 13.0
MIDDLE: Point = (0.0, 0.0)
#: a city whose tokens have no room for their letters is drawn so many times as large on a map that is small on the
#: screen: as the style sheet of the table has it for all that is of the class
GROWN, GROWS = 1.25, "grows"
#: ... and tokens that wait
WAITS = 1.6
#: how far apart stops should lie, and cities from what stands in a corner
_APART, _CORNER = 10.0, 10.0
#: how far the arrow of an off-board stop reaches into the hex
_ARROW = 0.42
#: shares of its track at which a town may lie, the middle first
_ALONG = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75, 0.19, 0.81)


class Spot(NamedTuple):
    """Where a stop lies; ``heading`` is the way of the one track through a town, across which a bar lies."""

    place: Point
    heading: Point | None = None


class Layout(NamedTuple):
    """Stops and track of a face as it lies; a piece of track is found by its two ends."""

    spots: tuple[Spot, ...]
    pieces: dict[tuple[int, int], Curve]

    def piece(self, start: int, end: int) -> Curve | None:
        """The track between two ends, running from the first to the second."""
        found = self.pieces.get((start, end))
        if found is None:
            back = self.pieces.get((end, start))
            return back and back.backward()
        return found

    def turned(self, rotation: int) -> Layout:
        if rotation == 0:
            return self
        spots = tuple(
            Spot(rotated(spot.place, rotation), spot.heading and rotated(spot.heading, rotation)) for spot in self.spots
        )
        pieces = {
            (_turned(a, rotation), _turned(b, rotation)): curve.turned(rotation)
            for (a, b), curve in self.pieces.items()
        }
        return Layout(spots, pieces)


def _turned(end: int, rotation: int) -> int:
    return (end + rotation) % 6 if end < STOP else end


def by_arrow(stop: Stop) -> bool:
    """Is the stop shown by arrows at the sides of its hex, not by a sign where it lies?"""
    return stop.kind in (StopKind.OFFBOARD, StopKind.HARBOUR)


def radius(stop: Stop) -> float:
    """How much room a stop takes round its middle."""
    if stop.kind is StopKind.CITY:
        return (0.0, SLOT, 1.9 * SLOT, 2.1 * SLOT, 2.4 * SLOT)[min(max(stop.slots, 1), 4)]
    if stop.kind is StopKind.BOOMTOWN:
        return BOOMTOWN
    return 1.7 * TOWN


def slot_size(count: int) -> float:
    """How large each of so many slots is."""
    return SLOT if count < 4 else 0.88 * SLOT if count == 4 else 0.76 * SLOT


def city_rim(count: int) -> float:
    """How far the frame of a city reaches from the middle of each of its slots."""
    return slot_size(count) + (5 if count > 1 else 2)


def slots(count: int, middle: Point = MIDDLE) -> list[Point]:
    """The middles of a city's slots: one, a pair, a triangle, a square, and then rows of three."""
    x, y = middle
    step = slot_size(count) + 1
    if count <= 1:
        offsets = [(0.0, 0.0)]
    elif count == 2:
        offsets = [(-step, 0.0), (step, 0.0)]
    elif count == 3:
        offsets = [(-step, 0.62 * step), (0.0, -1.1 * step), (step, 0.62 * step)]
    elif count == 4:
        offsets = [(-step, -step), (step, -step), (-step, step), (step, step)]
    else:
        rows = (count + 2) // 3
        offsets = [(2 * step * (index % 3 - 1), step * (2 * (index // 3) - rows + 1)) for index in range(count)]
    return [(x + dx, y + dy) for dx, dy in offsets]


class _Choice(NamedTuple):
    """One way to place a stop, with the track that leads to it."""

    spot: Spot
    curves: tuple[Curve, ...]
    points: tuple[Point, ...]
    cost: float


@cache
def layout(stops: tuple[Stop, ...], track: Track) -> Layout:
    """Place the stops so that none hides another or foreign track, then draw the track to them."""
    through = [across(a, b) for a, b in track if a < STOP and b < STOP]
    passing = tuple(point for curve in through for point in curve.points(16))
    exits: list[list[int]] = [[] for _ in stops]
    for a, b in track:
        for end, other in ((a, b), (b, a)):
            if end >= STOP and other < STOP:
                exits[end - STOP].append(other)
    alone = len(stops) == 1 and not through
    choices = [_choices(stop, edges, alone) for stop, edges in zip(stops, exits, strict=True)]
    chosen: list[_Choice] = []
    for stop, options in zip(stops, choices, strict=True):
        chosen.append(_cheapest(stop, options, list(zip(stops, chosen, strict=False)), passing))
    if len(stops) > 1:
        alike = [min(options, key=lambda option: option.cost) for options in choices]
        starts = (_settled(stops, choices, start, passing) for start in (chosen, alike))
        chosen = min(starts, key=lambda found: found[0])[1]
    pieces: dict[tuple[int, int], Curve] = {}
    for a, b in track:
        if a < STOP and b < STOP:
            pieces[a, b] = across(a, b)
        elif a >= STOP and b >= STOP:
            pieces[a, b] = Curve.straight(chosen[a - STOP].spot.place, chosen[b - STOP].spot.place)
        else:
            edge, end = min(a, b), max(a, b)
            pieces[edge, end] = chosen[end - STOP].curves[exits[end - STOP].index(edge)]
    return Layout(tuple(choice.spot for choice in chosen), pieces)


@cache
def turned_layout(stops: tuple[Stop, ...], track: Track, rotation: int) -> Layout:
    """The layout of a face as it lies."""
    return layout(stops, track).turned(rotation)


def _choices(stop: Stop, edges: list[int], alone: bool) -> list[_Choice]:
    if by_arrow(stop):
        arrows = tuple(Curve.straight(toward(edge, APOTHEM), toward(edge, APOTHEM * (1 - _ARROW))) for edge in edges)
        return [_choice(Spot(MIDDLE), arrows, 0.0)]
    if stop.kind is StopKind.TOWN and len(edges) == 2:
        return [_on_track(edges, share) for share in (_ALONG[:1] if alone else _ALONG)]
    if alone:
        return [_at(MIDDLE, edges)]
    if stop.kind is StopKind.TOWN:
        reach: tuple[float, ...] = (0.0, 24.0, 32.0, 44.0)
    else:
        reach = (38.0, 46.0, 54.0) if stop.slots < 2 else (0.0, 20.0, 32.0)
    return [_at(toward(1 + turn / 4, length), edges) for length in reach for turn in range(24)]


def _choice(spot: Spot, curves: tuple[Curve, ...], cost: float) -> _Choice:
    return _Choice(spot, curves, tuple(point for curve in curves for point in curve.points(8)), cost)


def _on_track(edges: list[int], share: float) -> _Choice:
    whole = across(edges[0], edges[1])
    there, beyond = whole.split(share)
    spot = Spot(whole.at(share), whole.heading(share))
    return _choice(spot, (there, beyond.backward()), 70 * abs(share - 0.5))


def _at(place: Point, edges: list[int]) -> _Choice:
    curves = tuple(inward(edge, place) for edge in edges)
    cost = sum(curve.length() for curve in curves) + 6 * _into_corner(place)
    if not edges:
        cost += 0.6 * abs(place[1]) + 0.3 * abs(hypot(*place) - 46)
    if len(edges) == 2:
        natural = across(edges[0], edges[1]).points(16)
        cost += 1.5 * min([dist(place, point) for point in natural])
    return _choice(Spot(place), curves, cost)


def _into_corner(place: Point) -> float:
    """How far a city there would reach into a corner, where coordinates and numbers of tiles stand."""
    return max(0.0, SLOT + _CORNER - min(dist(place, corner(index, 80.0)) for index in range(6)))


def _cheapest(
    stop: Stop, options: list[_Choice], others: list[tuple[Stop, _Choice]], passing: tuple[Point, ...]
) -> _Choice:
    return min(options, key=lambda option: _cost(stop, option, others, passing))


def _settled(
    stops: tuple[Stop, ...], choices: list[list[_Choice]], chosen: list[_Choice], passing: tuple[Point, ...]
) -> tuple[float, list[_Choice]]:
    """Let each stop choose again, seeing where the others lie; what it all costs in the end."""

    def others(index: int) -> list[tuple[Stop, _Choice]]:
        return [(stops[n], choice) for n, choice in enumerate(chosen) if n != index]

    chosen = list(chosen)
    for _ in range(3):
        for index, options in enumerate(choices):
            chosen[index] = _cheapest(stops[index], options, others(index), passing)
    cost = sum(_cost(stop, chosen[index], others(index), passing) for index, stop in enumerate(stops))
    return cost, chosen


def _cost(stop: Stop, choice: _Choice, others: list[tuple[Stop, _Choice]], passing: tuple[Point, ...]) -> float:
    """How badly a place for a stop suits: long track, and above all stops and track in each other's way."""
    cost = choice.cost
    room = radius(stop)
    place = choice.spot.place
    near = list(passing)
    for other, theirs in others:
        gap = dist(place, theirs.spot.place) - room - radius(other)
        cost += 20 * max(0.0, 4 - gap) + 2 * max(0.0, _APART - gap)
        if len(choice.curves) != 1:
            cost += 0.4 * max(0.0, 95 - dist(place, theirs.spot.place))
        near += theirs.points
        cost += 6 * _too_near(theirs.spot.place, radius(other), choice.points)
    return cost + 6 * _too_near(place, room, near)


def _too_near(place: Point, room: float, track: Iterable[Point]) -> float:
    """How far some track reaches into the room of a stop."""
    clear = room + TRACK / 2 + 4
    return max(0.0, clear - min([dist(place, point) for point in track], default=clear))
