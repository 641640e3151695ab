"""A piece of the share price board: where a marker goes from one price, and what moves it there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from kaiping.definition import Definition
from kaiping.draw.svg import Markup, at, element, group, picture
from kaiping.draw.theme import LIGHT, Theme
from kaiping.finance.market import CellId

Way = Literal["right", "left", "up", "down"]

_WIDE, _HIGH = 74.0, 52.0
#: how far the cells stand apart, with room for words between them
_APART = (168.0, 92.0)
_STEPS: dict[Way, tuple[int, int]] = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}


def prices_around(definition: Definition, place: CellId) -> dict[Way, int]:
    """The price to the right, left, above and below, by the rules of the board's edges."""
    market = definition.market
    goals: dict[Way, CellId] = {
        "right": market.right(place),
        "left": market.left(place),
        "up": market.up(place),
        "down": market.down(place),
    }
    return {way: market.cells[goal].price for way, goal in goals.items()}


def price_moves_svg(
    definition: Definition, place: CellId, words: Mapping[Way, str], *, title: str, theme: Theme = LIGHT
) -> str:
    """A price in the middle and the four to which it may go, each with the words for what moves it there."""
    price = definition.market.cells[place].price
    around = prices_around(definition, place)
    wide, high = 2 * _APART[0] + _WIDE + 20, 2 * _APART[1] + _HIGH + 8
    told = "; ".join(f"{words[way]}: from {price} to {goal}" for way, goal in around.items())
    return picture(
        group(
            _cell(price, theme, middle=True),
            *(_move(way, goal, words[way], theme) for way, goal in around.items()),
            transform=at(wide / 2, high / 2),
        ),
        width=wide,
        view=(0, 0, wide, high),
        title=title,
        desc=told,
        font=theme.font,
    )


def _move(way: Way, price: int, words: str, theme: Theme) -> Markup:
    x, y = (step * apart for step, apart in zip(_STEPS[way], _APART, strict=True))
    return group(_arrow(way, theme), _words(way, words, theme), group(_cell(price, theme), transform=at(x, y)))


def _cell(price: int, theme: Theme, *, middle: bool = False) -> Markup:
    return group(
        element(
            "rect",
            x=-_WIDE / 2,
            y=-_HIGH / 2,
            width=_WIDE,
            height=_HIGH,
            rx=5,
            fill=theme.paper,
            stroke=theme.mark if middle else theme.border,
            stroke_width=3.5 if middle else 1.5,
        ),
        element(
            "text",
            str(price),
            y=8,
            font_size=24,
            font_weight=700 if middle else 500,
            text_anchor="middle",
            fill=theme.ink,
        ),
    )


def _arrow(way: Way, theme: Theme) -> Markup:
    turned = {"right": 0, "down": 90, "left": 180, "up": 270}[way]
    sideways = way in ("left", "right")
    start = (_WIDE if sideways else _HIGH) / 2 + 5
    end = (_APART[0] - _WIDE / 2 if sideways else _APART[1] - _HIGH / 2) - 6
    return element(
        "path",
        d=f"M{start} 0H{end}M{end - 8} -6L{end} 0L{end - 8} 6",
        fill="none",
        stroke=theme.mark,
        stroke_width=3,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"rotate({turned})",
    )


def _words(way: Way, words: str, theme: Theme) -> Markup:
    across = {"right": (_APART[0] / 2, -10.0), "left": (-_APART[0] / 2, -10.0)}
    x, y = across.get(way, (14.0, _STEPS[way][1] * _APART[1] / 2 + 5))
    anchor = "middle" if way in across else "start"
    return element("text", words, x=x, y=y, font_size=15, text_anchor=anchor, fill=theme.ink)
