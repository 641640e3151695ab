"""Best runs by a third model, for networks on which no list of routes ends: each train as a flow from hex to hex.

Every piece of track inside a hex is a choice for every train; the solver's own branch and bound decides, and rings
beside a route are forbidden as they come up. It shares nothing with the search but the solver, and is slow.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

import highspy

from kaiping.board.board import StopId
from kaiping.board.tile import StopKind
from kaiping.definition import TrainKind
from tests.routes.brute import Position, Side, Walker

highs: Any = highspy

#: a stop, or a side of a hex
Node = StopId | Side
#: the two nodes that a piece of track joins, and the hex in which it lies
Piece = tuple[Node, Node, str]


def best(position: Position) -> int:
    """The highest revenue of a run."""
    walker = Walker(position, 0)
    kinds = [position.printed.trains[name] for name in position.trains]
    return _Flows(walker, kinds).best() if kinds else 0


class _Flows:
    """The integer program of all trains together."""

    def __init__(self, walker: Walker, kinds: list[TrainKind]) -> None:
        self.walker = walker
        self.solver = highs.Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
            self.solver.setOptionValue(option, value)
        self.width = 0
        self.pieces = _pieces(walker)
        self.nodes: dict[Node, list[int]] = {}
        for number, (one, other, _) in enumerate(self.pieces):
            self.nodes.setdefault(one, []).append(number)
            self.nodes.setdefault(other, []).append(number)
        self.trains = [_Train(self, kind) for kind in kinds]
        for node in self.nodes:
            if isinstance(node, frozenset):
                self.row(0, 1, (1, [train.uses[node] for train in self.trains]))
        for number, (one, other, _) in enumerate(self.pieces):
            if isinstance(one, tuple) and isinstance(other, tuple):
                self.row(0, 1, (1, [train.chosen[number] for train in self.trains]))
        self.row(0, 1, (1, [single for train in self.trains for single in train.singles]))
        self.solver.changeObjectiveSense(highs.ObjSense.kMaximize)

    def column(self, revenue: int = 0) -> int:
        self.solver.addCol(float(revenue), 0.0, 1.0, 0, [], [])
        self.solver.changeColIntegrality(self.width, highs.HighsVarType.kInteger)
        self.width += 1
        return self.width - 1

    def row(self, low: float, high: float, *terms: tuple[float, Iterable[int]]) -> None:
        merged: dict[int, float] = {}
        for factor, columns in terms:
            for column in columns:
                merged[column] = merged.get(column, 0.0) + factor
        self.solver.addRow(low, high, len(merged), list(merged), list(merged.values()))

    def best(self) -> int:
        while True:
            self.solver.run()
            assert self.solver.getModelStatus() == highs.HighsModelStatus.kOptimal
            values = list(self.solver.getSolution().col_value)
            rings = [ring for train in self.trains for ring in train.rings(values)]
            if not rings:
                return round(float(self.solver.getInfo().objective_function_value))
            for ring in rings:
                inside = [number for number, (one, other, _) in enumerate(self.pieces) if one in ring and other in ring]
                for train in self.trains:
                    for node in ring:
                        others = [train.uses[other] for other in ring if other != node]
                        self.row(-inf, 0, (1, [train.chosen[number] for number in inside]), (-1, others))


class _Train:
    """The choices of one train."""

    def __init__(self, flows: _Flows, kind: TrainKind) -> None:
        walker, column, row = flows.walker, flows.column, flows.row
        self.flows = flows
        stops = [node for node in flows.nodes if isinstance(node, tuple)]
        sides = [node for node in flows.nodes if isinstance(node, frozenset)]
        self.chosen = [column() for _ in flows.pieces]
        self.uses: dict[Node, int] = {node: column() for node in flows.nodes}
        counted = {stop: column(walker.value(stop)) for stop in stops}
        self.ends = {stop: column() for stop in stops}
        runs = column()
        for side in sides:
            for hex_id, _ in side:
                here = [self.chosen[number] for number in flows.nodes[side] if flows.pieces[number][2] == hex_id]
                row(0, 0, (1, here), (-1, [self.uses[side]]))
        for stop in stops:
            call, end = self.uses[stop], self.ends[stop]
            row(0, 0, (1, [self.chosen[number] for number in flows.nodes[stop]]), (-2, [call]), (1, [end]))
            row(0, inf if walker.may_pass(stop) else 0, (1, [call]), (-1, [end]))
            row(0, inf if kind.skips else 0, (1, [call]), (-1, [counted[stop]]))
        row(0, 0, (1, self.ends.values()), (-2, [runs]))
        row(0, inf, (1, [counted[stop] for stop in stops if walker.has_token(stop)]), (-1, [runs]))
        for place in {walker.place(stop) for stop in stops}:
            row(0, 1, (1, [self.uses[stop] for stop in stops if walker.place(stop) == place]))
        using = [stop for stop in stops if kind.skips or not walker.hexes[stop[0]].free]
        large = [stop for stop in using if walker.kind(stop) in (StopKind.CITY, StopKind.OFFBOARD)]
        small = [stop for stop in using if walker.kind(stop) in (StopKind.TOWN, StopKind.HARBOUR)]
        for some, limit in ((using, kind.range), (large, kind.cities), (small, kind.towns)):
            if limit is not None:
                row(0, limit, (1, [counted[stop] for stop in some]))
        self._pay_fees(sides)
        self.singles = list[int]()
        for bonus in walker.printed.running.bonuses:
            claim = column(bonus.amount)
            self.singles += [claim] if bonus.once else []
            for names in bonus.between:
                row(0, inf, (1, [counted[stop] for stop in stops if stop[0] in names]), (-1, [claim]))

    def _pay_fees(self, sides: list[Side]) -> None:
        walker = self.flows.walker
        if walker.privileges.no_fees:
            return
        ferries: dict[str, int] = {}
        for side in sides:
            for hex_id, _ in side:
                ferry = walker.hexes[hex_id].ferry
                if ferry is not None:
                    if ferry not in ferries:
                        ferries[ferry] = self.flows.column(-walker.printed.running.ferry_fee)
                    self.flows.row(0, inf, (1, [ferries[ferry]]), (-1, [self.uses[side]]))

    def rings(self, values: list[float]) -> list[set[Node]]:
        """Stops and sides of each ring apart from the route."""
        beside: dict[Node, list[Node]] = {}
        for number, (one, other, _) in enumerate(self.flows.pieces):
            if values[self.chosen[number]] > 0.5:
                beside.setdefault(one, []).append(other)
                beside.setdefault(other, []).append(one)
        rings, seen = list[set[Node]](), set[Node]()
        for start in beside:
            if start not in seen:
                ring, todo = {start}, [start]
                while todo:
                    for node in beside[todo.pop()]:
                        if node not in ring:
                            ring.add(node)
                            todo.append(node)
                seen |= ring
                if not any(isinstance(node, tuple) and values[self.ends[node]] > 0.5 for node in ring):
                    rings.append(ring)
        return rings


def _pieces(walker: Walker) -> list[Piece]:
    """All track on the board that leads somewhere."""
    found: list[Piece] = []
    for hex_id in walker.hexes:
        for ends in walker.shape(hex_id).track:
            nodes: list[Node] = []
            for end in ends:
                other = walker.printed.map.neighbours[hex_id][end] if end < 6 else None
                if end >= 6:
                    nodes.append((hex_id, end - 6))
                elif other is not None:
                    nodes.append(frozenset({(hex_id, end), (other, (end + 3) % 6)}))
            if len(nodes) == 2:
                found.append((nodes[0], nodes[1], hex_id))
    return found
