"""A position out of the terminal and into it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiping.game import Game
from kaiping.records import load
from kaiping.records.exact import MARK, from_position
from tests.cli.program import Program


@pytest.fixture
def middle(recorded_game: Game, tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    recorded_game.at(recorded_game.played // 2).save(file)
    return file


def test_out_and_in_again(kaiping: Program, middle: Path, tmp_path: Path) -> None:
    text, later = tmp_path / "position.txt", tmp_path / "later.json"
    done = kaiping("play", "--load", str(middle), stdin=f"position {text}\nquit\nyes\n")
    assert done.returncode == 0, done.stderr
    assert f"kaiping play --from {text}" in done.stdout.replace("\n", " ").replace("  ", " ")
    game = load(middle)
    assert from_position(text.read_text()).state == game.state
    done = kaiping("play", "--from", str(text), stdin=f"1\nsave {later}\nquit\n")
    assert done.returncode == 0, done.stderr
    again = load(later)
    assert again.played >= 1
    assert again.at(0).state == game.state


def test_shown_it_can_be_copied(kaiping: Program, middle: Path) -> None:
    shown = kaiping("play", "--load", str(middle), stdin="position\nquit\nyes\n").stdout
    lines = [line for line in shown[shown.index(MARK) :].splitlines() if line and " " not in line]
    assert from_position("\n".join(lines)).state == load(middle).state


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "is not JSON"),
        ("{}", "no title and state"),
        (f"{MARK}:abc", "not whole"),
        (f"{MARK}:" + "A" * 50_000, "not whole"),
    ],
)
def test_what_is_no_position(kaiping: Program, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "position.txt"
    file.write_text(text)
    done = kaiping("play", "--from", str(file))
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_not_both(kaiping: Program, middle: Path) -> None:
    done = kaiping("play", "--load", str(middle), "--from", str(middle))
    assert done.returncode == 2
    assert "either --load or --from" in done.stderr
