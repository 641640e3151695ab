"""Thousands of tables: what it costs that hardly any game is in memory, and that many are.

Slow games get a move every few hours, so nearly every move opens a game; and with many games in play at once an action
in one of them should cost what it costs with few.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from kaiping.cli.bench_load import ACTIONS_A_SECOND, Table, load, server, show_load
from kaiping.cli.bench_tables import USUAL, Hall

#: what an action may take where nearly every one opens a game, as multiples of what it takes where none does
COLD_GOALS = {"median": 2.0, "p99": 3.0}
MEMORY_GOAL = 500
#: what an action may cost with the second number of live games, as a multiple of what it costs with the first
GROWTH_GOAL = 1.15


def cold(
    hall: Hall, data: Path, usual: dict[str, Any], stored: int, listeners: int, seconds: int, workers: int
) -> dict[str, Any]:
    """Moves in any of many stored games, and what they take by the side of the usual ones."""
    chance = Random(0)
    last = max(1, hall.length(USUAL) - seconds)
    seated = hall.tables(USUAL, [number * last // stored for number in range(stored)])
    with server(data, workers) as served:
        tables = [Table(served.port, one) for one in seated]
        watched = [table for _ in range(-(-listeners // stored)) for table in chance.sample(tables, stored)]
        pages = [(table, chance.choice([*table.people][:-1])) for table in watched[:listeners]]
        acts = chance.choices(tables, k=seconds * ACTIONS_A_SECOND)
        report = asyncio.run(load(served, pages, acts))
    trip, compared = report["round_trip_ms"], usual["round_trip_ms"]
    return {
        "stored": stored,
        #: of the actions, in games that nobody had asked for since the server began
        "unopened": round(len({*acts} - {table for table, _name in pages}) / len(acts), 3),
        **report,
        "ratios": {name: round(trip[name] / compared[name], 2) if compared[name] else None for name in COLD_GOALS},
        "goals": {**COLD_GOALS, "worker_peak_mb": MEMORY_GOAL},
    }


def show_cold(report: dict[str, Any]) -> None:
    print(
        f"cold           {report['stored']} stored games, {report['actions_per_second']} actions a second in any, "
        f"{report['listeners']} listening pages, {report['workers']} process(es), {report['actions']} actions, "
        f"{report['unopened']:.0%} of them in games that nobody had opened"
    )
    show_load(report)
    goals, ratios = report["goals"], report["ratios"]
    print(
        f"to the above   x {ratios['median']} in the median (goal: at most {goals['median']:g}), "
        f"x {ratios['p99']} in 99 % (at most {goals['p99']:g}); memory under {goals['worker_peak_mb']} MB"
    )


def growth(hall: Hall, data: Path, sizes: Sequence[int], seconds: int, workers: int) -> dict[str, Any]:
    """Processor time of the same actions with ever more live games, each of which somebody watches."""
    length = hall.length(USUAL)
    actions = min(seconds * ACTIONS_A_SECOND, length)
    begin = (length - actions) // 2
    halls = []
    for size in sizes:
        # the same actions are played in each: several at each of few tables, one at each of many
        moments = [begin + number % actions * actions // min(size, actions) for number in range(size)]
        halls.append(hall.tables(USUAL, moments))
    found = []
    for seated in halls:
        chance = Random(0)
        with server(data, workers) as served:
            tables = [Table(served.port, one) for one in seated]
            acting = min(len(tables), actions)
            ends = [*(one.moment for one in seated[1:acting]), begin + actions]
            acts = [
                table for table, one, end in zip(tables, seated, ends, strict=False) for _ in range(end - one.moment)
            ]
            chance.shuffle(acts)
            pages = [(table, [*table.people][-1]) for table in chance.sample(tables, len(tables))]
            report = asyncio.run(load(served, pages, acts))
        found.append({"games": len(tables), **report})
    first = found[0]["server_cpu_ms_per_action"]
    for one in found:
        used = one["server_cpu_ms_per_action"]
        one["ratio"] = round(used / first, 3) if used and first else None
    return {"sizes": found, "goal": GROWTH_GOAL}


def show_growth(report: dict[str, Any]) -> None:
    first = report["sizes"][0]
    print(
        f"growth         {first['actions']} actions, {first['actions_per_second']} a second, in live games, "
        f"each with a page that listens, {first['workers']} process(es)"
    )
    for number, one in enumerate(report["sizes"]):
        ratio = f", x {one['ratio']}" if number else ""
        goal = f" (goal: under {report['goal']})" if number == 1 else ""
        memory = f"; {', '.join(map(str, one['worker_peak_mb']))} MB" if one["worker_peak_mb"] else ""
        print(
            f"{one['games']:>7} games  {one['server_cpu_ms_per_action'] or '?':>8} ms of processor time an action"
            f"{ratio}{goal}; round trip {one['round_trip_ms']['median']} ms in the median{memory}"
        )
