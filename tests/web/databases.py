"""A PostgreSQL of one's own for a test, where its programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

BOTH = ("SQLite", "PostgreSQL")


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
