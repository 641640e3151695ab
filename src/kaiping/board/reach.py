"""What a company reaches from its tokens over unblocked track: the ground for laying tiles and placing tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kaiping.board.board import Board, Lays, StopId
from kaiping.board.hex import opposite
from kaiping.board.map import Map
from kaiping.board.tile import STOP, Shape, StopKind
from kaiping.board.track import Tiles, shape_at

_CITY = StopKind.CITY


class Reach:
    """Stops and sides of hexes on some route from a company's tokens."""

    __slots__ = ("edges", "stops")

    def __init__(self) -> None:
        #: hex -> its edges at which reachable track arrives, from within or from the neighbour, as bits
        self.edges: dict[str, int] = {}
        #: stops reached, in order of discovery
        self.stops: tuple[StopId, ...] = ()


class _Known(NamedTuple):
    """What was reached, and what of the board it was worked out of."""

    reach: Reach
    lays: Lays
    tokens: dict[StopId, tuple[str, ...]]
    #: hexes that were looked at: what lies and stands on others does not matter, but for tokens of the company
    hexes: frozenset[str]
    company: str

    def holds(self, board: Board) -> bool:
        """Is the same reached on another board?"""
        if self.tokens is not board.tokens:
            for old, new in ((self.tokens, board.tokens), (board.tokens, self.tokens)):
                for stop, owners in new.items():
                    before = old.get(stop, ())
                    # a token of its own is a start, wherever it stands
                    if before != owners and (
                        stop[0] in self.hexes or (self.company in owners) != (self.company in before)
                    ):
                        return False
        changed = board.lays.since(self.lays)
        return changed is not None and self.hexes.isdisjoint(changed)


def is_blocked(printed: Map, tiles: Tiles, board: Board, stop: StopId, company: str) -> bool:
    """A city whose slots are all taken by others may be entered but not passed."""
    owners = board.tokens.get(stop)
    if not owners or company in owners:
        return False
    place = shape_at(printed, tiles, board, stop[0]).stops[stop[1]]
    return place.kind is _CITY and len(owners) >= place.slots


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

    ``passes`` are cities that it may pass although the tokens of others fill them. What was reached on the board before
    is still reached if nothing has changed where that led.
    """
    found = _known(board, (company, passes, start))
    if found is None:
        starts = board.tokens_of(company) if start is None else [start]
        walk = _Walk(printed, tiles, board, company, passes)
        found = _Known(walk.result(starts), board.lays, board.tokens, walk.seen(starts), company)
        _keep(board, (company, passes, start), found)
    return found.reach


def reaches_edge(
    printed: Map, tiles: Tiles, board: Board, company: str, hex_id: str, edges: int, *, passes: tuple[StopId, ...] = ()
) -> bool:
    """Does a company reach one of some edges of a hex, which are bits? Mostly that is found before all the rest is."""
    if _known(board, (company, passes, None)) is None:
        walk = _Walk(printed, tiles, board, company, passes)
        if walk.finds(board.tokens_of(company), sides=walk.sides_of(hex_id, edges)):
            return True
    return bool(reach(printed, tiles, board, company, passes=passes).edges.get(hex_id, 0) & edges)


def reaches_stop(
    printed: Map,
    tiles: Tiles,
    board: Board,
    company: str,
    wanted: Callable[[StopId], bool],
    *,
    passes: tuple[StopId, ...] = (),
) -> bool:
    """Does a company reach a stop of some sort? Mostly that is found before all the rest is."""
    tokens = board.tokens_of(company)
    if _known(board, (company, passes, None)) is None:
        walk, asked = _Walk(printed, tiles, board, company, passes), dict[int, bool]()

        def is_wanted(stop: int) -> bool:
            found = asked.get(stop)
            if found is None:
                found = asked[stop] = wanted(walk.place(stop))
            return found

        if any(map(wanted, tokens)) or walk.finds(tokens, stop=is_wanted):
            return True
        if not walk.may_find(tokens, is_wanted):
            return False
    return any(map(wanted, reach(printed, tiles, board, company, passes=passes).stops))


def _known(board: Board, key: object) -> _Known | None:
    """What is known to be reached, on this board or on one before."""
    reached: dict[object, _Known] | None = board.memo.get("reached")
    found = None if reached is None else reached.get(key)
    if found is None or (found.lays is board.lays and found.tokens is board.tokens):
        return found
    if not found.holds(board):
        return None
    found = found._replace(lays=board.lays, tokens=board.tokens)
    _keep(board, key, found)
    return found


def _keep(board: Board, key: object, found: _Known) -> None:
    """Keep what is reached; others may have begun with what was known before, which stays as it is."""
    board.memo["reached"] = {**board.memo.get("reached", {}), key: found}


def joined(printed: Map, tiles: Tiles, board: Board, starts: tuple[StopId, ...], targets: tuple[StopId, ...]) -> bool:
    """Is there a way from one of some stops to one of others, whoever's tokens stand on it?"""
    key = ("joined", starts, targets)
    found: bool | None = board.memo.get(key)
    if found is None:
        walk = _Walk(printed, tiles, board, None)
        found = board.memo[key] = not set(starts).isdisjoint(targets) or walk.joins(starts, targets)
    return found


#: where a crossing leads: the bit of the side that it crosses, crossings onward over plain track, stops called at
_Link = tuple[int, tuple[int, ...], tuple[int, ...]]


class _Hops(NamedTuple):
    """Where track on a hex leads as it lies there.

    Crossings are numbered hex * 8 + edge entered, stops hex * 8 + index.
    """

    #: for each edge
    links: tuple[_Link, ...]
    #: for each stop: crossings out of it
    out: tuple[tuple[int, ...], ...]


class _Ways:
    """Hops of every hex in every shape that has been met on a map, and the side that each crossing crosses."""

    def __init__(self, printed: Map) -> None:
        self.printed = printed
        self.names = list(printed.hexes)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        crossings = [(number * 8 + edge, name, edge) for number, name in enumerate(self.names) for edge in range(6)]
        self.sides = {crossing: printed.sides[name][edge] for crossing, name, edge in crossings}
        #: for each crossing the edges that it touches, as hex and bit: of the hex entered and of the one left
        self.touched = {crossing: self._touched(name, edge) for crossing, name, edge in crossings}
        self.hops: dict[tuple[str, tuple[str, int] | None], _Hops] = {
            (name, None): self._make(name, printed.hexes[name].shape) for name in self.names
        }
        #: of the hexes as they are printed
        self.bare = [self.hops[name, None] for name in self.names]

    def _touched(self, hex_id: str, edge: int) -> tuple[tuple[str, int], ...]:
        other = self.printed.neighbours[hex_id][edge]
        here = (hex_id, 1 << edge)
        return (here,) if other is None else (here, (other, 1 << opposite(edge)))

    def crossing(self, hex_id: str, edge: int) -> int | None:
        """The crossing out of a hex at an edge, into the neighbour."""
        other = self.printed.neighbours[hex_id][edge]
        return None if other is None else self.numbers[other] * 8 + opposite(edge)

    def on(self, board: Board, tiles: Tiles) -> list[_Hops]:
        """Of all hexes of a board: those of the board before, but for what has changed."""
        known: tuple[Lays, list[_Hops]] | None = board.memo.get("hops")
        changed = None
        if known is not None:
            if known[0] is board.lays:
                return known[1]
            changed = board.lays.since(known[0])
        found = self.bare.copy() if known is None or changed is None else known[1].copy()
        for hex_id in board.tiles if changed is None else changed:
            laid = board.tiles.get(hex_id)
            here = self.hops.get((hex_id, laid))
            if here is None and laid is not None:
                here = self.hops[hex_id, laid] = self._make(hex_id, tiles[laid[0]].shapes[laid[1]])
            assert here is not None
            found[self.numbers[hex_id]] = here
        board.memo["hops"] = board.lays, found
        return found

    def _make(self, hex_id: str, shape: Shape) -> _Hops:
        def crossings(ends: tuple[int, ...]) -> tuple[int, ...]:
            found = (self.crossing(hex_id, end) for end in ends if end < STOP)
            return tuple(crossing for crossing in found if crossing is not None)

        number, sides = self.numbers[hex_id], self.printed.sides[hex_id]
        links = [
            (1 << sides[edge], crossings(ends), tuple(number * 8 + end - STOP for end in ends if end >= STOP))
            for edge, ends in enumerate(shape.by_edge)
        ]
        return _Hops(tuple(links), tuple([crossings(ends) for ends in shape.by_stop]))


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
    first finds a side or a stop that the second did not, it is sought by itself. No search is a function within one:
    it would keep itself, and the board with it, until garbage is collected.
    """

    __slots__ = ("_exits", "board", "company", "flooded", "hops", "passes", "printed", "tiles", "ways")

    def __init__(
        self, printed: Map, tiles: Tiles, board: Board, company: str | None, passes: tuple[StopId, ...] = ()
    ) -> None:
        """For a company, or for none, whom no city is closed to."""
        self.printed, self.tiles, self.board, self.company, self.passes = printed, tiles, board, company, passes
        self.ways = _ways(printed)
        self.hops = self.ways.on(board, tiles)
        #: crossings found by the first search
        self.flooded: set[int] = set()
        self._exits: dict[int, tuple[int, ...]] = {}

    def number(self, stop: StopId) -> int:
        return self.ways.numbers[stop[0]] * 8 + stop[1]

    def link(self, crossing: int) -> _Link:
        """Where a crossing leads."""
        return self.hops[crossing >> 3].links[crossing & 7]

    def out(self, stop: int) -> tuple[int, ...]:
        """Crossings out of a stop, whether it may be passed or not."""
        return self.hops[stop >> 3].out[stop & 7]

    def place(self, stop: int) -> StopId:
        return self.ways.names[stop >> 3], stop & 7

    def seen(self, tokens: Sequence[StopId]) -> frozenset[str]:
        """The hexes that the search has looked at."""
        names = self.ways.names
        return frozenset([names[crossing >> 3] for crossing in self.flooded]).union([stop[0] for stop in tokens])

    def exits(self, stop: int) -> tuple[int, ...]:
        """Crossings out of a stop that may be passed."""
        found = self._exits.get(stop)
        if found is None:
            name, company = self.ways.names[stop >> 3], self.company
            place = (name, stop & 7)
            closed = self.printed.hexes[name].terminal or (
                company is not None
                and is_blocked(self.printed, self.tiles, self.board, place, company)
                and place not in self.passes
            )
            found = self._exits[stop] = () if closed else self.out(stop)
        return found

    def result(self, tokens: Sequence[StopId]) -> Reach:
        starts = [self.number(stop) for stop in tokens]
        sides, names = self.ways.sides, self.ways.names
        wanted = self.flooded = self.flood(tokens)
        crossings, stops = self.simple(starts)
        if len(crossings) < len(wanted):
            reached = {sides[crossing] for crossing in crossings}
            for crossing in wanted - crossings:
                calls = self.link(crossing)[2]
                if sides[crossing] in reached and all(stop in stops for stop in calls):
                    continue
                if any(self.seek(start, crossing) for start in starts):
                    crossings.add(crossing)
                    reached.add(sides[crossing])
                    stops.update(dict.fromkeys(calls))
        found = Reach()
        found.stops = tuple([(names[stop >> 3], stop & 7) for stop in stops])
        edges = found.edges
        for (hex_id, _), start in zip(tokens, starts, strict=True):
            if not self.out(start):  # a city without track yet
                edges[hex_id] = 0b111111
        touched = self.ways.touched
        for crossing in crossings:
            for hex_id, bit in touched[crossing]:
                edges[hex_id] = edges.get(hex_id, 0) | bit
        return found

    def sides_of(self, hex_id: str, edges: int) -> int:
        """Bits of the sides at some edges of a hex."""
        sides = self.printed.sides[hex_id]
        return sum(1 << sides[edge] for edge in range(6) if edges >> edge & 1)

    def finds(self, tokens: Sequence[StopId], *, sides: int = 0, stop: Callable[[int], bool] | None = None) -> bool:
        """Does a quick search find a simple way to one of some sides, or to a stop that is wanted? It may miss some."""
        hops = self.hops
        crossings: set[int] = set()
        todo = [(self.out(start), 0, 1 << start) for start in map(self.number, tokens)]
        for out, used, called in todo:  # grows meanwhile
            for crossing in out:
                if crossing in crossings:
                    continue
                side, onward, calls = hops[crossing >> 3].links[crossing & 7]
                if used & side:
                    continue
                if side & sides:
                    return True
                crossings.add(crossing)
                if onward:
                    todo.append((onward, used | side, called))
                for call in calls:
                    if not called >> call & 1:
                        if stop is not None and stop(call):
                            return True
                        todo.append((self.exits(call), used | side, called | 1 << call))
        return False

    def may_find(self, tokens: Sequence[StopId], wanted: Callable[[int], bool]) -> bool:
        """Is a stop that is wanted on any way at all? If not, none is reached."""
        return any(wanted(stop) for crossing in self.flood(tokens) for stop in self.link(crossing)[2])

    def joins(self, starts: Sequence[StopId], targets: Sequence[StopId]) -> bool:
        """Is there a way from one of some stops to one of others?"""
        wanted = set(map(self.number, targets)).__contains__
        if self.finds(starts, stop=wanted):
            return True
        return self.may_find(starts, wanted) and not set(targets).isdisjoint(self.result(starts).stops)

    def flood(self, tokens: Sequence[StopId]) -> set[int]:
        """Crossings found when only turning straight back in a stop is ruled out."""
        starts = [self.number(stop) for stop in tokens]
        hops, exits = self.hops, self.exits
        crossings: set[int] = set()
        #: the one side by which a stop was entered, or 0 once all its exits are open
        entered: dict[int, int] = dict.fromkeys(starts, 0)
        todo = [crossing for stop in starts for crossing in self.out(stop)]
        while todo:
            crossing = todo.pop()
            if crossing in crossings:
                continue
            crossings.add(crossing)
            side, onward, calls = hops[crossing >> 3].links[crossing & 7]
            todo += onward
            for stop in calls:
                before = entered.get(stop)
                if before is None:
                    entered[stop] = side
                    todo += [further for further in exits(stop) if self.link(further)[0] != side]
                elif before and before != side:
                    entered[stop] = 0
                    todo += exits(stop)
        return crossings

    def simple(self, starts: list[int]) -> tuple[set[int], dict[int, None]]:
        """Crossings and stops on ways that a quick depth-first search finds simple; it may miss some."""
        crossings: set[int] = set()
        stops: dict[int, None] = dict.fromkeys(starts)
        for start in starts:
            self._simple(self.out(start), 0, 1 << start, crossings, stops)
        return crossings, stops

    def _simple(
        self, out: tuple[int, ...], used: int, called: int, crossings: set[int], stops: dict[int, None]
    ) -> None:
        hops = self.hops
        for crossing in out:
            if crossing in crossings:
                continue
            side, onward, calls = hops[crossing >> 3].links[crossing & 7]
            if used & side:
                continue
            crossings.add(crossing)
            if onward:
                self._simple(onward, used | side, called, crossings, stops)
            for stop in calls:
                if not called >> stop & 1:
                    stops[stop] = None
                    self._simple(self.exits(stop), used | side, called | 1 << stop, crossings, stops)

    def seek(self, start: int, wanted: int) -> bool:
        """Is there a simple way from a token to one crossing?"""
        return self._seek(self.out(start), 0, 1 << start, wanted)

    def _seek(self, out: tuple[int, ...], used: int, called: int, wanted: int) -> bool:
        for crossing in out:
            side, onward, calls = self.link(crossing)
            if used & side:
                continue
            if crossing == wanted:
                return True
            if onward and self._seek(onward, used | side, called, wanted):
                return True
            for stop in calls:
                if not called >> stop & 1 and self._seek(self.exits(stop), used | side, called | 1 << stop, wanted):
                    return True
        return False
