"""Finding room on a hex: words and values go where no track runs and no stop lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, inf, sqrt
from typing import NamedTuple

from kaiping.draw.geometry import APOTHEM, SIDE, Point

#: width of a character in ems where it differs from that of most letters
_WIDTHS = {
    **dict.fromkeys("ijlI'.,:|!", 0.27),
    **dict.fromkeys("ftr-/()", 0.35),
    " ": 0.2,
    "&": 0.64,
    **dict.fromkeys("mwMW@%", 0.82),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ", 0.60),
}
#: how far a box may reach to the right and to a corner
_RIGHT, _CORNER, _ROOT = APOTHEM - 4, SIDE - 4, sqrt(3)
#: characters from here on fill a square
_SQUARE = "\u2e80"


def width(text: str, size: float) -> float:
    """About how wide a line of the sans font is; Chinese and Japanese characters fill a square each."""
    return size * sum(_WIDTHS.get(char, 0.52) if char < _SQUARE else 1.0 for char in text)


class Box(NamedTuple):
    """A rectangle by its middle."""

    x: float
    y: float
    wide: float
    high: float

    def overlap(self, other: Box) -> float:
        """How deep two boxes lie in each other; one without a width stands for nothing."""
        if not self.wide or not other.wide:
            return 0.0
        across = (self.wide + other.wide) / 2 - abs(self.x - other.x)
        down = (self.high + other.high) / 2 - abs(self.y - other.y)
        return min(across, down) if across > 0 and down > 0 else 0.0

    def grown(self, margin: float) -> Box:
        return Box(self.x, self.y, self.wide + 2 * margin, self.high + 2 * margin) if margin else self


class Found(NamedTuple):
    """The best place for something: what it costs, and how much of that because it is in the way there."""

    box: Box
    cost: float
    clash: float


#: somewhere on a hex: what it costs to stand there though another place is nicer, and the point
Place = tuple[float, float, float]


class Shape(NamedTuple):
    """A size that something may have, the places where it may stand then, and what it costs to be of that size."""

    wide: float
    high: float
    places: Sequence[Place]
    bias: float = 0.0
    #: whether each place costs as much as the one before it, or more: then a search is soon over
    rising: bool = False
    #: what each unit beyond the edge of the hex costs besides
    inside: float = 0.0


#: middle, radius and what each unit of overlap costs
Disc = tuple[Point, float, float]


class Room:
    """What already lies on a hex: discs on stops and along the track, and boxes of words."""

    def __init__(self, edge: float = 30.0) -> None:
        #: what each unit beyond the edge of the hex costs
        self.edge = edge
        #: what weighs most, and rules out most places
        self.stops: list[Disc] = []
        #: the rest; all of it is there before the first cost is asked for
        self.track: list[Disc] = []
        self.boxes: list[Box] = []
        #: of the track what something so high meets at a level, how far above or below, since many places differ only
        #: in where they lie across
        self._rows: dict[tuple[float, float], list[tuple[float, float, float, float]]] = {}

    def with_boxes(self) -> Room:
        """The same room, into which more boxes may be put."""
        other = Room(self.edge)
        other.stops, other.track, other.boxes, other._rows = self.stops, self.track, self.boxes.copy(), self._rows
        return other

    def cost(self, x: float, y: float, wide: float, high: float, limit: float = inf, inside: float = 0.0) -> float:
        """How much something there would be in the way; beyond the limit it need not be exact."""
        if not wide:
            return 0.0
        half, half_high = wide / 2, high / 2
        right = abs(x) + half
        over = right - _RIGHT
        beyond = abs(y) + half_high + right / _ROOT - _CORNER
        cost = (self.edge + inside) * ((over if over > 0.0 else 0.0) + (beyond if beyond > 0.0 else 0.0))
        if cost > limit:
            return cost
        if self.boxes:
            cost += self.crowded(x, y, wide, high)
            if cost > limit:
                return cost
        for (px, py), radius, weight in self.stops:
            across = abs(px - x) - half
            if across < radius:
                down = abs(py - y) - half_high
                if down < radius:
                    gap = hypot(across if across > 0.0 else 0.0, down if down > 0.0 else 0.0)
                    if gap < radius:
                        cost += weight * (radius - gap)
                        if cost > limit:
                            return cost
        row = self._rows.get((y, high))
        if row is None:
            row = self._rows[y, high] = self._row(y, half_high)
        for px, down, radius, weight in row:
            across = abs(px - x) - half
            if across < radius:
                gap = hypot(across, down) if across > 0.0 else down
                if gap < radius:
                    cost += weight * (radius - gap)
                    if cost > limit:
                        break
        return cost

    def _row(self, y: float, half: float) -> list[tuple[float, float, float, float]]:
        return [
            (px, down if down > 0.0 else 0.0, radius, weight)
            for (px, py), radius, weight in self.track
            if (down := abs(py - y) - half) < radius
        ]

    def crowded(self, x: float, y: float, wide: float, high: float) -> float:
        """How much something there would be in the way of boxes."""
        if not wide:
            return 0.0
        total = 0.0
        for other_x, other_y, other_wide, other_high in self.boxes:
            across = (wide + other_wide) / 2 - abs(x - other_x)
            if across > 0.0 and other_wide:
                down = (high + other_high) / 2 - abs(y - other_y)
                if down > 0.0:
                    total += across if across < down else down
        return 12 * total

    def best(self, shapes: Iterable[Shape]) -> Found:
        """The shape and the place that are least in the way."""
        found: Found | None = None
        least = inf
        for wide, high, places, bias, rising, inside in shapes:
            for more, x, y in places:
                wanted = bias + more
                if wanted >= least:
                    if rising:
                        break
                    continue
                clash = self.cost(x, y, wide, high, least - wanted, inside)
                if wanted + clash < least:
                    least = wanted + clash
                    found = Found(Box(x, y, wide, high), least, clash)
        if found is None:
            raise ValueError("there is nothing to choose from")
        return found

    def ranked(self, shapes: Iterable[Shape], limit: float) -> list[Found]:
        """The places by what they cost; none that costs more than the limit."""
        found = []
        for wide, high, places, bias, rising, inside in shapes:
            for more, x, y in places:
                wanted = bias + more
                if wanted <= limit:
                    clash = self.cost(x, y, wide, high, limit - wanted, inside)
                    if wanted + clash <= limit:
                        found.append(Found(Box(x, y, wide, high), wanted + clash, clash))
                elif rising:
                    break
        return sorted(found, key=lambda place: place.cost)
