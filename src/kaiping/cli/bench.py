"""The benchmarks: replaying, copying a state, listing legal actions; with --routes the search for the best run;
with --against the engine at two commits, with --web the web table instead.

Recorded games are taken from tests/data/recordings, or from ../shared/recordings beside the checkout; where there
are none, the two by bots that the program brings along. All legality checks are on.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from kaiping.cli import bench_routes
from kaiping.cli.bench_tables import LONG, USUAL
from kaiping.cli.parser import add_json, print_json, whole_number
from kaiping.cli.record import Record, open_record
from kaiping.cli.routes import operating_company
from kaiping.cli.stored import check_installed
from kaiping.errors import BadInput
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.routes.search import best_run

#: the leading site's engine on the same recordings, with its checks off: actions a second, slowest and fastest game
REFERENCE = (1_100, 3_200)
#: recorded games and stored ones, and live ones, unless others are asked for
RECORDINGS = 12
STORED = 5000
GROWTH = (20, 200, 2000)
_PASSES = 3


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--routes", action="store_true", help="also the search for the best run")
    parser.add_argument("--web", action="store_true", help="only the web table, under load")
    parser.add_argument(
        "--cold", action="store_true", help="also with stored games of which hardly any is in memory (--web)"
    )
    parser.add_argument("--stored", metavar="N", type=whole_number(1), help="how many of them (--cold; default: 5000)")
    parser.add_argument(
        "--growth",
        metavar="N",
        nargs="*",
        type=whole_number(1),
        help="processor time of an action with ever more live games (--web; default: 20 200 2000)",
    )
    parser.add_argument("--seconds", metavar="S", type=whole_number(1), default=30, help="how long (--web)")
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1),
        help="processes of the server (--web; default: 1, and 2 for --cold)",
    )
    parser.add_argument(
        "--listeners",
        metavar="N",
        type=whole_number(1),
        help="listening pages (--web; default: 300, and 500 for --cold)",
    )
    parser.add_argument(
        "--games",
        metavar="K",
        type=whole_number(1),
        help="how many recordings (default: 12), or games that are played (--web; default: 100)",
    )
    parser.add_argument(
        "--against", metavar="REV", help="the same with the source of another commit, in turn; in a git checkout"
    )
    parser.add_argument(
        "--bots",
        metavar="N",
        type=whole_number(1),
        help="only how quick it stays while so many bots think at each of 20 tables (--web)",
    )
    parser.add_argument("--level", metavar="NAME", help="which bots (--bots; default: the strongest that think)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if (args.cold or args.growth is not None) and not args.web:
        raise BadInput("--cold and --growth go with --web")
    if args.bots is not None and not args.web:
        raise BadInput("--bots goes with --web")
    if args.bots is not None and (args.cold or args.growth is not None or args.listeners is not None):
        raise BadInput("--bots goes with --seconds, --workers and --games only")
    if args.level is not None and args.bots is None:
        raise BadInput("--level goes with --bots")
    if args.stored is not None and not args.cold:
        raise BadInput("--stored goes with --cold")
    if args.web:
        check_installed()
    if args.against is not None:
        return _run_against(args)
    if args.web:
        return _run_web(args)
    source, records = _records(args.games or RECORDINGS)
    report: dict[str, Any] = {
        "python": platform.python_version(),
        "additions_per_second": _additions_per_second(),
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "recordings": source,
        "games": len(records),
        "reference_actions_per_second": list(REFERENCE),
        **_replay(records),
        **_positions(records, routes=args.routes),
    }
    if args.json:
        print_json(report)
    else:
        _print(report)
    return 0


def _run_against(args: argparse.Namespace) -> int:
    """The engine's tasks in turn, step by step; or the whole benchmark of the web or of routes in turn."""
    if not args.web and not args.routes:
        from kaiping.cli.bench_beside import measure, show_rows

        rows = measure(args.against)
        if args.json:
            print_json({"against": args.against, "rows": rows})
        else:
            show_rows(args.against, rows)
        return 0
    from kaiping.cli.bench_against import compare, show

    options = [f"--{name}" for name in ("routes", "web", "cold") if getattr(args, name)]
    for name in ("stored", "workers", "listeners", "games"):
        if (value := getattr(args, name)) is not None:
            options += [f"--{name}", str(value)]
    if args.web:
        options += ["--seconds", str(args.seconds)]
    if args.growth is not None:
        options += ["--growth", *map(str, args.growth)]
    report = compare(args.against, options)
    if args.json:
        print_json(report)
    else:
        show(report)
    return 0


def _run_web(args: argparse.Namespace) -> int:
    from kaiping.cli.bench_bots import thinking_level
    from kaiping.cli.bench_web import measure, show

    bots = None if args.bots is None else (args.bots, thinking_level(args.level))
    report = {"python": platform.python_version(), "additions_per_second": _additions_per_second()}
    report |= measure(
        games=args.games,
        listeners=args.listeners,
        seconds=args.seconds,
        workers=args.workers,
        stored=(args.stored or STORED) if args.cold else None,
        growing=None if args.growth is None else args.growth or GROWTH,
        bots=bots,
    )
    if args.json:
        print_json(report)
    else:
        show(report)
    return 0


# --- what is measured on --------------------------------------------------------------------------


def _records(most: int) -> tuple[str, list[Record]]:
    root = Path(__file__).resolve().parents[3]
    for folder in (root / "tests" / "data" / "recordings", root.parent / "shared" / "recordings"):
        files = sorted(file for file in folder.rglob("*.json.gz") if file.is_file())
        records = list(_readable(files))
        if records:
            step = max(1, len(records) // most)
            return "recorded games", records[::step][:most]
    return "games by bots", [open_record(file) for file in (USUAL, LONG)[:most]]


def _readable(files: list[Path]) -> Iterator[Record]:
    """Games of titles that we know."""
    for file in files:
        try:
            yield open_record(file)
        except BadInput:
            continue


# --- measuring ---------------------------------------------------------------------------------------


def _replay(records: list[Record]) -> dict[str, Any]:
    """Actions a second over all games and by title, each game in the best of a few passes."""
    timed: dict[str, list[tuple[int, float]]] = {}
    for record in records:
        best = min(_seconds_of(record) for _ in range(_PASSES))
        timed.setdefault(record.start().definition.title, []).append((len(record.places), best))
    return {
        **_speed([game for games in timed.values() for game in games]),
        "titles": {title: _speed(games) for title, games in timed.items()},
    }


def _speed(games: list[tuple[int, float]]) -> dict[str, int]:
    """From actions and seconds of each game."""
    actions = sum(count for count, _ in games)
    speeds = [count / seconds for count, seconds in games]
    return {
        "actions": actions,
        "actions_per_second": round(actions / sum(seconds for _, seconds in games)),
        "slowest_game_per_second": round(min(speeds)),
        "fastest_game_per_second": round(max(speeds)),
    }


def _seconds_of(record: Record) -> float:
    began = time.process_time()
    record.game()
    return time.process_time() - began


def _positions(records: list[Record], *, routes: bool) -> dict[str, Any]:
    """Copies, listings and runs at every fitting position; nothing is known of the board beforehand."""
    copies: dict[str, list[float]] = {}
    times: dict[str, list[float]] = {"stock_turn": [], "track_turn": [], "run": []}
    proven = 0
    for record in records:
        for game, _ in record.steps():
            if game.finished is not None:
                break
            copies.setdefault(game.definition.title, []).append(_copy_seconds(game))
            kind = _kind(game)
            if kind == "run" and routes:
                seconds, certain = _run_seconds(game)
                times[kind].append(seconds)
                proven += certain
            elif kind in ("stock_turn", "track_turn"):
                times[kind].append(_listing_seconds(game))
    report: dict[str, Any] = {
        "copy_microseconds": _microseconds([seconds for found in copies.values() for seconds in found]),
        "copy_microseconds_by_title": {title: _microseconds(found) for title, found in copies.items()},
    }
    for kind in ("stock_turn", "track_turn"):
        report[f"{kind}_ms"] = round(median(times[kind]) * 1e3, 3) if times[kind] else None
        report[f"{kind}_worst_ms"] = round(max(times[kind]) * 1e3, 3) if times[kind] else None
        report[f"{kind}s"] = len(times[kind])
    if routes:
        report["routes"] = {"runs": len(times["run"]), "proven": proven, **bench_routes.figures(times["run"])}
        report["dense_routes"] = bench_routes.measure()
    return report


def _microseconds(seconds: list[float]) -> float:
    return round(median(seconds) * 1e6, 2)


def _kind(game: Game) -> str:
    top = game.state.stack[-1]
    if isinstance(top, StockRound):
        return "stock_turn"
    if isinstance(top, OperatingRound):
        steps = getattr(game.title.frames[OperatingRound], "steps", ())
        return {"track": "track_turn", "run": "run"}.get(steps[top.step].name, "")
    return ""


def _copy_seconds(game: Game) -> float:
    state = game.state
    began = time.process_time()
    for _ in range(10):
        state.copy()
    return (time.process_time() - began) / 10


def _listing_seconds(game: Game) -> float:
    game.state.board.memo.clear()
    began = time.process_time()
    len(game.legal_actions())
    return time.process_time() - began


def _run_seconds(game: Game) -> tuple[float, bool]:
    company = operating_company(game)
    if company is None:
        return 0.0, True
    game.state.board.memo.clear()
    began = time.process_time()
    best = best_run(game.running(company))
    return time.process_time() - began, best.proven


def _additions_per_second() -> int:
    """Plain additions in a loop: how fast this machine runs Python at the moment, to judge the rest by."""
    count, total = 1_000_000, 0
    best = float("inf")
    for _ in range(_PASSES):
        began = time.process_time()
        for number in range(count):
            total += number
        best = min(best, time.process_time() - began)
    return round(count / best)


# --- showing -------------------------------------------------------------------------------------------


def _print(report: dict[str, Any]) -> None:
    slow, fast = report["reference_actions_per_second"]
    print(f"{report['implementation']} {report['python']} on {report['machine']}")
    print(f"{report['additions_per_second'] / 1e6:.1f} million additions a second in a plain loop, for comparison")
    print(f"{report['games']} {report['recordings']}, {report['actions']:,} actions, all legality checks on")
    print(
        f"replay         {report['actions_per_second']:>8,} actions a second "
        f"(by game {report['slowest_game_per_second']:,} to {report['fastest_game_per_second']:,}; "
        f"the leading site's engine, checks off: {slow:,} to {fast:,})"
    )
    for title, speed in report["titles"].items():
        print(
            f"  {title:<12} {speed['actions_per_second']:>8,} actions a second "
            f"(by game {speed['slowest_game_per_second']:,} to {speed['fastest_game_per_second']:,})"
        )
    by_title = ", ".join(f"{title} {figure}" for title, figure in report["copy_microseconds_by_title"].items())
    print(f"copy a state   {report['copy_microseconds']:>8} µs ({by_title})")
    for kind, words in (("stock_turn", "stock turn"), ("track_turn", "track turn")):
        if report[f"{kind}_ms"] is not None:
            print(
                f"list {words}{report[f'{kind}_ms']:>8} ms in the median of {report[f'{kind}s']:,} "
                f"(worst {report[f'{kind}_worst_ms']})"
            )
    if "routes" in report:
        bench_routes.show(report["routes"], report["dense_routes"])
