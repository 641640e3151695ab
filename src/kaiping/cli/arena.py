"""Matches between bots with rotated seats: who wins how often, what they are worth, and a rating.

Each bot that is named takes a seat in every game (name one twice to give it two); seats that are left go to them in
turn. With -o the games are kept as they end, in lines of JSON: the same command goes on where it was interrupted,
and with more --games it plays the rest. A name that ends in .parquet has a row for each seat besides.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from pathlib import Path

import msgspec

from kaiping.arena.contest import Contest, contest, matches
from kaiping.arena.journal import Journal, write_parquet
from kaiping.arena.standings import Standings, rating_model, standings
from kaiping.arena.workers import cores, play_here, play_on_ray
from kaiping.bots.own import look_here
from kaiping.cli.output import clear_way, is_page
from kaiping.cli.parser import add_json, print_json, split_title, whole_number
from kaiping.cli.simulate import INTERRUPTED
from kaiping.errors import BadInput


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="TITLE", nargs="?", help="such as 1888 or 1888:2021")
    parser.add_argument("--title", metavar="TITLE", dest="named", help="the same, by name")
    parser.add_argument("--edition", metavar="E", help="an edition of the title (default: the newest printed)")
    parser.add_argument(
        "--option", metavar="X", action="append", default=[], help="an option of the title; may be repeated"
    )
    parser.add_argument(
        "--bots", metavar="A,B,...", required=True, help="the bots that meet: levels, or your own as module:name"
    )
    parser.add_argument("--players", metavar="N", type=whole_number(1), help="seats of a game (default: 4)")
    parser.add_argument("--games", metavar="K", type=whole_number(1), default=100, help="how many (default: 100)")
    parser.add_argument("--seed", metavar="S", type=whole_number(0), default=0, help="where chance starts (default: 0)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", type=whole_number(1), help="processes (default: one for each core)")
    where.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster there")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="keep the games: FILE.jsonl or FILE.parquet")
    parser.add_argument("--page", metavar="FILE.html", type=Path, help="write a page with plots")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    look_here()
    held = _held(args)
    rating_model()
    _check_page(args.page)
    journal = Journal(held, _kept_in(args.output))
    todo = [match for match in matches(held, args.games) if match.index not in journal.outcomes]
    playing = play_on_ray(held, todo, args.ray) if args.ray else play_here(held, todo, args.workers or cores())
    interrupted = False
    progress = _Progress(len(todo))
    try:
        with closing(journal), closing(playing):
            for outcome in playing:
                journal.add(outcome)
                progress.step()
    except KeyboardInterrupt:
        interrupted = True
    finally:
        progress.clear()
    outcomes = [journal.outcomes[index] for index in sorted(journal.outcomes) if index < args.games]
    found = standings(held, outcomes)
    if args.output is not None and args.output.suffix.lower() == ".parquet":
        write_parquet(outcomes, args.output)
    if args.page is not None:
        from kaiping.arena.page import document

        args.page.write_bytes(document(held, found, outcomes).encode())
    if args.json:
        print_json({"interrupted": interrupted, **msgspec.to_builtins(held), **_data(found)})
    else:
        _print(held, found)
        if interrupted:
            print(f"interrupted after {len(outcomes)} of {args.games} games")
    if interrupted:
        return INTERRUPTED
    return 1 if found.faults else 0


def _held(args: argparse.Namespace) -> Contest:
    if (args.title is None) == (args.named is None):
        raise BadInput("name one title, as in kaiping arena 1888 --bots casual,random")
    args.title = args.title or args.named
    split_title(args)
    bots = [name.strip() for name in args.bots.split(",")]
    return contest(
        args.title, bots, edition=args.edition, options=tuple(args.option), players=args.players, seed=args.seed
    )


def _kept_in(output: Path | None) -> Path | None:
    """The file with a line for each game; rows for Parquet are made from it."""
    if output is None:
        return None
    kind = output.suffix.lower()
    if kind not in (".jsonl", ".parquet"):
        raise BadInput(f"{output}: the name of a file with games ends in .jsonl or .parquet")
    if not output.absolute().parent.is_dir():
        raise BadInput(f"{output.parent} is no folder")
    return output.with_suffix(".jsonl")


def _check_page(page: Path | None) -> None:
    """Only a page is written over, and it is the one of an earlier call."""
    if page is None:
        return
    if page.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"{page}: a page's name ends in .html")
    clear_way(page, is_page, "page", force=False, ask=False)


class _Progress:
    """How far the games are, on one line of the terminal if there is one."""

    def __init__(self, games: int) -> None:
        self._games, self._done, self._began = games, 0, time.perf_counter()
        self._terminal = sys.stderr.isatty()
        self._say(f"0 of {games} games")

    def step(self) -> None:
        self._done += 1
        so_far = time.perf_counter() - self._began
        left = so_far / self._done * (self._games - self._done)
        self._say(f"{self._done} of {self._games} games, about {left:.0f} s left")

    def clear(self) -> None:
        self._say("")

    def _say(self, words: str) -> None:
        if self._terminal:
            sys.stderr.write(f"\r\x1b[K{words}")
            sys.stderr.flush()


def _data(found: Standings) -> dict[str, object]:
    data: dict[str, object] = msgspec.to_builtins(found)
    del data["course"]
    return data


def _print(held: Contest, found: Standings) -> None:
    name = ", ".join((f"{held.title}:{held.edition}", *held.options))
    print(f"{name}, {held.players} players, {', '.join(held.bots)}, seed {held.seed}")
    ended = ", ".join(f"{reason} {count}" for reason, count in found.ended.items())
    print(f"{'1 game' if found.games == 1 else f'{found.games:,} games'}; ended by: {ended or 'none ended'}")
    wide = max(len(one.bot) for one in found.results)
    for one in found.results:
        print(
            f"  {one.bot:<{wide}}  rating {one.rating:>4} ± {one.rating_off:<3}  won {one.wins:g} of {one.games} = "
            f"{one.share:.1%} ({one.low:.1%} to {one.high:.1%}; chance {one.chance:.0%}), "
            f"worth {one.worth:,.0f} ± {one.worth_off:,.0f}, {one.seconds_per_decision * 1000:.1f} ms a decision"
        )
    for fault in found.faults:
        print(f"FAULT {fault}")
