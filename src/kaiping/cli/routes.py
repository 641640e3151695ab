"""The best runs of the company whose turn it is at a point of a game, and whether they are proven best."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from kaiping.cli.parser import add_at, add_json, print_json, whole_number
from kaiping.cli.record import game_at
from kaiping.errors import BadInput
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from kaiping.routes.check import incomes
from kaiping.routes.income import RunProblem
from kaiping.routes.search import Run, Wish, alternatives, best_run, best_runs_by_calls, unbeaten


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a recorded game")
    add_at(parser)
    parser.add_argument(
        "--seconds", metavar="S", type=whole_number(1), help="look no longer than this, and say so if it is not enough"
    )
    parser.add_argument(
        "--stop", metavar="POINT", action="append", default=[], help="some train must call there, as C9.1 (repeatable)"
    )
    parser.add_argument(
        "--home", metavar="TRAIN", action="append", default=[], help="a train that stays at home (repeatable)"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = game_at(args.file, args.at)
    company = operating_company(game)
    if company is None:
        raise BadInput(f"{args.file}: no company operates at that point; --at names another")
    game.state.board.memo.clear()  # what the replay has found out already is not to flatter the time
    what = game.running(company)
    began = time.perf_counter()
    deadline = None if args.seconds is None else began + args.seconds
    wish = Wish(stops=tuple(args.stop), home=tuple(args.home))
    best = best_run(what, wish, deadline=deadline)
    seconds = time.perf_counter() - began
    others = alternatives(what, wish) if best.proven else []
    if wish == Wish():
        others += [
            run
            for run in unbeaten(best_runs_by_calls(what, deadline=deadline)).values()
            if run.routes and run.subsidy != best.subsidy
        ]
    report = {
        "company": company,
        **_run(what, best),
        "proven": best.proven,
        "bound": best.bound,
        "seconds": round(seconds, 6),
    }
    report["alternatives"] = [_run(what, run) for run in others]
    if args.json:
        print_json(report)
    else:
        _print(game, report)
    return 0


def operating_company(game: Game) -> str | None:
    """The company whose turn it is."""
    if game.finished is None:
        for frame in game.state.stack:
            if isinstance(frame, OperatingRound) and frame.order:
                return frame.company
    return None


def _run(what: RunProblem, run: Run) -> dict[str, Any]:
    routes = [
        {
            "train": route.train,
            "stops": list(route.stops),
            "revenue": income.revenue,
            "subsidy": income.subsidy,
            "counted": [list(stop) for stop in income.stops],
            "left_out": list(income.left_out),
            "bonuses": dict(income.bonuses),
            "fees": dict(income.fees),
            "path": list(route.path),
        }
        for route, income in zip(run.routes, incomes(what, run.routes), strict=True)
    ]
    return {"revenue": run.revenue, "subsidy": run.subsidy, "routes": routes}


def _print(game: Game, report: dict[str, Any]) -> None:
    certain = "proven best" if report["proven"] else f"not proven best, the limit is {report['bound']}"
    print(f"{report['company']}: {_amounts(game, report)}, {certain} ({report['seconds']:.3f} s)")
    _print_routes(game, report)
    for other in report["alternatives"]:
        print(f"or {_amounts(game, other)}:")
        _print_routes(game, other)


def _amounts(game: Game, report: dict[str, Any]) -> str:
    words = game.definition.money(report["revenue"])
    return words + (f" and {game.definition.money(report['subsidy'])} to the treasury" if report["subsidy"] else "")


def _print_routes(game: Game, report: dict[str, Any]) -> None:
    if not report["routes"]:
        print("  no train has a route")
    for route in report["routes"]:
        parts = [f"{stop} {value}" for stop, value in route["counted"]]
        parts += [f"{name} {amount}" for name, amount in route["bonuses"].items()]
        sums = " + ".join(parts) + "".join(f" - {name} {amount}" for name, amount in route["fees"].items())
        print(f"  {route['train']}-train {game.definition.money(route['revenue'])} = {sums}")
        print(f"    by {' '.join(route['path'])}")
