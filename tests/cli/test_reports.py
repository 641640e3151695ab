"""kaiping titles, simulate and bench: what they print."""

from __future__ import annotations

import json
import platform
import shutil
from pathlib import Path

import pytest

from kaiping.titles import TITLES, definition
from tests.cli.program import ROOT, Program


def test_titles(kaiping: Program) -> None:
    rows = json.loads(kaiping("titles", "--json").stdout)
    assert all({"title", "edition", "players", "options"} <= row.keys() for row in rows)
    found = {(row["title"], row["edition"]): row["players"] for row in rows}
    assert found["1888", "2022"] == [2, 6]
    assert found["1888", "2021"] == [3, 6]
    words = kaiping("titles").stdout
    assert "1888:2022" in words
    assert "2-6 players" in words


def test_titles_tell_the_options(kaiping: Program) -> None:
    (row,) = (
        row
        for row in json.loads(kaiping("titles", "--json").stdout)
        if (row["title"], row["edition"]) == ("1888", "2021")
    )
    assert {"privates-at-end", "unbound-exchange"} <= set(row["options"])
    assert row["options"] == [about["name"] for about in row["about_options"]]
    (about,) = (about for about in row["about_options"] if about["name"] == "privates-at-end")
    assert (about["kind"], about["clause"]) == ("reading", "1888-2021:IX.2.1")
    assert f"--option privates-at-end (1888-2021:IX.2.1): {about['summary']}" in kaiping("titles").stdout


def test_titles_tell_the_number_that_an_option_takes(kaiping: Program) -> None:
    (row,) = (
        row for row in json.loads(kaiping("titles", "--json").stdout) if (row["title"], row["edition"]) == ("1890", "A")
    )
    numbers = {about["name"]: about["number"] for about in row["about_options"]}
    limits = {"label": "how much less", "least": 1, "greatest": 750, "step": 1, "default": 50}
    assert numbers["first-player-less"] == limits
    assert numbers["hidden-cash"] is None
    words = kaiping("titles").stdout
    assert "--option first-player-less=N (1890:A.10.2.1)" in words
    assert "N is how much less, from 1 to 750." in words


def test_a_number_is_given_with_its_option(kaiping: Program) -> None:
    args = ("simulate", "1890", "--edition", "A", "--games", "1", "--option")
    assert json.loads(kaiping(*args, "first-player-less=33", "--json").stdout)["options"] == ["first-player-less=33"]
    done = kaiping(*args, "first-player-less")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == "kaiping: the option first-player-less takes a number from 1 to 750, as in first-player-less=50\n"
    )


def test_rule_sets_of_other_programs_are_not_offered(kaiping: Program) -> None:
    every = [(title.name, edition) for title in TITLES.values() for edition in title.editions]
    printed = [(title, edition) for title, edition in every if not definition(title, edition).house_rules]
    for args, expected in (((), printed), (("--all",), every)):
        rows = json.loads(kaiping("titles", "--json", *args).stdout)
        assert [(row["title"], row["edition"]) for row in rows] == expected


def test_simulate(kaiping: Program) -> None:
    done = kaiping("simulate", "1888", "--edition", "2021", "--players", "4", "--games", "2", "--seed", "7", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["games"] == 2
    assert sum(report["ended"].values()) == 2
    assert report["violations"] == []
    assert report["actions"] > 100
    assert report["actions_per_second"] > 0


def test_simulate_with_options(kaiping: Program) -> None:
    args = ("simulate", "1880", "--games", "1", "--option", "bonus-needs-run", "--option", "any-row")
    done = kaiping(*args, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["options"] == ["any-row", "bonus-needs-run"]
    assert kaiping(*args).stdout.startswith("1880:2022, any-row, bonus-needs-run, 3 players")


def test_simulate_in_words(kaiping: Program) -> None:
    done = kaiping("simulate", "1888", "--games", "1")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "1888:2022, 3 players, random bots, seed 0"
    assert "actions a second" in lines[1]
    assert lines[-1] == "nothing was wrong"


def test_a_broken_invariant_fails(kaiping: Program, tmp_path: Path) -> None:
    """In a copy of the program whose check finds fault with everything."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "src" / "kaiping" / "invariants.py").open("a") as file:
        file.write('\n\ndef violations(table):\n    return ["money is missing"]\n')
    done = kaiping("simulate", "1888", "--games", "1", source=tmp_path / "src")
    assert done.returncode == 1
    assert "VIOLATION" in done.stdout
    assert "money is missing" in done.stdout


def test_bench(kaiping: Program) -> None:
    done = kaiping("bench", "--games", "1", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["python"] == platform.python_version()
    assert report["recordings"] == "recorded games"
    figures = ("actions_per_second", "copy_microseconds", "stock_turn_ms", "track_turn_ms")
    assert all(report[figure] > 0 for figure in figures)
    assert "routes" not in report


@pytest.mark.slow
def test_bench_of_runs(kaiping: Program) -> None:
    done = kaiping("bench", "--games", "1", "--routes", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["routes"]["runs"] > 0
    assert report["dense_routes"]["positions"] > 0


def test_bench_by_title(kaiping: Program) -> None:
    """Each title that has recordings is reported apart, so that none hides behind the others."""
    done = kaiping("bench", "--games", "3", "--json")
    report = json.loads(done.stdout)
    assert set(report["titles"]) == set(report["copy_microseconds_by_title"]) == {"1880", "1888"}
    assert sum(speed["actions"] for speed in report["titles"].values()) == report["actions"]


def test_bench_without_recordings(kaiping: Program, tmp_path: Path) -> None:
    """An installed copy records a simulated game first."""
    shutil.copytree(ROOT / "src" / "kaiping", tmp_path / "a" / "b" / "c" / "kaiping")
    done = kaiping("bench", "--games", "1", source=tmp_path / "a" / "b" / "c")
    assert done.returncode == 0, done.stderr
    assert "simulated games" in done.stdout
    assert platform.python_version() in done.stdout
