"""The end of the game: a broken bank, the last game turn, final totals."""

from __future__ import annotations

from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import LATE, MINORS


def end_of_turn(case: Case) -> bool:
    """After the last round of a game turn: is it the last, or has the bank broken (13.3.2, 13.4.1)?"""
    if case.course.broken:
        case.end_game("bank", "13.3.2")
    elif case.ledger.turn >= case.scenario.last_turn:
        case.end_game("turns", "13.4.1")
    return case.course.kind == "over"


def totals(case: Case) -> None:
    """Privates and minors count at face value; Osaka Municipal of C and D is worth 0 (13)."""
    ledger, scenario = case.ledger, case.scenario

    def faces(player: str) -> int:
        total = sum(MINORS[name][0] for name, owner in ledger.minors.items() if owner == player)
        for private, owner in ledger.privates.items():
            if owner != player or private == "KP" or (private == "OM" and scenario.osaka_municipal):
                continue
            total += LATE[private][0] if private in LATE else scenario.privates[private][0]
        return total

    case.compare_totals(faces, "13.4")
