"""Connections once made, for house rules that keep them in mind."""

from __future__ import annotations

from kaiping.board.reach import reach
from kaiping.board.tile import StopKind
from kaiping.board.track import shape_at
from kaiping.flow.table import Table


def large_stops(table: Table, company: str) -> int:
    definition, board = table.definition, table.state.board
    return sum(
        shape_at(definition.map, definition.tiles, board, hex_id).stops[index].kind is not StopKind.TOWN
        for hex_id, index in reach(definition.map, definition.tiles, board, company).stops
    )


def note_connections(table: Table, company: str) -> None:
    """Remember that a company has reached two large stops.

    Called where a company's network is looked at in its turn: before it lays a tile, when it might place a
    token, when it might run.
    """
    state = table.state
    if table.definition.running.keeps_route_flag and company not in state.routed and large_stops(table, company) > 1:
        state.routed |= {company}
