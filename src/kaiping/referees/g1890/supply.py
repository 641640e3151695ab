"""What trains there are: for sale, owned, over the limit; phases that begin with them and what rusts."""

from __future__ import annotations

from kaiping.board.board import Board
from kaiping.referees.g1890 import runs
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import KINDS, LATE, LIMITS, MINORS, PHASES, RUSTS, TRAINS
from kaiping.state import BANK, CLOSED, POOL


def on_sale(case: Case) -> list[tuple[str, str]]:
    """Train and source: the first kind of the bank, D-trains beside 6-trains, the open market (12.4)."""
    depot = case.ledger.depot
    kinds = [kind for kind in KINDS if kind in depot][:1]
    if "D" in depot and kinds == ["6"] and case.ledger.phase >= "5":
        kinds.append("D")
    return [(kind, BANK) for kind in kinds] + [(kind, POOL) for kind in sorted(set(case.ledger.owned(POOL)))]


def cheapest(case: Case) -> int:
    return min(TRAINS[kind] for kind, _ in on_sale(case))


def limit(case: Case, company: str) -> int:
    minor, public, jr = LIMITS[case.ledger.phase]
    return minor if company in MINORS else jr if company == "JR" else public


def must_buy(case: Case, company: str, board: Board | None = None) -> bool:
    """It has a route and no train, and there are trains to buy (12.3)."""
    return not case.ledger.owned(company) and bool(on_sale(case)) and runs.has_route(case, company, board)


def emergency(case: Case, board: Board | None = None) -> bool:
    """It must buy a train and cannot pay for the cheapest (12.5.1)."""
    company = case.course.company
    return must_buy(case, company, board) and case.ledger.cash[company] < cheapest(case)


def operating(case: Case) -> list[str]:
    """All that may own trains: minors of players, and companies."""
    ledger = case.ledger
    minors = [minor for minor in case.scenario.minors if ledger.minors[minor] in ledger.players]
    return [*minors, *case.scenario.companies]


def over_limit(case: Case) -> list[str]:
    """Companies and minors that have more trains than the phase allows (12.2.3)."""
    return [name for name in operating(case) if len(case.ledger.owned(name)) > limit(case, name)]


def close_osaka(case: Case, company: str) -> None:
    """Osaka Municipal closes when the Subway buys a train (C.8.1.21)."""
    if company == "OS" and case.ledger.privates["OM"] != CLOSED:
        case.count("Osaka Municipal closes")
        case.ledger.give_private("OM", CLOSED, case.by("C.8.1.21"))


def begin_phase(case: Case, kind: str) -> None:
    """The first train of a kind begins its phase: trains rust, in phase 4 privates close (5, 7.4, 12.6)."""
    ledger = case.ledger
    ledger.note("phase", "", case.by("5.2"))
    if PHASES[kind] <= ledger.phase:
        return
    case.count("phase")
    ledger.phase = PHASES[kind]
    for old in RUSTS.get(kind, ()):
        ledger.rust(old, case.by("12.6.1"))
    if ledger.phase == "5":
        case.course.bonus_due = True
    if ledger.phase == "4":
        stays = {"HT", "KP", *LATE} | ({"OM"} if case.scenario.osaka_municipal else set())
        for private in ledger.privates.keys() - stays:
            ledger.give_private(private, CLOSED, case.by("7.4.1"))
