"""What an action costs or brings, as the rules reckon it."""

from __future__ import annotations

from typing import NamedTuple

from kaiping.action import BuyShare, Dividend, LayTile, Par, PlaceToken, SellShares
from kaiping.flow.operating import forced_sale
from kaiping.flow.operating.dividend import kept_back
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.station import next_cost
from kaiping.flow.operating.track import terrain_cost
from kaiping.flow.operating.train_purchase import shortfall
from kaiping.flow.raising import Holding
from kaiping.flow.shares import proceeds, share_price
from kaiping.flow.stock import free_rows
from kaiping.game import Game


def lay_cost(game: Game, action: LayTile) -> int:
    """What a tile costs its company; one that a private lays is free."""
    return 0 if action.private is not None else terrain_cost(game.table(), action.company, action.hex)


def token_cost(game: Game, action: PlaceToken) -> int:
    return next_cost(game.table(), action.company) or 0


def share_cost(game: Game, action: BuyShare) -> int:
    return share_price(game.table(), action.company, action.source)


class Floating(NamedTuple):
    """What a company needs to float: so much of it held by its president, or sold to anybody; None: not that."""

    held: int | None = None
    sold: int | None = None


def floating(game: Game, company: str) -> Floating:
    """What a company would need to float if it were started now."""
    rules, train = game.definition.shares, game.definition.shares.by_train
    by_train = train is not None and company not in train.not_for and not game.table().at_least(train.until)
    if game.definition.companies[company].formed_by_minors or by_train:
        return Floating()
    held = game.definition.phases[game.state.phase].float_percent
    return Floating(held=held) if held else Floating(sold=rules.float_percent or None)


def sale_proceeds(game: Game, action: SellShares) -> int:
    return proceeds(game.table(), action.company, action.percent)


def par_place(game: Game, action: Par) -> int | None:
    """The place in the operating order that a company gets with its starting price, where there are such places."""
    if action.row is not None:
        return action.row
    return next(iter(free_rows(game.table(), action.price)), None)


def train_shortfall(game: Game, company: str) -> int | None:
    """What a company lacks for the cheapest train that it must buy; None where that cannot be known."""
    if game.cash(company) is None:
        return None
    return shortfall(game.table(), company) or 0


def saleable(game: Game, company: str) -> list[Holding]:
    """What the president may sell for the train that a company must buy: shares, prices, and how many at most."""
    return forced_sale.saleable(game.table(), company)


def dividend_paid(game: Game, action: Dividend) -> tuple[int, int]:
    """The revenue of the run that is decided on, and what of it would be paid out to all shares together."""
    top = game.state.stack[-1]
    revenue = top.revenue if isinstance(top, OperatingRound) else game.state.revenue.get(action.company, 0)
    return revenue, revenue - kept_back(game.definition, game.state.phase, action.company, revenue)
