"""What each worker of a server knows of itself, and how the one that is asked asks the others.

Several processes share a port, and nobody can choose which of them answers. So each listens on a socket in the data
folder and tells whoever connects its figures, its slowest requests and its complaints. Nothing is written to the disk,
which may be full, and what a worker knew ends with it. Each has a number, the lowest that is free: its successor counts
on under the same one, from nothing, as Prometheus expects of what starts again.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from multiprocessing import parent_process
from pathlib import Path

import msgspec
from django.conf import settings
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from kaiping.web import data, metrics
from kaiping.web.recent import RECENT, Complaint, Slow

#: seconds that one worker waits for another
_PATIENCE = 1.0

_log = logging.getLogger(__name__)


class Told(msgspec.Struct, dict=True):
    """What a worker tells."""

    number: int
    process: int
    since: float
    figures: str
    slow: list[Slow]
    complaints: list[Complaint]

    @cached_property
    def families(self) -> list[Metric]:
        return list(text_string_to_metric_families(self.figures))

    def figure(self, name: str) -> float:
        """A figure, over all its labels."""
        return sum(one.value for family in self.families for one in family.samples if one.name == name)


class Worker:
    """This process among those that share its work."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._number = 1
        self._since = time.time()

    def start(self) -> None:
        """Take a number and listen; whoever works alone has nobody to tell anything."""
        if parent_process() is None or data.fcntl is None:
            return
        try:
            self._place.mkdir(mode=0o700, exist_ok=True)
            self._number, self._held = _free_number(self._place)
            listener = _listening(_socket(self._place, self._number))
        except OSError as wrong:
            _log.warning("the other workers cannot ask this one for its figures: %s", wrong)
            return
        threading.Thread(target=self._tell_all, args=(listener,), name="figures", daemon=True).start()

    def _tell_all(self, listener: socket.socket) -> None:
        while True:
            try:
                asking, _address = listener.accept()
                with asking:
                    asking.settimeout(_PATIENCE)
                    asking.sendall(msgspec.json.encode(self._told()))
            except OSError:  # whoever asked has gone
                time.sleep(0.01)

    def _told(self) -> Told:
        return Told(self._number, os.getpid(), self._since, metrics.text(), RECENT.slow, RECENT.complaints)

    def everybody(self) -> list[Told]:
        """What all workers of this machine tell, by their numbers."""
        own = self._told()
        return sorted([own, *self._others()], key=lambda told: told.number)

    def _others(self) -> Iterator[Told]:
        for file in sorted(self._place.glob("*.socket")):
            if file == _socket(self._place, self._number):
                continue
            try:
                yield msgspec.json.decode(_heard(file), type=Told)
            except (OSError, msgspec.DecodeError):  # it has ended, or is too busy
                continue


def _socket(place: Path, number: int) -> Path:
    return place / f"{number}.socket"


def _free_number(place: Path) -> tuple[int, int]:
    """The lowest number that no living worker has, and what holds it as long as we live."""
    assert data.fcntl is not None
    for number in count(1):
        held = os.open(place / f"{number}.held", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            data.fcntl.flock(held, data.fcntl.LOCK_EX | data.fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(held)
            continue
        return number, held
    raise AssertionError("numbers do not end")


def _listening(file: Path) -> socket.socket:
    file.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(file))
    listener.listen(16)
    return listener


def _heard(file: Path) -> bytes:
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(_PATIENCE)
        asking.connect(str(file))
        return b"".join(iter(lambda: asking.recv(65_536), b""))


# --- joined -------------------------------------------------------------------------------------------


class _Joined:
    """The figures of several workers as those of one server, each with the number of its worker."""

    def __init__(self, told: list[Told]) -> None:
        self._told = told

    def collect(self) -> Iterator[Metric]:
        found: dict[str, Metric] = {}
        for one in self._told:
            for family in one.families:
                whole = found.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    labels = {**sample.labels, "worker": str(one.number)}
                    whole.add_sample(sample.name, labels, sample.value)
        yield from found.values()


def joined(told: list[Told]) -> bytes:
    """Prometheus' text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Joined(told))
    return generate_latest(registry)


#: one for each process
WORKER = Worker(settings.DATA / data.WORKERS)
