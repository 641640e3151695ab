"""A bot that thinks of the future where money is at stake, and plays like another one on the map."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from kaiping.action import AnyAction
from kaiping.bots.advice import Advice, Adviser, Candidate
from kaiping.bots.bot import check_asked
from kaiping.bots.search.candidates import candidates, is_thought_of
from kaiping.bots.search.rehearsal import Rehearsing
from kaiping.bots.search.search import Budget, Compared, Comparison, gain, is_surely_better
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.language import gettext_noop

FORESEEN = gettext_noop("{~worth} in the end, {~lead} against the others, on average of {futures} futures")
BETTER = gettext_noop("in the same futures it brings {~more} more than what comes to mind first")
NOT_BETTER = gettext_noop("it comes to mind first, and nothing is surely better")


class SearchBot:
    """Compares what may be done by the futures that follow; where in doubt it does what its usual bot would."""

    def __init__(
        self,
        usual: Adviser,
        budget: Budget,
        *,
        where: Callable[[Game], bool] = is_thought_of,
        rehearsing: Rehearsing | None = None,
    ) -> None:
        self.usual, self.budget = usual, budget
        #: tells the decisions for which it thinks of futures; the others it leaves to its usual bot
        self.where = where
        #: how it rehearses what it might do in a stock round; None: not at all
        self.rehearsing = rehearsing

    def choose(self, game: Game, rng: Random) -> AnyAction:
        return self.advise(game, rng).best

    def advise(self, game: Game, rng: Random) -> Advice:
        check_asked(game, rng)
        usual = self.usual.advise(game, rng)
        if self.rehearsing is not None and isinstance(game.state.stack[-1], StockRound):
            return self._rehearsed(game, usual, self.rehearsing, rng) or usual
        return self._thought(game, usual.best, rng) or usual

    def _rehearsed(self, game: Game, usual: Advice, how: Rehearsing, rng: Random) -> Advice | None:
        """What comes of rehearsing what comes to mind; None where that is one thing alone."""
        actions = list(dict.fromkeys(one.action for one in usual.candidates))[: how.actions]
        if len(actions) < 2:
            return None
        found = Comparison(game, actions, rng, others_casual=self.budget.others_casual)
        found.rehearse(how, self.budget.seconds)
        return self._advice(game, found, replace(self.budget, doubt=how.doubt))

    def _thought(self, game: Game, usual: AnyAction, rng: Random) -> Advice | None:
        """What comes of thinking; None where there is nothing to think about."""
        if not self.where(game):
            return None
        actions = candidates(game, usual)
        if len(actions) < 2:
            return None
        found = Comparison(game, actions, rng, others_casual=self.budget.others_casual)
        found.think(self.budget)
        return self._advice(game, found, self.budget)

    def _advice(self, game: Game, found: Comparison, budget: Budget) -> Advice:
        """The best action if it is clearly better than the usual one, else that; and what they were compared by."""
        usual, best = found.compared[0], found.best()
        sure = best is not usual and is_surely_better(best, usual, budget)
        chosen = best if sure else usual
        others = sorted((one for one in found.compared if one is not chosen and one.leads), key=lambda one: -one.lead)
        rows = tuple(self._candidate(game, one) for one in (chosen, *others))
        if sure:
            return Advice(rows, BETTER, {"more": round(gain(best, usual).mean)})
        return Advice(rows, NOT_BETTER)

    def _candidate(self, game: Game, one: Compared) -> Candidate:
        figures = {"worth": round(one.worth), "lead": round(one.lead), "futures": len(one.leads)}
        return Candidate(one.action, one.lead, FORESEEN, figures, game.definition.currency)
