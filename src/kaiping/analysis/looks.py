"""One look at a moment of a game: as data that a process can be sent, and what it finds.

An analysis is a row of such looks. None hangs on another, so they may be done elsewhere, one after the other.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kaiping.action import AnyAction
from kaiping.analysis.chances import Chances, chances
from kaiping.analysis.decisions import Decision, weighed
from kaiping.arguments import one_line
from kaiping.bots.search.search import Budget
from kaiping.definition import Variant
from kaiping.errors import KaipingError
from kaiping.game import Game
from kaiping.records.exact import check_told, state_data, state_from
from kaiping.titles import definition as find_definition
from kaiping.titles import title as find_title

#: of the futures that are played for a decision, how many are played for everybody's chances: five for each twelve
_FIVE, _TWELVE = 5, 12
#: stock rounds that the futures of a decision go on for
SETS = 2
#: standard errors by which something must be better before anybody is told so: twice those for which a bot plays it
DOUBT = 2.0


class Look(Struct, frozen=True):
    """After so many actions: what was the next one worth, or, where there is none, who is likely to win?"""

    at: int
    played: AnyAction | None
    #: for a decision; for chances it is about half as many
    futures: int
    #: what chance hangs on: the same look finds the same
    chance: str

    def at_game(self, game: Game) -> Seen:
        """Look at a game that stands there; what is still to come by chance is not known to anybody."""
        if game.definition.chance:
            game = game.blind_copy()
        rng = Random(self.chance)
        if self.played is None:
            found = chances(game, max(1, self.futures * _FIVE // _TWELVE), rng)
            return Seen(chances=replace(found, at=self.at))
        decision = weighed(game, self.played, Budget(rollouts=self.futures, sets=SETS, doubt=DOUBT), rng)
        return Seen(decision=None if decision is None else replace(decision, at=self.at))


class Seen(Struct, frozen=True, omit_defaults=True, tag="seen"):
    """What a look has found; or why it has found nothing."""

    chances: Chances | None = None
    decision: Decision | None = None
    wrong: str = ""


class Sent(Struct, frozen=True, omit_defaults=True, tag="look"):
    """A look with the position that it is at, to be sent elsewhere; the game is over, so nothing of it is secret."""

    look: Look
    title: str
    edition: str
    options: tuple[str, ...]
    state: dict[str, Any]
    variant: Variant | None = None


def sent(game: Game, look: Look) -> Sent:
    printed = game.definition
    check_told(printed)
    return Sent(look, printed.title, printed.edition, printed.options, state_data(game.state), printed.variant)


def answer(asked: Sent) -> Seen:
    """Look, here and now; a mistake is told."""
    try:
        title = find_title(asked.title)
        printed = find_definition(asked.title, asked.edition, asked.options, asked.variant)
        game = Game.from_state(title, printed, state_from(title, printed, asked.state))
        return asked.look.at_game(game)
    except KaipingError as wrong:
        return Seen(wrong=one_line(wrong))
    except Exception as wrong:  # a mistake in a search must not end the process that bots think in
        return Seen(wrong=f"{type(wrong).__name__}: {one_line(wrong)}")
