"""The words of a hex for a map that is small on the screen: fewer of them, and larger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from kaiping.board.hex import opposite
from kaiping.board.map import Map
from kaiping.board.tile import Stop
from kaiping.draw.arrange import Item, arranged
from kaiping.draw.face import Face
from kaiping.draw.geometry import APOTHEM, SIDE, centre, toward
from kaiping.draw.layout import GROWN, MIDDLE, WAITS, slot_size, slots
from kaiping.draw.lettering import (
    ALONE,
    LABEL,
    NAME,
    NAME_PLACES,
    SMALL,
    SPREAD,
    TOP,
    VALUE,
    boxes,
    grown,
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
from kaiping.draw.stops import (
    INITIALS,
    WAITING,
    Colors,
    flag,
    grows,
    home_ink,
    initials,
    letters,
    token_ink,
    waiting_places,
)
from kaiping.draw.svg import Markup, at, group, join, number
from kaiping.draw.theme import Theme, blend, readable

#: what each unit costs by which something leaves its hex: names may run over the edge, all else had better not
_EDGE, _INSIDE = 1.6, 2.0
#: what it costs to leave out a coordinate
_NO_COORDINATE = 9.0
#: how much of the scale values and costs take, and what else there is: they have to find room beside stops
_FIGURES, _SIGNS = 0.8, 0.7
#: what is round a value, close about its figures; what goes to the treasury
_DISC, _SUBSIDY = 13.5, Box(0.0, 0.0, 38.0, 22.0)
#: a box with a value of a phase, and how much larger it may be: what a smaller one costs
_BOX = (25.0, 18.0)
_BOX_SIZES = ((1.4, 0.0), (1.2, 4.0), (1.0, 8.0))
#: how much smaller the signs of the terrain may be beside the cost of building
_SHARES = ((1.0, 0.0), (0.7, 3.0), (0.5, 6.0))
#: how far the rim of a name keeps all else away
_RIM = 2.5
#: the letters on the flag of a destination
_FLAG = 17.0
#: how far beyond its edge a hex looks for the names of others
_NEAR = 40.0
#: where a name may stand: also above its hex, where all else is taken, as it may below it
_NAME_PLACES = sorted(
    (*NAME_PLACES, *((14.0, x, y) for y in (-73.0, -80.0) for x in (0.0, -22.0, 22.0))), key=lambda place: place[0]
)
#: how much smaller the letter of a hex may be, and what that costs; what it costs to leave it to a closer look
_LABEL_SIZES = ((1.0, 0.0), (0.75, 10.0), (0.6, 20.0))
_NO_LABEL = 60.0
#: of how many of its places a name is tried in each, and a value, where they are in each other's way
_NAME_TRIES, _VALUE_TRIES = 60, 20
#: stops that weigh no more are only marks on the track
_LIGHT = 4.0
#: how much room there is to be between names of two hexes
_APART = 44.0


class Afar(NamedTuple):
    """Words on a hex, where they and its cities are in the way of others, and whether any are."""

    drawn: Markup
    #: letters of tokens, below all names
    initials: Markup
    #: for each edge what comes near the hex beyond it, about the middle of that one
    reaching: tuple[tuple[Box, ...], ...]
    crowded: bool


def words_afar(
    printed: Map, faces: Mapping[str, Face], colors: tuple[tuple[str, str], ...], theme: Theme, scale: float
) -> Markup:
    """The words of all hexes of a map, in their places; those of two that lie side by side keep clear of each other."""
    found: dict[str, Afar] = {}
    faces = _shortly_named(faces)

    def place(hex_id: str) -> None:
        around = printed.neighbours[hex_id]
        edges = ((found[other], opposite(edge)) for edge, other in enumerate(around) if other in found)
        taken = tuple(box for there, edge in edges for box in there.reaching[edge])
        found[hex_id] = _from_afar(faces[hex_id], colors, theme, scale, taken)

    for hex_id in faces:
        place(hex_id)
    # those beside one that found no room had not known of it
    tight = [hex_id for hex_id, one in found.items() if one.crowded]
    for hex_id in dict.fromkeys(other for one in tight for other in (*printed.neighbours[one], one) if other):
        place(hex_id)
    places = {hex_id: at(*centre(hex_id)) for hex_id in found}
    tokens = (group(one.initials, transform=places[hex_id]) for hex_id, one in found.items() if one.initials)
    return join(
        group(*tokens, class_="initials", font_weight=700),
        *(group(one.drawn, transform=places[hex_id]) for hex_id, one in found.items()),
    )


def alone(
    printed: Map, face: Face, colors: tuple[tuple[str, str], ...], theme: Theme, scale: float
) -> tuple[Markup, Markup]:
    """Letters of tokens and the words of one hex that is shown upon such a map: those of others lie beneath it."""
    named = _shortly(face, _firsts(here.name or "" for here in printed.hexes.values()))
    found = _from_afar(named, colors, theme, scale, ())
    return found.initials, found.drawn


def _shortly_named(faces: Mapping[str, Face]) -> dict[str, Face]:
    """Where several quarters of a city have hexes of their own, each is called as the quarter is."""
    firsts = _firsts(face.name for face in faces.values())
    return {hex_id: _shortly(face, firsts) for hex_id, face in faces.items()}


def _firsts(names: Iterable[str]) -> Counter[str]:
    """With what words names of more than one begin, and how many."""
    return Counter(name.partition(" ")[0] for name in names if " " in name)


def _shortly(face: Face, firsts: Counter[str]) -> Face:
    first, _, rest = face.name.partition(" ")
    return face._replace(name=rest) if rest and " & " not in face.name and firsts[first] > 1 else face


def _initials(face: Face, colors: Colors, theme: Theme, scale: float) -> Markup:
    """The letters of tokens, and of homes that are kept, as large as can be read."""
    size, parts = scale * INITIALS, []
    for index, (stop, spot) in enumerate(zip(face.stops, face.layout.spots, strict=True)):
        owners, tokens = face.owners(index), len(face.tokens[index]) if face.tokens else 0
        count = max(stop.slots, tokens, 1)
        places, reach = slots(count, spot.place), slot_size(count) - 1
        if grows(face, index, scale):
            places, reach = grown(places), GROWN * reach
        for order, (owner, place) in enumerate(zip(owners, places, strict=False)):
            color = token_ink(owner, colors) if order < tokens else home_ink(owner, colors, theme)
            parts.append(initials(owner, place, size, reach - (order >= tokens), color))
    if face.waiting:
        places = grown(waiting_places(len(face.waiting)), WAITS)
        for owner, place in zip(face.waiting, places, strict=True):
            parts.append(initials(owner, place, size, WAITS * WAITING, token_ink(owner, colors)))
    return join(*parts)


def _reaching(boxes: Sequence[Box], edge: int) -> Iterator[Box]:
    """Of what stands on a hex all that comes near the one beyond an edge, about the middle of that one."""
    x, y = toward(edge, 2 * APOTHEM)
    for box in boxes:
        moved = Box(round(box.x - x, 1), round(box.y - y, 1), box.wide, box.high)
        if box.wide and abs(moved.x) - moved.wide / 2 < APOTHEM + _NEAR and abs(moved.y) - moved.high / 2 < SIDE:
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
    figures, signs = max(1.0, _FIGURES * scale), max(1.0, _SIGNS * scale)
    items = []
    if not face.silent:
        if face.name:
            items.append(_name(face.name, scale * NAME, ground, theme))
        items += _values(face, figures, theme)
    if face.cost or face.terrain:
        items.append(_terrain(face, figures, theme))
    if face.label:
        items.append(_label(face.label, signs * LABEL, ground, theme))
    plate = Box(0.0, 0.0, 42.0, 19.0)
    items += [_scaled(flag(company, colors, MIDDLE, size=_FLAG), plate, SPREAD, figures) for company in face.goals]
    if face.coordinate:
        items.append(_coordinate(face.coordinate, signs * SMALL, ground, theme))
    room = room_on(face, _EDGE, scale)
    room.boxes += 2 * taken  # a name upon a name is worse than one upon track
    found = arranged(room, items)
    crowded = any(box.overlap(other) for box in found.boxes for other in taken)
    discs = tuple(Box(x, y, 1.5 * reach, 1.5 * reach) for (x, y), reach, weight in room.stops if weight > _LIGHT)
    stand = list(found.boxes)
    if face.name and not face.silent:
        stand[0] = stand[0]._replace(wide=stand[0].wide + _APART)
    reaching = tuple(tuple(_reaching((*stand, *discs), edge)) for edge in range(6))
    return Afar(found.drawn, _initials(face, colors, theme, scale), reaching, crowded)


def _name(name: str, size: float, ground: str, theme: Theme) -> Item:
    """A name of one size, on one line or more; what stands in brackets is left out."""
    short = name.partition(" (")[0]
    forms: dict[tuple[float, float], list[str]] = {}
    shapes = []
    for order, form in enumerate((lines(short), [short], _apart(short))):
        wide, high = max(width(line, size) for line in form), size * len(form)
        if (wide, high) not in forms:
            forms[wide, high] = form
            shapes.append(Shape(wide, high, _NAME_PLACES, 3.0 * order, rising=True))

    def draw(box: Box) -> Markup:
        return words_at(forms[box.wide, box.high], box, ground, theme, size)

    return Item(shapes, draw, margin=_RIM, tries=_NAME_TRIES)


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
        yield _scaled(subsidy(face.subsidy, theme, _SUBSIDY), _SUBSIDY, near(places[0]), scale)
    changing = dict.fromkeys(stop.values for stop in face.stops if _changes(stop))
    for values in changing:
        place = next(place for place, stop in zip(places, face.stops, strict=True) if stop.values == values)
        yield _by_phase(values, face.value_index, scale, near(place), theme)
    sums = [0 if _changes(stop) else stop.values[0] for stop in face.stops]
    for index, amount in enumerate(sums):
        if amount and amount not in sums[:index]:
            others = tuple(place for place, other in zip(places, sums, strict=True) if other != amount)
            plate = Box(0.0, 0.0, 2 * _DISC, 2 * _DISC)
            yield _scaled(value(amount, theme, plate, _DISC), plate, near(places[index], others), scale)


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
        shapes += [
            Shape(*square, places, cost, inside=_INSIDE),
            Shape(*row, places, cost + 1.0, inside=_INSIDE),
        ]

    def draw(box: Box) -> Markup:
        return boxes(values, now, forms[box.wide, box.high], theme, box, letter=scale * VALUE)

    return Item(shapes, draw, tries=20)


def _scaled(drawn: Markup, plate: Box, places: Sequence[Place], scale: float) -> Item:
    """Something that is drawn about the middle, put elsewhere and made larger."""

    def draw(box: Box) -> Markup:
        return group(drawn, transform=f"{at(box.x, box.y)} scale({number(scale)})")

    shape = Shape(scale * plate.wide, scale * plate.high, places, inside=_INSIDE)
    return Item((shape,), draw, tries=_VALUE_TRIES)


def _terrain(face: Face, scale: float, theme: Theme) -> Item:
    kinds, price = signs_of(face), str(face.cost) if face.cost else ""
    places = SPREAD if face.stops or face.track else ALONE
    shares: dict[float, float] = {}
    shapes = []
    for share, cost in _SHARES if price else _SHARES[:1]:
        wide = round(scale * terrain_wide(kinds, price, share), 1)
        shares[wide] = share
        shapes.append(Shape(wide, scale * max(share * HIGH, 0.8 * VALUE), places, cost, inside=_INSIDE))

    def draw(box: Box) -> Markup:
        return terrain_signs(kinds, price, scale, theme, box, shares[box.wide])

    return Item(shapes, draw, tries=8)


def _label(text: str, size: float, ground: str, theme: Theme) -> Item:
    def draw(box: Box) -> Markup:
        if not box.wide:
            return Markup("")
        return letters(text, box.x, box.y, box.high / 0.8, theme.print, font_weight=700, class_="label", **rim(ground))

    shapes = [
        Shape(width(text, share * size), 0.8 * share * size, SPREAD, cost, inside=_INSIDE)
        for share, cost in _LABEL_SIZES
    ]
    return Item((*shapes, nowhere(_NO_LABEL)), draw)


def _coordinate(text: str, size: float, ground: str, theme: Theme) -> Item:
    color = readable(blend(ground, theme.print, 0.6), ground)
    lower = size - SMALL
    places = tuple((bias, x, y + lower) for bias, x, y in TOP)

    def draw(box: Box) -> Markup:
        return letters(text, box.x, box.y, size, color) if box.wide else Markup("")

    return Item((Shape(width(text, size), size - 2, places), nowhere(_NO_COORDINATE)), draw)
