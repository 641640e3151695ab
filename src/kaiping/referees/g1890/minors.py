"""Minors that become part of Kinki or a late private, and how Kinki is formed (C.8.3, C.8.4)."""

from __future__ import annotations

from kaiping.referees.g1890 import shares
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import KINKI_SHARES, MERGES, MINORS
from kaiping.state import BANK, CLOSED


def eligible(case: Case) -> list[str]:
    """Minors whose owners may declare now: Osaka Electric before Kinki is formed, the others after (C.8.4.36)."""
    ledger = case.ledger
    formed = "KN" in ledger.floated
    return [
        minor
        for minor, (first, _) in MERGES.items()
        if ledger.minors.get(minor) in ledger.players
        and ledger.phase >= first
        and (formed if minor != "OE" else "KN" not in ledger.closed)
    ]


def due(case: Case) -> str | None:
    """A minor that must go now (C.8.3.10, 19, 29; C.8.4.47)."""
    ledger = case.ledger
    for minor in ("OE", "KA", "NE"):
        if ledger.minors.get(minor) in ledger.players and ledger.phase >= MERGES[minor][1]:
            return minor
    return None


def force(case: Case, minor: str) -> None:
    """It merges, or closes if Kinki has closed."""
    case.count("forced merger")
    if "KN" in case.ledger.closed:
        close(case, minor)
    else:
        declare(case, minor)


def declare(case: Case, minor: str) -> None:
    if minor == "OE":
        _join(case, "OE")
        _join(case, "OT")
        if case.ledger.phase >= MERGES["KA"][1]:
            _join(case, "KA")
        case.course.forming = True
        case.ledger.floated.add("KN")
        case.ledger.note("floated", "", case.by("C.8.4.40"))
    else:
        _join(case, minor)
        if not case.course.forming:
            case.settle_president("KN", "6.5.2")


def _join(case: Case, minor: str) -> None:
    """Assets go to Kinki, of Kanan's cash half; the owner has the certificates kept for it (C.8.3.11 to 33)."""
    ledger = case.ledger
    owner = ledger.minors.get(minor, CLOSED)
    if owner not in ledger.players:
        return
    case.count("merger")
    _, _, _, percent = MINORS[minor]
    cash = ledger.cash[minor]
    owners = cash // 2 if minor == "KA" else 0
    ledger.pay(minor, "KN", cash - owners, case.by("C.8.3.20" if minor != "KA" else "C.8.3.12"))
    ledger.pay(minor, owner, owners, case.by("C.8.3.14"))
    for kind in ledger.owned(minor):
        ledger.add_train("KN", kind, case.by("C.8.3.25"))
    ledger.set_trains(minor, (), case.by("C.8.3.25"))
    ledger.hand(minor, owner, "KN", percent, case.by("C.8.4.30"))
    has = ledger.tokens.get("KN", ())
    new = [hex_id for hex_id in ledger.tokens.pop(minor, ()) if hex_id not in has]
    if new:
        ledger.tokens["KN"] = tuple(sorted((*has, *new)))
    ledger.note("tokens", "KN", case.by("C.8.3.33"))
    ledger.minors[minor] = CLOSED
    ledger.note("minors", minor, case.by("C.8.3.11"))
    if minor == "OE":
        ledger.presidents["KN"] = owner
        ledger.note("presidents", "KN", case.by("C.8.3.21"))


def formed(case: Case) -> None:
    """Who has most leads it; it has four times its par, and a turn at once (C.8.4.40 to 45)."""
    ledger, course = case.ledger, case.course
    case.count("Kinki formed")
    course.forming = False
    case.settle_president("KN", "6.5.2")
    ledger.pay(BANK, "KN", KINKI_SHARES * ledger.par["KN"], case.by("C.8.4.41"))
    course.special = True


def close(case: Case, minor: str) -> None:
    """Its cash is the bank's, its trains go to the open market, its token leaves the map."""
    ledger = case.ledger
    ledger.pay(minor, BANK, ledger.cash[minor], case.by("C.8.3.37"))
    shares.discard_all(case, minor, "C.8.3.37")
    ledger.tokens.pop(minor, None)
    ledger.note("tokens", minor, case.by("C.8.3.36"))
    ledger.minors[minor] = CLOSED
    ledger.note("minors", minor, case.by("C.8.4.47"))


def convert(case: Case) -> None:
    """Kobe Electric becomes a late private of its owner in its own turn (A.8.3.2 to 6)."""
    ledger, course = case.ledger, case.course
    case.count("Kobe Electric converts")
    case.wrong("conversion", course.company == "KE", "KE converts out of its turn", "A.8.3.2")
    owner = ledger.minors["KE"]
    close(case, "KE")
    ledger.give_private("KP", owner, case.by("A.8.3.2"))
    course.did.add("converted")
