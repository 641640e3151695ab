"""Who is asked, and what they may do: the engine's lists beside the referee's own."""

from __future__ import annotations

from kaiping.action import (
    AcquirePrivate,
    BuyPrivate,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    Pass,
    SellBlocks,
)
from kaiping.referees.g1890 import forced, minors, stock, supply, trains
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.opening import OPENING

#: a list of sets that has this many may leave some out
MANY_SETS = 40


def look_round(case: Case) -> None:
    _look_at_actor(case)
    course, frame = case.course, case.after.frame
    if course.kind == "over" or course.offer is not None:
        return
    if supply.over_limit(case):
        _look_at_discards(case)
    elif course.kind == "opening":
        case.compare_listed("turn of the initial round", OPENING.options(case), (), "9.1.3")
    elif course.kind == "stock":
        case.compare_listed("stock turn", stock.options(case), (), "8.2.2")
    elif frame == "OperatingRound" and course.step == "dividend" and course.revenue:
        case.compare_dividends((Dividend, Pass), "10.6.1")
    elif frame == "OperatingRound" and course.step == "trains":
        case.compare_listed("train step", trains.options(case), (BuyTrain, DeclareBankruptcy, Pass), "10.7.1")
        _look_at_sets(case)
        if not supply.emergency(case):
            case.compare_listed("private for sale", trains.private_options(case), (BuyPrivate,), "10.9.1")


def _look_at_actor(case: Case) -> None:
    course, after = case.course, case.after
    over = supply.over_limit(case)
    clause = "8.2.1"
    if course.kind == "over":
        expected: set[str] = set()
        clause = "13.1"
    elif over:
        expected, clause = {case.president(company) for company in over}, "12.2.3"
        case.wrong("discard", after.frame == "Discards", f"{', '.join(over)} must give up a train", clause)
    elif isinstance(course.offer, BuyTrain):
        expected, clause = {case.president(course.offer.source)}, "12.4.2.2"
    elif isinstance(course.offer, BuyPrivate | AcquirePrivate):
        expected, clause = {case.ledger.privates[course.offer.private]}, "8.3.2"
    elif course.kind == "opening":
        expected, clause = {course.par_by or course.player}, "9.1.2"
    elif course.kind == "stock":
        expected = {course.player}
    elif course.forming:
        expected, clause = {case.ledger.minors["KA"]}, "C.8.4.39"
    elif not course.company:
        expected, clause = {case.ledger.minors[minor] for minor in minors.eligible(case)}, "C.8.4.36"
    else:
        expected, clause = {case.president(course.company)}, "1.3.5"
    case.compare_asked(expected, clause)


def _look_at_discards(case: Case) -> None:
    """All kinds of trains of a company that is over the limit: which goes its president decides (12.2.3)."""
    listed = {action for action, _ in case.after.legal()}
    companies = {action.company for action in listed if isinstance(action, DiscardTrain)}
    own = {DiscardTrain(name, kind) for name in companies for kind in case.ledger.owned(name)}
    right = bool(companies) and companies <= set(supply.over_limit(case)) and listed == own
    case.wrong("trains to give up", right, f"{listed} is listed, and should be {own}", "12.2.3")


def _look_at_sets(case: Case) -> None:
    """The sets of shares that may be sold for a train, without their order (14)."""
    listed = [action for action, _ in case.after.legal() if isinstance(action, SellBlocks)]
    needed = supply.emergency(case) and "sold for train" not in case.course.did and not forced.enough(case, {})
    sets = forced.sets(case) if needed else iter(())
    if sets is None:
        return
    own = {frozenset(sale.items()) for sale in sets}
    theirs = {frozenset((block.company, block.percent) for block in sale.blocks) for sale in listed}
    for sale in theirs - own:
        case.wrong("set to sell", False, f"{sorted(sale)} is listed and not allowed", "14.12")
    for sale in own - theirs if len(theirs) < MANY_SETS else ():
        case.wrong("set to sell", False, f"{sorted(sale)} is not listed", "14.7")
    if needed:
        case.count("set to sell")
