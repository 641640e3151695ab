"""Kobe Rapid: its token in Kobe, the right to ignore it, its income (C.8.2.4 to 19)."""

from __future__ import annotations

from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import KOBE, NEXT_TOKEN
from kaiping.state import BANK


def start(case: Case) -> None:
    """Tokens other than JR's go back to their companies, which may pass from now on; number 6 is placed (9, 10, 18).

    Where the only space is JR's it lies there besides, until a tile has room for it.
    """
    ledger = case.ledger
    case.count("Kobe Rapid")
    for company, hexes in list(ledger.tokens.items()):
        if company != "JR" and KOBE in hexes:
            left = list(hexes)
            left.remove(KOBE)
            ledger.set_tokens(company, left, case.by("C.8.2.9"))
            ledger.rights[company] = "right"
            ledger.note("rights", company, case.by("C.8.2.18"))
    ledger.set_tokens("KR", (KOBE,), case.by("C.8.2.10"))


def buy_right(case: Case, company: str) -> None:
    """For 100, in place of a token; not for JR and the Subway (C.8.2.13 to 17)."""
    ledger = case.ledger
    allowed = company not in ("JR", "OS") and company not in ledger.rights
    case.wrong("right at Kobe", allowed, f"{company} buys a right at Kobe", "C.8.2.17")
    case.wrong("token", "token" not in case.course.did, f"{company} has placed a token too", "C.8.2.14")
    case.course.did.add("token")
    ledger.pay(company, BANK, NEXT_TOKEN, case.by("C.8.2.13"))
    ledger.rights[company] = "right"
    ledger.note("rights", company, case.by("C.8.2.13"))


def collect(case: Case, company: str, calls: int, value: int) -> None:
    """Half of Kobe's value for each route of a company without a token there (C.8.2.19)."""
    ledger = case.ledger
    owner = ledger.privates.get("KR", BANK)
    if owner in ledger.players and KOBE not in ledger.tokens.get(company, ()):
        case.count("income of Kobe Rapid")
        ledger.pay(BANK, owner, calls * (value // 2), case.by("C.8.2.19"))
