"""Dividends: pay out or withhold; the share price follows."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, Dividend
from kaiping.definition import Definition
from kaiping.flow.operating.frame import OperatingRound, update
from kaiping.flow.operating.step import TurnStep
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.shares import move_marker
from kaiping.state import BANK, POOL


def kept_back(definition: Definition, phase: str, company: str, revenue: int) -> int:
    """What a company that pays half in a phase keeps: half of the revenue, rounded up to ten."""
    entry, order = definition.companies[company], definition.phase_order
    if not entry.half_pay or (entry.full_pay_from is not None and order[phase] >= order[entry.full_pay_from]):
        return 0
    return -(-revenue // 20) * 10


class DividendStep(TurnStep):
    name = "dividend"
    kinds = (Dividend,)

    def open(self, table: Play, frame: OperatingRound) -> bool:
        return frame.revenue > 0

    def check_pass(self, table: Play, frame: OperatingRound) -> None:
        table.refuse("must_decide_dividend", company=frame.company)

    def skip(self, table: Play, frame: OperatingRound) -> None:
        """Nothing earned is nothing paid: the price falls."""
        self._pay_subsidy(table, frame)
        self._fall(table, frame)

    def _pay_subsidy(self, table: Play, frame: OperatingRound) -> None:
        """What was earned for the treasury goes there, whatever becomes of the rest."""
        if frame.subsidy:
            table.pay(BANK, frame.company, frame.subsidy)
            table.log("subsidy", company=frame.company, amount=frame.subsidy)

    def _fall(self, table: Play, frame: OperatingRound) -> None:
        company = frame.company
        if not frame.keeps_price:
            cell = table.state.cells[company]
            move_marker(table, company, table.definition.market.left(cell), "no dividend")

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        yield Dividend(frame.company, "pay"), None
        yield Dividend(frame.company, "withhold"), None

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        """Either is always open; the kinds are checked by type."""

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, Dividend)
        state, company, revenue = table.state, frame.company, frame.revenue
        self._pay_subsidy(table, frame)
        if action.kind == "withhold":
            table.pay(BANK, company, revenue)
            table.log("withheld", company=company, amount=revenue)
            self._fall(table, frame)
        else:
            kept = kept_back(table.definition, state.phase, company, revenue)
            if kept:
                table.pay(BANK, company, kept)
                table.log("withheld", company=company, amount=kept)
                revenue -= kept
            paid = {
                owner: revenue * percent // 100
                for owner in (*state.players, POOL)
                if (percent := state.held(owner, company))
            }
            table.log("paid", company=company, amount=revenue, per_share=revenue // 10, shares=dict(paid))
            for owner, amount in paid.items():
                table.pay(BANK, company if owner == POOL else owner, amount)
            cell = state.cells[company]
            move_marker(table, company, table.definition.market.right(cell), "dividend")
        update(table, step=frame.step + 1)
