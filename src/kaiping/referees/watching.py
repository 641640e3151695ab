"""How every referee watches: what an action does, what follows by itself, and whether the engine came to the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

from kaiping.action import AnyAction
from kaiping.definition import Definition
from kaiping.referees.findings import Findings
from kaiping.referees.grid import Grid
from kaiping.referees.moment import Moment

#: more automatic steps than this between two actions is a referee gone astray
MOST_STEPS = 3000

#: what the referee of a title knows about one action: the course of the game and its own account of the position
CaseT = TypeVar("CaseT")


class Watching(ABC, Generic[CaseT]):
    """Watches one game of a printed edition without options; after the first thing that differs it looks no further."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.grid = Grid(definition.market.rows)
        self.findings = Findings()

    @property
    def counts(self) -> Mapping[str, int]:
        return self.findings.counts

    def begin(self, moment: Moment) -> list[str]:
        self.findings.fresh()
        case = self.case(moment, moment)
        self.set_up(case)
        self.look_round(case)
        return self.findings.sentences

    def see(self, before: Moment, action: AnyAction, after: Moment) -> list[str]:
        self.findings.fresh()
        case = self.case(before, after)
        self.act(case, action)
        for look in (self.go_on, self.compare, self.look_round):
            if not self.findings.sentences:
                look(case)
        return self.findings.sentences

    @abstractmethod
    def case(self, before: Moment, after: Moment) -> CaseT:
        """What there is to judge by."""

    @abstractmethod
    def set_up(self, case: CaseT) -> None:
        """Look at the position before the first action."""

    @abstractmethod
    def act(self, case: CaseT, action: AnyAction) -> None:
        """What the action itself does."""

    @abstractmethod
    def go_on(self, case: CaseT) -> None:
        """What follows by itself, until somebody must be asked."""

    @abstractmethod
    def compare(self, case: CaseT) -> None:
        """Does the engine have the position that the account has come to?"""

    @abstractmethod
    def look_round(self, case: CaseT) -> None:
        """Is the right player asked, and are the right actions listed?"""
