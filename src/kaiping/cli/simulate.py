"""Whole games by bots, with the invariants checked after every action; exits 1 if one is broken.

Ctrl-C ends it with what has been played so far.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kaiping.bots import BOTS
from kaiping.bots.own import any_bot, look_here
from kaiping.bots.simulate import SEATS, Played, Report, played_games
from kaiping.bots.simulate import report as report_on
from kaiping.cli.parser import add_json, add_options, add_title, print_json, split_title, whole_number
from kaiping.cli.seats import PERSON, bots_by_seat
from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.flow.setup import check_number
from kaiping.game import Game
from kaiping.records import native
from kaiping.titles import definition

#: as other commands end that are interrupted
INTERRUPTED = 130
#: how often progress is shown, in seconds
_PROGRESS = 0.2


def configure(parser: argparse.ArgumentParser) -> None:
    add_title(parser)
    parser.add_argument("--players", metavar="N", type=whole_number(1), help="how many players (default: 3)")
    parser.add_argument("--games", metavar="K", type=whole_number(1), default=10, help="how many games (default: 10)")
    parser.add_argument("--seed", metavar="S", type=whole_number(0), default=0, help="where chance starts (default: 0)")
    add_options(parser)
    parser.add_argument(
        "--bot",
        metavar="[SEAT=]NAME",
        action="append",
        default=[],
        help=f"one of {', '.join(BOTS)}, or your own as module:name, for all seats (default: random), or for one: "
        "2=casual; may be repeated",
    )
    parser.add_argument(
        "--referee", action="store_true", help="let a second implementation of the rules watch every action too"
    )
    parser.add_argument("--save", metavar="DIR", type=Path, help="keep every game as a file in this folder")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    look_here()
    split_title(args)
    printed = definition(args.title, args.edition, args.option, args.variant)
    players = args.players if args.players is not None else usual_players(printed.players)
    check_number(printed, players)
    bots = _bots(args.bot, SEATS[:players])
    files = _files(args.save, printed, players, args.seed, args.games)
    progress = Progress(args.games)
    played: list[Played] = []
    interrupted = False
    began = time.perf_counter()
    try:
        for game in played_games(
            args.title,
            args.edition,
            players,
            args.games,
            args.seed,
            bot=bots,
            options=tuple(args.option),
            variant=args.variant,
            referee=args.referee,
            watch=progress.watch,
        ):
            if files:
                assert progress.game is not None
                args.save.mkdir(parents=True, exist_ok=True)
                native.save(progress.game, files[game.index], bots=dict(zip(SEATS, bots, strict=False)))
            played.append(game)
            progress.done += 1
    except KeyboardInterrupt:
        interrupted = True
    finally:
        progress.clear()
    report = report_on(played, time.perf_counter() - began)
    if args.json:
        print_json(_data(args, printed, bots, report, played, files, interrupted))
    else:
        _print(args, printed, bots, report, played)
        if files and played:
            print(f"saved in {args.save}")
        if interrupted:
            after = f" after {progress.game.played} actions" if progress.game is not None else ""
            print(f"interrupted in game {len(played) + 1} of {args.games}{after}")
    if interrupted:
        return INTERRUPTED
    return 1 if report.violations else 0


def usual_players(limits: tuple[int, int]) -> int:
    """Three players where an edition allows it, otherwise the number that comes nearest."""
    return min(max(3, limits[0]), limits[1])


def _bots(given: Sequence[str], seats: Sequence[str]) -> list[str]:
    """The name of the bot in each seat; a name alone is for all that have none of their own."""
    for_all = [text for text in given if "=" not in text]
    if len(for_all) > 1:
        raise BadInput(f"--bot {' --bot '.join(for_all)}: say which seats, as in --bot 2={for_all[1]}")
    any_bot(others := for_all[0] if for_all else "random")
    by_seat = bots_by_seat([text for text in given if "=" in text], seats, find=any_bot)
    if PERSON in by_seat.values():
        raise BadInput("only bots play in a simulation; kaiping play has a seat for you")
    return [by_seat.get(seat, others) for seat in seats]


def _files(folder: Path | None, printed: Definition, players: int, seed: int, games: int) -> list[Path]:
    """The file of each game; none may be there already."""
    if folder is None:
        return []
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is no folder")
    name = f"{printed.title}-{printed.edition}-{players}-players-seed-{seed}"
    files = [folder / f"{name}-game-{index + 1}.json" for index in range(games)]
    for file in files:
        if file.exists():
            raise BadInput(f"{file} is there already; choose another folder or another seed")
    return files


class Progress:
    """How far the games are, on one line of the terminal if there is one."""

    def __init__(self, games: int) -> None:
        self.games, self.done = games, 0
        #: the game that is being played or was last
        self.game: Game | None = None
        self._shown = 0.0
        self._began = time.perf_counter()
        self._terminal = sys.stderr.isatty()

    def watch(self, game: Game) -> None:
        self.game = game
        now = time.perf_counter()
        if self._terminal and now - self._shown > _PROGRESS:
            self._shown = now
            self._say(f"game {self.done + 1} of {self.games}, action {game.played}, {now - self._began:.0f} s")

    def clear(self) -> None:
        if self._terminal:
            self._say("")

    def _say(self, words: str) -> None:
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()


# --- what came of it ------------------------------------------------------------------------------


def _rows(bots: Sequence[str], played: Sequence[Played]) -> list[dict[str, Any]]:
    """For each seat: its bot, games won, and what it was worth at the end of those games that ended."""
    ended = [game for game in played if game.ended is not None]
    rows = []
    for seat, name in zip(SEATS, bots, strict=False):
        worth = [game.totals[seat] for game in ended]
        rows.append(
            {
                "seat": seat,
                "bot": name,
                "wins": sum(seat in game.winners for game in ended),
                "worth": round(sum(worth) / len(worth)) if worth else None,
                "least": min(worth, default=None),
                "greatest": max(worth, default=None),
            }
        )
    return rows


def _said(bots: Sequence[str]) -> str:
    return bots[0] if len(set(bots)) == 1 else ", ".join(bots)


def _data(
    args: argparse.Namespace,
    printed: Definition,
    bots: Sequence[str],
    report: Report,
    played: Sequence[Played],
    files: Sequence[Path],
    interrupted: bool,
) -> dict[str, Any]:
    games = [
        {
            "actions": game.actions,
            "ended": game.ended,
            "winners": list(game.winners),
            "worth": game.totals,
            **({"file": str(files[game.index])} if files else {}),
        }
        for game in played
    ]
    return {
        "title": printed.title,
        "edition": printed.edition,
        "options": list(printed.options),
        **({"variant": printed.variant.name} if printed.variant else {}),
        "players": len(bots),
        "bot": _said(bots),
        "seed": args.seed,
        "referee": args.referee,
        "games": report.games,
        "actions": report.actions,
        "ended": report.ended,
        "violations": report.violations,
        "compared": report.compared,
        "seconds": round(report.seconds, 3),
        "actions_per_second": round(report.actions_per_second, 1),
        "results": _rows(bots, played),
        "played": games,
        "interrupted": interrupted,
    }


def _print(
    args: argparse.Namespace, printed: Definition, bots: Sequence[str], report: Report, played: Sequence[Played]
) -> None:
    own = [printed.variant.name] if printed.variant else []
    name = ", ".join((f"{printed.title}:{printed.edition}", *printed.options, *own))
    watched = ", a referee watches" if args.referee else ""
    print(f"{name}, {len(bots)} players, {_said(bots)} bots, seed {args.seed}{watched}")
    count = "1 game" if report.games == 1 else f"{report.games} games"
    print(f"{count}, {report.actions:,} actions, {report.actions_per_second:,.0f} actions a second")
    ended = ", ".join(f"{reason} {count}" for reason, count in sorted(report.ended.items()))
    print(f"ended by: {ended or 'none ended'}")
    if report.ended:
        _print_rows(printed, _rows(bots, played))
    if report.compared:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(report.compared.items()))
        print(f"the referee compared {sum(report.compared.values()):,} decisions: {kinds}")
    for violation in report.violations:
        print(f"VIOLATION {violation}")
    print(f"{len(report.violations)} violations" if report.violations else "nothing was wrong")


def _print_rows(printed: Definition, rows: Sequence[dict[str, Any]]) -> None:
    seat = max(len(row["seat"]) for row in rows)
    name = max(len(row["bot"]) for row in rows)

    def money(amount: int) -> str:
        return f"{printed.currency}{amount:,}"

    wide = max(len(money(row["worth"])) for row in rows)
    for row in rows:
        wins = "1 win" if row["wins"] == 1 else f"{row['wins']} wins"
        span = f"{money(row['least'])} to {money(row['greatest'])}"
        print(
            f"  {row['seat']:<{seat}} {row['bot']:<{name}}  {wins:>7}, worth {money(row['worth']):>{wide}} "
            f"on average ({span})"
        )
