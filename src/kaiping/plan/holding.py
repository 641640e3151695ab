"""Whether a line still holds when the game has moved on.

The rest of the line is played on the game's present position, action by action. What the engine refuses ends it, and
the engine's own reason is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.errors import BadInput, IllegalAction, Reason
from kaiping.game import Game

#: the reason that somebody else is to act: the game has decided such a move otherwise
_TURN_IS_OVER = "not_your_turn"


class Standing(StrEnum):
    """How a line stands to the game."""

    #: nothing is played in it yet
    EMPTY = "empty"
    #: all that the game has played since is the line's, and the rest of it can be played
    AHEAD = "ahead"
    #: the game has played all of it
    REACHED = "reached"
    #: the game went another way, and what is left of the line can be played all the same
    HOLDS = "holds"
    #: something of it cannot be played any more
    BROKEN = "broken"


class Holding(Struct, frozen=True):
    """What is left of a line at the present of its game."""

    standing: Standing
    #: moves of the line since it left the game, and how many of them the game has played, too
    moves: int
    followed: int
    #: moves after those whose turn is over: the game has decided them otherwise
    overtaken: int = 0
    #: moves after those that can be played now, one after the other
    playable: int = 0
    #: why the next one cannot
    why: Reason | str | None = None
    #: the game with all of them played
    carried: Game | None = None

    @property
    def refused(self) -> int | None:
        """The move of the line, counted from one, that cannot be played any more."""
        if self.standing is not Standing.BROKEN:
            return None
        return self.followed + self.overtaken + self.playable + 1


def holding(game: Game, played: Sequence[AnyAction], line: Sequence[AnyAction]) -> Holding:
    """How a line stands: ``played`` and ``line`` are the actions of the game and of the line since they parted."""
    followed = parting(played, line)
    rest = line[followed:]
    if not line:
        return Holding(Standing.EMPTY, 0, 0, carried=game)
    if not rest:
        return Holding(Standing.REACHED, len(line), followed, carried=game)
    follows = followed == len(played)
    overtaken = 0 if follows else _overtaken(game, rest)
    after, playable, why = _played_on(game, rest[overtaken:])
    if why is not None:
        return Holding(Standing.BROKEN, len(line), followed, overtaken, playable, why)
    standing = Standing.AHEAD if follows else Standing.HOLDS
    return Holding(standing, len(line), followed, overtaken, playable, carried=after)


def parting(one: Sequence[object], other: Sequence[object]) -> int:
    """How many actions two lists begin with that are the same."""
    number = 0
    while number < min(len(one), len(other)) and one[number] == other[number]:
        number += 1
    return number


def _overtaken(game: Game, rest: Sequence[AnyAction]) -> int:
    """How many moves at the beginning are somebody's whose turn is over; none if that is so of all."""
    for number, action in enumerate(rest):
        why = _why_not(game, action)
        if not isinstance(why, Reason) or why.code != _TURN_IS_OVER:
            return number
    return 0


def _played_on(game: Game, actions: Sequence[AnyAction]) -> tuple[Game, int, Reason | str | None]:
    """The game with the actions played as far as they can be, how many those are, and why not the next one."""
    after = game.copy()
    for number, action in enumerate(actions):
        if (why := _why_not(after, action)) is not None:
            return after, number, why
        after.play(action)
    return after, len(actions), None


def _why_not(game: Game, action: AnyAction) -> Reason | str | None:
    try:
        return game.why_not(action)
    except IllegalAction as refused:
        return refused.reason
    except BadInput as wrong:
        return str(wrong)
