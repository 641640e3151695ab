"""The ring of turns: privates pay, investors by their numbers, companies by starting price and row."""

from __future__ import annotations

from kaiping.referees.g1880.auction import pay_privates
from kaiping.referees.g1880.case import Case
from kaiping.referees.g1880.tables import COMPANIES, INVESTORS, LAST_TURNS, TWO_CITIES
from kaiping.referees.ways import stops_on

#: sorts investors before companies, and these from the top of the list to its bottom
Place = tuple[int, int, int]


def place_of(case: Case, operator: str) -> Place:
    """The place of a company or investor in the order of operation (IX.2.2 to 6)."""
    if operator in INVESTORS:
        return 0, list(INVESTORS).index(operator), 0
    price, row = case.ledger.rows[operator]
    return 1, -price, row


def next_operator(case: Case, after: str) -> str | None:
    """Who comes after another in the same round, None at its end; who has opened since is at their place."""
    ledger = case.ledger
    waiting = list(ledger.floated)
    if case.edition.idle_turns or not case.reached("B3"):
        waiting += ledger.minors
    line = sorted(waiting, key=lambda operator: place_of(case, operator))
    if not after:
        return line[0] if line else None
    here = place_of(case, after)
    return next((operator for operator in line if place_of(case, operator) > here), None)


def is_last(case: Case, company: str) -> bool:
    """Is a company the last of the list?"""
    return next_operator(case, company) is None


def begin_round(case: Case) -> None:
    """Another time round: the privates pay first (IX.2.2)."""
    case.count("operating round")
    case.ledger.round += 1
    pay_privates(case)


def ends_here(case: Case, company: str) -> bool:
    """Has the company with the marker operated three times since the last 8-train went (XV.1.1, 2)?"""
    return case.course.last_company == company and case.ledger.round == case.ledger.final_round


def end_is_near(case: Case, company: str) -> None:
    """The last 8-train has gone: each company operates three more times (XV.1.1)."""
    case.course.last_company = company
    case.ledger.final_round = case.ledger.round + LAST_TURNS
    case.ledger.note("final_round", "", case.by("XV.1.1", "XV.1.1"))


def place_homes(case: Case, opened: list[str]) -> None:
    """Home stations come on the map when a company opens; on a green tile QSR and SCR choose the city (X.4.2, 17)."""
    course = case.course
    board = case.before.state.board
    for company in opened:
        home = COMPANIES[company]
        tile = board.tiles.get(home)
        two = len(stops_on(case.definition, board, home)) > 1
        if company in TWO_CITIES and tile and two and case.definition.tiles[tile[0]].color != "yellow":
            course.homes.append(company)
        else:
            set_home(case, company)
    if course.homes:
        course.question = "home"


def set_home(case: Case, company: str) -> None:
    case.count("home")
    case.ledger.set_tokens(company, (COMPANIES[company],), case.by("X.4.2", "X.4.2"))
