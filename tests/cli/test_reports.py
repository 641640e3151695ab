"""kaiping titles, simulate and bench: what they print."""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kaiping.bots.simulate import SEATS, Played
from kaiping.cli.bench_tables import LONG, USUAL
from kaiping.cli.bench_web import LONG_GAME, show
from kaiping.cli.simulate import Progress
from kaiping.game import Game
from kaiping.records import load
from kaiping.records.files import read_json
from kaiping.titles import TITLES, definition
from tests.cli.program import ROOT, Program, assert_refused
from tests.web.databases import BOTH, database


def test_titles(kaiping: Program) -> None:
    rows = json.loads(kaiping("titles", "--json").stdout)
    assert all({"title", "edition", "players", "options"} <= row.keys() for row in rows)
    found = {(row["title"], row["edition"]): row["players"] for row in rows}
    assert found["1888", "2022"] == [2, 6]
    assert found["1888", "2021"] == [3, 6]
    words = kaiping("titles").stdout
    assert "1888:2022" in words
    assert "2-6 players" in words


def test_titles_of_one_title(inside: Program) -> None:
    """As printed, "1890:C" is one edition, and 1890 all of a title."""

    def listed(*args: str) -> list[str]:
        return [f"{row['title']}:{row['edition']}" for row in json.loads(inside("titles", *args, "--json").stdout)]

    assert listed("1890") == ["1890:C", "1890:A", "1890:B", "1890:D"]
    assert listed("1890:A") == ["1890:A"]
    assert listed("1880:18xx") == ["1880:18xx"]
    assert inside("titles", "1890").stdout.startswith("1890:")
    assert "1888" not in inside("titles", "1890").stdout
    assert "Kansai" in inside("titles", "1890").stdout
    assert "scenario A, Hanshin Railways" in inside("titles", "1890:A").stdout
    how = inside("titles", "1890", "--how").stdout
    assert "Operating rounds" in how
    assert "(1890:12.6.1)" in how
    assert_refused(inside("titles", "--how"), "--how needs a title")
    assert_refused(inside("titles", "1777"), "no title '1777'")
    assert_refused(inside("titles", "1890:X"), "no edition 'X'")


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
    told = f"--option privates-at-end (1888-2021:IX.2.1): {about['label']}. {about['summary']}"
    assert told in kaiping("titles").stdout


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


def test_simulate_rules_of_ones_own(inside: Program, tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text('name = "short"\n[changes]\nbank = 2500\n')
    done = inside("simulate", "1888", "--games", "1", "--variant", file, "--save", tmp_path / "games")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("1888:2022, short, 3 players")
    (saved,) = (tmp_path / "games").iterdir()
    assert load(saved).definition.bank == 2500
    file.write_text('name = "short"\n[changes]\nbank = "all"\n')
    assert_refused(inside("simulate", "1888", "--variant", file), "short")
    assert_refused(inside("simulate", "1888", "--variant", tmp_path / "none.toml"), "none.toml")


def test_simulate_in_words(kaiping: Program) -> None:
    done = kaiping("simulate", "1888", "--games", "1")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "1888:2022, 3 players, random bots, seed 0"
    assert "actions a second" in lines[1]
    assert lines[-1] == "nothing was wrong"


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Two short games in place of those that would be played, and then perhaps an interrupt."""

    def stand_in(interrupt: BaseException | None = None) -> None:
        def played(title: str, edition: str, players: int, games: int, seed: int, **how: Any) -> Iterator[Played]:
            for index in range(3):
                game = Game(title, edition=edition, players=SEATS[:players])
                game.play(game.legal_actions()[1])
                how["watch"](game)
                if index == 2:
                    if interrupt is not None:
                        raise interrupt
                    return
                worth = dict.fromkeys(game.players, 1000 + 10 * index) | {"Bo": 2000}
                yield Played(index, 1, "bank", "2", 1, 0, (), worth, winners=("Bo",))

        monkeypatch.setattr("kaiping.cli.simulate.played_games", played)

    return stand_in


def test_simulate_as_titles_prints_it(inside: Program, two_games: Callable[..., None]) -> None:
    two_games()
    report = json.loads(inside("simulate", "1888:2021", "--json").stdout)
    assert (report["title"], report["edition"]) == ("1888", "2021")
    assert_refused(inside("simulate", "1888:2021", "--edition", "2022"), "name two editions")
    assert_refused(inside("simulate", "1888:"), "after the colon")


def test_simulate_tells_winners_and_worth_and_keeps_the_games(
    inside: Program, two_games: Callable[..., None], tmp_path: Path
) -> None:
    two_games()
    args = ("simulate", "1888", "--games", "2", "--bot", "2=greedy", "--bot", "random")
    report = json.loads(inside(*args, "--save", tmp_path / "games", "--json").stdout)
    assert report["bot"] == "random, casual, random"
    assert report["results"][1] == {
        "seat": "Bo", "bot": "casual", "wins": 2, "worth": 2000, "least": 2000, "greatest": 2000,
    }  # fmt: skip
    assert report["results"][2] == {
        "seat": "Cy", "bot": "random", "wins": 0, "worth": 1005, "least": 1000, "greatest": 1010,
    }  # fmt: skip
    first, second = report["played"]
    assert (first["winners"], second["worth"]) == (["Bo"], {"Ann": 1010, "Bo": 2000, "Cy": 1010})
    data = read_json(Path(first["file"]))
    assert (len(data["actions"]), data["bots"]) == (1, {"Ann": "random", "Bo": "casual", "Cy": "random"})
    assert len(list((tmp_path / "games").iterdir())) == 2
    assert_refused(inside(*args, "--save", tmp_path / "games"), "is there already")
    assert "  Cy  random   0 wins, worth ¥1,005 on average (¥1,000 to ¥1,010)" in inside(*args).stdout


@pytest.mark.parametrize(
    ("bots", "words"),
    [(("4=greedy",), "seats are 1 to 3"), (("greedy", "random"), "say which seats"), (("2=me",), "only bots play")],
)
def test_simulate_with_seats_that_make_no_sense(inside: Program, bots: tuple[str, ...], words: str) -> None:
    assert_refused(inside("simulate", "1888", *(word for bot in bots for word in ("--bot", bot))), words)


def test_an_interrupted_simulation_gives_what_it_has(inside: Program, two_games: Callable[..., None]) -> None:
    two_games(KeyboardInterrupt())
    done = inside("simulate", "1888", "--games", "5")
    assert done.returncode == 130
    assert "\n2 games, 2 actions, " in done.stdout
    assert "Bo  random   2 wins" in done.stdout
    assert done.stdout.endswith("interrupted in game 3 of 5 after 1 actions\n")
    report = json.loads(inside("simulate", "1888", "--games", "5", "--json").stdout)
    assert (report["games"], report["interrupted"]) == (2, True)


def test_progress_is_shown_at_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    for shown in (False, True):
        monkeypatch.setattr("sys.stderr.isatty", lambda shown=shown: shown)
        progress = Progress(5)
        progress.watch(game)
        progress.clear()
        said = capsys.readouterr().err
        assert said == ("\r\x1b[Kgame 1 of 5, action 0, 0 s\r\x1b[K" if shown else "")


def test_a_broken_invariant_fails(kaiping: Program, tmp_path: Path) -> None:
    """In a copy of the program whose check finds fault with everything."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "src" / "kaiping" / "invariants.py").open("a") as file:
        file.write('\n\ndef violations(table):\n    return ["money is missing"]\n')
    done = kaiping("simulate", "1888", "--games", "1", source=tmp_path / "src")
    assert done.returncode == 1
    assert "VIOLATION" in done.stdout
    assert "money is missing" in done.stdout


@pytest.mark.slow
def test_bench_beside_another_commit(kaiping: Program) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no git checkout")
    done = kaiping("bench", "--against", "HEAD", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert {row["task"] for row in report["rows"]} >= {"replay", "track", "copy", "dense"}
    assert all(row["times"] == round(row["before"] / row["now"], 2) for row in report["rows"])


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
    """An installed copy has games of its own."""
    shutil.copytree(ROOT / "src" / "kaiping", tmp_path / "a" / "b" / "c" / "kaiping")
    done = kaiping("bench", "--games", "1", source=tmp_path / "a" / "b" / "c")
    assert done.returncode == 0, done.stderr
    assert "1 games by bots" in done.stdout
    assert platform.python_version() in done.stdout


@pytest.mark.parametrize("file", [USUAL, LONG], ids=["usual", "long"])
def test_the_games_of_the_bench(file: Path) -> None:
    """They open by the rules of today, and are as long as the bench needs them."""
    game = load(file)
    assert game.played >= (LONG_GAME if file == LONG else 600)
    assert game.unplayed is None


@pytest.mark.slow
def test_bench_of_the_web_table(kaiping: Program) -> None:
    """With stored games of which none is in memory, and with ever more live ones."""
    sizes = ("--games", "2", "--listeners", "3", "--seconds", "1", "--stored", "6", "--growth", "2", "4")
    done = kaiping("bench", "--web", "--cold", *sizes, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    cold, growth, opening = report["cold"], report["growth"], report["open_cold"]
    assert (report["games"], report["listeners"], report["workers"], report["actions"]) == (2, 3, 1, 10)
    assert (cold["stored"], cold["listeners"], cold["workers"], cold["actions"]) == (6, 3, 2, 10)
    assert set(cold["ratios"]) == {"median", "p99"}
    assert cold["worker_peak_mb"] is None or len(cold["worker_peak_mb"]) == 2
    assert [(one["games"], one["listeners"], one["actions"]) for one in growth["sizes"]] == [(2, 2, 10), (4, 4, 10)]
    assert [one["heard"] for one in growth["sizes"]] == [10, 10]
    assert growth["sizes"][0]["ratio"] in (1, None)
    assert opening["cpu_ms"] < opening["without_positions_cpu_ms"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTH)
def test_bench_of_growth_alone(kaiping: Program, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with database(kind, tmp_path) as url:
        monkeypatch.setenv("KAIPING_DATABASE_URL", url)
        done = kaiping("bench", "--web", "--seconds", "1", "--growth", "2", "12")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("growth         10 actions, 10 a second")
    assert [line.split()[:2] for line in lines[1:]] == [["2", "games"], ["12", "games"]]
    assert "goal: under 1.15" in lines[2]


BENCH: dict[str, Any] = {
    "games": 2,
    "listeners": 3,
    "actions_per_second": 10,
    "workers": 1,
    "actions": 10,
    "server_cpu_ms_per_action": 30.0,
    "worker_peak_mb": [90],
    "round_trip_ms": {"median": 30.0, "p99": 50.0, "worst": 51.0},
    "heard": 7,
    "heard_ms": {"median": 10.0, "p99": 20.0, "worst": 21.0},
    "redrawn_ms": {"median": 40.0, "p99": 60.0, "worst": 61.0},
    "first_page_bytes": 2048,
    "files": 5,
    "long_game_actions": 700,
    "open_long_game_ms": 100.0,
    "open_long_game_cpu_ms": 90,
    "open_long_game_again_ms": 8.0,
    "open_cold": {"cpu_ms": 4.0, "with_body_cpu_ms": 50.0, "without_positions_cpu_ms": 200.0, "part": 0.02},
}


def test_what_bench_says_of_the_web_table(capsys: pytest.CaptureFixture[str]) -> None:
    cold: dict[str, Any] = {"stored": 6, "unopened": 0.5, "ratios": {"median": 1.5, "p99": 2.5}}
    cold["goals"] = {"median": 2.0, "p99": 3.0, "worker_peak_mb": 500}
    growth = {"sizes": [BENCH | {"ratio": 1.0}, BENCH | {"games": 20, "ratio": 1.1}], "goal": 1.15}
    show(BENCH | {"cold": BENCH | cold, "growth": growth})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "web            2 games, 10 actions a second, 3 listening pages, 1 process(es), 10 actions"
    assert "the game alone      4.0 ms of processor time, with its body 50.0; without positions 200.0 (x 0.02)" in lines
    assert lines.count("round trip         30.0 ms in the median, 50.0 in 99 %, worst 51.0") == 2
    assert any(line.startswith("to the above   x 1.5 in the median (goal: at most 2), x 2.5 in 99 %") for line in lines)
    assert lines[-1].startswith("     20 games      30.0 ms of processor time an action, x 1.1 (goal: under 1.15);")
    show({"growth": growth})
    assert capsys.readouterr().out.splitlines() == lines[-3:]


def test_bots(kaiping: Program) -> None:
    done = kaiping("bots")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "random    Plays anything that is legal; for tests."
    levels = json.loads(kaiping("bots", "--json").stdout)
    assert [one["name"] for one in levels] == [line.split()[0] for line in done.stdout.splitlines()]
    assert levels[0]["name"] == "casual"
