"""What players are worth, during the game and at its end."""

from __future__ import annotations

from kaiping.flow.shares import SHARE, price
from kaiping.flow.table import Table


def shares_value(table: Table, player: str) -> int:
    """A player's shares at their market prices."""
    return sum(
        price(table, company) * percent // SHARE
        for (owner, company), percent in table.state.holdings.items()
        if owner == player and company in table.state.cells
    )


def privates_value(table: Table, player: str) -> int:
    """A player's privates and minors at face value; what companies own counts for nobody."""
    definition, state = table.definition, table.state
    privates = sum(definition.privates[name].worth for name, owner in state.privates.items() if owner == player)
    return privates + sum(definition.minors[name].price for name, owner in state.minors.items() if owner == player)


def totals(table: Table) -> dict[str, int]:
    """Cash and shares less debts, and privates where the edition counts them."""
    state, definition = table.state, table.definition
    worth = {}
    for player in state.players:
        total = state.cash[player] + shares_value(table, player) - state.debt.get(player, 0)
        rules = definition.private_rules
        if rules.count_at_end if state.finished is not None else rules.count_in_game:
            total += privates_value(table, player)
        worth[player] = total
    return worth
