"""A PostgreSQL of one's own for a test, where its programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

BOTH = ("SQLite", "PostgreSQL")
#: what PostgreSQL calls its socket
_SOCKET = "/.s.PGSQL.5432"


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database of either kind."""
    if kind == "SQLite":
        folder.mkdir(parents=True, exist_ok=True)
        yield f"sqlite://{folder}/kaiping.sqlite3"
    else:
        with postgresql() as url:
            yield url


def by_hand(url: str) -> Any:
    """A connection past the server, which begins and ends its transactions by hand."""
    if url.startswith("sqlite://"):
        return sqlite3.connect(url.removeprefix("sqlite://"), isolation_level=None, timeout=20)
    return psycopg.connect(url, autocommit=True)


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, of the newest version there is."""
    found = shutil.which("pg_ctl")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda file: int(file.parts[-3]))
    return versions[-1].parent if versions else None


@contextmanager
def postgresql() -> Iterator[str]:
    """Start a server that listens in a folder of its own only; its address."""
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
    user = _plain_user()  # PostgreSQL refuses to run as root
    with tempfile.TemporaryDirectory(prefix="kaiping-pg-") as folder:
        if user is not None:
            shutil.chown(folder, user)

        def run(program: str, *args: str) -> None:
            command = [str(where / program), "-D", f"{folder}/data", *args]
            done = subprocess.run(command, user=user, cwd=folder, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr + done.stdout

        run("initdb", "-A", "trust", "-U", "kaiping", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        run("pg_ctl", "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield f"postgresql://kaiping@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-m", "immediate", "stop")


class Line:
    """The way to a PostgreSQL, which can be frozen and cut."""

    def __init__(self, url: str, folder: Path) -> None:
        self._there = parse_qs(urlsplit(url).query)["host"][0] + _SOCKET
        self._here = str(folder) + _SOCKET
        self.url = f"postgresql://kaiping@/postgres?host={folder}"
        self._flowing = threading.Event()
        self._flowing.set()
        self._open: list[socket.socket] = []
        self.mend()

    def mend(self) -> None:
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(self._here)
        self._door.listen(64)
        threading.Thread(target=self._receive, args=(self._door,), daemon=True).start()

    def cut(self) -> None:
        os.unlink(self._here)
        for one in (self._door, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def freeze(self) -> None:
        self._flowing.clear()

    def thaw(self) -> None:
        self._flowing.set()

    def _receive(self, door: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, far = door.accept()[0], socket.socket(socket.AF_UNIX)
                far.connect(self._there)
                self._open += [near, far]
                for way in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=way, daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._flowing.wait()
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)


def _plain_user() -> str | None:
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return None
