"""A position is a value: written and read again it is the same, and the game plays on as it would have."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kaiping
from kaiping.bots import bot
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records import load, native
from kaiping.records.exact import MARK, code, exact, from_position, state_data
from kaiping.records.position import position_text

DATA = Path(__file__).resolve().parents[1] / "data" / "recordings"
RECORDINGS = sorted(file for title in ("1888", "1880") for file in (DATA / title).glob("*.json.gz"))


def same(game: Game) -> Game:
    """The game again from its position as JSON, which must be equal to it."""
    again = kaiping.from_position(json.loads(json.dumps(game.position())), seed=game.seed)
    assert again.state == game.state
    assert state_data(again.state) == state_data(game.state)
    assert list(again.legal_actions()) == list(game.legal_actions())
    return again


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_positions_of_recorded_games(file: Path) -> None:
    game = load(file)
    for number in range(0, game.played + 1, max(1, game.played // 12)):
        same(game.at(number))


GAMES = [
    ("1888", "random", ()),
    ("1880", "random", ()),
    pytest.param("1880", "greedy", (), marks=pytest.mark.slow),
    ("1890", "random", ()),
    ("1890", "random", ("air-raids", "earthquake")),
    pytest.param("1890", "greedy", ("air-raids", "earthquake"), marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("title", "robot", "options"), GAMES)
def test_a_game_plays_on_as_it_would_have(title: str, robot: str, options: tuple[str, ...]) -> None:
    """Nothing in the rules hangs on how a position came about: not even the order of what happens."""
    game = Game(title, players=["Ann", "Bo", "Cy"], options=options, seed=3 if options else None)
    player, chance = bot(robot), Random(4)
    while game.finished is None and game.played < 600:
        if game.played % 60 == 0:
            again, other = same(game), game.copy()
            ours, theirs = Random(9), Random(9)
            for _ in range(60):
                if other.finished is not None:
                    break
                action = player.choose(other, ours)
                assert player.choose(again, theirs) == action
                other.play(action)
                again.play(action)
                assert (again.state, again.last_events) == (other.state, other.last_events)
        game.play(player.choose(game, chance))


@pytest.fixture(scope="module")
def middle() -> Game:
    game = load(DATA / "1888" / "100000.json.gz")
    return game.at(game.played // 2)


def test_by_code_and_by_text(middle: Game) -> None:
    assert from_position(code(middle)).state == middle.state
    assert from_position(position_text(middle)).state == middle.state
    quoted = "\n".join(f"> {line}" if MARK not in line else line for line in position_text(middle).splitlines()[:3])
    assert from_position(f"{quoted}\n{code(middle)}").state == middle.state


def test_a_game_from_a_position_has_a_file(middle: Game, tmp_path: Path) -> None:
    game = from_position(code(middle))
    for _ in range(5):
        game.play(next(iter(game.legal_actions())))
    game.save(tmp_path / "game.json")
    again = load(tmp_path / "game.json")
    assert (again.state, again.actions, again.played) == (game.state, game.actions, 5)
    again.undo()
    assert native.to_data(again)["start"] == state_data(middle.state)


def test_chance_is_not_read_out_of_a_position() -> None:
    game = Game("1890", players=["Ann", "Bo", "Cy"], options=["tigers-die"], seed=123_456_789)
    assert "123456789" not in json.dumps(game.position())
    assert "seed" not in exact(game).state
    assert from_position(code(game)).seed != game.seed


def test_what_is_hidden_is_not_written() -> None:
    game = Game("1890", players=["Ann", "Bo", "Cy"], options=["hidden-cash"])
    assert "state" not in game.view("Ann").position()
    assert MARK not in position_text(game.view("Ann"))
    with pytest.raises(BadInput, match="something is hidden"):
        code(game.view("Ann"))


def spoilt(data: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return data | {"state": data["state"] | fields}


@pytest.mark.parametrize("rules", ["1", "2"])
def test_a_position_of_older_rules_has_no_history_that_could_be_refused(middle: Game, rules: str) -> None:
    assert from_position(middle.position() | {"rules": rules}).state == middle.state


def test_what_is_no_position(middle: Game) -> None:
    data = middle.position()
    for wrong, said in (
        ({}, "no title and state"),
        ("hello", "there is no position in that text"),
        (code(middle)[:-40], "not whole"),
        (f"{MARK}:AAAA", "not whole"),
        (data | {"title": "1889"}, "1889"),
        (data | {"rules": "0"}, "by the rules '0'"),
        (data | {"options": ["none-such"]}, "none-such"),
        (spoilt(data, cash={"Ann": 1}), "that position cannot be"),
        (spoilt(data, bank="much"), "no position of a game"),
        (spoilt(data, stack=[]), "nothing is going on"),
        (spoilt(data, stack=[{"type": "Picnic"}]), "Picnic"),
        (spoilt(data, dragons=3), "dragons is not known"),
        (spoilt(data, players=["Ann"]), "players"),
        (spoilt(data, phase="9"), "no position of a game"),
        (spoilt(data, board={"tiles": {}, "tokens": [], "reserved": []}), "that position cannot be"),
    ):
        with pytest.raises(BadInput, match=said):
            from_position(wrong)


_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10_000) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_a_spoilt_position_gets_a_sentence(data: st.DataObject) -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    position = game.position()
    name = data.draw(st.sampled_from(sorted(position["state"])))
    position["state"][name] = data.draw(_PLAIN)
    said = ""
    try:
        from_position(position)
    except BadInput as refused:
        said = str(refused)
    assert "\n" not in said
