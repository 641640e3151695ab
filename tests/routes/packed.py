"""Best runs by another model: all routes of all trains as the columns of one integer program.

Routes are walked hex by hex as brute force walks them, but chosen by the solver's own branch and bound, so that
positions with many thousands of routes can be settled. It shares nothing with the search but the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Any

import highspy

from kaiping.board.board import StopId
from kaiping.definition import TrainKind
from tests.routes.brute import Fare, Position, Side, Walker

highs: Any = highspy


def best(position: Position, *, most: int) -> int:
    """The highest revenue of a run; raises TooSlow where more than so many steps are to be walked."""
    walker = _Walker(position, most)
    ways = {way.track: way for way in walker.ways()}.values()
    kinds = Counter(position.trains)
    columns: list[tuple[str, Fare, int]] = []
    for name in kinds:
        fares = walker.fares(position.printed.trains[name], ways, frozenset())
        columns += [(name, fare, revenue) for fare, revenue in fares.items() if revenue > 0]
    return _packed(columns, kinds) if columns else 0


class _Walker(Walker):
    """As brute force walks, but for trains that leave stops out it looks only at stops that may be the dearest."""

    def countings(self, train: TrainKind, stops: tuple[StopId, ...]) -> Iterator[tuple[StopId, ...]]:
        if not train.skips:
            yield from super().countings(train, stops)
            return
        sides = [
            [[stop for stop in stops if stop[0] in side] for side in bonus.between]
            for bonus in self.printed.running.bonuses
        ]
        ranked = sorted(stops, key=self.value, reverse=True)
        tokens = list(filter(self.has_token, stops))
        for size in range(len(sides) + 1):
            for some in combinations(sides, size):
                for forced in product(tokens, *chain.from_iterable(some)):
                    chosen = list(dict.fromkeys(forced))
                    if len(chosen) <= (train.range or 0):
                        others = [stop for stop in ranked if stop not in chosen]
                        yield (*chosen, *others[: (train.range or 0) - len(chosen)])


def _packed(columns: list[tuple[str, Fare, int]], kinds: Counter[str]) -> int:
    """Choose columns: no more of a kind than there are trains, one on each side, one with the bonus paid once."""
    rows: dict[str | Side, list[int]] = {}
    for number, (name, fare, _) in enumerate(columns):
        limits: list[str | Side] = [name, *fare.track]
        if fare.single:
            limits.append(frozenset())  # no side: the row of that bonus
        for row in limits:
            rows.setdefault(row, []).append(number)
    lp = highs.HighsLp()
    lp.num_col_, lp.num_row_, lp.sense_ = len(columns), len(rows), highs.ObjSense.kMaximize
    lp.col_cost_ = [float(revenue) for _, _, revenue in columns]
    lp.col_lower_, lp.col_upper_ = [0.0] * len(columns), [1.0] * len(columns)
    lp.row_lower_ = [0.0] * len(rows)
    lp.row_upper_ = [float(kinds[row]) if isinstance(row, str) else 1.0 for row in rows]
    lp.integrality_ = [highs.HighsVarType.kInteger] * len(columns)
    matrix = lp.a_matrix_
    matrix.format_, matrix.num_col_, matrix.num_row_ = highs.MatrixFormat.kRowwise, len(columns), len(rows)
    starts, numbers = [0], list[int]()
    for members in rows.values():
        numbers += members
        starts.append(len(numbers))
    matrix.start_, matrix.index_, matrix.value_ = starts, numbers, [1.0] * len(numbers)
    solver = highs.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
        solver.setOptionValue(option, value)
    solver.passModel(lp)
    solver.run()
    assert solver.getModelStatus() == highs.HighsModelStatus.kOptimal
    return round(float(solver.getInfo().objective_function_value))
