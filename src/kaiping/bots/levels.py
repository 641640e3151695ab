"""The levels at which bots play, in words that people understand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from kaiping.bots.advice import Adviser
from kaiping.bots.bot import Bot
from kaiping.bots.casual import BOT as CASUAL
from kaiping.bots.casual import FAR_SIGHTED, TRAINED
from kaiping.bots.random_bot import RandomBot
from kaiping.bots.search.bot import SearchBot
from kaiping.bots.search.candidates import thinking_pays
from kaiping.bots.search.rehearsal import Rehearsing
from kaiping.bots.search.search import Budget


class Level(Struct, frozen=True):
    """A strength, and the bot that plays at it."""

    name: str
    #: what playing against it is like, in one sentence
    sentence: str
    #: makes the bot; it thinks no longer than so many seconds, where it is told any
    make: Callable[[float | None], Bot]
    #: whether it thinks so long that whoever waits should not have to wait in line
    thinks: bool = False


def _always(made: Bot) -> Callable[[float | None], Bot]:
    """A bot that answers at once, however much time it has."""
    return lambda seconds: made


def _searching(usual: Adviser, budget: Budget, rehearsing: Rehearsing | None = None) -> Callable[[float | None], Bot]:
    """A bot that judges shares by what it has learned, and thinks of so many futures, or for as long as it may."""
    return lambda seconds: SearchBot(
        usual, replace(budget, seconds=seconds), where=thinking_pays, rehearsing=rehearsing
    )


#: how many futures the levels that search look at for a decision, and how others play in them
CLUB, EXPERT = Budget(rollouts=60), Budget(rollouts=60, others_casual=True)
#: what the expert rehearses in stock rounds: others play casually, and itself by what it has learned
REHEARSING = Rehearsing(oneself=TRAINED, others=CASUAL)

#: from the weakest to the strongest
LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("random", "Plays anything that is legal; for tests.", _always(RandomBot())),
        Level("casual", "Plays soundly and at once, one step ahead; good company for a first game.", _always(CASUAL)),
        Level(
            "club",
            "Knows from many games what shares come to be worth, and thinks ahead about trains and dividends.",
            _searching(TRAINED, CLUB),
            True,
        ),
        Level(
            "expert",
            "Tries in thought what shares may lead to, and sees what track does for all companies; takes a moment.",
            _searching(FAR_SIGHTED, EXPERT, REHEARSING),
            True,
        ),
    )
}
#: names by which files and tables may still call a level
FORMER_NAMES: Mapping[str, str] = {"greedy": "casual"}
