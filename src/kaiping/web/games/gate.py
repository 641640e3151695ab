"""Drawing pages one at a time, those of people who act before those of people who look on.

Python runs one thread at a time anyway. Without a gate, ten pages drawn at once all take ten times as long; with it
each takes its own time, and an action waits for one drawing at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class Gate:
    """Lets one through at a time; the urgent go first."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._busy = False
        self._urgent = 0

    @contextmanager
    def passing(self, *, urgent: bool) -> Iterator[None]:
        with self._changed:
            self._urgent += urgent
            try:
                self._changed.wait_for(lambda: not self._busy and (urgent or not self._urgent))
            finally:
                self._urgent -= urgent
            self._busy = True
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()


#: one for each process
GATE = Gate()
