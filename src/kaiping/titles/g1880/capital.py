"""When a company floats, and its capital in two halves."""

from __future__ import annotations

from kaiping.flow.play import Play
from kaiping.flow.share_numbers import unlock_shares
from kaiping.flow.shares import for_sale
from kaiping.state import BANK, IPO
from kaiping.titles.g1880.own import own, rules

#: per cent that the bank may hold at most when the second half is paid
_BANK_AT_MOST = 50


def float_companies(table: Play) -> None:
    """At the end of a share round: the president's own holding counts, or that nothing is left (1880-2022:XII.4.14)."""
    state = table.state
    for company in table.started:
        if company in state.floated:
            continue
        held = state.held(state.presidents[company], company)
        if held >= table.phase.float_percent or not for_sale(table, company, IPO):
            state.floated |= {company}
            halves = 1 + (company in own(table).fully_paid and not rules(table).second_capital_unfloated)
            capital = halves * half_capital(table, company)
            table.log("floated", company=company, capital=capital)
            table.pay(BANK, company, capital)


def half_capital(table: Play, company: str) -> int:
    return table.definition.shares.capital_shares * table.state.par[company]


def check_second_capital(table: Play, company: str) -> None:
    """The second half is due once all shares are for sale and the bank holds half of them (1880-2022:XII.7)."""
    state = table.state
    if table.phase.locked_percent or company in own(table).fully_paid or state.held(IPO, company) > _BANK_AT_MOST:
        return
    table.update_own(fully_paid=own(table).fully_paid | {company})
    if company in state.floated or rules(table).second_capital_unfloated:
        amount = half_capital(table, company)
        table.log("second-capital", company=company, amount=amount)
        table.pay(BANK, company, amount)


def check_all_capitals(table: Play) -> None:
    """In a new phase more shares may be for sale, and more companies due (1880-2022:XII.7.2)."""
    phases = list(table.definition.phases.values())
    before = phases[table.definition.phase_order[table.state.phase] - 1]
    if before.locked_percent and not table.phase.locked_percent:
        unlock_shares(table.state)
    for company in table.started:
        check_second_capital(table, company)
