"""Kaiping: play, learn and study railway games of the 18xx family.

>>> game = new_game("1888", players=["Ann", "Bo", "Cy"])
>>> game.play(game.legal_actions()[1])
>>> game.log()[-1]
'Ann buys KT for ¥25'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from kaiping.definition import Definition
    from kaiping.errors import BadInput, IllegalAction, KaipingError, Reason
    from kaiping.game import Game, LegalActions, VariantLike
    from kaiping.titles import editions as titles

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
    "titles",
]

#: where the names are that take a while to load: a program that only says its version need not wait for the rules
_ELSEWHERE = {
    "BadInput": "errors",
    "Game": "game",
    "IllegalAction": "errors",
    "KaipingError": "errors",
    "LegalActions": "game",
    "Reason": "errors",
}


def __getattr__(name: str) -> Any:
    if name == "titles":
        return import_module("kaiping.titles")  # the package, which can be called
    if name in _ELSEWHERE:
        return getattr(import_module(f"kaiping.{_ELSEWHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def new_game(
    title: str | Definition,
    players: Sequence[str],
    *,
    edition: str | None = None,
    seed: int | None = None,
    options: Iterable[str] = (),
    variant: VariantLike | None = None,
) -> Game:
    """A new game of a title, in the newest printed edition if none is named.

    Players sit as they are named; with a seed, chance decides who sits where. Options are named as ``kaiping titles``
    lists them, in any order. A variant of one's own is a TOML file, or its content, that is laid over the edition
    (docs/options.md); a ``Definition`` may stand in place of the title.
    """
    from random import Random

    from kaiping import arguments
    from kaiping.game import Game

    seats = list(arguments.in_order("players", players))
    if arguments.seed(seed) is not None:
        Random(seed).shuffle(seats)
    return Game(title, edition=edition, players=seats, seed=seed, options=options, variant=variant)


def from_position(position: Mapping[str, Any] | str, *, seed: int | None = None) -> Game:
    """A game that plays on from a position: what ``Game.position`` gives, or a text with the position's code."""
    from kaiping.records.exact import from_position as read

    return read(position, seed=seed)


def load(file: str | Path) -> Game:
    """Read a game from a file, native or of 18xx.games."""
    from kaiping import arguments
    from kaiping.records import load as load_file

    return load_file(arguments.path(file))
