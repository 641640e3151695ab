"""How often players are asked something in a company's turn: in recorded games, and in games that bots play.

Takes the recordings from ../shared/recordings beside the checkout, else from tests/data/recordings. A prompt is an
action that was played while a turn was going on; a question is empty if it could only be passed. Run it as
`python benchmarks/prompts.py [--games N] [--every N]`; with another PYTHONPATH it measures another version.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from kaiping.action import Pass
from kaiping.bots import bot
from kaiping.errors import BadInput
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.records import site18xx
from kaiping.records.files import read_json
from kaiping.titles import TITLES
from kaiping.view import seen_by

ROOT = Path(__file__).resolve().parent.parent
SEATS = ("Ann", "Bo", "Cy", "Di")
PRINTED = (("1888", "2022"), ("1888", "2021"), ("1880", "2022"), ("1880", "2010"), *(("1890", one) for one in "ABCD"))


class Tally:
    """What has been counted so far."""

    def __init__(self) -> None:
        self.games = self.turns = self.prompts = self.empty = 0
        self.seconds = 0.0

    def show(self, name: str) -> None:
        mean = self.prompts / max(self.turns, 1)
        figures = f"{self.games:4} games  {self.turns:6} turns  {self.prompts:7} prompts  {mean:.4f} a turn"
        print(f"{name:24} {figures}  {self.empty:4} empty  {self.seconds:.1f} s", flush=True)


def in_turn(game: Game) -> bool:
    """Is a company's turn going on, and not a stock round in between?"""
    stack = game.state.stack
    return any(isinstance(frame, OperatingRound) for frame in stack) and not isinstance(stack[-1], StockRound)


def count(games: Iterator[Game], tally: Tally, *, empty: bool) -> None:
    """Count over one game, given before each of its actions and at the end."""
    game, began = None, time.perf_counter()
    for game in games:
        if game.finished is None and in_turn(game):
            tally.prompts += 1
            tally.empty += empty and all(isinstance(action, Pass) for action in game.legal_actions())
    if game is not None:
        tally.games += 1
        tally.turns += sum(event.kind == "turn" for event in game.events)
    tally.seconds += time.perf_counter() - began


def recorded(file: Path) -> Iterator[Game]:
    """The positions of a recorded game."""
    game = site18xx.replay(site18xx.read(read_json(file))).game
    for number in range(game.played + 1):
        yield game.at(number)


def played(title: str, edition: str, name: str, seed: int) -> Iterator[Game]:
    """The positions of a game by bots of one kind."""
    game = Game(title, edition=edition, players=SEATS, seed=seed)
    player, rng = bot(name), Random(f"{seed}")
    while game.finished is None:
        yield game
        game.play(player.choose(seen_by(game, game.acting[0]), rng))
    yield game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10, metavar="N", help="games by bots of each kind and edition")
    parser.add_argument("--every", type=int, default=10, metavar="N", help="take each N-th recording; 0: none")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--edition", action="append", help="title:edition; all printed ones by default")
    wanted = parser.parse_args()
    shared = ROOT.parent / "shared" / "recordings"
    folder = shared if shared.is_dir() else ROOT / "tests" / "data" / "recordings"
    if wanted.every:
        for title in TITLES:
            tally = Tally()
            for file in sorted(folder.glob(f"{title}*/*.json.gz"))[:: wanted.every]:
                if ".states" in file.name or ".legal" in file.name:
                    continue
                try:
                    count(recorded(file), tally, empty=False)
                except BadInput:
                    continue
            if tally.games:
                tally.show(f"{title} recorded")
    for title, edition in PRINTED:
        if wanted.edition and f"{title}:{edition}" not in wanted.edition:
            continue
        tally = Tally()
        for seed in range(wanted.games):
            count(played(title, edition, wanted.bot, seed), tally, empty=True)
        tally.show(f"{title}:{edition} {wanted.bot}")


if __name__ == "__main__":
    main()
