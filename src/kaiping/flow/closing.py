"""A company leaves the game when its marker comes to a field that closes it."""

from __future__ import annotations

from msgspec.structs import replace

from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.play import Play
from kaiping.state import BANK, CLOSED, POOL, put, without


def close_company(table: Play, company: str) -> None:
    """Its shares are worth nothing, its money is the bank's, its trains may be bought again, its tokens leave."""
    state = table.state
    state.closed_companies |= {company}
    state.floated -= {company}
    state.operated -= {company}
    state.revenue = without(state.revenue, company)
    cell = state.cells[company]
    state.cells = without(state.cells, company)
    state.market = put(state.market, cell, tuple(other for other in state.market[cell] if other != company))
    state.holdings = {(owner, held): part for (owner, held), part in state.holdings.items() if held != company}
    state.presidents = without(state.presidents, company)
    state.par = without(state.par, company)
    table.log("company-closed", company=company)
    table.pay(company, BANK, state.cash[company])
    trains = state.trains.get(company, ())
    state.trains = put(without(state.trains, company), POOL, (*state.trains.get(POOL, ()), *trains))
    for hex_id, _ in state.board.tokens_of(company):
        state.board = state.board.without_token(company, hex_id)
    state.board = state.board.without_reservations(company)
    state.waiting_tokens = {
        hex_id: left
        for hex_id, waiting in state.waiting_tokens.items()
        if (left := tuple(other for other in waiting if other != company))
    }
    state.privates = {private: CLOSED if owner == company else owner for private, owner in state.privates.items()}
    _skip_turn(table, company)


def _skip_turn(table: Play, company: str) -> None:
    """It does not operate any more; a turn that it is in the middle of is for the round to end."""
    for frame in table.state.stack:
        if isinstance(frame, OperatingRound) and company in frame.order[1:]:
            waiting = tuple(other for other in frame.order[1:] if other != company)
            table.replace_frame(frame, replace(frame, order=(frame.order[0], *waiting)))
