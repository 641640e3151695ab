"""What a company reaches from its tokens over unblocked track: the ground for laying tiles and placing tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kaiping.board.board import Board, StopId
from kaiping.board.hex import opposite
from kaiping.board.map import Map
from kaiping.board.tile import STOP, Shape, StopKind
from kaiping.board.track import Tiles, shape_at


class Reach:
    """Stops and sides of hexes on some route from a company's tokens."""

    __slots__ = ("edges", "stops")

    def __init__(self) -> None:
        #: hex -> its edges at which reachable track arrives, from within or from the neighbour, as bits
        self.edges: dict[str, int] = {}
        #: stops reached, in order of discovery
        self.stops: tuple[StopId, ...] = ()


def is_blocked(printed: Map, tiles: Tiles, board: Board, stop: StopId, company: str) -> bool:
    """A city whose slots are all taken by others may be entered but not passed."""
    owners = board.tokens.get(stop)
    if not owners or company in owners:
        return False
    place = shape_at(printed, tiles, board, stop[0]).stops[stop[1]]
    return place.kind is StopKind.CITY and len(owners) >= place.slots


def reach(
    printed: Map,
    tiles: Tiles,
    board: Board,
    company: str,
    *,
    passes: tuple[StopId, ...] = (),
    start: StopId | None = None,
) -> Reach:
    """What a company reaches from its tokens, or from one of them; worked out once for each board.

    ``passes`` are cities that it may pass although the tokens of others fill them.
    """
    key = ("reach", company, passes, start)
    found: Reach | None = board.memo.get(key)
    if found is None:
        starts = board.tokens_of(company) if start is None else [start]
        found = board.memo[key] = _Walk(printed, tiles, board, company, passes).result(starts)
    return found


def joined(printed: Map, tiles: Tiles, board: Board, starts: tuple[StopId, ...]) -> tuple[StopId, ...]:
    """Stops on some way from these, whoever's tokens stand on it."""
    key = ("joined", starts)
    found: tuple[StopId, ...] | None = board.memo.get(key)
    if found is None:
        found = board.memo[key] = _Walk(printed, tiles, board, None).result(starts).stops
    return found


class _Hops(NamedTuple):
    """Where track of one hex leads, as it lies: crossings are numbered hex * 6 + edge entered."""

    #: for each edge entered: crossings onward over plain track
    onward: tuple[tuple[int, ...], ...]
    #: for each edge entered: indices of stops called at
    stops: tuple[tuple[int, ...], ...]
    #: for each stop: crossings out of it
    out: tuple[tuple[int, ...], ...]


class _Ways:
    """Hops of every hex in every shape that has been met on a map, and the side that each crossing crosses."""

    def __init__(self, printed: Map) -> None:
        self.printed = printed
        self.names = list(printed.hexes)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.sides = [printed.sides[name][edge] for name in self.names for edge in range(6)]
        #: for each crossing the edges that it touches, as hex and bit: of the hex entered and of the one left
        self.touched = [self._touched(name, edge) for name in self.names for edge in range(6)]
        self.hops: dict[tuple[str, tuple[str, int]], _Hops] = {}
        #: of the hexes as they are printed
        self.bare = [self._make(name, printed.hexes[name].shape) for name in self.names]

    def _touched(self, hex_id: str, edge: int) -> tuple[tuple[str, int], ...]:
        other = self.printed.neighbours[hex_id][edge]
        here = (hex_id, 1 << edge)
        return (here,) if other is None else (here, (other, 1 << opposite(edge)))

    def crossing(self, hex_id: str, edge: int) -> int | None:
        """The crossing out of a hex at an edge, into the neighbour."""
        other = self.printed.neighbours[hex_id][edge]
        return None if other is None else self.numbers[other] * 6 + opposite(edge)

    def on(self, board: Board, tiles: Tiles) -> list[_Hops]:
        """Of all hexes of a board."""
        found = self.bare.copy()
        for place in board.tiles.items():
            hops = self.hops.get(place)
            if hops is None:
                hex_id, (tile, rotation) = place
                hops = self.hops[place] = self._make(hex_id, tiles[tile].shapes[rotation])
            found[self.numbers[place[0]]] = hops
        return found

    def _make(self, hex_id: str, shape: Shape) -> _Hops:
        def crossings(ends: tuple[int, ...]) -> tuple[int, ...]:
            found = (self.crossing(hex_id, end) for end in ends if end < STOP)
            return tuple(crossing for crossing in found if crossing is not None)

        return _Hops(
            tuple(crossings(ends) for ends in shape.by_edge),
            tuple(tuple(end - STOP for end in ends if end >= STOP) for ends in shape.by_edge),
            tuple(crossings(ends) for ends in shape.by_stop),
        )


def prepare(printed: Map) -> None:
    """Work out what all boards on a map share, so that the first search need not."""
    _ways(printed)


def _ways(printed: Map) -> _Ways:
    found: _Ways | None = printed.memo.get("ways")
    if found is None:
        found = printed.memo["ways"] = _Ways(printed)
    return found


class _Walk:
    """A search for everything on some route from the tokens: no stop twice, no side of a hex crossed twice.

    First every crossing is found with little regard to those limits, then along simple ways only; where the
    first finds a side or a stop that the second did not, it is sought by itself.
    """

    def __init__(
        self, printed: Map, tiles: Tiles, board: Board, company: str | None, passes: tuple[StopId, ...] = ()
    ) -> None:
        """For a company, or for none, whom no city is closed to."""
        self.printed = printed
        self.ways = _ways(printed)
        hops: list[_Hops] | None = board.memo.get("hops")
        if hops is None:
            hops = board.memo["hops"] = self.ways.on(board, tiles)
        self.hops = hops
        self.blocked: set[int] = set()
        if company is not None:
            tokens = (stop for stop in board.tokens if is_blocked(printed, tiles, board, stop, company))
            self.blocked = {self.number(stop) for stop in tokens if stop not in passes}

    def number(self, stop: StopId) -> int:
        """Stops are numbered hex * 8 + index."""
        return self.ways.numbers[stop[0]] * 8 + stop[1]

    def exits(self, stop: int) -> tuple[int, ...]:
        """Crossings out of a stop that may be passed."""
        number, index = divmod(stop, 8)
        if stop in self.blocked or self.printed.hexes[self.ways.names[number]].terminal:
            return ()
        return self.hops[number].out[index]

    def result(self, tokens: Sequence[StopId]) -> Reach:
        starts = [self.number(stop) for stop in tokens]
        sides, names = self.ways.sides, self.ways.names
        wanted = self.flood(starts)
        crossings, stops = self.simple(starts)
        reached = {sides[crossing] for crossing in crossings}
        for crossing in wanted - crossings:
            number, edge = divmod(crossing, 6)
            calls = [number * 8 + index for index in self.hops[number].stops[edge]]
            if sides[crossing] in reached and all(stop in stops for stop in calls):
                continue
            if any(self.seek(start, crossing) for start in starts):
                crossings.add(crossing)
                reached.add(sides[crossing])
                stops.update(dict.fromkeys(calls))
        found = Reach()
        found.stops = tuple([(names[stop // 8], stop % 8) for stop in stops])
        edges = found.edges
        for hex_id, index in tokens:
            if not self.hops[self.ways.numbers[hex_id]].out[index]:  # a city without track yet
                edges[hex_id] = 0b111111
        touched = self.ways.touched
        for crossing in crossings:
            for hex_id, bit in touched[crossing]:
                edges[hex_id] = edges.get(hex_id, 0) | bit
        return found

    def flood(self, starts: list[int]) -> set[int]:
        """Crossings found when only turning straight back in a stop is ruled out."""
        sides, hops = self.ways.sides, self.hops
        crossings: set[int] = set()
        #: the one side by which a stop was entered, or None once all its exits are open
        entered: dict[int, int | None] = dict.fromkeys(starts)
        todo = [crossing for stop in starts for crossing in hops[stop // 8].out[stop % 8]]
        while todo:
            crossing = todo.pop()
            if crossing in crossings:
                continue
            crossings.add(crossing)
            number, edge = divmod(crossing, 6)
            here = hops[number]
            todo += here.onward[edge]
            for index in here.stops[edge]:
                stop, side = number * 8 + index, sides[crossing]
                if stop not in entered:
                    entered[stop] = side
                    todo += [out for out in self.exits(stop) if sides[out] != side]
                elif entered[stop] is not None and entered[stop] != side:
                    entered[stop] = None
                    todo += self.exits(stop)
        return crossings

    def simple(self, starts: list[int]) -> tuple[set[int], dict[int, None]]:
        """Crossings and stops on ways that a quick depth-first search finds simple; it may miss some."""
        sides, hops, exits = self.ways.sides, self.hops, self.exits
        crossings: set[int] = set()
        stops: dict[int, None] = dict.fromkeys(starts)

        def walk(out: tuple[int, ...], used: int, called: int) -> None:
            for crossing in out:
                bit = 1 << sides[crossing]
                if crossing in crossings or used & bit:
                    continue
                crossings.add(crossing)
                number, edge = divmod(crossing, 6)
                here = hops[number]
                if here.onward[edge]:
                    walk(here.onward[edge], used | bit, called)
                for index in here.stops[edge]:
                    stop = number * 8 + index
                    if not called >> stop & 1:
                        stops[stop] = None
                        walk(exits(stop), used | bit, called | 1 << stop)

        for start in starts:
            walk(hops[start // 8].out[start % 8], 0, 1 << start)
        return crossings, stops

    def seek(self, start: int, wanted: int) -> bool:
        """Is there a simple way from a token to one crossing?"""
        sides, hops, exits = self.ways.sides, self.hops, self.exits

        def walk(out: tuple[int, ...], used: int, called: int) -> bool:
            for crossing in out:
                bit = 1 << sides[crossing]
                if used & bit:
                    continue
                if crossing == wanted:
                    return True
                number, edge = divmod(crossing, 6)
                here = hops[number]
                if here.onward[edge] and walk(here.onward[edge], used | bit, called):
                    return True
                for index in here.stops[edge]:
                    stop = number * 8 + index
                    if not called >> stop & 1 and walk(exits(stop), used | bit, called | 1 << stop):
                        return True
            return False

        return walk(hops[start // 8].out[start % 8], 0, 1 << start)
