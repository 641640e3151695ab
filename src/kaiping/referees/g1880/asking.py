"""What must be found after an action: who is asked, and what they may do."""

from __future__ import annotations

from collections.abc import Mapping

from kaiping.action import (
    AnyAction,
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    Par,
    Pass,
    Range,
    RepayDebt,
    SellShares,
    UsePower,
)
from kaiping.referees.g1880 import auction, investors, shares, stock, trains
from kaiping.referees.g1880.case import Case
from kaiping.referees.g1880.tables import COMPANIES

#: question -> name of the frame in which it is asked
FRAMES = {
    "founding": "Founding",
    "forced": "ForcedExchange",
    "payment": "PaymentOffer",
    "home": "HomeChoice",
    "treasury": "Merger",
    "station": "Merger",
}


def look_round(case: Case) -> None:
    """Who is asked, and what they may do."""
    _look_at_actor(case)
    course, after = case.course, case.after
    if course.kind == "over":
        return
    own: Mapping[AnyAction, Range | None]
    if after.frame == "SingleAuction":
        case.compare_listed("auction options", auction.options(case), (), "V.4", "V.4")
    elif after.frame == "StockRound":
        kinds = (SellShares, BuyShare, Par, RepayDebt, Pass)
        case.compare_listed("share turn", stock.options(case), kinds, "XII.2.4", "XII.2.4")
        case.compare_listed("P5", stock.permit_options(case, course.player), (UsePower,), "VI.2.12", "VI.2.10")
    elif after.frame == "Founding":
        what, answers = shares.founding_question(case)
        own = {Choose(course.founding.player, what, answer): None for answer in answers} if course.founding else {}
        case.compare_listed("founding", own, (), "XII.4.4", "XII.4.4")
    elif after.frame == "InvestorDraft":
        own = {Choose(course.choosers[0], "investor", minor): None for minor in auction.investors_left(case)}
        case.compare_listed("investors", own, (), "V.27", "V.27")
    elif after.frame == "Discards":
        over = trains.over_limit(case)
        listed = [action for action, _ in after.legal()]
        right = {DiscardTrain(name, kind) for name in over for kind in case.ledger.owned(name)}
        holds = bool(listed) and set(listed) <= right
        case.wrong("discard", holds, f"{listed} is open, and should be of {over}", "X.6.38", "X.6.33")
    elif after.frame == "ForcedExchange":
        case.compare_listed("forced exchange", trains.forced_options(case), (), "VI.2.25", "VI.2.20")
    elif after.frame == "Merger":
        own = {Choose(investors.asked(case), course.question, word): None for word in investors.answers(case)}
        case.compare_listed("merger", own, (), "VII.2.5", "VII.17")
    elif after.frame == "OperatingRound" and course.step == "dividend" and course.company in COMPANIES:
        case.compare_dividends((Dividend,), "X.8.8", "X.8.8")
    elif after.frame == "OperatingRound" and course.step == "trains":
        case.compare_listed("train step", trains.options(case), (BuyTrain, SellShares, Pass), "X.6.1", "X.6.29")
        own = stock.permit_options(case, case.leader(course.company))
        if trains.may_exchange(case, course.company):
            own = {**own, UsePower(case.leader(course.company), "P7", course.company): None}
        case.compare_listed("powers", own, (UsePower,), "VI.2.17", "VI.2.13")


def _look_at_actor(case: Case) -> None:
    course, after, ledger = case.course, case.after, case.ledger
    over = trains.over_limit(case)
    frame = FRAMES.get(course.question, "")
    if course.kind == "over":
        expected: set[str] = set()
    elif over:
        frame = "Discards"
        expected = {case.leader(company) for company in over}
    elif course.question == "founding" and course.founding is not None:
        expected = {course.founding.player}
    elif course.question == "forced":
        expected = {ledger.privates["P7"]}
    elif course.question == "payment":
        expected = {ledger.privates["P0"]}
    elif course.question == "home":
        expected = {case.leader(company) for company in course.homes}
    elif course.question:
        expected = {investors.asked(case)}
    elif course.kind == "draft":
        expected = {course.choosers[0]}
    elif course.kind == "operating":
        expected = {case.leader(course.company)}
    else:
        expected = {course.player}
    if frame:
        said = f"there is {after.frame}, and should be {frame}"
        case.wrong("question", after.frame == frame, said, "VIII.2.4", "VIII.2.4")
    clauses = {"auction": ("V.4", "V.4"), "stock": ("XII.3.2", "XII.3.2"), "over": ("XV.1.2", "XV.1.2")}
    case.compare_asked(expected, *clauses.get(course.kind, ("VIII.2.4", "VIII.2.4")))
