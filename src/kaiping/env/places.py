"""What can ever come upon the map of a definition: tiles as they may lie on each hex, and stops where tokens may be."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.board.board import StopId
from kaiping.board.map import Hex
from kaiping.board.tile import Shape, Tile
from kaiping.board.track import moved_stops, next_color, same_stops
from kaiping.definition import Definition, FreeYellowTiles, SpecialTiles

#: hex, tile and rotation
Lay = tuple[str, str, int]


def lays(definition: Definition) -> list[Lay]:
    """Every way in which a tile might lie on a hex: a few too many, never one too few.

    Colours follow each other, stops keep their kinds, labels fit, no track leads nowhere, and printed track is kept.
    What else a rule may forbid is left to the rules.
    """
    return [
        (name, tile.id, rotation)
        for name, printed in definition.map.hexes.items()
        if printed.buildable
        for tile in _tiles_on(definition, printed)
        for rotation in tile.rotations
        if _lies(definition, printed, tile.shapes[rotation])
    ]


def power_lays(definition: Definition) -> Iterator[tuple[str, Lay]]:
    """What powers of privates lay: the private, and the lay."""
    for name, private in definition.privates.items():
        found: list[tuple[str, str]] = []
        match private.power:
            case SpecialTiles(pairs):
                found = list(pairs)
            case FreeYellowTiles(hexes):
                found = [
                    (place, tile.id)
                    for place in hexes
                    for tile in _tiles_on(definition, definition.map.hexes[place])
                    if tile.color == next_color(definition.map.hexes[place].color)
                ]
        for place, tile_id in found:
            for rotation in definition.tiles[tile_id].rotations:
                yield name, (place, tile_id, rotation)


def _tiles_on(definition: Definition, printed: Hex) -> list[Tile]:
    """Tiles that may come upon a hex at some time, colour by colour."""
    found: list[Tile] = []
    color, before = next_color(printed.color), [printed.shape]
    labels = _labels(definition, printed)
    while color is not None:
        level = [
            tile
            for tile in definition.tiles.values()
            if tile.color == color
            and tile.id not in definition.tiles_of_powers
            and tile.label in labels
            and printed.id in definition.track.only_on.get(tile.id, (printed.id,))
            and any(same_stops(shape, tile.shapes[0]) for shape in before)
        ]
        found += level
        before += [tile.shapes[0] for tile in level]  # a colour may be missing where a power has laid its own tile
        before += [definition.tiles[tile_id].shapes[0] for tile_id in _of_powers(definition, printed.id, color)]
        color = next_color(color)
    return found


def _of_powers(definition: Definition, place: str, color: str) -> Iterator[str]:
    for private in definition.privates.values():
        if isinstance(private.power, SpecialTiles):
            for on, tile_id in private.power.lays:
                if on == place and definition.tiles[tile_id].color == color:
                    yield tile_id


def _labels(definition: Definition, printed: Hex) -> set[str | None]:
    """Labels that tiles on a hex may bear."""
    found: set[str | None] = {printed.label}
    if printed.label is None:
        found.add(definition.track.label_of_stops or None)
    elif printed.label in definition.track.label_from:
        found.add(None)
    return found


def _lies(definition: Definition, printed: Hex, shape: Shape) -> bool:
    required = shape.exits.issuperset(printed.required_exits)
    on_the_map = shape.exits <= definition.map.open_edges[printed.id]
    return required and on_the_map and moved_stops(printed.shape, shape) is not None


def token_places(definition: Definition, found: list[Lay]) -> list[StopId]:
    """Every stop that may have room for tokens at some time, in the order of the map."""
    places = {
        (name, index)
        for name, printed in definition.map.hexes.items()
        for index, stop in enumerate(printed.stops)
        if stop.slots
    }
    special = [lay for _, lay in power_lays(definition)]
    for name, tile_id in {(name, tile_id) for name, tile_id, _ in (*found, *special)}:
        places |= {(name, index) for index, stop in enumerate(definition.tiles[tile_id].stops) if stop.slots}
    order = {name: number for number, name in enumerate(definition.map.hexes)}
    return sorted(places, key=lambda place: (order[place[0]], place[1]))
