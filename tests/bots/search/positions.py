"""Positions in the middle of games, quickly reached: bots that draw their actions play some of every title."""

from __future__ import annotations

from functools import cache
from random import Random

from kaiping.bots import bot
from kaiping.game import Game

SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
#: one edition of each title, and how many play
TITLES = [("1888", "2022", 4), ("1880", "2022", 4), ("1890", "C", 4)]
#: the others, with as few and as many players as there may be
MORE = [
    *[("1888", "2021", 6), ("1888", "2022", 2), ("1880", "2010", 7), ("1880", "2022", 3)],
    *[("1890", "A", 2), ("1890", "B", 3), ("1890", "D", 5), ("1890", "C", 7)],
]


@cache
def played(title: str, edition: str, players: int, seed: int = 1, options: tuple[str, ...] = ()) -> Game:
    """A whole game by bots that draw."""
    game = Game(title, SEATS[:players], edition=edition, seed=seed, options=options)
    rng, drawing = Random(seed), bot("random")
    while game.finished is None:
        game.play(drawing.choose(game, rng))
    return game


def moments(game: Game, count: int) -> list[Game]:
    """So many moments of a game, evenly spread, without the last."""
    return [game.at(game.played * number // count) for number in range(count)]
