"""Cuts that hold because a train that comes into a part of the map leaves it again, unless its route ends there.

Let F be an odd number of the sides around some part of the map. If track crosses all of F and no other side of that
part, the number of crossings is odd, so that a route ends inside. Choices that are not whole break this often.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from kaiping.board.tile import STOP
from kaiping.routes.country import Country, each_bit
from kaiping.routes.groups import groups
from kaiping.routes.train_flow import Edge

#: a stop that its hex keeps apart from all other track, or else the whole hex, with a number below 0
Node = int
#: what is looked at together
Part = frozenset[Node]

Numbers = npt.NDArray[np.int64]
Amounts = npt.NDArray[np.float64]

#: sides that less track crosses are not looked at
_USED = 1e-6
#: ranges of use in which a side counts as undecided, to find parts of the map where track is undecided
_UNDECIDED = ((_USED, 1 - 1e-6), (0.1, 0.9), (0.25, 0.75), (0.25, 1 - 1e-6), (1e-6, 0.75))
_MOST_CUTS = 60
_WORTHWHILE = 0.02
#: sums in another order differ by less than this
_SLACK = 1e-9


class Cut(Struct, frozen=True):
    """Uses of some edges, less uses of others, less ends at some stops, are no more than a number."""

    slack: float
    #: factor of each edge
    edges: dict[int, int]
    #: stops where an end counts against it
    stops: frozenset[int]
    most: int


class _Fixed(NamedTuple):
    """The parts that are looked at each time: single nodes, then the pairs on both ends of each side."""

    parts: list[Part]
    #: the side between the nodes of each pair, and the numbers of these nodes
    between: Numbers
    pairs: Numbers
    #: the sides around each part; where there are fewer than a row has room for, a side that is not there
    out: Numbers
    #: stops at which routes may end, and the number of the node that each lies in
    stops: list[int]
    inside: Numbers


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
        #: what ``_around_of`` has found
        self._known: dict[Part, tuple[frozenset[int], list[int]]] = {}
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

    @cached_property
    def _crossings(self) -> tuple[Numbers, Numbers]:
        """Each side and an edge over it, for all such pairs."""
        pairs = [(side, number) for side, over in self._over.items() for number in over]
        return np.array([side for side, _ in pairs]), np.array([number for _, number in pairs])

    @cached_property
    def _fixed(self) -> _Fixed:
        numbers = {node: number for number, node in enumerate(self._around)}
        pairs = {side: pair for side, pair in self._ends.items() if len(pair) == 2}
        parts = [frozenset((node,)) for node in numbers] + [frozenset(pair) for pair in pairs.values()]
        around = [self._around_of(part)[1] for part in parts]
        none, room = max(self._over) + 1, max(map(len, around))
        stops = [(stop, numbers[node]) for node, held in self._stops.items() if node in numbers for stop in held]
        return _Fixed(
            parts=parts,
            between=np.array(list(pairs), dtype=np.int64),
            pairs=np.array([numbers[node] for pair in pairs.values() for node in pair], dtype=np.int64).reshape(-1, 2),
            out=np.array([sides + [none] * (room - len(sides)) for sides in around]),
            stops=[stop for stop, _ in stops],
            inside=np.array([number for _, number in stops], dtype=np.int64),
        )

    def _around_of(self, part: Part) -> tuple[frozenset[int], list[int]]:
        """The stops in a part at which a route may end, and the sides around it."""
        found = self._known.get(part)
        if found is None:
            stops = frozenset(stop for node in part for stop in self._stops.get(node, ()))
            around = [side for node in part for side in self._around[node]]
            found = self._known[part] = stops, [side for side in around if around.count(side) == 1]
        return found

    def cuts(self, used: Amounts, ends: Mapping[int, float]) -> list[Cut]:
        """The cuts that break most, for how far each edge is used and each stop is an end."""
        if not self._over:
            return []
        sides, edges = self._crossings
        crossings: Amounts = np.bincount(sides, weights=used[edges]).astype(np.float64)
        crossed: list[float] = crossings.tolist()
        single, pairs = self._hopeful(crossings, ends)
        cuts = [
            cut
            for part in dict.fromkeys((*single, *self._joined(crossed), *pairs))
            if (cut := self._cut(part, crossed, ends)) is not None
        ]
        cuts.sort(key=lambda cut: cut.slack)
        return cuts[:_MOST_CUTS]

    def _hopeful(self, crossings: Amounts, ends: Mapping[int, float]) -> tuple[list[Part], list[Part]]:
        """The single nodes, and the pairs with track between them, of which there is a cut."""
        fixed = self._fixed
        weights = np.array([ends.get(stop, 0.0) for stop in fixed.stops], dtype=np.float64)
        nodes: Amounts = np.bincount(fixed.inside, weights=weights, minlength=len(self._around)).astype(np.float64)
        inside: Amounts = np.concatenate((nodes, nodes[fixed.pairs].sum(axis=1)))
        padded = np.append(crossings, 0.0)
        widths = padded[fixed.out]
        odd = widths > 0.5
        nearest = np.minimum(widths, 1 - widths).sum(axis=1)
        # where the number of the sides is not odd, the least sure one changes
        change = np.where(fixed.out < len(crossings), np.abs(widths - 0.5), np.inf).min(axis=1)
        slack = inside + nearest + np.where(odd.sum(axis=1) % 2 == 0, 2 * change, 0.0)
        hopeful = slack < 1 - _WORTHWHILE + _SLACK
        alone = len(self._around)
        hopeful[alone:] &= crossings[fixed.between] > _USED
        numbers = np.flatnonzero(hopeful).tolist()
        return (
            [fixed.parts[number] for number in numbers if number < alone],
            [fixed.parts[number] for number in numbers if number >= alone],
        )

    def _joined(self, crossed: list[float]) -> list[Part]:
        """Parts of the map that undecided track joins."""
        parts: list[Part] = []
        for low, high in _UNDECIDED:
            beside: dict[Node, list[Node]] = {}
            for side, pair in self._ends.items():
                if len(pair) == 2 and low < crossed[side] < high:
                    beside.setdefault(pair[0], []).append(pair[1])
                    beside.setdefault(pair[1], []).append(pair[0])
            parts += map(frozenset, groups(beside))
        return parts

    def _cut(self, part: Part, crossed: list[float], ends: Mapping[int, float]) -> Cut | None:
        stops, out = self._around_of(part)
        inside = sum(ends.get(stop, 0.0) for stop in stops)
        if inside >= 1 - _WORTHWHILE or not out:
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
