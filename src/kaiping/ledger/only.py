"""Where the rules leave no choice, and what ends a turn of which somebody wants no more."""

from __future__ import annotations

from itertools import islice

from kaiping.action import AnyAction, DeclareBankruptcy, Pass, RunRoutes, SellBlocks
from kaiping.definition import BestRun
from kaiping.game import Game
from kaiping.ledger.course import round_now, steps_left


def rest_of_turn(game: Game, company: str) -> Pass | None:
    """What ends a step after a company's run in which it need not do anything; None once its turn is over."""
    left, begun = steps_left(game), any(event.kind == "turn" for event in game.last_events)
    if not left or "run" in left or begun or round_now(game).company != company:
        return None
    return next((action for action in game.legal_actions() if isinstance(action, Pass)), None)


def only_answer(game: Game) -> AnyAction | None:
    """The action that the rules demand now; None if there is a choice, or nobody to act.

    Sets of shares and runs are listed by the best of them: a single one in the list is no choice only where the edition
    takes no lesser run. Nobody is made bankrupt without having seen it.
    """
    legal = game.legal_actions()
    found = list(islice(legal, 2))
    if len(found) != 1:
        return None
    (action,) = found
    span = legal.ranges.get(action)
    if span is not None and span.open:
        return None
    match action:
        case SellBlocks() | DeclareBankruptcy():
            return None
        case RunRoutes() if game.definition.running.best_run is BestRun.ANY:
            return None
    return action
