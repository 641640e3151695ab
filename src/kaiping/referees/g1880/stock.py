"""Share rounds: what a player may do, whose turn comes, how the round ends."""

from __future__ import annotations

from kaiping.action import AnyAction, BuyShare, Par, Pass, Range, RepayDebt, SellShares, UsePower
from kaiping.referees.case import Options
from kaiping.referees.g1880 import shares
from kaiping.referees.g1880.case import Case, Founding
from kaiping.referees.g1880.order import place_homes
from kaiping.state import BANK


def options(case: Case) -> Options:
    """All that the player whose turn it is may do: sell, then buy one share, pay debts (XII.2, X.6.48 to 50)."""
    course, ledger, player = case.course, case.ledger, case.course.player
    found: Options = {}
    if not course.first_round:
        for company in ledger.presidents:
            for percent in shares.saleable(case, player, company):
                found[SellShares(player, company, percent)] = None
    over = shares.certificates(case, player) > shares.limit(case)
    if not over or not found:
        found[Pass(player)] = None
    owed = min(ledger.debt.get(player, 0), ledger.cash[player])
    if owed:
        found[RepayDebt(player, 1)] = Range(1, owed)
    if not over and not ledger.debt.get(player, 0):
        found |= _purchases(case, player)
    return found


def _purchases(case: Case, player: str) -> Options:
    ledger, course = case.ledger, case.course
    cash, found = ledger.cash[player], Options()
    for company in ledger.presidents:
        if (player, company) in course.sold or not shares.available(case, company):
            continue
        if case.price(company) <= cash and shares.may_own_more(case, player, company):
            found[BuyShare(player, company, "ipo")] = None
    if shares.certificates(case, player) < shares.limit(case):
        for price in shares.pars(case):
            if 2 * price > cash:
                continue
            rows: list[int | None] = [None] if case.edition.uppermost_row else [*shares.free_rows(case, price)]
            for company in shares.unfounded(case):
                found |= {Par(player, company, price, row): None for row in rows}
    return found


def permit_options(case: Case, player: str) -> Options:
    """P5 may be given at any time to a company of its owner (VI.2.12)."""
    ledger = case.ledger
    if case.course.permit_given or ledger.privates["P5"] != player:
        return {}
    companies = [name for name, director in ledger.presidents.items() if director == player]
    return {UsePower(player, "P5", name): None for name in companies if "D" not in ledger.permits[name]}


def begin(case: Case) -> None:
    """A share round starts with the holder of the marker (XII.3.1)."""
    case.count("share round")
    case.ledger.turn += 1
    case.begin_stock_round()


def act(case: Case, action: AnyAction) -> None:
    course, player = case.course, case.course.player
    match action:
        case Pass():
            case.end_stock_turn()
        case SellShares(company=company, percent=percent):
            case.count("sale")
            shares.sell(case, player, company, percent)
            course.sold.add((player, company))
            case.deal()
        case BuyShare(company=company):
            case.count("purchase")
            shares.buy(case, player, company)
            case.deal()
            case.end_stock_turn()
        case Par(company=company, price=price, row=row):
            course.founding = Founding(player, company, price)
            course.question = "founding"
            if row is not None:
                shares.take_row(case, course.founding, row)
            shares.found_further(case)
        case RepayDebt(amount=amount):
            case.count("debt paid")
            case.ledger.pay(player, BANK, amount, case.by("X.6.49", "X.6.43"))
            case.ledger.debt[player] -= amount
            if not case.ledger.debt[player]:
                del case.ledger.debt[player]
            case.ledger.note("debt", player, case.by("X.6.49", "X.6.43"))
        case _:
            case.wrong("turn", False, f"{action} is nothing to do in a share round", "XII.2.4", "XII.2.4")


def end(case: Case) -> None:
    """Companies open, those without available shares rise, debts grow, the marker passes on."""
    ledger, course = case.ledger, case.course
    opened = shares.open_companies(case)
    if not case.frozen:
        for company in sorted(ledger.floated):
            if not shares.available(case, company):
                case.count("sold out")
                ledger.put(company, case.grid.up(ledger.cells[company]), case.by("XIII.3.3", "XIII.3.3"))
    for player, owed in ledger.debt.items():
        case.count("interest")
        ledger.debt[player] = owed + (owed + 1) // 2
        ledger.note("debt", player, case.by("X.6.51", "X.6.45"))
    case.pass_priority_on("XII.3.4", "XII.3.4")
    case.count("end of a share round")
    course.first_round = False
    place_homes(case, opened)
