"""What every viewer of a position sees alike is worked out once and kept as long as the game is.

Pieces that most actions leave as they are, such as a row of a table, are kept by their value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from kaiping.game import Game
from kaiping.state import State

Found = TypeVar("Found")

#: game -> the position for which things are kept, and the things by their names
_KEPT: WeakKeyDictionary[Game, tuple[State, dict[Hashable, Any]]] = WeakKeyDictionary()


def cached(game: Game, name: Hashable, make: Callable[[], Found]) -> Found:
    """What was made under a name for the present position, or what is made now; it must not hold the game itself.

    Almost everything has words in it, so it is kept for each language by itself.
    """
    entry = _KEPT.get(game)
    if entry is None or entry[0] is not game.state:
        entry = _KEPT[game] = (game.state, {})
    things, key = entry[1], (name, get_language())
    if key not in things:
        things[key] = make()
    found: Found = things[key]
    return found


def panel(game: Game, name: str, key: Hashable, context: Callable[[], dict[str, Any]]) -> SafeString:
    """The template of a panel rendered for a position, once for each key."""

    def make() -> SafeString:
        return render_to_string(f"table/{name}.html", context())

    return cached(game, ("panel", name, key), make)


def fragment(name: str, **values: Hashable) -> SafeString:
    """A template rendered for values that do not change: the same values give the same piece."""
    return _fragment(name, get_language(), tuple(values.items()))


@lru_cache(maxsize=4096)
def _fragment(name: str, language: str | None, values: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return render_to_string(f"table/{name}.html", dict(values))
