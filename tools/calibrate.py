"""Plays games to learn how far forecasts are off, and writes that down: ``doubt.json`` in the title's data.

    python tools/calibrate.py 1888 2022 --games 30

Games of four casual bots are played, and at the beginning of each round the end is foreseen, as ``kaiping analyse``
does. Those of the first seeds are what the figures are fitted to, so that who won was as likely as may be; by as many
others it is told how good they are: the Brier score (the squared error of all chances together; 0 is best) of chances
that only count futures, of the same chance for everybody, and of what is written. The same arguments give the same.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import product
from math import log
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec
from msgspec import Struct

from kaiping.analysis.chances import Worths, ends_of, likely
from kaiping.analysis.doubt import Doubt
from kaiping.bots.simulate import How, played_games
from kaiping.game import Game
from kaiping.titles import title as find_title

#: what is tried; more of it fits the same games better and others worse
WHOLE = (0.05, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0)
POWER = (0.5, 1.0, 1.5, 2.0, 3.0)
LEAST = (0.002, 0.005, 0.01, 0.02, 0.03)
#: no chance is thought smaller, or one surprise would count more than all else
NEVER = 1e-4
#: parts into which chances are sorted to see how often they came true
PARTS = 5


class Moment(Struct, frozen=True):
    """A position, what was foreseen in it, and who won."""

    now: dict[str, float]
    ends: list[dict[str, float]]
    #: 1 for the winner, less for those who shared
    won: dict[str, float]


#: from a moment to everybody's chances
Guess = Callable[[Moment], Worths]


def moments(title: str, edition: str, seed: int, games: int, futures: int) -> list[Moment]:
    """Of so many games."""
    found: list[Moment] = []
    watched: list[Game] = []
    how: How = {"bot": "casual", "check": False, "watch": watched.append}
    for number in range(seed, seed + games):
        for played in played_games(title, edition, 4, 1, number, **how):
            if played.violations:
                raise SystemExit("; ".join(played.violations))
        game = watched[-1]
        winners = game.winners()
        won = {player: (player in winners) / len(winners) for player in game.players}
        begun = {at for at, _ in game.rounds() if at < game.played}
        for position in game.moments():
            if position.played in begun:
                ends = ends_of(position, futures, Random(f"{number}/{position.played}"))
                totals = {player: float(amount) for player, amount in position.totals().items()}
                found.append(Moment(totals, [dict(one) for one in ends], won))
    return found


def counted(moment: Moment) -> Worths:
    """Who wins in how many of the futures."""
    found = dict.fromkeys(moment.now, 0.0)
    for one in moment.ends:
        best = [player for player, amount in one.items() if amount == max(one.values())]
        for player in best:
            found[player] += 1 / len(best) / len(moment.ends)
    return found


def even(moment: Moment) -> Worths:
    return dict.fromkeys(moment.now, 1 / len(moment.now))


def by(unsure: Doubt) -> Guess:
    return lambda moment: likely(moment.now, moment.ends, unsure)


def brier(found: Sequence[Moment], guess: Guess) -> float:
    return fmean(sum((guess(one)[player] - one.won[player]) ** 2 for player in one.won) for one in found)


def surprise(found: Sequence[Moment], guess: Guess) -> float:
    """How unlikely what came was thought to be."""
    total = 0.0
    for one in found:
        chances = guess(one)
        total -= log(max(NEVER, sum(chances[player] * one.won[player] for player in one.won)))
    return total / len(found)


def fitted(found: Sequence[Moment], made_of: str) -> Doubt:
    tried = (Doubt(made_of, *figures) for figures in product(WHOLE, POWER, LEAST))
    return min(tried, key=lambda one: surprise(found, by(one)))


def told(found: Sequence[Moment], unsure: Doubt) -> list[str]:
    lines = [
        f"Brier score at {len(found)} moments of other games: {brier(found, counted):.3f} by counting futures, "
        f"{brier(found, even):.3f} with the same for everybody, {brier(found, by(unsure)):.3f} as written"
    ]
    for name, guess in (("by counting", counted), ("as written", by(unsure))):
        sorted_in: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for one in found:
            for player, chance in guess(one).items():
                sorted_in[min(PARTS - 1, int(chance * PARTS))].append((chance, one.won[player]))
        parts = (
            f"{fmean(chance for chance, _ in pairs):.0%} came true in {fmean(won for _, won in pairs):.0%} "
            f"of {len(pairs)}"
            for _, pairs in sorted(sorted_in.items())
        )
        lines.append(f"  {name}: {'; '.join(parts)}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("title")
    parser.add_argument("edition")
    parser.add_argument("--games", type=int, default=30, help="to fit to, and as many others to tell how good it is")
    parser.add_argument("--futures", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="keep what was foreseen in this folder, or take it from there")
    given = parser.parse_args()
    title = find_title(given.title)
    halves = []
    for seed in (given.seed, given.seed + 100):
        kept = given.keep and given.keep / f"{title.name}-{given.edition}-{seed}-{given.games}-{given.futures}.json"
        if kept and kept.is_file():
            halves.append(msgspec.json.decode(kept.read_bytes(), type=list[Moment]))
            continue
        halves.append(moments(title.name, given.edition, seed, given.games, given.futures))
        if kept:
            kept.write_bytes(msgspec.json.encode(halves[-1]))
    made_of = (
        f"{given.games} games of {title.name} ({given.edition}) by four casual bots, seeds from {given.seed} on, "
        f"{given.futures} futures at the beginning of each round"
    )
    unsure = fitted(halves[0], made_of)
    file = Path(str(title.data)) / "doubt.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(unsure), indent=1) + b"\n")
    print(f"{file}: {unsure.whole}, {unsure.power}, {unsure.least} of {made_of}")
    print("\n".join(told(halves[1], unsure)))


if __name__ == "__main__":
    main()
