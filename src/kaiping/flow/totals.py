"""What players are worth, during the game and at its end."""

from __future__ import annotations

from msgspec import Struct

from kaiping.flow.play import Play
from kaiping.flow.shares import SHARE, price


class Worth(Struct, frozen=True, gc=False):
    """What a player is worth, by its parts."""

    cash: int
    shares: int
    privates: int
    debt: int

    @property
    def total(self) -> int:
        return self.cash + self.shares + self.privates - self.debt


def shares_value(table: Play, player: str) -> int:
    """A player's shares at their market prices."""
    return sum(
        price(table, company) * percent // SHARE
        for (owner, company), percent in table.state.holdings.items()
        if owner == player and company in table.state.cells
    )


def privates_value(table: Play, player: str) -> int:
    """A player's privates and minors at face value; what companies own counts for nobody."""
    definition, state = table.definition, table.state
    privates = sum(definition.privates[name].worth for name, owner in state.privates.items() if owner == player)
    return privates + sum(definition.minors[name].price for name, owner in state.minors.items() if owner == player)


def _privates_count(table: Play, player: str) -> bool:
    """Do a player's privates count now? Of a bankrupt player some books count nothing but shares (1888-2021:IX.1.3)."""
    rules, state = table.definition.private_rules, table.state
    if player == state.bankrupt and not table.definition.ending.bankrupt_counts_privates:
        return False
    return rules.count_in_game if state.finished is None else rules.count_at_end


def totals(table: Play) -> dict[str, int]:
    """What all players are worth."""
    return {player: worth(table, player).total for player in table.state.players}


def worth(table: Play, player: str) -> Worth:
    """Cash and shares less debts, and privates where the edition counts them."""
    return Worth(
        cash=table.state.cash[player],
        shares=shares_value(table, player),
        privates=privates_value(table, player) if _privates_count(table, player) else 0,
        debt=table.state.owed(player),
    )
