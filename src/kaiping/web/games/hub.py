"""Tells listening pages that a table has changed.

Each process has one hub on its event loop. A change that rings (``bell.py``) is looked at at once. Over PostgreSQL all
do, wherever they were made; with SQLite, or while PostgreSQL cannot be heard, changes made by other processes are found
by one cheap look at all tables listened to, a few times a second, however many listen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from django.db import Error, close_old_connections, connection

from kaiping.web.games import bell
from kaiping.web.games.models import Table

#: seconds until a lost connection is tried again
AGAIN = 1.0

_log = logging.getLogger(__name__)


class Counters(NamedTuple):
    """How far a table has come: its counters."""

    revision: int
    said: int
    seated: int

    def later(self, other: Counters) -> Counters:
        """The later of two; counters only grow."""
        return Counters(*map(max, self, other))


#: what is told of a table that has been taken away
GONE = Counters(-1, -1, -1)


class Hub:
    """Listeners by table."""

    def __init__(self) -> None:
        self._queues: dict[int, set[asyncio.Queue[Counters | None]]] = {}
        self._known: dict[int, Counters] = {}
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        #: tables to look at before the next look at all of them, and when that is due
        self._rung: set[int] = set()
        self._due = 0.0
        #: whether the changes of all processes are heard
        self._hears = False
        self._stopping = False
        bell.on_ring(self._ring)

    def _ring(self, table: int) -> None:
        """From any thread: look at a table now."""
        if table in self._queues and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look_at, table)

    def _look_at(self, table: int) -> None:
        self._rung.add(table)
        self._wake.set()

    @asynccontextmanager
    async def listen(self, table: int) -> AsyncIterator[asyncio.Queue[Counters | None]]:
        """A queue on which every later state of its counters arrives, or ``GONE``, and None when the server stops."""
        queue: asyncio.Queue[Counters | None] = asyncio.Queue()
        self._queues.setdefault(table, set()).add(queue)
        if table in self._known:  # so that nothing is missed between reading the table and listening to it
            queue.put_nowait(self._known[table])
        else:
            self._look_at(table)
        try:
            yield queue
        finally:
            listeners = self._queues[table]
            listeners.discard(queue)
            if not listeners:
                del self._queues[table]
                self._known.pop(table, None)

    async def run(self) -> None:
        """Look and tell until stopped; without listeners, sleep."""
        ears = asyncio.create_task(self._hear()) if bell.rings_everywhere() else None
        try:
            await self._look()
        finally:
            if ears is not None:
                ears.cancel()
                await asyncio.wait({ears})

    async def _hear(self) -> None:
        """Listen to the changes of all processes; what was missed while nothing could be heard is looked for once."""
        while True:
            try:
                async with bell.hearing() as tables:
                    self._look_at_all(hears=True)
                    async for table in tables:
                        if table in self._queues:
                            self._look_at(table)
            except (Error, OSError) as wrong:
                _log.warning("changes elsewhere cannot be heard: %s", " ".join(str(wrong).split()))
            finally:
                self._look_at_all(hears=False)
            await asyncio.sleep(AGAIN)

    def _look_at_all(self, *, hears: bool) -> None:
        self._hears, self._due = hears, 0.0
        self._wake.set()

    async def _look(self) -> None:
        while not self._stopping:
            if not self._queues:
                self._wake.clear()
                await self._wake.wait()
                continue
            tables = self._to_look_at()
            try:
                found = await asyncio.to_thread(_counters, tables)
            except Error as wrong:
                _log.warning("the tables could not be looked at: %s", " ".join(str(wrong).split()))
                found, tables = [], []
                self._due = min(self._due, self._loop.time() + bell.LOOK)
            for row in found:
                self._tell(row[0], Counters(*row[1:]))
            for table in {*tables} - {row[0] for row in found}:
                self._tell(table, GONE)
            await self._pause()

    def _tell(self, table: int, counters: Counters) -> None:
        if table in self._queues and self._known.get(table) != counters:
            self._known[table] = counters
            for queue in self._queues[table]:
                queue.put_nowait(counters)

    def _to_look_at(self) -> list[int]:
        """All tables when that is due, otherwise those that rang."""
        rung, self._rung = self._rung, set()
        now = self._loop.time()
        if now < self._due:
            return [table for table in rung if table in self._queues]
        self._due = now + (bell.LOOK_SELDOM if self._hears else bell.LOOK)
        return list(self._queues)

    async def _pause(self) -> None:
        if not self._rung:
            self._wake.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), max(0.0, self._due - self._loop.time()))

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()
        for queues in self._queues.values():
            for queue in queues:
                queue.put_nowait(None)


def _counters(tables: list[int]) -> list[tuple[int, ...]]:
    """Tables with their counters; by plain SQL: of thousands of tables the library's rows cost more than pages do."""
    if not tables:
        return []
    numbers = ",".join(map(str, map(int, tables)))
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT id, revision, said, seated FROM {Table._meta.db_table} WHERE id IN ({numbers})")
            rows: list[tuple[int, ...]] = cursor.fetchall()
            return rows
    finally:
        close_old_connections()
