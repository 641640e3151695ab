"""Words and figures on a hex, each put where it hides neither track nor stop."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import combinations
from math import dist, inf

from kaiping.board.tile import COLORS, StopKind
from kaiping.definition.names import NativeName
from kaiping.draw.arrange import CLEAR, Item, arranged
from kaiping.draw.face import Face
from kaiping.draw.geometry import APOTHEM, Point, mix, toward
from kaiping.draw.geometry import side as ends_of
from kaiping.draw.layout import BOOMTOWN, GROWN, MIDDLE, RING, TOWN_RIM, WAITS, by_arrow, city_rim, slot_size, slots
from kaiping.draw.place import Box, Place, Room, Shape, width
from kaiping.draw.signs import HIGH, WIDE, sign
from kaiping.draw.stops import WAITING, Colors, flag, grows, letters, waiting_places
from kaiping.draw.svg import Markup, at, element, group, join, number
from kaiping.draw.theme import CASING, SLOT, TRACK, Theme, blend, readable

SMALL = 13.5
NAME = 16.5
#: hardly a name is smaller than this
LEAST_NAME = 0.78 * NAME
VALUE = 18.0
LABEL = 23.0
#: size of a name in the language of the country beneath the English one, and what it costs to leave it out
NATIVE, _LEFT_OUT = 0.8, 6.0
#: it is not written beneath smaller letters than these, where it could not be read
_NATIVE_FROM = 0.78 * NAME
#: what it costs to leave out a name altogether: only where it would lie on stops or values
_NO_NAME = 190.0
#: ... and the number of a tile
_NO_NUMBER = 47.5
#: where all stands in its place for less than this, names need not be taken apart
_NEAT = 12.0
#: a word of so many letters may be broken
_BREAKABLE = 9
#: where a word may be broken: before a consonant and a vowel
_SYLLABLE = re.compile(r"(?<=[aeioung])(?=(?:zh|ch|sh|[bdfhjklmpqrstvwxz])[aeiou])")
#: letters that reach below the line, and by how much words with them are put higher so that they stand in the middle
_DEEP = frozenset("gjpqy,;()/")
_HANGING = 0.1
#: more spaces than this leave little room for anything else
_MANY = 5
DISC = 16.0
#: side of the square that stands for the disc when room is sought
PLATE = 28.0

Values = tuple[int, ...]
#: points of a side that is barred, as shares of it
_ALONG = (0.12, 0.31, 0.5, 0.69, 0.88)
#: the places at the corners of a hex, between all tracks, the lower ones first
_CORNERS = tuple(toward(edge + 0.5, length) for length in (72.0, 64.0, 56.0) for edge in (0, 4, 2, 1, 5, 3))

#: where a coordinate and the number of a tile may stand, and what it costs not to stand in the corner
TOP = tuple((0.6 * abs(x), x, -79.0 + abs(x) * 0.45) for x in (0.0, -12.0, 12.0, -20.0, 20.0, -28.0, 28.0, -38.0, 38.0))
_BOTTOM = tuple((bias, x, 84.0 - abs(x) * 0.5) for bias, x, _ in TOP)
#: ... and where only the other corners are free
_ASIDE = tuple((30.0, *toward(edge + 0.5, length)) for length in (80.0, 72.0) for edge in (2, 4, 1, 5))
#: places all over the hex: corners first, then nearer to the middle, the middle last
SPREAD = (
    *((0.0, x, y) for x, y in _CORNERS),
    *((1.0, x, y) for x, y in ((-68.0, -29.0), (68.0, -29.0), (-68.0, 29.0), (68.0, 29.0))),
    *(
        (4.0, *place)
        for edge in (1, 4, 0, 5, 2, 3)
        for place in (*(toward(edge, length) for length in (62.0, 50.0, 36.0)), toward(edge + 0.5, 80.0))
    ),
    (5.0, 0.0, 0.0),
)
#: ... the middle before them
_MIDDLE_FIRST = ((-1.0, 0.0, 0.0), *SPREAD)
#: ... as near to the middle as can be
_INWARD = tuple((dist((x, y), MIDDLE), x, y) for _, x, y in SPREAD)
#: where the flag of a destination may stand
_FLAGS = (
    *((0.0, *toward(edge + 0.5, 68.0)) for edge in (0, 4, 1, 3)),
    *((1.0, *toward(edge + 0.5, 58.0)) for edge in (0, 4, 1, 3)),
    (3.0, 0.0, 76.0),
    *((4.0, *place) for place in (*_CORNERS, (0.0, 56.0), (0.0, -56.0))),
)
#: where a row of values that change may stand, a large one, and a square of them
_ROWS, _LARGE_ROWS = (
    tuple(
        (0.3 * order + 0.05 * abs(x), x, y)
        for order, y in enumerate(heights)
        for x in (0.0, 14.0, -14.0, 24.0, -24.0, 34.0, -34.0)
    )
    for heights in ((44.0, -44.0, 48.0, -48.0, 53.0, -53.0, 58.0, -58.0), (0.0, 18.0, -18.0, 46.0, -46.0, 52.0, -52.0))
)
_SQUARES = (
    *((6.0, x * 0.8, y * 0.8) for x, y in (MIDDLE, *_CORNERS, *(toward(edge, 44.0) for edge in range(6)))),
    *((7.0, x, y) for x in (8.0, -8.0, 16.0, -16.0, 24.0, -24.0) for y in (-51.0, 51.0)),
)
#: where signs of terrain may stand, and where they stand alone on a hex
_TERRAIN = tuple(
    (0.4 * order, x, y)
    for order, (x, y) in enumerate(
        (
            *((x, y) for x in (0.0, -12.0, 12.0, -26.0, 26.0) for y in (52.0, 46.0, 58.0, 40.0, -52.0, -46.0)),
            *((x, y) for y in (0.0, -18.0, 18.0) for x in (-54.0, 54.0)),
        )
    )
)
ALONE = ((0.0, 0.0, 2.0),)
#: how much smaller a flag may be, and narrower than this it is
_SMALL_FLAG, _NARROWEST = 0.78, 36.0
#: in its own places, or a smaller one all over the hex
_FLAG_SHAPES = (Shape(42.0, 19.0, _FLAGS), Shape(42.0 * _SMALL_FLAG, 19.0 * _SMALL_FLAG, SPREAD, 9.0))
#: heights at which a name may stand, the best first
_HEIGHTS = (
    *(-50.0, 48.0, -55.0, 54.0, -60.0, 60.0, -44.0, 42.0, -66.0, 66.0, -40.0, 38.0, -35.0, 33.0, -28.0, 28.0),
    *(0.0, -14.0, 14.0),
)
#: what it costs to let a name stand at a place, and the place; the best first, so that the search is soon over
NAME_PLACES = sorted(
    (
        *(
            (0.2 * order + 0.12 * abs(x), x, y)
            for order, y in enumerate(_HEIGHTS)
            for x in (0.0, -11.0, 11.0, -22.0, 22.0, -34.0, 34.0, -45.0, 45.0)
        ),
        *((14.0, 0.0, y) for y in (78.0, 81.0)),
        # beside a large city only the left and the right corners are free
        *(
            (14.0, x, y)
            for x in (56.0, -56.0, 62.0, -62.0, 67.0, -67.0)
            for y in (-38.0, 38.0, -30.0, 30.0, -22.0, 22.0)
        ),
    ),
    key=lambda place: place[0],
)


def lettering(face: Face, ground: str, colors: Colors, theme: Theme) -> Markup:
    """All words and figures of a face; the names of two places stand apart where they are in the way together."""
    room = room_on(face)
    before, after = [], []
    if face.coordinate:
        before.append(_small(face.coordinate, TOP, ground, theme))
    if face.tile and face.coordinate:
        long = len(face.name.split()) > 2 and "&" not in face.name
        crowd = face.walls or face.goals or face.called or sum(stop.slots for stop in face.stops) > _MANY
        tight = bool(face.name) and bool(crowd)
        before.append(_small(face.tile, _BOTTOM, ground, theme, _NO_NUMBER if long or tight else inf))
    if not face.silent:
        before += _changing_values(face, theme)
        after += _fixed_values(face, theme)
    if face.cost or face.terrain:
        after.append(_terrain(face, theme))
    if face.label:
        after.append(_label(face.label, ground, theme))
    after += [Item(_FLAG_SHAPES, partial(_flag, company, colors)) for company in face.goals]
    if face.silent or not face.name:
        return arranged(room, [*before, *after]).drawn
    name = _name(_forms(face.name), face.native, ground, theme)
    whole = arranged(room, [*before, name, *after])
    parts = face.name.replace("/", " & ").split(" & ")
    if len(parts) == 1 or (whole.clash <= CLEAR and whole.cost < _NEAT):
        return whole.drawn
    names = [_name(_sizes([part], 3.0), None, ground, theme) for part in parts]
    return min(whole, arranged(room, [*before, *names, *after]), key=lambda found: found.cost).drawn


def room_on(face: Face, edge: float = 30.0, afar: float = 0) -> Room:
    """What lies on a face already; first what weighs most, so that most places are soon ruled out.

    A unit beyond its ``edge`` costs so much. From ``afar`` some cities and what waits are larger.
    """
    room = Room(edge)
    face_layout = face.layout
    for index, (stop, spot) in enumerate(zip(face.stops, face_layout.spots, strict=True)):
        taken = len(face.tokens[index]) if face.tokens else 0
        if stop.kind is StopKind.CITY or taken:
            count = max(stop.slots, taken, 1)
            size, places = slot_size(count), slots(count, spot.place)
            if grows(face, index, afar):
                size, places = GROWN * size, grown(places)
            near = [mix(a, b, 0.5) for a, b in combinations(places, 2) if dist(a, b) < 3 * size]
            kept = city_rim(count) + RING + 1 if index in face.called else size + 6
            room.stops += [(place, kept, 20.0) for place in (*places, *near)]
        elif stop.kind is StopKind.BOOMTOWN:
            room.stops.append((spot.place, BOOMTOWN + (RING + 3 if index in face.called else 5), 20.0))
        elif stop.kind is StopKind.TOWN and index in face.called:
            room.stops.append((spot.place, TOWN_RIM + RING + 1, 20.0))
        elif stop.kind is StopKind.TOWN:
            dx, dy = spot.heading or (0.0, 0.0)
            for side in (-1.3 * TRACK, 0.0, 1.3 * TRACK):
                room.stops.append(((spot.place[0] + dy * side, spot.place[1] - dx * side), 9.0, 4.0))
    for curve in face_layout.pieces.values():
        room.track += [(point, CASING / 2 + 1, 2.0) for point in curve.points(9)]
    room.track += [(toward(edge, APOTHEM), CASING, 1.0) for edge in face.stubs]
    for start, end in map(ends_of, face.walls):
        room.track += [(mix(start, end, share), 11.0, 12.0) for share in _ALONG]
    waiting = waiting_places(len(face.waiting))
    times = WAITS if afar else 1.0
    room.track += [(place, times * WAITING + 2, 20.0) for place in (grown(waiting, times) if waiting else ())]
    return room


def grown(places: list[Point], times: float = GROWN) -> list[Point]:
    """Points so many times as far from the middle of all of them."""
    across, down = [x for x, _ in places], [y for _, y in places]
    middle = ((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)
    return [mix(middle, place, times) for place in places]


def _small(text: str, places: tuple[Place, ...], ground: str, theme: Theme, without: float = inf) -> Item:
    """A coordinate or the number of a tile: in its corner, or beside it where a stop takes that.

    What it costs to do ``without``: the number of a tile gives way to a name that has no room else.
    """
    color = readable(blend(ground, theme.print, 0.6), ground)
    wide, high = width(text, SMALL) + 2, SMALL - 2
    shapes = [Shape(wide, high, (*places, *_ASIDE))]
    shapes += [] if without == inf else [nowhere(without)]

    def draw(box: Box) -> Markup:
        return letters(text, box.x, box.y, SMALL, color) if box.wide else Markup("")

    return Item(shapes, draw, margin=3.0)


def nowhere(cost: float) -> Shape:
    """Something may be left out, at a cost."""
    return Shape(0.0, 0.0, ((0.0, 0.0, 0.0),), cost)


def _label(text: str, ground: str, theme: Theme) -> Item:
    def draw(box: Box) -> Markup:
        size = box.high / 0.8
        return letters(text, box.x, box.y, size, theme.print, font_weight=700, class_="label", **rim(ground))

    small = 0.78 * LABEL
    shapes = (
        Shape(width(text, LABEL), LABEL * 0.8, _MIDDLE_FIRST),
        Shape(width(text, small), small * 0.8, SPREAD, 8.0),
    )
    return Item(shapes, draw, margin=3.0)


def _flag(company: str, colors: Colors, box: Box) -> Markup:
    return flag(company, colors, (box.x, box.y), _SMALL_FLAG if box.wide < _NARROWEST else 1.0)


def _changing_values(face: Face, theme: Theme) -> list[Item]:
    """Values that change with the phase."""
    offboard = any(by_arrow(stop) for stop in face.stops)
    different = dict.fromkeys(stop.values for stop in face.stops if len(set(stop.values)) > 1)
    return [_changing(values, face.value_index, offboard, theme) for values in different]


def _fixed_values(face: Face, theme: Theme) -> list[Item]:
    """Values that stay: one for all stops where they are equal, else one beside each stop that has any."""
    items = []
    places = [spot.place for spot in face.layout.spots]
    if face.subsidy:
        shape = Shape(2.6 * DISC, 1.7 * DISC, near(places[0]))
        items.append(Item((shape,), partial(subsidy, face.subsidy, theme)))
    different = {stop.values for stop in face.stops}
    for index, stop in enumerate(face.stops):
        if len(set(stop.values)) > 1 or not stop.values[0]:
            continue
        if by_arrow(stop):
            where = _INWARD
        elif len(different) == 1:
            middle = (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))
            where = near(middle)
        else:
            where = near(places[index], tuple(place for place in places if place != places[index]))
        shapes = (Shape(PLATE, PLATE, where),)
        items.append(Item(shapes, partial(value, stop.values[0], theme), margin=DISC - PLATE / 2 + 1.0))
        if len(different) == 1:
            break
    return items


@lru_cache(maxsize=256)
def near(place: Point, others: tuple[Point, ...] = ()) -> tuple[Place, ...]:
    """Places round a stop and all over the hex; where there are other stops it keeps away from them."""
    pull = 1.0 if others else 0.12

    def bias(x: float, y: float) -> float:
        foreign = min((dist((x, y), other) for other in others), default=100.0)
        return pull * dist((x, y), place) + max(0.0, 70.0 - foreign)

    around = [toward(turn / 2, length) for length in (SLOT + 21, SLOT + 26, SLOT + 34) for turn in range(12)]
    return (
        *((bias(place[0] + x, place[1] + y), place[0] + x, place[1] + y) for x, y in around),
        *((more + bias(x, y), x, y) for more, x, y in SPREAD),
    )


def value(amount: int, theme: Theme, box: Box, disc: float = DISC) -> Markup:
    """A value in a disc."""
    return group(
        element("circle", r=disc, fill=theme.value, stroke=theme.print, stroke_width=1.4),
        letters(str(amount), 0, 0, VALUE if amount < 100 else 0.8 * VALUE, theme.print, font_weight=600),
        transform=at(box.x, box.y),
        class_="value",
    )


def subsidy(amount: int, theme: Theme, box: Box) -> Markup:
    """What goes to the treasury, in a plate of its own shape."""
    return group(
        element(
            "rect",
            x=-box.wide / 2,
            y=-box.high / 2,
            width=box.wide,
            height=box.high,
            rx=4,
            fill=theme.value,
            stroke=theme.print,
            stroke_width=1.4,
            stroke_dasharray="4 2.4",
        ),
        letters(f"+{amount}", 0, 0, VALUE, theme.print, font_weight=600),
        transform=at(box.x, box.y),
        class_="subsidy",
    )


def _changing(values: Values, now: int | None, large: bool, theme: Theme) -> Item:
    """Values that change with the phase, in a row or a square of boxes."""
    forms: dict[tuple[float, float], tuple[float, float]] = {}
    shapes = []
    for (wide, high), bias in (((32.0, 25.0) if large else (28.0, 22.0), 0.0), ((23.0, 18.0), 9.0)):
        row, square = (len(values) * wide, high), (2 * wide, 2 * high)
        forms[row] = forms[square] = wide, high
        shapes += [Shape(*row, _LARGE_ROWS if large else _ROWS, bias), Shape(*square, _SQUARES, bias)]

    def draw(box: Box) -> Markup:
        return boxes(values, now, forms[box.wide, box.high], theme, box)

    return Item(shapes, draw, tries=20)


def boxes(
    values: Values, now: int | None, size: tuple[float, float], theme: Theme, box: Box, letter: float = 0.0
) -> Markup:
    """A value in each box of a row or square; with a value for each colour these show it.

    Each of its letters has a size of its own where that is given, or one that leaves some of the box.
    """
    wide, high = size
    columns = len(values) if box.high == high else 2
    by_color = len(values) == len(COLORS)
    parts: list[Markup] = []
    last: list[Markup] = []
    for index, amount in enumerate(values):
        x = box.x - box.wide / 2 + wide * (index % columns)
        y = box.y - box.high / 2 + high * (index // columns)
        current = index == now
        drawn = group(
            element(
                "rect",
                x=x,
                y=y,
                width=wide,
                height=high,
                rx=2,
                fill=theme.value_boxes[COLORS[index]] if by_color else theme.value,
                stroke=theme.print,
                stroke_width=3 if current else 1,
            ),
            letters(
                str(amount),
                x + wide / 2,
                y + high / 2,
                letter or high * (0.86 if current else 0.72),
                theme.print,
                font_weight=700 if current else 400,
            ),
            class_="value now" if current else "value",
        )
        (last if current else parts).append(drawn)
    return join(*parts, *last)


def signs_of(face: Face) -> tuple[str, ...]:
    """What the ground is of, or what else makes building dear."""
    return face.terrain or (("houses",) if face.cost else ())


def _terrain(face: Face, theme: Theme) -> Item:
    """The signs of the terrain and the price of building."""
    price, kinds = str(face.cost) if face.cost else "", signs_of(face)
    row = terrain_wide(kinds, price)
    if not face.stops and not face.track:
        shape = Shape(row * 1.35, HIGH * 1.35, ALONE)
        return Item((shape,), partial(terrain_signs, kinds, price, 1.35, theme))
    shapes = [Shape(row + 4, HIGH, _TERRAIN, rising=True), Shape(row + 2, HIGH - 4, SPREAD, 16.0)]
    small = 1.0
    if not face.terrain:  # houses stand where a tile will lie, and may be small beside large cities
        small = 0.76
        shapes.append(Shape(small * row + 3, small * HIGH, _TERRAIN, 5.0, rising=True))
        shapes.append(Shape(small * row + 2, small * HIGH, SPREAD, 21.0))

    def draw(box: Box) -> Markup:
        return terrain_signs(kinds, price, 1.0 if box.wide > row else small, theme, box)

    return Item(shapes, draw, tries=8)


def terrain_wide(terrain: tuple[str, ...], price: str, share: float = 1.0) -> float:
    """How wide a row of signs is with the price beside it; the signs may be smaller."""
    return share * WIDE * len(terrain) + (width(price, VALUE) + 3 if price else 0.0)


def terrain_signs(
    terrain: tuple[str, ...], price: str, scale: float, theme: Theme, box: Box, share: float = 1.0
) -> Markup:
    """Signs of terrain in a row, and the price of building; the signs may be smaller."""
    beside = width(price, VALUE) + 3 if price else 0.0
    row = terrain_wide(terrain, price, share)
    smaller = f" scale({number(share)})" if share != 1 else ""
    parts = [
        group(sign(kind, theme), transform=at(-row / 2 + share * WIDE * (index + 0.5), 0) + smaller)
        for index, kind in enumerate(terrain)
    ]
    if price:
        parts.append(letters(price, row / 2 - beside / 2 + 1.5, 1, VALUE, theme.print, font_weight=600))
    move = at(box.x, box.y) + (f" scale({scale})" if scale != 1 else "")
    return group(*parts, transform=move, class_="terrain")


def lines(name: str) -> list[str]:
    """A name on one line, or on two where it is long or names two places.

    >>> lines("Anyang & Hebi"), lines("Beijing"), lines("Heng Shan")
    (['Anyang &', 'Hebi'], ['Beijing'], ['Heng Shan'])
    """
    if " & " in name:
        first, _, second = name.partition(" & ")
        return [f"{first} &", second]
    if len(name) > 14 and " " in name:
        cut = min((n for n, char in enumerate(name) if char == " "), key=lambda n: abs(n - len(name) / 2))
        return [name[:cut], name[cut + 1 :]]
    return [name]


#: lines of a name, their size, and what it costs to write it so
Form = tuple[list[str], float, float]


#: sizes of a name, and what it costs to write it so small
_SHARES = ((1.0, 0.0), (0.86, 4.0), (0.78, 12.0), (0.7, 18.0), (0.6, 33.0))


def _sizes(words: list[str], bias: float = 0.0) -> list[Form]:
    return [(words, share * NAME, bias + more) for share, more in _SHARES]


def _forms(name: str) -> list[Form]:
    """The ways to write a name: smaller, or on one line or two, where that keeps it off the track."""
    words, short = lines(name), name.partition(" (")[0]
    if short != name:  # what stands in brackets is left out before the letters become small
        return [*_sizes(words)[:2], *_forms_of_two(name)[:2], *(_shifted(_forms(short), 5.0))]
    if len(words) > 1:
        return [*_sizes(words), ([name], 0.86 * NAME, 3.0), *_forms_of_two(name)]
    each = parted(name)
    return [*_sizes(words), *(_sizes(each, 4.0) if len(each) > 1 else ())]


def parted(name: str) -> list[str]:
    """A name with each of its words on a line of its own, a long one on two.

    >>> parted("Heng Shan"), parted("Beijing"), parted("Shijiazhuang")
    (['Heng', 'Shan'], ['Beijing'], ['Shijia-', 'zhuang'])
    """
    each = name.replace("-", "- ").split()
    if len(each) == 1 and len(name) >= _BREAKABLE and name.isalpha():
        return broken_word(name)
    return each


def broken_word(word: str) -> list[str]:
    """A long word on two lines.

    >>> broken_word("Shijiazhuang"), broken_word("Qinhuangdao"), broken_word("Takatsuki")
    (['Shijia-', 'zhuang'], ['Qin-', 'huangdao'], ['Takatsuki'])
    """
    places = [found.start() for found in _SYLLABLE.finditer(word) if 2 < found.start() < len(word) - 2]
    if not places:
        return [word]
    cut = min(places, key=lambda place: abs(place - len(word) / 2))
    return [f"{word[:cut]}-", word[cut:]]


def _forms_of_two(name: str) -> list[Form]:
    """A long name with each word on a line of its own."""
    each = name.split()
    return _sizes(each, 1.0) if len(each) > 2 else []


def _shifted(forms: list[Form], more: float) -> list[Form]:
    return [(words, size, bias + more) for words, size, bias in forms]


def _name(forms: list[Form], own: NativeName | None, ground: str, theme: Theme) -> Item:
    """A name, and beneath it the one in the language of the country where there is room for it."""
    found: dict[tuple[float, float], tuple[list[str], float, NativeName | None]] = {}
    shapes: list[Shape] = []
    for form, size, bias in forms:
        for native in dict.fromkeys((own if size >= _NATIVE_FROM else None, None)):
            wide, high = max(width(line, size) for line in form) + 6, size * len(form)
            if native is not None:
                wide, high = max(wide, width(native.name, NATIVE * size) + 6), high + NATIVE * size
            found[wide, high] = form, size, native
            left_out = _LEFT_OUT if native is None and own is not None else 0.0
            shapes.append(Shape(wide, high, NAME_PLACES, bias + left_out, rising=True))
    shapes.append(nowhere(_NO_NAME))

    def draw(box: Box) -> Markup:
        if not box.wide:
            return Markup("")
        form, size, native = found[box.wide, box.high]
        return words_at(form, box, ground, theme, size, native)

    return Item(shapes, draw, margin=1.5)


def rim(ground: str, wide: float = 4) -> dict[str, str | float]:
    """A soft rim in the colour of the ground, so that words read well over track."""
    return {"paint_order": "stroke", "stroke": ground, "stroke_width": wide, "stroke_linejoin": "round"}


def words_at(
    words: list[str], box: Box, ground: str, theme: Theme, size: float = NAME, native: NativeName | None = None
) -> Markup:
    """Lines of a name about the middle of a box, and beneath them the name in the language of the country."""
    beneath = 0.0 if native is None else NATIVE * size
    hanging = _HANGING * size if native is None and _DEEP & set(words[-1]) else 0.0
    top = box.y - (size * (len(words) - 1) + beneath) / 2 - hanging
    soft = rim(ground, (4 if len(words) == 1 and native is None else 3) * max(1.0, size / NAME))
    parts = [
        letters(line, box.x, top + size * row, size, theme.print, font_weight=600, class_="name", **soft)
        for row, line in enumerate(words)
    ]
    if native is not None:
        y = top + size * (len(words) - 0.5) + beneath / 2
        parts.append(
            letters(native.name, box.x, y, beneath, theme.print, class_="native", lang=native.language, **soft)
        )
    return join(*reversed(parts))  # from below: a rim must not cut off what hangs down from the line above


def place_words(
    name: str, values: Values | None, now: int | None, ground: str, theme: Theme, scale: float = 1.0
) -> Markup:
    """Name and value of a place that covers several hexes, about its middle."""
    words, size = lines(name), scale * NAME
    above = -30.0 * scale - size * (len(words) - 1) / 2
    parts = [words_at(words, Box(0.0, above, 0.0, 0.0), ground, theme, size)]
    if values is not None and any(values):
        if len(set(values)) == 1:
            plate = value(values[0], theme, Box(0.0, 0.0, PLATE, PLATE))
        else:
            plate = boxes(values, now, (32.0, 25.0), theme, Box(0.0, 0.0, 32.0 * len(values), 25.0))
        parts.append(plate if scale == 1 else group(plate, transform=f"scale({number(scale)})"))
    return join(*parts)
