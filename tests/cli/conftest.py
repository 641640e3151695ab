"""A recorded game in both formats, and the program to call on it."""

from __future__ import annotations

import subprocess
from io import StringIO
from pathlib import Path

import pytest

from kaiping.cli import main
from kaiping.game import Game
from kaiping.records import site18xx
from kaiping.records.files import read_json
from tests.cli.program import RECORDINGS, Program, run_program


@pytest.fixture(scope="session")
def kaiping() -> Program:
    return run_program


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    """The program called in this process: quick, for many cases of one kind."""

    def run(*args: str | Path, stdin: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        if cwd is not None:
            monkeypatch.chdir(cwd)
        if stdin or "play" in args:
            monkeypatch.setattr("sys.stdin", StringIO(stdin))
        monkeypatch.delenv("KAIPING_DEBUG", raising=False)
        code = main([str(arg) for arg in args])
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(args, code, printed.out, printed.err)

    return run


@pytest.fixture(scope="session")
def recording() -> Path:
    """A game recorded on 18xx.games, with its trace and its list of legal actions beside it."""
    for file in sorted(RECORDINGS.glob("1888/*.json.gz")):
        stem = file.name.removesuffix(".json.gz")
        if all(file.with_name(f"{stem}.{kind}.jsonl.gz").exists() for kind in ("states", "legal")):
            return file
    pytest.fail("the recordings in tests/data are gone")


@pytest.fixture(scope="session")
def recorded_game(recording: Path) -> Game:
    return site18xx.replay(site18xx.read(read_json(recording))).game


@pytest.fixture(scope="session")
def native(recorded_game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game in our own format."""
    file = tmp_path_factory.mktemp("native") / "game.json"
    recorded_game.save(file)
    return file
