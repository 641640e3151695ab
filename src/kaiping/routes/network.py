"""The railway network of a board: its stops, and the track that joins them."""

from __future__ import annotations

from typing import NamedTuple

from kaiping.board.board import Board, StopId
from kaiping.board.map import Map
from kaiping.board.tile import STOP, Shape, Stop, Tile


class Segment(NamedTuple):
    """Track from one stop to the next with no stop between them."""

    #: bits of the sides crossed, and of the inner track where two stops of a hex are joined
    mask: int
    #: number of the stop at its far end
    to: int
    #: hexes passed on the way, without those of the two stops
    hexes: tuple[str, ...]


class Network:
    """Stops as numbers, pieces of track as bits; a value that never changes.

    A piece is a side of a hex, since tracks that merge share their edge (1888-2022:VIII.3.6.13), or the track
    that joins two stops inside a hex.
    """

    __slots__ = ("ids", "inner", "numbers", "places", "printed", "segments", "shapes", "stops", "terminals")

    def __init__(self, printed: Map, tiles: dict[str, Tile], board: Board) -> None:
        laid, hexes = board.tiles, printed.hexes
        self.printed = printed
        #: what lies on each hex
        self.shapes: dict[str, Shape] = {
            name: tiles[laid[name][0]].shapes[laid[name][1]] if name in laid else hexes[name].shape for name in hexes
        }
        ids: list[StopId] = []
        stops: list[Stop] = []
        places: list[int] = []
        terminals = 0
        groups: dict[str, int] = {}
        for name, shape in self.shapes.items():
            for index, stop in enumerate(shape.stops):
                number = len(ids)
                printed_hex = hexes[name]
                ids.append((name, index))
                stops.append(stop)
                group = printed_hex.group
                places.append(1 << (number if group is None else groups.setdefault(group, number)))
                if printed_hex.terminal:
                    terminals |= 1 << number
        #: hex and index of each stop
        self.ids = tuple(ids)
        self.numbers: dict[StopId, int] = {stop: number for number, stop in enumerate(ids)}
        self.stops = tuple(stops)
        #: bit of the place that each stop is part of: stops of one group are one place
        self.places = tuple(places)
        #: bits of the stops that a route may not pass
        self.terminals = terminals
        #: two stops of one hex that track inside it joins, and the bit of that track
        self.inner = _inner(printed, self)
        #: for each stop the segments that leave it
        self.segments = _segments(printed, self)


def _inner(printed: Map, network: Network) -> dict[tuple[int, int], int]:
    inner: dict[tuple[int, int], int] = {}
    for name, shape in network.shapes.items():
        for a, b in shape.track:
            if a >= STOP and b >= STOP:
                bit = 1 << (6 * len(printed.hexes) + len(inner) // 2)
                one, other = network.numbers[name, a - STOP], network.numbers[name, b - STOP]
                inner[one, other] = inner[other, one] = bit
    return inner


def _segments(printed: Map, network: Network) -> tuple[tuple[Segment, ...], ...]:
    shapes, numbers = network.shapes, network.numbers
    neighbours, sides = printed.neighbours, printed.sides
    result = []
    for start, (home, index) in enumerate(network.ids):
        found: list[Segment] = []
        todo: list[tuple[str, int, int, tuple[str, ...]]] = []
        for end in shapes[home].by_stop[index]:
            if end < STOP:
                todo.append((home, end, 0, ()))
            else:
                other = numbers[home, end - STOP]
                found.append(Segment(network.inner[start, other], other, ()))
        while todo:
            name, edge, mask, hexes = todo.pop()
            side = 1 << sides[name][edge]
            if mask & side:
                continue
            across = neighbours[name][edge]
            if across is None:
                continue
            mask |= side
            for end in shapes[across].by_edge[(edge + 3) % 6]:
                if end < STOP:
                    todo.append((across, end, mask, (*hexes, across)))
                else:
                    stop = numbers[across, end - STOP]
                    if stop != start:
                        found.append(Segment(mask, stop, hexes))
        result.append(_shortest(found) if len(found) > 1 else tuple(found))
    return tuple(result)


def _shortest(found: list[Segment]) -> tuple[Segment, ...]:
    """Without segments that use all the track of another to the same stop, and more."""
    found.sort(key=lambda segment: len(segment.hexes))
    kept: list[Segment] = []
    for segment in found:
        if not any(other.to == segment.to and other.mask & segment.mask == other.mask for other in kept):
            kept.append(segment)
    return tuple(kept)


def network(printed: Map, tiles: dict[str, Tile], board: Board) -> Network:
    """The network of a board; worked out once for each board."""
    found: Network | None = board.memo.get("network")
    if found is None:
        found = board.memo["network"] = Network(printed, tiles, board)
    return found


def point(stop: StopId) -> str:
    """A stop as the point of a route.

    >>> point(("C9", 1))
    'C9.1'
    """
    return f"{stop[0]}.{stop[1]}"
