"""Steps in which nobody decides anything."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.step import TurnStep
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed


class SilentStep(TurnStep):
    """Never open: what it does is done by ``skip``."""

    name = "silent"
    kinds: tuple[type, ...] = ()

    def open(self, table: Play, frame: OperatingRound) -> bool:
        return False

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        return iter(())

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        """Nothing to check."""

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        """Nothing to do."""

    def check_pass(self, table: Play, frame: OperatingRound) -> None:
        """Nobody is asked."""

    def skip(self, table: Play, frame: OperatingRound) -> None:
        """What happens in this step."""


class LeftOut(SilentStep):
    """A step in which, where the future is only thought of, nothing is done."""

    def __init__(self, name: str) -> None:
        self.name = name
