"""Starting and stopping: workers end with their supervisor, a folder is served once, starts at once all come up."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import psycopg
import pytest

from kaiping.web.push import public_key
from tests.web.databases import BOTH, by_hand, database
from tests.web.server import Server
from tests.web.test_backup import kaiping
from tests.web.test_serve import refused, serve

#: servers that start, stop and wait take long
pytestmark = pytest.mark.slow


def children(pid: int) -> set[int]:
    """Processes that a process has started."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:  # it has just ended
                continue
            if parent == pid:
                found.add(int(entry.name))
    return found


def django(*args: str, **settings: str) -> None:
    """What only developers do with the database."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "kaiping.web.settings", **settings}
    subprocess.run(
        [sys.executable, "-m", "django", *args], env=environment, check=True, capture_output=True, timeout=120
    )


def test_workers_end_with_their_supervisor(tmp_path: Path):
    server = Server(tmp_path / "data", "--workers", "2").start()
    assert server.visitor().get("/rules/").status_code == 200
    workers = children(server.pid)
    assert len(workers) >= 2
    os.kill(server.pid, signal.SIGKILL)
    until = time.monotonic() + 40
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < until, "the workers live on"
        time.sleep(0.1)
    port = int(server.url.rpartition(":")[2])
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", port))
    server.kill()
    server.start().stop()  # and the folder can be served again


def test_a_worker_that_waits_for_its_turn_is_not_killed(tmp_path: Path):
    """A machine with much to do may leave it no time for seconds; what it was asked meanwhile is answered later."""
    server = Server(tmp_path / "data", "--workers", "2").start()
    try:
        visitor = server.visitor()
        visitor.http.timeout = httpx.Timeout(120)
        assert visitor.get("/rules/").status_code == 200
        workers = children(server.pid)
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(8)
        for pid in workers:
            os.kill(pid, signal.SIGCONT)
        assert visitor.get("/rules/").status_code == 200
        assert children(server.pid) == workers
    finally:
        server.stop()


def test_a_folder_is_served_once(tmp_path: Path):
    server = Server(tmp_path / "data").start()
    visitor = server.visitor()
    page = visitor.get("/rules/").text
    files = sorted(file.stat().st_mtime_ns for file in (server.data / "static").rglob("*"))
    refused(serve("--port", "0", "--data", str(server.data)), f"is served already (process {server.pid})")
    assert files == sorted(file.stat().st_mtime_ns for file in (server.data / "static").rglob("*"))
    assert visitor.get("/rules/").text.count("/static/") == page.count("/static/")
    server.stop()


@pytest.mark.parametrize("kind", BOTH)
def test_starts_at_once(kind: str, tmp_path: Path):
    """Machines that start at the same moment on an empty database, and share a secret."""
    with database(kind, tmp_path / "database") as url, ExitStack() as stack, ThreadPoolExecutor(3) as pool:
        shared = {"KAIPING_DATABASE_URL": url, "KAIPING_SECRET": "a secret of all machines, long enough"}
        servers = [Server(tmp_path / f"machine{number}", **shared) for number in range(3)]
        for server in servers:
            stack.callback(server.stop)
        list(pool.map(Server.start, servers))
        # whoever signs in at one of them is known to the others
        member = servers[0].member("ann")
        for server in servers[1:]:
            visitor = server.visitor()
            visitor.http.cookies.update({cookie.name: cookie.value or "" for cookie in member.http.cookies.jar})
            page = visitor.get("/settings")
            assert page.status_code == 200, page.headers
        assert len({public_key(server.data / "push-key.pem") for server in servers}) == 1
        assert not any("Traceback" in server.said() for server in servers)


def test_a_secret_that_is_none(tmp_path: Path):
    refused(serve("--port", "0", "--data", str(tmp_path / "d"), KAIPING_SECRET="short"), "KAIPING_SECRET")


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTH)
def test_a_failed_migration_leaves_everything_as_it_was(kind: str, tmp_path: Path):
    """The second of two parts fails: the first is not there either, or the version before could not go on."""
    with database(kind, tmp_path / "db") as url:
        Server(tmp_path / "data", KAIPING_DATABASE_URL=url).start().stop()
        for app, name in (("games", "0005_positions"), ("site", "0004_preferences_confirmed")):
            django("migrate", app, name, KAIPING_DATA=str(tmp_path / "data"), KAIPING_DATABASE_URL=url)
        with closing(by_hand(url)) as connection:
            for column in ("ages", "unplayed", "bare"):
                connection.execute(f"ALTER TABLE games_table DROP COLUMN {column}")
            for column in ("position", "begins"):
                connection.execute(f"ALTER TABLE games_move DROP COLUMN {column}")
            connection.execute("DELETE FROM django_migrations WHERE name = '0005_positions'")
            connection.execute("ALTER TABLE site_preferences DROP COLUMN confirmed")
            # the table of the third is there, which will not do
            connection.execute("DELETE FROM django_migrations WHERE app = 'site' AND name > '0002_push_address'")
        done = serve("--port", "0", "--data", str(tmp_path / "data"), KAIPING_DATABASE_URL=url)
        refused(done, "the database cannot be used")
        refused(
            kaiping("backup", tmp_path / "file", "--data", tmp_path / "data", KAIPING_DATABASE_URL=url), "older version"
        )
        with closing(by_hand(url)) as connection:
            assert connection.execute("SELECT start FROM games_table").description[0][0] == "start"
            with pytest.raises((sqlite3.Error, psycopg.Error), match="ages"):
                connection.execute("SELECT ages FROM games_table")
            connection.execute("DROP TABLE site_namelook")
        Server(tmp_path / "data", KAIPING_DATABASE_URL=url).start().stop()
        assert kaiping("doctor", "--data", tmp_path / "data", KAIPING_DATABASE_URL=url).returncode == 0
