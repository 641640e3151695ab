"""What the signs on a map mean, in rows that fit below it: only those that are to be seen there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from kaiping.board.tile import StopKind
from kaiping.definition import Definition
from kaiping.draw.face import Face
from kaiping.draw.geometry import Curve
from kaiping.draw.layout import Spot, by_arrow
from kaiping.draw.lettering import boxes, signs_of, subsidy, value
from kaiping.draw.place import Box
from kaiping.draw.place import width as text_width
from kaiping.draw.signs import HIGH, WIDE, sign
from kaiping.draw.stops import Colors, boomtown, flag, letters, token
from kaiping.draw.svg import Markup, at, element, group, join
from kaiping.draw.theme import TRACK, Theme, readable
from kaiping.draw.track import DASHES, arrow

#: height of a row, size of the letters, room between a sign and its words, and from one to the next
ROW = 34.0
_LETTERS = 19.0
_GAP = 9.0
_BETWEEN = 34.0


class _Sample(NamedTuple):
    """A sign about the point 0, 0, how much room it takes, and what it means."""

    drawn: Markup
    wide: float
    words: str


def legend(definition: Definition, faces: Collection[Face], colors: Colors, wide: float, theme: Theme) -> list[Markup]:
    """The rows, each from the point 0, 0 to the right."""
    rows: list[list[Markup]] = []
    x, land = wide, theme.ground["white"]
    for sample in _samples(definition, faces, colors, theme):
        room = sample.wide + _GAP + text_width(sample.words, _LETTERS) + _BETWEEN
        if x + room - _BETWEEN > wide:
            rows.append([])
            x = 0.0
        words = element(
            "text", sample.words, x=x + sample.wide + _GAP, y=7, font_size=_LETTERS, fill=theme.ink, class_="meaning"
        )
        # on the ground of the map, for which the signs are drawn
        chip = element("rect", x=-sample.wide / 2 - 4, y=-15, width=sample.wide + 8, height=30, rx=6, fill=land)
        rows[-1].append(join(group(chip, sample.drawn, transform=at(x + sample.wide / 2, 0)), words))
        x += room
    return [join(*row) for row in rows]


def _samples(definition: Definition, faces: Collection[Face], colors: Colors, theme: Theme) -> Iterator[_Sample]:
    """Each sign that is to be seen, with its words."""
    goals = [company for face in faces for company in face.goals]
    if goals:
        yield _Sample(flag(goals[0], colors, (0, 0)), 40, "a company's destination")
    homes = [company for face in faces for there in face.homes for company in there]
    if homes:
        color = readable(colors.get(homes[0], theme.ink), theme.slot, 3.0)
        ring = element("circle", r=12, fill=theme.slot, stroke=color, stroke_width=2.5, stroke_dasharray="4 2.5")
        yield _Sample(ring, 27, "kept free for a company's first station")
    terrain = list(dict.fromkeys(kind for face in faces if face.cost for kind in signs_of(face)))
    if terrain:
        signs = [group(sign(kind, theme), transform=at(WIDE * (n - (len(terrain) - 1) / 2), 0)) for n, kind in
                 enumerate(terrain)]  # fmt: skip
        yield _Sample(join(*signs), WIDE * len(terrain), "what building there costs")
    if any(face.walls for face in faces):
        bar = element("line", y1=-HIGH / 2, y2=HIGH / 2, stroke=theme.barrier, stroke_width=9, stroke_linecap="round")
        yield _Sample(bar, 12, "no track across")
    if any(face.stubs for face in faces):
        stub = element("line", x1=-8, x2=8, stroke=theme.track, stroke_width=TRACK)
        yield _Sample(stub, 18, "track laid there must join it")
    if any(face.ferry for face in faces):
        crossing = element("line", x1=-20, x2=20, stroke=theme.track, stroke_width=TRACK, stroke_dasharray=DASHES)
        yield _Sample(crossing, 40, "a ferry")
    if any(stop.kind is StopKind.BOOMTOWN for face in faces for stop in face.stops):
        yield _Sample(group(boomtown(Spot((0, 0)), theme), transform="scale(0.7)"), 27, "becomes a town or a city")
    if (changing := _changing(faces)) is not None:
        values, now = changing
        row = Box(0, 0, 26 * len(values), 21)
        words = "what a call pays, phase by phase" + ("" if now is None else "; framed: now")
        yield _Sample(boxes(values, now, (26, 21), theme, row), row.wide, words)
    if paid := [
        stop.values[0] for face in faces for stop in face.stops if len(set(stop.values)) == 1 and any(stop.values)
    ]:
        yield _Sample(value(paid[0], theme, Box(0, 0, 28, 28)), 30, "what a call pays")
    if any(by_arrow(stop) for face in faces for stop in face.stops):
        yield _Sample(arrow(Curve.straight((-14, 0), (14, 0)), theme.track), 28, "the way in from beyond the map")
    if labels := [face.label for face in faces if face.label]:
        sign_of = letters(labels[0], 0, 0, 21, theme.print, font_weight=700)
        yield _Sample(sign_of, text_width(labels[0], 21), "letters: only tiles with the same")
    if amounts := [face.subsidy for face in faces if face.subsidy]:
        yield _Sample(subsidy(amounts[0], theme, Box(0, 0, 38, 22)), 38, "goes to the company that calls")
    if waiting := [company for face in faces for company in face.waiting]:
        yield _Sample(token(waiting[0], colors, (0, 0), 13), 27, "small: waits for a space")
    there = {name for face in faces for owners in face.tokens for name in owners}
    for name, minor in definition.minors.items():
        if name in there:
            yield _Sample(token(name, colors, (0, 0), 14), 29, minor.name)


def _changing(faces: Collection[Face]) -> tuple[tuple[int, ...], int | None] | None:
    """Values that change with the phase, and which of them are in force."""
    for face in faces:
        for stop in face.stops:
            if len(set(stop.values)) > 1:
                return stop.values, face.value_index
    return None
