"""The words of a hex for a map that is small on the screen: fewer of them, and larger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from kaiping.board.map import Map
from kaiping.board.tile import Stop
from kaiping.draw.arrange import Item, arranged
from kaiping.draw.face import Face
from kaiping.draw.geometry import APOTHEM, SIDE, centre
from kaiping.draw.layout import MIDDLE
from kaiping.draw.lettering import (
    ALONE,
    DISC,
    LABEL,
    NAME,
    NAME_PLACES,
    SMALL,
    SPREAD,
    TOP,
    boxes,
    lines,
    near,
    nowhere,
    parted,
    rim,
    room_on,
    signs_of,
    subsidy,
    terrain_signs,
    terrain_wide,
    value,
    words_at,
)
from kaiping.draw.place import Box, Place, Shape, width
from kaiping.draw.signs import HIGH
from kaiping.draw.stops import Colors, flag, letters
from kaiping.draw.svg import Markup, at, group, join, number
from kaiping.draw.theme import Theme, blend, readable

#: what each unit costs by which something leaves its hex: names may run over the edge
_EDGE = 1.6
#: what it costs to leave out a coordinate
_NO_COORDINATE = 9.0
#: how much of the scale values and signs take: they have to find room beside stops
_FIGURES = 0.7
#: a box with a value of a phase, and how much smaller it may be at what cost
_BOX = (30.0, 24.0)
_BOX_SIZES = ((1.35, 0.0), (1.15, 4.0), (1.0, 8.0), (0.85, 14.0))
#: how far beyond its edge a hex looks for the names of others
_NEAR = 40.0
#: how much room there is to be between names of two hexes
_APART = 24.0


class Afar(NamedTuple):
    """Words on a hex, where its name stands if it has one, and whether that is in the way of another."""

    drawn: Markup
    name: Box | None
    crowded: bool


def words_afar(
    printed: Map, faces: Mapping[str, Face], colors: tuple[tuple[str, str], ...], theme: Theme, scale: float
) -> Markup:
    """The words of all hexes of a map, in their places; those of two that lie side by side keep clear of each other."""
    found: dict[str, Afar] = {}

    def place(hex_id: str) -> None:
        around = [other for other in printed.neighbours[hex_id] if other in found]
        taken = tuple(box for other in around for box in _reaching(hex_id, other, found[other].name))
        found[hex_id] = _from_afar(faces[hex_id], colors, theme, scale, taken)

    for hex_id in faces:
        place(hex_id)
    # those beside one that found no room had not known of it
    tight = [hex_id for hex_id, one in found.items() if one.crowded]
    for hex_id in dict.fromkeys(other for one in tight for other in (*printed.neighbours[one], one) if other):
        place(hex_id)
    return join(*(group(one.drawn, transform=at(*centre(hex_id))) for hex_id, one in found.items()))


def _reaching(here: str, there: str, name: Box | None) -> Iterator[Box]:
    """The name of another hex if it comes near the edge of this one, about the middle of this one."""
    if name is not None:
        (x, y), (other_x, other_y) = centre(here), centre(there)
        moved = Box(round(name.x + other_x - x, 1), round(name.y + other_y - y, 1), name.wide + _APART, name.high)
        if abs(moved.x) - moved.wide / 2 < APOTHEM + _NEAR and abs(moved.y) - moved.high / 2 < SIDE:
            yield moved


@lru_cache(maxsize=4096)
def _from_afar(
    face: Face, colors: tuple[tuple[str, str], ...], theme: Theme, scale: float, taken: tuple[Box, ...]
) -> Afar:
    return from_afar(face, theme.ground.get(face.color, theme.ground["white"]), dict(colors), theme, scale, taken)


def from_afar(face: Face, ground: str, colors: Colors, theme: Theme, scale: float, taken: tuple[Box, ...] = ()) -> Afar:
    """The name of a place, what it pays and what building there costs, so many times as large as usual.

    The number of a tile and the name in the language of the country are left to a closer look.
    What is ``taken`` are places of words that reach over from other hexes.
    """
    figures = max(1.0, _FIGURES * scale)
    items = []
    if not face.silent:
        if face.name:
            items.append(_name(face.name, scale * NAME, ground, theme))
        items += _values(face, figures, theme)
    if face.cost or face.terrain:
        items.append(_terrain(face, figures, theme))
    if face.label:
        items.append(_label(face.label, figures * LABEL, ground, theme))
    plate = Box(0.0, 0.0, 42.0, 19.0)
    items += [_scaled(flag(company, colors, MIDDLE), plate, SPREAD, figures) for company in face.goals]
    if face.coordinate:
        items.append(_coordinate(face.coordinate, figures * SMALL, ground, theme))
    room = room_on(face, _EDGE)
    room.boxes += 2 * taken  # a name upon a name is worse than one upon track
    found = arranged(room, items)
    name = found.boxes[0] if face.name and not face.silent else None
    return Afar(found.drawn, name, crowded=name is not None and any(map(name.overlap, taken)))


def _name(name: str, size: float, ground: str, theme: Theme) -> Item:
    """A name of one size, on one line or more; what stands in brackets is left out."""
    short = name.partition(" (")[0]
    forms: dict[tuple[float, float], list[str]] = {}
    shapes = []
    for order, form in enumerate((lines(short), [short], _apart(short))):
        wide, high = max(width(line, size) for line in form), size * len(form)
        if (wide, high) not in forms:
            forms[wide, high] = form
            shapes.append(Shape(wide, high, NAME_PLACES, 3.0 * order, rising=True))

    def draw(box: Box) -> Markup:
        return words_at(forms[box.wide, box.high], box, ground, theme, size)

    return Item(shapes, draw, tries=12)


def _apart(name: str) -> list[str]:
    """Each word on a line of its own, as each of two places is.

    >>> _apart("Anyang & Hebi"), _apart("Moriguchi/Kadoma")
    (['Anyang &', 'Hebi'], ['Moriguchi/', 'Kadoma'])
    """
    return lines(name) if " & " in name else parted(name.replace("/", "/ "))


def _values(face: Face, scale: float, theme: Theme) -> Iterator[Item]:
    """What the stops pay, each sum once; where that changes with the phase, what they pay in each."""
    places = [spot.place for spot in face.layout.spots]
    if face.subsidy:
        plate = Box(0.0, 0.0, 2.6 * DISC, 1.7 * DISC)
        yield _scaled(subsidy(face.subsidy, theme, plate), plate, near(places[0]), scale)
    changing = dict.fromkeys(stop.values for stop in face.stops if _changes(stop))
    for values in changing:
        place = next(place for place, stop in zip(places, face.stops, strict=True) if stop.values == values)
        yield _by_phase(values, face.value_index, scale, near(place), theme)
    sums = [0 if _changes(stop) else stop.values[0] for stop in face.stops]
    for index, amount in enumerate(sums):
        if amount and amount not in sums[:index]:
            others = tuple(place for place, other in zip(places, sums, strict=True) if other != amount)
            plate = Box(0.0, 0.0, 2 * DISC, 2 * DISC)
            yield _scaled(value(amount, theme, plate), plate, near(places[index], others), scale)


def _changes(stop: Stop) -> bool:
    return len(set(stop.values)) > 1


def _by_phase(values: tuple[int, ...], now: int | None, scale: float, places: Sequence[Place], theme: Theme) -> Item:
    """What a stop pays in each phase, the present one marked: in boxes one beside the other, or two by two."""
    forms: dict[tuple[float, float], tuple[float, float]] = {}
    shapes = []
    for share, cost in _BOX_SIZES:
        wide, high = round(share * scale * _BOX[0], 1), round(share * scale * _BOX[1], 1)
        square, row = (2 * wide, 2 * high), (len(values) * wide, high)
        forms[square] = forms[row] = wide, high
        shapes += [Shape(*square, places, cost), Shape(*row, places, cost + 1.0)]

    def draw(box: Box) -> Markup:
        return boxes(values, now, forms[box.wide, box.high], theme, box)

    return Item(shapes, draw, tries=20)


def _scaled(drawn: Markup, plate: Box, places: Sequence[Place], scale: float) -> Item:
    """Something that is drawn about the middle, put elsewhere and made larger."""

    def draw(box: Box) -> Markup:
        return group(drawn, transform=f"{at(box.x, box.y)} scale({number(scale)})")

    return Item((Shape(scale * plate.wide, scale * plate.high, places),), draw)


def _terrain(face: Face, scale: float, theme: Theme) -> Item:
    kinds, price = signs_of(face), str(face.cost) if face.cost else ""
    plate = Box(0.0, 0.0, terrain_wide(kinds, price), HIGH)
    places = SPREAD if face.stops or face.track else ALONE
    return _scaled(terrain_signs(kinds, price, 1.0, theme, plate), plate, places, scale)


def _label(text: str, size: float, ground: str, theme: Theme) -> Item:
    def draw(box: Box) -> Markup:
        return letters(text, box.x, box.y, size, theme.print, font_weight=700, class_="label", **rim(ground))

    return Item((Shape(width(text, size), 0.8 * size, SPREAD),), draw)


def _coordinate(text: str, size: float, ground: str, theme: Theme) -> Item:
    color = readable(blend(ground, theme.print, 0.6), ground)
    lower = size - SMALL
    places = tuple((bias, x, y + lower) for bias, x, y in TOP)

    def draw(box: Box) -> Markup:
        return letters(text, box.x, box.y, size, color) if box.wide else Markup("")

    return Item((Shape(width(text, size), size - 2, places), nowhere(_NO_COORDINATE)), draw)
