"""Foreign investors: when one joins its company, and what happens then."""

from __future__ import annotations

from kaiping.action import Choose
from kaiping.referees.g1880 import shares
from kaiping.referees.g1880.case import Case
from kaiping.referees.g1880.network import Network
from kaiping.referees.g1880.tables import COMPANIES, INVESTORS, PREMIUM, STATIONS
from kaiping.state import BANK


def company_of(case: Case, minor: str) -> str | None:
    """The company of which a share lies on the investor's charter (VII.1.11)."""
    return next((company for owner, company in case.ledger.holdings if owner == minor), None)


def is_joined(case: Case, minor: str, network: Network) -> bool:
    """Is there a joint network (VII.2.13, 14; in 2010 from any station of the company)? As the engine, if unknown."""
    company = company_of(case, minor)
    if company is None or company not in case.ledger.tokens:
        return False
    tokens = network.board.tokens
    own = [stop for stop, owners in tokens.items() if company in owners]
    if case.edition.homes_only:
        own = [stop for stop in own if stop[0] == COMPANIES[company]]
    # an investor that has left already stood where it was before
    standing = [*tokens.items(), *case.before.state.board.tokens.items()]
    goal = next(stop for stop, owners in standing if minor in owners)
    found = network.joined(own, goal)
    case.count("joint network" if found is not None else "joint network not known")
    if found is None:
        return any(event.kind == "merger" and event["investor"] == minor for event in case.after.events)
    return found


def look_for_mergers(case: Case, minors: list[str]) -> None:
    """Investors that join their companies now."""
    if minors:
        network = Network(case.definition, case.after.state.board)
        case.course.mergers = [minor for minor in minors if is_joined(case, minor, network)]
        if case.course.mergers:
            begin(case)


def begin(case: Case) -> None:
    """The owner gets the share and the premium, then decides about the treasury (VII.2.2 to 7)."""
    course, ledger = case.course, case.ledger
    minor = course.mergers[0]
    company, owner = company_of(case, minor), ledger.minors[minor]
    assert company is not None
    case.count("merger")
    ledger.hand(minor, owner, company, 10, case.by("VII.2.6", "VII.20"))
    ledger.pay(BANK, owner, PREMIUM, case.by("VII.2.7", "VII.21"))
    shares.settle_director(case, company)
    course.question = "treasury"
    course.founding = None
    course.homes = [company]
    if not ledger.cash[minor]:
        _ask_about_station(case)


def _ask_about_station(case: Case) -> None:
    """The company may put its cheapest marker in place of the investor's, if it has one and none on the hex."""
    course, ledger = case.course, case.ledger
    (company,) = course.homes
    has = ledger.tokens[company]
    if len(has) < STATIONS and INVESTORS[course.mergers[0]] not in has:
        course.question = "station"
    else:
        _finish(case)


def asked(case: Case) -> str:
    """The owner about the treasury, the company's director about the station (VII.2.5, VII.2.8)."""
    minor = case.course.mergers[0]
    return case.ledger.minors[minor] if case.course.question == "treasury" else case.leader(case.course.homes[0])


def answers(case: Case) -> tuple[str, ...]:
    return ("company", "owner") if case.course.question == "treasury" else ("replace", "discard")


def answer(case: Case, action: Choose) -> None:
    """All money to the company, or a fifth to the owner and the rest to the bank (VII.2.3, 4)."""
    course, ledger = case.course, case.ledger
    minor, (company,) = course.mergers[0], course.homes
    right = action.what == course.question and action.option in answers(case)
    if not case.wrong("merger", right, f"{action} does not answer {course.question}", "VII.2.5", "VII.17"):
        return
    if course.question == "treasury":
        settle_treasury(case, minor, company if action.option == "company" else None)
        _ask_about_station(case)
        return
    if action.option == "replace":
        ledger.set_tokens(company, (*ledger.tokens[company], INVESTORS[minor]), case.by("VII.2.8", "VII.24"))
    _finish(case)


def settle_treasury(case: Case, minor: str, company: str | None) -> None:
    """What the owner does not get comes to the bank when the investor leaves."""
    ledger = case.ledger
    cash = ledger.cash[minor]
    if company is not None:
        ledger.pay(minor, company, cash, case.by("VII.2.3", "VII.18"))
    else:
        ledger.pay(minor, ledger.minors[minor], cash * 20 // 100, case.by("VII.2.4", "VII.19"))


def leave(case: Case, minor: str) -> None:
    """The rest of the treasury is the bank's."""
    case.ledger.pay(minor, BANK, case.ledger.cash[minor], case.by("VII.2.4", "VII.19"))
    case.ledger.close_investor(minor)


def _finish(case: Case) -> None:
    course = case.course
    leave(case, course.mergers.pop(0))
    course.question, course.homes = "", []
    if course.mergers:
        begin(case)
