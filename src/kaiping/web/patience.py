"""How long anything waits for the database.

A request has two seconds of waiting, over all that it asks; then it is answered that the database is away, and its
thread is free for the next one. What its own work takes is not counted. While the database makes people wait, nobody
waits for those who wait: whoever has stood in line as long is answered at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local
from typing import ParamSpec, TypeVar

from django.db import OperationalError

from kaiping.web import metrics

#: seconds
LIMIT = 2.0
#: for a name that a page can do without
SHORT = 0.25
#: the least that a request gets that has stood in line
_LEAST = 0.2
#: for so many seconds after somebody has waited in vain, those who stand in line are not let in late
_TROUBLE = 5.0

P = ParamSpec("P")
R = TypeVar("R")

_own = local()
_waited_in_vain = [float("-inf")]


class _Purse:
    """What a thread may still wait for; None if it does not matter."""

    def __init__(self, seconds: float | None) -> None:
        self.left = seconds


@contextmanager
def waiting_at_most(seconds: float | None) -> Iterator[None]:
    """All waits of this thread together; None for what nobody waits for, such as a migration."""
    before, _own.purse = getattr(_own, "purse", None), _Purse(seconds)
    try:
        yield
    finally:
        _own.purse = before


@contextmanager
def waiting() -> Iterator[float | None]:
    """Count a wait; what may be waited for at most. Outside of a request each wait counts by itself."""
    purse: _Purse = getattr(_own, "purse", None) or _Purse(LIMIT)
    began, most = time.monotonic(), purse.left
    try:
        yield most
    finally:
        if most is not None:
            purse.left = max(0.0, most - (time.monotonic() - began))


def in_vain() -> None:
    """Somebody has waited as long as one waits."""
    metrics.IN_VAIN.inc()
    _waited_in_vain[0] = time.monotonic()


def in_trouble() -> bool:
    return time.monotonic() - _waited_in_vain[0] < _TROUBLE


def in_turn(arrived: float, act: Callable[P, R], *args: P.args, **more: P.kwargs) -> R:
    """Do something that was asked for at that moment (of ``time.monotonic``) and has stood in line since."""
    stood = time.monotonic() - arrived
    if not in_trouble():
        seconds = LIMIT
    elif stood < LIMIT:
        seconds = max(_LEAST, LIMIT - stood)
    else:
        raise OperationalError("the database keeps everybody waiting")
    with waiting_at_most(seconds):
        return act(*args, **more)
