"""Writes a line for every moment of many games, so that two commits can be compared to the letter.

A line has digests of the legal actions in their order, of why some others are refused, of the position and of what has
happened. Run it with the sources of each commit, `PYTHONHASHSEED=0 PYTHONPATH=.../src python benchmarks/listings.py
OUT recordings` (or `random`, `casual`), and compare the two files with `cmp`. What differs first tells the game and the
number of its action.
"""

from __future__ import annotations

import argparse
import random
import zlib
from pathlib import Path
from typing import Any, TextIO

import msgspec

from kaiping.action import AnyAction
from kaiping.board.board import Board
from kaiping.bots.simulate import played_games
from kaiping.cli.record import open_record
from kaiping.game import Game
from kaiping.titles import TITLES, definition

RECORDINGS = Path(__file__).resolve().parent.parent / "tests" / "data" / "recordings"
#: actions of earlier moments that are asked about at each, and how many are kept for that
ASKED, KEPT = 6, 400


def plain(value: Any) -> Any:
    """A value without anything whose order is left to chance."""
    match value:
        case Board():
            return [list(part.items()) for part in (value.tiles, value.tokens, value.reserved)]
        case frozenset() | set():
            return sorted(map(repr, value))
        case dict():
            return [(key, plain(one)) for key, one in value.items()]
        case msgspec.Struct():
            return type(value).__name__, [plain(one) for one in msgspec.structs.astuple(value)]
        case tuple() | list():
            return [plain(one) for one in value]
    return repr(value)


def digest(value: object) -> str:
    return f"{zlib.crc32(repr(value).encode()):08x}"


class Writer:
    """Writes the moments of one game after the other."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.begin("")

    def begin(self, name: str) -> None:
        self.name, self.number = name, 0
        self.rng = random.Random(name)
        self.earlier: list[AnyAction] = []

    def moment(self, game: Game) -> None:
        self.number += 1
        words = [self.name, str(self.number), digest(plain(game.state)), digest(plain(game.last_events))]
        if game.finished is None:
            legal = game.legal_actions()
            words += [str(len(legal)), digest([(repr(action), repr(legal.ranges.get(action))) for action in legal])]
            asked = self.rng.sample(self.earlier, min(ASKED, len(self.earlier)))
            reasons = [game.why_not(action) for action in asked]
            words.append(digest([why and (why.code, why.clause, repr(why.figures)) for why in reasons]))
            self.earlier = (self.earlier + self.rng.sample(list(legal), min(3, len(legal))))[-KEPT:]
        print(*words, file=self.file)

    def played(self, game: Game) -> None:
        self.number += 1
        print(self.name, self.number, digest(game.last_action), file=self.file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("what", choices=("recordings", "random", "casual"))
    args = parser.parse_args()
    with args.out.open("w", encoding="utf-8") as file:
        writer = Writer(file)
        if args.what == "recordings":
            for record in sorted(RECORDINGS.rglob("*.json.gz")):
                writer.begin(record.name)
                for game, _ in open_record(record).steps():
                    writer.moment(game)
            return
        for title in TITLES.values():
            for edition in title.editions:
                least, most = definition(title.name, edition).players
                for players in range(least, most + 1):
                    writer.begin(f"{title.name}-{edition}-{players}")
                    watch = writer.moment if args.what == "random" else writer.played
                    bot = "random" if args.what == "random" else "greedy"
                    list(played_games(title.name, edition, players, 1, 11, bot=bot, check=False, watch=watch))


if __name__ == "__main__":
    main()
