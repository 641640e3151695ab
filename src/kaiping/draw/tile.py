"""One tile or printed hex, in layers or as a picture of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kaiping.board.map import Map
from kaiping.definition import Definition
from kaiping.draw.afar import alone
from kaiping.draw.describe import face_words
from kaiping.draw.face import Face
from kaiping.draw.geometry import APOTHEM, SIDE, outline
from kaiping.draw.layout import GROWS
from kaiping.draw.lettering import lettering
from kaiping.draw.stops import drawn, grows, queue
from kaiping.draw.svg import Markup, element, group, join, picture
from kaiping.draw.theme import LIGHT, Theme
from kaiping.draw.track import track

Colors = tuple[tuple[str, str], ...]


class Art(NamedTuple):
    """The layers of a face, so that a map can draw each layer of all its hexes before the next."""

    track: Markup
    stops: Markup
    words: Markup


def ground(color: str, theme: Theme) -> str:
    return theme.ground.get(color, theme.ground["white"])


def company_colors(definition: Definition) -> Colors:
    """The colours of all who have tokens: companies and minors."""
    companies = tuple((name, company.color) for name, company in definition.companies.items())
    return companies + tuple((name, minor.color) for name, minor in definition.minors.items())


@lru_cache(maxsize=4096)
def art(face: Face, colors: Colors, theme: Theme, afar: float = 0) -> Art:
    """Draw a face about the point 0, 0, without the ground; what grows where it is seen from ``afar`` can be found."""
    below = ground(face.color, theme)
    placed = face.layout
    none: tuple[tuple[str, ...], ...] = ((),) * len(face.stops)
    stops = []
    for index, (stop, spot, tokens, homes) in enumerate(
        zip(face.stops, placed.spots, face.tokens or none, face.homes or none, strict=True)
    ):
        shown = drawn(stop, spot, tokens, homes, dict(colors), below, theme)
        stops.append(group(shown, class_=GROWS) if grows(face, index, afar) else shown)
    lines = track(face.stops, placed, below, theme, stubs=face.stubs, ferry=bool(face.ferry))
    if face.waiting:
        stops.append(queue(face.waiting, dict(colors)))
    return Art(lines, join(*stops), lettering(face, below, dict(colors), theme))


def hexagon(color: str, theme: Theme, size: float = SIDE, **more: str | float | None) -> Markup:
    return element("polygon", points=outline(size), fill=ground(color, theme), **more)


def whole(face: Face, colors: Colors, theme: Theme, printed: Map | None = None, afar: float = 0) -> Markup:
    """A face with its ground and border, for pictures in which it stands alone.

    With ``afar`` it has its words once more, so many times as large, for a page that shows it on the map ``printed``.
    """
    layers = art(face, colors, theme, afar)
    stops, words = layers.stops, layers.words
    if printed is not None and afar:
        initials, large = alone(printed, face, colors, theme, afar)
        stops, words = group(stops, class_="stops"), group(words, class_="words")
        words = join(words, group(group(initials, font_weight=700, text_anchor="middle"), large, class_="large"))
    return join(
        hexagon(face.color, theme),
        layers.track,
        element("polygon", points=outline(SIDE - 1), fill="none", stroke=theme.border, stroke_width=2),
        stops,
        words,
    )


def face_svg(face: Face, definition: Definition, *, width: float = 120, theme: Theme = LIGHT, afar: float = 0) -> str:
    """One hex as a picture; with ``afar`` as ``whole`` has it."""
    view = (-APOTHEM - 2, -SIDE - 2, 2 * APOTHEM + 4, 2 * SIDE + 4)
    name = f"Tile {face.tile}" if face.tile else f"Hex {face.coordinate}"
    body = whole(face, company_colors(definition), theme, definition.map, afar)
    return picture(body, width=width, view=view, title=name, desc=face_words(face), font=theme.font)
