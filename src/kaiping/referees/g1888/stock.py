"""Turns of a stock round: what a player may do, whose turn comes, how the round ends."""

from __future__ import annotations

from typing import Literal

from kaiping.action import AnyAction, BuyShare, ExchangePrivate, Par, Pass, SellShares
from kaiping.referees.g1888 import shares
from kaiping.referees.g1888.case import Case
from kaiping.referees.g1888.tables import BEIJING, PARS
from kaiping.state import CLOSED, IPO, POOL

SOURCES: tuple[Literal["ipo", "pool"], ...] = ("ipo", "pool")


def options(case: Case) -> set[AnyAction]:
    """All that the player whose turn it is may do (VII.1.3 to 5, VII.3, VII.4, VII.5)."""
    course, player = case.course, case.course.player
    sales: set[AnyAction] = set()
    if not course.first_round:
        for company in case.ledger.cells:
            for percent in shares.saleable(case, player, company):
                sales.add(SellShares(player, company, percent))
    if shares.certificates(case, player) > shares.limit(case):
        return sales or {Pass(player)}
    return sales | _purchases(case, player) | {Pass(player)}


def _purchases(case: Case, player: str) -> set[AnyAction]:
    ledger, course = case.ledger, case.course
    cash, found = ledger.cash[player], set[AnyAction]()
    for company in ledger.cells:
        if (player, company) in course.sold:
            continue
        open_to = shares.may_own_more(case, player, company)
        exchange = (
            ledger.privates["FC"] == player
            and not course.dealt
            and BEIJING in ledger.tokens.get(company, ())
            and shares.may_own_more(case, player, company, for_private=True)
        )
        for source in SOURCES:
            if not ledger.held(source, company):
                continue
            if open_to and cash >= case.price_of(company, source):
                found.add(BuyShare(player, company, source))
            if exchange:
                found.add(ExchangePrivate(player, "FC", company, source))
    if shares.certificates(case, player) < shares.limit(case):
        for company in shares.unstarted(case):
            found |= {Par(player, company, price) for price in PARS if 2 * price <= cash}
    return found


def act(case: Case, action: AnyAction) -> None:
    course, ledger, player = case.course, case.ledger, case.course.player
    if isinstance(action, Pass):
        case.end_stock_turn()
        return
    match action:
        case SellShares(company=company, percent=percent):
            case.count("sale")
            shares.sell(case, player, company, percent)
            course.sold.add((player, company))
        case BuyShare(company=company, source=source):
            case.count("purchase")
            shares.buy(case, player, company, source, case.price_of(company, source))
        case Par(company=company, price=price):
            case.count("start of a company")
            shares.start(case, player, company, price)
        case ExchangePrivate(company=company, source=source):
            case.count("exchange")
            ledger.give_private("FC", CLOSED, case.by("IV.3.1.45", "IV.3.1.41"))
            shares.buy(case, player, company, source, 0)
        case _:
            case.wrong("turn", False, f"{action} is nothing to do in a stock round", "VII.1.3", "VI.1.3")
    case.deal()
    if not isinstance(action, SellShares):
        case.end_stock_turn()


def end(case: Case) -> None:
    """Companies sold out rise, in the order in which they operate; the priority passes on (IX.3.3 to 5, VII.2.4)."""
    ledger, course = case.ledger, case.course
    out = [name for name in ledger.cells if not ledger.held(IPO, name) and not ledger.held(POOL, name)]
    case.raise_sold_out(out, "IX.3.3", "VIII.3.3")
    case.pass_priority_on("VII.2.4", "VI.2.4")
    case.count("end of a stock round")
    course.first_round = False
