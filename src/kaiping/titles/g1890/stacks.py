"""Stacks of price tokens: companies that have started lie above those that have not (1890:10.8.3)."""

from __future__ import annotations

from kaiping.flow.play import Play


def raise_started(table: Play) -> None:
    """At the end of an operating round started companies come to the top of their stacks, in the order they lie in."""
    market, floated = table.state.market, table.state.floated
    for cell, stack in market.items():
        market[cell] = tuple(sorted(stack, key=lambda company: company not in floated))
