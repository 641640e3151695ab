"""Plays games to learn from, and writes what players have come to in them who stood so and so: ``value.json``.

    python tools/learn_value.py 1888 --games 40 --club 20

It takes every edition that is played by default with three, four and five players, by casual bots: those of the level,
trained ones, and some of habits a little different; in some games one of them is a bot that searches, so that positions
are seen to which only thought leads. At the beginning of every round it notes how all players stand (``standing.py``);
when the game is over it is known by how much each was ahead. The weights are those of the least squares. Games in which
nothing is learned from, every fourth, tell how good they are. It needs numpy; the same arguments give the same file.
"""

from __future__ import annotations

import argparse
from multiprocessing import Pool
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from kaiping.bots.bot import Bot
from kaiping.bots.casual import BOT, TRAINED, CasualBot
from kaiping.bots.habits import figures, moved, trained
from kaiping.bots.levels import LEVELS
from kaiping.bots.search.foresight import Foresight
from kaiping.bots.search.standing import NAMES, standings
from kaiping.bots.search.value import Value
from kaiping.bots.simulate import SEATS, play
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles import definition
from kaiping.titles import title as find_title

#: by how much habits differ, as a logarithm
VARIETY = 0.25
#: how strongly weights are drawn to nothing
RIDGE = 30.0
#: what players have on average counts as this at least, so that parts of it stay small
LEAST = 500.0
#: every so many games nothing is learned from
HELD_OUT = 4


class Seen(Struct):
    """The beginning of a round, and what came of it."""

    game: int
    turn: int
    rounds: float
    mean: float
    #: of each player
    rows: list[list[float]]
    players: tuple[str, ...]
    #: what each was ahead of the mean in the end, as a part of it
    came: list[float] = []
    #: what all had on average in the end
    mean_came: float = 0.0


class Task(Struct, frozen=True):
    """One game to be played."""

    index: int
    title: str
    edition: str
    players: int
    seed: int
    #: does one of them search?
    searching: bool


def noted(task: Task) -> list[Seen]:
    """Play a game, and note how players stand at the beginning of every round of it."""
    rng, seen = Random(f"{task.seed}/{task.index}/value"), list[Seen]()
    last = list[tuple[int, int, type]]()

    def watch(game: Game) -> None:
        state = game.state
        key = (state.turn, state.round, type(state.stack[0]))
        if not isinstance(state.stack[-1], StockRound | OperatingRound) or last == [key]:
            return
        last[:] = [key]
        table = game.table()
        rounds, mean, rows = standings(table, Foresight(table))
        seen.append(Seen(task.index, state.turn, rounds, mean, rows, state.players))

    bots = {seat: _bot(task, rng) for seat in SEATS[: task.players]}
    if task.searching:
        bots[SEATS[rng.randrange(task.players)]] = LEVELS["club"].make(None)
    played = play(definition(task.title, task.edition), bots, task.seed, task.index, check=False, watch=watch)
    if played.violations:
        raise RuntimeError("; ".join(played.violations))
    for one in seen:
        ends = [played.totals[player] for player in one.players]
        one.mean_came = sum(ends) / len(ends)
        one.came = [(end - one.mean_came) / max(LEAST, abs(one.mean_came)) for end in ends]
    return seen


def _bot(task: Task, rng: Random) -> Bot:
    habits = trained(find_title(task.title))
    varied = CasualBot(moved(habits, {name: rng.gauss(0, VARIETY) for name in figures(habits)}))
    bots: tuple[Bot, ...] = (BOT, TRAINED, varied)
    return rng.choice(bots)


def figured(seen: list[Seen]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A row of figures for each player of each sight, and what came."""
    rows = []
    for one in seen:
        ahead, found = one.rounds / 10, np.array(one.rows)
        rows.append(np.hstack([found, found * ahead, found * ahead**2]))
    return np.vstack(rows), np.hstack([one.came for one in seen])


def fitted(seen: list[Seen]) -> Value:
    """The weights that tell best what came."""
    rows, came = figured(seen)
    size = rows.std(axis=0)
    size[size == 0] = 1
    rows = rows / size
    weights = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ came) / size
    grown = [one for one in seen if one.mean_came > 0]
    ahead = np.array([[1, one.rounds / 10, (one.rounds / 10) ** 2] for one in grown])
    growth = np.linalg.lstsq(ahead, np.log([one.mean_came / one.mean for one in grown]), rcond=None)[0]
    three = weights.reshape(3, len(NAMES)).T
    return Value("", {name: _rounded(one) for name, one in zip(NAMES, three, strict=True)}, _rounded(growth))


def _rounded(three: NDArray[np.float64]) -> tuple[float, float, float]:
    first, second, third = (float(f"{one:.4g}") for one in three)
    return first, second, third


def agreement(found: Value, seen: list[Seen]) -> float:
    """How well it tells who will be ahead, from -1 to 1."""
    rows, came = figured(seen)
    weights = np.array([found.weights[name] for name in NAMES]).T.reshape(-1)
    return float(np.corrcoef(rows @ weights, came)[0, 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=40, help="for each edition and number of players")
    parser.add_argument("--club", type=int, default=20, help="so many of them with a bot that searches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="3,4,5")
    parser.add_argument("--editions", default="", help="those of the printed books by default")
    given = parser.parse_args()
    title = find_title(given.title)
    editions = given.editions.split(",") if given.editions else [one for one in title.editions if "18xx" not in one]
    tasks = list[Task]()
    for edition in editions:
        least, most = definition(title.name, edition).players
        for players in map(int, given.players.split(",")):
            if least <= players <= most:
                for number in range(given.games):
                    searching = number < given.club
                    tasks.append(Task(len(tasks), title.name, edition, players, given.seed, searching))
    with Pool() as pool:
        seen = [one for found in pool.imap(noted, tasks) for one in found]
    held = [one for one in seen if not one.game % HELD_OUT]
    trial = fitted([one for one in seen if one.game % HELD_OUT])
    early = [one for one in held if one.turn <= 2]
    made_of = (
        f"{len(tasks)} games of {title.name} by casual bots, usual, trained and of various habits: {given.games} for "
        f"each of the editions {', '.join(editions)} with {given.players} players where they allow it, {given.club} of "
        f"them with a bot of the level club, seed {given.seed}; {len(seen)} rounds; in games that were held out "
        f"it agrees by {agreement(trial, held):.2f} with what came, in turns 1 and 2 by {agreement(trial, early):.2f}"
    )
    file = Path(str(title.data)) / "value.json"
    found = msgspec.structs.replace(fitted(seen), made_of=made_of)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{file}: {made_of}")


if __name__ == "__main__":
    main()
