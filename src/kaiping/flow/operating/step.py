"""A step of a company's turn, and what is open throughout the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from kaiping.action import AnyAction
from kaiping.flow.operating.frame import OperatingRound, operating_frame
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed

#: what a company is thought to earn by a run: revenue, and what is for its treasury alone
Earns = Callable[[Play, str], tuple[int, int]]


class Step(Protocol):
    """Who acts is always the company's president; a step says what is legal, why not, and what it does."""

    @property
    def kinds(self) -> tuple[type, ...]:
        """The kinds of action that belong to this step."""

    def open(self, table: Play, frame: OperatingRound) -> bool:
        """Is there anything to decide in this step?"""

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        """The actions of this step."""

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        """Refuse what may not be done."""

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        """Do what has been checked."""


class AnytimeStep(Step, Protocol):
    """What a company may do at any point of its turn; a turn does not end by itself while it is ``open``."""

    def changes(self, table: Play, frame: OperatingRound) -> Iterator[Play]:
        """Positions that it may lead to in which a step of the turn could have something to decide."""

    def takes(self, table: Play, frame: OperatingRound, action: AnyAction) -> bool:
        """Is an action one of these, and not of the step that the turn is in? Most name a private."""
        return isinstance(action, self.kinds) and getattr(action, "private", None) is not None


class TurnStep(Step, Protocol):
    """A step with its place in the order of a turn; it may be passed unless it refuses."""

    @property
    def name(self) -> str:
        """What the step is called."""

    def check_pass(self, table: Play, frame: OperatingRound) -> None:
        """Refuse to pass where something must be done."""

    def skip(self, table: Play, frame: OperatingRound) -> None:
        """What happens when the step is over with nothing done or nothing to do."""

    def earns(self, table: Play, frame: OperatingRound) -> bool:
        """Does it bring something although there is nothing to decide in it?"""
        return False

    def waits(self, table: Play, frame: OperatingRound) -> bool:
        """Might it open later in this turn? A quick no saves the search for what could open it."""
        return False

    def owed(self, table: Play, frame: OperatingRound) -> bool:
        """Must the turn come back to it before it ends?"""
        return False

    def foreseen(self, earns: Earns) -> TurnStep:
        """The step as it is played where the future is only thought of: what goes on the map is left out there."""
        return self


def trial(table: Play) -> Play:
    """A copy of the table on which something can be tried."""
    return Play(table.definition, table.title, table.state.next())


def could_open(table: Play, step: TurnStep, anytime: tuple[AnytimeStep, ...]) -> bool:
    """Could what is open throughout the turn bring a step something to decide, used once or one after the other?"""
    earns = step.earns(table, operating_frame(table))
    seen = set[object]()
    todo = [table]
    while todo:
        before = todo.pop()
        for one in anytime:
            for after in one.changes(before, operating_frame(before)):
                state = after.state
                frame = operating_frame(after)
                laid, owners = frozenset(state.board.tiles.items()), tuple(state.privates.values())
                key = (laid, owners, state.powers_used, state.cash[frame.company], state.own)
                if key in seen:
                    continue
                seen.add(key)
                if step.open(after, frame) or (step.earns(after, frame) and not earns):
                    return True
                todo.append(after)
    return False
