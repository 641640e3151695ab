"""The engine beside itself at an earlier commit, in one run: they take turns, so that a busy machine slows both.

Each of the two is a process of its own that runs this file, with its own sources first in the path; what is used of the
engine here must therefore be there at both commits. Only the shortest of several times counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from kaiping.errors import BadInput

#: what is measured, in words
TASKS = {
    "replay": "replay of recorded games, all checks on",
    "stock": "legal actions of stock turns",
    "track": "legal actions of track turns, nothing known of the board",
    "copy": "copies of a state",
    "casual 1888": "the first 220 actions of a casual game of 1888",
    "casual 1880": "the first 220 actions of a casual game of 1880",
    "casual 1890": "the first 220 actions of a casual game of 1890",
    "random 1888": "the first 600 actions of a random game of 1888",
    "random 1880": "the first 600 actions of a random game of 1880",
    "random 1890": "the first 600 actions of a random game of 1890",
    "runs": "best runs in recorded positions",
    "dense": "best runs on the densest networks",
}
#: times that everything is done; once is enough for what takes longest
PASSES, LONGEST = 5, "dense"
#: recorded games that are taken
RECORDINGS = 3
#: of the dense positions one in so many
SOME_DENSE = 11

_ROOT = Path(__file__).resolve().parents[3]


# --- the two processes ----------------------------------------------------------------------------


def measure(revision: str) -> list[dict[str, Any]]:
    """Seconds before and now for each task, and how many times as fast it is now."""
    from kaiping.cli.bench_against import source_of  # late: the engine of an earlier commit runs this file, too

    with ExitStack() as stack:
        earlier, _ = stack.enter_context(source_of(revision))
        before, now = (stack.enter_context(_worker(source)) for source in (earlier, _ROOT / "src"))
        rows = []
        for task, words in TASKS.items():
            best = {before: float("inf"), now: float("inf")}
            for number in range(1 if task == LONGEST else PASSES + 1):
                for worker in (before, now):
                    seconds = _ask(worker, task)
                    if number or task == LONGEST:  # the first time warms up
                        best[worker] = min(best[worker], seconds)
            old, new = best[before], best[now]
            rows.append({"task": task, "words": words, "before": old, "now": new, "times": round(old / new, 2)})
        return rows


def show_rows(revision: str, rows: list[dict[str, Any]]) -> None:
    print(f"{'processor time in ms':<60} {revision[:12]:>12} {'now':>10} {'times as fast':>14}")
    for row in rows:
        print(f"{row['words']:<60} {row['before'] * 1e3:>12.1f} {row['now'] * 1e3:>10.1f} {row['times']:>14.2f}")


def _worker(source: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-P", str(Path(__file__).resolve())]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def _ask(worker: subprocess.Popen[str], task: str) -> float:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(f"{task}\n")
    worker.stdin.flush()
    answer = worker.stdout.readline()
    if not answer:
        raise BadInput(f"--against: one of the two engines cannot do this: {TASKS[task]}")
    return float(answer)


# --- in each of them ------------------------------------------------------------------------------


class _Engine:
    """Does what is asked with the sources that it was started with."""

    def __init__(self) -> None:
        from kaiping.cli.record import open_record

        files = sorted((_ROOT / "tests" / "data" / "recordings").rglob("*.json.gz"))
        step = max(1, len(files) // RECORDINGS)
        self.records = [open_record(file) for file in files[step // 2 :: step][:RECORDINGS]]
        self._positions: dict[str, list[Any]] = {}

    def positions(self, kind: str) -> list[Any]:
        """The recorded moments of a kind."""
        from kaiping.cli import bench

        if not self._positions:
            for record in self.records:
                for game, _ in record.steps():
                    if game.finished is None and (name := bench._kind(game)):
                        self._positions.setdefault(name, []).append(game.copy())
        return self._positions[kind]

    def job(self, task: str) -> Callable[[], object]:
        """What is timed."""
        match task.split():
            case ["replay"]:
                return lambda: [record.game() for record in self.records]
            case ["stock" | "track" as kind]:
                games = self.positions(f"{kind}_turn")
                return lambda: [self._listed(game) for game in games]
            case ["copy"]:
                state = self.positions("track_turn")[-1].state
                return lambda: [state.copy() for _ in range(5000)]
            case ["runs"]:
                games = self.positions("run")
                return lambda: [self._best(game) for game in games]
            case ["dense"]:
                from kaiping.cli import bench_routes

                positions = list(bench_routes.read(_ROOT / "benchmarks" / "positions"))[::SOME_DENSE]
                bench_routes.solved(positions[0])  # the solver takes a while to load
                return lambda: [bench_routes.solved(position) for position in positions]
            case [bot, title]:
                return lambda: self._play("greedy" if bot == "casual" else bot, title)
        raise ValueError(task)

    def _listed(self, game: Any) -> int:
        game.state.board.memo.clear()
        return len(game.legal_actions())

    def _best(self, game: Any) -> object:
        from kaiping.cli.routes import operating_company
        from kaiping.routes.search import best_run

        game.state.board.memo.clear()
        company = operating_company(game)
        return None if company is None else best_run(game.running(company))

    def _play(self, bot: str, title: str) -> None:
        from kaiping.bots.simulate import played_games

        most, left = 600 if bot == "random" else 220, iter(range(10_000))

        def watch(game: Any) -> None:
            if next(left) >= most:
                raise KeyboardInterrupt  # which no simulation reports as a fault of the game

        with suppress(KeyboardInterrupt):
            list(played_games(title, None, 4, 1, 7, bot=bot, check=False, watch=watch))


def _times(lines: Iterator[str]) -> Iterator[float]:
    engine = _Engine()
    for line in lines:
        job = engine.job(line.strip())
        began = time.process_time()
        job()
        yield time.process_time() - began


if __name__ == "__main__":
    for seconds in _times(iter(sys.stdin.readline, "")):
        print(seconds, flush=True)
