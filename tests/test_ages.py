"""Nothing that was played is lost by a new version of the rules, and no behaviour changes without one."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

import kaiping
from kaiping.errors import IllegalAction
from kaiping.records import native
from kaiping.titles import definition
from tests import ages
from tests.many import many

FILES = sorted(ages.FOLDER.glob("*/*.json.gz"))
#: of older rules, whose games those of today refuse at some action
BROKEN_OFF = {"1/1888-2022", "1/1888-2021", "1/1880-2022", "1/1880-2010"}


def name(file: Path) -> str:
    return f"{file.parent.name}/{file.name.removesuffix('.json.gz')}"


def test_there_are_games_of_every_version() -> None:
    for edition in ages.editions():
        title, _, of = edition.partition(":")
        for rules in (ages.rules_of(edition), *definition(title, of).older_rules):
            assert (ages.FOLDER / rules / f"{title}-{of}.json.gz").exists(), (
                f"python -m tests.ages ({edition}, {rules})"
            )


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_game_of_any_age_opens(file: Path, tmp_path: Path) -> None:
    """As far as today's rules allow; what they refuse is told with its clause and kept when it is saved again."""
    game = kaiping.load(file)
    assert (game.unplayed is not None) == (name(file) in BROKEN_OFF)
    if game.unplayed is None:
        assert game.finished is not None
        return
    actions = json.loads(gzip.decompress(file.read_bytes()))["actions"]
    left, told = game.unplayed, str(game.unplayed)
    assert left.number + len(left.actions) == len(actions) + 1
    assert f"action {left.number} of {len(actions)} cannot be played" in told
    assert f"({game.definition.clauses}:" in told
    with pytest.raises(IllegalAction):
        game.play(left.actions[0])
    game.play(next(iter(game.legal_actions())))
    game.save(tmp_path / "again.json")
    again = kaiping.load(tmp_path / "again.json")
    assert again.unplayed == left
    assert again.actions == game.actions
    assert again.copy().unplayed == again.at(3).unplayed == left


def test_a_game_of_the_present_rules_that_is_refused_is_an_error() -> None:
    data = json.loads(gzip.decompress((ages.FOLDER / "1" / "1880-2022.json.gz").read_bytes()))
    with pytest.raises(kaiping.BadInput, match=r"action \d+"):
        native.from_data({**data, "rules": ages.rules_of("1880:2022")})


def test_the_terminal_tells_it() -> None:
    command = [sys.executable, "-m", "kaiping", "play", "--load", str(ages.FOLDER / "1" / "1880-2022.json.gz")]
    done = subprocess.run(command, input="quit\n\n", capture_output=True, text=True, timeout=60, check=False)
    assert "action 261 of 307 cannot be played" in " ".join(done.stdout.split())


def same(edition: str, seeds: range) -> None:
    expected = ages.stored(ages.rules_of(edition))[edition]
    changed = [seed for seed in seeds if ages.digest(edition, seed) != expected[seed]]
    assert not changed, (
        f"{edition} plays otherwise (games {changed}): raise its rules_version, then python -m tests.ages"
    )


@pytest.mark.parametrize("edition", ages.editions())
def test_behaviour_changes_only_with_the_version(edition: str) -> None:
    same(edition, range(2))


@pytest.mark.slow
@pytest.mark.parametrize("part", many(range(ages.GAMES // 10), slow=4))
@pytest.mark.parametrize("edition", ages.editions())
def test_behaviour_of_many_games(edition: str, part: int) -> None:
    same(edition, range(10 * part, 10 * part + 10))
