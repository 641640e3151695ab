"""Runs that a company claims: each route by itself, all of them together, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kaiping.action import Route, RunRoutes
from kaiping.board.board import Board, StopId
from kaiping.board.tile import StopKind
from kaiping.referees import ways
from kaiping.referees.claims import Clauses, Fault, faults
from kaiping.referees.g1890 import kobe
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import KOBE, NISHINOMIYA, OSAKA, RANGES, TIGERS, VALUES

TRACK = Clauses(train=("10.5.2.2",), way=("10.5.2.1",), twice=("10.5.2.11",), shared=("10.5.2.17",))


def run(case: Case, action: RunRoutes) -> None:
    """The revenue is the sum of all routes (10.5.3); Hanshin has 10 more and 10 besides for the Tigers (C.8.4.53)."""
    company, board = action.company, case.after.state.board
    case.wrong("route", bool(action.routes), f"{company} runs nothing", "10.3.7")
    stops = partial(_faults_of_stops, case, company, board)
    for fault, clause in faults(case.definition, board, action.routes, case.ledger.owned(company), TRACK, stops):
        case.wrong("route", False, f"{company}: {fault}", *clause)
    case.count("route", len(action.routes))
    revenue = sum(_value(case, ways.point(text), board) for route in action.routes for text in route.stops)
    called = {ways.point(text)[0] for route in action.routes for text in route.stops}
    if company == "HS" and case.scenario.special and NISHINOMIYA in called and _color(case, NISHINOMIYA) == "brown":
        case.count("Tigers")
        revenue += TIGERS
        case.course.subsidy = TIGERS
    case.compare_revenue(company, revenue, "10.5.3.1")
    calls = sum(1 for route in action.routes if KOBE in {ways.point(text)[0] for text in route.stops})
    if calls:
        kobe.collect(case, company, calls, _value(case, (KOBE, 0), board))
    case.course.revenue = revenue
    case.course.did.add("run")


def _color(case: Case, hex_id: str) -> str:
    laid = case.after.state.board.tiles.get(hex_id)
    return case.definition.tiles[laid[0]].color if laid else case.definition.map.hexes[hex_id].color


def _value(case: Case, stop: tuple[str, int | None], board: Board) -> int:
    """Red places have a value for phases 1 to 3, one for 4 and 5, one for 6 (5.15 to 5.52)."""
    entry = ways.stops_on(case.definition, board, stop[0])[stop[1] or 0]
    return entry.values[VALUES[case.ledger.phase] if entry.kind is StopKind.OFFBOARD else 0]


def _faults_of_stops(case: Case, company: str, board: Board, route: Route) -> Iterator[Fault]:
    stops = [(hex_id, stop or 0) for hex_id, stop in map(ways.point, route.stops)]
    entries = [ways.stops_on(case.definition, board, hex_id)[stop] for hex_id, stop in stops]
    if len(stops) < 2:
        yield "a route has one city only", ("10.5.2.3",)
    if len(set(stops)) < len(stops):
        yield "a route has a city twice", ("10.5.2.9",)
    if not any(owner in board.tokens.get(stop, ()) for stop in stops for owner in case.stations(company)):
        yield "a route has no station of the company", ("10.5.2.3",)
    towns = sum(1 for entry in entries if entry.kind is StopKind.TOWN)
    reach = RANGES[route.train]
    parts = (len(stops),) if len(reach) == 1 else (len(stops) - towns, towns)
    if any(part > most for part, most in zip(parts, reach, strict=False)):
        yield f"a {route.train}-train calls at {len(stops)} places", ("10.5.2.4",)
    for stop, entry in list(zip(stops, entries, strict=True))[1:-1]:
        if entry.kind is StopKind.OFFBOARD:
            yield f"a route runs through {stop[0]}", ("10.5.2.8",)
        if entry.kind is StopKind.CITY and _blocked(case, company, stop, entry.slots, board):
            yield f"a route runs through {stop[0]}, which is full", ("10.5.2.14",)


def _blocked(case: Case, company: str, stop: StopId, slots: int, board: Board) -> bool:
    """All spaces taken by others; the Subway ignores them in brown Osaka, who has the right Kobe Rapid (C.8.2, 4)."""
    tokens = board.tokens.get(stop, ())
    if any(owner in tokens for owner in case.stations(company)) or len(tokens) < slots:
        return False
    if company == "OS" and stop[0] in OSAKA and case.ledger.phase >= "4" and _color(case, stop[0]) == "brown":
        return False
    return not (stop[0] == KOBE and "KR" in tokens and company in case.ledger.rights)


def has_route(case: Case, company: str, board: Board | None = None) -> bool:
    """Does track lead from one of its stations to another place (12.3.1)? On the map as it is now, or another."""
    return ways.leads_on(case.definition, board or case.after.state.board, case.stations(company))


def can_run(case: Case, company: str) -> bool:
    return bool(case.ledger.owned(company)) and has_route(case, company)


def reached(case: Case, company: str, board: Board) -> set[StopId]:
    """Stops to which a train of any length could come from a station of the company (10.4.3.2).

    It is not asked whether track would have to be used twice, so there may be some too many.
    """
    found = {stop for stop, owners in board.tokens.items() if company in owners}
    waiting = list(found)
    while waiting:
        stop = waiting.pop()
        entry = ways.stops_on(case.definition, board, stop[0])[stop[1]]
        ends = entry.kind is StopKind.OFFBOARD
        if ends or (entry.kind is StopKind.CITY and _blocked(case, company, stop, entry.slots, board)):
            continue
        for other in ways.next_stops(case.definition, board, stop):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
