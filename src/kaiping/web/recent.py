"""What a process remembers of itself for whoever runs the server: its slowest requests, and what it complained of."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock

import msgspec

#: slow requests that are kept, and for how many seconds
MOST_SLOW = 20
WITHIN = 3600.0
#: complaints that are kept
MOST_COMPLAINTS = 50


class Slow(msgspec.Struct, frozen=True):
    """A request that took long."""

    at: float
    seconds: float
    method: str
    route: str
    path: str
    status: int


class Complaint(msgspec.Struct, frozen=True):
    """A line of the log."""

    at: float
    level: str
    logger: str
    text: str
    path: str = ""


class Recent:
    """The slowest requests of the last hour and the last complaints; from any thread."""

    def __init__(self, most: int = MOST_SLOW, within: float = WITHIN) -> None:
        self._most, self._within = most, within
        self._lock = Lock()
        self._slow: list[Slow] = []
        #: what a request must take to be kept, and until when that holds
        self._floor, self._until = 0.0, 0.0
        self._complaints: deque[Complaint] = deque(maxlen=MOST_COMPLAINTS)

    def is_slow(self, seconds: float) -> bool:
        """Would it be kept? Asked for every request, so that hardly any costs more than this."""
        return seconds >= self._floor or time.time() >= self._until

    def took(self, one: Slow) -> None:
        with self._lock:
            self._slow = sorted([*self._still(), one], key=lambda kept: -kept.seconds)[: self._most]
            self._floor = self._slow[-1].seconds if len(self._slow) == self._most else 0.0
            self._until = min(kept.at for kept in self._slow) + self._within

    def complained(self, one: Complaint) -> None:
        with self._lock:
            self._complaints.append(one)

    @property
    def slow(self) -> list[Slow]:
        with self._lock:
            return self._still()

    @property
    def complaints(self) -> list[Complaint]:
        """The latest first."""
        with self._lock:
            return list(self._complaints)[::-1]

    def _still(self) -> list[Slow]:
        since = time.time() - self._within
        return [kept for kept in self._slow if kept.at > since]


#: one for each process
RECENT = Recent()
