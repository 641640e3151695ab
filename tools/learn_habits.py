"""Plays games in which every bot has figures a little different, and tells which of them were ahead.

    python tools/learn_habits.py 1888 --games 400

For every figure of the casual bot, and of the title's own, it prints what it is (in the title's ``habits.json``, or by
hand), by how much of the mean worth a bot is further ahead whose figure is greater by a factor of e, and the standard
error. It takes at least as many games as there are figures, better ten times as many. A person reads that, changes the
file, and sees by ``kaiping arena`` whether it wins; of forty figures two are beyond twice their error by chance alone.
Figures that are nothing cannot be multiplied and are left out. It needs numpy; the same arguments print the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from math import exp
from multiprocessing import Pool
from random import Random
from typing import Any

import numpy as np
from msgspec.structs import replace

from kaiping.bots.casual import CasualBot
from kaiping.bots.habits import Habits, figures, moved, trained
from kaiping.bots.simulate import SEATS, play
from kaiping.titles import definition
from kaiping.titles import title as find_title

#: by how much figures differ, as a logarithm
VARIETY = 0.5


def to_learn(title: str) -> dict[str, float]:
    """The figures that can be learned: those of the habits, then the title's own."""
    habits = trained(find_title(title))
    plain = {name: one for name, one in figures(habits).items() if one}
    return {**plain, **{f"own: {name}": one for name, one in _own(title, habits).items()}}


def _own(title: str, habits: Habits) -> dict[str, float]:
    return {**find_title(title).thoughts.figures, **habits.own}


def habits_at(title: str, moves: Mapping[str, float]) -> Habits:
    """The title's habits with all figures moved, those of its own, too."""
    habits = trained(find_title(title))
    own = {name: one * exp(moves.get(f"own: {name}", 0.0)) for name, one in _own(title, habits).items()}
    return replace(moved(habits, {name: move for name, move in moves.items() if name in figures(habits)}), own=own)


def played(index: int, *, title: str, edition: str, players: int, seed: int) -> tuple[list[list[float]], list[float]]:
    """Moves of everybody, and how far each was ahead as a part of the mean worth."""
    rng, seats = Random(f"{seed}/{index}/habits"), SEATS[:players]
    moves = [{name: rng.gauss(0, VARIETY) for name in to_learn(title)} for _ in seats]
    bots = {seat: CasualBot(habits_at(title, move)) for seat, move in zip(seats, moves, strict=True)}
    found = play(definition(title, edition), bots, seed, index, check=False)
    if found.violations:
        raise RuntimeError("; ".join(found.violations))
    worths = [found.totals[seat] for seat in seats]
    mean = sum(worths) / len(worths)
    return [list(move.values()) for move in moves], [(worth - mean) / max(500, abs(mean)) for worth in worths]


def slopes(games: list[tuple[list[list[float]], list[float]]]) -> list[tuple[float, float]]:
    """For each figure the slope of being ahead on its move, and the standard error of that."""
    rows, ahead = list[Any](), list[float]()
    for moves, leads in games:
        of_game = np.array(moves)
        rows.append(of_game - of_game.mean(axis=0))
        ahead += leads
    moved, lead = np.vstack(rows), np.array(ahead)
    inverse = np.linalg.inv(moved.T @ moved)
    found = inverse @ moved.T @ lead
    free = max(1, len(lead) - len(games) - moved.shape[1])
    rest = float(((lead - moved @ found) ** 2).sum() / free)
    return [(float(one), float(np.sqrt(rest * inverse[place, place]))) for place, one in enumerate(found)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("title")
    parser.add_argument("--edition", default=None)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    edition = given.edition or definition(given.title).edition
    one = partial(played, title=given.title, edition=edition, players=given.players, seed=given.seed)
    with Pool() as pool:
        found = slopes(list(pool.imap(one, range(given.games))))
    told = sorted(zip(to_learn(given.title).items(), found, strict=True), key=lambda one: -abs(one[1][0] / one[1][1]))
    for (name, value), (slope, error) in told:
        print(f"{name:28} {value:10.4g}   {slope:+.4f} ± {error:.4f}")


if __name__ == "__main__":
    main()
