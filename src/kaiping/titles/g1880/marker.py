"""The train marker: share rounds, trains that leave because nobody buys them, and the last rounds of the game."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from kaiping.definition import FreeTrain
from kaiping.flow.operating.frame import OperatingRound, operating_frame, update
from kaiping.flow.operating.step import TurnStep
from kaiping.flow.operating.steps import SilentStep
from kaiping.flow.play import Play
from kaiping.flow.trains import first_of_kind, next_train, scrap
from kaiping.state import without
from kaiping.titles.g1880.own import TrainMarker, own, rules


def rules_of(table: Play) -> TrainMarker:
    return rules(table).train_marker


def train_left(table: Play, kind: str, buyer: str | None, *, removed: bool = False) -> None:
    """A train has left the bank, bought by a company or not (1880-2022:X.6.15 to X.6.18, XII.1.1)."""
    state, marked, now = table.state, rules_of(table), own(table)
    if buyer is not None:
        if kind in marked.moved_by and now.final_round is None and now.marker != buyer:
            table.update_own(marker=buyer)
            table.log("marker", company=buyer)
        if table.definition.trains[kind].fulfils_duty:
            update(table, train_bought=True, exchanged=False)
    if state.depot.get(kind):
        return
    if kind == marked.ends_with:
        last = state.round + marked.last_rounds
        table.update_own(final_round=last)
        table.log("last-rounds", round=last, train=kind, times=marked.last_rounds, company=own(table).marker)
    if kind in marked.share_rounds:
        update(table, share_round_due=kind, due_by_removal=removed)


class MarkerStep(SilentStep):
    """After the train step: a whole round has gone by in which no train was bought (1880-2022:X.6.19)."""

    name = "marker"

    def __init__(self, trains: TurnStep, has_decisions: Callable[[Play, OperatingRound], bool]) -> None:
        self.trains = trains
        #: would the first of the order be asked anything in its turn?
        self.has_decisions = has_decisions

    def skip(self, table: Play, frame: OperatingRound) -> None:
        state, marked = table.state, rules_of(table)
        if not self._round_ends(table, frame):
            return
        update(table, exchanged=False)
        if frame.train_bought or frame.exchanged or frame.trains_removed:
            return
        if marked.not_after_share_round and frame.interrupted:
            return
        kind = next_train(table.definition, state)
        untouched = kind.name in marked.removed_untouched and state.depot.get(kind.name) == kind.count
        if kind.name in marked.removed or untouched:
            # the same company may buy again afterwards (1880-2022:X.6.22)
            update(table, trains_removed=True, step=frame.step - 2)
            remove_trains(table, kind.name)
            if marked.not_after_share_round and not frame.acted:
                self._go_on(table)

    def _round_ends(self, table: Play, frame: OperatingRound) -> bool:
        """Has every company had a turn since the latest purchase, or since the first turn of the game?"""
        marker = own(table).marker
        if marker is None:
            return len(frame.order) == 1 and not rules_of(table).needs_buyer
        return frame.company == marker

    def _go_on(self, table: Play) -> None:
        """On the site a turn in which nobody was asked anything is over before the share round.

        So are the turns after it in which nobody could be asked anything, and these do not even lower the price.
        Only the last of the round is always left. Nothing goes on while trains are to be given up or assigned.
        """
        frame = operating_frame(table)
        if table.top is not frame or len(frame.order) == 1 or self.trains.open(table, frame):
            return
        due = replace(frame.next_turn(frame.order[1:]), share_round_due=frame.share_round_due)
        while len(due.order) > 1 and not self.has_decisions(table, due):
            due = replace(due, order=due.order[1:])
        table.replace_frame(frame, due)


def remove_trains(table: Play, kind: str) -> None:
    """All trains of a kind leave the game; that may begin a phase (1880-2022:X.6.20)."""
    state = table.state
    kept_for, count = exchange_forced_by(table, kind), state.depot[kind]
    if kept_for is None:
        table.log("trains-removed", train=kind, count=count)
    else:
        table.log("trains-removed-but-one", train=kind, count=count - 1, private=kept_for)
    if kept_for is not None:
        scrap(state, kind, state.depot[kind] - 1)
        state.depot = {**state.depot, kind: 1}
    else:
        scrap(state, kind, state.depot[kind])
        state.depot = without(state.depot, kind)
    first_of_kind(table, kind)
    train_left(table, kind, None, removed=True)


def exchange_forced_by(table: Play, kind: str) -> str | None:
    """The private that is exchanged for a train of this kind when its phase begins; one is kept for it."""
    phase = table.definition.phase_of_train.get(kind)
    if phase is None or table.at_least(phase):
        return None
    for name, owner in table.state.privates.items():
        power = table.definition.privates[name].power
        if isinstance(power, FreeTrain) and power.forced_by == kind and owner in table.state.players:
            return name
    return None
