"""Shares: what may be sold and bought, what it costs, who is director."""

from __future__ import annotations

from kaiping.referees.g1888.case import Case
from kaiping.referees.g1888.tables import CAPITAL_SHARES, COMPANIES, DIRECTOR, FLOAT, OWN, POOL_TAKES
from kaiping.state import BANK, IPO, POOL


def certificates(case: Case, player: str) -> int:
    """Certificates that count: shares outside the zone, a director's share as one, privates (VII.3.7 to 9)."""
    ledger = case.ledger
    count = sum(1 for owner in ledger.privates.values() if owner == player)
    for company in ledger.cells:
        count += counted(case, player, company)
    return count


def counted(case: Case, player: str, company: str) -> int:
    """Certificates of one company that count for a player."""
    ledger = case.ledger
    if ledger.cells[company] in case.grid.zones:
        return 0
    return ledger.held(player, company) // 10 - (ledger.presidents.get(company) == player)


def limit(case: Case) -> int:
    return case.edition.certificates[len(case.ledger.players)]


def saleable(case: Case, player: str, company: str, *, keep_directors: bool = False) -> list[int]:
    """Per cents that a player may sell in one sale (VII.4, VII.7.6; VIII.3.9.10 where directors may not change)."""
    room = POOL_TAKES - case.ledger.held(POOL, company)
    return case.ledger.saleable(player, company, room, DIRECTOR, keep=keep_directors)


def settle_director(case: Case, company: str) -> None:
    case.settle_president(company, "VII.7.1", "VI.8.1")


def sell(case: Case, player: str, company: str, percent: int) -> None:
    """The price before the sale for each share; then one space down for each (VII.4.7, 8, 10; IX.3.1, 2)."""
    ledger = case.ledger
    ledger.pay(BANK, player, case.price(company) * percent // 10, case.by("VII.4.8", "VI.5.7"))
    ledger.hand(player, POOL, company, percent, case.by("VII.4.7", "VI.5.6"))
    place = ledger.cells[company]
    for _ in range(percent // 10):
        place = case.grid.down(place)
    ledger.put(company, place, case.by("IX.3.1", "VIII.3.1"))
    settle_director(case, company)


def may_own_more(case: Case, player: str, company: str, *, for_private: bool = False) -> bool:
    """Within 60 %, and within the certificate limit after the purchase and the exchange of certificates."""
    ledger = case.ledger
    held = ledger.held(player, company)
    if held + 10 > OWN:
        return False
    if for_private or ledger.cells[company] in case.grid.zones:
        return True
    director = ledger.presidents[company]
    gained = 0 if director != player and held + 10 > ledger.held(director, company) else 1
    return certificates(case, player) + gained <= limit(case)


def buy(case: Case, player: str, company: str, source: str, price: int) -> None:
    """A share for its price, paid to the bank; it may float the company (VII.5.5, VII.6.6, 9)."""
    ledger = case.ledger
    ledger.pay(player, BANK, price, case.by("VII.5.5", "VI.6.5"))
    ledger.hand(source, player, company, 10, case.by("VII.5.1", "VI.6.1"))
    settle_director(case, company)
    if company not in ledger.floated and 100 - ledger.held(IPO, company) >= FLOAT:
        ledger.floated.add(company)
        ledger.pay(BANK, company, CAPITAL_SHARES * ledger.par[company], case.by("VII.6.9", "VI.7.9"))
    ledger.note("floated", "", case.by("VII.6.6", "VI.7.6"))


def start(case: Case, player: str, company: str, price: int) -> None:
    """The director's share for twice the price that its buyer sets (VII.6.2 to 5)."""
    ledger = case.ledger
    ledger.pay(player, BANK, 2 * price, case.by("VII.6.3", "VI.7.3"))
    ledger.hand(IPO, player, company, DIRECTOR, case.by("VII.5.2", "VI.6.2"))
    ledger.presidents[company] = player
    ledger.par[company] = price
    column = {place for place, value in case.grid.prices.items() if value == price and place in pars(case)}
    ledger.put(company, column.pop(), case.by("VII.6.4", "VI.7.4"))


def pars(case: Case) -> set[tuple[int, int]]:
    """The orange spaces of the board."""
    return {
        (row, column)
        for row, cells in enumerate(case.definition.market.rows)
        for column, cell in enumerate(cells)
        if cell is not None and cell.par
    }


def unstarted(case: Case) -> list[str]:
    return [company for company in COMPANIES if company not in case.ledger.cells]
