"""An operating round: privates pay, then each company takes its turn, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, ExchangePrivate, Pass
from kaiping.flow import exchange
from kaiping.flow.operating.frame import OperatingRound, president
from kaiping.flow.operating.step import Step, TurnStep
from kaiping.flow.rules import Option, allowed
from kaiping.flow.table import Table


class OperatingRules:
    """A round is a list of steps; ``anytime`` are the actions open throughout a company's turn."""

    def __init__(
        self,
        *,
        steps: tuple[TurnStep, ...],
        anytime: tuple[Step, ...],
        begin_turn: Callable[[Table, OperatingRound], OperatingRound],
        ended: Callable[[Table], None],
    ) -> None:
        self.steps = steps
        self.anytime = anytime
        self.begin_turn = begin_turn
        self.ended = ended

    def _frame(self, table: Table) -> OperatingRound:
        frame = table.top
        assert isinstance(frame, OperatingRound)
        return frame

    def step_name(self, table: Table) -> str:
        return self.steps[self._frame(table).step].name

    def actors(self, table: Table) -> tuple[str, ...]:
        return (president(table, self._frame(table).company),)

    def options(self, table: Table) -> Iterator[Option]:
        frame = self._frame(table)
        passing = Pass(frame.company)
        if allowed(self, table, passing):
            yield passing, None
        present = self.steps[frame.step]
        yield from present.options(table, frame)
        for step in self.anytime:
            if type(step) is not type(present):  # what is open throughout may be a step of its own, too
                yield from step.options(table, frame)
        for action in exchange.actions(self, table):
            yield action, None

    def _handler(self, table: Table, frame: OperatingRound, action: AnyAction) -> Step:
        present = self.steps[frame.step]
        special = getattr(action, "private", None) is not None
        if isinstance(action, present.kinds) and not special:
            return present
        for step in self.anytime:
            if isinstance(action, step.kinds) and special:
                return step
        return table.refuse("not_in_this_step", company=frame.company, what=type(action).__name__, step=present.name)

    def check(self, table: Table, action: AnyAction) -> None:
        frame = self._frame(table)
        if isinstance(action, ExchangePrivate):
            exchange.check(table, action, turn=None)
            return
        if isinstance(action, Pass):
            if action.actor != frame.company:
                table.refuse("not_your_turn", where="operating", actor=action.actor, turn=frame.company)
            self.steps[frame.step].check_pass(table, frame)
            return
        handler = self._handler(table, frame, action)
        company = getattr(action, "company", None)
        if company != frame.company and getattr(action, "player", None) is None:
            table.refuse("not_your_turn", where="operating", actor=company, turn=frame.company)
        handler.check(table, frame, action)

    def apply(self, table: Table, action: AnyAction) -> None:
        frame = self._frame(table)
        if isinstance(action, ExchangePrivate):
            exchange.apply(table, action)
        elif isinstance(action, Pass):
            step = self.steps[frame.step]
            table.log("step-passed", company=frame.company, step=step.name)
            step.skip(table, frame)
            frame = self._frame(table)
            table.replace(replace(frame, step=frame.step + 1))
        else:
            self._handler(table, frame, action).apply(table, frame, action)

    def advance(self, table: Table) -> bool:
        """Go on to the next step that has something to decide, company by company."""
        frame = self._frame(table)
        if not frame.order:
            self.ended(table)
            return True
        if frame.step < 0:
            table.replace(replace(self.begin_turn(table, frame), step=0))
            return True
        if frame.step == len(self.steps):
            table.replace(OperatingRound(frame.order[1:]))
            return True
        step = self.steps[frame.step]
        if step.open(table, frame):
            return False
        step.skip(table, frame)
        frame = self._frame(table)
        table.replace(replace(frame, step=frame.step + 1))
        return True
