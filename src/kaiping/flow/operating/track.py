"""Laying and upgrading track: which tile may lie where, how turned, at what cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from msgspec.structs import replace

from kaiping.action import AnyAction, LayTile
from kaiping.board.hex import opposite
from kaiping.board.reach import reach
from kaiping.board.tile import Shape, Tile
from kaiping.board.track import color_at, moved_stops, next_color, same_stops, shape_at
from kaiping.definition import Definition
from kaiping.errors import IllegalAction
from kaiping.flow.operating.connections import note_connections
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.rules import Option
from kaiping.flow.table import Table
from kaiping.state import BANK, CLOSED, State


def tiles_left(definition: Definition, state: State, tile: str) -> int:
    """Copies of a tile not on the map and not out of the game."""
    board = state.board
    laid: dict[str, int] | None = board.memo.get("laid")
    if laid is None:
        laid = {}
        for name, _ in board.tiles.values():
            laid[name] = laid.get(name, 0) + 1
        board.memo["laid"] = laid
    if tile in state.lost_tiles:
        return 0
    return definition.tile_counts.get(tile, 0) - laid.get(tile, 0)


def is_closed_hex(table: Table, hex_id: str) -> str | None:
    """The private that keeps a hex closed: as long as neither a company owns it nor it has closed."""
    private = table.definition.blocked_hexes.get(hex_id)
    if private is None:
        return None
    owner = table.state.privates[private]
    return None if owner == CLOSED or owner in table.definition.companies else private


def current_shape(table: Table, hex_id: str) -> Shape:
    return shape_at(table.definition.map, table.definition.tiles, table.state.board, hex_id)


def check_hex(table: Table, hex_id: str) -> None:
    """A hex that takes tiles, and is not closed."""
    printed = table.definition.map.hexes.get(hex_id)
    if printed is None:
        table.refuse("unknown_hex", hex=hex_id)
    if not printed.buildable:
        table.refuse("hex_not_buildable", where=printed.color, hex=hex_id, color=printed.color)
    private = is_closed_hex(table, hex_id)
    if private is not None:
        table.refuse("hex_closed", hex=hex_id, private=private)


def check_tile(table: Table, hex_id: str, name: str) -> Tile:
    """A tile there is, of the colour that comes next and that the phase allows, with the hex's label and stops."""
    definition, state = table.definition, table.state
    tile = definition.tiles.get(name)
    if tile is None:
        table.refuse("unknown_tile", tile=name)
    if name in definition.tiles_of_powers:
        table.refuse("tile_of_private", tile=name)
    old_color = color_at(definition.map, definition.tiles, state.board, hex_id)
    wanted = next_color(old_color)
    if tile.color != wanted:
        where = "printed" if tile.color == old_color and hex_id not in state.board.tiles else wanted
        table.refuse("wrong_color", where=where, tile=name, color=tile.color, hex=hex_id, wanted=wanted or "no")
    if tile.color not in table.phase.colors:
        table.refuse("color_not_yet", where=tile.color, color=tile.color, phase=state.phase)
    label = definition.map.hexes[hex_id].label
    if tile.label != label:
        table.refuse("wrong_label", tile=name, hex=hex_id, label=tile.label or "none", wanted=label or "none")
    old = current_shape(table, hex_id)
    if not same_stops(old, tile.shapes[0]):
        where = None if hex_id in state.board.tiles else "_".join(stop.kind.value for stop in old.stops) or "open"
        table.refuse("wrong_stops", where=where, tile=name, hex=hex_id)
    if tiles_left(definition, state, name) <= 0:
        table.refuse("no_tile_left", tile=name)
    return tile


def check_rotation(table: Table, hex_id: str, tile: Tile, rotation: int) -> dict[int, int]:
    """Track leads only where it may, and keeps all that lay there; says what becomes of the stops."""
    if not 0 <= rotation <= 5:
        table.refuse("no_such_rotation", rotation=rotation)
    shape = tile.shapes[rotation]
    if not shape.exits <= table.definition.map.open_edges[hex_id]:
        _refuse_exit(table, hex_id, tile, rotation)
    moved = moved_stops(current_shape(table, hex_id), shape)
    if moved is None:
        table.refuse("track_not_kept", tile=tile.id, hex=hex_id, rotation=rotation)
    return moved


def _refuse_exit(table: Table, hex_id: str, tile: Tile, rotation: int) -> NoReturn:
    """Say what is wrong with where a tile's track would lead."""
    printed = table.definition.map
    edge = min(tile.shapes[rotation].exits - printed.open_edges[hex_id])
    other = printed.neighbours[hex_id][edge]
    where: dict[str, Any] = {"tile": tile.id, "hex": hex_id, "rotation": rotation, "edge": edge}
    if other is None:
        table.refuse("track_leads_nowhere", **where)
    if edge in printed.hexes[hex_id].barriers or opposite(edge) in printed.hexes[other].barriers:
        table.refuse("track_to_barrier", **where)
    table.refuse("track_to_closed_hex", other=other, **where)


def check_connected(table: Table, company: str, hex_id: str, shape: Shape) -> None:
    """Some track of the tile must be joined to a token of the company by unblocked track."""
    definition = table.definition
    found = reach(definition.map, definition.tiles, table.state.board, company).edges.get(hex_id, 0)
    if not found & shape.exit_bits:
        where = "upgrade" if hex_id in table.state.board.tiles else None
        table.refuse("not_connected", where=where, company=company, hex=hex_id)


def terrain_cost(table: Table, hex_id: str) -> int:
    """The ground costs with the first tile on the hex only."""
    return 0 if hex_id in table.state.board.tiles else table.definition.map.hexes[hex_id].cost


def put_tile(table: Table, company: str, hex_id: str, tile: Tile, rotation: int, cost: int) -> None:
    """Lay a tile that has been checked."""
    moved = moved_stops(current_shape(table, hex_id), tile.shapes[rotation]) or {}
    table.state.board = table.state.board.with_tile(hex_id, tile.id, rotation, moved)
    if cost:
        table.pay(company, BANK, cost)
    table.log("tile", company=company, hex=hex_id, tile=tile.id, rotation=rotation, cost=cost)


def home_hex(definition: Definition, company: str) -> str:
    return definition.companies[company].home_stop[0]


class TrackStep:
    """One yellow tile or one upgrade a turn."""

    name = "track"
    kinds = (LayTile,)

    def open(self, table: Table, frame: OperatingRound) -> bool:
        return not frame.tile_laid

    def check_pass(self, table: Table, frame: OperatingRound) -> None:
        if self._owes_home(table, frame):
            home = home_hex(table.definition, frame.company)
            table.refuse("home_tile_first", company=frame.company, hex=home)

    def skip(self, table: Table, frame: OperatingRound) -> None:
        """Nothing follows."""

    def _owes_home(self, table: Table, frame: OperatingRound) -> bool:
        """In its first turn some companies must lay a tile on their home hex, unless one lies there."""
        home = home_hex(table.definition, frame.company)
        if not frame.owes_home_tile or home in table.state.board.tiles:
            return False
        return next(self._lays_on(table, frame.company, home), None) is not None

    def options(self, table: Table, frame: OperatingRound) -> Iterator[Option]:
        definition, company = table.definition, frame.company
        hexes: Iterator[str] | list[str]
        if self._owes_home(table, frame):
            hexes = [home_hex(definition, company)]
        else:
            hexes = sorted(reach(definition.map, definition.tiles, table.state.board, company).edges)
        for hex_id in hexes:
            for action in self._lays_on(table, company, hex_id):
                yield action, None

    def _lays_on(self, table: Table, company: str, hex_id: str) -> Iterator[LayTile]:
        """Every lay on a hex; the checks are those of ``check``, taken in order from hex to rotation."""
        definition = table.definition
        try:
            check_hex(table, hex_id)
            self._check_cost(table, company, hex_id)
        except IllegalAction:
            return
        for name in definition.tiles:
            try:
                tile = check_tile(table, hex_id, name)
            except IllegalAction:
                continue
            for rotation in range(6):
                try:
                    check_rotation(table, hex_id, tile, rotation)
                    check_connected(table, company, hex_id, tile.shapes[rotation])
                except IllegalAction:
                    continue
                yield LayTile(company, hex_id, name, rotation)

    def _check_cost(self, table: Table, company: str, hex_id: str) -> None:
        cost, cash = terrain_cost(table, hex_id), table.state.cash[company]
        if cost > cash:
            table.refuse("cash_for_terrain", company=company, hex=hex_id, cost=cost, cash=cash)

    def check(self, table: Table, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, LayTile)
        check_hex(table, action.hex)
        tile = check_tile(table, action.hex, action.tile)
        check_rotation(table, action.hex, tile, action.rotation)
        check_connected(table, action.company, action.hex, tile.shapes[action.rotation])
        self._check_cost(table, action.company, action.hex)
        if action.hex != (home := home_hex(table.definition, action.company)) and self._owes_home(table, frame):
            table.refuse("home_tile_first", company=action.company, hex=home)

    def apply(self, table: Table, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, LayTile)
        note_connections(table, action.company)
        cost = terrain_cost(table, action.hex)
        tile = table.definition.tiles[action.tile]
        put_tile(table, action.company, action.hex, tile, action.rotation, cost)
        table.replace(replace(frame, tile_laid=True))
