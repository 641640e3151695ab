"""What each decision of a game was worth, and how likely everybody was to win, found by playing possible futures."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import msgspec

from kaiping.analysis import Analysis, analyse, decode, digest, encode
from kaiping.cli.record import game_at
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.phrases import brought, money, round_short

#: what is added to the name of a game's file for that of its analysis
SUFFIX = ".analysis.json"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="GAME", type=Path, help="a game file; its analysis is kept beside it")
    parser.add_argument("--again", action="store_true", help="work it out anew, even if it is there")
    parser.add_argument("--no-keep", action="store_true", help="do not write it beside the game")
    parser.add_argument("--json", action="store_true", help="print JSON: chances by moment, decisions and their cost")


def run(args: argparse.Namespace) -> int:
    game = game_at(args.file, None)
    if not game.played:
        raise BadInput(f"{args.file}: nothing has been played yet")
    beside = place_of(args.file)
    found = None if args.again else kept_of(args.file, game)
    if found is None:
        found = analyse(game, _progress if sys.stderr.isatty() else None)
        if sys.stderr.isatty():
            print(file=sys.stderr)
        if not args.no_keep:
            beside.write_bytes(encode(found))
    if args.json:
        print(json.dumps(_data(found)))
    else:
        print("\n".join(_lines(game, found)))
        if not args.no_keep:
            print(f"\nKept in {beside}")
    return 0


def place_of(file: Path) -> Path:
    """Where the analysis of a game file is kept."""
    return file.with_name(file.name.removesuffix(".gz").removesuffix(".json") + SUFFIX)


def kept_of(file: Path, game: Game) -> Analysis | None:
    """The analysis that lies beside a game file, if it is of that very game."""
    file = place_of(file)
    if not file.is_file():
        return None
    try:
        found = decode(file.read_bytes())
    except BadInput:
        return None
    return found if found.digest == digest(game) else None


def _progress(done: int, whole: int) -> None:
    print(f"\rlooking back: {done} of {whole}", end="", file=sys.stderr, flush=True)


def _data(found: Analysis) -> dict[str, object]:
    return {
        "chances": [{"at": one.at, "of": one.of} for one in found.chances],
        "decisions": msgspec.to_builtins(found.decisions),
    }


def _lines(game: Game, found: Analysis) -> list[str]:
    """Chances round by round, then the dearest decisions of each player."""
    names = game.players
    width = max(8, *(len(name) for name in names))
    lines = ["Chances to win", "  ".join([f"{'':10}", *(f"{name:>{width}}" for name in names)])]
    for one in found.chances:
        where = round_short(game.at(one.at)) if one.at < game.played else "the end" if game.finished else "now"
        lines.append("  ".join([f"{where:10}", *(f"{one.of[name]:>{width}.0%}" for name in names)]))
    for name in names:
        lines += ["", f"{name}: what cost most"]
        dearest = found.dearest(name)
        for decision in dearest:
            before = game.at(decision.at)
            lines.append(
                f"  action {decision.at}, {round_short(before)}: {brought(before, decision.played)}; better: "
                f"{brought(before, decision.best)}, about {money(game, decision.cost)} more against the others"
            )
            if decision.futures:
                lines[-1] += (
                    f" ({money(game, decision.foreseen_best)} in the end instead of {money(game, decision.foreseen)}, "
                    f"on average of {decision.futures} futures)"
                )
        if not dearest:
            lines.append("  nothing was surely better than what was played")
    return lines
