"""What has been learned of how games end for players who stand so and so."""

from __future__ import annotations

from math import exp

from msgspec import Struct

from kaiping.bots.fitted import fitted
from kaiping.bots.search.foresight import Foresight
from kaiping.bots.search.standing import NAMES, standings
from kaiping.flow.play import Play
from kaiping.flow.title import Title


class Value(Struct, frozen=True):
    """Weights of what ``standing.NAMES`` tell; ``tools/learn_value.py`` makes them anew."""

    #: what they were made of, in words
    made_of: str = ""
    #: figure -> its weight at the end of the game, times rounds to come, times their square; rounds in tens
    weights: dict[str, tuple[float, float, float]] = {}
    #: logarithm of what all have on average at the end, as a multiple of the present mean: the same three
    growth: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def worths(self, table: Play, foresight: Foresight) -> dict[str, float]:
        """What everybody is thought to be worth in the end."""
        rounds, mean, rows = standings(table, foresight)
        ahead = rounds / 10
        mean *= exp(self.at(self.growth, ahead))
        weights = [self.at(self.weights[name], ahead) for name in NAMES]
        return {
            player: mean * (1 + sum(weight * figure for weight, figure in zip(weights, row, strict=True)))
            for player, row in zip(table.state.players, rows, strict=True)
        }

    @staticmethod
    def at(three: tuple[float, float, float], ahead: float) -> float:
        return three[0] + ahead * (three[1] + ahead * three[2])


def value(title: Title) -> Value:
    """That of a title; nothing where nothing has been learned."""
    return fitted(title, "value.json", Value)
