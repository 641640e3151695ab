"""The geometry of a pointy hex: edges, corners, and the smooth curves along which track runs."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, dist, hypot, pi, sin, sqrt, tan
from typing import NamedTuple

from kaiping.board.hex import parse
from kaiping.draw.svg import number

Point = tuple[float, float]

#: length of a hex's side, and with it the unit of all pictures of tiles
SIDE = 100.0
#: from the middle of a hex to the middle of a side
APOTHEM = SIDE * sqrt(3) / 2
#: where track meets an edge: a hair beyond it, so that no seam shows between two hexes
_EDGE = APOTHEM + 0.5


def toward(edge: float, length: float = 1.0) -> Point:
    """The point that lies so far from the middle of the hex toward an edge; halves are corners.

    >>> [round(part) for part in toward(4, 10)]
    [10, 0]
    """
    angle = (2 + edge) * pi / 3
    return length * cos(angle), length * sin(angle)


def corner(index: int, size: float = SIDE) -> Point:
    """The corner between edges ``index`` and ``index + 1``."""
    return toward(index + 0.5, size)


def side(edge: int, size: float = SIDE) -> tuple[Point, Point]:
    """The two ends of an edge."""
    return corner(edge - 1, size), corner(edge, size)


@cache
def outline(size: float = SIDE) -> str:
    """The hexagon as the points of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in (corner(index, size) for index in range(6)))


def centre(hex_id: str) -> Point:
    """Where the middle of a hex lies on the map."""
    row, column = parse(hex_id)
    return column * APOTHEM, row * 1.5 * SIDE


def mix(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def rotated(point: Point, sixths: int) -> Point:
    """A point turned clockwise by sixths of a circle about the middle of the hex."""
    angle = sixths * pi / 3
    x, y = point
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


class Curve(NamedTuple):
    """A cubic Bézier curve: two ends with a handle each."""

    start: Point
    handle: Point
    handle2: Point
    end: Point

    @classmethod
    def straight(cls, start: Point, end: Point) -> Curve:
        return cls(start, mix(start, end, 1 / 3), mix(start, end, 2 / 3), end)

    def at(self, share: float) -> Point:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self
        rest = 1 - share
        a, b, c, d = rest * rest * rest, 3 * rest * rest * share, 3 * rest * share * share, share * share * share
        return a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy

    def heading(self, share: float) -> Point:
        """The direction of travel at a point, of length one."""
        before, after = self.at(max(share - 0.01, 0)), self.at(min(share + 0.01, 1))
        length = dist(before, after) or 1.0
        return (after[0] - before[0]) / length, (after[1] - before[1]) / length

    def split(self, share: float) -> tuple[Curve, Curve]:
        a, b, c, d = self
        ab, bc, cd = mix(a, b, share), mix(b, c, share), mix(c, d, share)
        abc, bcd = mix(ab, bc, share), mix(bc, cd, share)
        middle = mix(abc, bcd, share)
        return Curve(a, ab, abc, middle), Curve(middle, bcd, cd, d)

    def part(self, begin: float, end: float) -> Curve:
        """The stretch between two shares of the curve."""
        return self.split(end)[0].split(begin / end)[1]

    def backward(self) -> Curve:
        return Curve(self.end, self.handle2, self.handle, self.start)

    def turned(self, sixths: int) -> Curve:
        return Curve(*(rotated(point, sixths) for point in self)) if sixths else self

    def moved(self, by: Point) -> Curve:
        return Curve(*((x + by[0], y + by[1]) for x, y in self))

    def points(self, count: int = 10) -> list[Point]:
        return [self.at(index / count) for index in range(count + 1)]

    def length(self) -> float:
        points = self.points()
        return sum(dist(one, two) for one, two in pairwise(points))

    def path(self) -> str:
        """The curve as the data of an SVG path."""
        (ax, ay), *rest = self
        return f"M{number(ax)} {number(ay)}C" + " ".join(f"{number(x)} {number(y)}" for x, y in rest)


@cache
def across(one: int, other: int) -> Curve:
    """The track from edge to edge: a straight or an arc, square to both edges."""
    start, end = toward(one, _EDGE), toward(other, _EDGE)
    apart = min((one - other) % 6, (other - one) % 6)
    if apart == 3:
        return Curve.straight(start, end)
    radius, angle = (0.5 * SIDE, 2 * pi / 3) if apart == 1 else (1.5 * SIDE, pi / 3)
    inward = 4 / 3 * tan(angle / 4) * radius / APOTHEM
    return Curve(start, mix(start, (0, 0), inward), mix(end, (0, 0), inward), end)


def inward(edge: int, goal: Point) -> Curve:
    """The track from an edge to a point inside the hex: it leaves the edge squarely and then bends."""
    start = toward(edge, _EDGE)
    reach = hypot(goal[0] - start[0], goal[1] - start[1])
    handle = mix(start, (0, 0), 0.45 * reach / APOTHEM)
    return Curve(start, handle, mix(goal, handle, 0.4), goal)
