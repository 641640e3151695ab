"""Bots: players made of code, for simulations and empty seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from kaiping import arguments
from kaiping.bots.advice import Adviser
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


def adviser(name: str) -> Adviser:
    """The bot of that name, if it can tell what it compares.

    >>> adviser("casual") is bot("casual")
    True
    """
    found = bot(name)
    if not hasattr(found, "advise"):
        raise BadInput(f"the bot {level(name).name} does not think, so it has no advice to give")
    return cast(Adviser, found)


def level(name: str) -> Level:
    """The level of that name, or of a name that it once had.

    >>> level("greedy").name
    'casual'
    """
    name = arguments.text("the bot", name)
    try:
        return LEVELS[present_name(name)]
    except KeyError:
        raise BadInput(f"there is no bot {name!r}; the bots are {', '.join(LEVELS)}") from None


def present_name(name: str) -> str:
    """What a bot is called today; one that is not known keeps its name.

    >>> present_name("greedy"), present_name("somebody")
    ('casual', 'somebody')
    """
    return FORMER_NAMES.get(name, name)


def offered() -> list[Level]:
    """The levels in the order in which people are offered them: from the weakest on, and last the one for tests.

    >>> [one.name for one in offered()][0], [one.name for one in offered()][-1]
    ('casual', 'random')
    """
    for_tests, *others = LEVELS.values()
    return [*others, for_tests]


__all__ = ["BOTS", "LEVELS", "Adviser", "Bot", "Level", "adviser", "bot", "level", "offered", "present_name"]
