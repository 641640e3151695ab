"""The certificates of a company side by side: the first of them with its larger part, and the others."""

from __future__ import annotations

from kaiping.definition import Definition
from kaiping.draw.svg import Markup, at, element, group, picture
from kaiping.draw.theme import LIGHT, Theme, letters_on

_WIDE, _HIGH, _GAP = 58.0, 76.0, 8.0


def certificates_svg(
    definition: Definition, company: str, first: int, words: str, *, title: str, theme: Theme = LIGHT
) -> str:
    """A card for each certificate with its per cent; ``words`` stand on the first, ``first`` is what it is worth."""
    color = definition.companies[company].color
    others = (100 - first) // 10
    big = 2 * _WIDE
    cards = [_card(0, big, first, color, company, words, theme)]
    for number in range(others):
        cards.append(_card(big + _GAP + number * (_WIDE + _GAP), _WIDE, 10, color, company, "", theme))
    wide = big + others * (_WIDE + _GAP)
    return picture(
        *cards,
        width=wide,
        view=(-2, -2, wide + 4, _HIGH + 4),
        title=title,
        desc=f"{company}: {words}, {first} %; {others} certificates of 10 %",
        font=theme.font,
    )


def _card(x: float, wide: float, percent: int, color: str, company: str, words: str, theme: Theme) -> Markup:
    def text(words: str, y: float, size: float, fill: str, weight: int = 500) -> Markup:
        return element(
            "text", words, x=wide / 2, y=y, font_size=size, font_weight=weight, text_anchor="middle", fill=fill
        )

    return group(
        element("rect", width=wide, height=_HIGH, rx=5, fill=theme.paper, stroke=theme.border, stroke_width=1.5),
        element("rect", width=wide, height=22, rx=5, fill=color),
        text(company, 16, 14, letters_on(color), 700),
        text(f"{percent} %", 46, 18, theme.ink, 700),
        *([text(words, 66, 12, theme.ink)] if words else []),
        transform=at(x, 0),
    )
