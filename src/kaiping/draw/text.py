"""The map and the market as text for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from kaiping.board.board import Board
from kaiping.board.hex import opposite, parse
from kaiping.board.tile import StopKind
from kaiping.definition import Definition
from kaiping.draw.ansi import PLAIN, Canvas, Style, on
from kaiping.draw.face import Face, hex_face
from kaiping.draw.market import Markers, markers_of
from kaiping.draw.theme import LIGHT, Theme
from kaiping.state import State

#: columns of half a hex, and so of the step from one hex to the next in the row below
_HALF = 6
_WIDE = 2 * _HALF - 1
_HIGH = 3
_SIGNS = {"mountain": "▲", "water": "≈", "river": "≈", "wall": "#"}
_WORDS = {"blue": "sea"}


def map_text(
    definition: Definition,
    board: Board,
    *,
    color: bool = True,
    phase: str | None = None,
    theme: Theme = LIGHT,
    columns: int | None = None,
) -> str:
    """The map, three lines for each hex and signs between them where track crosses a side.

    Where it is wider than so many columns it comes in parts from left to right, each hex whole in one of them.
    """
    hexes = definition.map.hexes
    places = {hex_id: parse(hex_id) for hex_id in hexes}
    left, top = min(c for _, c in places.values()), min(r for r, _ in places.values())
    corner = {hex_id: ((column - left) * _HALF, (row - top) * (_HIGH + 1)) for hex_id, (row, column) in places.items()}
    high = max(y for _, y in corner.values()) + _HIGH + 1
    faces = {hex_id: hex_face(definition, board, hex_id, phase) for hex_id in hexes}
    parts = []
    for part in _parts(corner, columns):
        start = min(x for x, _ in part.values())
        canvas = Canvas(max(x for x, _ in part.values()) - start + _WIDE + 1, high)
        for hex_id, (x, y) in part.items():
            _put_hex(canvas, x - start, y, faces[hex_id], definition, theme)
        for hex_id, (x, y) in part.items():
            _put_sides(canvas, x - start, y, hex_id, definition, faces, theme)
        parts.append(canvas.text(color).rstrip())
    return "\n\n... and further to the right:\n\n".join(parts) + "\n\n" + _legend(faces, min(columns or 120, 120))


def _parts(corner: dict[str, tuple[int, int]], columns: int | None) -> Iterator[dict[str, tuple[int, int]]]:
    """The hexes of each part that is no wider than that, with their places on the whole map."""
    left = dict(corner)
    while left:
        start = min(x for x, _ in left.values())
        room = max(columns or sys.maxsize, _WIDE + 1)
        part = {hex_id: place for hex_id, place in left.items() if place[0] - start + _WIDE + 1 <= room}
        yield part
        left = {hex_id: place for hex_id, place in left.items() if hex_id not in part}


def _put_hex(canvas: Canvas, x: int, y: int, face: Face, definition: Definition, theme: Theme) -> None:
    style = on(theme.ground.get(face.color, theme.ground["white"]))
    for row, line in enumerate(hex_lines(face)):
        canvas.put(x, y + row, line.ljust(_WIDE), style)
        for company, known in definition.companies.items():
            for word, found in (
                (company, on(known.color, bold=True)),
                (company.lower(), style._replace(bold=True)),
            ):
                start = line.find(word) if row else -1
                while start >= 0:
                    canvas.put(x + start, y + row, word, found)
                    start = line.find(word, start + 1)


def hex_lines(face: Face) -> list[str]:
    """The three lines of a hex: coordinate and name; tile or terrain, label and value; stops and tokens."""
    stops, overflow, ground = _stop_words(face), "", _ground_words(face)
    if len(stops) > _WIDE:
        joint = "|" if "|" in stops else " "
        cities = stops.split(joint)
        first = 1 if face.tile or joint == " " else len(cities) // 2
        overflow, stops = joint.join(cities[:first]), joint.join(cities[first:])
        if ground == face.color:
            ground = ""
    second = [word for word in (ground, face.label, overflow) if word]
    extra = [_value_words(face)]
    if len(" ".join(second)) > _WIDE and face.label:
        second.remove(face.label)
        extra.insert(0, face.label)
    lines = [face.coordinate, " ".join(second), stops]
    for word in filter(None, extra):
        if not _beside(lines, 1, word) and not _beside(lines, 2, word):
            lines[0] += " " + word
    room = _WIDE - len(lines[0]) - 1
    if face.name and room > 1:
        start, *rest = lines[0].split(" ", 1)
        lines[0] = " ".join([start, face.name[:room].rstrip(), *rest])
    return [line if len(line) <= _WIDE else line[: _WIDE - 1] + "…" for line in lines]


def _beside(lines: list[str], row: int, word: str) -> bool:
    """Set a word at the end of a line if there is room."""
    line = lines[row]
    if len(line) + len(word) + (1 if line else 0) > _WIDE:
        return False
    lines[row] = line + word.rjust(_WIDE - len(line)) if line else word
    return True


def _ground_words(face: Face) -> str:
    if face.tile:
        return f"{face.tile}/{face.rotation}"
    terrain = "".join(_SIGNS.get(name, "^") for name in face.terrain)
    if terrain or face.cost:
        return terrain + (str(face.cost) if face.cost else "")
    return "" if face.color == "white" else _WORDS.get(face.color, face.color)


def _value_words(face: Face) -> str:
    words = []
    if face.subsidy:
        words.append(f"+{face.subsidy}")
    for values in dict.fromkeys(stop.values for stop in face.stops if any(stop.values)):
        if len(set(values)) == 1:
            words.append(str(values[0]))
        elif face.value_index is not None:
            words.append(str(values[face.value_index]))
        else:
            words.append(f"{min(values)}-{max(values)}")
    return " ".join(words)


def _stop_words(face: Face) -> str:
    """Cities as (JHR ...) with their tokens, homes kept free in small letters; towns as dots, boomtowns as rings."""
    cities = []
    towns = ""
    for index, stop in enumerate(face.stops):
        tokens = list(face.tokens[index]) if face.tokens else []
        homes = [home.lower() for home in face.homes[index]] if face.homes else []
        if stop.kind is StopKind.CITY or tokens or homes:
            slots = tokens + homes
            cities.append(slots + ["-"] * (max(stop.slots, 1) - len(slots)))
        elif stop.kind is StopKind.TOWN:
            towns += "•"
        elif stop.kind is StopKind.BOOMTOWN:
            towns += "○"
    full = "".join(f"({' '.join(city)})" for city in cities) + towns
    if len(full) <= _WIDE:
        return full
    return "|".join(" ".join(city) for city in cities) + towns


def _put_sides(
    canvas: Canvas,
    x: int,
    y: int,
    hex_id: str,
    definition: Definition,
    faces: dict[str, Face],
    theme: Theme,
) -> None:
    """Signs on the south-western, eastern and south-eastern side of a hex."""
    printed = definition.map
    spots = {0: (x + 2, y + _HIGH, "╱"), 4: (x + _WIDE, y + 1, "━"), 5: (x + _WIDE - 3, y + _HIGH, "╲")}
    for edge in range(6):
        other = printed.neighbours[hex_id][edge]
        here = edge in _exits(faces[hex_id])
        there = other is not None and opposite(edge) in _exits(faces[other])
        if edge in spots:
            column, row, sign = spots[edge]
            if printed.barred(hex_id, edge):
                canvas.put(column, row, "X", Style(None, theme.barrier, True))
            elif here or there:
                canvas.put(column, row, sign if here and there else "·", PLAIN)
        elif here and other is None and edge == 1 and x > 0:
            canvas.put(x - 1, y + 1, "·", PLAIN)


def _exits(face: Face) -> set[int]:
    return {end for ends in face.layout.pieces for end in ends if end < 6}


def _legend(faces: dict[str, Face], columns: int) -> str:
    terrain = {name for face in faces.values() for name in face.terrain}
    signs = [f"{_SIGNS.get(name, '^')} {name}" for name in sorted(terrain)]
    words = [
        "╱ ━ ╲ track joined",
        "· track that ends there",
        "X barrier",
        "611/3 tile and rotation",
        "(ABC -) city with a token and a free slot",
        "(abc) home kept free",
        "• town",
    ]
    if any(stop.kind is StopKind.BOOMTOWN for face in faces.values() for stop in face.stops):
        words.append("○ town or city to be")
    cut = [
        f"{face.coordinate} {face.name}" for face in faces.values() if face.name and face.name not in hex_lines(face)[0]
    ]
    crowded = [
        f"{face.coordinate} {face.name}: {_stop_words(face)}"
        for face in faces.values()
        if any(line.endswith("…") for line in hex_lines(face)[1:])
    ]
    lines = _wrapped("Signs:", signs + words, "; ", columns)
    lines += _wrapped("Names:", cut, ", ", columns) if cut else []
    lines += _wrapped("Cities:", crowded, "; ", columns) if crowded else []
    return "\n".join(lines) + "\n"


def _wrapped(head: str, pieces: list[str], joint: str, columns: int) -> list[str]:
    """Pieces after a head, on as many lines as they need."""
    lines = [head]
    for index, piece in enumerate(pieces):
        word = piece + (joint.rstrip() if index + 1 < len(pieces) else "")
        if len(lines[-1]) + len(word) >= columns:
            lines.append(" " * len(head))
        lines[-1] += " " + word
    return lines


_CELL = 6
#: after the price of a cell in a zone, in the order of the zones
_ZONE_MARKS = "~="


def market_text(definition: Definition, state: State | Markers, *, color: bool = True, theme: Theme = LIGHT) -> str:
    """The share price board: * marks a par price, ~ the zone; bonus and markers under their price, topmost first."""
    markers = markers_of(state)
    market = definition.market
    bonuses = any(cell.bonus for cell in market.cells.values())
    deep = [
        max((len(markers.get((row, column), ())) for column in range(len(cells))), default=0) + bonuses
        for row, cells in enumerate(market.rows)
    ]
    canvas = Canvas(_CELL * max(len(row) for row in market.rows), sum(deep) + len(deep))
    top = 0
    for row, cells in enumerate(market.rows):
        for column, cell in enumerate(cells):
            if cell is None:
                continue
            ground = theme.market["plain"]
            if cell.par:
                ground = theme.market["par"]
            else:
                ground = theme.market.get(cell.zone, ground)
            x = column * _CELL
            for line in range(deep[row] + 1):
                canvas.put(x, top + line, " " * (_CELL - 1), on(ground))
            mark = "*" if cell.par else _ZONE_MARKS[market.zones.index(cell.zone)] if cell.zone else ""
            canvas.put(x, top, ("  x" if cell.closed else f"{cell.price:>4}") + mark)
            if cell.bonus:
                canvas.put(x, top + 1, f"{f'+{cell.bonus}':>4}", on(ground))
            for line, company in enumerate(markers.get((row, column), ()), 1 + bonuses):
                known = definition.companies.get(company)
                canvas.put(x + 1, top + line, company[: _CELL - 2], on(known.color, bold=True) if known else None)
        top += deep[row] + 1
    key = ["* par price", *(f"{mark} {zone} zone" for mark, zone in zip(_ZONE_MARKS, market.zones, strict=False))]
    if any(cell.closed for cell in market.cells.values()):
        key.append("x closes a company")
    if bonuses:
        key.append("+ added to the income of each share")
    return canvas.text(color) + f"\n\n{', '.join(key)}\n"
