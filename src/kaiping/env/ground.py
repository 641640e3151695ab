"""What of an observation hangs on the board alone: map, tokens, homes, and the tiles that are left."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kaiping.board.board import Board, StopId
from kaiping.board.tile import COLORS
from kaiping.board.track import color_at, shape_at
from kaiping.definition import Definition

Array = NDArray[np.float32]

#: money, and the count of tiles, as one unit
MONEY, COUNT = 1000.0, 10.0

#: columns of the map
HEX = (
    *("exit 0", "exit 1", "exit 2", "exit 3", "exit 4", "exit 5"),
    *("colour", "cities", "towns", "value", "spaces", "cost", "tile", "rotation"),
)


class Ground:
    """Makes these parts for all boards of a definition; each board keeps what was made of it."""

    def __init__(self, definition: Definition, owners: Mapping[str, int], stops: Sequence[StopId]) -> None:
        self.definition = definition
        #: company or minor -> its column
        self.owners = owners
        self.stops = {stop: number for number, stop in enumerate(stops)}
        self._hexes = {name: number for number, name in enumerate(definition.map.hexes)}
        self._tile = {name: number for number, name in enumerate(definition.tiles, 1)}
        #: rows of the map that have been worked out before: step of values, or with it a hex and what lies there
        self._known: dict[Hashable, Array] = {}

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {
            "map": (len(self._hexes), len(HEX)),
            "tokens": (len(self.stops), len(self.owners) + 1),
            "homes": (len(self.stops), len(self.owners)),
            "tiles": (len(self.definition.tile_counts),),
        }

    def row(self, board: Board, index: int) -> Array:
        """All of it in one row, by a step of the values of stops; not to be changed."""
        key = ("observation", index)
        found: Array | None = board.memo.get(key)
        if found is None:
            width = len(self.owners)
            parts = (
                self._map(board, index),
                self._marks(board.tokens, width + 1),
                self._marks(board.reserved, width),
                self._tiles(board),
            )
            found = board.memo[key] = np.concatenate([part.ravel() for part in parts])
        return found

    def _map(self, board: Board, index: int) -> Array:
        """The printed map with the rows of the hexes on which tiles lie."""
        known = self._known
        bare = known.get(index)
        if bare is None:
            empty = Board({}, {}, {})
            bare = known[index] = np.array([self._hex(empty, name, index) for name in self._hexes], np.float32)
        values = bare.copy()
        for name, laid in board.tiles.items():
            key = (index, name, laid)
            row = known.get(key)
            if row is None:
                row = known[key] = np.array(self._hex(board, name, index), np.float32)
            values[self._hexes[name]] = row
        return values

    def _hex(self, board: Board, name: str, index: int) -> tuple[float, ...]:
        printed, tiles = self.definition.map, self.definition.tiles
        shape, color = shape_at(printed, tiles, board, name), color_at(printed, tiles, board, name)
        laid = board.tiles.get(name)
        return (
            *(edge in shape.exits for edge in range(6)),
            (COLORS.index(color) + 1) / len(COLORS) if color in COLORS else 0,
            sum(stop.large for stop in shape.stops),
            sum(stop.small for stop in shape.stops),
            sum(stop.values[min(index, len(stop.values) - 1)] for stop in shape.stops) / MONEY,
            sum(stop.slots for stop in shape.stops),
            (printed.hexes[name].cost if laid is None else tiles[laid[0]].cost) / MONEY,
            self._tile[laid[0]] / len(self._tile) if laid is not None else 0,
            laid[1] / 6 if laid is not None else 0,
        )

    def _marks(self, marks: Mapping[StopId, Sequence[str]], width: int) -> Array:
        values = np.zeros((len(self.stops), width), np.float32)
        for stop, owners in marks.items():
            for owner in owners:
                if stop in self.stops:
                    values[self.stops[stop], self.owners.get(owner, width - 1)] = 1
        return values

    def _tiles(self, board: Board) -> Array:
        """How many of each kind of tile are left."""
        left = dict(self.definition.tile_counts)
        for name, _ in board.tiles.values():
            if name in left:
                left[name] -= 1
        return np.array([max(0, count) / COUNT for count in left.values()], np.float32)
