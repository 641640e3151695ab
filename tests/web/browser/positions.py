"""Positions in which a kind of action is legal, from games of bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

from kaiping.action import AnyAction, Pass
from kaiping.bots import bot
from kaiping.game import Game
from kaiping.records.files import lines_of_actions
from kaiping.records.native import to_data
from tests.web.server import Visitor

_MOST = 40
#: actions after which a game is left
_LONG = 1500


class Games(NamedTuple):
    """Games in which to look for a position, one after the other."""

    title: str
    robot: str = "random"
    options: tuple[str, ...] = ()
    #: the seed of the first: of the bots, and of the game where an option has chance in it
    seed: int = 0

    def played(self, number: int) -> Game:
        """One of the games, to its end."""
        return _played(self._replace(seed=self.seed + number))


#: where it does not matter which title is played
PLAIN = Games("1888")


@cache
def _played(how: Games) -> Game:
    seed = how.seed if how.options else None
    game = Game(how.title, players=["Ann", "Bo", "Cy"], options=how.options, seed=seed)
    robot, chance = bot(how.robot), Random(how.seed)
    while game.finished is None and game.played < _LONG:
        game.play(robot.choose(game, chance))
    return game


def position(
    wanted: Callable[[AnyAction], bool], games: Games = PLAIN, *, after: int = 0, may_pass: bool = False
) -> Game:
    """The first position of some game in which an action that is wanted is legal, and a pass too if that is wanted."""
    for number in range(_MOST):
        whole = games.played(number)
        for place in range(after, whole.played):
            game = whole.at(place)
            legal = list(game.legal_actions())
            passing = not may_pass or any(isinstance(action, Pass) for action in legal)
            if passing and any(wanted(action) for action in legal):
                return game
    raise LookupError("no game has such a position")


def before(event: str, games: Games) -> tuple[Game, AnyAction]:
    """The position before an action that brings such an event about, and the action."""
    for number in range(_MOST):
        whole = games.played(number)
        for place in range(whole.played):
            if any(one.kind == event for one in whole.at(place + 1).last_events):
                return whole.at(place), whole.actions[place]
    raise LookupError("no game has such an event")


def finished_game() -> Game:
    return PLAIN.played(6)


def bring(visitor: Visitor, game: Game) -> str:
    """Set a game up at a table of the visitor's own; its address."""
    answer = visitor.post("/bring", files={"file": ("game.json", lines_of_actions(to_data(game)))})
    path = answer.headers["location"]
    assert path.startswith("/game/"), answer.text
    return str(path)
