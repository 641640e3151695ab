"""``kaiping arena`` as its users call it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.program import Program, assert_refused

CALL = ("arena", "1888", "--bots", "random,casual", "--players", "2")


def test_a_contest(inside: Program, tmp_path: Path):
    file, page = tmp_path / "games.jsonl", tmp_path / "arena.html"
    done = inside(*CALL, "--games", "2", "--workers", "1", "-o", str(file), "--page", str(page), "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["games"] == 2
    assert set(data["results"][0]) >= {"bot", "seats", "wins", "share", "low", "high", "worth"}
    assert data["results"][0]["bot"] == "casual"
    text = page.read_text()
    assert text.count("<svg") == 3
    assert "script" not in text
    before = file.read_bytes()
    again = inside(*CALL, "--games", "2", "-o", str(file))
    assert "won 2 of 2 = 100.0%" in again.stdout
    assert file.read_bytes() == before, "what was played is not played again"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("-o", "games.csv"), "ends in .jsonl or .parquet"),
        (("-o", "nowhere/games.jsonl"), "nowhere is no folder"),
        (("--page", "page.txt"), "a page's name ends in .html"),
        (("--title", "1890"), "name one title"),
        (("--workers", "2", "--ray", "here"), "not allowed with"),
    ],
)
def test_wrong_input(inside: Program, more: tuple[str, ...], words: str):
    assert_refused(inside(*CALL, *more), words)


def test_only_a_page_is_written_over(inside: Program, tmp_path: Path):
    page = tmp_path / "notes.html"
    page.write_text("my notes")
    assert_refused(inside(*CALL, "--page", str(page)), "is no page")
    assert page.read_text() == "my notes"


@pytest.mark.slow
def test_it_is_interrupted_and_goes_on(inside: Program, tmp_path: Path):
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "kaiping", *CALL, "--games", "400", "--workers", "2", "-o", str(file)]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not file.exists() or len(file.read_bytes().splitlines()) < 4:
        assert running.poll() is None
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=280)  # less than the limit of a test, so that it can be told what was said
    assert running.returncode == 130, err
    assert "interrupted after" in out
    assert "Traceback" not in err
    kept = len(file.read_bytes().splitlines()) - 1
    done = inside(*CALL, "--games", str(kept + 1), "--workers", "1", "-o", str(file), "--json")
    assert json.loads(done.stdout)["games"] == kept + 1
