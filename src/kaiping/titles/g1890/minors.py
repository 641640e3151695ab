"""Minors at work: they pay half of what they earn, and one of them may become a private."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, UsePower
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.step import AnytimeStep
from kaiping.flow.operating.steps import SilentStep
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.trains import add_train, scrap
from kaiping.state import BANK, CLOSED, POOL, without
from kaiping.titles.g1890.turns import leave_round
from kaiping.titles.g1890.waiting import no_more_waiting, waits_on


class HalfPay(SilentStep):
    """Half of the revenue is the owner's, half the treasury's (1890:10.6.1.2, 11.3.1.6)."""

    name = "dividend"

    def skip(self, table: Play, frame: OperatingRound) -> None:
        if frame.revenue:
            owner, minor = table.state.minors[frame.company], frame.company
            half = frame.revenue // 2
            table.pay(BANK, owner, half)
            table.pay(BANK, minor, frame.revenue - half)
            table.log("half-paid", company=minor, amount=frame.revenue, owner=owner, half=half)


def close_minor(table: Play, minor: str) -> None:
    """It leaves the game: cash to the bank, trains to the open market or out of the game, tokens off the map."""
    state = table.state
    state.minors = {**state.minors, minor: CLOSED}
    table.pay(minor, BANK, state.cash[minor])
    trains = state.trains.get(minor, ())
    state.trains = without(state.trains, minor)
    for train in trains:
        if table.definition.minors[minor].trains_leave:
            scrap(state, train)
        else:
            add_train(state, POOL, train)
    for hex_id, _ in state.board.tokens_of(minor):
        state.board = state.board.without_token(minor, hex_id)
    for hex_id in waits_on(table, minor):
        no_more_waiting(table, minor, hex_id)
    state.holdings = {(owner, held): part for (owner, held), part in state.holdings.items() if owner != minor}
    leave_round(table, minor)


def playing_minors(table: Play) -> list[str]:
    """Minors that players own."""
    return [name for name, owner in table.state.minors.items() if owner in table.state.players]


def convert(table: Play, minor: str) -> None:
    """A minor of a player becomes the private that it may turn into."""
    private = becomes(table, minor)
    assert private is not None
    table.state.privates = {**table.state.privates, private: table.state.minors[minor]}
    table.log("converted", minor=minor, private=private)
    close_minor(table, minor)


def becomes(table: Play, minor: str) -> str | None:
    """The private that a minor may turn into, if there is one."""
    return next((name for name, entry in table.definition.privates.items() if entry.from_minor == minor), None)


class Conversion(AnytimeStep):
    """A minor turns into a private at any point of its turn (1890:C.8.3.35 to C.8.3.40, A.8.3.2, D.8.3.2)."""

    kinds = (UsePower,)

    def open(self, table: Play, frame: OperatingRound) -> bool:
        return next(self.options(table, frame), None) is not None

    def changes(self, table: Play, frame: OperatingRound) -> Iterator[Play]:
        """The turn is over with it."""
        return iter(())

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        name = becomes(table, frame.company)
        if name is not None and not frame.sold_for_train:
            yield UsePower(table.state.minors[frame.company], name), None

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, UsePower)
        private = table.definition.privates.get(action.private)
        if private is None or private.from_minor != frame.company or action.company is not None:
            table.refuse("no_such_power", private=action.private)
        owner = table.state.minors[frame.company]
        if action.player != owner:
            table.refuse("not_your_turn", where="operating", actor=action.player, turn=owner)
        if frame.sold_for_train:  # what is sold for a train is spent on it (1890:14.10, 14.12)
            table.refuse("must_own_train", company=frame.company)

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, UsePower)
        convert(table, frame.company)
