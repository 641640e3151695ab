"""An operating round: privates pay, then each company takes its turn, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache

from msgspec.structs import replace

from kaiping.action import AnyAction, ExchangePrivate, Pass
from kaiping.errors import IllegalAction
from kaiping.flow import exchange
from kaiping.flow.operating.frame import OperatingRound, president_of, update
from kaiping.flow.operating.step import AnytimeStep, Earns, Step, TurnStep, could_open
from kaiping.flow.operating.steps import SilentStep
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes


@cache  # never of steps of a future: what they know of it would be kept for ever
def last_that_asks(steps: tuple[TurnStep, ...]) -> int:
    """The number of the last step of a turn in which something may be decided; -1 where nothing is."""
    return max((number for number, step in enumerate(steps) if not isinstance(step, SilentStep)), default=-1)


class OperatingRules:
    """A round is a list of steps; ``anytime`` are the actions open throughout a company's turn.

    ``minor_steps`` are the turn of a minor. ``interrupt`` is asked before anything goes on in a turn, and says
    whether it has put something on the stack that comes first; ``between`` is the same before each turn, and after
    the last; ``end_turn`` may keep the next from beginning.

    A step in which there is nothing to decide is left by itself, unless something open throughout the turn could
    change that: then the president is asked, and may pass. The last step that asks is held as long as anything is
    open at all, so that no turn ends by itself before it could be used.
    """

    def __init__(
        self,
        *,
        steps: tuple[TurnStep, ...],
        anytime: tuple[AnytimeStep, ...],
        begin_turn: Callable[[Play, OperatingRound], OperatingRound],
        ended: Callable[[Play], None],
        minor_steps: tuple[TurnStep, ...] = (),
        interrupt: Callable[[Play, OperatingRound], bool] | None = None,
        end_turn: Callable[[Play, OperatingRound], None] | None = None,
        between: Callable[[Play, OperatingRound], bool] | None = None,
    ) -> None:
        self.steps = steps
        self.minor_steps = minor_steps
        self.anytime = anytime
        self.begin_turn = begin_turn
        self.ended = ended
        self.interrupt = interrupt
        self.end_turn = end_turn
        self.between = between

    def turn_steps(self, table: Play, frame: OperatingRound) -> tuple[TurnStep, ...]:
        """The steps of the present turn."""
        minors = table.definition.minors
        return self.minor_steps if minors and frame.company in minors else self.steps

    def foreseen(self, earns: Earns) -> OperatingRules:
        """The round as it is played where the future is only thought of, with nothing open throughout a turn."""
        other = copy(self)
        other.steps = tuple(step.foreseen(earns) for step in self.steps)
        other.minor_steps = tuple(step.foreseen(earns) for step in self.minor_steps)
        other.anytime = ()
        return other

    def has_decisions(self, table: Play, frame: OperatingRound) -> bool:
        """Would the company whose turn is to come be asked anything in it, as things stand?"""
        steps = self.turn_steps(table, frame)
        return any(step.open(table, replace(frame, step=number)) for number, step in enumerate(steps))

    def _step(self, table: Play, frame: OperatingRound) -> TurnStep:
        return self.turn_steps(table, frame)[frame.step]

    def step_name(self, table: Play) -> str:
        return self._step(table, table.frame(OperatingRound)).name

    def actors(self, table: Play) -> tuple[str, ...]:
        return (president_of(table, table.frame(OperatingRound).company),)

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(OperatingRound)
        passing = Pass(frame.company)
        if passes(self.check, table, passing):
            yield passing, None
        present = self._step(table, frame)
        yield from present.options(table, frame)
        for step in self.anytime:
            if not isinstance(present, type(step)):  # what is open throughout may be a step of its own, too
                yield from step.options(table, frame)
        for action in exchange.actions(self, table):
            yield action, None

    def _handler(self, table: Play, frame: OperatingRound, action: AnyAction) -> Step:
        present = self._step(table, frame)
        special = getattr(action, "private", None) is not None
        if isinstance(action, present.kinds) and not special:
            return present
        for step in self.anytime:
            if step.takes(table, frame, action):
                return step
        return table.refuse("not_in_this_step", company=frame.company, what=type(action).__name__, step=present.name)

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(OperatingRound)
        if isinstance(action, ExchangePrivate):
            exchange.check(table, action, turn=None)
            return
        if isinstance(action, Pass):
            if action.actor != frame.company:
                table.refuse("not_your_turn", where="operating", actor=action.actor, turn=frame.company)
            self._check_pass(table, frame)
            return
        handler = self._handler(table, frame, action)
        company = getattr(action, "company", None)
        if company != frame.company and getattr(action, "player", None) is None:
            table.refuse("not_your_turn", where="operating", actor=company, turn=frame.company)
        handler.check(table, frame, action)

    def _check_pass(self, table: Play, frame: OperatingRound) -> None:
        """A step that is only held, with nothing to do in it, may always be passed."""
        step = self._step(table, frame)
        try:
            step.check_pass(table, frame)
        except IllegalAction:
            if step.open(table, frame):
                raise

    def apply(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(OperatingRound)
        if not frame.acted:
            frame = replace(frame, acted=True)
            table.replace(frame)
        if isinstance(action, ExchangePrivate):
            exchange.apply(table, action)
        elif isinstance(action, Pass):
            step = self._step(table, frame)
            table.log("step-passed", company=frame.company, step=step.name)
            self._leave(table, frame, step)
        else:
            self._handler(table, frame, action).apply(table, frame, action)

    def _leave(self, table: Play, frame: OperatingRound, step: TurnStep) -> None:
        """Leave a step with nothing (more) done in it; what follows from that may lie on top of the round then."""
        after = replace(frame, step=frame.step + 1)
        table.replace(after)
        step.skip(table, after)

    def advance(self, table: Play) -> bool:
        """Go on to the next step that has something to decide, company by company."""
        frame = table.frame(OperatingRound)
        closed = table.state.closed_companies
        if closed and not closed.isdisjoint(frame.order):
            # what has closed takes no turn, and is through with the one that it was in
            left = tuple(company for company in frame.order if company not in closed)
            table.replace(replace(frame, order=left) if left[:1] == frame.order[:1] else frame.next_turn(left))
            return True
        if frame.step < 0 and self.between is not None and self.between(table, frame):
            return True
        if not frame.order:
            self.ended(table)
            return True
        if self.interrupt is not None and self.interrupt(table, frame):
            return True
        if frame.step < 0:
            table.replace(replace(self.begin_turn(table, frame), step=0))
            return True
        steps = self.turn_steps(table, frame)
        if frame.step == len(steps):
            owed = self._owed(table, frame, steps)
            if owed is not None:
                update(table, step=owed)
                return True
            table.replace(frame.next_turn(frame.order[1:]))
            if self.end_turn is not None:
                self.end_turn(table, frame)
            return True
        step = steps[frame.step]
        if step.open(table, frame) or self._held(table, frame, steps):
            return False
        self._leave(table, frame, step)
        return True

    def _held(self, table: Play, frame: OperatingRound, steps: tuple[TurnStep, ...]) -> bool:
        """Is a step with nothing to decide still not left by itself?"""
        if not table.definition.steps_wait:
            return False
        step = steps[frame.step]
        if self.anytime and frame.step == last_that_asks(steps) and any(one.open(table, frame) for one in self.anytime):
            return True
        return step.waits(table, frame) and could_open(table, step, self.anytime)

    def _owed(self, table: Play, frame: OperatingRound, steps: tuple[TurnStep, ...]) -> int | None:
        """The step that the turn comes back to before it ends, because something in it must be done by now."""
        if not table.definition.steps_wait:
            return None
        return next((number for number, step in enumerate(steps) if step.owed(table, frame)), None)
