"""One game of a contest, and what is kept of it."""

from __future__ import annotations

import time
from functools import lru_cache
from random import Random

from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.arena.contest import Contest, Match
from kaiping.bots import Bot
from kaiping.bots.own import any_bot
from kaiping.bots.simulate import SEATS, play
from kaiping.definition import Definition
from kaiping.game import Game


class Outcome(Struct, frozen=True):
    """A game that was played."""

    index: int
    seed: int
    #: for each seat: its bot, what it was worth at the end, its place, how often and how long it thought
    seats: tuple[str, ...]
    worth: tuple[int, ...]
    places: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    actions: int
    #: why it ended, in which phase and after how many stock rounds
    ended: str | None
    phase: str
    turns: int
    #: what went wrong; such a game counts for nobody
    fault: str = ""

    def share(self, name: str) -> float:
        """How much of the victory is that bot's: those who win together share it."""
        winners = [seat for seat, place in zip(self.seats, self.places, strict=True) if place == 1]
        return winners.count(name) / len(winners)


class _Timed:
    """A bot that is watched while it thinks."""

    def __init__(self, bot: Bot) -> None:
        self._bot, self.decisions, self.seconds = bot, 0, 0.0

    def choose(self, game: Game, rng: Random) -> AnyAction:
        began = time.perf_counter()
        action = self._bot.choose(game, rng)
        self.seconds += time.perf_counter() - began
        self.decisions += 1
        return action


def play_match(held: Contest, match: Match) -> Outcome:
    """Play it to its end; whatever goes wrong is told in the outcome."""
    bots = {SEATS[number]: _Timed(any_bot(name)) for number, name in enumerate(match.seats)}
    played = play(_printed(held), dict(bots), match.seed, 0, check=False)
    worth = tuple(played.totals[seat] for seat in bots)
    ranks = [(seat not in played.winners, -mine) for seat, mine in zip(bots, worth, strict=True)]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Outcome(
        index=match.index,
        seed=match.seed,
        seats=match.seats,
        worth=worth,
        places=places,
        decisions=tuple(one.decisions for one in bots.values()),
        seconds=tuple(round(one.seconds, 4) for one in bots.values()),
        actions=played.actions,
        ended=played.ended,
        phase=played.phase,
        turns=played.turns,
        fault="; ".join(played.violations) or ("" if played.ended else "it did not end"),
    )


@lru_cache(8)
def _printed(held: Contest) -> Definition:
    return held.printed
