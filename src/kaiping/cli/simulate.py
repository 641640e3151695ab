"""Whole games by bots, with the invariants checked after every action; exits 1 if one is broken."""

from __future__ import annotations

import argparse

from kaiping.bots import BOTS
from kaiping.bots.simulate import Report
from kaiping.bots.simulate import simulate as play_games
from kaiping.cli.parser import add_json, add_options, print_json, whole_number
from kaiping.titles import definition


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="TITLE", help="such as 1888")
    parser.add_argument("--edition", metavar="E", help="an edition of the title (default: the newest printed)")
    parser.add_argument("--players", metavar="N", type=whole_number(1), help="how many players (default: 3)")
    parser.add_argument("--games", metavar="K", type=whole_number(1), default=10, help="how many games (default: 10)")
    parser.add_argument("--seed", metavar="S", type=whole_number(0), default=0, help="where chance starts (default: 0)")
    add_options(parser)
    parser.add_argument("--bot", metavar="NAME", default="random", help=f"one of {', '.join(BOTS)} (default: random)")
    parser.add_argument(
        "--referee", action="store_true", help="let a second implementation of the rules watch every action too"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    printed = definition(args.title, args.edition, args.option)
    players = args.players if args.players is not None else usual_players(printed.players)
    report = play_games(
        args.title,
        args.edition,
        players,
        args.games,
        args.seed,
        bot=args.bot,
        options=tuple(args.option),
        referee=args.referee,
    )
    if args.json:
        print_json(
            {
                "title": printed.title,
                "edition": printed.edition,
                "options": list(printed.options),
                "players": players,
                "bot": args.bot,
                "seed": args.seed,
                "referee": args.referee,
                "games": report.games,
                "actions": report.actions,
                "ended": report.ended,
                "violations": report.violations,
                "compared": report.compared,
                "seconds": round(report.seconds, 3),
                "actions_per_second": round(report.actions_per_second, 1),
            }
        )
    else:
        played = ", ".join((f"{printed.title}:{printed.edition}", *printed.options))
        watched = ", a referee watches" if args.referee else ""
        _print(f"{played}, {players} players, {args.bot} bots, seed {args.seed}{watched}", report)
    return 1 if report.violations else 0


def usual_players(limits: tuple[int, int]) -> int:
    """Three players where an edition allows it, otherwise the number that comes nearest."""
    return min(max(3, limits[0]), limits[1])


def _print(head: str, report: Report) -> None:
    print(head)
    print(f"{report.games} games, {report.actions:,} actions, {report.actions_per_second:,.0f} actions a second")
    ended = ", ".join(f"{reason} {count}" for reason, count in sorted(report.ended.items()))
    print(f"ended by: {ended or 'none ended'}")
    if report.compared:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(report.compared.items()))
        print(f"the referee compared {sum(report.compared.values()):,} decisions: {kinds}")
    for violation in report.violations:
        print(f"VIOLATION {violation}")
    print(f"{len(report.violations)} violations" if report.violations else "nothing was wrong")
