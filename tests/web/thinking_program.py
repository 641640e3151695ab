"""``kaiping`` with bots that think as tests wish: ``python -m tests.web.thinking_program serve ...``.

The processes in which bots think read this module anew, and so know these levels; nobody else does.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import NoReturn, cast

from kaiping.action import AnyAction, Pass
from kaiping.bots import BOTS, LEVELS, Bot, Level
from kaiping.bots import bot as find_bot
from kaiping.cli import bench_load
from kaiping.game import Game
from kaiping.web.games import minds

#: bots think as long as this file is there
GATE = Path(os.environ.get("KAIPING_TEST_GATE", "/nowhere"))


class Thinking:
    """Does something, and then plays like the casual bot."""

    def __init__(self, first: Callable[[], None]) -> None:
        self._first = first

    def choose(self, game: Game, rng: Random) -> AnyAction:
        self._first()
        return find_bot("casual").choose(game, rng)


class Illegal:
    """Names a seat that nobody has."""

    def choose(self, game: Game, rng: Random) -> AnyAction:
        return Pass(actor="nobody")


def _wait() -> None:
    while GATE.exists():
        time.sleep(0.01)


def _stumble() -> NoReturn:
    raise RuntimeError("a mistake in a bot")


def _die() -> NoReturn:
    os._exit(3)


def _never() -> None:
    time.sleep(3600)


def _work() -> None:
    """A second of work, as a search would do it."""
    until = time.monotonic() + 1
    while time.monotonic() < until:
        sum(range(1000))


_NEW: dict[str, Bot] = {
    "patient": Thinking(_wait),
    "busy": Thinking(_work),
    "faulty": Thinking(_stumble),
    "deadly": Thinking(_die),
    "stuck": Thinking(_never),
    "illegal": Illegal(),
}


def _level(name: str, made: Bot) -> Level:
    return Level(name, f"Is {name}.", lambda seconds: made, thinks=True)


def register() -> None:
    levels, bots = cast(dict[str, Level], LEVELS), cast(dict[str, Bot], BOTS)
    for name, made in _NEW.items():
        levels[name], bots[name] = _level(name, made), made


def live(line: Connection[bytes, bytes]) -> None:
    """The life of a process in which these bots think, for tests that ask it without a server."""
    register()
    minds.live(line)


if __name__ in ("__main__", "__mp_main__"):  # a program, or a process that it has started
    register()
    minds.GRACE = 300.0
    bench_load.PROGRAM = ("-m", "tests.web.thinking_program")

if __name__ == "__main__":
    from kaiping.cli import main

    sys.exit(main(sys.argv[1:]))
