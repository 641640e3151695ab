"""The end of the game: bankruptcy, a broken bank, final totals."""

from __future__ import annotations

from kaiping.referees.g1888 import shares, trains
from kaiping.referees.g1888.case import Case
from kaiping.state import BANK


def bankrupt(case: Case, company: str) -> None:
    """Who cannot raise the money even by selling all they may; the game ends at once (VIII.3.9.11, 12)."""
    ledger, director = case.ledger, case.director(company)
    can = trains.reach(case) >= trains.missing(case)
    said = f"{director} could raise {trains.reach(case)} of {trains.missing(case)}"
    case.wrong("bankruptcy", not can, said, "VIII.3.9.11", "IX.1.1")
    if case.edition.bankrupt_sells:
        for name in ledger.cells:
            sizes = shares.saleable(case, director, name, keep_directors=True)
            if sizes:
                shares.sell(case, director, name, sizes[-1])
        ledger.pay(director, BANK, ledger.cash[director], case.by("VIII.3.9.11", "IX.1.3"))
    ledger.bankrupt = director
    _over(case, "bankrupt")


def finish(case: Case) -> None:
    """The set in which the bank ran out, or the one after the stock round, has been played (X.1.1, X.1.4)."""
    _over(case, "bank")


def _over(case: Case, why: str) -> None:
    case.findings.counts["end of the game"] += 1
    case.course.kind = "over"
    case.ledger.finished = why
    case.ledger.note("finished", "", case.by("X.1.1", "IX.1.1"))
    totals(case)


def totals(case: Case) -> None:
    """Cash, shares at their price, in the newer book privates at face value (X.2)."""
    ledger = case.ledger
    worth = case.after.worth()
    for player in ledger.players:
        own = ledger.cash[player]
        own += sum(ledger.held(player, name) // 10 * case.price(name) for name in ledger.cells)
        if case.edition.privates_count:
            held = (name for name, owner in ledger.privates.items() if owner == player)
            own += sum(case.edition.privates[name][0] for name in held)
        said = f"{player} is worth {worth.get(player)} at the end, and should be {own}"
        case.wrong("final total", worth.get(player) == own, said, "X.2.1", "IX.2.1")
