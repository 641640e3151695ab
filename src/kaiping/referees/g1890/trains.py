"""Trains: who may buy what at what price, and what comes of it; privates that companies buy."""

from __future__ import annotations

from kaiping.action import BuyTrain, DiscardTrain, Pass
from kaiping.referees import offers
from kaiping.referees.case import Options
from kaiping.referees.g1890 import forced
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.supply import (
    begin_phase,
    cheapest,
    close_osaka,
    emergency,
    limit,
    must_buy,
    on_sale,
    operating,
    over_limit,
)
from kaiping.referees.g1890.tables import MINORS, TRADE_IN, TRADED_IN, TRAINS
from kaiping.referees.ledger import TrainClauses
from kaiping.state import BANK, POOL


def options(case: Case) -> Options:
    """What a company may do about trains, and its president for it (10.7, 12.4, 12.5)."""
    ledger, company = case.ledger, case.course.company
    cash, owned, found = ledger.cash[company], ledger.owned(company), Options()
    room = len(owned) < limit(case, company)
    for kind, source in on_sale(case):
        price = TRAINS[kind]
        if room and price <= cash:
            found[BuyTrain(company, kind, source, price)] = None
        if kind == "D" and cash >= TRADE_IN:
            for given in sorted(set(owned) & set(TRADED_IN)):
                found[BuyTrain(company, kind, source, TRADE_IN, given)] = None
    if "sold for train" not in case.course.did:
        found |= _of_companies(case)
    if not must_buy(case, company):
        found[Pass(company)] = None
    elif emergency(case):
        found |= forced.options(case, found)
    return found


def _of_companies(case: Case) -> Options:
    """Trains of other companies and minors for at least 1, from the treasury (12.4.2.2)."""
    company = case.course.company
    if len(case.ledger.owned(company)) >= limit(case, company):
        return {}
    return offers.for_trains(case, operating(case))


def private_options(case: Case) -> Options:
    """Privates of players in phases 2 and 3, for half to twice their face values (10.9)."""
    if case.course.company in MINORS or not "2" <= case.ledger.phase <= "3":
        return {}
    prices = {name: ((face + 1) // 2, 2 * face) for name, (face, _, _) in case.scenario.privates.items()}
    if case.scenario.osaka_municipal:
        prices.pop("OM", None)
    return offers.for_privates(case, prices)


def buy(case: Case, action: BuyTrain) -> None:
    """The price is paid to the owner; what the treasury lacks is the president's; a new kind begins a phase (12.4)."""
    ledger, company = case.ledger, action.company
    case.count("train bought")
    short = action.price - ledger.cash[company]
    if short > 0:
        case.count("president pays")
        right = action.price == cheapest(case) and action.source in (BANK, POOL) and must_buy(case, company)
        case.wrong("president pays", right, f"the president pays for a train of {action.price}", "12.5.3")
        ledger.pay(case.president(company), company, short, case.by("12.5.6"))
    by = ("12.4.6", "12.4.2", "12.4.2.1", "12.4.1.2", "12.4.1.4", "12.4.1")
    ledger.buy_train(action, TrainClauses(*map(case.by, by)))
    close_osaka(case, company)
    if action.source == BANK:
        begin_phase(case, action.train)


def discard(case: Case, action: DiscardTrain) -> None:
    """Surplus trains go to the open market (12.2.4)."""
    said = f"{action.company} is not over the limit"
    case.wrong("discard", action.company in over_limit(case), said, "12.2.3")
    case.ledger.take_train(action.company, action.train, case.by("12.2.4"))
    case.ledger.add_train(POOL, action.train, case.by("12.2.4"))
