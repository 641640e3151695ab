"""The share prices as a grid of cells, markers in their stacking order."""

from __future__ import annotations

from dataclasses import dataclass

from kaiping import ledger
from kaiping.game import Game
from kaiping.web.spoken import gettext as _


@dataclass(frozen=True)
class CellView:
    """One cell; a cell that is not there keeps the grid's shape."""

    price: int | None
    par: bool = False
    zone: str = ""
    #: a company that comes here closes
    closed: bool = False
    #: companies on the cell, topmost first
    companies: tuple[str, ...] = ()
    #: added to the income for each share
    bonus: int = 0


@dataclass(frozen=True)
class MarketView:
    rows: tuple[tuple[CellView, ...], ...]
    #: zones by their colours, and what is peculiar to each
    zones: tuple[tuple[str, str], ...]
    #: on some cells a company closes
    closing: bool
    #: some cells add to the income of each share
    bonus: bool
    #: prices do not move now
    frozen: bool
    #: starting prices, the dearest first, with who has taken which place, where that settles the operating order
    places: tuple[tuple[int, tuple[str, ...]], ...] = ()
    #: what only this title has to tell below it
    facts: tuple[ledger.Fact, ...] = ()


def market(game: Game) -> MarketView:
    """The grid of the title with the markers of this moment."""
    printed, state = game.definition.market, game.state
    width = 1 + max(column for _row, column in printed.cells)
    height = 1 + max(row for row, _column in printed.cells)
    rows = []
    for row in range(height):
        line = []
        for column in range(width):
            cell = printed.cells.get((row, column))
            if cell is None:
                line.append(CellView(None))
                continue
            markers = state.market.get((row, column), ())
            line.append(CellView(cell.price, cell.par, cell.zone, cell.closed, markers, cell.bonus))
        rows.append(tuple(line))
    return MarketView(
        rows=tuple(rows),
        zones=tuple((zone, _zone_words(game, zone)) for zone in printed.zones),
        closing=any(cell.closed for cell in printed.cells.values()),
        bonus=any(cell.bonus for cell in printed.cells.values()),
        frozen=game.definition.phases[state.phase].frozen or state.frozen,
        places=_places(game),
        facts=ledger.facts(game, "market"),
    )


def _zone_words(game: Game, zone: str) -> str:
    shares = game.definition.shares
    if zone in shares.unlimited_zones:
        words = _("%(zone)s: not counted against the certificate limit, and more than %(limit)d %% may be held")
        return words % {"zone": zone, "limit": shares.holding_limit}
    return _("%(zone)s: not counted against the certificate limit") % {"zone": zone}


def _places(game: Game) -> tuple[tuple[int, tuple[str, ...]], ...]:
    rows = game.definition.shares.rows
    if rows is None:
        return ()
    taken = {place: company for company, place in game.state.rows.items()}
    prices = sorted(game.definition.market.par_cells, reverse=True)
    return tuple((price, tuple(taken.get((price, row), "") for row in range(rows.count))) for price in prices)
