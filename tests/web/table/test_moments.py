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


@pytest.mark.parametrize("file", ["1888/100000.json.gz"])
def test_moments_of_a_recorded_game(file: str):
    whole = load(RECORDINGS / file)
    for number in range(0, whole.played + 1, 19):
        check(whole.at(number))


@pytest.mark.slow
@pytest.mark.parametrize("file", ["1888/100000.json.gz"])
def test_every_moment_of_a_recorded_game(file: str):
    whole = load(RECORDINGS / file)
    for number in range(whole.played + 1):
        check(whole.at(number))


@pytest.mark.parametrize(("name", "players", "every"), [("random", 3, 31), ("greedy", 5, 43), ("random", 6, 47)])
def test_moments_of_a_game_of_bots(name: str, players: int, every: int):
    game, chance = Game("1888", players=[f"P{number}" for number in range(players)]), Random(players)
    robot = bot(name)
    while game.finished is None and game.played < 900:
        game.play(robot.choose(game, chance))
        if game.played % every == 0:
            check(game)
    body(game)


def test_parts_of_a_recorded_game():
    whole = load(RECORDINGS / "1888/100000.json.gz")
    for number in range(0, whole.played + 1, 83):
        for name in ("story", "tiles", "log", "cards"):
            assert part(whole, name, moment=number)
    story = part(whole, "story")
    assert story.count("<polyline") == len(whole.players)
    log = part(whole, "log")
    assert all(f'data-at="{number}"' in log for number in range(1, whole.played + 1))


def test_nothing_that_a_strict_policy_forbids():
    whole = load(RECORDINGS / "1888/100000.json.gz")
    for number in (0, 54, 77, 300, 464, 518, 519, 747):
        game = whole.at(number)
        pages = [body(game), part(game, "tiles"), part(game, "story"), part(game, "hex", hex="C9")]
        for page in pages:
            assert not read(page).wrong
        ids = Counter(read(pages[0]).ids)
        assert not [name for name, count in ids.items() if count > 1]
