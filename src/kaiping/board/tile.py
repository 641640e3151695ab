"""Tiles: stops, track, and the shape a tile has when it lies turned."""

from __future__ import annotations

from enum import Enum
from functools import cached_property

from msgspec import Struct

#: Colours in the order of upgrades.
COLORS = ("yellow", "green", "brown", "grey")
#: An end of track: an edge 0-5, or stop n as 6 + n.
STOP = 6


class StopKind(Enum):
    CITY = "city"
    TOWN = "town"
    OFFBOARD = "offboard"
    #: a place by the sea that counts as small; what makes it the end of a route is its hex
    HARBOUR = "harbour"
    #: a place only ever printed, never on a tile: the yellow tile laid on it makes it a town or a city
    BOOMTOWN = "boomtown"


class Stop(Struct, frozen=True, dict=True):
    """A revenue location: its kind, its values, its slots for tokens.

    A title has a few steps of value, and its phases say which of them holds (``Phase.value_index``); a stop
    has either a value for each step, or one that stays, which stands here once for each colour.
    """

    kind: StopKind
    values: tuple[int, ...]
    slots: int = 0

    @cached_property
    def large(self) -> bool:
        """Does it count among the large stops of a train that counts large and small ones?"""
        return self.kind in (StopKind.CITY, StopKind.OFFBOARD)

    @cached_property
    def small(self) -> bool:
        return self.kind in (StopKind.TOWN, StopKind.HARBOUR)

    @classmethod
    def parse(cls, text: str) -> Stop:
        """Read "city 20/30/40/50 x2".

        >>> Stop.parse("town 10").values
        (10, 10, 10, 10)
        >>> Stop.parse("offboard 20/30/50").values
        (20, 30, 50)
        """
        kind, values, *slots = text.split()
        numbers = tuple(int(value) for value in values.split("/"))
        if len(numbers) == 1:
            numbers *= len(COLORS)
        return cls(StopKind(kind), numbers, int(slots[0][1:]) if slots else 0)


def parse_track(text: str) -> tuple[tuple[int, int], ...]:
    """Read "0-3 1-s0": pairs of ends, an edge or a stop each."""

    def end(word: str) -> int:
        return STOP + int(word[1:]) if word.startswith("s") else int(word)

    pairs = (pair.split("-") for pair in text.split())
    return tuple((end(a), end(b)) for a, b in pairs)


class Shape:
    """Track of a tile (or of a printed hex) as it lies: what each edge and each stop joins."""

    __slots__ = ("by_edge", "by_stop", "exit_bits", "exits", "joins_stops", "stops", "track")

    def __init__(self, stops: tuple[Stop, ...], track: tuple[tuple[int, int], ...]) -> None:
        self.stops = stops
        self.track = track
        by_edge: list[list[int]] = [[] for _ in range(6)]
        by_stop: list[list[int]] = [[] for _ in stops]
        for a, b in track:
            for one, other in ((a, b), (b, a)):
                if one < STOP:
                    by_edge[one].append(other)
                else:
                    by_stop[one - STOP].append(other)
        #: for each edge the other ends of its track
        self.by_edge = tuple(tuple(ends) for ends in by_edge)
        #: for each stop the other ends of its track
        self.by_stop = tuple(tuple(ends) for ends in by_stop)
        self.exits = frozenset(edge for edge, ends in enumerate(self.by_edge) if ends)
        #: the exits as bits
        self.exit_bits = sum(1 << edge for edge in self.exits)
        #: track leads from one stop to another within the hex
        self.joins_stops = any(a >= STOP and b >= STOP for a, b in track)

    def turned(self, rotation: int) -> Shape:
        if rotation == 0:
            return self
        turned = tuple(tuple((end + rotation) % 6 if end < STOP else end for end in pair) for pair in self.track)
        return Shape(self.stops, turned)  # type: ignore[arg-type]


class Tile(Struct, frozen=True, dict=True):
    """A kind of tile as printed, unrotated."""

    id: str
    color: str
    stops: tuple[Stop, ...] = ()
    track: tuple[tuple[int, int], ...] = ()
    label: str | None = None
    #: what it costs to cover this tile with another
    cost: int = 0
    #: tiles that would keep its track and yet may not cover it
    barred: tuple[str, ...] = ()

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The shape in each of the six rotations."""
        plain = Shape(self.stops, self.track)
        return tuple(plain.turned(rotation) for rotation in range(6))

    @cached_property
    def rotations(self) -> tuple[int, ...]:
        """Rotations that differ from each other."""
        seen: dict[frozenset[frozenset[int]], int] = {}
        for rotation, shape in enumerate(self.shapes):
            seen.setdefault(frozenset(frozenset(pair) for pair in shape.track), rotation)
        return tuple(seen.values())
