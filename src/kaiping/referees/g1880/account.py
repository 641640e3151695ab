"""The account of a game of 1880: what the plain one has, and permits, rows, debts, investors, the train marker."""

from __future__ import annotations

from kaiping.referees.grid import Place
from kaiping.referees.ledger import Ledger
from kaiping.state import State


class Account(Ledger):
    """Markers of companies on one space have no order here: prices never decide who operates first."""

    tables = (*Ledger.tables, "debt", "permits", "rows", "certificates", "minors")
    wholes = (*Ledger.wholes, "marker", "fully_paid", "final_round", "players")

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.stacks = {}
        self.debt = {player: owed for player, owed in state.debt.items() if owed}
        self.permits = dict(state.own.permits)
        #: company -> starting price and row on the list that gives the order of operation
        self.rows = dict(state.rows)
        self.certificates = dict(state.certificates)
        #: investors in the game -> their owners
        self.minors = {minor: owner for minor, owner in state.minors.items() if owner in state.players}
        for minor in state.minors.keys() - self.minors.keys():
            self.cash.pop(minor, None)
        self.marker = state.own.marker
        #: companies for which the second half of the capital is or was due
        self.fully_paid = set(state.own.fully_paid)
        self.final_round = state.own.final_round

    def put(self, company: str, place: Place, clause: str) -> None:
        self.cells[company] = place
        self.note("cells", company, clause)

    def close_investor(self, minor: str) -> None:
        """An investor leaves the game with its marker and all that is still on its charter."""
        self.minors.pop(minor, None)
        self.cash.pop(minor, None)
        self.tokens.pop(minor, None)
        for holder, company in [key for key in self.holdings if key[0] == minor]:
            del self.holdings[holder, company]
