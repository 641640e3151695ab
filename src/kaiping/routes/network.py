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
    that joins two stops inside a hex. Segments are followed when they are first asked for, since a company reaches
    only part of the board.
    """

    __slots__ = ("_segments", "ids", "inner", "numbers", "places", "printed", "shapes", "stops", "terminals")

    def __init__(self, printed: Map, tiles: dict[str, Tile], board: Board) -> None:
        hexes = printed.hexes
        self.printed = printed
        #: what lies on each hex
        self.shapes = _bare(printed).copy()
        for name, (tile, rotation) in board.tiles.items():
            self.shapes[name] = tiles[tile].shapes[rotation]
        #: hex and index of each stop
        self.ids: list[StopId] = []
        self.stops: list[Stop] = []
        #: bit of the place that each stop is part of: stops of one group are one place
        self.places: list[int] = []
        #: bits of the stops that a route may not pass
        self.terminals = 0
        #: two stops of one hex that track inside it joins, and the bit of that track
        self.inner: dict[tuple[int, int], int] = {}
        groups: dict[str, int] = {}
        number = 0
        for name, shape in self.shapes.items():
            if not shape.stops:
                continue
            first, entry = number, hexes[name]
            self.stops += shape.stops
            for index in range(len(shape.stops)):
                self.ids.append((name, index))
                place = number if entry.group is None else groups.setdefault(entry.group, number)
                self.places.append(1 << place)
                if entry.terminal:
                    self.terminals |= 1 << number
                number += 1
            if number > first + 1:
                self._join(first, shape)
        self.numbers: dict[StopId, int] = {stop: number for number, stop in enumerate(self.ids)}
        self._segments: list[tuple[Segment, ...] | None] = [None] * len(self.ids)

    def _join(self, first: int, shape: Shape) -> None:
        for a, b in shape.track:
            if a >= STOP and b >= STOP:
                bit = 1 << (6 * len(self.printed.hexes) + len(self.inner) // 2)
                one, other = first + a - STOP, first + b - STOP
                self.inner[one, other] = self.inner[other, one] = bit

    def segments(self, stop: int) -> tuple[Segment, ...]:
        """The segments that leave a stop, shortest first."""
        found = self._segments[stop]
        if found is None:
            found = self._segments[stop] = self._follow(stop)
        return found

    def _follow(self, start: int) -> tuple[Segment, ...]:
        shapes, numbers = self.shapes, self.numbers
        neighbours, sides = self.printed.neighbours, self.printed.sides
        home, index = self.ids[start]
        found: list[Segment] = []
        todo: list[tuple[str, int, int, tuple[str, ...]]] = []
        for end in shapes[home].by_stop[index]:
            if end < STOP:
                todo.append((home, end, 0, ()))
            else:
                other = numbers[home, end - STOP]
                found.append(Segment(self.inner[start, other], other, ()))
        for name, edge, mask, hexes in todo:  # grows meanwhile, so that shorter ways come first
            across = neighbours[name][edge]
            side = 1 << sides[name][edge]
            if across is None or mask & side:
                continue
            for end in shapes[across].by_edge[(edge + 3) % 6]:
                if end < STOP:
                    todo.append((across, end, mask | side, (*hexes, across)))
                else:
                    stop = numbers[across, end - STOP]
                    if stop != start:
                        found.append(Segment(mask | side, stop, hexes))
        return _undominated(found) if len(found) > 1 else tuple(found)


def _bare(printed: Map) -> dict[str, Shape]:
    """What is printed on each hex; put together once for each map."""
    found: dict[str, Shape] | None = printed.memo.get("shapes")
    if found is None:
        found = printed.memo["shapes"] = {name: entry.shape for name, entry in printed.hexes.items()}
    return found


def _undominated(found: list[Segment]) -> tuple[Segment, ...]:
    """Without segments that use all the track of another to the same stop, and more."""
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
