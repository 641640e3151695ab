"""Colours of a terminal: the 256 of the usual palette, and pieces of text that carry one."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from kaiping.draw.theme import channels, letters_on

_LEVELS = (0, 95, 135, 175, 215, 255)


class Style(NamedTuple):
    """Ground and letters as colours like #RRGGBB; nothing means the terminal's own."""

    ground: str | None = None
    letters: str | None = None
    bold: bool = False


PLAIN = Style()


def on(ground: str, bold: bool = False) -> Style:
    """Letters that read well on a ground."""
    return Style(ground, letters_on(ground), bold)


@cache
def _nearest(color: str) -> int:
    """The number of the palette's colour that comes nearest."""
    wanted = channels(color)
    cube = {
        16 + 36 * r + 6 * g + b: (_LEVELS[r], _LEVELS[g], _LEVELS[b])
        for r in range(6)
        for g in range(6)
        for b in range(6)
    }
    greys = {232 + step: (8 + 10 * step,) * 3 for step in range(24)}
    return min(
        (sum((one - other) ** 2 for one, other in zip(wanted, found, strict=True)), number)
        for number, found in {**cube, **greys}.items()
    )[1]


@cache
def code(style: Style) -> str:
    """The sequence that switches a style on."""
    parts = ["0"]
    if style.bold:
        parts.append("1")
    if style.letters:
        parts.append(f"38;5;{_nearest(style.letters)}")
    if style.ground:
        parts.append(f"48;5;{_nearest(style.ground)}")
    return f"\x1b[{';'.join(parts)}m"


class Canvas:
    """A field of characters, each in a style."""

    def __init__(self, wide: int, high: int) -> None:
        self.signs = [[" "] * wide for _ in range(high)]
        self.styles = [[PLAIN] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> None:
        """Write from a point on; without a style the one that is there stays."""
        for offset, sign in enumerate(text):
            self.signs[y][x + offset] = sign
            if style is not None:
                self.styles[y][x + offset] = style

    def text(self, color: bool) -> str:
        """All lines, without blanks at their ends."""
        return "\n".join(
            _colored(signs, styles) if color else "".join(signs).rstrip()
            for signs, styles in zip(self.signs, self.styles, strict=True)
        )


def _colored(signs: list[str], styles: list[Style]) -> str:
    last = max((n for n, sign in enumerate(signs) if sign != " " or styles[n].ground), default=-1)
    parts = []
    now = PLAIN
    for sign, style in zip(signs[: last + 1], styles, strict=False):
        if style != now:
            parts.append(code(style))
            now = style
        parts.append(sign)
    if now != PLAIN:
        parts.append(code(PLAIN))
    return "".join(parts)
