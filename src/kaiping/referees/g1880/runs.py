"""Runs that a company claims: each route by itself, all of them together, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from kaiping.action import Route, RunRoutes
from kaiping.board.board import Board
from kaiping.board.tile import Stop, StopKind
from kaiping.referees import ways
from kaiping.referees.claims import Clauses, Fault, faults
from kaiping.referees.g1880.case import Case
from kaiping.referees.g1880.tables import (
    EXPRESS,
    FERRY,
    INVESTORS,
    RANGES,
    RUSSIA,
    TAIWAN,
    TAIWAN_MORE,
    TRANS_SIBERIAN,
    VLADIVOSTOK,
)

SMALL = (StopKind.TOWN, StopKind.HARBOUR)
TRACK = Clauses(
    train=("X.7.20", "X.7.19"), way=("X.7.1", "X.7.1"), twice=("X.7.17", "X.7.16"), shared=("X.7.20", "X.7.19")
)


def trains_of(case: Case, operator: str) -> tuple[str, ...]:
    """A company's own; an investor leases the one that the bank sells now (VII.1.4, 5)."""
    return (case.on_sale,) if operator in INVESTORS else case.ledger.owned(operator)


def run(case: Case, action: RunRoutes) -> None:
    """The sum of all routes, less what ferries cost (X.8.2 to 5); the bonus of the share price comes on top."""
    company, board = action.company, case.after.state.board
    stops = partial(_faults_of_stops, case, company, board)
    found = list(faults(case.definition, board, action.routes, trains_of(case, company), TRACK, stops))
    for fault, clause in found:
        case.wrong("route", False, f"{company}: {fault}", *clause)
    if found:
        return
    case.count("route", len(action.routes))
    revenue = sum(_revenue(case, company, route, board) for route in action.routes)
    if any(_trans_siberian(case, company, route, board) for route in action.routes):
        case.count("Trans-Siberian")
        revenue += TRANS_SIBERIAN
    case.course.revenue = revenue + case.course.bonus
    case.course.did.append("run")
    case.compare_revenue(company, revenue, "X.8.2", "X.8.2")


def _stop(case: Case, board: Board, text: str) -> Stop:
    hex_id, stop = ways.point(text)
    return ways.stops_on(case.definition, board, hex_id)[stop or 0]


def _value(case: Case, company: str, board: Board, text: str) -> int:
    """As the phase has it; Taiwan is worth more to the owner of P3 (X.8.7, VI.2.9)."""
    value = _stop(case, board, text).values["ABCD".index(case.ledger.phase[0])]
    taiwan = ways.point(text)[0] == TAIWAN and case.ledger.privates["P3"] == case.leader(company)
    return value + (TAIWAN_MORE if taiwan else 0)


def _counted(case: Case, company: str, route: Route, board: Board) -> tuple[str, ...]:
    """All stops; of an E-train those that bring most, one with a station of the company among them (X.5.6 to 8)."""
    most = RANGES[route.train][1]
    if route.train not in EXPRESS or len(route.stops) <= most:
        return route.stops
    own = {text for text in route.stops if company in board.tokens.get(_id(text), ())}
    ends = {text for text in route.stops if ways.point(text)[0] in (RUSSIA, VLADIVOSTOK)}

    def worth(chosen: tuple[str, ...]) -> int:
        extra = TRANS_SIBERIAN if len(ends & set(chosen)) == 2 else 0
        return extra + sum(_value(case, company, board, text) for text in chosen)

    return max((chosen for chosen in combinations(route.stops, most) if own & set(chosen)), key=worth)


def _id(text: str) -> tuple[str, int]:
    hex_id, stop = ways.point(text)
    return hex_id, stop or 0


def _trans_siberian(case: Case, company: str, route: Route, board: Board) -> bool:
    """One train between the two red places of the north (X.10.1)."""
    called = {ways.point(text)[0] for text in _counted(case, company, route, board)}
    return {RUSSIA, VLADIVOSTOK} <= called


def _revenue(case: Case, company: str, route: Route, board: Board) -> int:
    total = sum(_value(case, company, board, text) for text in _counted(case, company, route, board))
    if case.ledger.privates["P2"] == case.leader(company):
        return total
    hexes = case.definition.map.hexes
    ferries = {hexes[ways.point(text)[0]].ferry for text in route.path} - {None}
    return total - FERRY * len(ferries)


def _faults_of_stops(case: Case, company: str, board: Board, route: Route) -> Iterator[Fault]:
    stops = [_id(text) for text in route.stops]
    if len(set(stops)) < max(2, len(stops)):
        yield "a route has a station twice, or only one", ("X.7.6", "X.7.6")
    if not any(company in board.tokens.get(stop, ()) for stop in stops):
        yield "a route has no station marker of the company", ("X.7.2", "X.7.2")
    most_large, most = RANGES[route.train]
    kinds = [_stop(case, board, text).kind for text in route.stops]
    large = sum(1 for kind in kinds if kind not in SMALL)
    if route.train not in EXPRESS and (len(stops) > most or large > most_large):
        yield f"a {route.train}-train calls at {large} large of {len(stops)} stations", ("X.7.4", "X.7.4")
    for hex_id, number in stops[1:-1]:
        entry = ways.stops_on(case.definition, board, hex_id)[number]
        if entry.kind in (StopKind.OFFBOARD, StopKind.HARBOUR):
            yield f"a route runs through {hex_id}", ("X.7.13", "X.7.12")
        tokens = board.tokens.get((hex_id, number), ())
        if entry.kind is StopKind.CITY and len(tokens) >= entry.slots and company not in tokens:
            yield f"a route runs through {hex_id}, which is blocked", ("X.7.15", "X.7.14")


def can_run(case: Case, company: str, board: Board) -> bool:
    """Has the company a train, and does track lead from one of its stations to another one?"""
    return bool(trains_of(case, company)) and has_track(case, company, board)


def has_track(case: Case, company: str, board: Board) -> bool:
    return ways.leads_on(case.definition, board, (company,))
