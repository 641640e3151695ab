"""How far the forecasts of a title are off: fitted to games that were played to their end.

Futures differ less from each other than all of them do from what then comes: they know nothing of the map to come, and
everybody in them thinks alike. What they cannot know is added here, as a spread of what everybody ends with.
"""

from __future__ import annotations

from msgspec import Struct

from kaiping.bots.fitted import fitted
from kaiping.flow.title import Title


class Doubt(Struct, frozen=True):
    """Fitted figures of a title; ``tools/calibrate.py`` makes them anew."""

    #: what they were made of, in words
    made_of: str = ""
    #: the spread at the beginning, in parts of what everybody ends with on average
    whole: float = 0.3
    #: the power with which it falls as less and less is left to be earned
    power: float = 1.5
    #: what is left of it to the end
    least: float = 0.01

    def spread(self, now: float, end: float) -> float:
        """In the game's money, where players are worth so much on average, now and as it is foreseen for the end."""
        if end <= 0:
            return 1.0
        left = min(1.0, max(0.0, 1 - now / end))
        part: float = self.whole * left**self.power + self.least
        return max(1.0, end * part)


def doubt(title: Title) -> Doubt:
    """That of a title; a guess where it has none."""
    return fitted(title, "doubt.json", Doubt)
