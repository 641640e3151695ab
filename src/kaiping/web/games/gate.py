"""Drawing pages one at a time, those of people who act before those of people who look on.

Python runs one thread at a time anyway. Without a gate, ten pages drawn at once all take ten times as long; with it
each takes its own time, and an action waits for one drawing at most. Nobody waits long: a page that takes its time,
such as one that looks for the best run in a dense network, holds up no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

#: seconds after which one goes through anyway
PATIENCE = 0.2


class Gate:
    """Lets one through at a time; the urgent go first."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._changed = Condition()
        self._inside = 0
        self._urgent = 0

    @contextmanager
    def passing(self, *, urgent: bool) -> Iterator[None]:
        with self._changed:
            self._urgent += urgent
            try:
                self._changed.wait_for(lambda: not self._inside and (urgent or not self._urgent), self._patience)
            finally:
                self._urgent -= urgent
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()


#: one for each process
GATE = Gate()
