"""Offers for trains and privates of others, who may refuse them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from kaiping.action import BuyPrivate, BuyTrain, Consent, Range
from kaiping.referees.case import ClassicCourse, CommonCase, Options
from kaiping.referees.ledger import Ledger

CaseT = TypeVar("CaseT", bound=CommonCase[ClassicCourse, Ledger])


def for_trains(case: CommonCase[ClassicCourse, Ledger], others: Iterable[str]) -> Options:
    """Trains of others for at least 1 and more than they have refused in this turn, no more than the treasury."""
    company, found = case.course.company, Options()
    cash = case.ledger.cash[company]
    for other in others:
        for kind in sorted(set(case.ledger.owned(other))) if other != company else ():
            least = case.course.refused.get((other, kind), 0) + 1
            if cash >= least:
                found[BuyTrain(company, kind, other, least)] = Range(least, cash)
    return found


def for_privates(case: CommonCase[ClassicCourse, Ledger], prices: Mapping[str, tuple[int, int | None]]) -> Options:
    """Privates of players within the bounds of their prices, for more than was refused, no more than the treasury."""
    ledger, company, found = case.ledger, case.course.company, Options()
    for private, (low, high) in prices.items():
        if ledger.privates[private] in ledger.players:
            least = max(low, case.course.refused.get((private, ""), 0) + 1)
            most = ledger.cash[company] if high is None else min(high, ledger.cash[company])
            if least <= most:
                found[BuyPrivate(company, private, least)] = Range(least, most)
    return found


def answer(
    case: CaseT,
    action: Consent,
    buy_train: Callable[[CaseT, BuyTrain], None],
    buy_private: Callable[[CaseT, BuyPrivate], None],
) -> bool:
    """The offer is taken or refused; false if there is none."""
    course = case.course
    offer, course.offer = course.offer, None
    if isinstance(offer, BuyTrain):
        if action.agree:
            buy_train(case, offer)
        else:
            course.refused[offer.source, offer.train] = offer.price
    elif isinstance(offer, BuyPrivate):
        if action.agree:
            buy_private(case, offer)
        else:
            course.refused[offer.private, ""] = offer.price
    return offer is not None
