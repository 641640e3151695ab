"""Plays games to learn from, and writes what shares have come to be worth in them: ``shares.json`` in the title's data.

    python tools/learn_shares.py 1888 --games 16

It takes every edition that is played by default with three, four and five players, by casual bots, and trained ones if
that is asked for, each with habits a little different from theirs, so that there is something to learn from. Now and
then in a stock round it notes the traits of every company; when the game is over it is known what a share of it has
brought since. The weights are those of the least squares, errors counted as parts of the price. Games in which nothing
is learned from, every fourth, tell how good they are. It needs numpy; the same arguments give the same file.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from multiprocessing import Pool
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from kaiping.bots.casual import CasualBot
from kaiping.bots.casual.outlook import Outlook
from kaiping.bots.habits import USUAL, Habits, figures, moved, trained
from kaiping.bots.share_worth import Shares, traits
from kaiping.bots.simulate import SEATS, play
from kaiping.flow.shares import price
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles import definition
from kaiping.titles import title as find_title

#: part of the decisions of stock rounds at which is noted what can be seen
NOTED = 0.12
#: by how much habits differ, as a logarithm
VARIETY = 0.25
#: how strongly weights are drawn to nothing
RIDGE = 3.0
#: prices below this count as much as this
LEAST_PRICE = 30
#: every so many games nothing is learned from
HELD_OUT = 4


class Seen(Struct):
    """A company at a moment of a game, and what a share of it has brought from then on."""

    game: int
    number: int
    company: str
    price: int
    traits: dict[str, float]
    #: by the casual bot's rule of thumb, to compare with
    rule: float
    came: float = 0.0


class Task(Struct, frozen=True):
    """One game to be played."""

    index: int
    title: str
    edition: str
    players: int
    seed: int
    #: how likely each of the bots is a trained one
    trained: float = 0.0


def noted(task: Task) -> list[Seen]:
    """Play a game, and note what is seen in it."""
    rng, seen, last = Random(f"{task.seed}/{task.index}/learn"), list[Seen](), list[Game]()
    paid = list[tuple[int, str, int]]()

    def watch(game: Game) -> None:
        last[:] = [game]
        told = game.last_events if game.played else []
        paid.extend((game.played, event["company"], event["per_share"]) for event in told if event.kind == "paid")
        if not isinstance(game.state.stack[-1], StockRound) or rng.random() > NOTED:
            return
        look = Outlook(game)
        for company in game.state.par:
            if company in game.state.cells and company not in game.state.closed_companies:
                now, found = price(look.table, company), traits(look, company)
                seen.append(Seen(task.index, game.played, company, now, found, look.share(company)))

    bots = {seat: CasualBot(_varied(task, rng)) for seat in SEATS[: task.players]}
    played = play(definition(task.title, task.edition), bots, task.seed, task.index, check=False, watch=watch)
    if played.violations:
        raise RuntimeError("; ".join(played.violations))
    _tell(last[0], seen, paid)
    return seen


def _varied(task: Task, rng: Random) -> Habits:
    """Habits a little different from the usual ones, or from those that have been learned."""
    learned = task.trained and rng.random() < task.trained
    habits = trained(find_title(task.title)) if learned else USUAL
    return moved(habits, {name: rng.gauss(0, VARIETY) for name in figures(habits)})


def _tell(game: Game, seen: list[Seen], paid: list[tuple[int, str, int]]) -> None:
    """Note what came of it: dividends since then, and the price in the end."""
    table = game.table()
    for one in seen:
        one.came = float(price(table, one.company)) if one.company in game.state.cells else 0.0
        one.came += sum(amount for number, name, amount in paid if name == one.company and number > one.number)


def fitted(seen: list[Seen]) -> dict[str, float]:
    """The weights of traits that tell best what came."""
    names = list(seen[0].traits)
    rows = np.array([[one.traits[name] for name in names] for one in seen], float)
    came = np.array([one.came for one in seen])
    counts = np.array([1 / max(one.price, LEAST_PRICE) ** 2 for one in seen])
    counts /= counts.mean()
    size = rows.std(axis=0)
    size[size == 0] = 1
    rows /= size
    weighed = rows * counts[:, None]
    weights = np.linalg.solve(weighed.T @ rows + RIDGE * np.eye(len(names)), weighed.T @ came) / size
    return {name: float(f"{weight:.4g}") for name, weight in zip(names, weights, strict=True)}


def agreement(seen: list[Seen], worths: NDArray[np.float64]) -> float:
    """How well worths tell which of the companies of a moment bring most for their price, from -1 to 1."""
    moments: dict[tuple[int, int], list[int]] = defaultdict(list)
    for place, one in enumerate(seen):
        moments[one.game, one.number].append(place)
    prices = np.array([max(one.price, LEAST_PRICE) for one in seen])
    told, came = worths / prices, np.array([one.came for one in seen]) / prices
    pairs = [
        (told[place] - told[places].mean(), came[place] - came[places].mean())
        for places in moments.values()
        for place in places
    ]
    return float(np.corrcoef(np.array(pairs).T)[0, 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=16, help="for each edition and number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trained", type=float, default=0.0, help="part of the bots that are trained ones")
    parser.add_argument("--players", default="3,4,5")
    parser.add_argument("--editions", default="", help="those of the printed books by default")
    parser.add_argument("--workers", type=int, default=None, help="as many as there are cores by default")
    given = parser.parse_args()
    title = find_title(given.title)
    editions = given.editions.split(",") if given.editions else [one for one in title.editions if "18xx" not in one]
    tasks = list[Task]()
    for edition in editions:
        least, most = definition(title.name, edition).players
        for players in map(int, given.players.split(",")):
            if least <= players <= most:
                for _ in range(given.games):
                    tasks.append(Task(len(tasks), title.name, edition, players, given.seed, given.trained))
    with Pool(given.workers) as pool:
        seen = [one for found in pool.imap(noted, tasks) for one in found]
    trial = fitted([one for one in seen if one.game % HELD_OUT])
    held = [one for one in seen if not one.game % HELD_OUT]
    learned = agreement(held, np.array([Shares("", trial).worth(one.traits) for one in held]))
    rule = agreement(held, np.array([one.rule for one in held]))
    made_of = (
        f"{len(tasks)} games of {title.name} by casual bots of various habits, {given.trained:.0%} of them trained: "
        f"{given.games} for each of the editions {', '.join(editions)} with {given.players} players where they allow "
        f"it, seed {given.seed}; "
        f"{len(seen)} sights of companies; in games that were held out it agrees by {learned:.2f} with what came, "
        f"the rule of thumb by {rule:.2f}"
    )
    file = Path(str(title.data)) / "shares.json"
    found = Shares(made_of, fitted(seen))
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{file}: {made_of}")


if __name__ == "__main__":
    main()
