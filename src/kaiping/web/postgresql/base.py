"""Connections from the pool: in time, and alive."""

from __future__ import annotations

import time
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg import IsolationLevel
from psycopg_pool import ConnectionPool

from kaiping.web import patience
from kaiping.web.postgresql.connection import Connection

#: seconds for which a connection is believed to be alive after it was heard
_ALIVE = 1.0


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        pool: ConnectionPool[Connection] = self.pool  # type: ignore[attr-defined]
        pool.open()
        while True:
            with patience.waiting() as seconds:
                try:
                    connection = pool.getconn(timeout=seconds)
                except psycopg.OperationalError:
                    patience.in_vain()
                    raise
            if _is_alive(connection):
                return connection
            pool.putconn(connection)  # which throws it away


def _is_alive(connection: Connection) -> bool:
    """After a restart of the database the pool is full of connections that nobody has told so."""
    if time.monotonic() - connection.heard < _ALIVE and not patience.in_trouble():
        return True
    try:
        connection.execute("")
    except psycopg.Error:
        return False
    return True
