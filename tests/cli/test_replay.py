"""kaiping replay: what it prints and how it ends."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from kaiping.game import Game
from kaiping.records import native
from kaiping.records.files import read_json, read_json_lines
from tests.cli.program import Program


def companion(recording: Path, ending: str) -> Path:
    return recording.with_name(recording.name.removesuffix(".json.gz") + ending)


@pytest.fixture
def copied(recording: Path, tmp_path: Path) -> Path:
    """The recording with all that belongs to it, to be changed."""
    for ending in (".json.gz", ".initial.json", ".states.jsonl.gz", ".legal.jsonl.gz"):
        shutil.copy(companion(recording, ending), tmp_path)
    return tmp_path / recording.name


def rewrite(file: Path, lines: list[Any]) -> None:
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode(), 1))


def test_exact(kaiping: Program, recording: Path) -> None:
    count = len(read_json(recording)["actions"])
    states, legal = companion(recording, ".states.jsonl.gz"), companion(recording, ".legal.jsonl.gz")
    done = kaiping("replay", recording, "--states", states, "--legal", legal)
    assert done.stdout.splitlines()[-1] == "1 of 1 exact"
    first = done.stdout.splitlines()[0].split()
    assert first[:2] == ["OK", str(recording)]
    assert first[3] == "actions"
    assert 0 < int(first[2]) <= count
    assert done.returncode == 0
    assert not done.stderr


def test_json(kaiping: Program, recording: Path) -> None:
    done = kaiping("replay", recording, "--json")
    report = json.loads(done.stdout)
    assert (report["games"], report["exact"], report["failures"]) == (1, 1, [])
    assert done.returncode == 0


def test_native(kaiping: Program, native: Path, recording: Path) -> None:
    done = kaiping("replay", native)
    assert done.returncode == 0
    assert done.stdout.endswith("1 of 1 exact\n")


def test_companions_are_found_and_never_taken_for_games(kaiping: Program, copied: Path) -> None:
    """As in ``kaiping replay folder/* --states``."""
    done = kaiping("replay", *sorted(copied.parent.iterdir()), "--states", "--legal")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("1 of 1 exact\n")


def test_one_trace_for_each_file(kaiping: Program, copied: Path, recording: Path) -> None:
    trace = companion(recording, ".states.jsonl.gz")
    done = kaiping("replay", copied, recording, "--states", trace, "--states", trace)
    assert done.returncode == 0
    assert done.stdout.endswith("2 of 2 exact\n")


def change_cash(state: dict[str, Any]) -> str:
    player = next(iter(state["cash"]))
    state["cash"][player] += 1
    return f"cash.{player} ours {state['cash'][player] - 1}, recorded {state['cash'][player]}"


def test_a_state_that_differs(kaiping: Program, copied: Path) -> None:
    file = companion(copied, ".states.jsonl.gz")
    lines = read_json_lines(file)
    what = change_cash(lines[40])
    rewrite(file, lines)
    done = kaiping("replay", copied, "--states", file)
    at = lines[40]["id"]
    assert done.stdout.splitlines() == [f"DIVERGES {copied} at action {at}: {what}", "0 of 1 exact"]
    assert done.returncode == 1
    report = json.loads(kaiping("replay", copied, "--states", file, "--json").stdout)
    assert report["failures"] == [{"file": str(copied), "at": at, "what": what}]
    assert (report["games"], report["exact"]) == (1, 0)


@pytest.mark.parametrize("field", ["revenue", "check"])
def test_what_a_run_earned_is_compared(kaiping: Program, copied: Path, field: str) -> None:
    file = companion(copied, ".states.jsonl.gz")
    lines = read_json_lines(file)
    line = next(line for line in lines if line["type"] == "run_routes")
    if field == "revenue":
        line["revenue"] += 10
    else:
        line["check"]["subsidy"] += 40
    rewrite(file, lines)
    done = kaiping("replay", copied, "--states", file)
    assert f"at action {line['id']}: {field}" in done.stdout
    assert done.returncode == 1


def test_the_state_at_the_start_is_compared(kaiping: Program, copied: Path) -> None:
    file = companion(copied, ".initial.json")
    state = json.loads(file.read_text())
    what = change_cash(state)
    file.write_text(json.dumps(state))
    done = kaiping("replay", copied, "--states")
    assert f"at the start: {what}" in done.stdout
    assert done.returncode == 1


def test_a_trace_that_is_too_short_or_too_long(kaiping: Program, copied: Path) -> None:
    file = companion(copied, ".states.jsonl.gz")
    lines = read_json_lines(file)
    rewrite(file, lines[:-1])
    done = kaiping("replay", copied, "--states")
    assert f"at action {lines[-1]['id']}: no state is recorded" in done.stdout
    assert done.returncode == 1
    rewrite(file, [*lines, {**lines[-1], "seq": 99_999}])
    done = kaiping("replay", copied, "--states")
    assert "#99999" in done.stdout
    assert done.returncode == 1


def test_a_listing_that_differs(kaiping: Program, copied: Path) -> None:
    file = companion(copied, ".legal.jsonl.gz")
    lines = read_json_lines(file)
    lines[0]["bid"] = lines[0]["bid"][1:]
    rewrite(file, lines)
    done = kaiping("replay", copied, "--legal")
    assert "legal bid" in done.stdout
    assert done.returncode == 1


def test_a_result_that_differs(kaiping: Program, copied: Path) -> None:
    data = read_json(copied)
    winner = next(iter(data["result"]))
    data["result"][winner] += 5
    copied.write_bytes(gzip.compress(json.dumps(data).encode(), 1))
    done = kaiping("replay", copied)
    assert "result." in done.stdout
    assert f"recorded {data['result'][winner]}" in done.stdout
    assert done.returncode == 1


def test_an_action_that_is_refused_where_a_trace_vouches_for_it(kaiping: Program, copied: Path) -> None:
    data = read_json(copied)
    action = next(action for action in data["actions"] if action["type"] == "bid")
    action["price"] = 1
    copied.write_bytes(gzip.compress(json.dumps(data).encode(), 1))
    done = kaiping("replay", copied, "--states")
    assert f"DIVERGES {copied} at action {action['id']}: refused: " in done.stdout
    assert done.returncode == 1
    assert not done.stderr


def test_files_that_cannot_be_read_count_as_failures(kaiping: Program, recording: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    done = kaiping("replay", missing, recording)
    lines = done.stdout.splitlines()
    assert lines[0] == f"DIVERGES {missing}: there is no such file"
    assert lines[-1] == "1 of 2 exact"
    assert done.returncode == 2, "a name that is wrong is bad input"
    assert done.stderr == f"kaiping: {missing}: there is no such file\n"
    report = json.loads(kaiping("replay", missing, recording, "--json").stdout)
    assert report["failures"] == [{"file": str(missing), "at": None, "what": "there is no such file"}]


def test_what_older_rules_allowed(inside: Program, tmp_path: Path) -> None:
    """A file by older rules that a position keeps whole is exact, and it is told what is no longer legal in it."""
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    for number in (1, 0, 0):
        game.play(game.legal_actions()[number])
    data = native.to_data(game)
    data["actions"][1] = {"type": "pass", "actor": "Cy"}
    data |= {"rules": "1", "positions": [{**kept, "rules": "1"} for kept in data["positions"]]}
    file = tmp_path / "older.json"
    file.write_text(json.dumps(data))
    lines = inside("replay", file).stdout.splitlines()
    assert lines[0] == f"OK {file} 3 actions"
    assert lines[1].startswith("   by the rules of today action 2 is no longer legal: ")
    assert lines[-1] == "1 of 1 exact"
    assert len(json.loads(inside("replay", file, "--json").stdout)["notes"]) == len(lines) - 2
