"""The one place where a failure inside the search ends: it is told, and the game goes on with a plainer run.

So it does where the search needs a package that is not installed; that is told once.

What is told goes to the logger ``kaiping.routes`` as an error: the position as tests write it, and the traceback.
It names hexes, tiles, companies and trains, and no player. With ``KAIPING_STRICT`` in the environment the failure is
raised instead; the tests run so, lest a mistake hide behind a plainer run.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from kaiping.errors import KaipingError
from kaiping.routes.income import RunProblem
from kaiping.routes.network import point

#: set to anything, failures are raised
STRICT = "KAIPING_STRICT"

_log = logging.getLogger("kaiping.routes")

T = TypeVar("T")


class Wrong(Exception):
    """The search found something that cannot be."""


class NoSolver(Exception):
    """A network is too dense to list its routes, and the packages of the extra ``routes`` are not installed."""

    def __init__(self, package: str | None) -> None:
        super().__init__(
            f"the best run on so dense a network takes the package {package}, which is not installed: "
            "pip install 'kaiping[routes]'"
        )


def safely(problem: RunProblem, search: Callable[[], T], *instead: Callable[[], T]) -> T:
    """What a search finds or, where it fails, what is found instead; the last of these is taken as it is."""
    *attempts, last = (search, *instead)
    for attempt in attempts:
        try:
            return attempt()
        except KaipingError:  # what was asked for cannot be
            raise
        except NoSolver as missing:
            _tell_once(str(missing))
        except Exception as error:  # whatever it is, it must not stop a game
            if os.environ.get(STRICT):
                raise
            _tell(problem, error)
    return last()


@cache
def _tell_once(sentence: str) -> None:
    _log.warning("a plainer run stands in for the best one: %s", sentence)


def _tell(problem: RunProblem, error: Exception) -> None:
    try:
        _log.error("the search for the best run failed: %s", in_words(problem), exc_info=error)
    except Exception:  # to tell of a failure must not be another
        _log.error("the search for the best run failed, and the position cannot be written down")


def in_words(problem: RunProblem) -> str:
    """Everything that the runs of a company depend on, but for what is printed."""
    trains = " ".join(train.name for train in problem.trains)
    words = [f"company {problem.company!r}", f"trains {trains!r}"]
    if problem.origin is not None:
        laid, placed, values, privileges = problem.origin
        tiles = " ".join(f"{name}:{tile}/{rotation}" for name, (tile, rotation) in laid.items())
        tokens = " ".join(f"{point(stop)}:{','.join(owners)}" for stop, owners in placed.items())
        words += [f"tiles {tiles!r}", f"tokens {tokens!r}", f"values {values}", repr(privileges)]
    return ", ".join(words)
