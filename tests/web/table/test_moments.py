"""Every moment of a game can be shown, and shows exactly what is legal."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kaiping.bots import bot
from kaiping.game import Game
from kaiping.records import load
from tests.web.table.pages import RECORDINGS, body, offered, part, read


def check(game: Game) -> None:
    assert Counter(offered(game)) == Counter(game.legal_actions())


#: a recorded game of each title
FILES = ["1888/100000.json.gz", pytest.param("1880/200000.json.gz", marks=pytest.mark.slow)]


@pytest.mark.parametrize("file", FILES)
def test_moments_of_a_recorded_game(file: str):
    whole = load(RECORDINGS / file)
    for number in range(0, whole.played + 1, 19):
        check(whole.at(number))


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_every_moment_of_a_recorded_game(file: str):
    whole = load(RECORDINGS / file)
    for number in range(whole.played + 1):
        check(whole.at(number))


@pytest.mark.parametrize(
    ("title", "name", "players", "every"),
    [
        ("1888", "random", 3, 31),
        pytest.param("1888", "greedy", 5, 43, marks=pytest.mark.slow),
        pytest.param("1888", "random", 6, 47, marks=pytest.mark.slow),
        ("1880", "random", 3, 31),
        pytest.param("1880", "greedy", 5, 23, marks=pytest.mark.slow),
    ],
)
def test_moments_of_a_game_of_bots(title: str, name: str, players: int, every: int):
    game, chance = Game(title, players=[f"Player {number}" for number in range(players)]), Random(players)
    robot = bot(name)
    while game.finished is None and game.played < 900:
        game.play(robot.choose(game, chance))
        if game.played % every == 0:
            check(game)
    body(game)


def test_every_kind_of_action_of_a_title_is_offered():
    """At the first moment of a recorded game at which each kind of action is legal, and each question is asked."""
    whole, seen = load(RECORDINGS / "1880/200000.json.gz"), set[tuple[str, ...]]()
    for number in range(whole.played):
        game = whole.at(number)
        kinds = tuple(dict.fromkeys((type(one).__name__, getattr(one, "what", "")) for one in game.legal_actions()))
        fresh = {kind for kind in kinds if kind not in seen}
        if fresh:
            check(game)
            seen |= fresh
    assert {name for name, _what in seen} >= {"Choose", "UsePower", "Par", "LayTile", "RunRoutes", "SellShares"}
    assert {what for _name, what in seen} >= {"investor", "certificate", "permits", "treasury", "station"}


@pytest.mark.parametrize("file", FILES)
def test_parts_of_a_recorded_game(file: str):
    whole = load(RECORDINGS / file)
    for number in range(0, whole.played + 1, 83):
        for name in ("story", "tiles", "log", "cards"):
            assert part(whole, name, moment=number)
    story = part(whole, "story")
    assert story.count("<polyline") == len(whole.players)
    log = part(whole, "log")
    assert all(f'data-at="{number}"' in log for number in range(1, whole.played + 1))


@pytest.mark.parametrize("file", FILES)
def test_nothing_that_a_strict_policy_forbids(file: str):
    whole = load(RECORDINGS / file)
    for number in (0, 54, 77, 300, 464, 518, 519, whole.played):
        game = whole.at(number)
        pages = [body(game), part(game, "tiles"), part(game, "story"), part(game, "hex", hex="C9")]
        for page in pages:
            assert not read(page).wrong
        ids = Counter(read(pages[0]).ids)
        assert not [name for name, count in ids.items() if count > 1]
