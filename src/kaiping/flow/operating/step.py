"""A step of a company's turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from kaiping.action import AnyAction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.rules import Option
from kaiping.flow.table import Table


class Step(Protocol):
    """Who acts is always the company's president; a step says what is legal, why not, and what it does."""

    @property
    def kinds(self) -> tuple[type, ...]:
        """The kinds of action that belong to this step."""

    def open(self, table: Table, frame: OperatingRound) -> bool:
        """Is there anything to decide in this step?"""

    def options(self, table: Table, frame: OperatingRound) -> Iterator[Option]:
        """The actions of this step."""

    def check(self, table: Table, frame: OperatingRound, action: AnyAction) -> None:
        """Refuse what may not be done."""

    def apply(self, table: Table, frame: OperatingRound, action: AnyAction) -> None:
        """Do what has been checked."""


class TurnStep(Step, Protocol):
    """A step with its place in the order of a turn; it may be passed unless it refuses."""

    @property
    def name(self) -> str:
        """What the step is called."""

    def check_pass(self, table: Table, frame: OperatingRound) -> None:
        """Refuse to pass where something must be done."""

    def skip(self, table: Table, frame: OperatingRound) -> None:
        """What happens when the step is over with nothing done or nothing to do."""
