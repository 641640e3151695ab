"""Cuts that hold because a train that comes into a part of the map leaves it again, unless its route ends there.

Let F be an odd number of the sides around some part of the map. If track crosses all of F and no other side of that
part, the number of crossings is odd, so that a route ends inside. Choices that are not whole break this often.
"""

from __future__ import annotations

from msgspec import Struct

from kaiping.board.tile import STOP
from kaiping.routes.country import Country, each_bit
from kaiping.routes.groups import groups
from kaiping.routes.train_flow import Edge

#: a stop that its hex keeps apart from all other track, or else the whole hex, with a number below 0
Node = int

#: ranges of use in which a side counts as undecided, to find parts of the map where track is undecided
_UNDECIDED = ((1e-6, 1 - 1e-6), (0.1, 0.9), (0.25, 0.75), (0.25, 1 - 1e-6), (1e-6, 0.75))
_MOST_CUTS = 60
_WORTHWHILE = 0.02


class Cut(Struct, frozen=True):
    """Uses of some edges, less uses of others, less ends at some stops, are no more than a number."""

    slack: float
    #: factor of each edge
    edges: dict[int, int]
    #: stops where an end counts against it
    stops: frozenset[int]
    most: int


class Parity:
    """Finds such cuts for all trains together, since no two may cross one side."""

    def __init__(self, country: Country, edges: list[Edge]) -> None:
        network = country.problem.network
        #: the edges that cross each side
        self._over: dict[int, list[int]] = {}
        hexes: dict[str, Node] = {}  # in their order, so that a search takes the same course each time
        for number, (one, other, segment) in enumerate(edges):
            for name in (*segment.hexes, network.ids[one][0], network.ids[other][0]):
                hexes.setdefault(name, -1 - len(hexes))
            for side in each_bit(segment.mask):
                self._over.setdefault(side.bit_length() - 1, []).append(number)
        #: the nodes on both ends of each side, and the sides of each node
        self._ends: dict[int, list[Node]] = {}
        self._around: dict[Node, list[int]] = {}
        #: the stops in each node at which a route may end; others may lie beside track that only passes their hex
        self._stops: dict[Node, list[int]] = {}
        within_reach = frozenset(country.stops)
        for name, whole in hexes.items():
            shape, sides = network.shapes[name], network.printed.sides[name]
            apart = all(len(ends) <= 1 and all(end >= STOP for end in ends) for ends in shape.by_edge)
            apart = apart and all(end < STOP for ends in shape.by_stop for end in ends)
            for edge, ends in enumerate(shape.by_edge):
                if ends and sides[edge] in self._over:
                    node: Node = network.numbers[name, ends[0] - STOP] if apart else whole
                    self._ends.setdefault(sides[edge], []).append(node)
                    self._around.setdefault(node, []).append(sides[edge])
            for index in range(len(shape.stops)):
                stop = network.numbers[name, index]
                if stop in within_reach:
                    self._stops.setdefault(stop if apart else whole, []).append(stop)

    def cuts(self, used: list[float], ends: dict[int, float]) -> list[Cut]:
        """The cuts that break most, for how far each edge is used and each stop is an end."""
        crossed = {side: sum(used[number] for number in over) for side, over in self._over.items()}
        cuts = [cut for part in self._parts(crossed) if (cut := self._cut(part, crossed, ends)) is not None]
        cuts.sort(key=lambda cut: cut.slack)
        return cuts[:_MOST_CUTS]

    def _parts(self, crossed: dict[int, float]) -> list[frozenset[Node]]:
        """Parts of the map to look at: single nodes, neighbours, and those that undecided track joins."""
        parts: list[frozenset[Node]] = [frozenset((node,)) for node in self._around]
        for low, high in _UNDECIDED:
            beside: dict[Node, list[Node]] = {}
            for side, pair in self._ends.items():
                if len(pair) == 2 and low < crossed[side] < high:
                    beside.setdefault(pair[0], []).append(pair[1])
                    beside.setdefault(pair[1], []).append(pair[0])
            parts += map(frozenset, groups(beside))
        parts += [frozenset(pair) for side, pair in self._ends.items() if crossed[side] > 1e-6]
        return list(dict.fromkeys(parts))

    def _cut(self, part: frozenset[Node], crossed: dict[int, float], ends: dict[int, float]) -> Cut | None:
        stops = frozenset(stop for node in part for stop in self._stops.get(node, ()))
        inside = sum(ends.get(stop, 0.0) for stop in stops)
        if inside >= 1 - _WORTHWHILE:
            return None
        around = [side for node in part for side in self._around[node]]
        out = [side for side in around if around.count(side) == 1]
        if not out:
            return None
        odd = {side for side in out if crossed[side] > 0.5}
        if len(odd) % 2 == 0:
            odd ^= {min(out, key=lambda side: abs(crossed[side] - 0.5))}
        slack = inside + sum(1 - crossed[side] if side in odd else crossed[side] for side in out)
        if slack > 1 - _WORTHWHILE:
            return None
        factors: dict[int, int] = {}
        for side in out:
            for number in self._over[side]:
                factors[number] = factors.get(number, 0) + (1 if side in odd else -1)
        return Cut(slack, factors, stops, len(odd) - 1)
