"""Games are kept as they end; what was interrupted goes on, and what is another's is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiping.arena.contest import contest, matches
from kaiping.arena.journal import Journal, write_parquet
from kaiping.arena.play import Outcome, play_match
from kaiping.arena.workers import play_here
from kaiping.errors import BadInput

HELD = contest("1888", ["casual", "random"], players=2)


@pytest.fixture(scope="module")
def played() -> list[Outcome]:
    return [play_match(HELD, match) for match in matches(contest("1888", ["random", "casual"], players=2), 2)]


def test_it_goes_on(tmp_path: Path, played: list[Outcome]):
    file = tmp_path / "games.jsonl"
    journal = Journal(HELD, file)
    for one in played:
        journal.add(one)
    journal.close()
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])  # the machine went down while the last line was written
    again = Journal(HELD, file)
    assert again.outcomes == {0: played[0]}
    again.add(played[1])
    again.close()
    assert file.read_bytes() == whole


@pytest.mark.parametrize("held", [b"", b"\n", b'{"kaiping": 2}\n', b"\xff\xfe\n", b"no line"])
def test_files_that_are_something_else(tmp_path: Path, held: bytes):
    file = tmp_path / "games.jsonl"
    file.write_bytes(held)
    if not held:
        Journal(HELD, file).close()
        return
    with pytest.raises(BadInput, match="is no file of an arena"):
        Journal(HELD, file)
    assert file.read_bytes() == held


def test_games_of_another_contest(tmp_path: Path):
    file = tmp_path / "games.jsonl"
    Journal(HELD, file).close()
    before = file.read_bytes()
    with pytest.raises(BadInput, match=r"another contest \(1888:2022, 2 players, casual, random, seed 0\)"):
        Journal(contest("1888", ["casual", "random"], players=3), file)
    assert file.read_bytes() == before


def test_the_same_games_on_one_process_or_two(played: list[Outcome]):
    """But for the time that they took."""
    todo = list(matches(contest("1888", ["random", "casual"], players=2), 2))
    there = sorted(play_here(HELD, todo, 2), key=lambda one: one.index)
    assert [(one.seats, one.worth, one.places, one.actions) for one in there] == [
        (one.seats, one.worth, one.places, one.actions) for one in played
    ]


def test_rows_for_parquet(tmp_path: Path, played: list[Outcome]):
    from pyarrow import parquet

    file = tmp_path / "games.parquet"
    write_parquet(played, file)
    rows = parquet.read_table(file).to_pylist()
    assert [(row["game"], row["seat"], row["bot"]) for row in rows[:2]] == [
        (0, 1, played[0].seats[0]),
        (0, 2, played[0].seats[1]),
    ]
    assert [row["worth"] for row in rows] == [worth for one in played for worth in one.worth]
