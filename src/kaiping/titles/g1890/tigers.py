"""The Tigers: what brown Nishinomiya is worth to Hanshin when a die says so (1890:C.10.12)."""

from __future__ import annotations

from kaiping.action import RunRoutes
from kaiping.board.track import color_at, shape_at
from kaiping.definition import stop_at
from kaiping.flow.chance import draw
from kaiping.flow.operating.frame import operating_frame, update
from kaiping.flow.play import Play


def throw_die(table: Play, action: RunRoutes) -> None:
    """After a run that calls there the die is thrown, once for all routes (1890:C.10.12.2, C.10.12.3)."""
    definition, state, company = table.definition, table.state, action.company
    entry = definition.companies.get(company)
    if entry is None or entry.fame is None or not entry.fame.die:
        return
    fame, printed = entry.fame, (definition.map, definition.tiles, state.board)
    calls = [stop_at(stop) for route in action.routes for stop in route.stops]
    here = [index for hex_id, index in calls if hex_id == fame.hex]
    if not here or color_at(*printed, fame.hex) != fame.color:
        return
    thrown = draw(state, f"{fame.name} {state.turn}.{state.round}", len(fame.die))
    if thrown is None:
        return
    stops = shape_at(*printed, fame.hex).stops
    more = sum(fame.die[thrown] - stops[index].values[table.phase.value_index] for index in here)
    table.log("die", company=company, thrown=thrown + 1, hex=fame.hex, value=fame.die[thrown])
    state.revenue = {**state.revenue, company: state.revenue[company] + more}
    update(table, revenue=operating_frame(table).revenue + more)
