"""Positions in which a kind of action is legal, from games of random bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from kaiping.action import AnyAction, Pass
from kaiping.bots import bot
from kaiping.game import Game
from kaiping.records.files import lines_of_actions
from kaiping.records.native import to_data
from tests.web.server import Visitor

_MOST = 40


@cache
def _played(title: str, seed: int) -> Game:
    game, chance, robot = Game(title, players=["Ann", "Bo", "Cy"]), Random(seed), bot("random")
    while game.finished is None and game.played < 1500:
        game.play(robot.choose(game, chance))
    return game


def position(
    wanted: Callable[[AnyAction], bool], *, title: str = "1888", after: int = 0, may_pass: bool = False
) -> Game:
    """The first position of some game in which an action that is wanted is legal, and a pass too if that is wanted."""
    for seed in range(_MOST):
        whole = _played(title, seed)
        for number in range(after, whole.played):
            game = whole.at(number)
            legal = list(game.legal_actions())
            passing = not may_pass or any(isinstance(action, Pass) for action in legal)
            if passing and any(wanted(action) for action in legal):
                return game
    raise LookupError("no game has such a position")


def finished_game() -> Game:
    return _played("1888", 6)


def bring(visitor: Visitor, game: Game) -> str:
    """Set a game up at a table of the visitor's own; its address."""
    answer = visitor.post("/bring", files={"file": ("game.json", lines_of_actions(to_data(game)))})
    path = answer.headers["location"]
    assert path.startswith("/game/"), answer.text
    return str(path)
