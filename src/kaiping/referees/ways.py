"""Ways over track: is a claimed way one, which sides of hexes does it cross, is there a way at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from kaiping.board.board import Board, StopId
from kaiping.board.hex import neighbour
from kaiping.board.tile import STOP, Stop
from kaiping.definition import Definition

#: the side that two hexes share
Side = frozenset[str]


def track_on(definition: Definition, board: Board, hex_id: str) -> tuple[tuple[int, int], ...]:
    """Pairs of ends of the track that lies on a hex; edges by number, stops as 6 and more."""
    if hex_id not in board.tiles:
        return definition.map.hexes[hex_id].track
    name, rotation = board.tiles[hex_id]
    return tuple((_turned(a, rotation), _turned(b, rotation)) for a, b in definition.tiles[name].track)


def _turned(end: int, rotation: int) -> int:
    return end if end >= STOP else (end + rotation) % 6


def stops_on(definition: Definition, board: Board, hex_id: str) -> tuple[Stop, ...]:
    if hex_id in board.tiles:
        return definition.tiles[board.tiles[hex_id][0]].stops
    return definition.map.hexes[hex_id].stops


def point(text: str) -> tuple[str, int | None]:
    """ "C9.1" is stop 1 of C9, "D8" a hex that is passed."""
    hex_id, _, stop = text.partition(".")
    return hex_id, int(stop) if stop else None


def edge_between(one: str, other: str) -> int | None:
    """The edge of a hex across which another lies."""
    return next((edge for edge in range(6) if neighbour(one, edge) == other), None)


def fault(definition: Definition, board: Board, path: Sequence[str]) -> str | None:
    """Why a path is no way over track; None if it is one."""
    points = [point(text) for text in path]
    if len(points) < 2 or points[0][1] is None or points[-1][1] is None:
        return "it does not lead from a stop to a stop"
    for index, (hex_id, stop) in enumerate(points):
        ends = []
        for other in (index - 1, index + 1):
            if 0 <= other < len(points):
                edge = edge_between(hex_id, points[other][0])
                if edge is None:
                    return f"{points[other][0]} does not lie beside {hex_id}"
                ends.append(edge)
        track = {frozenset(pair) for pair in track_on(definition, board, hex_id)}
        pieces = [{ends[0], ends[1]}] if stop is None else [{edge, STOP + stop} for edge in ends]
        for piece in pieces:
            if frozenset(piece) not in track:
                return f"there is no such track on {hex_id}"
    return None


def sides(path: Sequence[str]) -> list[Side]:
    """The sides of hexes that a path crosses, in order; track that is used twice has a side that is crossed twice."""
    hexes = [point(text)[0] for text in path]
    return [frozenset((one, other)) for one, other in pairwise(hexes)]


def next_stops(definition: Definition, board: Board, start: StopId) -> Iterator[StopId]:
    """Stops to which track leads from a stop, without another in between."""
    hex_id, stop = start
    for edge in _leaving(definition, board, hex_id, STOP + stop):
        yield from _onward(definition, board, hex_id, edge, frozenset())


def leads_on(definition: Definition, board: Board, owners: Collection[str]) -> bool:
    """Does track lead from a stop with a token of these to another stop?"""
    return any(
        other != start
        for start, tokens in board.tokens.items()
        if any(owner in tokens for owner in owners)
        for other in next_stops(definition, board, start)
    )


def _onward(definition: Definition, board: Board, hex_id: str, edge: int, used: frozenset[Side]) -> Iterator[StopId]:
    other = neighbour(hex_id, edge)
    if other is None or other not in definition.map.hexes:
        return
    side = frozenset((hex_id, other))
    if side in used:
        return
    for end in _leaving(definition, board, other, (edge + 3) % 6):
        if end >= STOP:
            yield other, end - STOP
        else:
            yield from _onward(definition, board, other, end, used | {side})


def _leaving(definition: Definition, board: Board, hex_id: str, end: int) -> list[int]:
    track = track_on(definition, board, hex_id)
    return [b if a == end else a for a, b in track if end in (a, b)]
