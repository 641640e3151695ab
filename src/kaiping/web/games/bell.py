"""Rings within one process when a table has changed, so that its listeners need not wait for the next look."""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[int], None]] = []


def on_ring(listener: Callable[[int], None]) -> None:
    """Call a function, from whatever thread, with the id of each table that changes."""
    _listeners.append(listener)


def ring(table: int) -> None:
    for listener in _listeners:
        listener(table)
