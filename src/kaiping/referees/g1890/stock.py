"""Turns of a regular stock round: what a player may do, whose turn comes, how the round ends."""

from __future__ import annotations

from typing import Literal

from kaiping.action import AcquirePrivate, AnyAction, BuyShare, Consent, Par, Pass, Range, SellShares
from kaiping.referees.case import Options
from kaiping.referees.g1890 import kobe, shares
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import JR_PAR, LATE, PARS
from kaiping.state import BANK

SOURCES: tuple[Literal["ipo", "pool"], ...] = ("ipo", "pool")


def options(case: Case) -> Options:
    """All that the player whose turn it is may do (8.2 to 8.5, 14.2)."""
    course, player = case.course, case.course.player
    must = must_sell(case, player)
    if must:
        return dict.fromkeys(must)
    found: Options = {Pass(player): None}
    found |= dict.fromkeys(_sales(case, player))
    if not course.bought:
        found |= _purchases(case, player)
    return found


def _sales(case: Case, player: str) -> list[AnyAction]:
    """Not in the first game turn (8.3.2.3)."""
    if case.ledger.turn == 1:
        return []
    return [
        SellShares(player, company, percent)
        for company in case.scenario.companies
        for percent in shares.saleable(case, player, company)
    ]


def must_sell(case: Case, player: str) -> list[AnyAction]:
    """Who is over a limit and can do something about it sells before anything else (6.4.2, 14.2).

    What helps is shares that count, or those of the company of which they have too much; others may go with them.
    """
    too_many = shares.certificates(case, player) > shares.limit(case)
    too_much = shares.over_own(case, player)
    sales = _sales(case, player)
    helps = any(
        isinstance(sale, SellShares)
        and (sale.company in too_much or (too_many and case.zone(sale.company) not in ("yellow", "brown")))
        for sale in sales
    )
    return sales if helps else []


def _purchases(case: Case, player: str) -> Options:
    """One certificate: of a company, from offer or market, or a private (8.4)."""
    ledger, course = case.ledger, case.course
    cash, found = ledger.cash[player], Options()
    for company in case.scenario.companies:
        if company not in ledger.cells or (player, company) in course.sold:
            continue
        for source in SOURCES:
            cost = case.price_of(company, source)
            if ledger.held(source, company) and cash >= cost and shares.may_own_more(case, player, company):
                found[BuyShare(player, company, source)] = None
    if shares.certificates(case, player) >= shares.limit(case):
        return found
    for company in unstarted(case):
        prices = (JR_PAR,) if company == "JR" else PARS
        found |= {Par(player, company, price): None for price in prices if 2 * price <= cash}
    return found | _privates(case, player)


def unstarted(case: Case) -> list[str]:
    """Companies whose president's certificate can be bought: not those whose price a purchase sets (9.4, 7.4.8)."""
    set_apart = {"OS"} | ({"KN"} if case.scenario.kinki == "minors" else set())
    ledger = case.ledger
    return [
        company
        for company in case.scenario.companies
        if company not in ledger.cells and company not in ledger.closed and company not in set_apart
    ]


def _privates(case: Case, player: str) -> Options:
    """Late privates of the bank from the second game turn; privates of other players at any price (8.4.2, 11.2.2)."""
    ledger, cash, found = case.ledger, case.ledger.cash[player], Options()
    for private, (price, _) in LATE.items():
        if ledger.privates.get(private) == BANK and ledger.turn > 1 and cash >= price:
            found[AcquirePrivate(player, private, price)] = None
    for private in case.scenario.privates:
        least = case.course.refused.get((private, ""), 0) + 1
        if ledger.privates[private] in ledger.players and ledger.privates[private] != player and cash >= least:
            found[AcquirePrivate(player, private, least)] = Range(least, cash)
    return found


def begin(case: Case) -> None:
    """A stock round starts with the holder of the card (8.2.1)."""
    case.begin_stock_round()
    case.course.bought = case.course.sold_now = False
    case.course.refused.clear()


def act(case: Case, action: AnyAction) -> None:
    course, player = case.course, case.course.player
    match action:
        case Pass():
            must = must_sell(case, player)
            case.wrong("sale by duty", not must, f"{player} is over a limit and passes", "6.4.2")
            end_turn(case)
        case SellShares(company=company, percent=percent):
            case.count("sale")
            shares.sell(case, player, company, percent)
            course.sold.add((player, company))
            course.sold_now = True
            case.deal()
            if course.bought and not _sales(case, player):
                end_turn(case)
        case BuyShare(company=company, source=source):
            case.count("purchase")
            shares.buy(case, player, company, source)
            _bought(case)
        case Par(company=company, price=price):
            case.count("president's certificate")
            shares.start(case, player, company, price)
            _bought(case)
        case AcquirePrivate(private=private):
            if case.ledger.privates[private] == BANK:
                _hand_over(case, action)
            else:
                course.offer = action
        case Consent(agree=agree):
            offer, course.offer = course.offer, None
            if not isinstance(offer, AcquirePrivate):
                case.wrong("consent", False, "nothing was offered", "8.3.2")
            elif agree:
                _hand_over(case, offer)
            else:
                course.refused[offer.private, ""] = offer.price
        case _:
            case.wrong("turn", False, f"{action} is nothing to do in a stock round", "8.2.2")


def _hand_over(case: Case, action: AcquirePrivate) -> None:
    ledger, seller = case.ledger, case.ledger.privates[action.private]
    case.count("private bought by a player")
    ledger.pay(action.player, seller, action.price, case.by("11.1.3.1"))
    ledger.give_private(action.private, action.player, case.by("8.4.2"))
    if action.private == "KR":
        kobe.start(case)
    _bought(case)


def _bought(case: Case) -> None:
    """Sales may follow the purchase if none came before it (8.5)."""
    course, player = case.course, case.course.player
    course.bought = True
    case.deal()
    if course.sold_now or not _sales(case, player):
        end_turn(case)


def end_turn(case: Case) -> None:
    """Who has neither sold nor bought has passed; then the next clockwise (8.2)."""
    case.course.bought = case.course.sold_now = False
    case.course.refused.clear()
    case.end_stock_turn()


def end(case: Case) -> None:
    """Companies sold out rise, in the order in which they operate; the card moves on (8.6, VI.2.11)."""
    out = [company for company in case.ledger.cells if shares.sold_out(case, company)]
    case.raise_sold_out(out, "8.6.1.1")
    case.pass_priority_on("8.2.6")
    case.count("end of a stock round")
