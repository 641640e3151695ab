"""A game looked back upon: how likely everybody was to win, and what each decision was worth.

Both are found by playing possible futures, as the strongest bots do before they act; they are estimates.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import msgspec
from msgspec import Struct

from kaiping import arguments
from kaiping.action import AnyAction
from kaiping.analysis.chances import Chances
from kaiping.analysis.decisions import Decision, is_weighed
from kaiping.analysis.looks import Look, Seen
from kaiping.errors import BadInput
from kaiping.game import Game

#: futures for each decision
FUTURES = 96
#: of the decisions of a player the dearest that are told in words
TOLD = 3

#: what rests on fewer futures is not told, unless they were all the same
FEWEST = 8
#: nor is what costs less than this part of what the player is worth in the end: judgement errs as much
LEAST = 0.01

#: is told how many of how many decisions and moments have been looked at
Progress = Callable[[int, int], None]
#: looks at a game that stands where the look is to be, here or elsewhere
Ask = Callable[[Game, Look], Seen]


class Analysis(Struct, frozen=True, omit_defaults=True):
    """What was found out about a game; it may be kept as JSON."""

    #: which game it is of
    digest: str
    #: by moments, from the first on
    chances: tuple[Chances, ...]
    #: all that were weighed, in the order in which they were taken
    decisions: tuple[Decision, ...]

    def dearest(self, player: str, most: int = TOLD) -> tuple[Decision, ...]:
        """The decisions that cost a player most, if that is more than chance and errors of judgement explain; what was
        left undone several times is told once.
        """
        own = [one for one in self.decisions if one.player == player and one.cost > 0 and _is_sure(one)]
        found: dict[AnyAction, Decision] = {}
        for one in sorted(own, key=lambda one: (-one.cost, one.at)):
            found.setdefault(one.best, one)
        return tuple(found.values())[:most]


def _is_sure(one: Decision) -> bool:
    enough = one.alike or not one.futures or one.futures >= FEWEST
    return enough and one.cost > LEAST * abs(one.foreseen)


def digest(game: Game) -> str:
    """What tells a game from all others, as far as it has been played."""
    text = msgspec.json.encode([game.definition.title, game.definition.edition, game.players, game.actions])
    return sha256(text).hexdigest()[:20]


def _here(game: Game, look: Look) -> Seen:
    return look.at_game(game)


def analyse(
    game: Game, progress: Progress | None = None, *, seed: int = 0, futures: int = FUTURES, ask: Ask = _here
) -> Analysis:
    """Look at every decision of a game that hangs on the future, and at everybody's chances at each round's beginning.

    The same game gives the same analysis; ``ask`` may have the looks done elsewhere.
    """
    if not isinstance(game, Game):
        raise BadInput("an analysis is of a game")
    if game.hides:
        raise BadInput("a game that hides something can be analysed when it is over")
    if arguments.number("the number of futures", futures) < 1:
        raise BadInput("an analysis needs at least one future")
    looks = _looks(game, seed, futures)
    found: list[Chances] = []
    decisions: list[Decision] = []
    for done, look in enumerate(looks, 1):
        seen = ask(game.at(look.at), look)
        if seen.wrong:
            raise BadInput(f"action {look.at} could not be looked at: {seen.wrong}")
        if seen.chances is not None:
            found.append(seen.chances)
        if seen.decision is not None:
            decisions.append(seen.decision)
        if progress is not None:
            progress(done, len(looks))
    if game.finished is not None:
        winners = game.winners()
        found.append(Chances(game.played, {one: (one in winners) / len(winners) for one in game.players}))
    return Analysis(digest(game), tuple(found), tuple(decisions))


def _looks(game: Game, seed: int, futures: int) -> list[Look]:
    """At the beginning of the game and of each round, at each decision that is worth it, and where a game stands."""
    begun = {0, *(number for number, _ in game.rounds() if number < game.played)}
    if game.finished is None:
        begun.add(game.played)
    found: list[Look] = []
    actions = game.actions
    for position in game.moments():
        number = position.played
        if number in begun:
            found.append(Look(number, None, futures, f"{seed}/chances/{number}"))
        if number < game.played and is_weighed(position, actions[number]):
            found.append(Look(number, actions[number], futures, f"{seed}/{number}"))
    return found


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
