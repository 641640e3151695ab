"""Runs that a company claims: each route by itself, all of them together, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import Route, RunRoutes
from kaiping.board.board import Board, StopId
from kaiping.board.tile import StopKind
from kaiping.referees import ways
from kaiping.referees.g1890 import kobe
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import KOBE, NISHINOMIYA, OSAKA, RANGES, TIGERS, VALUES


def run(case: Case, action: RunRoutes) -> None:
    """The revenue is the sum of all routes (10.5.3); Hanshin has 10 more and 10 besides for the Tigers (C.8.4.53)."""
    company, board = action.company, case.after.state.board
    case.wrong("route", bool(action.routes), f"{company} runs nothing", "10.3.7")
    for fault, clause in _faults(case, action, board):
        case.wrong("route", False, f"{company}: {fault}", clause)
    case.findings.counts["route"] += len(action.routes)
    revenue = sum(_value(case, ways.point(text), board) for route in action.routes for text in route.stops)
    called = {ways.point(text)[0] for route in action.routes for text in route.stops}
    if company == "HS" and case.scenario.special and NISHINOMIYA in called and _color(case, NISHINOMIYA) == "brown":
        case.count("Tigers")
        revenue += TIGERS
        case.course.subsidy = TIGERS
    claimed = case.after.state.revenue.get(company)
    said = f"{company} has run for {claimed}, its routes are worth {revenue}"
    case.wrong("revenue", claimed == revenue, said, "10.5.3.1")
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


def _faults(case: Case, action: RunRoutes, board: Board) -> Iterator[tuple[str, str]]:
    trains = list(case.ledger.owned(action.company))
    crossed: set[ways.Side] = set()
    for route in action.routes:
        if route.train not in trains:
            yield f"it has no further {route.train}-train", "10.5.2.2"
        else:
            trains.remove(route.train)
        fault = ways.fault(case.definition, board, route.path)
        if fault:
            yield f"{fault}: {'-'.join(route.path)}", "10.5.2.1"
            continue
        sides = ways.sides(route.path)
        if len(set(sides)) < len(sides):
            yield "a route uses track twice", "10.5.2.11"
        if crossed & set(sides):
            yield "two routes use the same track", "10.5.2.17"
        crossed |= set(sides)
        yield from _faults_of_stops(case, action.company, route, board)


def _faults_of_stops(case: Case, company: str, route: Route, board: Board) -> Iterator[tuple[str, str]]:
    stops = [(hex_id, stop or 0) for hex_id, stop in map(ways.point, route.stops)]
    entries = [ways.stops_on(case.definition, board, hex_id)[stop] for hex_id, stop in stops]
    if len(stops) < 2:
        yield "a route has one city only", "10.5.2.3"
    if len(set(stops)) < len(stops):
        yield "a route has a city twice", "10.5.2.9"
    if not any(owner in board.tokens.get(stop, ()) for stop in stops for owner in case.stations(company)):
        yield "a route has no station of the company", "10.5.2.3"
    towns = sum(1 for entry in entries if entry.kind is StopKind.TOWN)
    reach = RANGES[route.train]
    parts = (len(stops),) if len(reach) == 1 else (len(stops) - towns, towns)
    if any(part > most for part, most in zip(parts, reach, strict=False)):
        yield f"a {route.train}-train calls at {len(stops)} places", "10.5.2.4"
    for stop, entry in list(zip(stops, entries, strict=True))[1:-1]:
        if entry.kind is StopKind.OFFBOARD:
            yield f"a route runs through {stop[0]}", "10.5.2.8"
        if entry.kind is StopKind.CITY and _blocked(case, company, stop, entry.slots, board):
            yield f"a route runs through {stop[0]}, which is full", "10.5.2.14"


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
    board = board or case.after.state.board
    return any(
        other != start
        for start, owners in board.tokens.items()
        if any(owner in owners for owner in case.stations(company))
        for other in ways.next_stops(case.definition, board, start)
    )


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
