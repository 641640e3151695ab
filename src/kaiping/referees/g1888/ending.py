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
    over(case, "bankrupt")


def over(case: Case, why: str) -> None:
    """With a bankruptcy, or with the last set after the bank ran out; in the newer book privates count (X.1, X.2)."""
    case.end_game(why, "X.1.1", "IX.1.1")
    values = case.edition.privates if case.edition.privates_count else {}

    def privates(player: str) -> int:
        return sum(value for name, (value, *_) in values.items() if case.ledger.privates[name] == player)

    case.compare_totals(privates, "X.2.1", "IX.2.1")
