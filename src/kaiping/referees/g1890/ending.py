"""The end of the game: a broken bank, the last game turn, final totals."""

from __future__ import annotations

from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import LATE, MINORS


def end_of_turn(case: Case) -> bool:
    """After the last round of a game turn: is it the last, or has the bank broken (13.3.2, 13.4.1)?"""
    if case.course.broken:
        over(case, "bank", "13.3.2")
    elif case.ledger.turn >= case.scenario.last_turn:
        over(case, "turns", "13.4.1")
    return case.course.kind == "over"


def over(case: Case, why: str, clause: str) -> None:
    case.count("end of the game")
    case.course.kind = "over"
    case.ledger.finished = why
    case.ledger.note("finished", "", case.by(clause))


def totals(case: Case) -> None:
    """Cash, shares at their prices, privates and minors at face value; Osaka Municipal of C and D is worth 0 (13)."""
    ledger, scenario = case.ledger, case.scenario
    worth = case.after.worth()
    for player in ledger.players:
        own = ledger.cash[player]
        own += sum(ledger.held(player, name) // 10 * case.price(name) for name in ledger.cells)
        own += sum(MINORS[name][0] for name, owner in ledger.minors.items() if owner == player)
        for private, owner in ledger.privates.items():
            if owner != player or private == "KP" or (private == "OM" and scenario.osaka_municipal):
                continue
            own += LATE[private][0] if private in LATE else scenario.privates[private][0]
        said = f"{player} is worth {worth.get(player)} at the end, and should be {own}"
        case.wrong("final total", worth.get(player) == own, said, "13.4")
