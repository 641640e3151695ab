"""A linear or integer program on its way to the solver HiGHS, and what the solver says."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from math import inf
from typing import Any

import highspy
from msgspec import Struct

Terms = dict[int, float]

_NO_ROWS: Mapping[int, float] = {}

highs: Any = highspy


class Relaxed(Struct, frozen=True):
    """The best values where columns need not be whole, and the price of each row."""

    weight: float
    values: list[float]
    prices: list[float]


class Whole(Struct, frozen=True):
    """The best whole values found, if any fit, and whether there are no better ones."""

    values: list[float] | None
    proven: bool


class Model:
    """Choices between 0 and 1, what they weigh and what limits them."""

    def __init__(self) -> None:
        self.weights: list[float] = []
        self._whole: list[bool] = []
        self._rows: list[tuple[float, float, Terms]] = []
        self._solver: Any = None

    def column(self, weight: float = 0, factors: Mapping[int, float] = _NO_ROWS, *, whole: bool = True) -> int:
        """A further choice, with its factor in rows that are there already, or a part of 1 that need not be whole."""
        self.weights.append(weight)
        self._whole.append(whole)
        number = len(self.weights) - 1
        if self._solver is None:
            for row, factor in factors.items():
                self._rows[row][2][number] = factor
        else:
            self._solver.addCol(weight, 0.0, 1.0, len(factors), list(factors), list(factors.values()))
        return number

    def row(self, low: float, high: float, *terms: tuple[float, Iterable[int]]) -> int:
        """The sum of some columns, each group with its factor, lies between two numbers."""
        merged: Terms = {}
        for factor, columns in terms:
            for column in columns:
                merged[column] = merged.get(column, 0.0) + factor
        if self._solver is None:
            self._rows.append((low, high, merged))
            return len(self._rows) - 1
        self._solver.addRow(low, high, len(merged), list(merged), list(merged.values()))
        return int(self._solver.getNumRow()) - 1

    def relax(self) -> Relaxed | None:
        """Solve with columns that need not be whole; None where nothing fits."""
        if not self.weights:
            return Relaxed(0.0, [], [0.0] * len(self._rows))
        solver = self._started()
        numbers = list(range(len(self.weights)))
        solver.changeColsIntegrality(len(numbers), numbers, [highs.HighsVarType.kContinuous] * len(numbers))
        solver.setOptionValue("time_limit", inf)
        solver.run()
        status = solver.getModelStatus()
        if status == highs.HighsModelStatus.kInfeasible:
            return None
        if status != highs.HighsModelStatus.kOptimal:
            raise RuntimeError(f"the solver gives up: {solver.modelStatusToString(status)}")
        solution = solver.getSolution()
        weight = float(solver.getInfo().objective_function_value)
        return Relaxed(weight, list(solution.col_value), list(solution.row_dual))

    def solve(self, deadline: float | None, *, gap: float, start: Mapping[int, float] | None = None) -> Whole:
        """Solve with whole columns, to within a gap, perhaps from values of some of them that fit."""
        if not self.weights:
            return Whole([], True)
        solver, states = self._started(), highs.HighsModelStatus
        numbers = list(range(len(self.weights)))
        kinds = highs.HighsVarType
        whole = [kinds.kInteger if whole else kinds.kContinuous for whole in self._whole]
        solver.changeColsIntegrality(len(numbers), numbers, whole)
        solver.setOptionValue("mip_abs_gap", gap)
        if start:
            solver.setSolution(len(start), list(start), list(start.values()))
        left = inf if deadline is None else max(0.0, deadline - time.perf_counter())
        solver.setOptionValue("time_limit", left)
        solver.run()
        status, info = solver.getModelStatus(), solver.getInfo()
        if status == states.kInfeasible:
            return Whole(None, True)
        if status not in (states.kOptimal, states.kTimeLimit):
            raise RuntimeError(f"the solver gives up: {solver.modelStatusToString(status)}")
        fits = info.primal_solution_status == highs.SolutionStatus.kSolutionStatusFeasible
        return Whole(list(solver.getSolution().col_value) if fits else None, status == states.kOptimal)

    def reweigh(self, weights: list[float]) -> None:
        self.weights = weights
        self._started().changeColsCost(len(weights), list(range(len(weights))), weights)

    def _started(self) -> Any:
        if self._solver is None:
            self._solver = self._start()
        return self._solver

    def _start(self) -> Any:
        lp = highs.HighsLp()
        width, height = len(self.weights), len(self._rows)
        lp.num_col_, lp.num_row_, lp.sense_ = width, height, highs.ObjSense.kMaximize
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = self.weights, [0.0] * width, [1.0] * width
        lp.row_lower_, lp.row_upper_ = [row[0] for row in self._rows], [row[1] for row in self._rows]
        starts, columns, factors = [0], list[int](), list[float]()
        for _, _, terms in self._rows:
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
