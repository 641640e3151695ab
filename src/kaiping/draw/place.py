"""Finding room on a hex: words and values go where no track runs and no stop lies."""

from __future__ import annotations

from collections.abc import Iterable
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

    def outside(self) -> float:
        """How far the box sticks out of the hex."""
        x, y = abs(self.x) + self.wide / 2, abs(self.y) + self.high / 2
        return max(x - APOTHEM + 4, 0.0) + max(y + x / sqrt(3) - SIDE + 4, 0.0)

    def grown(self, margin: float) -> Box:
        return Box(self.x, self.y, self.wide + 2 * margin, self.high + 2 * margin) if margin else self


class Found(NamedTuple):
    """The best place for something: what it costs, and how much of that because it is in the way there."""

    box: Box
    cost: float
    clash: float


class Room:
    """What already lies on a hex: discs along the track and on stops, and boxes of words."""

    def __init__(self, edge: float = 30.0) -> None:
        #: what each unit beyond the edge of the hex costs
        self.edge = edge
        #: middle, radius and what each unit of overlap costs
        self.discs: list[tuple[Point, float, float]] = []
        self.boxes: list[Box] = []

    def cost(self, box: Box, limit: float = inf) -> float:
        """How much a box there would be in the way; beyond the limit it need not be exact."""
        if not box.wide:
            return 0.0
        cost = self.edge * box.outside() + self.crowded(box)
        if cost > limit:
            return cost
        x, y, half_wide, half_high = box.x, box.y, box.wide / 2, box.high / 2
        for (px, py), radius, weight in self.discs:
            across = abs(px - x) - half_wide
            if across >= radius:
                continue
            down = abs(py - y) - half_high
            if down >= radius:
                continue
            gap = hypot(max(across, 0.0), max(down, 0.0))
            if gap < radius:
                cost += weight * (radius - gap)
                if cost > limit:
                    break
        return cost

    def crowded(self, box: Box) -> float:
        """How much a box there would be in the way of other boxes."""
        return 12 * sum(box.overlap(other) for other in self.boxes)

    def best(self, options: Iterable[tuple[Box, float]]) -> Found:
        """The option that is least in the way; each comes with what it costs to take it though another is nicer."""
        found: Found | None = None
        for box, bias in options:
            if found is not None and bias >= found.cost:
                continue
            clash = self.cost(box, found.cost - bias if found is not None else inf)
            if found is None or bias + clash < found.cost:
                found = Found(box, bias + clash, clash)
        if found is None:
            raise ValueError("there is nothing to choose from")
        return found
