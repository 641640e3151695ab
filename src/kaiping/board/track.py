"""Track on the board: what lies on a hex, how tiles replace each other, what a company can reach."""

from __future__ import annotations

from kaiping.board.board import Board, StopId
from kaiping.board.hex import opposite
from kaiping.board.map import Map
from kaiping.board.tile import COLORS, STOP, Shape, StopKind, Tile

Tiles = dict[str, Tile]


def shape_at(printed: Map, tiles: Tiles, board: Board, hex_id: str) -> Shape:
    """The track lying on a hex now, laid or printed."""
    laid = board.tiles.get(hex_id)
    if laid is None:
        return printed.hexes[hex_id].shape
    return tiles[laid[0]].shapes[laid[1]]


def color_at(printed: Map, tiles: Tiles, board: Board, hex_id: str) -> str:
    laid = board.tiles.get(hex_id)
    return printed.hexes[hex_id].color if laid is None else tiles[laid[0]].color


def next_color(color: str) -> str | None:
    """The colour of tile that may come on a colour; an empty (white) hex takes yellow."""
    if color == "white":
        return COLORS[0]
    index = COLORS.index(color) + 1 if color in COLORS else len(COLORS)
    return COLORS[index] if index < len(COLORS) else None


def moved_stops(old: Shape, new: Shape) -> dict[int, int] | None:
    """Which stop of a new tile each old stop becomes, or None where the new tile does not keep the old one.

    All track is kept; each stop goes to the stop that takes over its exits, one without exits to what is left.
    """
    for a, b in old.track:
        if a < STOP and b < STOP and b not in new.by_edge[a]:
            return None
    moved: dict[int, int] = {}
    loose: list[int] = []
    for index, ends in enumerate(old.by_stop):
        edges = [end for end in ends if end < STOP]
        if not edges:
            loose.append(index)
            continue
        targets = {end - STOP for edge in edges for end in new.by_edge[edge] if end >= STOP}
        if len(targets) != 1:
            return None
        target = targets.pop()
        if any(STOP + target not in new.by_edge[edge] for edge in edges):
            return None
        moved[index] = target
    free = [index for index in range(len(new.stops)) if index not in moved.values()]
    for index in loose:
        if free:
            moved[index] = free.pop(0)
        elif new.stops:
            moved[index] = 0
        else:
            return None
    return moved


def same_stops(old: Shape, new: Shape) -> bool:
    """Stops keep their kinds; several cities may grow together into one."""
    before = [stop.kind for stop in old.stops]
    after = [stop.kind for stop in new.stops]
    if before == after:
        return True
    only_cities = set(before) == {StopKind.CITY} and set(after) == {StopKind.CITY}
    return only_cities and (len(after) == 1 or len(after) > len(before))


class Reach:
    """What a company reaches from its tokens over unblocked track."""

    __slots__ = ("edges", "stops")

    def __init__(self) -> None:
        #: hex -> its edges at which reachable track arrives, from within or from the neighbour
        self.edges: dict[str, set[int]] = {}
        #: stops reached, in order of discovery
        self.stops: dict[StopId, None] = {}


def is_blocked(printed: Map, tiles: Tiles, board: Board, stop: StopId, company: str) -> bool:
    """A city whose slots are all taken by others may be entered but not passed."""
    owners = board.tokens.get(stop)
    if not owners or company in owners:
        return False
    place = shape_at(printed, tiles, board, stop[0]).stops[stop[1]]
    return place.kind is StopKind.CITY and len(owners) >= place.slots


def reach(printed: Map, tiles: Tiles, board: Board, company: str) -> Reach:
    """What a company reaches; worked out once for each board."""
    key = ("reach", company)
    found: Reach | None = board.memo.get(key)
    if found is None:
        found = board.memo[key] = _Walk(printed, tiles, board, company).result()
    return found


class _Walk:
    """A search for everything on some route from the tokens: no stop twice, no side of a hex crossed twice.

    First every crossing (hex entered, edge) is found without regard to those limits, then along simple ways
    only; where the first finds more, each further crossing is sought by itself.
    """

    def __init__(self, printed: Map, tiles: Tiles, board: Board, company: str) -> None:
        self.printed = printed
        self.tiles = tiles
        self.board = board
        self.company = company
        self.shapes: dict[str, Shape] = {}

    def shape(self, hex_id: str) -> Shape:
        shape = self.shapes.get(hex_id)
        if shape is None:
            shape = self.shapes[hex_id] = shape_at(self.printed, self.tiles, self.board, hex_id)
        return shape

    def passable(self, stop: StopId) -> bool:
        if self.printed.hexes[stop[0]].terminal:
            return False
        return not is_blocked(self.printed, self.tiles, self.board, stop, self.company)

    def result(self) -> Reach:
        starts = self.board.tokens_of(self.company)
        found = Reach()
        crossings, stops = self.flood(starts)
        simple_crossings, simple_stops = self.simple(starts)
        sides = self.printed.sides
        reached = {sides[hex_id][edge] for hex_id, edge in simple_crossings}
        for hex_id, edge in crossings - simple_crossings:
            side = sides[hex_id][edge]
            doubtful = [end for end in self.shape(hex_id).by_edge[edge] if end >= STOP]
            if side in reached and all((hex_id, end - STOP) in simple_stops for end in doubtful):
                continue
            if any(self.seek(start, (hex_id, edge)) for start in starts):
                simple_crossings.add((hex_id, edge))
                reached.add(side)
                simple_stops.update(dict.fromkeys((hex_id, end - STOP) for end in doubtful))
        found.stops = simple_stops
        for start in starts:
            if not self.shape(start[0]).exits:
                found.edges.setdefault(start[0], set()).update(range(6))
        for hex_id, edge in simple_crossings:
            found.edges.setdefault(hex_id, set()).add(edge)
            other = self.printed.neighbours[hex_id][edge]
            if other is not None:
                found.edges.setdefault(other, set()).add(opposite(edge))
        return found

    def onward(self, hex_id: str, ends: tuple[int, ...]) -> list[tuple[str, int]]:
        """Crossings out of a hex by these ends of track."""
        out = []
        across = self.printed.neighbours[hex_id]
        for end in ends:
            if end < STOP:
                other = across[end]
                if other is not None:
                    out.append((other, opposite(end)))
        return out

    def flood(self, starts: list[StopId]) -> tuple[set[tuple[str, int]], set[StopId]]:
        crossings: set[tuple[str, int]] = set()
        stops = set(starts)
        todo: list[tuple[str, int]] = []
        for hex_id, index in starts:
            todo += self.onward(hex_id, self.shape(hex_id).by_stop[index])
        while todo:
            crossing = todo.pop()
            if crossing in crossings:
                continue
            crossings.add(crossing)
            hex_id, edge = crossing
            ends = self.shape(hex_id).by_edge[edge]
            if not ends:
                continue
            for end in ends:
                if end < STOP:
                    todo += self.onward(hex_id, (end,))
                    continue
                stop = (hex_id, end - STOP)
                if stop not in stops:
                    stops.add(stop)
                    if self.passable(stop):
                        todo += self.onward(hex_id, self.shape(hex_id).by_stop[stop[1]])
        return crossings, stops

    def simple(self, starts: list[StopId]) -> tuple[set[tuple[str, int]], dict[StopId, None]]:
        """Crossings on ways that a quick depth-first search finds simple; it may miss some."""
        crossings: set[tuple[str, int]] = set()
        stops: dict[StopId, None] = dict.fromkeys(starts)

        def walk(out: list[tuple[str, int]], sides: frozenset[int], on_way: frozenset[StopId]) -> None:
            for crossing in out:
                hex_id, edge = crossing
                if crossing in crossings:
                    continue
                side = self.printed.sides[hex_id][edge]
                if side in sides:
                    continue
                crossings.add(crossing)
                used = sides | {side}
                for end in self.shape(hex_id).by_edge[edge]:
                    if end < STOP:
                        walk(self.onward(hex_id, (end,)), used, on_way)
                        continue
                    stop = (hex_id, end - STOP)
                    if stop in on_way:
                        continue
                    stops[stop] = None
                    if self.passable(stop):
                        walk(self.onward(hex_id, self.shape(hex_id).by_stop[stop[1]]), used, on_way | {stop})

        for hex_id, index in starts:
            walk(self.onward(hex_id, self.shape(hex_id).by_stop[index]), frozenset(), frozenset({(hex_id, index)}))
        return crossings, stops

    def seek(self, start: StopId, wanted: tuple[str, int]) -> bool:
        """Is there a simple way from a token to one crossing?"""

        def walk(out: list[tuple[str, int]], sides: frozenset[int], on_way: frozenset[StopId]) -> bool:
            for crossing in out:
                hex_id, edge = crossing
                side = self.printed.sides[hex_id][edge]
                if side in sides:
                    continue
                if crossing == wanted:
                    return True
                used = sides | {side}
                for end in self.shape(hex_id).by_edge[edge]:
                    if end < STOP:
                        if walk(self.onward(hex_id, (end,)), used, on_way):
                            return True
                        continue
                    stop = (hex_id, end - STOP)
                    if stop in on_way or not self.passable(stop):
                        continue
                    if walk(self.onward(hex_id, self.shape(hex_id).by_stop[stop[1]]), used, on_way | {stop}):
                        return True
            return False

        hex_id, index = start
        return walk(self.onward(hex_id, self.shape(hex_id).by_stop[index]), frozenset(), frozenset({start}))
