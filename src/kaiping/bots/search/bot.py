"""A bot that thinks of the future where money is at stake, and plays like the casual one on the map."""

from __future__ import annotations

from random import Random

from kaiping.action import AnyAction
from kaiping.bots.bot import Bot, check_asked
from kaiping.bots.search.candidates import candidates, is_thought_of
from kaiping.bots.search.search import Budget, compare, decide
from kaiping.game import Game


class SearchBot:
    """Compares what may be done by the futures that follow; where in doubt it does what another bot would."""

    def __init__(self, usual: Bot, budget: Budget) -> None:
        self.usual, self.budget = usual, budget

    def choose(self, game: Game, rng: Random) -> AnyAction:
        check_asked(game, rng)
        default = self.usual.choose(game, rng)
        if not is_thought_of(game):
            return default
        actions = candidates(game, default)
        if len(actions) < 2:
            return default
        return decide(compare(game, actions, rng, self.budget), self.budget).action
