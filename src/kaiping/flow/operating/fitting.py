"""Which tile may come upon what lies on a hex, and how turned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from kaiping.board.tile import COLORS, Shape, StopKind, Tile
from kaiping.board.track import color_at, moved_stops, next_color, same_stops, shape_at
from kaiping.definition import Definition
from kaiping.errors import IllegalAction
from kaiping.flow.play import Play
from kaiping.flow.rules import passes
from kaiping.state import State


class Turn(NamedTuple):
    """A rotation in which a tile fits by what is printed."""

    #: where its track leads, as bits of edges
    exits: int
    #: what becomes of each stop
    moved: dict[int, int]


class Fit(NamedTuple):
    """A tile that may come upon what lies on a hex by what is printed; phase, tokens and tiles left may forbid it."""

    name: str
    tile: Tile
    turns: dict[int, Turn]


def tiles_left(definition: Definition, state: State, tile: str) -> int:
    """Copies of a tile not on the map and not out of the game."""
    if tile in state.lost_tiles:
        return 0
    return definition.tile_counts.get(tile, 0) - state.board.copies(tile)


def current_shape(table: Play, hex_id: str) -> Shape:
    return shape_at(table.definition.map, table.definition.tiles, table.state.board, hex_id)


def fits_on(table: Play, hex_id: str) -> dict[str, Fit]:
    """The tiles that fit by what is printed, by name; worked out once for each hex and what lies on it."""
    definition, laid = table.definition, table.state.board.tiles.get(hex_id)
    found: dict[str, Fit] | None = definition.memo.get(("fits", hex_id, laid))
    if found is None:
        found = definition.memo["fits", hex_id, laid] = _fits_on(table, hex_id)
    return found


def _fit(table: Play, hex_id: str, name: str) -> Fit | None:
    """How a tile fits, if it does and that has been worked out: for a single lay that would take too long."""
    found: dict[str, Fit] | None = table.definition.memo.get(("fits", hex_id, table.state.board.tiles.get(hex_id)))
    return None if found is None else found.get(name)


def _fits_on(table: Play, hex_id: str) -> dict[str, Fit]:
    definition = table.definition
    color = next_color(color_at(definition.map, definition.tiles, table.state.board, hex_id))
    found = {}
    for name, tile in definition.tiles.items():
        if tile.color != color:
            continue
        try:
            _check_kind(table, hex_id, name)
            _check_print(table, hex_id, tile)
        except IllegalAction:
            continue
        found[name] = Fit(name, tile, dict(_turns(table, hex_id, tile)))
    return found


def _turns(table: Play, hex_id: str, tile: Tile) -> Iterator[tuple[int, Turn]]:
    for rotation, shape in enumerate(tile.shapes):
        try:
            moved = _check_way(table, hex_id, tile, rotation)
        except IllegalAction:
            continue
        yield rotation, Turn(shape.exit_bits, moved)


def open_fits(table: Play, hex_id: str) -> Iterator[Fit]:
    """The tiles that may be laid on a hex now, in some rotation or in none."""
    definition, state, colors, after = (
        table.definition,
        table.state,
        table.phase.colors,
        table.definition.track.after_tile,
    )
    for name, fit in fits_on(table, hex_id).items():
        if fit.tile.color in colors and fit.turns and tiles_left(definition, state, name) > 0:
            if name not in after or passes(check_order_of_tiles, table, hex_id, name):
                yield fit


def check_tile(table: Play, hex_id: str, name: str) -> Tile:
    """A tile there is, of the colour that comes next and that the phase allows, with the hex's label and stops."""
    definition, state = table.definition, table.state
    fit = _fit(table, hex_id, name)
    tile = _check_kind(table, hex_id, name) if fit is None else fit.tile
    if tile.color not in table.phase.colors:
        when = (f"{tile.color}_{state.phase}", tile.color)
        table.refuse("color_not_yet", where=when, color=tile.color, phase=state.phase)
    if fit is None:
        _check_print(table, hex_id, tile)
    if tiles_left(definition, state, name) <= 0:
        table.refuse("no_tile_left", tile=name)
    return tile


def _check_kind(table: Play, hex_id: str, name: str) -> Tile:
    """A tile there is, of the colour that comes next."""
    definition, state = table.definition, table.state
    tile = definition.tiles.get(name)
    if tile is None:
        table.refuse("unknown_tile", tile=name)
    if name in definition.tiles_of_powers:
        table.refuse("tile_of_private", tile=name)
    old_color = color_at(definition.map, definition.tiles, state.board, hex_id)
    wanted = next_color(old_color)
    if tile.color != wanted:
        place = wanted or old_color
        if hex_id not in state.board.tiles and old_color in COLORS:
            place = "printed" if tile.color == old_color else "first"
        where = (f"{tile.color}_on_{old_color}", place, str(wanted))
        table.refuse("wrong_color", where=where, tile=name, color=tile.color, hex=hex_id, wanted=wanted or "no")
    return tile


def _check_print(table: Play, hex_id: str, tile: Tile) -> None:
    """A tile with the label and the stops of the hex, that may follow what lies there."""
    definition, state, name = table.definition, table.state, tile.id
    labels, repeats = labels_for(table, hex_id, tile.color), definition.track.label_of_stops
    if tile.label not in labels:
        if repeats and (repeats in labels or (tile.label == repeats and labels == (None,))):
            _refuse_stops(table, hex_id, tile)
        wanted = " or ".join(label or "none" for label in labels)
        place = definition.map.hexes[hex_id].label or "none"
        table.refuse(
            "wrong_label",
            where=(f"{place}_{tile.color}", place, "elsewhere" if labels == (None,) else "kept"),
            tile=name,
            hex=hex_id,
            label=tile.label or "none",
            wanted=wanted,
        )
    if not same_stops(current_shape(table, hex_id), tile.shapes[0]):
        _refuse_stops(table, hex_id, tile)
    laid = state.board.tiles.get(hex_id)
    if laid is not None and name in definition.tiles[laid[0]].barred and not _may_follow(definition, laid[0], name):
        table.refuse("upgrade_barred", where=laid[0], tile=name, old=laid[0], hex=hex_id)
    if hex_id not in definition.track.only_on.get(name, (hex_id,)):
        table.refuse("tile_elsewhere", tile=name, hex=hex_id)


def followers(table: Play, hex_id: str) -> list[str]:
    """Tiles that could come upon what lies on a hex now, whatever the phase and however many are left."""
    if not table.definition.map.hexes[hex_id].buildable:
        return []
    return [
        name
        for name, fit in fits_on(table, hex_id).items()
        if any(has_room(table, hex_id, fit.tile, turn.moved) for turn in fit.turns.values())
    ]


def check_rotation(table: Play, hex_id: str, tile: Tile, rotation: int) -> dict[int, int]:
    """Track leads only where it may and keeps all that lay there, with room for the tokens; what becomes of stops."""
    fit = _fit(table, hex_id, tile.id)
    turn = None if fit is None else fit.turns.get(rotation)
    moved = _check_way(table, hex_id, tile, rotation) if turn is None else turn.moved
    for count in _crowded(table, hex_id, tile, moved):
        table.refuse("no_room_for_tokens", tile=tile.id, hex=hex_id, tokens=count)
    return moved


def _check_way(table: Play, hex_id: str, tile: Tile, rotation: int) -> dict[int, int]:
    """Track leads only where it may, and keeps all that lay there; says what becomes of the stops."""
    if not 0 <= rotation <= 5:
        table.refuse("no_such_rotation", rotation=rotation)
    shape = tile.shapes[rotation]
    if not shape.exits <= table.definition.map.open_edges[hex_id]:
        _refuse_exit(table, hex_id, tile, rotation)
    if not shape.exits.issuperset(table.definition.map.hexes[hex_id].required_exits):
        table.refuse("stub_not_kept", tile=tile.id, hex=hex_id, rotation=rotation)
    moved = moved_stops(current_shape(table, hex_id), shape)
    if moved is None:
        table.refuse("track_not_kept", tile=tile.id, hex=hex_id, rotation=rotation)
    return moved


def has_room(table: Play, hex_id: str, tile: Tile, moved: dict[int, int]) -> bool:
    """Is there room on a tile for the tokens and for homes kept there?"""
    return next(_crowded(table, hex_id, tile, moved), None) is None


def _crowded(table: Play, hex_id: str, tile: Tile, moved: dict[int, int]) -> Iterator[int]:
    """How many tokens and kept homes would come into each city with too few places; a private's may wait beside."""
    board, privates = table.state.board, table.definition.privates
    needed: dict[int, int] = {}
    for old, new in moved.items():
        tokens = sum(owner not in privates for owner in board.tokens.get((hex_id, old), ()))
        needed[new] = needed.get(new, 0) + tokens + len(board.reserved.get((hex_id, old), ()))
    for stop, count in needed.items():
        if count > tile.stops[stop].slots:
            yield count


def check_order_of_tiles(table: Play, hex_id: str, name: str) -> None:
    """Some tiles are laid only where another one is used up or does not fit."""
    before = table.definition.track.after_tile.get(name)
    if before is None:
        return
    try:
        first = check_tile(table, hex_id, before)
    except IllegalAction:
        return
    if any(passes(check_rotation, table, hex_id, first, rotation) for rotation in range(6)):
        table.refuse("other_tile_first", tile=name, first=before, hex=hex_id)


def _refuse_exit(table: Play, hex_id: str, tile: Tile, rotation: int) -> NoReturn:
    """Say what is wrong with where a tile's track would lead."""
    printed = table.definition.map
    edge = min(tile.shapes[rotation].exits - printed.open_edges[hex_id])
    other = printed.neighbours[hex_id][edge]
    figures: dict[str, Any] = {"tile": tile.id, "hex": hex_id, "rotation": rotation, "edge": edge}
    if other is None:
        table.refuse("track_leads_nowhere", **figures)
    if printed.barred(hex_id, edge):
        table.refuse("track_to_barrier", **figures)
    bare = not printed.hexes[other].track
    table.refuse("track_to_closed_hex", where="bare" if bare else printed.hexes[other].color, other=other, **figures)


def _refuse_stops(table: Play, hex_id: str, tile: Tile) -> NoReturn:
    """The cities and towns of a tile are not those printed, or not those of the tile that it would replace."""
    old = current_shape(table, hex_id).stops
    kinds = "_".join(stop.kind.value for stop in old) or "open"
    where: str | tuple[str, ...] = kinds
    if hex_id in table.state.board.tiles:
        change = "plain" if not old else "fewer" if len(tile.stops) < len(old) else "changed"
        where = (f"laid_{kinds}", change)
    table.refuse("wrong_stops", where=where, tile=tile.id, hex=hex_id)


def _may_follow(definition: Definition, old: str, name: str) -> bool:
    return name in definition.track.may_follow.get(old, ())


def labels_for(table: Play, hex_id: str, color: str) -> tuple[str | None, ...]:
    """The labels that a tile for a hex may bear; one label says no more than that the tile has two cities."""
    definition = table.definition
    printed, repeats = definition.map.hexes[hex_id], definition.track.label_of_stops
    begins = definition.track.label_from.get(printed.label or "")
    if begins is not None and COLORS.index(color) < COLORS.index(begins):
        return (None,)
    if not repeats or printed.label is not None:
        return (printed.label,)
    laid = table.state.board.tiles.get(hex_id)
    if laid is not None:
        return (definition.tiles[laid[0]].label,)
    kinds = {stop.kind for stop in printed.stops}
    if len(printed.stops) < 2 or kinds == {StopKind.TOWN}:
        return (None,)
    return (repeats,) if kinds == {StopKind.CITY} else (repeats, None)
