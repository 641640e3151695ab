"""The search for the best run: in the positions of recorded games, and in the densest that the tiles allow.

The dense positions lie under benchmarks/positions in the source tree, one a line; benchmarks/dense_positions.py makes
them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

from kaiping.board.board import Board, StopId
from kaiping.loading import Ground, load_ground
from kaiping.routes.check import fault, incomes
from kaiping.routes.income import RunProblem, problem
from kaiping.routes.search import Run, best_run

FOLDER = Path(__file__).resolve().parents[3] / "benchmarks" / "positions"
#: the leading site's path search alone, on 302 recorded positions and the same hardware: milliseconds
REFERENCE = {"median_ms": (15, 21), "worst_ms": (3_000, 4_600)}


class Position(Struct, frozen=True):
    """A company about to run: tiles as hex and "tile/rotation", tokens as stop and companies."""

    name: str
    title: str
    company: str
    trains: tuple[str, ...]
    #: which of a stop's values hold
    values: int
    tiles: dict[str, str]
    tokens: dict[str, tuple[str, ...]]

    def problem(self) -> RunProblem:
        """What there is to run, with nothing known beforehand."""
        laid = {}
        for hex_id, lay in self.tiles.items():
            tile, rotation = lay.split("/")
            laid[hex_id] = (tile, int(rotation))
        placed: dict[StopId, tuple[str, ...]] = {}
        for stop, owners in self.tokens.items():
            hex_id, index = stop.split(".")
            placed[hex_id, int(index)] = owners
        return problem(ground(self.title), Board(laid, placed, {}), self.company, self.trains, self.values)


@cache
def ground(title: str) -> Ground:
    return load_ground(files("kaiping.titles") / f"g{title}" / "data")


def read(folder: Path = FOLDER) -> Iterator[Position]:
    """The dense positions; none where there is no source tree."""
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield msgspec.json.decode(line, type=Position)


def solved(position: Position) -> tuple[Run, float]:
    """The best run of a position, which is checked, and the seconds of the processor that it took."""
    began = time.process_time()
    what = position.problem()
    run = best_run(what)
    seconds = time.process_time() - began
    wrong = fault(what, run.routes)
    if wrong is not None or sum(income.revenue for income in incomes(what, run.routes)) != run.revenue:
        raise AssertionError(f"{position.name}: the run found is not legal: {wrong}")
    return run, seconds


def measure() -> dict[str, Any] | None:
    """Every dense position solved from nothing; None where there are none."""
    proven, times, hardest = 0, list[float](), ""
    for position in read():
        run, seconds = solved(position)
        proven += run.proven
        if not times or seconds > max(times):
            hardest = position.name
        times.append(seconds)
    if not times:
        return None
    return {"positions": len(times), "proven": proven, "hardest": hardest, **figures(times), "memory_mb": _memory()}


def figures(times: Sequence[float]) -> dict[str, float]:
    """Median, 99 % and worst of some seconds, in milliseconds."""
    ranked = sorted(times) or [0.0]
    return {
        "median_ms": round(median(ranked) * 1e3, 3),
        "p99_ms": round(ranked[min(len(ranked) - 1, int(0.99 * len(ranked)))] * 1e3, 3),
        "worst_ms": round(ranked[-1] * 1e3, 3),
    }


def _memory() -> int | None:
    """The most memory that this process has held, in megabytes, where the system tells."""
    try:
        import resource
    except ImportError:
        return None
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def show(recorded: dict[str, Any], dense: dict[str, Any] | None) -> None:
    low, high = REFERENCE["median_ms"]
    print(
        f"best run       {recorded['median_ms']:>8} ms in the median of {recorded['runs']:,} recorded positions, "
        f"{recorded['p99_ms']} in 99 %, worst {recorded['worst_ms']}; {recorded['proven']:,} proven best "
        f"(the leading site's path search alone: {low} to {high} ms, worst 3 to 4.6 s)"
    )
    if dense is None:
        print("dense networks: the positions are not here; they are part of the source tree")
        return
    print(
        f"dense networks {dense['median_ms']:>8} ms in the median of {dense['positions']:,}, worst {dense['worst_ms']} "
        f"({dense['hardest']}); {dense['proven']:,} proven best; memory at most {dense['memory_mb']} MB"
    )
