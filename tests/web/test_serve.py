"""``kaiping serve`` when something is in its way: one sentence and exit 2, never a traceback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path


def serve(*args: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kaiping", "serve", *args],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **settings},
        check=False,
    )


def refused(done: subprocess.CompletedProcess[str], words: str) -> None:
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_port_in_use(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused(serve("--port", str(port), "--data", str(tmp_path / "d")), f"the port {port} is in use")


def test_wrong_port(tmp_path: Path):
    refused(serve("--port", "99999", "--data", str(tmp_path / "d")), "is not from 0 to 65535")


def test_no_such_host(tmp_path: Path):
    refused(serve("--host", "no.such.host.invalid", "--port", "0", "--data", str(tmp_path / "d")), "no address")


def test_data_folder_is_a_file(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("")
    refused(serve("--port", "0", "--data", str(file)), "is a file, not a folder")
    refused(serve("--port", "0", "--data", str(file / "below")), "cannot be used")


def test_data_folder_without_room():
    refused(serve("--port", "0", "--data", "/proc/kaiping"), "cannot be used")


def test_database_that_is_none(tmp_path: Path):
    data = tmp_path / "d"
    refused(serve("--port", "0", "--data", str(data), KAIPING_DATABASE_URL="mysql://x"), "KAIPING_DATABASE_URL")
    url = f"postgresql://nobody@/none?host={tmp_path}&connect_timeout=2"
    refused(serve("--port", "0", "--data", str(data), KAIPING_DATABASE_URL=url), "the database cannot be used")
    (data / "kaiping.sqlite3").write_bytes(b"this is no database" * 100)
    refused(serve("--port", "0", "--data", str(data)), "the database cannot be used")


def test_an_address_that_is_none(tmp_path: Path):
    for wrong in ("table.example", "ftp://table.example", "https://"):
        refused(serve("--port", "0", "--data", str(tmp_path / "d"), KAIPING_URL=wrong), "KAIPING_URL should look like")


def test_mail_that_is_none(tmp_path: Path):
    refused(serve("--port", "0", "--data", str(tmp_path / "d"), KAIPING_EMAIL_URL="pigeon://x"), "KAIPING_EMAIL_URL")
