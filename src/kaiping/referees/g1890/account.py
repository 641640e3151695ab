"""The account of 1890: besides what every title has, minors, rights at Kobe, and companies that have closed."""

from __future__ import annotations

from kaiping.referees.ledger import Ledger
from kaiping.state import State


class Account(Ledger):
    """Plain facts of a position of 1890."""

    tables = (*Ledger.tables, "minors", "rights", "closed")

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.minors = dict(state.minors)
        #: companies that may ignore the token of Kobe Rapid
        self.rights = dict.fromkeys(state.station_rights, "right")
        self.closed = dict.fromkeys(state.closed_companies, "closed")

    def take_marker(self, company: str, clause: str) -> None:
        """A price token leaves the table."""
        place = self.cells.pop(company)
        self.note("cells", company, clause)
        self._stack(place, tuple(name for name in self.stacks[place] if name != company), clause)

    def raise_started(self, clause: str) -> None:
        """Started companies come to the top of their stacks, in the order in which they lie (10.8.3)."""
        for place, stack in list(self.stacks.items()):
            above = tuple(name for name in stack if name in self.floated)
            self._stack(place, above + tuple(name for name in stack if name not in self.floated), clause)
