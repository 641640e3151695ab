"""Money at the edge: a bank about to break, a president who cannot pay."""

from __future__ import annotations

from kaiping.action import Block, SellBlocks
from tests.rules.g1890.positions import Position
from tests.rules.g1890.runs import west


def bank_left(position: Position, amount: int, rich: str = "Cy") -> Position:
    """So much in the bank; a player has all the rest."""
    return position.cash(**{rich: position.state.cash[rich] + position.state.bank - amount})


def trainless(edition: str = "C", *, cash: int = 0, ann: int = 50, bo: int = 0) -> Position:
    """Ann's Sanyo with a route and without a train, in phase 6, where the cheapest costs 1100."""
    position = west(Position(edition).company("SY", par=80, cash=cash, Ann=ann, Bo=bo)).phase("6")
    return position.scrap("6", position.state.depot.get("6", 0))


def sale(player: str, **blocks: int) -> SellBlocks:
    """A forced sale of so many per cent of these companies, in this order."""
    return SellBlocks(player, tuple(Block(company, percent) for company, percent in blocks.items()))
