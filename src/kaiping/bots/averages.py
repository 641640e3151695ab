"""What has been seen in games that were played to learn from: what trains earn, how long a game still lasts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from kaiping.bots.fitted import fitted
from kaiping.definition import TrainKind
from kaiping.flow.title import Title

#: what a stop brings where nothing was ever seen
PER_STOP = 30
#: stops of a train without a limit
UNLIMITED = 12
#: what a company's first, second ... train brings of what it would bring alone
BESIDE = (1.0, 0.75, 0.6, 0.5)


def together(singles: Iterable[float]) -> float:
    """What trains bring together that would bring so much each alone."""
    best = sorted(singles, reverse=True)
    return sum(one * BESIDE[min(place, len(BESIDE) - 1)] for place, one in enumerate(best))


class Averages(Struct, frozen=True):
    """Fitted figures of a title; ``tools/learn.py`` makes them anew."""

    #: what they were made of, in words
    made_of: str = ""
    #: kind of train -> phase -> what one of them earned in a run
    trains: Mapping[str, Mapping[str, float]] = {}
    #: for each stock round, by its number, the operating rounds from then on
    rounds_left: tuple[float, ...] = (16.0, 14.0, 12.0, 10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0)

    def of(self, kind: TrainKind, phase: str) -> float:
        """What a train of that kind may come to earn in a phase."""
        known = self.trains.get(kind.name)
        if not known:
            return PER_STOP * (kind.range or UNLIMITED)
        if phase in known:
            return known[phase]
        return max(known.values())

    def left(self, turn: int) -> float:
        """How many operating rounds are still to come in the stock round of that number."""
        return self.rounds_left[min(turn, len(self.rounds_left) - 1)]


def averages(title: Title) -> Averages:
    """Those of a title; guesses where it has none."""
    return fitted(title, "averages.json", Averages)
