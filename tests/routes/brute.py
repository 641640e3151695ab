"""Best runs by trying everything, hex by hex, straight from the map: slow, and sharing nothing with the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kaiping.board.board import Board
from kaiping.board.tile import Shape, StopKind
from kaiping.definition import Definition

#: hex and edge at which a side is crossed, named from both hexes
Side = frozenset[tuple[str, int]]


class TooSlow(Exception):
    """More to try than was allowed."""


class Way(NamedTuple):
    """A route: what it earns, what it brings the treasury, and the track it uses."""

    revenue: int
    subsidy: int
    calls: int
    length: int
    track: frozenset[Side]


def best_by_calls(
    definition: Definition, board: Board, company: str, trains: Sequence[str], values: int, *, most: int = 200_000
) -> dict[int, int]:
    """The highest revenue for each number of calls at stops that pay a subsidy."""
    ways = list(dict.fromkeys(Walker(definition, board, company, values, most).ways()))
    ranges = [definition.trains[name].range for name in trains]
    best: dict[int, int] = {}
    tried = 0

    def run(index: int, revenue: int, calls: int, used: frozenset[Side]) -> None:
        nonlocal tried
        tried += 1
        if tried > most:
            raise TooSlow
        if index == len(ranges):
            best[calls] = max(best.get(calls, 0), revenue)
            return
        run(index + 1, revenue, calls, used)
        limit = ranges[index]
        for way in ways:
            if (limit is None or way.length <= limit) and not way.track & used:
                run(index + 1, revenue + way.revenue, calls + way.calls, used | way.track)

    run(0, 0, 0, frozenset())
    return best


class Walker:
    """Walks from every stop along every track, one hex at a time."""

    def __init__(self, definition: Definition, board: Board, company: str, values: int, most: int) -> None:
        self.definition = definition
        self.hexes = definition.map.hexes
        self.board = board
        self.company = company
        self.values = values
        self.steps = most

    def shape(self, hex_id: str) -> Shape:
        if hex_id in self.board.tiles:
            tile, rotation = self.board.tiles[hex_id]
            return self.definition.tiles[tile].shapes[rotation]
        return self.hexes[hex_id].shape

    def ways(self) -> Iterator[Way]:
        for hex_id in self.hexes:
            for index in range(len(self.shape(hex_id).stops)):
                yield from self.at_stop([(hex_id, index)], frozenset())

    def at_stop(self, stops: list[tuple[str, int]], track: frozenset[Side]) -> Iterator[Way]:
        self.steps -= 1
        if self.steps < 0:
            raise TooSlow
        if len(stops) > 1:
            if any(self.company in self.board.tokens.get(stop, ()) for stop in stops):
                yield self.way(stops, track)
            if not self.may_pass(stops[-1]):
                return
        hex_id, index = stops[-1]
        for end in self.shape(hex_id).by_stop[index]:
            if end < 6:
                yield from self.across(hex_id, end, stops, track)
            else:
                inside = frozenset({(hex_id, 6 + index), (hex_id, end)})
                if inside not in track:
                    yield from self.arrive((hex_id, end - 6), stops, track | {inside})

    def across(self, hex_id: str, edge: int, stops: list[tuple[str, int]], track: frozenset[Side]) -> Iterator[Way]:
        """Leave a hex by an edge, unless that side has been crossed already."""
        other = self.definition.map.neighbours[hex_id][edge]
        if other is None:
            return
        came = (edge + 3) % 6
        side = frozenset({(hex_id, edge), (other, came)})
        if side in track:
            return
        for one, two in self.shape(other).track:
            for here, there in ((one, two), (two, one)):
                if here == came and there < 6:
                    yield from self.across(other, there, stops, track | {side})
                elif here == came:
                    yield from self.arrive((other, there - 6), stops, track | {side})

    def arrive(self, stop: tuple[str, int], stops: list[tuple[str, int]], track: frozenset[Side]) -> Iterator[Way]:
        if self.place(stop) not in map(self.place, stops):
            yield from self.at_stop([*stops, stop], track)

    def place(self, stop: tuple[str, int]) -> object:
        return self.hexes[stop[0]].group or stop

    def may_pass(self, stop: tuple[str, int]) -> bool:
        if self.hexes[stop[0]].terminal:
            return False
        owners = self.board.tokens.get(stop, ())
        city = self.shape(stop[0]).stops[stop[1]]
        return city.kind is not StopKind.CITY or self.company in owners or len(owners) < city.slots

    def way(self, stops: list[tuple[str, int]], track: frozenset[Side]) -> Way:
        revenue = sum(self.shape(hex_id).stops[index].values[self.values] for hex_id, index in stops)
        company = self.definition.companies[self.company]
        called = {hex_id for hex_id, _ in stops}
        if company.home_stop[0] in called and called & set(company.destination):
            revenue += company.bonus
        paid = [
            self.definition.subsidies[self.board.tiles[hex_id][0]]
            for hex_id, _ in stops
            if hex_id in self.board.tiles and self.board.tiles[hex_id][0] in self.definition.subsidies
        ]
        length = sum(not self.hexes[hex_id].free for hex_id, _ in stops)
        return Way(revenue, sum(paid), len(paid), length, track)
