"""A game being played: the definition, the title's rules, the state, and what has been logged."""

from __future__ import annotations

from functools import partial
from typing import Any, NoReturn, TypeVar

from msgspec.structs import replace

from kaiping.definition import Definition, OwnRules, Phase
from kaiping.errors import IllegalAction, Reason
from kaiping.event import Event
from kaiping.flow.title import Title
from kaiping.state import BANK, Frame, Own, State

Kind = TypeVar("Kind", bound=Frame)
OwnKind = TypeVar("OwnKind", bound=Own)
RulesKind = TypeVar("RulesKind", bound=OwnRules)


class Play:
    """What every rule is handed. Checks only read ``state``; applying an action changes it."""

    __slots__ = ("definition", "events", "state", "title")

    def __init__(self, definition: Definition, title: Title, state: State) -> None:
        self.definition = definition
        self.title = title
        self.state = state
        self.events: list[Event] = []

    @property
    def top(self) -> Frame:
        return self.state.stack[-1]

    def frame(self, kind: type[Kind]) -> Kind:
        """The top frame, which is of that kind: its rules are asked."""
        frame = self.state.stack[-1]
        assert isinstance(frame, kind)
        return frame

    def own(self, kind: type[OwnKind]) -> OwnKind:
        """What of the position only this title has, which says of what kind that is."""
        found = self.state.own
        assert isinstance(found, kind)
        return found

    def own_rules(self, kind: type[RulesKind]) -> RulesKind:
        """What of the rules only this title has."""
        found = self.definition.own
        assert isinstance(found, kind)
        return found

    @property
    def phase(self) -> Phase:
        return self.definition.phases[self.state.phase]

    @property
    def started(self) -> tuple[str, ...]:
        """Companies that have been started, in the order in which they are printed."""
        return tuple(company for company in self.definition.companies if company in self.state.par)

    def push(self, frame: Frame) -> None:
        self.state.stack = (*self.state.stack, frame)

    def pop(self) -> None:
        self.state.stack = self.state.stack[:-1]

    def replace(self, frame: Frame) -> None:
        """Put a frame in place of the top one."""
        self.state.stack = (*self.state.stack[:-1], frame)

    def update_own(self, **changed: Any) -> None:
        """Change what of the position only this title has."""
        self.state.own = replace(self.state.own, **changed)

    def log(self, event: str, **data: Any) -> None:
        self.events.append(Event(event, data))

    def refuse(self, code: str, *, where: str | tuple[str, ...] | None = None, **figures: Any) -> NoReturn:
        """Refuse an action for a reason that has words and, where a rule forbids it, a clause.

        ``where`` tells apart clauses that forbid the same thing in different places; of several the first that the
        title knows counts.
        """
        raise IllegalAction(partial(_reason, self.definition, code, where, figures))

    def replace_frame(self, old: Frame, new: Frame) -> None:
        """Put a frame in place of another, wherever that lies in the stack."""
        if old is self.top:
            self.replace(new)
        else:
            self.state.stack = tuple([new if frame is old else frame for frame in self.state.stack])

    def after(self, player: str) -> str:
        """The player to the left."""
        players = self.state.players
        return players[(players.index(player) + 1) % len(players)]

    def pay(self, source: str, target: str, amount: int) -> None:
        """Move money between owners; the bank may owe, which ends the game (a broken bank)."""
        if amount < 0:
            raise ValueError(f"cannot pay {amount}")
        state = self.state
        if source == BANK:
            state.bank -= amount
        else:
            if state.cash[source] < amount:
                raise ValueError(f"{source} has {state.cash[source]}, cannot pay {amount}")
            state.cash = {**state.cash, source: state.cash[source] - amount}
        if target == BANK:
            state.bank += amount
        else:
            state.cash = {**state.cash, target: state.cash[target] + amount}
        if source == BANK and amount and state.ending is None and self.bank_out:
            state.ending = "bank"
            self.log("bank-broken", bank=state.bank)

    @property
    def bank_out(self) -> bool:
        """Has the bank run out of money?"""
        definition, left = self.definition, self.state.bank
        if definition.bank is None:
            return False
        return left < 0 or (left == 0 and definition.ending.bank_out_at_zero)

    def at_least(self, phase: str) -> bool:
        """Has this phase begun?"""
        order = self.definition.phase_order
        return order[self.state.phase] >= order[phase]


def _reason(definition: Definition, code: str, where: str | tuple[str, ...] | None, figures: dict[str, Any]) -> Reason:
    """A reason with its clause."""
    clauses = definition.reason_clauses
    places = where if isinstance(where, tuple) else (where,)
    clause = next((clauses[key] for place in places if (key := f"{code}_{place}") in clauses), clauses.get(code))
    return Reason(code, clause, figures, definition.currency, definition.president)
