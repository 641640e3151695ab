"""Futures that begin on the map: everybody plays on by the rules until the next stock round.

Futures that are only thought of know nothing of track and tokens. Here players act as bots do that look one action
ahead, so what they build, buy and run until then is no guess; what comes after it is only thought of.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from kaiping.board.board import Board
from kaiping.bots.bot import Bot
from kaiping.definition import Definition
from kaiping.flow.stock import StockRound
from kaiping.flow.title import Title
from kaiping.game import GREATEST_SEED, Game
from kaiping.state import State

#: more actions than this mean that a rehearsal leads nowhere
MOST = 3000


class Rehearsing(Struct, frozen=True):
    """How much is rehearsed before an action in a stock round."""

    #: how the player who decides acts in a rehearsal, and how the others do
    oneself: Bot
    others: Bot
    #: actions that are compared: those that come to mind first
    actions: int = 4
    #: rehearsals after each of them
    times: int = 1
    #: futures that are thought of from where a rehearsal ends to the end of the game
    futures: int = 2
    #: what comes to mind first is left for what is better by so many standard errors
    doubt: float = 0.0


class Rehearsals:
    """Rehearsals of one decision; boards that come again are the same, with all that was worked out of them."""

    def __init__(self, title: Title, definition: Definition, player: str, how: Rehearsing) -> None:
        self.title, self.definition, self.player, self.how = title, definition, player, how
        self._boards: dict[Board, Board] = {}

    def after(self, state: State, rng: Random) -> State:
        """The position at the beginning of the next stock round, or at the end of the game, if all act in their way.

        Luck to come is dealt anew: a die that the game will throw is not known to anybody.
        """
        seed = rng.randrange(GREATEST_SEED) if self.definition.chance else None
        game = Game.from_state(self.title, self.definition, state, seed)
        turn, board = state.turn, self._boards.setdefault(state.board, state.board)
        for _ in range(MOST):
            if game.finished is not None or (game.state.turn > turn and isinstance(game.state.stack[-1], StockRound)):
                break
            seat = game.acting[0]
            game.play((self.how.oneself if seat == self.player else self.how.others).choose(game, rng))
            if game.state.board is not board:
                board = game.state.board = self._boards.setdefault(game.state.board, game.state.board)
        return game.state
