"""Shares: what may be sold and bought, what it costs, who is president, companies that close."""

from __future__ import annotations

from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import (
    CAPITAL_SHARES,
    FLOAT,
    MARKET_TAKES,
    MINORS,
    OWN,
    PRESIDENT,
)
from kaiping.referees.grid import Place
from kaiping.state import BANK, CLOSED, IPO, POOL


def certificates(case: Case, player: str) -> int:
    """Privates, minors, late privates, and shares outside the yellow and the brown zone (6.2)."""
    ledger = case.ledger
    count = sum(1 for name, owner in ledger.privates.items() if owner == player and name != "KP")
    count += sum(1 for owner in ledger.minors.values() if owner == player)
    return count + sum(counted(case, player, company) for company in case.scenario.companies)


def counted(case: Case, player: str, company: str) -> int:
    """Certificates of one company that count for a player."""
    if case.zone(company) in ("yellow", "brown"):
        return 0
    return case.ledger.held(player, company) // 10 - (case.ledger.presidents.get(company) == player)


def limit(case: Case) -> int:
    return case.scenario.certificates[len(case.ledger.players)]


def over_own(case: Case, player: str) -> list[str]:
    """Companies of which a player has more than 60 % outside the brown zone (6.3)."""
    return [
        company
        for company in case.scenario.companies
        if case.ledger.held(player, company) > OWN and case.zone(company) != "brown"
    ]


def saleable(case: Case, player: str, company: str, *, keep: bool = False) -> list[int]:
    """Per cents that a player may sell in one sale (8.3.2; 14.5 where the president may not change)."""
    ledger = case.ledger
    if company not in ledger.cells:
        return []  # its president's certificate has not been sold (B.12.4, C.8.4.51)
    return ledger.saleable(player, company, MARKET_TAKES - ledger.held(POOL, company), PRESIDENT, keep=keep)


def fallen(case: Case, company: str, percent: int) -> Place:
    """One row down for every 10 %, to the bottom of the column or a closed space (8.3.1.3, 4; 7.4.3)."""
    place = case.ledger.cells[company]
    for _ in range(percent // 10):
        if case.closes(place):
            break
        place = case.grid.down(place)
    return place


def sell(case: Case, player: str, company: str, percent: int) -> bool:
    """The price before the sale for each share, then the fall; true if the company closes (8.3.1)."""
    ledger = case.ledger
    ledger.pay(BANK, player, case.price(company) * percent // 10, case.by("8.3.1.2"))
    ledger.hand(player, POOL, company, percent, case.by("8.3.1.1"))
    place = fallen(case, company, percent)
    if case.closes(place):
        close(case, company)
        return True
    ledger.put(company, place, case.by("8.3.1.3"))
    case.settle_president(company, "6.5.2")
    return False


def move(case: Case, company: str, place: Place, clause: str) -> None:
    """A price token goes to a space; a closed one closes the company."""
    if case.closes(place):
        close(case, company)
    else:
        case.ledger.put(company, place, case.by(clause))


def close(case: Case, company: str) -> None:
    """Certificates are discarded, cash goes to the bank, trains to the open market, tokens leave the map (7.4)."""
    ledger = case.ledger
    case.count("company closed")
    ledger.take_marker(company, case.by("7.4.3"))
    for held_by, name in list(ledger.holdings):
        if name == company:
            ledger.set_held(held_by, company, 0, case.by("7.4.4"))
    ledger.presidents.pop(company, None)
    ledger.note("presidents", company, case.by("7.4.4"))
    ledger.pay(company, BANK, ledger.cash.get(company, 0), case.by("7.4.5"))
    discard_all(case, company, "7.4.6")
    ledger.tokens.pop(company, None)
    ledger.note("tokens", company, case.by("7.4.7"))
    ledger.par.pop(company, None)
    ledger.floated.discard(company)
    ledger.operated.discard(company)
    ledger.closed[company] = "closed"
    ledger.note("closed", company, case.by("7.4.3"))
    for private, owner in ledger.privates.items():
        if owner == company:
            ledger.give_private(private, CLOSED, case.by("7.4.5"))


def discard_all(case: Case, company: str, clause: str) -> None:
    """All trains of a company go to the open market."""
    for kind in case.ledger.owned(company):
        case.ledger.add_train(POOL, kind, case.by(clause))
    case.ledger.set_trains(company, (), case.by(clause))


def may_own_more(case: Case, player: str, company: str) -> bool:
    """Within 60 % and the certificate limit, after the purchase and the exchange of certificates (8.4.1.2)."""
    ledger = case.ledger
    held, zone = ledger.held(player, company), case.zone(company)
    if zone != "brown" and held + 10 > OWN:
        return False
    if zone in ("yellow", "brown"):
        return certificates(case, player) <= limit(case)
    president = ledger.presidents.get(company)
    gets_it = president not in (None, player) and held + 10 > ledger.held(str(president), company)
    return certificates(case, player) + (0 if gets_it else 1) <= limit(case)


def buy(case: Case, player: str, company: str, source: str) -> None:
    """A share for its price, paid to the bank; half of all out of the initial offer starts the company (7.3)."""
    ledger = case.ledger
    ledger.pay(player, BANK, case.price_of(company, source), case.by("8.4.4" if source == IPO else "8.4.5"))
    ledger.hand(source, player, company, 10, case.by("8.4.1"))
    case.settle_president(company, "6.5.2")
    look_at_float(case, company)


def look_at_float(case: Case, company: str) -> None:
    ledger = case.ledger
    ledger.note("floated", "", case.by("7.3.1"))
    formed_by_minors = company == "KN" and case.scenario.kinki == "minors"
    if company in ledger.floated or formed_by_minors or 100 - ledger.held(IPO, company) < FLOAT:
        return
    case.count("company started")
    ledger.floated.add(company)
    ledger.pay(BANK, company, CAPITAL_SHARES * ledger.par[company], case.by("7.3.2.2"))


def set_price(case: Case, company: str, price: int) -> None:
    """The par is set, and the price token comes to the red space of that price, under others (7.3.1.3, 4)."""
    case.ledger.par[company] = price
    rows = case.definition.market.rows
    spaces = [
        (r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell and cell.par and cell.price == price
    ]
    case.ledger.put(company, spaces[0], case.by("7.3.1.4"))


def start(case: Case, player: str, company: str, price: int) -> None:
    """The president's certificate for twice the price that its buyer sets (7.3.1)."""
    ledger = case.ledger
    ledger.pay(player, BANK, 2 * price, case.by("7.3.1.5"))
    ledger.hand(IPO, player, company, PRESIDENT, case.by("7.3.1.1"))
    ledger.presidents[company] = player
    ledger.note("presidents", company, case.by("11.4.4"))
    set_price(case, company, price)
    look_at_float(case, company)


def sold_out(case: Case, company: str) -> bool:
    """All shares with players: none in offer or market, none kept for a minor (8.6.1.1, C.8.4.46)."""
    return all(case.ledger.held(owner, company) == 0 for owner in (IPO, POOL, *MINORS))
