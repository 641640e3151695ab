"""How likely everybody is to win, by the futures that may follow a position and by how far forecasts are off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from statistics import fmean

from msgspec import Struct

from kaiping.analysis.doubt import Doubt, doubt
from kaiping.bots.search.foresight import Foresight
from kaiping.bots.search.rollout import play_on, worth
from kaiping.flow.foreseen import foreseen
from kaiping.game import Game

#: stock rounds: more than any game has, so that futures are played to their end
TO_THE_END = 1000

#: what everybody is worth
Worths = Mapping[str, float]


class Chances(Struct, frozen=True, omit_defaults=True):
    """Everybody's chances after so many actions; together they are 1."""

    at: int
    of: dict[str, float]
    #: how many futures they come from; none when the game is over, or where an older analysis does not tell
    futures: int = 0


def chances(game: Game, futures: int, rng: Random) -> Chances:
    """Play so many futures to their end, and ask of each who is ahead by how much more than forecasts are off."""
    ends = ends_of(game, futures, rng)
    found = likely(game.totals(), ends, doubt(game.title))
    return Chances(game.played, {player: round(found[player], 4) for player in game.players}, futures)


def ends_of(game: Game, futures: int, rng: Random) -> list[Worths]:
    """What everybody is worth at the end of so many futures."""
    foresight = Foresight(game.table())
    title = foreseen(game.title, foresight.earns)
    luck = rng.getrandbits(48)
    played = (
        play_on(foresight, title, game.state, Random(f"{luck}/{number}"), sets=TO_THE_END) for number in range(futures)
    )
    return [worth(foresight, future) for future in played]


def likely(now: Worths, ends: Sequence[Worths], unsure: Doubt) -> dict[str, float]:
    """Everybody's chances, on average of the futures.

    In each a player's chance grows with their lead as in a logistic curve, whose width is the spread of the doubt.
    """
    spread = unsure.spread(fmean(now.values()), fmean(fmean(one.values()) for one in ends))
    found = dict.fromkeys(now, 0.0)
    for one in ends:
        most = max(one.values())
        weights = {player: exp((amount - most) / spread) for player, amount in one.items()}
        whole = sum(weights.values())
        for player, weight in weights.items():
            found[player] += weight / whole / len(ends)
    return found
