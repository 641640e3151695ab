"""All that a server keeps goes into one file while it runs, and from it into an empty folder or another database."""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kaiping.errors import BadInput
from kaiping.web.archive import head_of
from tests.web.databases import postgresql
from tests.web.server import PASSWORD, Server


def kaiping(*args: object, **settings: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("KAIPING_", "DJANGO_"))}
    command = [sys.executable, "-m", "kaiping", *map(str, args)]
    return subprocess.run(command, env=clean | settings, capture_output=True, text=True, timeout=120, check=False)


def told(done: subprocess.CompletedProcess[str]) -> str:
    """The one line of a refusal."""
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, list[object]]:
    """A backup that was written while its server ran; the address of a game in it, and the actions of that game."""
    folder = tmp_path_factory.mktemp("backup")
    server = Server(folder / "data").start()
    ann = server.member("ann")
    path = ann.hot_seat("random", "random")
    ann.post(f"{path}chat", {"text": "a remark"})
    assert ann.post(f"{path}fork", {"at": 1, "name": "a line"}).status_code == 302
    actions = ann.get(f"{path}export").json()["actions"]
    done = kaiping("backup", folder / "all.gz", "--data", folder / "data")
    assert done.returncode == 0, done.stderr
    assert "1 accounts, 2 tables" in done.stdout
    assert "every game opens" in done.stdout
    server.stop()
    return folder / "all.gz", path, actions


def test_it_is_for_nobody_else_to_read(kept: tuple[Path, str, list[object]]) -> None:
    assert kept[0].stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("database", ["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.slow)])
def test_restored(kept: tuple[Path, str, list[object]], database: str, tmp_path: Path) -> None:
    """Accounts, passwords and games go on, and the next table finds its number free."""
    file, path, actions = kept

    def restored(**settings: str) -> None:
        done = kaiping("restore", file, "--data", tmp_path / "data", **settings)
        assert done.returncode == 0, done.stderr
        assert "1 accounts, 2 tables" in done.stdout
        server = Server(tmp_path / "data", **settings).start()
        ann = server.visitor()
        assert ann.post("/sign-in", {"username": "ann", "password": PASSWORD}).status_code == 302
        assert ann.get(f"{path}export").json()["actions"] == actions
        assert "a line" in ann.get(f"{path}plan/").text
        assert ann.hot_seat()
        server.stop()
        assert "Traceback" not in server.said()
        again = kaiping("restore", file, "--data", tmp_path / "data", **settings)
        assert "not empty" in told(again)
        assert kaiping("doctor", "--data", tmp_path / "data", **settings).returncode == 0

    if database == "SQLite":
        restored()
    else:
        with postgresql() as url:
            restored(KAIPING_DATABASE_URL=url)


def test_nothing_is_written_over(kept: tuple[Path, str, list[object]]) -> None:
    before = kept[0].read_bytes()
    assert "is there already" in told(kaiping("backup", kept[0], "--data", kept[0].parent / "data"))
    assert kept[0].read_bytes() == before
    assert [file.name for file in kept[0].parent.iterdir() if "all.gz" in file.name] == ["all.gz"]


@pytest.mark.slow
def test_a_file_that_is_not_whole(kept: tuple[Path, str, list[object]], tmp_path: Path) -> None:
    """Cut off anywhere, or with a row less: nothing is restored, and the whole file is afterwards."""
    lines = gzip.decompress(kept[0].read_bytes()).splitlines(keepends=True)
    for name, text in {"end": lines[:-1], "row": lines[:5] + lines[6:], "broken": [*lines[:4], lines[4][:20]]}.items():
        (tmp_path / name).write_bytes(gzip.compress(b"".join(text)))
        assert "nothing has been restored" in told(kaiping("restore", tmp_path / name, "--data", tmp_path / "data"))
        assert not (tmp_path / "data" / "secret-key").exists(), "nor the other server's secret"
    (tmp_path / "cut").write_bytes(kept[0].read_bytes()[:-40])
    assert "nothing has been restored" in told(kaiping("restore", tmp_path / "cut", "--data", tmp_path / "data"))
    assert kaiping("restore", kept[0], "--data", tmp_path / "data").returncode == 0


def test_what_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear Ann")
    (tmp_path / "other").write_bytes(gzip.compress(b'{"kaiping-backup": 7}\n'))
    assert "is no backup" in told(kaiping("restore", tmp_path / "letter", "--data", tmp_path / "data"))
    assert "has the format 7" in told(kaiping("restore", tmp_path / "other", "--data", tmp_path / "data"))
    assert "No such file" in told(kaiping("restore", tmp_path / "nothing", "--data", tmp_path / "data"))
    assert not (tmp_path / "data").exists()
    assert "there is no data folder" in told(kaiping("backup", tmp_path / "x", "--data", tmp_path / "data"))


@pytest.mark.parametrize(
    "head",
    [
        b'{"kaiping-backup": 1}',
        b'{"kaiping-backup": 1, "migrations": {}, "secrets": ["secret-key"]}',
        b'{"kaiping-backup": 1, "migrations": {}, "secrets": {"secret-key": 5}}',
        b'{"kaiping-backup": 1, "migrations": {"games": 5}, "secrets": {}}',
        b"[]",
    ],
)
def test_a_first_line_that_is_none(head: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(gzip.compress(head + b"\n"))
    with pytest.raises(BadInput, match="is no backup"):
        head_of(tmp_path / "file")


def test_a_damaged_first_line(tmp_path: Path) -> None:
    """What the bytes of a compressed file say may make no sense, long before its sum is found wrong."""
    packed = bytearray(gzip.compress(b'{"kaiping-backup": 1, "migrations": {}, "secrets": {}}\n'))
    packed[10] = 0xFF
    (tmp_path / "file").write_bytes(packed)
    with pytest.raises(BadInput, match="is no backup"):
        head_of(tmp_path / "file")


def test_a_doctor_finds_what_is_wrong(kept: tuple[Path, str, list[object]], tmp_path: Path) -> None:
    assert kaiping("restore", kept[0], "--data", tmp_path / "data").returncode == 0
    database = sqlite3.connect(tmp_path / "data" / "kaiping.sqlite3")
    database.execute("DELETE FROM games_move WHERE number = 2")
    database.commit()
    database.close()
    done = kaiping("doctor", "--data", tmp_path / "data")
    assert done.returncode == 1
    assert "cannot be opened: 1 of its" in done.stdout
