"""Track on the board: what lies on a hex, and how tiles replace each other."""

from __future__ import annotations

from kaiping.board.board import Board
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
    """Stops keep their kinds; several cities may grow together into one; boomtowns become towns or cities."""
    before = [stop.kind for stop in old.stops]
    after = [stop.kind for stop in new.stops]
    if before == after:
        return True
    if before and set(before) == {StopKind.BOOMTOWN}:
        return len(after) == len(before) and (set(after) == {StopKind.TOWN} or set(after) == {StopKind.CITY})
    only_cities = set(before) == {StopKind.CITY} and set(after) == {StopKind.CITY}
    return only_cities and (len(after) == 1 or len(after) > len(before))
