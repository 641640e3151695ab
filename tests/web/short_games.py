"""Games that are over after a few actions: the end of longer ones."""

from __future__ import annotations

from functools import cache

from kaiping.game import Game
from kaiping.records import native
from kaiping.records.files import lines_of_actions
from tests.web.browser.positions import finished_game


@cache
def short_game(actions: int = 12) -> Game:
    game = end_of(finished_game(), actions)
    assert game.finished is not None
    return game


def end_of(whole: Game, actions: int, *, left_out: int = 0) -> Game:
    """The last actions of a game, without the very last, from the position before them on."""
    start = whole.at(whole.played - actions)
    game = Game.from_state(whole.title, whole.definition, start.state, whole.seed)
    for action in whole.actions[-actions : whole.played - left_out]:
        game.play(action)
    return game


def file_of(game: Game) -> bytes:
    return lines_of_actions(native.to_data(game))
