"""What led to a position: the moments of a game, the versions of the rules it was played by, what they refuse of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.event import Event
from kaiping.language import gettext as _
from kaiping.state import State


class Left(Struct, frozen=True):
    """Actions that were left out of a game, as they could not be played any more when it was opened."""

    #: the rules by which it was played
    rules: str
    #: the number in the file of the first action that is refused, and why
    number: int
    why: str
    #: that action and all after it
    actions: tuple[AnyAction, ...]

    def __str__(self) -> str:
        return _(
            "by the rules of today action %(number)d of %(all)d cannot be played: %(why)s; the game goes on before it"
        ) % {"number": self.number, "all": self.number + len(self.actions) - 1, "why": self.why}


class Unplayed(Left, frozen=True, omit_defaults=True):
    """What of an older file the rules of today refuse: the game has been played up to there."""

    #: what even older versions had been left with before, the latest first
    earlier: tuple[Left, ...] = ()

    @classmethod
    def after(cls, before: Unplayed | None, left: Left) -> Unplayed:
        """What is left of a game of which something had been left before: nothing of that is forgotten."""
        earlier = (
            () if before is None else (Left(before.rules, before.number, before.why, before.actions), *before.earlier)
        )
        return cls(left.rules, left.number, left.why, left.actions, earlier)


class Age(Struct, frozen=True, array_like=True):
    """Actions that were played by an older version of the rules: all up to one, but for those of an age before."""

    until: int
    rules: str


def ages_until(ages: Iterable[Age], number: int) -> tuple[Age, ...]:
    """What is left of the ages if only so many of the actions are."""
    found: list[Age] = []
    for age in ages:
        until = min(age.until, number)
        if until > (found[-1].until if found else 0):
            found.append(Age(until, age.rules))
    return tuple(found)


def older_until(ages: Iterable[Age]) -> int:
    """How many actions were played by older rules."""
    return max((age.until for age in ages), default=0)


class Moment(Struct, frozen=True, gc=False):
    """A position of a game, the action that led to it, and what that brought about."""

    action: AnyAction | None
    state: State
    events: list[Event]


class Past(Protocol):
    """The earlier moments of a game that is stored: each is read when it is asked for."""

    def moment(self, number: int) -> Moment: ...

    def rounds(self) -> list[tuple[int, Event]]: ...

    def turns(self) -> tuple[str, ...] | None:
        """Whose turns had begun in the operating round of the moment from which the game was opened; None: not kept."""
