"""Compares actions by the futures that may follow them: the same luck for all, more thought for the better half."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean
from time import monotonic

from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.bots.search.foresight import Foresight
from kaiping.bots.search.rollout import play_on, worth
from kaiping.flow.foreseen import foreseen
from kaiping.game import Game
from kaiping.state import State


class Budget(Struct, frozen=True):
    """How much is thought about one decision."""

    #: futures in all
    rollouts: int
    #: stock rounds that a future goes on for
    sets: int = 2
    #: the default is left only for what is better by so many standard errors
    doubt: float = 1.0
    #: seconds after which no further future is begun; None where games are to be repeatable
    seconds: float | None = None


class Compared(Struct):
    """An action, and what the player was ahead of the others by in each future that followed it."""

    action: AnyAction
    leads: list[float]
    worths: list[float]

    @property
    def lead(self) -> float:
        return fmean(self.leads) if self.leads else 0.0


def lead_of(worths: dict[str, float], player: str) -> float:
    """How far a player is ahead: of the best of the others, and of their mean."""
    others = [worth for name, worth in worths.items() if name != player]
    if not others:
        return worths[player]
    return worths[player] - 0.5 * max(others) - 0.5 * fmean(others)


def compare(game: Game, actions: Sequence[AnyAction], rng: Random, budget: Budget) -> list[Compared]:
    """What comes of each action, best first; the first of the actions is the default, which stays to the end."""
    player = game.acting[0]
    foresight = Foresight(game.table())
    title = foreseen(game.title, foresight.earns)
    begun: dict[AnyAction, State] = {action: game.after(action).state for action in actions}
    luck = rng.getrandbits(48)
    everybody = [Compared(action, [], []) for action in actions]
    left = list(everybody)
    until = None if budget.seconds is None else monotonic() + budget.seconds
    spent, number, rounds = 0, 0, max(1, (len(actions) - 1).bit_length())
    for step in range(rounds):
        each = max(1, budget.rollouts // rounds // len(left))
        for _ in range(each):
            for one in left:
                future = play_on(foresight, title, begun[one.action], Random(f"{luck}/{number}"), sets=budget.sets)
                worths = worth(foresight, future)
                one.leads.append(lead_of(worths, player))
                one.worths.append(worths[player])
                spent += 1
            number += 1
            if until is not None and monotonic() > until:
                break
        if until is not None and monotonic() > until:
            break
        if step < rounds - 1:
            kept = sorted(left[1:], key=lambda one: one.lead, reverse=True)[: max(1, len(left) // 2)]
            left = [left[0], *kept]
    return everybody


def decide(compared: Sequence[Compared], budget: Budget) -> Compared:
    """The best action if it is clearly better than the default, which stands first; else the default."""
    default = compared[0]
    longest = max(len(one.leads) for one in compared)
    best = max((one for one in compared if len(one.leads) == longest), key=lambda one: one.lead)
    if best is default or longest < 2:
        return default
    gains = [mine - theirs for mine, theirs in zip(best.leads, default.leads, strict=False)]
    mean = fmean(gains)
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))
    return best if mean > budget.doubt * spread else default
