"""A PostgreSQL of one's own for a test, where its programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, of the newest version there is."""
    found = shutil.which("pg_ctl")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda file: int(file.parts[-3]))
    return versions[-1].parent if versions else None


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """Start a server that listens in a folder only; its address."""
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
    user = _plain_user()
    base = folder / "pg"
    base.mkdir()
    if user is not None:  # PostgreSQL refuses to run as root
        _open_way(folder)
        shutil.chown(base, user)
    data, socket = base / "data", base / "s"

    def run(*command: str) -> None:
        done = subprocess.run(command, user=user, cwd=base, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + done.stdout

    run(str(where / "initdb"), "-D", str(data), "-A", "trust", "-U", "kaiping", "--no-sync")
    run("mkdir", str(socket))
    options = f"-c listen_addresses='' -c unix_socket_directories='{socket}'"
    log = str(base / "log")
    run(str(where / "pg_ctl"), "-D", str(data), "-w", "-l", log, "-o", options, "start")
    try:
        yield f"postgresql://kaiping@/postgres?host={socket}"
    finally:
        run(str(where / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")


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


def _open_way(folder: Path) -> None:
    """The temporary folders of the tests are closed to others; let the database's user pass through."""
    for place in (folder, *folder.parents):
        if place.stat().st_uid == 0 and place != Path("/") and place.name.startswith(("pytest", "test", folder.name)):
            place.chmod(place.stat().st_mode | 0o711)
