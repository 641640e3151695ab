"""How long the best run takes in the positions in which companies ran their trains in recorded games.

Takes the recordings from ../shared/recordings beside the checkout, else from tests/data/recordings. Each position is
worked out from nothing: network, problem, search. Run it as `python benchmarks/recorded_routes.py [--every N]`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kaiping.routes.network import network  # noqa: E402 -- needs the path above, as does the next
from kaiping.routes.search import best_run, best_runs_by_calls  # noqa: E402
from tests.routes.recorded import RECORDINGS, Claim, claims  # noqa: E402

Row = tuple[float, float, str]


def timed(what: Callable[[Claim], Any], claim: Claim) -> tuple[Any, Row]:
    """What a claim gives, and the time of the clock and of the processor that it took."""
    claim.board.memo.clear()
    clock, processor = time.perf_counter(), time.process_time()
    result = what(claim)
    row = (
        time.perf_counter() - clock,
        time.process_time() - processor,
        f"{claim.name} {claim.company} {'+'.join(claim.trains)}",
    )
    return result, row


def show(title: str, rows: list[Row]) -> None:
    print(title)
    for name, column in (("clock", 0), ("processor", 1)):
        times = sorted(float(row[column]) * 1000 for row in rows)
        picked = {part: times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.9, 0.99, 0.999)}
        figures = "  ".join(f"{part:.1%} {value:.2f}" for part, value in picked.items())
        print(f"  {name:10} ms: {figures}  worst {times[-1]:.2f}  mean {sum(times) / len(times):.2f}")
    slowest = sorted(rows, key=lambda row: -row[1])[:5]
    print("  slowest: " + "; ".join(f"{text} {processor * 1000:.0f}" for _, processor, text in slowest))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take each N-th position only")
    every = parser.parse_args().every
    shared = ROOT.parent / "shared" / "recordings"
    folder = shared if shared.is_dir() else RECORDINGS
    for title in ("1888", "1880"):
        measure(title, folder, every)


def measure(title: str, folder: Path, every: int) -> None:
    networks: list[Row] = []
    single: list[Row] = []
    by_calls: list[Row] = []
    unproven = below = above = 0
    for number, claim in enumerate(claims(folder, title)):
        if number % every:
            continue
        _, row = timed(lambda claim: network(claim.printed.map, claim.printed.tiles, claim.board), claim)
        networks.append(row)
        run, row = timed(lambda claim: best_run(claim.problem), claim)
        single.append(row)
        _, row = timed(lambda claim: best_runs_by_calls(claim.problem), claim)
        by_calls.append(row)
        unproven += not run.proven
        below += run.revenue < claim.revenue
        above += run.revenue > claim.revenue
    print(f"{title}: {len(single)} positions; best run proven in {len(single) - unproven}; below the claim in {below},")
    print(f"above it in {above}")
    show("network", networks)
    show("best run (with network)", single)
    show("best run for each number of subsidy calls (with network)", by_calls)


if __name__ == "__main__":
    main()
