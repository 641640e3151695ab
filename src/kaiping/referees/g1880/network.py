"""The joint network of an investor and its company: could an endless train go from one to the other?"""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.board.board import Board, StopId
from kaiping.board.hex import neighbour
from kaiping.board.tile import STOP
from kaiping.definition import Definition
from kaiping.referees.ways import Side, track_on

#: more tries than this, and the referee does not know
MOST_TRIES = 20_000

#: stop at the other end, sides crossed on the way
Segment = tuple[StopId, frozenset[Side]]


class Network:
    """Track of one position, read once; markers of companies are no obstacle (VII.2.14)."""

    def __init__(self, definition: Definition, board: Board) -> None:
        self.definition, self.board = definition, board
        self._segments: dict[StopId, list[Segment]] = {}

    def joined(self, starts: list[StopId], goal: StopId) -> bool | None:
        """Is there a way that uses no track and no station twice? None if the search becomes too long."""
        if goal in starts:
            return True
        near = self._reached_from(goal)
        tries = 0
        for start in starts:
            if start not in near:
                continue
            open_ways: list[tuple[StopId, frozenset[StopId], frozenset[Side]]] = [
                (start, frozenset({start}), frozenset())
            ]
            while open_ways:
                tries += 1
                if tries > MOST_TRIES:
                    return None
                stop, visited, used = open_ways.pop()
                for other, sides in self.segments(stop):
                    if other in visited or sides & used:
                        continue
                    if other == goal:
                        return True
                    if not self._ends(other) and other in near:
                        open_ways.append((other, visited | {other}, used | sides))
        return False

    def _reached_from(self, goal: StopId) -> set[StopId]:
        """Stops from which one comes to the goal if track might be used again."""
        found, waiting = {goal}, [goal]
        while waiting:
            stop = waiting.pop()
            if stop != goal and self._ends(stop):
                continue
            for other, _ in self.segments(stop):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def _ends(self, stop: StopId) -> bool:
        """Red places and harbours are only ends of a route."""
        return self.definition.map.hexes[stop[0]].color in ("red", "blue")

    def segments(self, stop: StopId) -> list[Segment]:
        if stop not in self._segments:
            hex_id, number = stop
            ends = self._beyond(hex_id, STOP + number)
            self._segments[stop] = [found for end in ends for found in self._onward(hex_id, end, frozenset())]
        return self._segments[stop]

    def _onward(self, hex_id: str, edge: int, used: frozenset[Side]) -> Iterator[Segment]:
        if edge >= STOP:
            yield (hex_id, edge - STOP), used
            return
        other = neighbour(hex_id, edge)
        if other is None or other not in self.definition.map.hexes:
            return
        side = frozenset((hex_id, other))
        if side in used:
            return
        for end in self._beyond(other, (edge + 3) % 6):
            yield from self._onward(other, end, used | {side})

    def _beyond(self, hex_id: str, end: int) -> list[int]:
        track = track_on(self.definition, self.board, hex_id)
        return [b if a == end else a for a, b in track if end in (a, b)]
