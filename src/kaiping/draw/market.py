"""The share price board as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kaiping.definition import Definition
from kaiping.draw.place import width as text_width
from kaiping.draw.stops import letters
from kaiping.draw.svg import Markup, at, element, group, join, picture
from kaiping.draw.theme import LIGHT, Theme, blend, letters_on, readable
from kaiping.finance.market import Cell, CellId
from kaiping.state import State

_WIDE = 62.0
_HIGH = 66.0
_MARGIN = 34.0
_KEY = 34.0
#: height of the price above the markers
_PRICE = 20.0

Markers = Mapping[CellId, Sequence[str]]


def market_svg(
    definition: Definition,
    state: State | Markers,
    *,
    width: float = 1200,
    title: str | None = None,
    theme: Theme = LIGHT,
) -> str:
    """The grid of prices with the markers on it; ``state`` may be only cell -> companies, topmost first."""
    placed = markers_of(state)
    market = definition.market
    rows, columns = len(market.rows), max(len(row) for row in market.rows)
    wide = columns * _WIDE + 2 * _MARGIN
    key = _key(definition, wide, theme)
    board = rows * _HIGH + 2 * _MARGIN
    high = board + _KEY * len(key)
    cells = [_cell(place, cell, theme) for place, cell in market.cells.items()]
    arrows = [_arrow(place, goal, theme) for place, goal in _bends(definition)]
    stacks = [_stack(definition, place, companies, theme) for place, companies in placed.items()]
    return picture(
        element("rect", width=wide, height=high, fill=theme.paper),
        group(*cells, class_="cells"),
        group(*arrows, class_="arrows"),
        group(*stacks, class_="markers"),
        group(*(group(row, transform=at(0, board + 2 + _KEY * n)) for n, row in enumerate(key)), class_="key"),
        width=width,
        view=(0, 0, wide, high),
        title=title or f"{definition.name}: share prices",
        desc=_twin(definition, placed),
        font=theme.font,
    )


def markers_of(state: State | Markers) -> Markers:
    """The markers on the market: cell -> companies, topmost first."""
    return state.market if isinstance(state, State) else state


def _corner(place: CellId) -> tuple[float, float]:
    row, column = place
    return _MARGIN + column * _WIDE, _MARGIN + row * _HIGH


def _color(cell: Cell, theme: Theme) -> str:
    if cell.par:
        return theme.market["par"]
    return theme.market.get(cell.zone, theme.market["plain"])


def _cell(place: CellId, cell: Cell, theme: Theme) -> Markup:
    color = _color(cell, theme)
    return group(
        element(
            "rect",
            x=1,
            y=1,
            width=_WIDE - 2,
            height=_HIGH - 2,
            rx=3,
            fill=color,
            stroke=theme.market["border"],
            stroke_width=1,
        ),
        element(
            "text",
            "×" if cell.closed else str(cell.price),
            x=6,
            y=17,
            font_size=15,
            font_weight=600 if cell.par else 400,
            fill=letters_on(color),
        ),
        _bonus(cell, color, theme),
        transform=at(*_corner(place)),
        data_cell=f"{place[0]},{place[1]}",
    )


def _bonus(cell: Cell, color: str, theme: Theme) -> Markup:
    """What the price adds to a company's income, for each share."""
    if not cell.bonus:
        return join()
    ink = readable(theme.faint, color)
    return element("text", f"+{cell.bonus}", x=_WIDE - 6, y=16, font_size=12, text_anchor="end", fill=ink)


def _bends(definition: Definition) -> list[tuple[CellId, CellId]]:
    """Ends of rows from which a marker goes up or down instead: from where to where."""
    market = definition.market
    bends = []
    for row, column in market.cells:
        for side, goal in ((1, market.right((row, column))), (-1, market.left((row, column)))):
            if (row, column + side) not in market.cells and goal != (row, column):
                bends.append(((row, column), goal))
    return bends


def _arrow(place: CellId, goal: CellId, theme: Theme) -> Markup:
    """Beside the end of a row: where the next step leads."""
    up = goal[0] < place[0]
    x, y = _corner(place)
    shape = "M-6 10C4 10 6 4 6 -6M1 -2L6 -9L11 -2" if up else "M6 -10C-4 -10 -6 -4 -6 6M-11 2L-6 9L-1 2"
    return element(
        "path",
        d=shape,
        fill="none",
        stroke=theme.faint,
        stroke_width=2.2,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=at(x + _WIDE + 10 if up else x - 10, y + _HIGH / 2),
    )


def _stack(definition: Definition, place: CellId, companies: Sequence[str], theme: Theme) -> Markup:
    """Markers on one cell as a pile seen from the side, the topmost on top."""
    x, y = _corner(place)
    wide = _WIDE - 10
    columns = 1 if len(companies) <= 3 else 2
    rows = -(-len(companies) // columns)
    high = min(15.0, (_HIGH - _PRICE - 4) / rows)
    pill = wide / columns - (1.5 if columns > 1 else 0)
    parts = []
    for index, company in enumerate(companies):
        column, row = divmod(index, rows)
        left = 5 + column * wide / columns
        parts.append(_marker(definition, company, left, _PRICE + 1 + row * high, pill, high, theme))
    return group(*parts, transform=at(x, y))


def _marker(definition: Definition, company: str, x: float, y: float, wide: float, high: float, theme: Theme) -> Markup:
    known = definition.companies.get(company)
    color = known.color if known else theme.faint
    return group(
        element(
            "rect",
            x=x,
            y=y,
            width=wide,
            height=high - 0.8,
            rx=3.5,
            fill=color,
            stroke=blend(color, "#000000", 0.5),
            stroke_width=1.2,
        ),
        letters(
            company,
            x + wide / 2,
            y + high / 2 - 0.4,
            min(0.86 * high, 2.5 * wide / 6),
            letters_on(color),
            font_weight=700,
        ),
        class_="marker",
        data_company=company,
    )


def meanings(definition: Definition) -> list[tuple[str, str]]:
    """What is to be seen on the board and what it means: a kind of cell or a sign, and words for it."""
    market, shares = definition.market, definition.shares
    found = []
    if any(cell.par for cell in market.cells.values()):
        found.append(("par", "par prices"))
    for zone in market.zones:
        more = f", more than {shares.holding_limit}% may be held" if zone in shares.unlimited_zones else ""
        found.append((zone, f"{zone} zone: shares count toward no certificate limit{more}"))
    if any(cell.closed for cell in market.cells.values()):
        found.append(("×", "closes the company"))
    if any(cell.bonus for cell in market.cells.values()):
        found.append(("+5", "ten times that, 50, more income a turn"))
    if _bends(definition):
        found.append(("arrows", "where the next step leads from the end of a row"))
    return found


def _key(definition: Definition, wide: float, theme: Theme) -> list[Markup]:
    """What the colours, signs and small figures mean, in rows that fit under the board."""
    rows: list[list[Markup]] = [[]]
    x = _MARGIN
    for sign, words in meanings(definition):
        known = sign in theme.market
        text = words if known else f"{sign}: {words}"
        room = text_width(text, 15) + (28 if known else 0) + 30
        if rows[-1] and x + room > wide - _MARGIN:
            rows.append([])
            x = _MARGIN
        box = element("rect", width=20, height=20, rx=3, fill=theme.market.get(sign), stroke=theme.market["border"])
        label = element("text", text, x=28 if known else 0, y=15, font_size=15, fill=theme.ink)
        rows[-1].append(group(*([box] if known else []), label, transform=at(x, 0)))
        x += room
    return [join(*row) for row in rows]


def _twin(definition: Definition, markers: Markers) -> str:
    market = definition.market
    pars = sorted((cell.price for cell in market.cells.values() if cell.par), reverse=True)
    words = f"Share price board of {definition.name}: par prices {', '.join(map(str, pars))}."
    for place in sorted(markers, key=lambda place: -market.cells[place].price):
        row, column = place
        names = ", ".join(markers[place])
        words += f" {names}: {definition.money(market.cells[place].price)} (row {row + 1}, column {column + 1})."
    return words
