"""Founding a company: its place in the operating order first, then the size of the certificate and the permits."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, Choose, Par
from kaiping.definition import RowChoice, StartsCompany
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.flow.share_numbers import drop_numbers
from kaiping.flow.shares import PRESIDENT, SHARE, move_marker, move_shares
from kaiping.flow.stock import free_rows
from kaiping.state import BANK, CLOSED, IPO, Frame
from kaiping.titles.g1880.capital import check_second_capital
from kaiping.titles.g1880.debt import Repaying
from kaiping.titles.g1880.investors import set_share_aside
from kaiping.titles.g1880.own import own, rules

CERTIFICATE = "certificate"
PERMITS = "permits"
ROW = "row"


class Founding(Frame, frozen=True):
    """A company being founded (1880-2022:VIII.4.4, XII.6.1)."""

    interrupts = "{player} founds {company}"
    player: str
    company: str
    price: int
    percent: int | None = None
    #: the private that brings the certificate, which then costs nothing
    private: str | None = None


def begin_founding(table: Play, action: Par) -> None:
    """The marker goes on the turn order list; the founder has more to decide (1880-2022:XII.6.2)."""
    row = free_rows(table, action.price)[0] if action.row is None else action.row
    table.state.rows = {**table.state.rows, action.company: (action.price, row)}
    if action.player in table.state.debt:
        table.push(Repaying(action.player))
    table.push(Founding(action.player, action.company, action.price))


def found_by_private(table: Play, player: str, private: str) -> None:
    """A private brings its buyer a company at once (1880-2022:VI.2.14, VI.2.15)."""
    power = table.definition.privates[private].power
    if isinstance(power, StartsCompany):
        table.push(Founding(player, power.company, power.price, power.percent, private))


class FoundingFrameRules:
    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.frame(Founding).player,)

    def _choices(self, table: Play, frame: Founding) -> tuple[str, tuple[str, ...]]:
        """What is to be chosen now, and from what."""
        permits = rules(table).permits
        if frame.company not in table.state.rows:
            return ROW, tuple(str(row) for row in free_rows(table, frame.price))
        if frame.percent is None:
            return CERTIFICATE, tuple(permits)
        return PERMITS, permits[str(frame.percent)]

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(Founding)
        what, choices = self._choices(table, frame)
        for choice in choices:
            action = Choose(frame.player, what, choice)
            if passes(self.check, table, action):
                yield action, None

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(Founding)
        what, choices = self._choices(table, frame)
        if not isinstance(action, Choose) or action.player != frame.player or action.what != what:
            table.refuse("founding_first", where=what, player=frame.player, company=frame.company, choice=what)
        if action.option not in choices:
            where = self._permits_wrong(frame, action.option) if what == PERMITS else what
            table.refuse("no_such_option", where=where, option=action.option, options=", ".join(choices))
        if what == CERTIFICATE:
            cost, cash = frame.price * int(action.option) // SHARE, table.state.cash[frame.player]
            if cost > cash:
                table.refuse("cash_for_start", player=frame.player, company=frame.company, price=cost, cash=cash)

    def _permits_wrong(self, frame: Founding, permits: str) -> str:
        """What a choice of permits breaks: phases in a row, or as many as go with the certificate."""
        in_a_row = bool(permits) and permits in "ABCD"
        return f"permits_{frame.percent}" if in_a_row else PERMITS

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, Choose)
        frame = table.frame(Founding)
        if action.what == ROW:
            table.state.rows = {**table.state.rows, frame.company: (frame.price, int(action.option))}
        elif action.what == CERTIFICATE:
            table.replace(replace(frame, percent=int(action.option)))
        else:
            table.pop()
            self._found(table, frame, action.option)

    def advance(self, table: Play) -> bool:
        """What can be chosen in one way only is not asked, but for the permits."""
        frame = table.frame(Founding)
        what, choices = self._choices(table, frame)
        if what == PERMITS:
            return False
        open_choices = [choice for choice in choices if passes(self.check, table, Choose(frame.player, what, choice))]
        if len(open_choices) > 1 and not (what == ROW and self._row_is_settled(table)):
            return False
        self.apply(table, Choose(frame.player, what, open_choices[0]))
        return True

    def _row_is_settled(self, table: Play) -> bool:
        rows = table.definition.shares.rows
        return rows is not None and rows.choice is RowChoice.UPPERMOST

    def _found(self, table: Play, frame: Founding, permits: str) -> None:
        """The founder gets the certificate; their investor may get a share (1880-2022:XII.4.4, XII.6.12)."""
        state, company, player, percent = table.state, frame.company, frame.player, frame.percent or 0
        if frame.private is None:
            table.pay(player, BANK, frame.price * percent // SHARE)
        else:
            state.privates = {**state.privates, frame.private: CLOSED}
        state.par = {**state.par, company: frame.price}
        state.certificates = {**state.certificates, company: percent}
        table.update_own(permits=own(table).permits | {company: permits})
        state.presidents = {**state.presidents, company: player}
        move_marker(table, company, table.definition.market.par_cells[frame.price], "start")
        move_shares(state, company, IPO, player, percent)
        drop_numbers(state, company, (percent - PRESIDENT) // SHARE)
        table.log("started", player=player, company=company, price=frame.price)
        table.log("founded", company=company, percent=percent, permits=permits)
        set_share_aside(table, player, company)
        if not rules(table).second_capital_by_purchase:
            check_second_capital(table, company)
