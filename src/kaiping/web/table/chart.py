"""Players' worth round by round as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from kaiping.draw.svg import Markup, element, group, number, picture
from kaiping.draw.theme import LIGHT
from kaiping.game import Game
from kaiping.phrases import money

_WIDE, _HIGH = 640.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 58.0, 92.0, 14.0, 34.0
#: dashes beside colours, so that colour is not all that tells players apart
_DASHES = (None, "7 4", "2 3", "11 3 2 3", "4 2", "1 2", "14 4")


def worth_chart(game: Game, players: Sequence[str], worth: Sequence[tuple[str, Sequence[int]]]) -> SafeString:
    """A line for each player from the first round to now; colours are classes of the style sheet."""
    if len(worth) < 2 or not players:
        return mark_safe("")
    top = _ceiling(max(max(values) for _name, values in worth))
    across = (_WIDE - _LEFT - _RIGHT) / (len(worth) - 1)
    up = (_HIGH - _TOP - _BOTTOM) / top

    def spot(index: int, value: int) -> tuple[float, float]:
        return _LEFT + across * index, _HIGH - _BOTTOM - up * value

    parts = [_grid(game, top, spot(0, 0)[1], up), _names(worth, spot)]
    ends = sorted(range(len(players)), key=lambda one: -worth[-1][1][one])
    heights: list[float] = []
    for player in ends:
        points = [spot(index, values[player]) for index, (_name, values) in enumerate(worth)]
        line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        y = max(points[-1][1], heights[-1] + 15 if heights else 0)
        heights.append(y)
        parts.append(
            group(
                element("polyline", points=line, fill="none", stroke_width=2.4, stroke_dasharray=_DASHES[player]),
                element("circle", cx=points[-1][0], cy=points[-1][1], r=3.5),
                element("text", players[player], x=points[-1][0] + 8, y=y + 4, font_size=13, class_="name"),
                class_=f"line line-{player}",
                data_player=players[player],
            )
        )
    twin = "; ".join(f"{player} {money(game, worth[-1][1][one])}" for one, player in enumerate(players))
    svg = picture(
        *parts,
        width=_WIDE,
        view=(0, 0, _WIDE, _HIGH),
        title=_("Worth round by round"),
        desc=twin,
        font=LIGHT.font,
    )
    return mark_safe(svg)


def _ceiling(most: int) -> int:
    """A round number that is not less."""
    size: int = 10 ** max(len(str(max(most, 1))) - 1, 1)
    for factor in (1, 1.5, 2, 3, 4, 5, 6, 8, 10):
        if most <= size * factor:
            return int(size * factor)
    return most


def _grid(game: Game, top: int, base: float, up: float) -> Markup:
    lines = []
    for share in range(5):
        value = top * share // 4
        y = base - up * value
        lines.append(element("line", x1=_LEFT, x2=_WIDE - _RIGHT, y1=y, y2=y, class_="grid"))
        label = money(game, value)
        lines.append(element("text", label, x=_LEFT - 6, y=y + 4, font_size=12, text_anchor="end", class_="axis"))
    return group(*lines)


def _names(worth: Sequence[tuple[str, Sequence[int]]], spot: object) -> Markup:
    assert callable(spot)
    step = max(1, -(-len(worth) // 9))
    return group(
        *(
            element("text", name, x=spot(index, 0)[0], y=_HIGH - 12, font_size=11, text_anchor="middle", class_="axis")
            for index, (name, _values) in enumerate(worth)
            if index % step == 0
        )
    )
