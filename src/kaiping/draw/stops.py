"""Stops and what stands in them: cities with slots, towns, tokens, homes kept free."""

from __future__ import annotations

from kaiping.board.tile import Stop, StopKind
from kaiping.draw.geometry import Point
from kaiping.draw.layout import BOOMTOWN, TOWN, Spot, slot_size, slots
from kaiping.draw.svg import Markup, element, group, join, number
from kaiping.draw.theme import TRACK, Theme, blend, letters_on, readable

Colors = dict[str, str]

#: radius of a token that waits
WAITING = 13.0
#: colour of a token whose company the definition does not know
_UNKNOWN = "#808080"


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
        letters(company, x, y, _letter_size(company, radius), letters_on(color), font_weight=700),
        class_="token",
        data_company=company,
    )


def home(company: str, colors: Colors, place: Point, radius: float, theme: Theme) -> Markup:
    """A slot kept for a company's home token."""
    color = readable(colors.get(company, _UNKNOWN), theme.slot, 3.0)
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
        letters(company, x, y, _letter_size(company, radius - 4), readable(color, theme.slot), font_weight=700),
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


def flag(company: str, colors: Colors, place: Point, scale: float = 1.0) -> Markup:
    """A pennant where a company's destination lies; on a smaller one the letters shrink only half as much."""
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
        letters(company, x - 2 * scale, y, 13.5 * (scale + 1) / 2, letters_on(color), font_weight=700),
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
