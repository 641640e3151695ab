"""What a company is connected to: from whose tokens, past which tokens of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kaiping.board.board import StopId
from kaiping.board.reach import Reach, reach, reaches_edge, reaches_stop
from kaiping.board.tile import StopKind
from kaiping.board.track import color_at, shape_at
from kaiping.definition import Definition, StationOfPrivate
from kaiping.flow.play import Play


def token_owner(definition: Definition, company: str) -> str:
    """Whose tokens a company runs from: its own, or a minor those of another."""
    minor = definition.minors.get(company)
    return company if minor is None else minor.shares_token_of or company


def tokens_of(table: Play, company: str) -> Sequence[StopId]:
    """The cities that a company's trains start from."""
    return table.state.board.tokens_of(token_owner(table.definition, company))


def passes_of(table: Play, company: str) -> tuple[StopId, ...]:
    """Cities that a company may pass although the tokens of others fill them."""
    entry = table.definition.companies.get(company)
    if entry is None:
        return ()
    definition, state = table.definition, table.state
    found: list[StopId] = []
    if entry.passes is not None and table.at_least(entry.passes.from_phase):
        for hex_id in entry.passes.hexes:
            if color_at(definition.map, definition.tiles, state.board, hex_id) == entry.passes.color:
                stops = shape_at(definition.map, definition.tiles, state.board, hex_id).stops
                found += [(hex_id, index) for index in range(len(stops))]
    if company in state.station_rights:
        found += _stations_ignored(table)
    return tuple(found)


def _stations_ignored(table: Play) -> list[StopId]:
    """Cities with room enough if the token of a private were not there."""
    definition, board = table.definition, table.state.board
    found = []
    for name, private in definition.privates.items():
        if isinstance(private.power, StationOfPrivate):
            for hex_id, index in board.tokens_of(name):
                slots = shape_at(definition.map, definition.tiles, board, hex_id).stops[index].slots
                if len(board.tokens[hex_id, index]) - 1 < slots:
                    found.append((hex_id, index))
    return found


def reached(table: Play, company: str, start: StopId | None = None) -> Reach:
    """What a company reaches from its tokens, or from one of them."""
    definition = table.definition
    owner, passes = token_owner(definition, company), passes_of(table, company)
    return reach(definition.map, definition.tiles, table.state.board, owner, passes=passes, start=start)


def reaches(table: Play, company: str, hex_id: str, edges: int) -> bool:
    """Does a company reach one of these edges of a hex, which are bits?"""
    definition = table.definition
    owner, passes = token_owner(definition, company), passes_of(table, company)
    return reaches_edge(definition.map, definition.tiles, table.state.board, owner, hex_id, edges, passes=passes)


def reaches_any(table: Play, company: str, wanted: Callable[[StopId], bool]) -> bool:
    """Does a company reach a stop of some sort?"""
    definition = table.definition
    owner, passes = token_owner(definition, company), passes_of(table, company)
    return reaches_stop(definition.map, definition.tiles, table.state.board, owner, wanted, passes=passes)


def has_route(table: Play, company: str) -> bool:
    """Two stops are connected by way of a token of the company."""
    tokens = tokens_of(table, company)
    if len(tokens) < 2 or table.definition.running.keeps_route_flag:
        return len(reached(table, company).stops) > 1
    return any(len(reached(table, company, token).stops) > 1 for token in tokens)


def large_stops(table: Play, company: str) -> int:
    definition, board = table.definition, table.state.board
    return sum(
        shape_at(definition.map, definition.tiles, board, hex_id).stops[index].kind is not StopKind.TOWN
        for hex_id, index in reached(table, company).stops
    )


def note_connections(table: Play, company: str) -> None:
    """Remember that a company has reached two large stops, for house rules that keep it in mind.

    Called where a company's network is looked at in its turn: before it lays a tile, when it might place a
    token, when it might run.
    """
    state = table.state
    if table.definition.running.keeps_route_flag and company not in state.routed and large_stops(table, company) > 1:
        state.routed |= {company}
