"""Runs that a company claims: each route by itself, all of them together, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kaiping.action import Route, RunRoutes
from kaiping.board.board import Board
from kaiping.board.tile import StopKind
from kaiping.referees import ways
from kaiping.referees.claims import Clauses, Fault, faults
from kaiping.referees.g1888.case import Case
from kaiping.referees.g1888.tables import COLORS, COMPANIES, HARBOUR, HENG_SHAN, KINDS, MOUNTAIN_TILE

TRACK = Clauses(
    train=("VIII.3.6.1", "VII.3.6.1"),
    way=("VIII.2.2", "VII.2.2"),
    twice=("VIII.2.4", "VII.2.4"),
    shared=("VIII.3.6.11", "VII.3.6.11"),
)


def hex_named(case: Case, name: str) -> str:
    """The hex of a place by its name on the map."""
    return next(hex_id for hex_id, entry in case.definition.map.hexes.items() if name in (entry.name or ""))


def run(case: Case, action: RunRoutes) -> None:
    """The revenue is the sum of all routes; what the mountain pays goes to the treasury (VIII.3.7)."""
    company, board = action.company, case.after.state.board
    stops = partial(_faults_of_stops, case, company, board)
    for fault, clause in faults(case.definition, board, action.routes, case.ledger.owned(company), TRACK, stops):
        case.wrong("route", False, f"{company}: {fault}", *clause)
    case.count("route", len(action.routes))
    revenue = sum(_revenue(case, company, route, board) for route in action.routes)
    calls = sum(1 for route in action.routes for stop in route.stops if _mountain(board, stop))
    case.compare_revenue(company, revenue, "VIII.3.7.2", "VII.3.7.2")
    case.course.revenue, case.course.mountain = revenue, calls * HENG_SHAN
    case.course.did.add("run")


def _mountain(board: Board, stop: str) -> bool:
    laid = board.tiles.get(ways.point(stop)[0])
    return laid is not None and laid[0] == MOUNTAIN_TILE


def _revenue(case: Case, company: str, route: Route, board: Board) -> int:
    """Values of all locations as the phase has them, and the bonus for home and destination (VIII.3.6.14, 7.1)."""
    total = 0
    for text in route.stops:
        hex_id, stop = ways.point(text)
        values = ways.stops_on(case.definition, board, hex_id)[stop or 0].values
        total += values[COLORS[case.ledger.phase] - 1]
    home, destination, bonus, _ = COMPANIES[company]
    called = {ways.point(text)[0] for text in route.stops}
    at_home = hex_named(case, home) in called
    if at_home and home == "Shenyang":  # its token shows which of the two cities is home
        at_home = any(
            company in board.tokens.get((h, s or 0), ()) for h, s in map(ways.point, route.stops) if h == "B18"
        )
    return total + (bonus if at_home and hex_named(case, destination) in called else 0)


def _faults_of_stops(case: Case, company: str, board: Board, route: Route) -> Iterator[Fault]:
    hexes = case.definition.map.hexes
    stops = [ways.point(text) for text in route.stops]
    places = [hexes[hex_id].group or (hex_id, stop) for hex_id, stop in stops]
    if len(set(places)) < max(2, len(places)):
        yield "a route has a location twice, or only one", ("VIII.3.6.8", "VII.3.6.8")
    if not any(company in board.tokens.get((hex_id, stop or 0), ()) for hex_id, stop in stops):
        yield "a route has no station of the company", ("VIII.3.6.3", "VII.3.6.3")
    counted = sum(1 for hex_id, _ in stops if hex_id != HARBOUR)
    if route.train != KINDS[-1] and counted > int(route.train):
        yield f"a {route.train}-train calls at {counted} locations", ("VIII.3.6.4", "VII.3.6.4")
    for hex_id, stop in stops[1:-1]:
        if hexes[hex_id].color == "red" or hex_id == HARBOUR:
            yield f"a route runs through {hex_id}", ("VIII.2.9", "VII.2.9")
        entry = ways.stops_on(case.definition, board, hex_id)[stop or 0]
        tokens = board.tokens.get((hex_id, stop or 0), ())
        if entry.kind is StopKind.CITY and len(tokens) >= entry.slots and company not in tokens:
            yield f"a route runs through {hex_id}, which is blocked", ("VIII.2.11", "VII.2.11")


def can_run(case: Case, company: str, board: Board) -> bool:
    """Has the company a train, and does track lead from one of its stations to another location?"""
    if not case.ledger.owned(company):
        return False
    hexes = case.definition.map.hexes
    for start, owners in board.tokens.items():
        if company in owners:
            for other in ways.next_stops(case.definition, board, start):
                if other != start and (hexes[other[0]].group or other) != (hexes[start[0]].group or start):
                    return True
    return False
