"""Rings when a table has changed, so that its listeners need not wait for the next look.

PostgreSQL carries the sound to every process on every machine, as part of the transaction that changes the table. With
SQLite it is heard in the process that made the change.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from django.db import Error, connection, transaction

#: what PostgreSQL calls the bell
_CHANNEL = "kaiping_tables"
#: seconds after which whoever listens looks all the same: where only this process is heard, and where all are
LOOK = 0.3
LOOK_SELDOM = 30.0
#: seconds until a line on which nothing comes back is given up: after the first so many, thrice so many
_SILENT, _PROBE = 15, 5

_listeners: list[Callable[[int], None]] = []


def on_ring(listener: Callable[[int], None]) -> None:
    """Call a function, from whatever thread, with the id of each table that changes in this process."""
    _listeners.append(listener)


def ring(table: int) -> None:
    """To be called in the transaction that changes a table: it is heard when that is committed, and else never."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [_CHANNEL, str(table)])
    else:
        transaction.on_commit(partial(_ring_here, table))


def _ring_here(table: int) -> None:
    for listener in _listeners:
        listener(table)


def rings_everywhere() -> bool:
    """Whether all processes that share the database can hear each other."""
    return connection.vendor == "postgresql"


@asynccontextmanager
async def hearing() -> AsyncIterator[AsyncIterator[int]]:
    """The ids of tables that change anywhere, from now on, over a connection that serves nothing else.

    An error of the database when it cannot be had, or is lost.
    """
    import psycopg

    try:
        async with await psycopg.AsyncConnection.connect(
            os.environ["KAIPING_DATABASE_URL"],
            autocommit=True,
            connect_timeout=2,
            keepalives_idle=_SILENT,
            keepalives_interval=_PROBE,
            keepalives_count=3,
        ) as line:
            await line.execute(f"LISTEN {_CHANNEL}")
            yield (int(notice.payload) async for notice in line.notifies() if notice.payload.isdecimal())
    except psycopg.Error as wrong:
        raise Error(str(wrong)) from None
