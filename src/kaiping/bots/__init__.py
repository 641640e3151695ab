"""Bots: players made of code, for simulations and empty seats."""

from __future__ import annotations

from collections.abc import Mapping

from kaiping import arguments
from kaiping.bots.bot import Bot
from kaiping.bots.levels import FORMER_NAMES, LEVELS
from kaiping.bots.levels import Level as Level
from kaiping.errors import BadInput

#: every bot there is, by name, as it plays with no limit of time
BOTS: Mapping[str, Bot] = {name: level.make(None) for name, level in LEVELS.items()}


def bot(name: str) -> Bot:
    """The bot of that name.

    >>> bot("random").choose  # doctest: +ELLIPSIS
    <bound method RandomBot.choose of ...>
    """
    return BOTS[level(name).name]


def level(name: str) -> Level:
    """The level of that name, or of a name that it once had.

    >>> level("greedy").name
    'casual'
    """
    name = arguments.text("the bot", name)
    try:
        return LEVELS[FORMER_NAMES.get(name, name)]
    except KeyError:
        raise BadInput(f"there is no bot {name!r}; the bots are {', '.join(LEVELS)}") from None


__all__ = ["BOTS", "LEVELS", "Bot", "Level", "bot", "level"]
