"""How likely everybody is to win, by the futures that may follow a position."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from kaiping.bots.search.foresight import Foresight
from kaiping.bots.search.rollout import play_on, worth
from kaiping.flow.foreseen import foreseen
from kaiping.game import Game

#: stock rounds: more than any game has, so that futures are played to their end
TO_THE_END = 1000


class Chances(Struct, frozen=True):
    """Everybody's chances after so many actions; together they are 1."""

    at: int
    of: dict[str, float]


def chances(game: Game, futures: int, rng: Random) -> Chances:
    """Play so many futures to their end and count who wins; those who win together share."""
    foresight = Foresight(game.table())
    title = foreseen(game.title, foresight.earns)
    luck, won = rng.getrandbits(48), dict.fromkeys(game.players, 0.0)
    for number in range(futures):
        future = play_on(foresight, title, game.state, Random(f"{luck}/{number}"), sets=TO_THE_END)
        worths = worth(foresight, future)
        most = max(worths.values())
        winners = [player for player, amount in worths.items() if amount == most]
        for player in winners:
            won[player] += 1 / len(winners)
    return Chances(game.played, {player: round(won[player] / futures, 4) for player in game.players})
