"""A linear program on its way to the solver HiGHS, and what the solver says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


class Model:
    """Choices between 0 and 1, what they weigh and what limits them.

    That choices are whole is left to whoever uses it.
    """

    def __init__(self) -> None:
        self.weights: list[float] = []
        self._fixed: dict[int, int] = {}
        self._rows: list[tuple[float, float, Terms]] = []
        self._solver: Any = None

    def column(self, weight: float = 0, factors: Mapping[int, float] = _NO_ROWS) -> int:
        """A further choice, with its factor in rows that are there already."""
        self.weights.append(weight)
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
        solver.run()
        status = solver.getModelStatus()
        if status == highs.HighsModelStatus.kInfeasible:
            return None
        if status != highs.HighsModelStatus.kOptimal:
            raise RuntimeError(f"the solver gives up: {solver.modelStatusToString(status)}")
        solution = solver.getSolution()
        weight = float(solver.getInfo().objective_function_value)
        return Relaxed(weight, list(solution.col_value), list(solution.row_dual))

    def fix(self, fixed: Mapping[int, int]) -> None:
        """Columns that are 0 or 1 from now on, all others between them."""
        for column in self._fixed.keys() - fixed.keys():
            self._started().changeColBounds(column, 0.0, 1.0)
        for column, value in fixed.items():
            if self._fixed.get(column) != value:
                self._started().changeColBounds(column, float(value), float(value))
        self._fixed = dict(fixed)

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
        solver.passModel(lp)
        return solver
