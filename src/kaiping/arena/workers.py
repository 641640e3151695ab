"""Where the games are played: in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice

from kaiping.arena.contest import Contest, Match
from kaiping.arena.play import Outcome, play_match
from kaiping.errors import BadInput, KaipingError


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(held: Contest, todo: Iterable[Match], workers: int) -> Generator[Outcome]:
    """On so many processes, each game when it ends; whoever stops listening stops them."""
    if workers == 1:
        yield from (play_match(held, match) for match in todo)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_ignore_interrupt)
    running: set[Future[Outcome]] = set()
    todo = iter(todo)
    try:
        while True:
            for match in islice(todo, 2 * workers - len(running)):
                running.add(_begun(pool, held, match))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                yield one.result()
    except BrokenProcessPool:
        raise KaipingError("a process that played was ended from outside; what was played until then is kept") from None
    finally:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)


def _begun(pool: ProcessPoolExecutor, held: Contest, match: Match) -> Future[Outcome]:
    """A game that will be played; for the first ones a process is started besides."""
    with _deaf_children():
        try:
            return pool.submit(play_match, held, match)
        except OSError:  # while one process is started another one has ended, and what leads to them is closed
            raise BrokenProcessPool from None


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes that are started here do not hear of Ctrl-C, not even while they begin; for us it waits so long.

    It reaches every process: if those that play ended by it, we could see that they are gone before we are told why.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupt() -> None:
    """The same where signals cannot be kept waiting; we end those that play ourselves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check_heard(address: str) -> None:
    """Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return  # "auto" and the like: Ray looks for the cluster of this machine
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, ValueError, OverflowError) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise BadInput(f"there is no Ray cluster at {address}: {why}") from None


def play_on_ray(held: Contest, todo: Iterable[Match], address: str) -> Generator[Outcome]:
    """On all processors of a cluster that is there already."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would call home
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise BadInput('--ray needs the extra "arena": pip install "kaiping[arena]"') from None
    _check_heard(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, configure_logging=False)
    except (ConnectionError, RuntimeError, ValueError) as wrong:
        raise BadInput(f"there is no Ray cluster at {address}: {str(wrong).splitlines()[0]}") from None
    try:
        far = ray.remote(play_match)
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        room = 2 * max(1, int(resources.get("CPU", 1)))
        known = ray.put(held)
        todo = iter(todo)
        running = [far.remote(known, match) for match in islice(todo, room)]
        while running:
            done, running = ray.wait(running)
            running += [far.remote(known, match) for match in islice(todo, len(done))]
            yield from ray.get(done)
    except ray.exceptions.RayError as wrong:
        raise KaipingError(f"the cluster failed: {str(wrong).splitlines()[0]}; what was played is kept") from None
    finally:
        ray.shutdown()
