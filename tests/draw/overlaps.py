"""How much of a picture lies on something else: letters, values, signs, stops and track of one hex, measured.

What is measured is what is drawn: words and values are read from the picture, wherever they were meant to stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise
from math import ceil, hypot, sqrt
from typing import NamedTuple
from xml.etree import ElementTree

from kaiping.board.tile import STOP, StopKind
from kaiping.draw.face import Face
from kaiping.draw.geometry import APOTHEM, SIDE, Point
from kaiping.draw.layout import BOOMTOWN, TOWN, by_arrow, slot_size, slots
from kaiping.draw.place import width
from kaiping.draw.theme import LIGHT, TRACK
from kaiping.draw.tile import Colors, art

#: how high letters stand above the line and how deep they reach below it, in ems
_ABOVE, _BELOW = 0.67, 0.19
_DEEP = set("gjpqyQ,;()&/")
#: how wide the rings of runs are together
_RING = 6.3
#: distance of the points at which it is measured whether two things lie on each other
_STEP = 2.0


class Thing(NamedTuple):
    """Something drawn on a hex: what it is, the box round it, and whether a point lies on it."""

    kind: str
    name: str
    left: float
    top: float
    right: float
    bottom: float
    covers: Callable[[float, float], bool]


class Overlap(NamedTuple):
    """Two things on each other, or one over the rim of the hex, and by how many square units (a hex has 26,000)."""

    area: float
    one: str
    other: str


def _box(kind: str, name: str, x: float, y: float, wide: float, high: float) -> Thing:
    """A rectangle by its left upper corner."""
    right, bottom = x + wide, y + high
    return Thing(kind, name, x, y, right, bottom, lambda px, py: x <= px <= right and y <= py <= bottom)


def _discs(kind: str, name: str, places: list[Point], radius: float) -> Thing:
    left, right = min(x for x, _ in places) - radius, max(x for x, _ in places) + radius
    top, bottom = min(y for _, y in places) - radius, max(y for _, y in places) + radius
    return Thing(
        *(kind, name, left, top, right, bottom),
        lambda px, py: any((px - x) ** 2 + (py - y) ** 2 <= radius * radius for x, y in places),
    )


def _line(kind: str, name: str, points: list[Point], half: float) -> Thing:
    """A thick line through some points."""
    pairs = list(pairwise(points))

    def covers(px: float, py: float) -> bool:
        for (ax, ay), (bx, by) in pairs:
            dx, dy = bx - ax, by - ay
            share = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy or 1.0)))
            if hypot(px - ax - share * dx, py - ay - share * dy) <= half:
                return True
        return False

    left, right = min(x for x, _ in points) - half, max(x for x, _ in points) + half
    top, bottom = min(y for _, y in points) - half, max(y for _, y in points) + half
    return Thing(kind, name, left, top, right, bottom, covers)


def _number(part: ElementTree.Element, key: str) -> float:
    return float(part.get(key, 0))


def _text(part: ElementTree.Element, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> Thing:
    words, size = part.text or "", _number(part, "font-size") * scale
    middle, base = x + _number(part, "x") * scale, y + _number(part, "y") * scale
    wide = width(words, size)
    square = any(char >= "\u2e80" for char in words)  # Chinese and Japanese letters fill a square
    above, below = (0.78, 0.07) if square else (_ABOVE, _BELOW if _DEEP & set(words) else 0.0)
    kind = part.get("class") or "letters"
    return _box(kind, words, middle - wide / 2, base - above * size, wide, (above + below) * size)


def _moved(part: ElementTree.Element) -> tuple[float, float, float]:
    """Where a group stands, and how much larger it is drawn."""
    x = y = 0.0
    scale = 1.0
    for step in (part.get("transform") or "").split(")"):
        name, _, numbers = step.strip().partition("(")
        if name == "translate":
            x, y = (float(number) for number in numbers.split())
        elif name == "scale":
            scale = float(numbers)
    return x, y, scale


def _words(face: Face, colors: Colors) -> Iterator[Thing]:
    """Letters, values, signs and flags as they are drawn."""
    for part in ElementTree.fromstring(f"<g>{art(face, colors, LIGHT).words}</g>"):
        if part.tag == "text":
            yield _text(part)
            continue
        x, y, scale = _moved(part)
        kind = part.get("class") or ""
        name = " ".join(text.text or "" for text in part.iter("text"))
        for disc in part.findall("circle"):
            yield _discs(kind, name, [(x, y)], _number(disc, "r"))
        for plate in part.findall("rect"):
            left, top = x + _number(plate, "x"), y + _number(plate, "y")
            yield _box(kind, name, left, top, _number(plate, "width"), _number(plate, "height"))
        if kind == "terrain":
            for sign in part.findall("g"):
                yield _box(kind, "sign", x + scale * (_moved(sign)[0] - 14), y - 10 * scale, 28 * scale, 20 * scale)
            for price in part.findall("text"):
                yield _text(price, x, y, scale)._replace(kind="price")
        if kind == "destination":
            middle, base = _number(part[1], "x"), _number(part[1], "y")
            scale = 2 * _number(part[1], "font-size") / 13.5 - 1
            yield _box(kind, name, middle - 17 * scale, base - 13.5 * scale, 40 * scale, 18 * scale)


def _stops(face: Face) -> Iterator[Thing]:
    for index, (stop, spot) in enumerate(zip(face.stops, face.layout.spots, strict=True)):
        name = f"stop {index}"
        taken = len(face.tokens[index]) if face.tokens else 0
        kept = len(face.homes[index]) if face.homes else 0
        if stop.kind is StopKind.CITY or taken or kept:
            count = max(stop.slots, taken, 1)
            places = slots(count, spot.place)
            size = slot_size(count)
            ring = _RING if index in face.called else 0.0
            if count == 2:
                yield _line("stop", name, places, size + 5 + ring)
            else:
                yield _discs("stop", name, places, size + (1.5 if count == 1 else 5) + ring)
        elif stop.kind is StopKind.BOOMTOWN:
            yield _discs("stop", name, [spot.place], BOOMTOWN + 1.5 + (_RING if index in face.called else 0.0))
        elif stop.kind is StopKind.TOWN and index in face.called:
            yield _discs("stop", name, [spot.place], 13 + _RING)
        elif stop.kind is StopKind.TOWN:
            if spot.heading is None:
                yield _discs("stop", name, [spot.place], TOWN)
            else:
                (x, y), (dx, dy) = spot.place, spot.heading
                ends = [(x + side * dy * 1.3 * TRACK, y - side * dx * 1.3 * TRACK) for side in (-1, 1)]
                yield _line("stop", name, ends, 5.25)
    for group in ElementTree.fromstring(f"<g>{art(face, (), LIGHT).stops}</g>"):
        if group.get("class") == "waiting":
            for disc in group.iter("circle"):
                yield _discs("stop", "waiting", [(_number(disc, "cx"), _number(disc, "cy"))], _number(disc, "r"))


class Line(NamedTuple):
    """A piece of track: its two ends, points all over it, and the area that each of them stands for."""

    ends: tuple[int, int]
    points: list[Point]
    area: float


def _track(face: Face) -> Iterator[Line]:
    for ends, curve in face.layout.pieces.items():
        arrow = ends[1] >= STOP and by_arrow(face.stops[ends[1] - STOP])
        count = ceil(curve.length() / _STEP)
        points = []
        for index in range(count):
            share = (index + 0.5) / count
            (x, y), (dx, dy) = curve.at(share), curve.heading(share)
            wide = TRACK * (1 - share if arrow else 1.0)
            points += [(x - dy * wide * side / 4, y + dx * wide * side / 4) for side in (-2, -1, 0, 1, 2)]
        yield Line(ends, points, curve.length() * TRACK / len(points))


def _on_track(thing: Thing, line: Line) -> float:
    left, top, right, bottom = thing[2:6]
    near = [(x, y) for x, y in line.points if left <= x <= right and top <= y <= bottom]
    return line.area * sum(thing.covers(x, y) for x, y in near)


def _inside(x: float, y: float) -> bool:
    return abs(x) <= APOTHEM and abs(y) + abs(x) / sqrt(3) <= SIDE


def _area(one: Thing, other: Thing | None) -> float:
    """How much of a thing lies on another; without another, over the rim."""
    if other is None:
        left, right, top, bottom = one.left, one.right, one.top, one.bottom
        if all(_inside(x, y) for x in (left, right) for y in (top, bottom)):
            return 0.0
    else:
        left, right = max(one.left, other.left), min(one.right, other.right)
        top, bottom = max(one.top, other.top), min(one.bottom, other.bottom)
    if left >= right or top >= bottom:
        return 0.0
    across, down = ceil((right - left) / _STEP), ceil((bottom - top) / _STEP)
    wide, high = (right - left) / across, (bottom - top) / down
    points = ((left + wide * (i + 0.5), top + high * (j + 0.5)) for i in range(across) for j in range(down))
    hits = sum(one.covers(x, y) and (not _inside(x, y) if other is None else other.covers(x, y)) for x, y in points)
    return hits * wide * high


@cache
def overlaps(face: Face, colors: Colors = ()) -> list[Overlap]:
    """All that lies on something else on a face, the largest first."""
    words, stops, track = list(_words(face, colors)), list(_stops(face)), list(_track(face))
    boxes_of_one_row = {"value", "value now"}
    found = []
    for one, other in combinations([*words, *stops], 2):
        if face.called and one.kind == other.kind == "stop":
            continue  # rings lie below all stops
        if not (one.kind in boxes_of_one_row and other.kind in boxes_of_one_row):
            found.append(Overlap(_area(one, other), _name(one), _name(other)))
    for one in words:
        found += [Overlap(_on_track(one, line), _name(one), "track") for line in track]
    for one in stops if not face.called else ():  # rings lie below letters and beside lines that are drawn as wide
        foreign = [line for line in track if one.name not in {f"stop {end - STOP}" for end in line.ends}]
        found += [Overlap(_on_track(one, line), _name(one), "track") for line in foreign]
    found += [Overlap(_area(one, None), _name(one), "rim") for one in (*words, *stops)]
    return sorted((one for one in found if one.area > 0), reverse=True)


def _name(thing: Thing) -> str:
    return f"{thing.kind} {thing.name}" if thing.kind != "stop" else thing.name
