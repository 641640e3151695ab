"""Trains: what is for sale, who may buy it at what price, phases, limits, exports."""

from __future__ import annotations

from kaiping.action import AnyAction, BuyTrain, DeclareBankruptcy, DiscardTrain, Pass, SellShares
from kaiping.referees import offers
from kaiping.referees.case import Options
from kaiping.referees.g1888 import shares
from kaiping.referees.g1888.case import Case
from kaiping.referees.g1888.tables import (
    COMPANIES,
    EXPORTED,
    KINDS,
    LIMITS,
    PHASES,
    SCRAPS,
    TRADE_IN,
    TRADED_IN,
    TRAINS,
)
from kaiping.referees.ledger import TrainClauses
from kaiping.state import BANK, CLOSED, POOL


def phase_from(case: Case, phase: str) -> bool:
    return case.ledger.phase >= phase


def on_sale(case: Case) -> list[tuple[str, str]]:
    """Train and source: the smallest of the bank, D-trains when the book says so, what lies in the pool."""
    depot = case.ledger.depot
    left = [kind for kind in KINDS if kind == "D" or kind in depot]
    kinds = left[:1]
    if case.edition.d_beside_6 and left[0] == "6" and case.ledger.phase >= "6":
        kinds = ["6", "D"]
    return [(kind, BANK) for kind in kinds] + [(kind, POOL) for kind in sorted(set(case.ledger.owned(POOL)))]


def cheapest(case: Case) -> int:
    return min(TRAINS[kind][0] for kind, _ in on_sale(case))


def emergency(case: Case) -> bool:
    """The company has no train and cannot pay for the cheapest (VIII.3.9.1)."""
    company = case.course.company
    return not case.ledger.owned(company) and case.ledger.cash[company] < cheapest(case)


def options(case: Case) -> Options:
    """What a company may do about trains, and its director for it (VIII.3.8, VIII.3.9)."""
    ledger, company = case.ledger, case.course.company
    cash, owned = ledger.cash[company], ledger.owned(company)
    found: Options = {}
    room = len(owned) < LIMITS[ledger.phase]
    for kind, source in on_sale(case):
        price = TRAINS[kind][0]
        if room and price <= cash:
            found[BuyTrain(company, kind, source, price)] = None
        if kind == "D" and cash >= TRADE_IN:
            for given in sorted(set(owned) & set(TRADED_IN)):
                found[BuyTrain(company, kind, source, TRADE_IN, given)] = None
    if "sold for train" not in case.course.did:
        found |= _of_companies(case)
    if owned:
        found[Pass(company)] = None
    elif emergency(case):
        found |= _financing(case, found)
    return found


def _of_companies(case: Case) -> Options:
    """Trains of other companies, from phase 3, for at least 1 and no more than the treasury (VIII.3.8.20 to 26)."""
    if not phase_from(case, "3") or len(case.ledger.owned(case.course.company)) >= LIMITS[case.ledger.phase]:
        return {}
    return offers.for_trains(case, COMPANIES)


def missing(case: Case) -> int:
    """What treasury and director together lack for the cheapest train."""
    company = case.course.company
    return cheapest(case) - case.ledger.cash[company] - case.ledger.cash[case.director(company)]


def reach(case: Case, but: str = "") -> int:
    """The most that the director can raise: of each company all that may be sold, in one sale, at its price."""
    director = case.director(case.course.company)
    total = 0
    for company in case.ledger.cells:
        sizes = shares.saleable(case, director, company, keep_directors=True)
        if sizes and company != but:
            total += sizes[-1] // 10 * case.price(company)
    return total


def _financing(case: Case, without: Options) -> Options:
    """The director pays what is missing, sells shares if that is not enough, or is bankrupt (VIII.3.9)."""
    ledger, company = case.ledger, case.course.company
    director, needed, found = case.director(company), missing(case), Options()
    if needed <= 0:
        for kind, source in on_sale(case):
            if TRAINS[kind][0] == cheapest(case):
                found[BuyTrain(company, kind, source, cheapest(case))] = None
        return found
    lost = reach(case) < needed
    if lost:
        if any(isinstance(action, BuyTrain) and _freely(case, action) for action in without):
            return found
        found[DeclareBankruptcy(company)] = None
    for name in ledger.cells:
        sizes = shares.saleable(case, director, name, keep_directors=True)
        for percent in sizes:
            if (percent // 10 - 1) * case.price(name) >= needed:
                continue  # more than needed: without the last share it is enough
            if lost or _left_after(case, name, percent, sizes[-1]) >= needed:
                found[SellShares(director, name, percent)] = None
    return found


def _freely(case: Case, purchase: BuyTrain) -> bool:
    """Does the purchase need nobody's consent?"""
    source = purchase.source
    return source in (BANK, POOL) or case.director(source) == case.director(purchase.company)


def _left_after(case: Case, company: str, percent: int, most: int) -> int:
    """What the director can raise in all if this is the first sale: the rest of that company goes at a lower price."""
    place = case.ledger.cells[company]
    price = case.grid.prices[place]
    for _ in range(percent // 10):
        place = case.grid.down(place)
    rest = (most - percent) // 10 * case.grid.prices[place]
    return percent // 10 * price + rest + reach(case, but=company)


def private_options(case: Case) -> Options:
    """Privates of players, from phase 3, at a price within the range of their cards (VIII.3.1.9, IV.3.1.4, 5)."""
    if not phase_from(case, "3"):
        return {}
    prices = {name: (least, most) for name, (_, _, least, most) in case.edition.privates.items()}
    return offers.for_privates(case, prices)


def buy(case: Case, action: BuyTrain) -> None:
    """The price is paid to the owner; what the treasury lacks is the director's; a new kind begins a phase."""
    ledger, company = case.ledger, action.company
    case.count("train bought")
    short = action.price - ledger.cash[company]
    if short > 0:
        case.count("director pays")
        ledger.pay(case.director(company), company, short, case.by("VIII.3.9.1", "VII.3.9.1"))
    clauses = TrainClauses(
        paid=case.by("VIII.3.8.19", "VII.3.8.26"),
        from_bank=case.by("VIII.3.8.6", "VII.3.8.12"),
        from_others=case.by("VIII.3.8.20", "VII.3.8.28"),
        given_in=case.by("VIII.3.8.10", "VII.3.8.16"),
        pooled=case.by("VIII.3.8.12", "VII.3.8.18"),
        owned=case.by("VIII.3.8.1", "VII.3.8.7"),
    )
    ledger.buy_train(action, clauses)
    if action.source == BANK:
        case.course.train_bought = True
        begin_phase(case, action.train)


def begin_phase(case: Case, kind: str) -> None:
    """The first train of a kind begins its phase: trains are scrapped, privates close (VIII.3.10, IV.3.1.11)."""
    ledger = case.ledger
    ledger.note("phase", "", case.by("VIII.3.10.1", "VII.3.10.1"))
    if PHASES[kind] <= ledger.phase:
        return
    case.count("phase")
    ledger.phase = PHASES[kind]
    old = SCRAPS.get(kind)
    if old:
        ledger.rust(old, case.by("VIII.3.10.15", "VII.3.10.15"))
    if kind == "5":
        for private in ledger.privates:
            ledger.give_private(private, CLOSED, case.by("IV.3.1.11", "IV.3.1.8"))


def over_limit(case: Case) -> list[str]:
    """Companies that have more trains than the phase allows (VIII.3.8.13 to 18)."""
    return [name for name in COMPANIES if len(case.ledger.owned(name)) > LIMITS[case.ledger.phase]]


def discards(case: Case) -> list[AnyAction]:
    """One train of the first company of the table that is over the limit: which, its director decides."""
    company = over_limit(case)[0]
    return [DiscardTrain(company, kind) for kind in sorted(set(case.ledger.owned(company)))]


def export(case: Case) -> None:
    """The train on top leaves the game if it is a 2, 3 or 4 (VIII.3.11.1)."""
    if not case.edition.exports_at_once and not case.course.train_bought:
        return
    depot = case.ledger.depot
    kind = next((kind for kind in KINDS if kind in depot), "D")
    case.count("export")
    if kind in EXPORTED:
        clause = case.by("VIII.3.11.1", "VII.3.11.2")
        case.ledger.leave_bank(kind, clause)
        case.ledger.scrap(kind, 1, clause)
        begin_phase(case, kind)
