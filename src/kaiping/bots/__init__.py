"""Bots: players made of code, for simulations and empty seats."""

from __future__ import annotations

from collections.abc import Mapping

from kaiping import arguments
from kaiping.bots.bot import Bot
from kaiping.bots.greedy import GreedyBot
from kaiping.bots.random_bot import RandomBot
from kaiping.errors import BadInput

#: every bot there is, by name
BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}


def bot(name: str) -> Bot:
    """The bot of that name.

    >>> bot("random").choose  # doctest: +ELLIPSIS
    <bound method RandomBot.choose of ...>
    """
    try:
        return BOTS[arguments.text("the bot", name)]
    except KeyError:
        raise BadInput(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}") from None


__all__ = ["BOTS", "Bot", "bot"]
