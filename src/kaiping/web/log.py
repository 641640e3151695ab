"""What the server writes down: not the same thing again and again, nothing that opens a door, as text or as JSON."""

from __future__ import annotations

import json
import logging
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from threading import Lock, local
from typing import Any, NamedTuple

from kaiping.errors import BadInput
from kaiping.web.recent import RECENT, Complaint

#: chooses the form of the lines
VARIABLE = "KAIPING_LOG"
FORMS = ("plain", "json")

#: lines of one kind within so many seconds
MOST = 10
WITHIN = 60.0
#: kinds that are remembered
_KINDS = 1_000

#: what stands before a secret, and the secret: links that let somebody in, tokens, passwords within addresses
_SECRETS = (
    re.compile(
        r"(/(?:invitations?|watch|forgotten|settings/(?:new-)?address|take-over|shared-plan)/)[^\s'\"<>()\[\],]+"
    ),
    re.compile(r"\b(kaiping_|hook_)[\w-]{20,}"),
    re.compile(r"\b(bearer\s+)[^\s'\",]+", re.IGNORECASE),
    re.compile(r"(://[^\s:/@]*:)[^\s/@]+(?=@)"),
    re.compile(r"(\bwith url: )\S+"),  # of a push service
)


def form_of(text: str) -> str:
    """The form that a setting names."""
    chosen = text.strip() or FORMS[0]
    if chosen not in FORMS:
        raise BadInput(f"{VARIABLE} should be {' or '.join(FORMS)}")
    return chosen


def discreet(text: str) -> str:
    """A text without what would let its reader in somewhere.

    >>> discreet("Not Found: /forgotten/MQ/abc-123"), discreet("postgresql://ann:secret@db/kaiping")
    ('Not Found: /forgotten/…', 'postgresql://ann:…@db/kaiping')
    """
    for secret in _SECRETS:
        text = secret.sub(r"\1…", text)
    return text


# --- the request that a thread works on ---------------------------------------------------------------


_numbers = count(1)
_own = local()


class Asked(NamedTuple):
    """A request."""

    number: int
    method: str
    path: str

    @classmethod
    def now(cls, method: str, path: str) -> Asked:
        return cls(next(_numbers), method, path)

    @property
    def id(self) -> str:
        """Which one it is, among all processes of this machine."""
        return f"{os.getpid():x}-{self.number:x}"


@contextmanager
def working_on(asked: Asked) -> Iterator[None]:
    """Lines that this thread writes meanwhile are about that request."""
    _own.asked = asked
    try:
        yield
    finally:
        _own.asked = None


def _asked() -> Asked | None:
    return getattr(_own, "asked", None)


# --- lines --------------------------------------------------------------------------------------------


class Line(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return discreet(super().format(record))


class JsonLine(logging.Formatter):
    """For programs: an object on each line, with what is known of the request that it is about."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": discreet(record.getMessage()),
        }
        asked = _asked()
        if asked is not None:
            found |= {"request": asked.id, "method": asked.method, "path": discreet(asked.path)}
        for name, attribute in (("route", "route"), ("status", "status_code"), ("ms", "ms")):
            if hasattr(record, attribute):
                found[name] = getattr(record, attribute)
        if record.exc_info:
            found["exception"] = discreet(self.formatException(record.exc_info))
        return json.dumps(found)


class Lines(logging.StreamHandler[Any]):
    """Writes, and remembers what was written for the page of whoever runs the server."""

    def emit(self, record: logging.LogRecord) -> None:
        super().emit(record)
        if record.levelno >= logging.WARNING:
            RECENT.complained(_complaint(record))


def _complaint(record: logging.LogRecord) -> Complaint:
    text = record.getMessage()
    if record.exc_info and record.exc_info[1] is not None:
        text += f" ({type(record.exc_info[1]).__name__}: {record.exc_info[1]})"
    asked = _asked()
    path = "" if asked is None else f"{asked.method} {discreet(asked.path)}"
    return Complaint(record.created, record.levelname, record.name, discreet(" ".join(text.split()))[:500], path)


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
