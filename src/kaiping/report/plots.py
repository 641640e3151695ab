"""Pictures of a game's course: lines of worth, bars of where it came from, what a company earned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kaiping.draw.svg import Markup, element, group, number, picture
from kaiping.draw.variables import PAGE
from kaiping.game import Game
from kaiping.language import gettext as _
from kaiping.phrases import money
from kaiping.report.accounts import Account
from kaiping.report.course import Revenue

#: narrow, so that letters are large enough where a telephone shows it whole
_WIDE, _HIGH = 450.0, 270.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 58.0, 92.0, 14.0, 34.0
#: dashes beside colours, so that colour is not all that tells players apart
_DASHES = (None, "7 4", "2 3", "11 3 2 3", "4 2", "1 2", "14 4")

#: between the names of lines
_APART = 15.0

Spot = Callable[[int, int], tuple[float, float]]


def worth_chart(game: Game, players: Sequence[str], worth: Sequence[tuple[str, Sequence[int]]]) -> str:
    """A line for each player from the first round to now; a page may set the colours."""
    if len(worth) < 2 or not players:
        return ""
    top = _ceiling(max(max(values) for _name, values in worth))
    low = min(0, min(min(values) for _name, values in worth))
    return _lines(game, players, worth, (low, top), lambda value: money(game, value), _("Worth round by round"))


def chance_chart(game: Game, players: Sequence[str], chances: Sequence[tuple[str, Sequence[float]]]) -> str:
    """A line for each player: how likely they were to win, from the first round to the end, in parts of a hundred."""
    if len(chances) < 2 or not players:
        return ""
    rows = [(name, [round(100 * value) for value in values]) for name, values in chances]
    return _lines(game, players, rows, (0, 100), lambda value: f"{value}\u00a0%", _("Chances to win"))


def _lines(
    game: Game,
    players: Sequence[str],
    rows: Sequence[tuple[str, Sequence[int]]],
    reach: tuple[int, int],
    words: Callable[[int], str],
    title: str,
) -> str:
    """A line for each player over named rows of values, between the lowest and the highest."""
    low, top = reach
    across = (_WIDE - _LEFT - _RIGHT) / (len(rows) - 1)
    up = (_HIGH - _TOP - _BOTTOM) / (top - low)

    def spot(index: int, value: int) -> tuple[float, float]:
        return _LEFT + across * index, _HIGH - _BOTTOM - up * (value - low)

    # a player has the same colour in every plot, whatever order they are handed in or sit in
    places = {player: place for place, player in enumerate(sorted(game.players))}
    parts = [_grid(words, top, low, spot), _names(rows, spot)]
    ends = sorted(range(len(players)), key=lambda one: -rows[-1][1][one])
    at = _apart([spot(0, rows[-1][1][one])[1] for one in ends])
    for player, y in zip(ends, at, strict=True):
        points = [spot(index, values[player]) for index, (_name, values) in enumerate(rows)]
        line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        line_of = places[players[player]]
        color = PAGE.lines[line_of]
        parts.append(
            group(
                element("polyline", points=line, fill="none", stroke_width=2.4, stroke_dasharray=_DASHES[line_of]),
                element("circle", cx=points[-1][0], cy=points[-1][1], r=3.5),
                element(
                    "text", players[player], x=points[-1][0] + 8, y=y + 4, font_size=13, stroke="none", font_weight=600
                ),
                class_=f"line line-{line_of}",
                data_player=players[player],
                stroke=color,
                fill=color,
            )
        )
    twin = "; ".join(f"{player} {words(rows[-1][1][one])}" for one, player in enumerate(players))
    return picture(
        *parts,
        width=_WIDE,
        view=(0, 0, _WIDE, _HIGH),
        title=title,
        desc=twin,
        font=PAGE.font,
    )


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights of names from the top down, far enough apart to be read, and none below the lowest line."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + _APART if found else 0.0))
    lowest = _HIGH - _BOTTOM
    for place in reversed(range(len(found))):
        found[place] = min(found[place], lowest - _APART * (len(found) - 1 - place))
    return found


def _ceiling(most: int) -> int:
    """A round number that is not less."""
    size: int = 10 ** max(len(str(max(most, 1))) - 1, 1)
    for factor in (1, 1.5, 2, 3, 4, 5, 6, 8, 10):
        if most <= size * factor:
            return int(size * factor)
    return most


def _grid(words: Callable[[int], str], top: int, low: int, spot: Spot) -> Markup:
    lines = []
    values = [top * share // 4 for share in range(5)] + ([low] if low < 0 else [])
    for value in values:
        y = spot(0, value)[1]
        lines.append(
            element(
                "line", x1=_LEFT, x2=_WIDE - _RIGHT, y1=y, y2=y, stroke=PAGE.border, stroke_opacity=0.4, class_="grid"
            )
        )
        label = words(value)
        lines.append(element("text", label, x=_LEFT - 6, y=y + 4, font_size=12, text_anchor="end", fill=PAGE.faint))
    return group(*lines)


def _names(worth: Sequence[tuple[str, Sequence[int]]], spot: Spot) -> Markup:
    step = max(1, -(-len(worth) // 6))
    return group(
        *(
            element(
                "text", name, x=spot(index, 0)[0], y=_HIGH - 12, font_size=11, text_anchor="middle", fill=PAGE.faint
            )
            for index, (name, _values) in enumerate(worth)
            if index % step == 0
        )
    )


#: account -> its colour in bars
_FILLS = {
    "start": PAGE.ground["grey"],
    "dividends": PAGE.ground["green"],
    "incomes": PAGE.ground["yellow"],
    "rises": PAGE.ground["blue"],
    "trades": PAGE.ground["white"],
    "lots": PAGE.ground["brown"],
    "falls": PAGE.ground["red"],
    "outlays": "#9B6BB0",
    "other": "#8F9BA3",
}
_ROW, _BAR = 30.0, 20.0
#: colours in words beside each other
_ACROSS = 3


def parts_chart(game: Game, accounts: Mapping[str, Account], names: Mapping[str, str]) -> str:
    """A bar for each player: to the right of the line what was gained, to the left what was lost."""
    if not accounts:
        return ""
    gained = {player: sum(max(part, 0) for _name, part in one.parts()) for player, one in accounts.items()}
    lost = {player: sum(min(part, 0) for _name, part in one.parts()) for player, one in accounts.items()}
    left, right = 92.0, 64.0
    scale = (_WIDE - left - right) / max(max(gained.values()) - min(lost.values()), 1)
    zero = left - min(lost.values()) * scale
    used = [name for name in names if any(dict(one.parts())[name] for one in accounts.values())]
    base = _ROW * len(accounts) + 12
    high = base + 20 * -(-len(used) // _ACROSS)
    rows = []
    for place, (player, account) in enumerate(accounts.items()):
        y = 6 + place * _ROW
        bars = [element("text", player, x=left - 8, y=y + 15, font_size=13, text_anchor="end", fill=PAGE.ink)]
        ahead, behind = zero, zero
        for name, part in account.parts():
            wide = abs(part) * scale
            if not part:
                continue
            x = ahead if part > 0 else behind - wide
            ahead, behind = (ahead + wide, behind) if part > 0 else (ahead, behind - wide)
            bars.append(_bar(x, y, wide, _FILLS[name], f"{names[name]}: {money(game, part)}"))
            if wide > 38:
                words = money(game, part)
                bars.append(
                    element(
                        "text", words, x=x + wide / 2, y=y + 14, font_size=10.5, text_anchor="middle", fill=PAGE.print
                    )
                )
        bars.append(
            element(
                "text",
                money(game, account.total),
                x=ahead + 6,
                y=y + 15,
                font_size=12,
                font_weight=600,
                fill=PAGE.ink,
            )
        )
        rows.append(group(*bars))
    rows.append(element("line", x1=zero, x2=zero, y1=2, y2=4 + _ROW * len(accounts), stroke=PAGE.ink, stroke_width=1.2))
    rows.append(_legend(used, names, base))
    twin = "; ".join(
        f"{player}: " + ", ".join(f"{names[name]} {money(game, part)}" for name, part in one.parts() if part)
        for player, one in accounts.items()
    )
    return picture(
        *rows, width=_WIDE, view=(0, 0, _WIDE, high), title=_("Where it came from"), desc=twin, font=PAGE.font
    )


def _bar(x: float, y: float, wide: float, fill: str, words: str) -> Markup:
    return element(
        "rect",
        element("title", words),
        x=x,
        y=y,
        width=wide,
        height=_BAR,
        fill=fill,
        stroke=PAGE.border,
        stroke_width=0.5,
    )


def _legend(used: Sequence[str], names: Mapping[str, str], y: float) -> Markup:
    """The colours in words."""
    signs = []
    for place, name in enumerate(used):
        x, line = 10 + place % _ACROSS * 146, y + place // _ACROSS * 20
        box = element("rect", x=x, y=line, width=11, height=11, fill=_FILLS[name], stroke=PAGE.border, stroke_width=0.5)
        signs += [box, element("text", names[name], x=x + 16, y=line + 10, font_size=11, fill=PAGE.ink)]
    return group(*signs)


def revenue_bars(
    game: Game, company: str, operating: Sequence[str], revenues: Mapping[str, Revenue], most: int, color: str
) -> str:
    """A bar for each operating round: full if it was paid out, hollow if it was kept."""
    wide, high = max(90.0, 7.0 * len(operating)), 26.0
    step, up = wide / max(len(operating), 1), (high - 2) / max(most, 1)
    bars = []
    for place, name in enumerate(operating):
        one = revenues.get(name)
        if one is None or not one.earned:
            continue
        tall = one.earned * up
        words = _("paid out") if one.paid else _("withheld")
        bars.append(
            element(
                "rect",
                element("title", f"{name}: {money(game, one.earned)}, {words}"),
                x=place * step + 0.7,
                y=high - 1 - tall,
                width=step - 1.4,
                height=tall,
                fill=color if one.paid else "none",
                stroke=PAGE.ink,
                stroke_width=0.7,
            )
        )
    base = element("line", x1=0, x2=wide, y1=high - 0.5, y2=high - 0.5, stroke=PAGE.border, stroke_width=0.6)
    twin = ", ".join(f"{name} {money(game, one.earned)}" for name, one in revenues.items() if one.earned)
    title = _("What %(company)s earned") % {"company": company}
    return picture(base, *bars, width=wide, view=(0, 0, wide, high), title=title, desc=twin, font=PAGE.font)
