"""Bots of one's own, named by the module that has them: for the command line and for Python.

Whoever names such a bot runs its code, so neither the web table nor a file may: they ask ``kaiping.bots.bot``.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from kaiping import arguments
from kaiping.bots import Bot, bot
from kaiping.errors import BadInput


def any_bot(name: str) -> Bot:
    """The bot of a level, or one of one's own as ``module:name``.

    >>> any_bot("casual") is any_bot("kaiping.bots.casual:BOT")
    True
    """
    module, colon, attribute = arguments.text("the bot", name).partition(":")
    if not colon:
        return bot(name)
    if not all(part.isidentifier() for part in (*module.split("."), attribute)):
        raise BadInput(f"{name!r} names no bot; one of your own is module:name, as in players.mine:BOT")
    try:
        found = getattr(import_module(module), attribute)
    except AttributeError:
        raise BadInput(f"there is no {attribute} in the module {module}") from None
    except Exception as wrong:  # whatever is wrong in a module of somebody's own
        raise BadInput(f"the bot {name} cannot be loaded: {type(wrong).__name__}: {wrong}") from None
    if not callable(getattr(found, "choose", None)) or isinstance(found, type):
        raise BadInput(f"{name} is no bot; a bot has a method choose(game, rng)")
    made: Bot = found
    return made


def look_here() -> None:
    """Let modules of the present folder be found, as ``python -m`` does."""
    here = os.getcwd()
    if not {"", here} & set(sys.path):
        sys.path.insert(0, here)
