"""A game looked back upon: how likely everybody was to win, and what each decision was worth.

Both are found by playing possible futures, as the strongest bots do before they act; they are estimates.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from random import Random

import msgspec
from msgspec import Struct

from kaiping.analysis.chances import Chances, chances
from kaiping.analysis.decisions import Decision, weighed
from kaiping.bots.search.search import Budget
from kaiping.errors import BadInput
from kaiping.game import Game

#: futures for each decision, and for each moment at which chances are asked for
DECISION, MOMENT = Budget(rollouts=96, sets=2), 40
#: of the decisions of a player the dearest that are told in words
TOLD = 3

#: is told how many of how many decisions and moments have been looked at
Progress = Callable[[int, int], None]


class Analysis(Struct, frozen=True, omit_defaults=True):
    """What was found out about a game; it may be kept as JSON."""

    #: which game it is of
    digest: str
    #: by moments, from the first on
    chances: tuple[Chances, ...]
    #: all that were weighed, in the order in which they were taken
    decisions: tuple[Decision, ...]

    def dearest(self, player: str, most: int = TOLD) -> tuple[Decision, ...]:
        """The decisions that cost a player most."""
        own = [one for one in self.decisions if one.player == player and one.cost > 0]
        return tuple(sorted(own, key=lambda one: (-one.cost, one.at))[:most])


def digest(game: Game) -> str:
    """What tells a game from all others, as far as it has been played."""
    text = msgspec.json.encode([game.definition.title, game.definition.edition, game.players, game.actions])
    return sha256(text).hexdigest()[:20]


def analyse(game: Game, progress: Progress | None = None, *, seed: int = 0) -> Analysis:
    """Look at every decision of a game that hangs on the future, and at everybody's chances at each round's beginning.

    The same game gives the same analysis.
    """
    if not isinstance(game, Game):
        raise BadInput("an analysis is of a game")
    if game.hides:
        raise BadInput("a game that hides something can be analysed when it is over")
    begun = sorted({number for number, _ in game.rounds() if number < game.played})
    whole, done = len(begun) + game.played, 0
    found: list[Chances] = []
    decisions: list[Decision] = []
    actions = game.actions
    for position in game.moments():
        number = position.played
        if number in begun:
            found.append(chances(position, MOMENT, Random(f"{seed}/chances/{number}")))
            done += 1
        if number == game.played:
            break
        one = weighed(position, actions[number], DECISION, Random(f"{seed}/{number}"))
        if one is not None:
            decisions.append(one)
        done += 1
        if progress is not None:
            progress(done, whole)
    found.append(_last(game, seed))
    return Analysis(digest(game), tuple(found), tuple(decisions))


def _last(game: Game, seed: int) -> Chances:
    """What came of it, or how it stands."""
    if game.finished is None:
        return chances(game, MOMENT, Random(f"{seed}/chances/{game.played}"))
    winners = game.winners()
    return Chances(game.played, {player: (player in winners) / len(winners) for player in game.players})


def encode(analysis: Analysis) -> bytes:
    """An analysis as JSON."""
    return msgspec.json.encode(analysis)


def decode(data: bytes) -> Analysis:
    """An analysis from JSON."""
    try:
        return msgspec.json.decode(data, type=Analysis)
    except msgspec.DecodeError as wrong:
        raise BadInput(f"that is not an analysis: {wrong}") from None


__all__ = ["Analysis", "Chances", "Decision", "analyse", "decode", "digest", "encode"]
