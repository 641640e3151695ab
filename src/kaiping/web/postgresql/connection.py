"""A connection that gives up when the database does not answer, even if it is frozen and its machine is not."""

from __future__ import annotations

import time
from typing import Any

import psycopg

from kaiping.web import patience


class Connection(psycopg.Connection[Any]):
    """A wait that takes too long ends the connection: what is on its way on it cannot be told apart any more."""

    #: when the database was last heard on it
    heard = 0.0

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        with patience.waiting() as seconds:
            began = time.monotonic()
            try:
                found = super().wait(gen, interval, seconds)
            except psycopg.OperationalError as wrong:
                if seconds is None or time.monotonic() - began < seconds or wrong.sqlstate is not None:
                    raise
                self.close()
                patience.in_vain()
                raise psycopg.OperationalError("the database has not answered in time") from None
        self.heard = time.monotonic()
        return found
