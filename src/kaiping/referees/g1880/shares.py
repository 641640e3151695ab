"""Shares: what may be sold and bought, what it brings, who is director, when a company opens and gets its capital."""

from __future__ import annotations

from kaiping.action import Choose
from kaiping.referees.g1880.case import Case, Founding
from kaiping.referees.g1880.tables import (
    CAPITAL_SHARES,
    CERTIFICATES,
    COMPANIES,
    FEE,
    LOCKED,
    PARS,
    PERMITS,
    PHASES,
    ROWS,
)
from kaiping.referees.grid import Place
from kaiping.state import BANK, CLOSED, IPO


def certificates(case: Case, player: str) -> int:
    """Shares that count for the limit, a director's certificate as one (XII.5)."""
    ledger = case.ledger
    count = 0
    for company, director in ledger.presidents.items():
        count += ledger.held(player, company) // 10
        if director == player:
            count -= ledger.certificates[company] // 10 - 1
    return count


def limit(case: Case) -> int:
    return CERTIFICATES[len(case.ledger.players)]


def available(case: Case, company: str) -> int:
    """Per cent that can be bought from the bank: in phase A it keeps back the second half (XI.4, XI.8, XIII.3.5, 6)."""
    held = case.ledger.held(IPO, company)
    return held if case.reached("B1") else max(0, held - LOCKED)


def saleable(case: Case, player: str, company: str, *, forced: bool = False) -> list[int]:
    """Per cents that a player may sell at once (VIII.3.6, XII.8, XIV.2.6; X.6.45 where directors may not change)."""
    ledger = case.ledger
    if case.frozen and ledger.presidents[company] == player:
        return []
    return ledger.saleable(player, company, ledger.held(player, company), ledger.certificates[company], keep=forced)


def settle_director(case: Case, company: str) -> None:
    case.settle_president(company, "VIII.3.3", "VIII.3.3")


def sell(case: Case, player: str, company: str, percent: int) -> None:
    """The price less the fee for each share; it falls by as many spaces, if it moves at all (XII.8.3, 4, XIII.3.1)."""
    ledger, shares = case.ledger, percent // 10
    ledger.pay(BANK, player, (case.price(company) - FEE) * shares, case.by("XII.8.4", "XII.8.10"))
    ledger.hand(player, IPO, company, percent, case.by("XII.8.2", "XII.8.2"))
    place = ledger.cells[company]
    if company in ledger.floated and not case.frozen:
        for _ in range(shares):
            place = case.grid.down(place)
    ledger.put(company, place, case.by("XIII.1.2" if case.frozen else "XIII.3.1", "XIII.3.1"))
    settle_director(case, company)


def may_own_more(case: Case, player: str, company: str) -> bool:
    """Within the certificate limit after the purchase and the exchange of certificates (XII.5.1, 4)."""
    ledger = case.ledger
    director = ledger.presidents[company]
    gained = 1
    if director != player and ledger.held(player, company) + 10 > ledger.held(director, company):
        gained -= ledger.certificates[company] // 10 - 1
    return certificates(case, player) + gained <= limit(case)


def buy(case: Case, player: str, company: str) -> None:
    """A share from the bank at the present price (XII.4.9)."""
    ledger = case.ledger
    ledger.pay(player, BANK, case.price(company), case.by("XII.4.9", "XII.4.9"))
    ledger.hand(IPO, player, company, 10, case.by("XII.2.2", "XII.2.2"))
    settle_director(case, company)
    look_at_capital(case)


def par_place(case: Case, price: int) -> Place:
    """The starting place of a price on the chart (XII.6.5)."""
    return case.definition.market.par_cells[price]


def free_rows(case: Case, price: int) -> list[int]:
    """Places of that price on the turn order list; each price may be chosen four times (XII.4.8)."""
    taken = {row for other, row in case.ledger.rows.values() if other == price}
    return [row for row in range(ROWS) if row not in taken]


def founding_question(case: Case) -> tuple[str, list[str]]:
    """What the founder is asked next, and the answers: row, certificate, permits (XII.4.4, VIII.4.4 to 10)."""
    founding = case.course.founding
    assert founding is not None
    if founding.row is None:
        rows = free_rows(case, founding.price)
        return "row", [str(row) for row in (rows[:1] if case.edition.uppermost_row else rows)]
    if founding.percent is None:
        cash = case.ledger.cash[founding.player]
        return "certificate", [str(size) for size in PERMITS if founding.price * size // 10 <= cash]
    return "permits", list(PERMITS[founding.percent])


def answer_founding(case: Case, action: Choose) -> None:
    what, answers = founding_question(case)
    right = action.what == what and action.option in answers
    said = f"{action.player} answers {action.option} for {action.what}; {what} may be {', '.join(answers)}"
    if case.wrong("founding", right, said, "VIII.4.9", "VIII.4.9"):
        _take(case, what, action.option)


def found_further(case: Case) -> None:
    """Where there is one answer only nobody is asked."""
    while case.course.founding is not None:
        what, answers = founding_question(case)
        if len(answers) != 1:
            return
        _take(case, what, answers[0])


def _take(case: Case, what: str, answer: str) -> None:
    founding = case.course.founding
    assert founding is not None
    if what == "row":
        take_row(case, founding, int(answer))
    elif what == "certificate":
        founding.percent = int(answer)
    else:
        case.course.founding, case.course.question = None, ""
        _found(case, founding, answer)


def take_row(case: Case, founding: Founding, row: int) -> None:
    """The marker comes on the turn order list (XII.6.2)."""
    founding.row = row
    case.ledger.rows[founding.company] = (founding.price, row)
    case.ledger.note("rows", founding.company, case.by("GH.5", "XII.6.2"))


def _found(case: Case, founding: Founding, permits: str) -> None:
    """The certificate is paid, the marker comes on the list; of a player's first company the investor gets a share."""
    ledger, course = case.ledger, case.course
    player, company = founding.player, founding.company
    case.count("company founded")
    assert founding.percent is not None
    if founding.free:
        ledger.give_private("P6", CLOSED, case.by("VI.2.16", "VI.2.11"))
    else:
        ledger.pay(player, BANK, founding.price * founding.percent // 10, case.by("XII.4.3", "XII.4.3"))
    ledger.hand(IPO, player, company, founding.percent, case.by("XII.4.4", "XII.4.4"))
    ledger.presidents[company] = player
    ledger.certificates[company] = founding.percent
    ledger.par[company] = founding.price
    ledger.permits[company] = permits
    ledger.put(company, par_place(case, founding.price), case.by("XII.6.5", "XII.6.5"))
    if player not in course.founders:
        course.founders.add(player)
        investor = next((minor for minor, owner in ledger.minors.items() if owner == player), None)
        if investor is not None:
            ledger.hand(IPO, investor, company, 10, case.by("XII.6.12", "XII.6.12"))
    look_at_capital(case)


def unfounded(case: Case) -> list[str]:
    return [company for company in COMPANIES if company not in case.ledger.par]


def pars(case: Case) -> list[int]:
    return [price for price in PARS if free_rows(case, price)]


def look_at_capital(case: Case) -> None:
    """From the first 3-train on the second half is due once the bank holds five shares or fewer (XII.7.2 to 5)."""
    ledger = case.ledger
    if not case.reached("B1"):
        return
    for company, par in ledger.par.items():
        if company not in ledger.fully_paid and ledger.held(IPO, company) <= LOCKED:
            case.count("second half of the capital")
            ledger.fully_paid.add(company)
            if company in ledger.floated:
                ledger.pay(BANK, company, CAPITAL_SHARES * par, case.by("XII.7.3", "XII.7.3"))


def opens(case: Case, company: str) -> bool:
    """Does the director own enough, or is nothing left to buy (XII.6.3, 6 to 10)?"""
    ledger = case.ledger
    enough = ledger.held(ledger.presidents[company], company) >= PHASES[ledger.phase][1]
    return enough or not available(case, company)


def open_companies(case: Case) -> list[str]:
    """At the end of a share round (XII.4.14, XII.7.1); those that open come in the order of the list."""
    ledger = case.ledger
    found = [name for name in ledger.par if name not in ledger.floated and opens(case, name)]
    for company in found:
        case.count("company opens")
        ledger.floated.add(company)
        halves = 2 if company in ledger.fully_paid else 1
        ledger.pay(BANK, company, halves * CAPITAL_SHARES * ledger.par[company], case.by("XII.7.1", "XII.7.1"))
    ledger.note("floated", "", case.by("XII.6.3", "XII.6.3"))
    return found
