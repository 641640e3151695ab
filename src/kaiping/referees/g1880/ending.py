"""The end of the game: what investors still pay, final totals."""

from __future__ import annotations

from kaiping.referees.g1880.case import Case
from kaiping.referees.g1880.investors import leave, settle_treasury


def finish(case: Case) -> None:
    """Owners of investors that have not merged get a fifth of their treasuries (VII.2.12)."""
    ledger = case.ledger
    for minor in list(ledger.minors):
        settle_treasury(case, minor, None)
        leave(case, minor)
    case.end_game("final_train", "XV.1.2", "XV.1.2")
    # what is owed is taken off, and privates count nothing
    case.compare_totals(lambda player: -ledger.debt.get(player, 0), "XV.2.3", "XV.2.3")
