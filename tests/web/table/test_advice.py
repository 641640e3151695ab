"""What a bot advises and what choices would add say also why nothing is told."""

from __future__ import annotations

from random import Random

from kaiping.action import LayTile, Par
from kaiping.bots import bot
from kaiping.game import Game
from kaiping.phrases import round_short, step_name
from tests.web.table.pages import part


def played(until: str) -> Game:
    game, chance, robot = Game("1888", players=["Ann", "Bo", "Cy"]), Random(0), bot("casual")
    while round_short(game) != until:
        game.play(robot.choose(game, chance))
    return game


def test_a_bot_that_would_start_no_company_says_so():
    game, chance, robot = played("SR 1"), Random(0), bot("casual")
    told = set()
    while round_short(game) == "SR 1":
        starts = any(isinstance(one, Par) for one in game.legal_actions())
        wished = any(isinstance(one.action, Par) for one in game.advice(game.acting[0], "casual").candidates)
        said = "It would start no company now" in part(game, "hint")
        assert said is (starts and not wished)
        told.add(said)
        game.play(robot.choose(game, chance))
    assert told == {True, False}


def test_where_no_single_tile_makes_a_run_that_is_told():
    game, chance, robot = played("OR 1.1"), Random(0), bot("casual")
    told = set()
    while game.played < 140:
        if step_name(game) == "track" and any(isinstance(one, LayTile) for one in game.legal_actions()):
            page = part(game, "worth")
            nothing = 'data-gain="0"' in page and 'data-gain="' not in page.replace('data-gain="0"', "")
            said = "None of them adds anything by itself" in page
            assert not said or nothing
            told.add(said)
        game.play(robot.choose(game, chance))
    assert told == {True, False}
