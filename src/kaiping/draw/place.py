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
        """How deep two boxes lie in each other."""
        across = (self.wide + other.wide) / 2 - abs(self.x - other.x)
        down = (self.high + other.high) / 2 - abs(self.y - other.y)
        return min(across, down) if across > 0 and down > 0 else 0.0

    def outside(self) -> float:
        """How far the box sticks out of the hex."""
        x, y = abs(self.x) + self.wide / 2, abs(self.y) + self.high / 2
        return max(x - APOTHEM + 4, 0.0) + max(y + x / sqrt(3) - SIDE + 4, 0.0)


class Room:
    """What already lies on a hex: discs along the track and on stops, boxes of words."""

    def __init__(self) -> None:
        #: middle, radius and what each unit of overlap costs
        self.discs: list[tuple[Point, float, float]] = []
        self.boxes: list[Box] = []

    def cost(self, box: Box, limit: float = inf) -> float:
        """How much a box there would be in the way; beyond the limit it need not be exact."""
        cost = 30 * box.outside()
        for other in self.boxes:
            cost += 12 * box.overlap(other)
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

    def best(self, options: Iterable[tuple[Box, float]]) -> Box:
        """Take the option that is least in the way; each comes with what it costs to prefer another."""
        best: Box | None = None
        least = 0.0
        for box, bias in options:
            if best is not None and bias >= least:
                continue
            cost = bias + self.cost(box, least - bias if best is not None else inf)
            if best is None or cost < least:
                best, least = box, cost
        if best is None:
            raise ValueError("there is nothing to choose from")
        self.boxes.append(best)
        return best
