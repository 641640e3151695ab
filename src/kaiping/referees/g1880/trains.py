"""Trains: what is for sale and who may buy it, phases and rust, limits, removal, forced purchases and debt, P7."""

from __future__ import annotations

from kaiping.action import BuyTrain, DiscardTrain, Pass, Range, SellShares, UsePower
from kaiping.referees.case import Options
from kaiping.referees.g1880 import shares
from kaiping.referees.g1880.case import Case
from kaiping.referees.g1880.order import end_is_near, is_last
from kaiping.referees.g1880.tables import (
    BEGINS,
    COMPANIES,
    FEE,
    KINDS,
    LAST_KIND,
    PAYMENTS,
    RESTORED,
    RESTORED_PRICE,
    RUSTS,
    TRAINS,
)
from kaiping.state import BANK, CLOSED


def has_train(case: Case, company: str) -> bool:
    """A restored 2-train does not fulfil the duty (X.5.12)."""
    return any(kind != RESTORED for kind in case.ledger.owned(company))


def room(case: Case, company: str) -> bool:
    return len(case.ledger.owned(company)) < case.train_limit


def short(case: Case, company: str) -> int:
    """What the treasury lacks for the train of the bank."""
    return max(0, TRAINS[case.on_sale][0] - case.ledger.cash[company])


def options(case: Case) -> Options:
    """What a company may do about trains, and its director for it (X.6)."""
    company = case.course.company
    found: Options = {}
    must = not has_train(case, company)
    if room(case, company) and (must or not short(case, company)):
        found[BuyTrain(company, case.on_sale, BANK, TRAINS[case.on_sale][0])] = None
    if not must:
        found[Pass(company)] = None
    elif short(case, company):
        found |= _sales(case)
    if "sold" not in case.course.did:
        found |= _others(case)
    return found


def _others(case: Case) -> Options:
    """A restored 2-train, and trains of companies with the same director (X.5.10, 14, X.6.8 to 13)."""
    ledger, company = case.ledger, case.course.company
    cash, found = ledger.cash[company], Options()
    if not room(case, company):
        return found
    owns_restored = RESTORED in ledger.owned(company)
    if case.reached("C2") and RESTORED in ledger.depot and not owns_restored and cash >= RESTORED_PRICE:
        found[BuyTrain(company, RESTORED, BANK, RESTORED_PRICE)] = None
    if case.reached("B1") and cash:
        for other, director in ledger.presidents.items():
            if other == company or director != ledger.presidents[company] or other not in ledger.floated:
                continue
            for kind in set(ledger.owned(other)):
                if kind != RESTORED or not owns_restored:
                    found[BuyTrain(company, kind, other, 1)] = Range(1, cash)
    return found


def _sales(case: Case) -> Options:
    """Shares that the director may sell for a forced purchase, no more than needed (X.6.44, 45)."""
    company = case.course.company
    director = case.leader(company)
    missing = short(case, company) - case.ledger.cash[director]
    found: Options = {}
    if missing <= 0:
        return found
    for name in case.ledger.presidents:
        for percent in shares.saleable(case, director, name, forced=True):
            if (percent // 10 - 1) * (case.price(name) - FEE) < missing:
                found[SellShares(director, name, percent)] = None
    return found


def buy(case: Case, action: BuyTrain) -> None:
    """The treasury pays, then the director; what is lacking still is a debt, and half as much on top (X.6.41 to 47)."""
    ledger, company, price = case.ledger, action.company, action.price
    case.count("train bought")
    lack = price - ledger.cash[company]
    if lack > 0:
        case.count("forced purchase")
        director = case.leader(company)
        paid = min(lack, ledger.cash[director])
        ledger.pay(director, company, paid, case.by("X.6.43", "X.6.37"))
        if lack > paid:
            owed = lack - paid
            case.count("debt made")
            ledger.pay(BANK, company, owed, case.by("X.6.47", "X.6.41"))
            ledger.debt[director] = ledger.debt.get(director, 0) + owed + (owed + 1) // 2
            ledger.note("debt", director, case.by("X.6.47", "X.6.41"))
    if action.source == BANK:
        due = RESTORED_PRICE if action.train == RESTORED else TRAINS[action.train][0]
        said = f"a {action.train}-train is sold for {price}"
        case.wrong("price of a train", price == due, said, "X.6.6", "X.6.4")
        ledger.pay(company, BANK, price, case.by("X.6.5", "X.6.3"))
        ledger.add_train(company, action.train, case.by("X.6.5", "X.6.3"))
        if action.train == RESTORED:
            ledger.leave_bank(RESTORED, case.by("X.6.5", "X.6.3"))
            return
        case.course.did.append("bought")
        if not case.course.last_company:
            ledger.marker = company
            ledger.note("marker", "", case.by("X.6.15", "X.6.13"))
            case.course.exchanged = False
        leave_bank(case, action.train, 1)
    else:
        ledger.pay(company, action.source, price, case.by("X.6.9", "X.6.6"))
        ledger.take_train(action.source, action.train, case.by("X.6.8", "X.6.5"))
        ledger.add_train(company, action.train, case.by("X.6.8", "X.6.5"))


def leave_bank(case: Case, kind: str, number: int, *, removed: bool = False) -> None:
    """Trains have left the bank: their phase begins, and with the last of them a share round is due (XI, XII.1.1)."""
    ledger, course = case.ledger, case.course
    clause = case.by("X.6.19", "X.6.16") if removed else case.by("X.6.7", "X.6.30")
    for _ in range(number):
        ledger.leave_bank(kind, clause)
    begin_phase(case, kind)
    if kind in ledger.depot or TRAINS[kind][1] is None:
        return
    if KINDS.index(kind) <= KINDS.index(LAST_KIND):
        course.due = True
        if kind == LAST_KIND:
            end_is_near(case, course.company)
    if kind in PAYMENTS and ledger.privates["P0"] in ledger.players and (case.edition.pays_on_removal or not removed):
        course.payment = PAYMENTS[kind]


def begin_phase(case: Case, kind: str) -> None:
    """The first train of a kind begins its phase, which may rust trains, pay capital, and force P7 (XI)."""
    ledger, phase = case.ledger, BEGINS[kind]
    ledger.note("phase", "", case.by("X.6.20", "XI.5"))
    if case.reached(phase):
        return
    case.count("phase")
    ledger.phase = phase
    old = RUSTS.get(kind)
    if old:
        ledger.rust(old, case.by("XI.14", "XI.14"))
    if phase == "B1":
        shares.look_at_capital(case)
    if phase == "B3" and ledger.privates["P7"] in ledger.players:
        case.course.forced = True


def over_limit(case: Case) -> list[str]:
    """Companies that have more trains than the phase allows (X.6.36, 38)."""
    return [name for name in COMPANIES if len(case.ledger.owned(name)) > case.train_limit]


def discard(case: Case, action: DiscardTrain) -> None:
    """Surplus trains leave the game without compensation (X.6.38)."""
    said = f"{action.company} is not over the limit"
    if case.wrong("discard", action.company in over_limit(case), said, "X.6.38", "X.6.33"):
        clause = case.by("X.6.38", "X.6.33")
        case.ledger.take_train(action.company, action.train, clause)
        case.ledger.scrap(action.train, 1, clause)


def ends_round(case: Case) -> bool:
    """Is it the train step of the marker's company, or, as long as there is no marker, of the last of the list?"""
    marker, company = case.ledger.marker, case.course.company
    return marker == company or (marker is None and is_last(case, company))


def is_quiet_round(case: Case) -> bool:
    """Has a whole round gone by without a purchase, and can trains be removed for that (X.6.19, 33 to 35)?"""
    course, kind = case.course, case.on_sale
    if course.exchanged and case.edition.exchange_counts:
        return False
    if not ends_round(case) or "bought" in course.did or "removed" in course.did or kind == KINDS[-1]:
        return False
    return kind != "8E" or case.ledger.depot[kind] == TRAINS[kind][1]


def ends_quiet_round(case: Case) -> bool:
    """The same at the end of the step, from where the next round is counted."""
    quiet = is_quiet_round(case)
    if ends_round(case):
        case.course.exchanged = False
    return quiet


def remove(case: Case) -> None:
    """All trains of the present kind leave the game; one 4-train is kept for P7 (X.6.19, VI.2.24)."""
    course, ledger, kind = case.course, case.ledger, case.on_sale
    case.count("trains removed")
    course.did.append("removed")
    number = ledger.depot[kind]
    first = not case.reached(BEGINS[kind])
    leave_bank(case, kind, number, removed=True)
    if course.forced and first:
        course.set_aside = kind
        number -= 1
    ledger.scrap(kind, number, case.by("X.6.19", "X.6.16"))


def may_exchange(case: Case, company: str) -> bool:
    """P7 for a train of the bank, in the turn of a company of its owner that has room for it (VI.2.17)."""
    ledger = case.ledger
    return (
        ledger.privates["P7"] in ledger.players
        and ledger.presidents.get(company) == ledger.privates["P7"]
        and room(case, company)
    )


def exchange(case: Case, company: str) -> None:
    """Like a purchase for nothing, but the marker stays (VI.2.17 to 20)."""
    case.count("exchange of P7")
    said = f"P7 may not be exchanged for {company}"
    case.wrong("exchange of P7", may_exchange(case, company), said, "VI.2.17", "VI.2.13")
    kind = case.on_sale
    case.ledger.give_private("P7", CLOSED, case.by("VI.2.17", "VI.2.13"))
    case.ledger.add_train(company, kind, case.by("VI.2.17", "VI.2.13"))
    case.course.exchanged = True
    leave_bank(case, kind, 1)


def forced_options(case: Case) -> Options:
    """The owner's companies, open or not, that have room; if none has, any of them (VI.2.25, 26)."""
    owner = case.ledger.privates["P7"]
    own = [name for name, director in case.ledger.presidents.items() if director == owner]
    return {UsePower(owner, "P7", name): None for name in [name for name in own if room(case, name)] or own}


def settle_forced(case: Case, company: str | None) -> None:
    """P7 becomes the second 4-train; without a company that train leaves the game (VI.2.24 to 28)."""
    course, ledger = case.course, case.ledger
    case.count("forced exchange")
    clause = case.by("VI.2.24", "VI.2.19")
    ledger.give_private("P7", CLOSED, clause)
    if not course.set_aside:
        ledger.leave_bank("4", clause)
    if company is None:
        ledger.scrap("4", 1, case.by("VI.2.28", "VI.2.23"))
    else:
        ledger.add_train(company, "4", clause)
    course.forced, course.set_aside = False, ""
