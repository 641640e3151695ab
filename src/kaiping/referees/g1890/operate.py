"""What an action of an operating round does."""

from __future__ import annotations

from kaiping.action import (
    AnyAction,
    BuyPrivate,
    BuyTrain,
    Choose,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    RunRoutes,
    SellBlocks,
    UsePower,
)
from kaiping.referees import offers
from kaiping.referees.g1890 import follow, forced, kobe, minors, runs, supply, trains, turn
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import MINORS


def act(case: Case, action: AnyAction) -> None:
    match action:
        case DiscardTrain():
            trains.discard(case, action)
        case Choose(what="merger"):
            _declare(case, action)
        case Choose(what="station-right"):
            kobe.buy_right(case, case.course.company)
        case Consent():
            held = offers.answer(case, action, trains.buy, turn.buy_private)
            case.wrong("consent", held, "nothing was offered", "12.4.2.2")
        case UsePower(private="KP"):
            minors.convert(case)
        case SellBlocks():
            forced.sell(case, action)
        case Pass():
            _pass(case, action)
        case _:
            actor = getattr(action, "company", "")
            said = f"it is the turn of {case.course.company}, not of {actor}"
            if case.wrong("whose turn", actor == case.course.company, said, "10.3.2"):
                _turn(case, action)


def _turn(case: Case, action: AnyAction) -> None:
    course = case.course
    match action:
        case LayTile():
            turn.lay(case, action)
        case PlaceToken():
            turn.place(case, action)
        case RunRoutes():
            runs.run(case, action)
            if action.company in MINORS:
                turn.pay_half(case, action.company)
        case Dividend():
            turn.pay_out(case, action)
        case BuyTrain():
            if action.source in supply.operating(case) and case.president(action.source) != _acting(case):
                course.offer = action
            else:
                trains.buy(case, action)
        case BuyPrivate():
            if case.ledger.privates[action.private] != _acting(case):
                course.offer = action
            else:
                turn.buy_private(case, action)
        case DeclareBankruptcy():
            forced.bankrupt(case, action.company, action in trains.options(case))
        case _:
            case.wrong("turn", False, f"{action} is nothing to do in an operating round", "10.3.5")


def _acting(case: Case) -> str:
    return case.president(case.course.company)


def _pass(case: Case, action: Pass) -> None:
    """A step is declined; what the step asks for must not be open."""
    course = case.course
    said = f"it is the turn of {course.company}, not of {action.actor}"
    case.wrong("whose turn", action.actor == course.company, said, "10.3.2")
    if course.step == "trains":
        said = f"{course.company} has no train and does not buy one"
        case.wrong("duty to own a train", not supply.must_buy(case, course.company), said, "12.3.2")
    if case.trail or (case.after.company, case.after.step) != (course.company, course.step):
        follow.leave(case, asked=True)


def _declare(case: Case, action: Choose) -> None:
    """An owner declares a merger, or not now; of several minors of an owner the log tells which it is."""
    course = case.course
    if action.option != "merge":
        if course.forming:
            minors.formed(case)
        else:
            course.answered.update(minors.eligible(case))
        if action.option == "not-this-round":
            course.silent.update(minors.eligible(case))
        return
    merged = [event["minor"] for event in case.after.events if event.kind == "minor-merged"][:1]
    open_ones = ["KA"] if course.forming else minors.eligible(case)
    right = bool(merged) and merged[0] in open_ones and case.ledger.minors[merged[0]] == action.player
    if not case.wrong("merger declared", right, f"{action.player} declares {merged} of {open_ones}", "C.8.4.36"):
        return
    if course.company == merged[0]:  # in its own turn, which ends with it
        course.end_turn()
    minors.declare(case, merged[0])
    if course.forming and merged[0] == "KA":
        minors.formed(case)
