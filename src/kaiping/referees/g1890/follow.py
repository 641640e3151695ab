"""The course of the game: what follows an action by itself, to where somebody is asked again."""

from __future__ import annotations

from kaiping.action import Pass
from kaiping.referees.g1890 import ending, minors, stock, supply, turn
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.opening import OPENING
from kaiping.referees.g1890.tables import ROUNDS
from kaiping.referees.watching import MOST_STEPS


def go_on(case: Case) -> None:
    """From what the action has made to where somebody is asked."""
    course = case.course
    look_at_bank(case)
    if course.offer is not None:
        return
    for _ in range(MOST_STEPS):
        if course.kind == "over" or supply.over_limit(case):
            return
        if course.kind == "opening":
            on = _in_opening(case)
        elif course.kind == "stock":
            on = _in_stock(case)
        elif course.company:
            on = _in_turn(case)
        else:
            on = _between_turns(case)
        look_at_bank(case)
        if not on or case.findings.sentences:
            return
    case.wrong("course", False, "the referee does not find the way", "10.8.1")


def look_at_bank(case: Case) -> None:
    """A bank that cannot pay what is due has broken (13.3.1)."""
    if case.ledger.lowest < 0:
        case.course.broken = True


def _in_opening(case: Case) -> bool:
    """Who can only pass is not asked."""
    course = case.course
    if course.par_for:
        return False
    if not OPENING.unsold(case):
        case.ledger.priority = course.player
        case.ledger.note("priority", "", case.by("9.1.4.10"))
        _new_stock_round(case)
        return True
    if not case.all_passed:
        return OPENING.pass_over(case)
    OPENING.interrupt(case)
    _begin_set(case)
    return True


def _new_stock_round(case: Case) -> None:
    stock.begin(case)
    _follow(case, "stock-round", case.ledger.priority)


def _in_stock(case: Case) -> bool:
    """Who can only pass is not asked."""
    if case.all_passed:
        stock.end(case)
        _begin_set(case)
        return True
    if stock.options(case).keys() == {Pass(case.course.player)}:
        case.count("player passed over")
        stock.end_turn(case)
        return True
    return False


def _begin_set(case: Case) -> None:
    """As many operating rounds as the phase has (5.14 to 5.51)."""
    ledger = case.ledger
    ledger.set_rounds = ROUNDS[ledger.phase]
    ledger.note("set_rounds", "", case.by("10.2"))
    ledger.round = 1
    ledger.note("round", "", case.by("10.2"))
    case.count("number of rounds")
    _begin_round(case)


def _begin_round(case: Case) -> None:
    _follow(case, "operating-round", "")
    turn.begin_round(case)


def _follow(case: Case, mark: str, name: str) -> None:
    """The engine has gone the same way."""
    event = case.trail.pop(0) if case.trail else None
    right = event is not None and event.kind == mark
    said = f"{mark} {name} should come, and {f'{event.kind} {dict(event.data)}' if event else 'nothing'} does"
    case.wrong("course", right, said, "10.8.1")


def _in_turn(case: Case) -> bool:
    """One step further; false where the company is asked."""
    course, after = case.course, case.after
    if course.company in case.ledger.closed or "converted" in course.did:
        course.did.discard("converted")
        course.end_turn()
        course.special = False
        return True
    if not case.trail and (after.company, after.step) == (course.company, course.step):
        return False
    leave(case, asked=False)
    return True


def leave(case: Case, *, asked: bool) -> None:
    """One step is left for the next; after the last the turn ends."""
    course = case.course
    company = course.company
    turn.leave_step(case, asked)
    if company in case.ledger.closed:
        return
    if not course.next_step():
        turn.end_turn(case)


def _between_turns(case: Case) -> bool:
    course, ledger, after = case.course, case.ledger, case.after
    if course.forming:
        if ledger.minors["KA"] in ledger.players and not case.trail and after.frame == "Formation":
            return False
        minors.formed(case)
        return True
    forced = minors.due(case)
    if course.special:
        return _next_turn(case, "KN")
    if forced is not None:
        minors.force(case, forced)
        return True
    waiting = [minor for minor in minors.eligible(case) if minor not in course.answered | course.silent]
    if waiting or (not case.trail and after.frame == "Declaration"):
        right = bool(waiting) and not case.trail and after.frame == "Declaration"
        said = f"owners of {waiting or 'no minor'} should be asked for a merger, and {after.frame} follows"
        case.wrong("asked for a merger", right, said, "C.8.4.36")
        return False
    company = turn.next_company(case)
    if company is not None:
        return _next_turn(case, company)
    _end_round(case)
    return True


def _next_turn(case: Case, company: str) -> bool:
    event = case.trail.pop(0) if case.trail else None
    came = event["company"] if event is not None and event.kind == "turn" else event.kind if event else "nothing"
    if case.wrong("order of operation", came == company, f"{came} comes, and {company} should", "10.3.2"):
        turn.begin_turn(case, company)
    return True


def _end_round(case: Case) -> None:
    """Started companies come to the top; another round, or the game turn is over (10.8)."""
    ledger = case.ledger
    case.count("end of an operating round")
    ledger.raise_started(case.by("10.8.3"))
    if ledger.round < ledger.set_rounds:
        ledger.round += 1
        _begin_round(case)
    elif not ending.end_of_turn(case):
        ledger.turn += 1
        ledger.note("turn", "", case.by("10.8.5"))
        if OPENING.unsold(case):
            _follow(case, "auction-goes-on", "")
            OPENING.go_on(case)
        else:
            _new_stock_round(case)
