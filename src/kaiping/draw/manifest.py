"""The tiles: a picture of each, how many are left of how many, by colour."""

from __future__ import annotations

from collections import Counter

from kaiping.board.board import Board
from kaiping.definition import Definition
from kaiping.draw.face import tile_face
from kaiping.draw.geometry import APOTHEM, SIDE
from kaiping.draw.legend import ROW, legend
from kaiping.draw.stops import letters
from kaiping.draw.svg import Markup, at, element, group, picture
from kaiping.draw.theme import LIGHT, Theme
from kaiping.draw.tile import company_colors, whole

_GAP = 22.0
_WIDE = 2 * APOTHEM + _GAP
_HIGH = 2 * SIDE + 46
_HEAD = 58.0
_MARGIN = 24.0
#: the legend is that of maps, in letters as large as the others here
_LEGEND = 1.4
_ORDER = ("yellow", "green", "brown", "grey", "red", "blue")


def tiles_left(definition: Definition, board: Board, lost: frozenset[str] = frozenset()) -> dict[str, int]:
    """How many of each tile can still be laid."""
    laid = Counter(tile for tile, _ in board.tiles.values())
    return {tile: 0 if tile in lost else max(total - laid[tile], 0) for tile, total in definition.tile_counts.items()}


def tiles_svg(
    definition: Definition,
    board: Board,
    lost: frozenset[str] = frozenset(),
    *,
    phase: str | None = None,
    width: float = 1200,
    columns: int = 11,
    theme: Theme = LIGHT,
) -> str:
    """Every tile with its number and the count left / total, grouped by colour; spent ones are faded."""
    left = tiles_left(definition, board, lost)
    colors = company_colors(definition)
    groups: dict[str, list[str]] = {color: [] for color in _ORDER}
    for tile_id in definition.tile_counts:
        groups.setdefault(definition.tiles[tile_id].color, []).append(tile_id)
    parts: list[Markup] = []
    sentences = []
    top = _MARGIN
    for color, tiles in groups.items():
        if not tiles:
            continue
        parts.append(_heading(color, tiles, left, definition, top, theme))
        top += _HEAD
        for index, tile_id in enumerate(tiles):
            x = _MARGIN + _WIDE * (index % columns + 0.5)
            y = top + _HIGH * (index // columns) + SIDE + 4
            total = definition.tile_counts[tile_id]
            face = tile_face(definition, tile_id, phase=phase)
            parts.append(
                group(
                    group(whole(face, colors, theme), opacity=None if left[tile_id] else 0.35),
                    letters(tile_id, -APOTHEM / 2, SIDE + 10, 27, theme.ink, font_weight=700),
                    letters(f"{left[tile_id]} / {total}", APOTHEM / 2, SIDE + 10, 27, theme.faint),
                    transform=at(x, y),
                    class_="tile" if left[tile_id] else "tile spent",
                    data_tile=tile_id,
                )
            )
            sentences.append(f"{tile_id} ({color}): {left[tile_id]} of {total}")
        top += _HIGH * (-(-len(tiles) // columns)) + 14
    wide = 2 * _MARGIN + columns * _WIDE
    faces = [tile_face(definition, tile_id, phase=phase) for tile_id in definition.tile_counts]
    rows = legend(definition, faces, dict(colors), (wide - 2 * _MARGIN) / _LEGEND, theme)
    for row in rows:
        parts.append(
            group(row, transform=f"{at(_MARGIN + 11, top + _LEGEND * ROW / 2)} scale({_LEGEND})", class_="legend")
        )
        top += _LEGEND * ROW
    high = top + _MARGIN - 14
    paper = element("rect", width=wide, height=high, fill=theme.paper)
    return picture(
        paper,
        *parts,
        width=width,
        view=(0, 0, wide, high),
        title=f"{definition.name}: tiles",
        desc="Tiles left: " + "; ".join(sentences) + ".",
        font=theme.font,
    )


def _heading(
    color: str, tiles: list[str], left: dict[str, int], definition: Definition, top: float, theme: Theme
) -> Markup:
    rest, total = sum(left[tile] for tile in tiles), sum(definition.tile_counts[tile] for tile in tiles)
    return group(
        element("rect", x=0, y=8, width=30, height=30, rx=4, fill=theme.ground.get(color, theme.paper)),
        element("text", color.capitalize(), x=44, y=34, font_size=32, font_weight=600, fill=theme.ink),
        element("text", f"{rest} of {total} left", x=170, y=34, font_size=27, fill=theme.faint),
        transform=at(_MARGIN + 11, top),
    )
