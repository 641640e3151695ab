"""Stops and what stands in them: cities with slots, towns, tokens, homes kept free."""

from __future__ import annotations

from math import dist, sqrt

from kaiping.board.tile import Stop, StopKind
from kaiping.draw.face import Face
from kaiping.draw.geometry import Point
from kaiping.draw.layout import BOOMTOWN, GROWN, TOWN, Spot, radius, slot_size, slots
from kaiping.draw.svg import Markup, element, group, join, number
from kaiping.draw.theme import TRACK, Theme, blend, letters_on, readable

Colors = dict[str, str]

#: radius of a token that waits
WAITING = 13.0
#: colour of a token whose company the definition does not know
_UNKNOWN = "#808080"
#: size of the letters on a token on a small map, as much smaller than those of names as can still be read
INITIALS = 13.4
#: about how wide a bold capital letter is, in ems; narrower than a share of that letters run into each other
_BOLD, _CLOSE = 0.72, 0.75


def letters(text: str, x: float, y: float, size: float, color: str, **more: str | float | None) -> Markup:
    """Words centred on a point."""
    return element(
        "text",
        text,
        x=x,
        y=y + 0.35 * size,
        font_size=size,
        fill=color,
        text_anchor="middle",
        **more,
    )


def _letter_size(company: str, room: float) -> float:
    return min(room * 0.84, room * 2.5 / max(len(company), 1))


def token(company: str, colors: Colors, place: Point, radius: float) -> Markup:
    """A station token: the company's colour and its letters."""
    color = colors.get(company, _UNKNOWN)
    x, y = place
    return group(
        element("circle", cx=x, cy=y, r=radius, fill=color, stroke=blend(color, "#000000", 0.55), stroke_width=2),
        letters(company, x, y, _letter_size(company, radius), token_ink(company, colors), font_weight=700),
        class_="token",
        data_company=company,
    )


def token_ink(company: str, colors: Colors) -> str:
    """The colour of the letters on a token."""
    return letters_on(colors.get(company, _UNKNOWN))


def home_ink(company: str, colors: Colors, theme: Theme) -> str:
    """The colour of the letters in a slot that is kept."""
    return readable(_on_slot(company, colors, theme), theme.slot)


def _on_slot(company: str, colors: Colors, theme: Theme) -> str:
    return readable(colors.get(company, _UNKNOWN), theme.slot, 3.0)


def home(company: str, colors: Colors, place: Point, radius: float, theme: Theme) -> Markup:
    """A slot kept for a company's home token."""
    color = _on_slot(company, colors, theme)
    x, y = place
    return group(
        element(
            "circle",
            cx=x,
            cy=y,
            r=radius - 3,
            fill=blend(color, theme.slot, 0.86),
            stroke=color,
            stroke_width=3,
            stroke_dasharray="5.5 3.3",
        ),
        letters(company, x, y, _letter_size(company, radius - 4), home_ink(company, colors, theme), font_weight=700),
        class_="home",
        data_company=company,
    )


def waiting_places(count: int) -> list[Point]:
    """Where tokens wait for a space: in a row at the lower side of the hex, away from the cities."""
    step = 2 * WAITING + 3
    return [(step * (index - (count - 1) / 2), 62.0) for index in range(count)]


def queue(companies: tuple[str, ...], colors: Colors) -> Markup:
    """Tokens that wait for a space: smaller than those that have one."""
    places = waiting_places(len(companies))
    return group(
        *(token(company, colors, place, WAITING) for company, place in zip(companies, places, strict=True)),
        class_="waiting",
        opacity=0.8,
    )


def initials(company: str, place: Point, size: float, reach: float, color: str) -> Markup:
    """The letters of a company so large, as close together as a token of that reach has room for."""
    room = _room(size, reach)
    close: dict[str, str | float] = {}
    if len(company) * _BOLD * size > room:
        close = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return letters(company, place[0], place[1], size, color, data_company=company, **close)


def _room(size: float, reach: float) -> float:
    """How wide letters of a size may be on a token that reaches so far."""
    return 2 * sqrt(reach * reach - size * size / 8)


def grows(face: Face, stop: int, afar: float) -> bool:
    """Is a city drawn larger on a small map: letters of its tokens have no room, and nothing else is in the way?"""
    longest = max((len(owner) for owner in face.owners(stop)), default=0)
    if not afar or not longest:
        return False
    size, count = afar * INITIALS, max(face.stops[stop].slots, len(face.tokens[stop]) if face.tokens else 0, 1)
    if _CLOSE * longest * _BOLD * size <= _room(size, slot_size(count) - 1):
        return False
    spots = face.layout.spots
    apart = (
        dist(spots[stop].place, spot.place) - GROWN * (radius(face.stops[stop]) + radius(face.stops[other]))
        for other, spot in enumerate(spots)
        if other != stop
    )
    return min(apart, default=0.0) >= 0.0


def flag(company: str, colors: Colors, place: Point, scale: float = 1.0, size: float = 0.0) -> Markup:
    """A pennant where a company's destination lies; on a smaller one the letters shrink only half as much.

    Or they are of a ``size``, and as close together as need be.
    """
    close: dict[str, str | float] = {"textLength": 33 * scale, "lengthAdjust": "spacingAndGlyphs"} if size else {}
    color = colors.get(company, _UNKNOWN)
    x, y = place
    left, right = number(x - 19 * scale), number(x + 21 * scale)
    top, bottom = number(y - 9 * scale), number(y + 9 * scale)
    return group(
        element(
            "path",
            d=f"M{left} {top}H{right}L{number(x + 14 * scale)} {number(y)}L{right} {bottom}H{left}Z",
            fill=color,
            stroke=blend(color, "#000000", 0.55),
            stroke_width=1.4,
        ),
        letters(company, x - 2 * scale, y, size or 13.5 * (scale + 1) / 2, letters_on(color), font_weight=700, **close),
        class_="destination",
        data_company=company,
    )


def city(
    stop: Stop, spot: Spot, tokens: tuple[str, ...], homes: tuple[str, ...], colors: Colors, theme: Theme
) -> Markup:
    """A city: white slots in one frame, filled with tokens first and then with homes kept free."""
    count = max(stop.slots, len(tokens), 1)
    size = slot_size(count)
    places = slots(count, spot.place)
    parts = [plate(places, size + 5, theme.slot_border), plate(places, size + 2.5, theme.slot)] if count > 1 else []
    for place in places:
        parts.append(
            element(
                "circle",
                cx=place[0],
                cy=place[1],
                r=size,
                fill=theme.slot,
                stroke=theme.slot_border,
                stroke_width=3 if count == 1 else 1.6,
            )
        )
    parts += [token(company, colors, place, size - 1) for company, place in zip(tokens, places, strict=False)]
    free = places[len(tokens) :]
    parts += [home(company, colors, place, size - 1, theme) for company, place in zip(homes, free, strict=False)]
    return join(*parts)


def plate(places: list[Point], reach: float, color: str) -> Markup:
    """A plate with round corners that covers several slots, or a disc round one."""
    if len(places) == 1:
        return element("circle", cx=places[0][0], cy=places[0][1], r=reach, fill=color)
    ring = [places[index] for index in (0, 1, 3, 2)] if len(places) == 4 else places
    shape = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ring) + "Z"
    return element("path", d=shape, fill=color, stroke=color, stroke_width=2 * reach, stroke_linejoin="round")


def town(spot: Spot, ground: str, theme: Theme) -> Markup:
    """A town: a bar across the one track through it, otherwise a dot."""
    x, y = spot.place
    light = blend(ground, "#FFFFFF", 0.75)
    if spot.heading is None:
        return element("circle", cx=x, cy=y, r=TOWN, fill=theme.track, stroke=light, stroke_width=3)
    dx, dy = spot.heading[1] * 1.3 * TRACK, -spot.heading[0] * 1.3 * TRACK
    bar = f"M{number(x - dx)} {number(y - dy)}L{number(x + dx)} {number(y + dy)}"
    return join(
        element("path", d=bar, stroke=light, stroke_width=16, stroke_linecap="round"),
        element("path", d=bar, stroke=theme.track, stroke_width=10.5, stroke_linecap="round"),
    )


def boomtown(spot: Spot, theme: Theme) -> Markup:
    """A place that will be a town or a city: the dot of one in a small ring of the other."""
    x, y = spot.place
    return join(
        element("circle", cx=x, cy=y, r=BOOMTOWN, fill=theme.slot, stroke=theme.slot_border, stroke_width=3),
        element("circle", cx=x, cy=y, r=0.8 * TOWN, fill=theme.track),
    )


def drawn(
    stop: Stop,
    spot: Spot,
    tokens: tuple[str, ...],
    homes: tuple[str, ...],
    colors: Colors,
    ground: str,
    theme: Theme,
) -> Markup:
    """Any stop but the arrows of an off-board one; tokens are drawn wherever there are some."""
    if stop.kind is StopKind.CITY or tokens or homes:
        return city(stop, spot, tokens, homes, colors, theme)
    if stop.kind is StopKind.BOOMTOWN:
        return boomtown(spot, theme)
    return town(spot, ground, theme) if stop.kind is StopKind.TOWN else Markup("")
