"""The end of the game: what investors still pay, final totals."""

from __future__ import annotations

from kaiping.referees.g1880.case import Case
from kaiping.referees.g1880.investors import leave, settle_treasury


def finish(case: Case) -> None:
    """Owners of investors that have not merged get a fifth of their treasuries (VII.2.12)."""
    ledger = case.ledger
    case.findings.counts["end of the game"] += 1
    for minor in list(ledger.minors):
        settle_treasury(case, minor, None)
        leave(case, minor)
    case.course.kind = "over"
    ledger.finished = "final_train"
    ledger.note("finished", "", case.by("XV.1.2", "XV.1.2"))
    _count(case)


def _count(case: Case) -> None:
    """Cash and shares at their price, less what is owed; privates count nothing (XV.2)."""
    ledger = case.ledger
    worth = case.after.worth()
    for player in ledger.players:
        own = ledger.cash[player] - ledger.debt.get(player, 0)
        own += sum(ledger.held(player, name) // 10 * case.price(name) for name in ledger.cells)
        said = f"{player} is worth {worth.get(player)} at the end, and should be {own}"
        case.wrong("final total", worth.get(player) == own, said, "XV.2.3", "XV.2.3")
