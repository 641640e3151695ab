"""How a map is cut into sheets and how tiles lie on them, in millimetres."""

from __future__ import annotations

from math import ceil, sqrt

from msgspec import Struct

from kaiping.definition import Definition
from kaiping.errors import BadInput

#: how wide a hex is from flat side to flat side, unless something else is asked for
HEX = 43.0
_LEAST_HEX, _MOST_HEX = 15.0, 60.0
#: white around what is printed, and what stands below it: most printers leave out the outermost 5 mm
MARGIN = 7.0
FOOT = 9.0


class Paper(Struct, frozen=True):
    """A sheet of paper."""

    name: str
    wide: float
    high: float

    @property
    def turned(self) -> Paper:
        return Paper(self.name, self.high, self.wide)

    @property
    def room(self) -> tuple[float, float]:
        """How much of it can be used."""
        return self.wide - 2 * MARGIN, self.high - 2 * MARGIN - FOOT


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


class Piece(Struct, frozen=True):
    """A part of a picture on a sheet of its own: where it begins in the picture, and how much of it there is."""

    row: int
    column: int
    x: float
    y: float
    wide: float
    high: float


class Cut(Struct, frozen=True):
    """A picture in pieces that fit their sheets."""

    wide: float
    high: float
    #: the sheets lie on their long side
    turned: bool
    rows: int
    columns: int
    pieces: tuple[Piece, ...]


def check_hex(wide: float) -> None:
    """Refuse hexes that are too small to read or too large for a sheet."""
    if not _LEAST_HEX <= wide <= _MOST_HEX:
        raise BadInput(f"a hex is from {_LEAST_HEX:g} to {_MOST_HEX:g} mm wide, not {wide:g}")


def cut(wide: float, high: float, paper: Paper) -> Cut:
    """A picture on as few sheets as possible, in pieces of one size."""
    ways = []
    for sheet in (paper, paper.turned):
        across, down = sheet.room
        ways.append((ceil(wide / across) * ceil(high / down), ceil(wide / across), ceil(high / down), sheet))
    _count, columns, rows, sheet = min(ways, key=lambda way: way[0])
    each, tall = wide / columns, high / rows
    pieces = tuple(
        Piece(row + 1, column + 1, column * each, row * tall, each, tall)
        for row in range(rows)
        for column in range(columns)
    )
    return Cut(wide, high, sheet.wide > sheet.high, rows, columns, pieces)


class Laid(Struct, frozen=True):
    """A tile on a sheet: the left upper corner of the box around it."""

    tile: str
    x: float
    y: float


def tile_pages(definition: Definition, paper: Paper, hex_wide: float = HEX) -> list[list[Laid]]:
    """All tiles in their numbers, side by side like the cells of a honeycomb, so that a cut serves two."""
    room, down = paper.room
    tall = hex_wide * 2 / sqrt(3)
    pitch = tall * 3 / 4
    rows = int((down - tall) / pitch + 1e-6) + 1
    even, odd = int(room / hex_wide + 1e-6), int((room - hex_wide / 2) / hex_wide + 1e-6)
    spots = [
        (column * hex_wide + (hex_wide / 2 if row % 2 else 0), row * pitch)
        for row in range(rows)
        for column in range(odd if row % 2 else even)
    ]
    tiles = [tile for tile, count in definition.tile_counts.items() for _ in range(count)]
    return [
        [Laid(tile, x, y) for tile, (x, y) in zip(tiles[first : first + len(spots)], spots, strict=False)]
        for first in range(0, len(tiles), len(spots))
    ]
