"""The printed map: hexes, what is printed on them, and where track may lead."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from kaiping.board.hex import neighbour, opposite
from kaiping.board.tile import Shape, Stop

#: Colours of printed hexes that take tiles.
BUILDABLE = ("white", "yellow")


class Hex(Struct, frozen=True, dict=True):
    """One hex as printed."""

    id: str
    color: str
    name: str | None = None
    chinese: str | None = None
    japanese: str | None = None
    #: what the first tile on the hex costs
    cost: int = 0
    #: the part of the cost that is due to a river, where a power may waive it
    river: int = 0
    terrain: tuple[str, ...] = ()
    stops: tuple[Stop, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    label: str | None = None
    #: edges that track may not cross, from either side
    barriers: tuple[int, ...] = ()
    #: sides off the map to which track may point all the same
    ways_out: tuple[int, ...] = ()
    #: edges with a printed stub: every tile on the hex has track there
    required_exits: tuple[int, ...] = ()
    #: the ferry whose crossing the printed track is part of; it may take several hexes
    ferry: str | None = None
    group: str | None = None
    terminal: bool = False
    free: bool = False

    @property
    def buildable(self) -> bool:
        return self.color in BUILDABLE

    @cached_property
    def shape(self) -> Shape:
        return Shape(self.stops, self.track)


class Map:
    """All hexes of a board, with neighbours and the sides that track may cross."""

    def __init__(self, hexes: dict[str, Hex]) -> None:
        self.hexes = hexes
        #: results worked out from the map alone, by name
        self.memo: dict[str, Any] = {}
        #: neighbour of each hex across each edge, None off the map
        self.neighbours: dict[str, tuple[str | None, ...]] = {}
        #: edges of each hex to which new track may point
        self.open_edges: dict[str, frozenset[int]] = {}
        #: one number for each side of a hex, shared with the neighbour across it
        self.sides: dict[str, tuple[int, ...]] = {}
        numbers: dict[tuple[str, int], int] = {}
        for name in hexes:
            across = tuple(other if (other := neighbour(name, edge)) in hexes else None for edge in range(6))
            self.neighbours[name] = across
            self.open_edges[name] = frozenset(edge for edge in range(6) if self._open(name, edge, across[edge]))
            sides = []
            for edge in range(6):
                other = across[edge]
                number = numbers.get((other, opposite(edge))) if other else None
                if number is None:
                    number = numbers[name, edge] = len(numbers)
                sides.append(number)
            self.sides[name] = tuple(sides)

    def barred(self, name: str, edge: int) -> bool:
        """Is there a barrier on a side? It is said of one of the two hexes there."""
        other = self.neighbours[name][edge]
        across = () if other is None else self.hexes[other].barriers
        return edge in self.hexes[name].barriers or opposite(edge) in across

    def _open(self, name: str, edge: int, other: str | None) -> bool:
        """Track may not head off the map, at a barrier, or at a printed hex without track on that side."""
        if self.barred(name, edge):
            return False
        if other is None:
            return edge in self.hexes[name].ways_out
        target = self.hexes[other]
        return target.buildable or opposite(edge) in target.shape.exits
