"""Signs of the terrain: small glyphs beside the price of building."""

from __future__ import annotations

from collections.abc import Callable

from kaiping.draw.svg import Markup, element, join
from kaiping.draw.theme import Theme, blend

#: every sign fills a box of this size about its middle
WIDE = 30.0
HIGH = 22.0


def _mountain(color: str) -> Markup:
    light = blend(color, "#FFFFFF", 0.75)
    return join(
        element("path", d="M-14 10L-3 -10L8 10Z", fill=color),
        element("path", d="M-3 -10L1.4 -2L-1.6 -4L-3.6 -0.6L-6 -3.4L-7.4 -2Z", fill=light),
        element("path", d="M1 10L7.5 -2L14 10Z", fill=blend(color, "#FFFFFF", 0.25)),
    )


def _water(color: str) -> Markup:
    wave = "q3.5 -6 7 0t7 0t7 0t7 0"
    return element(
        "path",
        d=f"M-14 -5{wave}M-14 5{wave}",
        fill="none",
        stroke=color,
        stroke_width=3.2,
        stroke_linecap="round",
    )


def _wall(color: str) -> Markup:
    return join(
        element("path", d="M-14 10V-9H-8V-4H-3V-9H3V-4H8V-9H14V10Z", fill=color),
        element(
            "path",
            d="M-14 3H14M-6 3V-3.6M6 3V-3.6M0 3V10M-9 3M9 3M-10 10V3.4M10 10V3.4",
            stroke=blend(color, "#FFFFFF", 0.55),
            stroke_width=1.3,
        ),
    )


def _houses(color: str) -> Markup:
    light = blend(color, "#FFFFFF", 0.75)
    return join(
        element("path", d="M-13 10V-1L-6 -7L1 -1V10ZM3 10V-9H13V10Z", fill=color),
        element(
            "path",
            d="M-9 10V4H-5V10M6 -5H7.5M9 -5H10.5M6 0H7.5M9 0H10.5M6 5H7.5M9 5H10.5",
            stroke=light,
            stroke_width=1.6,
            fill="none",
        ),
    )


def _other(color: str) -> Markup:
    return element("path", d="M-10 0L0 -10L10 0L0 10Z", fill=color)


_SIGNS: dict[str, Callable[[str], Markup]] = {
    "mountain": _mountain,
    "water": _water,
    "river": _water,
    "wall": _wall,
    "houses": _houses,
}


def sign(terrain: str, theme: Theme) -> Markup:
    """The sign of a terrain about the point 0, 0; a diamond for one without a sign of its own."""
    return _SIGNS.get(terrain, _other)(theme.terrain.get(terrain, theme.print_faint))
