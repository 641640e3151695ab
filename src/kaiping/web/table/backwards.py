"""A game read from its end, which costs no copy for each position."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.game import Game


def backwards(game: Game, first: int = 0) -> Iterator[Game]:
    """The game at each moment, the latest first; the same object each time, so what is wanted is read at once."""
    walker = game.copy()
    while True:
        yield walker
        if walker.played <= first:
            return
        walker.undo()
