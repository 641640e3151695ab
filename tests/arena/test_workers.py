"""Processes that play: Ctrl-C reaches each of them, and it is for whoever started them to end."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from kaiping.arena.contest import Match, contest, matches
from kaiping.arena.workers import play_here
from kaiping.errors import KaipingError

HELD = contest("1888", ["random", "casual"], players=2)


def signalling(todo: Iterable[Match], sign: signal.Signals) -> Iterator[Match]:
    """Sends a signal to all processes there are whenever the next game is asked for: some begin then, others play."""
    for match in todo:
        for child in multiprocessing.active_children():
            assert child.pid is not None
            with suppress(ProcessLookupError):
                os.kill(child.pid, sign)
        yield match


@pytest.fixture(autouse=True)
def _none_is_left() -> Iterator[None]:
    yield
    for child in multiprocessing.active_children():
        child.join(30)
        assert not child.is_alive()


def test_those_that_play_do_not_end_by_an_interrupt():
    todo = list(matches(HELD, 6))
    assert sorted(one.index for one in play_here(HELD, signalling(todo, signal.SIGINT), 2)) == [0, 1, 2, 3, 4, 5]


def test_one_that_is_ended_from_outside_is_told():
    with pytest.raises(KaipingError, match="ended from outside"):
        list(play_here(HELD, signalling(matches(HELD, 6), signal.SIGTERM), 2))


def test_an_interrupt_is_one_for_whoever_listens(monkeypatch: pytest.MonkeyPatch):
    """Also if it comes while processes are started."""
    submit, begun = ProcessPoolExecutor.submit, list[int]()

    def interrupted(pool: ProcessPoolExecutor, what: Any, *args: Any) -> Future[Any]:
        begun.append(1)
        if len(begun) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return submit(pool, what, *args)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(play_here(HELD, matches(HELD, 6), 2))
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
