"""kaiping convert, routes and render, and the moments that --at names."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kaiping.action import RunRoutes
from kaiping.cli.routes import operating_company
from kaiping.draw.png import available
from kaiping.draw.theme import DARK
from kaiping.game import Game
from kaiping.records.files import read_json
from kaiping.routes.search import best_run
from tests.cli.program import Program, assert_refused


@pytest.fixture(scope="session")
def before_a_run(recorded_game: Game) -> int:
    """The number of actions before a run that earns something."""
    game = recorded_game
    for number, action in enumerate(game.actions):
        if isinstance(action, RunRoutes) and action.routes:
            return number
    pytest.fail("no train runs in the recorded game")


# --- convert ----------------------------------------------------------------------------------------


def test_convert_there_and_back(kaiping: Program, recording: Path, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json.gz"
    done = kaiping("convert", recording, "-o", ours)
    assert (done.returncode, done.stderr) == (0, "")
    assert read_json(ours)["kaiping"] == 2
    assert kaiping("convert", ours, "-o", theirs).returncode == 0
    assert read_json(theirs)["title"] == read_json(recording)["title"]
    assert kaiping("replay", theirs, ours).stdout.endswith("2 of 2 exact\n")


def test_convert_to_standard_output(inside: Program, recording: Path, native: Path, tmp_path: Path) -> None:
    done = inside("convert", recording, "-o", "-", "--short", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["actions"] == read_json(native)["actions"]
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten_without_a_word(
    inside: Program, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, letter = tmp_path / "game.json", tmp_path / "letter.txt"
    assert inside("convert", native, "-o", game, "--short").stdout == f"{game}: native, short\n"
    assert "over the game file that was there" in inside("convert", native, "-o", game, "--short").stdout
    before = game.read_bytes()
    for source in (game, tmp_path / "." / "game.json"):
        assert_refused(inside("convert", source, "-o", game, "--force"), "is the file that is read")
        assert game.read_bytes() == before
    letter.write_text("Dear Ann")
    assert_refused(inside("convert", native, "-o", letter), "exists and is no game file")
    assert letter.read_text() == "Dear Ann"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for answer, code in (("no\n", 2), ("yes\n", 0)):
        typed = StringIO(answer)
        monkeypatch.setattr(typed, "isatty", lambda: True)
        monkeypatch.setattr("sys.stdin", typed)
        done = inside("convert", native, "-o", game, "--short")
        assert (done.returncode, "Write over it?" in done.stderr) == (code, True)
    assert inside("convert", native, "-o", letter, "--short", "--force").returncode == 0
    assert read_json(letter)["kaiping"] == 2


# --- routes -----------------------------------------------------------------------------------------


def test_routes(kaiping: Program, native: Path, recorded_game: Game, before_a_run: int) -> None:
    """The best run, in words and as JSON; the id of an action is its number from 1."""
    company = recorded_game.actions[before_a_run].company  # type: ignore[union-attr]
    done = kaiping("routes", native, "--at", before_a_run + 1, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["company"] == company
    assert report["proven"] is True
    assert report["seconds"] >= 0
    assert report["revenue"] == sum(route["revenue"] for route in report["routes"])
    claimed = recorded_game.at(before_a_run + 1).state.revenue[company]
    assert report["revenue"] >= claimed
    assert all(route["train"] and len(route["stops"]) >= 2 for route in report["routes"])
    words = kaiping("routes", native, "--at", before_a_run + 1)
    assert words.stdout.startswith(f"{company}: ¥{report['revenue']}")
    assert "proven best" in words.stdout


def test_moments(kaiping: Program, native: Path, recording: Path, before_a_run: int) -> None:
    """An id of our file, its place, and the id of the same action in the other format name one moment."""
    places = [number for number, action in enumerate(read_json(recording)["actions"]) if action["type"] == "run_routes"]
    answers = [
        json.loads(kaiping("routes", file, "--at", moment, "--json").stdout)["routes"]
        for file, moment in (
            (native, str(before_a_run + 1)),
            (native, f"#{before_a_run}"),
            (recording, f"#{places[0]}"),
            (recording, str(read_json(recording)["actions"][places[0]]["id"])),
        )
    ]
    assert all(answer == answers[0] for answer in answers)


def test_no_company_operates(kaiping: Program, native: Path) -> None:
    for moment in ("1", "#0"):
        done = kaiping("routes", native, "--at", moment)
        assert done.returncode == 2
        assert "no company operates" in done.stderr


# --- render -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["map", "market", "tiles"])
@pytest.mark.parametrize("source", ["title", "edition", "file"])
def test_svg(kaiping: Program, native: Path, tmp_path: Path, what: str, source: str) -> None:
    of = {"title": "1888", "edition": "1888:2021", "file": native}[source]
    out = tmp_path / "out.svg"
    done = kaiping("render", of, "--what", what, "-o", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert ElementTree.fromstring(out.read_text(encoding="utf-8")).tag.endswith("svg")


def test_png(kaiping: Program, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    done = kaiping("render", "1888", "-o", out)
    if available():
        assert (done.returncode, done.stderr) == (0, "")
        assert out.read_bytes().startswith(b"\x89PNG")
    else:
        assert done.returncode == 2
        assert "not installed" in done.stderr


def test_a_picture_of_a_moment(kaiping: Program, native: Path, tmp_path: Path, before_a_run: int) -> None:
    early, late, run = tmp_path / "early.svg", tmp_path / "late.svg", tmp_path / "run.svg"
    kaiping("render", native, "--at", "1", "-o", early)
    kaiping("render", native, "-o", late)
    done = kaiping("render", native, "--at", before_a_run + 1, "--routes", "-o", run)
    assert done.returncode == 0, done.stderr
    assert early.read_text() != late.read_text()
    assert 'class="route"' in run.read_text()
    assert 'class="route"' not in late.read_text()
    assert re.search(r'class="key".*?<text[^>]*>[A-Z]{3} [^<]+: ¥\d+</text>', run.read_text())


def test_a_run_of_nothing_is_drawn_and_told(
    kaiping: Program, native: Path, recorded_game: Game, tmp_path: Path
) -> None:
    without = next(
        number
        for number in range(recorded_game.played)
        if (company := operating_company(moment := recorded_game.at(number))) is not None
        and not best_run(moment.running(company)).routes
    )
    done = kaiping("render", native, "--at", f"#{without}", "--routes", "-o", tmp_path / "map.svg")
    assert done.returncode == 0, done.stderr
    assert "has a route; none is drawn" in done.stderr
    assert ": no route</text>" in (tmp_path / "map.svg").read_text()


def test_a_picture_on_standard_output(inside: Program, tmp_path: Path) -> None:
    done = inside("render", "1888:2021", "--what", "market", "-o", "-", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert ElementTree.fromstring(done.stdout).tag.endswith("svg")
    assert not list(tmp_path.iterdir())


def test_a_picture_is_not_overwritten_without_a_word(inside: Program, tmp_path: Path) -> None:
    picture = tmp_path / "market.svg"
    args = ("render", "1888", "--what", "market", "-o", picture)
    assert inside(*args).stdout == ""
    assert inside(*args).stdout == f"{picture} (over the picture that was there)\n"
    picture.write_text("Dear Ann")
    assert_refused(inside(*args), "exists and is no picture")
    assert picture.read_text() == "Dear Ann"


def test_a_picture_as_wide_and_in_the_colors_asked_for(kaiping: Program, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    done = kaiping("render", "1890", "--width", "640", "--theme", "dark", "--lang", "ja", "-o", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    picture = out.read_text(encoding="utf-8")
    assert 'width="640"' in picture
    assert DARK.paper in picture
    assert ">神戸<" in picture
    assert ">Kobe<" not in picture
    done = kaiping("render", "1888", "--lang", "zh", "-o", out)
    assert done.stderr == "kaiping: the places of 1888 have no names in zh; the English ones are drawn\n"
