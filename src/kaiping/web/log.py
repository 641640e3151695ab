"""What the server writes down: not the same thing again and again, whoever makes it happen."""

from __future__ import annotations

import logging
import time
from threading import Lock

#: lines of one kind within so many seconds
MOST = 10
WITHIN = 60.0
#: kinds that are remembered
_KINDS = 1_000


class Seldom(logging.Filter):
    """Lets a few lines of each kind through; the first after a pause says how many there were besides."""

    def __init__(self, most: int = MOST, within: float = WITHIN) -> None:
        super().__init__()
        self._most, self._within = most, within
        self._lock = Lock()
        #: for each kind when its first line was written, how many were, and how many were left out
        self._seen: dict[tuple[str, str], tuple[float, int, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = (record.name, str(record.msg)[:200]), time.monotonic()
        with self._lock:
            began, written, dropped = self._seen.get(kind, (now, 0, 0))
            if now - began >= self._within:
                began, written = now, 0
            passes = written < self._most
            if len(self._seen) >= _KINDS and kind not in self._seen:
                self._seen.clear()
            self._seen[kind] = (began, written + 1, 0) if passes else (began, written, dropped + 1)
        if passes and dropped:
            record.msg, record.args = f"{record.getMessage()} ({dropped} more like it were left out)", None
        return passes
