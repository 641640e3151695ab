"""What is to be seen on a hex: a tile that lies there, or the print."""

from __future__ import annotations

from typing import NamedTuple

from kaiping.board.board import Board
from kaiping.board.map import Map
from kaiping.board.tile import Stop
from kaiping.definition import Definition
from kaiping.definition.names import NativeName, native_name
from kaiping.draw.layout import Layout, turned_layout


class Face(NamedTuple):
    """All that the picture of one hex shows; nothing else enters it, so equal faces look equal."""

    color: str
    stops: tuple[Stop, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    rotation: int = 0
    coordinate: str = ""
    name: str = ""
    #: the name that the printed game has besides, and its language
    native: NativeName | None = None
    label: str = ""
    tile: str = ""
    terrain: tuple[str, ...] = ()
    #: of the first tile on the ground, or of covering the tile
    cost: int = 0
    #: edges where the print shows that every tile must have track
    stubs: tuple[int, ...] = ()
    #: the ferry whose crossing the track is part of
    ferry: str = ""
    #: for each stop, who has a token there and whose home it is
    tokens: tuple[tuple[str, ...], ...] = ()
    homes: tuple[tuple[str, ...], ...] = ()
    #: whose tokens wait here for a space
    waiting: tuple[str, ...] = ()
    #: companies that earn a bonus by running here
    goals: tuple[str, ...] = ()
    #: sides that track may not cross
    walls: tuple[int, ...] = ()
    #: what a call brings to the company's treasury
    subsidy: int = 0
    #: which of a stop's values is in force, if that is known and they change at all
    value_index: int | None = None
    #: stops at which runs that are drawn call, each with a ring round it
    called: tuple[int, ...] = ()
    #: values and name stand elsewhere: the hex is part of a larger place
    silent: bool = False

    def spoken(self, language: str) -> Face:
        """With its name in one language alone; in English where it has no other."""
        if self.native is not None and self.native.language == language:
            return self._replace(name=self.native.name, native=None)
        return self._replace(native=None)

    @property
    def layout(self) -> Layout:
        return turned_layout(self.stops, self.track, self.rotation)

    def owners(self, stop: int) -> tuple[str, ...]:
        """Whose tokens lie at a stop, and then whose home it is."""
        return (self.tokens[stop] if self.tokens else ()) + (self.homes[stop] if self.homes else ())


def tile_face(definition: Definition, tile_id: str, rotation: int = 0, phase: str | None = None) -> Face:
    """A tile by itself."""
    tile = definition.tiles[tile_id]
    return Face(
        color=tile.color,
        stops=tile.stops,
        track=tile.track,
        rotation=rotation % 6,
        label=tile.label or "",
        tile=tile_id,
        cost=tile.cost,
        subsidy=definition.subsidies.get(tile_id, 0),
        value_index=_value_index(definition, phase, tile.stops),
    )


def hex_face(
    definition: Definition, board: Board, hex_id: str, phase: str | None = None, waiting: tuple[str, ...] = ()
) -> Face:
    """A hex of the map as it is now; ``waiting`` are the owners of tokens that wait there for a space."""
    printed = definition.map.hexes[hex_id]
    laid = board.tiles.get(hex_id)
    if laid is None:
        face = Face(
            color=printed.color,
            stops=printed.stops,
            track=printed.track,
            label=printed.label or "",
            terrain=printed.terrain,
            cost=printed.cost,
            stubs=printed.required_exits,
            ferry=printed.ferry or "",
            value_index=_value_index(definition, phase, printed.stops),
        )
    else:
        face = tile_face(definition, laid[0], laid[1], phase)
    places = [(hex_id, index) for index in range(len(face.stops))]
    return face._replace(
        coordinate=hex_id,
        name=printed.name or "",
        native=native_name(printed),
        tokens=tuple(board.tokens.get(place, ()) for place in places),
        homes=tuple(board.reserved.get(place, ()) for place in places),
        waiting=waiting,
        goals=tuple(name for name, company in definition.companies.items() if hex_id in company.destination),
        walls=_walls(definition.map).get(hex_id, ()),
        silent=printed.group is not None and laid is None,
    )


def _walls(printed: Map) -> dict[str, tuple[int, ...]]:
    """Hex -> its sides that track may not cross."""
    found: dict[str, tuple[int, ...]] | None = printed.memo.get("walls")
    if found is None:
        sides = {name: tuple(edge for edge in range(6) if printed.barred(name, edge)) for name in printed.hexes}
        found = printed.memo["walls"] = {name: edges for name, edges in sides.items() if edges}
    return found


def value_index(definition: Definition, phase: str | None) -> int | None:
    return None if phase is None else definition.phases[phase].value_index


def _value_index(definition: Definition, phase: str | None, stops: tuple[Stop, ...]) -> int | None:
    """Only where it makes a difference, so that a new phase leaves most pictures as they are."""
    changing = any(len(set(stop.values)) > 1 for stop in stops)
    return value_index(definition, phase) if changing else None
