"""What lies on what on a whole map as it is shown while it is small: words of one hex may reach over into the next.

Measured is what is drawn, in units of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

from kaiping.board.tile import StopKind
from kaiping.draw.face import hex_face
from kaiping.draw.geometry import centre
from kaiping.draw.layout import GROWN, city_rim, slots
from kaiping.draw.lettering import grown
from kaiping.draw.map import map_svg
from kaiping.draw.place import width
from kaiping.draw.stops import grows
from kaiping.game import Game

#: how high letters stand above the line and how deep they reach below it, in ems
_ABOVE, _BELOW = 0.72, 0.2
_DEEP = set("gjpqyQ,;()&/")
#: closer together than this, letters seem to touch: names have a rim
APART = 3.0
_SVG = "{http://www.w3.org/2000/svg}"


class Thing(NamedTuple):
    """Something drawn: what it is and says, what it belongs to, the box round it, and the size of its letters."""

    kind: str
    words: str
    whole: int
    left: float
    top: float
    right: float
    bottom: float
    size: float = 0.0

    def __str__(self) -> str:
        return f"{self.kind} {self.words}"


def drawn(game: Game, afar: float) -> ElementTree.Element:
    """The live map of a position."""
    state = game.state
    return ElementTree.fromstring(
        map_svg(
            *(game.definition, state.board),
            phase=state.phase,
            waiting=state.waiting_tokens,
            live=True,
            afar=afar,
        )
    )


def words(root: ElementTree.Element) -> list[Thing]:
    """All letters, values and signs of the layer for a small map."""
    layer = next(part for part in root if part.get("class") == "large")
    return list(_things(layer, 0.0, 0.0, 1.0, "", 0))


def cities(game: Game, afar: float) -> Iterator[Thing]:
    """The slots of all cities, as large as they are then."""
    state = game.state
    for hex_id in game.definition.map.hexes:
        face = hex_face(game.definition, state.board, hex_id, state.phase)
        x, y = centre(hex_id)
        for index, (stop, spot) in enumerate(zip(face.stops, face.layout.spots, strict=True)):
            if stop.kind is not StopKind.CITY and not face.owners(index):
                continue
            count = max(stop.slots, len(face.tokens[index]) if face.tokens else 0, 1)
            places, reach = slots(count, spot.place), city_rim(count) - 4
            if grows(face, index, afar):
                places, reach = grown(places), GROWN * reach
            reach *= 0.8  # of the disc: the box round it has corners
            for px, py in places:
                yield Thing("city", hex_id, -1, x + px - reach, y + py - reach, x + px + reach, y + py + reach)


def _things(part: ElementTree.Element, x: float, y: float, scale: float, kind: str, whole: int) -> Iterator[Thing]:
    for step in (part.get("transform") or "").split(")"):
        name, _, numbers = step.strip().partition("(")
        if name == "translate":
            dx, dy = (float(number) for number in numbers.split())
            x, y = x + scale * dx, y + scale * dy
        elif name == "scale":
            scale *= float(numbers)
    own = part.get("class", "")
    kind = "value" if own == "value now" else own or kind
    tag = part.tag.removeprefix(_SVG)

    def number(key: str) -> float:
        return float(part.get(key, 0))

    if tag == "text":
        text, size = part.text or "", scale * number("font-size")
        wide = scale * number("textLength") or width(text, size)
        base = y + scale * number("y")
        below = _BELOW if _DEEP & set(text) else 0.0
        left = x + scale * number("x") - wide / 2
        yield Thing(
            kind or "coordinate", text, whole, left, base - _ABOVE * size, left + wide, base + below * size, size
        )
    elif tag == "rect":
        left, top = x + scale * number("x"), y + scale * number("y")
        yield Thing(kind, "", whole, left, top, left + scale * number("width"), top + scale * number("height"))
    elif tag == "circle":
        reach = 0.8 * scale * number("r")
        yield Thing(kind, "", whole, x - reach, y - reach, x + reach, y + reach)
    elif kind == "terrain" and tag == "g" and own != "terrain":
        yield Thing(kind, "sign", whole, x - 13 * scale, y - 9 * scale, x + 13 * scale, y + 9 * scale)
    else:
        for number_, child in enumerate(part):
            # names, and values in a row, are several parts of one thing; all else stands for itself
            together = child.get("class") if child.get("class") in ("name", "value", "value now", "native") else None
            mine = whole if own else hash((x, y, "value" if together == "value now" else together or number_))
            yield from _things(child, x, y, scale, kind, mine)


def lying(game: Game, afar: float) -> Iterator[tuple[float, str]]:
    """What lies on something else, and how deep, the letters of tokens on their own tokens excepted."""
    found = words(drawn(game, afar))
    tokens = {"initials"}
    places = list(cities(game, afar))
    pairs = [(one, other) for one, other in combinations(found, 2) if one.whole != other.whole]
    pairs += [(one, other) for one in found if one.kind not in tokens for other in places]
    for one, other in pairs:
        across = min(one.right, other.right) - max(one.left, other.left)
        down = min(one.bottom, other.bottom) - max(one.top, other.top)
        if across > -APART and down > -APART:
            yield min(across, down), f"{one} on {other}"
