"""The railway network of a board: its stops, and the track that joins them."""

from __future__ import annotations

from typing import Any, NamedTuple

from kaiping.board.board import Board, Lays, StopId
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

    __slots__ = (
        "_followed",
        "ids",
        "inner",
        "memo",
        "numbers",
        "places",
        "printed",
        "shapes",
        "stops",
        "terminals",
    )

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
        #: results worked out from the numbers of the stops alone, by name; shared by networks that number them alike.
        #: What hangs on more says of what it was worked out (``Country.is_of``)
        self.memo: dict[Any, Any] = {}
        #: stop -> its segments once they have been followed, and the hexes that were looked at for that
        self._followed: dict[int, tuple[tuple[Segment, ...], set[str]]] = {}

    def changed(self, tiles: dict[str, Tile], board: Board, hexes: set[str]) -> Network | None:
        """The network of a board with other tiles on some hexes; None where stops have other numbers by that."""
        shapes, stops = self.shapes.copy(), self.stops.copy()
        for name in hexes:
            laid = board.tiles.get(name)
            old, new = shapes[name], _bare(self.printed)[name] if laid is None else tiles[laid[0]].shapes[laid[1]]
            if len(old.stops) != len(new.stops) or old.joins_stops or new.joins_stops:
                return None
            shapes[name] = new
            if new.stops:
                first = self.numbers[name, 0]
                stops[first : first + len(new.stops)] = new.stops
        other = Network.__new__(Network)
        other.printed, other.shapes, other.stops = self.printed, shapes, stops
        other.ids, other.numbers, other.places = self.ids, self.numbers, self.places
        other.terminals, other.inner, other.memo = self.terminals, self.inner, self.memo
        other._followed = {
            number: followed for number, followed in self._followed.items() if followed[1].isdisjoint(hexes)
        }
        return other

    def _join(self, first: int, shape: Shape) -> None:
        for a, b in shape.track:
            if a >= STOP and b >= STOP:
                bit = 1 << (6 * len(self.printed.hexes) + len(self.inner) // 2)
                one, other = first + a - STOP, first + b - STOP
                self.inner[one, other] = self.inner[other, one] = bit

    def segments(self, stop: int) -> tuple[Segment, ...]:
        """The segments that leave a stop, shortest first."""
        found = self._followed.get(stop)
        if found is None:
            found = self._followed[stop] = self._follow(stop)
        return found[0]

    def _follow(self, start: int) -> tuple[tuple[Segment, ...], set[str]]:
        """The segments, and the hexes looked at."""
        shapes, numbers = self.shapes, self.numbers
        neighbours, sides = self.printed.neighbours, self.printed.sides
        home, index = self.ids[start]
        found: list[Segment] = []
        todo: list[tuple[str, int, int, tuple[str, ...]]] = []
        seen = {home}
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
            seen.add(across)
            for end in shapes[across].by_edge[(edge + 3) % 6]:
                if end < STOP:
                    todo.append((across, end, mask | side, (*hexes, across)))
                else:
                    stop = numbers[across, end - STOP]
                    if stop != start:
                        found.append(Segment(mask | side, stop, hexes))
        return _undominated(found) if len(found) > 1 else tuple(found), seen


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
    """The network of a board; worked out once for each board, from that of the board before where that is known."""
    known: tuple[Lays, Network] | None = board.memo.get("network")
    found: Network | None = None
    if known is not None:
        if known[0] is board.lays:
            return known[1]
        hexes = board.lays.since(known[0])
        found = None if hexes is None else known[1].changed(tiles, board, hexes)
    if found is None:
        found = Network(printed, tiles, board)
    board.memo["network"] = board.lays, found
    return found


def point(stop: StopId) -> str:
    """A stop as the point of a route.

    >>> point(("C9", 1))
    'C9.1'
    """
    return f"{stop[0]}.{stop[1]}"
