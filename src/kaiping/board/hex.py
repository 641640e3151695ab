"""Hex coordinates: which hex lies across which edge."""

from __future__ import annotations

import re

#: Row and column step across each edge of a pointy hex: 0 SW, 1 W, 2 NW, 3 NE, 4 E, 5 SE.
STEPS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))

_NAME = re.compile(r"([A-Z])(\d+)")


def parse(name: str) -> tuple[int, int]:
    """Row and column of a hex by its name.

    >>> parse("C9")
    (2, 9)
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is not the name of a hex")
    return ord(match[1]) - ord("A"), int(match[2])


def neighbour(name: str, edge: int) -> str | None:
    """The coordinate across an edge, whether or not the map has a hex there.

    >>> [neighbour("C9", e) for e in range(6)]
    ['D8', 'C7', 'B8', 'B10', 'C11', 'D10']
    """
    row, column = parse(name)
    down, right = STEPS[edge]
    row, column = row + down, column + right
    if row < 0 or row > 25 or column < 0:
        return None
    return f"{chr(ord('A') + row)}{column}"


def opposite(edge: int) -> int:
    """The edge of the neighbour that touches this edge."""
    return (edge + 3) % 6
