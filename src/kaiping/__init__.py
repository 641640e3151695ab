"""Kaiping: play, learn and study railway games of the 18xx family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from kaiping.errors import BadInput, IllegalAction, KaipingError, Reason
from kaiping.game import Game, LegalActions

__version__ = "0.1.0"
__all__ = [
    "BadInput",
    "Game",
    "IllegalAction",
    "KaipingError",
    "LegalActions",
    "Reason",
    "from_position",
    "load",
    "new_game",
]


def new_game(
    title: str,
    *,
    edition: str | None = None,
    players: Sequence[str],
    seed: int | None = None,
    options: Iterable[str] = (),
) -> Game:
    """A new game of a title, in the newest printed edition if none is named.

    Players sit as they are named; with a seed, chance decides who sits where. Options are named as ``kaiping titles``
    lists them, in any order.
    """
    seats = list(players)
    if seed is not None:
        Random(seed).shuffle(seats)
    return Game(title, edition=edition, players=seats, seed=seed, options=options)


def from_position(position: Mapping[str, Any] | str, *, seed: int | None = None) -> Game:
    """A game that plays on from a position: what ``Game.position`` gives, or a text with the position's code."""
    from kaiping.records.exact import from_position as read

    return read(position, seed=seed)


def load(file: str | Path) -> Game:
    """Read a game from a file, native or of 18xx.games."""
    from kaiping.records import load as load_file

    return load_file(Path(file))
