"""Routes by an integer program, for networks too dense to list what a train can run.

Trains without limit are flows: which segments and stops they use, where they end. Trains with a range stay lists of
candidates. Rings apart from a route are cut off one by one until the best solution has none.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import reduce
from importlib import import_module
from math import gcd, inf
from typing import Any

from msgspec import Struct

from kaiping.routes.arms import Candidate
from kaiping.routes.country import Country, Slot
from kaiping.routes.cuts import Capacities, near_side
from kaiping.routes.network import Segment, point

#: stop, stop, and the segment from the first to the second
Edge = tuple[int, int, Segment]
Terms = dict[int, float]

_MOST_ROUNDS = 60


def available() -> bool:
    """Whether the solver is installed."""
    try:
        import_module("highspy")
    except ImportError:
        return False
    return True


class Chain(Struct, frozen=True):
    """A route as a chain of segments: bits of its track, as the country numbers it, and its points."""

    mask: int
    path: tuple[str, ...]


class Solution(Struct, frozen=True):
    """For each slot a route, or nothing where the train stays at home, if any choice fits; and a bound."""

    routes: tuple[Chain | None, ...] | None
    #: no choice earns more
    bound: float
    #: nothing scores more
    proven: bool


class _Model:
    """Choices between 0 and 1, what they score and what limits them, on their way to the solver."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self.rows: list[tuple[float, float, Terms]] = []
        self._solver: Any = None
        self._weights: list[int] = []

    def column(self, score: int = 0) -> int:
        self.scores.append(score)
        return len(self.scores) - 1

    def row(self, low: float, high: float, *terms: tuple[float, Iterable[int]]) -> None:
        """The sum of some columns, each group with its factor, lies between two numbers."""
        merged: Terms = {}
        for factor, columns in terms:
            for column in columns:
                merged[column] = merged.get(column, 0.0) + factor
        if self._solver is None:
            self.rows.append((low, high, merged))
        else:
            self._solver.addRow(low, high, len(merged), list(merged), list(merged.values()))

    def solve(self, weights: list[int], deadline: float | None) -> tuple[list[float] | None, float, bool]:
        """Values of the columns with the highest weight, if some fit; a bound of the weight; whether it is reached."""
        highs: Any = import_module("highspy")
        if self._solver is None:
            self._solver = self._start(highs, weights)
        elif weights is not self._weights:
            self._solver.changeColsCost(len(weights), list(range(len(weights))), weights)
        self._weights = weights
        solver, states = self._solver, highs.HighsModelStatus
        # weights are multiples of a step, so what is nearer than a step is no better
        solver.setOptionValue("mip_abs_gap", 0.99 * max(1, reduce(gcd, weights, 0)))
        if deadline is not None:
            # the solver counts the time of all its runs together
            left = max(0.0, deadline - time.perf_counter())
            solver.setOptionValue("time_limit", solver.getRunTime() + left)
        solver.run()
        status, info = solver.getModelStatus(), solver.getInfo()
        if status == states.kInfeasible:
            return None, -1.0, True
        if status not in (states.kOptimal, states.kTimeLimit):
            raise RuntimeError(f"the solver gives up: {solver.modelStatusToString(status)}")
        if info.primal_solution_status != highs.SolutionStatus.kSolutionStatusFeasible:
            return None, info.mip_dual_bound, False
        done = status == states.kOptimal
        bound = info.objective_function_value if done else info.mip_dual_bound
        return list(solver.getSolution().col_value), bound, done

    def relaxed(self, weights: list[int]) -> list[float] | None:
        """Values of the columns where they need not be whole."""
        highs: Any = import_module("highspy")
        if self._solver is None:
            self._solver, self._weights = self._start(highs, weights), weights
        numbers = list(range(len(weights)))
        self._solver.changeColsIntegrality(len(weights), numbers, [highs.HighsVarType.kContinuous] * len(weights))
        self._solver.run()
        optimal = self._solver.getModelStatus() == highs.HighsModelStatus.kOptimal
        values = list(self._solver.getSolution().col_value) if optimal else None
        self._solver.changeColsIntegrality(len(weights), numbers, [highs.HighsVarType.kInteger] * len(weights))
        return values

    def _start(self, highs: Any, weights: list[int]) -> Any:
        lp = highs.HighsLp()
        width, height = len(weights), len(self.rows)
        lp.num_col_, lp.num_row_, lp.sense_ = width, height, highs.ObjSense.kMaximize
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = weights, [0.0] * width, [1.0] * width
        lp.row_lower_, lp.row_upper_ = [row[0] for row in self.rows], [row[1] for row in self.rows]
        lp.integrality_ = [highs.HighsVarType.kInteger] * width
        starts, columns, factors = [0], list[int](), list[float]()
        for _, _, terms in self.rows:
            columns += terms.keys()
            factors += terms.values()
            starts.append(len(columns))
        matrix = lp.a_matrix_
        matrix.format_, matrix.num_col_, matrix.num_row_ = highs.MatrixFormat.kRowwise, width, height
        matrix.start_, matrix.index_, matrix.value_ = starts, columns, factors
        solver = highs.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.setOptionValue("mip_rel_gap", 0.0)
        solver.passModel(lp)
        return solver


class _Flow:
    """One train as a flow: columns for its segments, its stops, its ends, and whether it runs at all."""

    def __init__(self, model: _Model, country: Country, edges: list[Edge], slot: Slot) -> None:
        problem, places = country.problem, country.problem.network.places
        self.edges = edges
        self.country = country
        self.uses = [model.column() for _ in edges]
        self.calls = {stop: model.column(country.scores[stop]) for stop in country.stops}
        self.ends = {stop: model.column() for stop in country.stops}
        self.runs = model.column()
        self.at: dict[int, list[int]] = {stop: [] for stop in country.stops}
        pairs: dict[tuple[int, int], list[int]] = {}
        for column, (one, other, _) in zip(self.uses, edges, strict=True):
            self.at[one].append(column)
            self.at[other].append(column)
            pairs.setdefault((one, other), []).append(column)
        for stop in country.stops:
            call, end = self.calls[stop], self.ends[stop]
            if problem.closed >> stop & 1:
                model.row(0, 0, (1, self.at[stop]), (-1, [call]))
                model.row(0, 0, (1, [call]), (-1, [end]))
            else:
                model.row(0, 0, (1, self.at[stop]), (-2, [call]), (1, [end]))
                model.row(-inf, 0, (1, [end]), (-1, [call]))
        for (one, other), columns in pairs.items():
            model.row(-inf, 0, (1, columns), (-1, [self.calls[one]]))
            model.row(-inf, 0, (1, columns), (-1, [self.calls[other]]))
        model.row(0, 0, (1, self.ends.values()), (-2, [self.runs]))
        model.row(0, inf, (1, [self.calls[stop] for stop in country.tokens]), (-1, [self.runs]))
        by_place: dict[int, list[int]] = {}
        for stop in country.stops:
            by_place.setdefault(places[stop], []).append(self.calls[stop])
        for columns in by_place.values():
            if len(columns) > 1:
                model.row(-inf, 1, (1, columns))
        limit, subsidy_calls = slot
        if limit is not None:
            counted = [self.calls[stop] for stop in country.stops if not problem.free >> stop & 1]
            model.row(-inf, 0, (1, counted), (-limit, [self.runs]))
        if subsidy_calls is not None:
            paying = [self.calls[stop] for stop in country.stops if places[stop] & country.calls]
            model.row(subsidy_calls, subsidy_calls, (1, paying))
        for first, second, amount in country.bonuses:
            bonus = model.column(amount)
            for wanted in (first, second):
                model.row(
                    -inf, 0, (1, [bonus]), (-1, [self.calls[stop] for stop in country.stops if places[stop] & wanted])
                )

    def rings(self, values: list[float]) -> list[set[int]]:
        """Stops of each ring that the chosen segments form apart from the route."""
        beside: dict[int, list[int]] = {}
        for column, (one, other, _) in zip(self.uses, self.edges, strict=True):
            if values[column] > 0.5:
                beside.setdefault(one, []).append(other)
                beside.setdefault(other, []).append(one)
        rings, seen = list[set[int]](), set[int]()
        for start in beside:
            if start in seen:
                continue
            ring = {start}
            todo = [start]
            while todo:
                for stop in beside[todo.pop()]:
                    if stop not in ring:
                        ring.add(stop)
                        todo.append(stop)
            seen |= ring
            if not any(values[self.ends[stop]] > 0.5 for stop in ring):
                rings.append(ring)
        return rings

    def loose(self, values: list[float]) -> list[tuple[set[int], int]]:
        """Sets of stops with too little track out of them for one stop in them, in a solution that is not whole.

        From a stop that is called at, two ways lead to the ends of the route.
        """
        ends = -1
        beside: Capacities = {ends: {}}
        for column, (one, other, _) in zip(self.uses, self.edges, strict=True):
            if values[column] > 0:
                for node, across in ((one, other), (other, one)):
                    there = beside.setdefault(node, {})
                    there[across] = there.get(across, 0.0) + values[column]
        for stop, column in self.ends.items():
            if stop in beside:
                beside[stop][ends] = beside[ends][stop] = values[column]
        found: list[tuple[set[int], int]] = []
        covered = {ends}
        for stop in sorted(beside, key=lambda stop: -values[self.calls[stop]] if stop != ends else 0):
            if stop in covered or values[self.calls[stop]] < 0.1:
                continue
            side = near_side(beside, stop, ends, 2 * values[self.calls[stop]] - 0.05)
            if side is not None:
                found.append((side, stop))
                covered |= side
        return found

    def cut(self, model: _Model, stops: set[int], called: int) -> None:
        """If one stop is called at, there are fewer segments between these stops than calls at them."""
        inside = [
            column
            for column, (one, other, _) in zip(self.uses, self.edges, strict=True)
            if one in stops and other in stops
        ]
        model.row(-inf, 0, (1, inside), (-1, [self.calls[stop] for stop in stops if stop != called]))

    def route(self, values: list[float]) -> Chain | None:
        """The chosen segments from end to end."""
        left = [edge for column, edge in zip(self.uses, self.edges, strict=True) if values[column] > 0.5]
        if not left:
            return None
        at = next(stop for stop, column in self.ends.items() if values[column] > 0.5)
        points, mask = [point(self.country.problem.network.ids[at])], 0
        while True:
            edge = next((edge for edge in left if at in edge[:2]), None)
            if edge is None:
                return Chain(mask, tuple(points))
            left.remove(edge)
            one, other, segment = edge
            mask |= self.country.masks[segment.mask]
            points += segment.hexes if at == one else reversed(segment.hexes)
            at = other if at == one else one
            points.append(point(self.country.problem.network.ids[at]))


def solve(
    country: Country,
    slots: Sequence[Slot],
    lists: dict[Slot, list[Candidate]],
    *,
    used: int = 0,
    deadline: float | None = None,
) -> Solution:
    """The best choice of routes off the track used; kinds that are not listed run as flows."""
    return _Program(country, slots, lists, used).solve(deadline)


class _Program:
    def __init__(self, country: Country, slots: Sequence[Slot], lists: dict[Slot, list[Candidate]], used: int) -> None:
        self.country = country
        self.slots = slots
        self.lists = lists
        self.model = model = _Model()
        edges = [edge for edge in _edges(country) if not country.masks[edge[2].mask] & used]
        self.flows: dict[int, _Flow] = {}
        self.chosen: dict[Slot, list[int]] = {}
        on_track: dict[int, list[int]] = {}
        for index, slot in enumerate(slots):
            if slot in lists:
                continue
            flow = self.flows[index] = _Flow(model, country, edges, slot)
            for column, edge in zip(flow.uses, edges, strict=True):
                _add(on_track, country.masks[edge[2].mask], column)
            if slot[1]:
                model.row(1, 1, (1, [flow.runs]))
        for slot, candidates in lists.items():
            columns = self.chosen[slot] = [model.column(candidate.score) for candidate in candidates]
            for column, candidate in zip(columns, candidates, strict=True):
                _add(on_track, candidate.mask, column)
            trains = sum(other == slot for other in slots)
            model.row(trains if slot[1] else -inf, trains, (1, columns))
        for columns in on_track.values():
            if len(columns) > 1:
                model.row(-inf, 1, (1, columns))
        self._order_alike()

    def _order_alike(self) -> None:
        """Trains of one kind are alike: let the one before score no less at its stops."""
        before: dict[Slot, _Flow] = {}
        for index, flow in self.flows.items():
            earlier = before.get(self.slots[index])
            if earlier is not None:
                merged = [(score, [earlier.calls[stop]]) for stop, score in self.country.scores.items()] + [
                    (-score, [flow.calls[stop]]) for stop, score in self.country.scores.items()
                ]
                self.model.row(0, inf, *merged)
            before[self.slots[index]] = flow

    def solve(self, deadline: float | None) -> Solution:
        scale, scores = self.country.scale, self.model.scores
        revenue = [score // scale for score in scores]
        self._tighten(revenue)
        values, bound, proven = self._without_rings(revenue, deadline)
        if values is None:
            return Solution(None, bound, proven)
        subsidy = [score % scale for score in scores]
        if proven and any(subsidy):
            self.model.row(bound - 0.5, inf, *((weight, [column]) for column, weight in enumerate(revenue) if weight))
            better, _, proven = self._without_rings(subsidy, deadline)
            values = better or values
        return Solution(self._routes(values), bound, proven)

    def _without_rings(self, weights: list[int], deadline: float | None) -> tuple[list[float] | None, float, bool]:
        while True:
            values, bound, proven = self.model.solve(weights, deadline)
            if values is None:
                return values, bound, proven
            rings = [ring for flow in self.flows.values() for ring in flow.rings(values)]
            if not rings:
                return values, bound, proven
            if not proven:
                return None, bound, False
            for ring in rings:
                for flow in self.flows.values():
                    for stop in ring:
                        flow.cut(self.model, ring, stop)

    def _tighten(self, weights: list[int]) -> None:
        """Cut off what is loose before the columns have to be whole, which is much quicker."""
        for _ in range(_MOST_ROUNDS):
            values = self.model.relaxed(weights)
            loose = [] if values is None else [cut for flow in self.flows.values() for cut in flow.loose(values)]
            if not loose:
                return
            for stops, called in loose:
                for flow in self.flows.values():
                    flow.cut(self.model, stops, called)

    def _routes(self, values: list[float]) -> tuple[Chain | None, ...]:
        listed = {
            slot: [
                Chain(candidate.mask, candidate.path())
                for column, candidate in zip(self.chosen[slot], candidates, strict=True)
                if values[column] > 0.5
            ]
            for slot, candidates in self.lists.items()
        }
        routes: list[Chain | None] = []
        for index, slot in enumerate(self.slots):
            if index in self.flows:
                routes.append(self.flows[index].route(values))
            else:
                routes.append(listed[slot].pop() if listed[slot] else None)
        return tuple(routes)


def _edges(country: Country) -> list[Edge]:
    """Each segment within reach once."""
    edges: dict[tuple[int, int, int], Edge] = {}
    for stop, arcs in country.arcs.items():
        for arc in arcs:
            segment = arc[5]
            key = (min(stop, segment.to), max(stop, segment.to), segment.mask)
            edges.setdefault(key, (stop, segment.to, segment))
    return list(edges.values())


def _add(on_track: dict[int, list[int]], mask: int, column: int) -> None:
    while mask:
        low = mask & -mask
        mask ^= low
        on_track.setdefault(low, []).append(column)
