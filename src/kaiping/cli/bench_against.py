"""The same benchmark with the source of another commit, in one run: they take turns and so meet the same machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from kaiping.errors import BadInput

ROOT = Path(__file__).resolve().parents[3]
#: how often each is measured
TURNS = 2


def compare(revision: str, options: Sequence[str]) -> dict[str, Any]:
    """Run the benchmark with these options here and there, in alternation; the median of each figure."""
    with source_of(revision) as (before, commit):
        found: dict[Path, list[dict[str, Any]]] = {before: [], ROOT / "src": []}
        for turn in range(TURNS):
            for source in (before, ROOT / "src") if turn % 2 == 0 else (ROOT / "src", before):
                found[source].append(_measured(source, options))
        then, now = (_medians(reports) for reports in found.values())
    figures = {name: _beside(then[name], figure) for name, figure in now.items() if name in then}
    return {"against": commit, "turns": TURNS, "figures": figures}


def _beside(before: float, now: float) -> dict[str, float | None]:
    return {"before": before, "now": now, "ratio": round(now / before, 3) if before else None}


def show(report: dict[str, Any]) -> None:
    print(f"against {report['against']}, each measured {report['turns']} times in turn, in the median")
    print(f"{'':<48} {'before':>14} {'now':>14} {'ratio':>8}")
    for name, one in report["figures"].items():
        ratio = "" if one["ratio"] is None else f"{one['ratio']:.2f}"
        print(f"{name:<48} {one['before']:>14,} {one['now']:>14,} {ratio:>8}")


@contextmanager
def source_of(revision: str) -> Iterator[tuple[Path, str]]:
    """The source of a commit in a folder that is there for a while, and the commit's name and subject."""
    found = None if revision.startswith("-") else _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if not found:
        raise BadInput(f"--against: {revision} is no commit of the checkout in {ROOT}")
    with tempfile.TemporaryDirectory(prefix="kaiping-bench-") as folder:
        packed = Path(folder) / "before.tar"
        if _git("archive", "--output", str(packed), found, "src", "benchmarks") is None:
            raise BadInput(f"--against: git cannot give the source of {revision}")
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder) / "src", _git("log", "-1", "--format=%h %s", found) or found


def _git(*words: str) -> str | None:
    """What git answers about the checkout, or None where it refuses or there is none."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _measured(source: Path, options: Sequence[str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "kaiping", "bench", "--json", *options]
    surroundings = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run(command, capture_output=True, text=True, env=surroundings, cwd=source.parent, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise BadInput(f"--against: the benchmark of {source.parent} failed: {last}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _medians(reports: Sequence[dict[str, Any]]) -> dict[str, float]:
    flat = [dict(_figures(report)) for report in reports]
    return {name: round(median(one[name] for one in flat), 3) for name in flat[0] if all(name in one for one in flat)}


def _figures(report: dict[str, Any], before: str = "") -> Iterator[tuple[str, float]]:
    """Every number of a report by its path; of several workers the first.

    >>> dict(_figures({"a": {"b": 1, "c": "x"}, "d": [3, 2], "e": None}))
    {'a.b': 1, 'd': 3}
    """
    for name, value in report.items():
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, dict):
            yield from _figures(first, f"{before}{name}.")
        elif isinstance(first, int | float) and not isinstance(first, bool):
            yield f"{before}{name}", first
