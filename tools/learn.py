"""Plays games to learn from, and writes what the search knows of a title: ``averages.json`` in the title's data.

    python tools/learn.py 1888 --games 40

It takes every edition that is played by default with three, four and five players, by the bots named, and notes what
each train earned in each phase and how many operating rounds were still to come in each stock round. The same
arguments give the same file.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import msgspec

from kaiping.bots.averages import Averages
from kaiping.bots.own import any_bot
from kaiping.bots.simulate import How, played_games
from kaiping.event import Event
from kaiping.game import Game
from kaiping.titles import definition
from kaiping.titles import title as find_title

#: a kind of train is known in a phase when it ran so often in it
ENOUGH = 5
#: stock rounds that so few games have reached are left out
FEW = 3


class Notes:
    """What is noted while games are played."""

    def __init__(self) -> None:
        self.runs: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.left: dict[int, list[int]] = defaultdict(list)
        self._game: Game | None = None

    def watch(self, game: Game) -> None:
        self._game = game

    def take(self) -> None:
        """Note what the game that has just ended tells."""
        assert self._game is not None
        game, phase, begun = self._game, next(iter(self._game.definition.phases)), list[tuple[int, int]]()
        rounds = 0
        for event in game.events:
            match event.kind:
                case "phase":
                    phase = event["phase"]
                case "stock-round":
                    begun.append((event["turn"], rounds))
                case "operating-round":
                    rounds += 1
                case "run":
                    for train, revenue in _routes(event):
                        self.runs[train, phase].append(revenue)
        for turn, before in begun:
            self.left[turn].append(rounds - before)

    def averages(self, made_of: str) -> Averages:
        trains: dict[str, dict[str, float]] = defaultdict(dict)
        for (train, phase), revenues in self.runs.items():
            if len(revenues) >= ENOUGH:
                trains[train][phase] = round(fmean(revenues), 1)
        turns = [turn for turn, left in self.left.items() if len(left) >= FEW]
        left = tuple(round(fmean(self.left[max(1, turn)]), 2) for turn in range(max(turns) + 1))
        return Averages(made_of, {name: trains[name] for name in sorted(trains)}, left)


def _routes(event: Event) -> Iterator[tuple[str, int]]:
    for route in event["routes"]:
        yield route["train"], route["revenue"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("title")
    parser.add_argument("--bot", default="casual")
    parser.add_argument("--games", type=int, default=12, help="for each edition and number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="3,4,5")
    parser.add_argument("--editions", default="", help="those of the printed books by default")
    given = parser.parse_args()
    title = find_title(given.title)
    editions = given.editions.split(",") if given.editions else [one for one in title.editions if "18xx" not in one]
    notes, games, bot = Notes(), 0, any_bot(given.bot)
    for edition in editions:
        least, most = definition(title.name, edition).players
        for players in map(int, given.players.split(",")):
            if not least <= players <= most:
                continue
            how: How = {"bot": bot, "check": False, "watch": notes.watch}
            for played in played_games(title.name, edition, players, given.games, given.seed, **how):
                if played.violations:
                    raise SystemExit("; ".join(played.violations))
                notes.take()
                games += 1
    made_of = (
        f"{games} games of {title.name} by {given.bot} bots: {given.games} for each of the editions "
        f"{', '.join(editions)} with {given.players} players where they allow it, seeds from {given.seed} on"
    )
    file = Path(str(title.data)) / "averages.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(notes.averages(made_of)), indent=1) + b"\n")
    print(f"{file}: {made_of}")


if __name__ == "__main__":
    main()
