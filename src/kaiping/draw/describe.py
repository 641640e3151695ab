"""Pictures in words: the text twin for those who cannot see them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from kaiping.board.board import Board
from kaiping.board.tile import StopKind
from kaiping.definition import Definition
from kaiping.draw.face import Face

_EDGES = ("south-west", "west", "north-west", "north-east", "east", "south-east")


@lru_cache(maxsize=4096)
def face_words(face: Face) -> str:
    """A hex or tile in one sentence: what lies there, its stops, its exits, who has tokens."""
    parts = [" ".join(word for word in (face.coordinate, face.name) if word)]
    parts.append(f"{face.color} tile {face.tile}" if face.tile else f"{_land(face.color)} hex")
    if face.label:
        parts.append(f"label {face.label}")
    for index in range(len(face.stops)):
        parts.append(_stop_words(face, index))
    if face.waiting:
        parts.append(f"waiting for a space: {' '.join(face.waiting)}")
    if face.goals:
        parts.append(f"destination of {' '.join(face.goals)}")
    if face.subsidy:
        parts.append(f"{face.subsidy} to the treasury")
    exits = sorted({end for ends in face.layout.pieces for end in ends if end < 6})
    if exits:
        parts.append(("ferry to " if face.ferry else "track to ") + ", ".join(_EDGES[edge] for edge in exits))
    if face.stubs:
        parts.append("every tile needs track to " + ", ".join(_EDGES[edge] for edge in face.stubs))
    if face.tile and face.cost:
        parts.append(f"covering it costs {face.cost}")
    elif face.terrain or face.cost:
        terrain = " and ".join(face.terrain) or "terrain"
        parts.append(f"{terrain} costs {face.cost}" if face.cost else terrain)
    return "; ".join(part for part in parts if part)


def _land(color: str) -> str:
    return {"white": "land", "blue": "sea"}.get(color, color)


def _stop_words(face: Face, index: int) -> str:
    stop = face.stops[index]
    values = stop.values
    if len(set(values)) == 1:
        worth = f" {values[0]}" if values[0] else ""
    else:
        worth = " " + "/".join(map(str, values))
        if face.value_index is not None:
            worth += f" (now {values[face.value_index]})"
    kind = "off-board" if stop.kind is StopKind.OFFBOARD else stop.kind.value
    words = f"{kind}{worth}"
    if stop.slots > 1:
        words += f" with {stop.slots} slots"
    if face.tokens and face.tokens[index]:
        words += f", tokens {' '.join(face.tokens[index])}"
    if face.homes and face.homes[index]:
        words += f", home of {' '.join(face.homes[index])}"
    return words


def map_words(definition: Definition, board: Board, faces: Collection[Face], phase: str | None = None) -> str:
    """The whole map, hex by hex; plain empty land and sea are only counted."""
    told = [face for face in faces if face.tile or face.stops or face.track or face.terrain]
    tokens = sum(len(owners) for owners in board.tokens.values())
    start = f"Map of {definition.name}: {len(faces)} hexes, {len(board.tiles)} tiles laid, {tokens} tokens placed" + (
        f", phase {phase}." if phase else "."
    )
    return " ".join([start, *(f"{face_words(face)}." for face in told)])
