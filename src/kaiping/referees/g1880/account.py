"""The account of a game of 1880: what the plain one has, and permits, rows, debts, investors, the train marker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kaiping.referees.grid import Place
from kaiping.referees.ledger import Ledger
from kaiping.state import State

MORE_TABLES = ("debt", "permits", "rows", "certificates", "minors")
MORE_WHOLES = ("marker", "fully_paid", "final_round", "players")


class Account(Ledger):
    """Markers of companies on one space have no order here: prices never decide who operates first."""

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

    def differences(self, other: Ledger, default: str) -> Iterator[tuple[str, str, str]]:
        yield from super().differences(other, default)
        for field in MORE_TABLES:
            mine: Mapping[str, Any] = getattr(self, field)
            theirs: Mapping[str, Any] = getattr(other, field)
            for key in sorted(mine.keys() | theirs.keys()):
                if mine.get(key) != theirs.get(key):
                    said = f"{field} of {key}: {theirs.get(key)}, and should be {mine.get(key)}"
                    yield field, said, self.because(field, key, default)
        for field in MORE_WHOLES:
            ours, its = getattr(self, field), getattr(other, field)
            if ours != its:
                yield field, f"{field}: {its}, and should be {ours}", self.because(field, "", default)
