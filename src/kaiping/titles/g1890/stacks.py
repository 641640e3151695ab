"""Stacks of price tokens: companies that have started lie above those that have not (1890:10.8.3)."""

from __future__ import annotations

from kaiping.flow.play import Play


def raise_started(table: Play) -> None:
    """At the end of an operating round started companies come to the top of their stacks, in the order they lie in."""
    state, floated = table.state, table.state.floated
    state.market = {
        cell: tuple(sorted(stack, key=lambda company: company not in floated)) for cell, stack in state.market.items()
    }
