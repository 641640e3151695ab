"""Trains as the rulebooks print them, and positions with a chosen train on top of the bank's stack."""

from __future__ import annotations

from kaiping.action import BuyTrain, Pass
from kaiping.flow.trains import add_train
from kaiping.game import Game
from kaiping.state import POOL
from tests.rules.g1888.positions import Position, offered, plays

#: kind of train -> price, number of cards (none: as many as wanted)
PRINTED = {"2": (80, 7), "3": (180, 6), "4": (300, 5), "5": (500, 3), "6": (630, 2), "D": (900, None)}
#: kind of train -> the phase that its first sale starts
STARTS = {"2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "D": "7"}


def smaller(train: str) -> str:
    """The kind that comes before."""
    kinds = list(PRINTED)
    return kinds[kinds.index(train) - 1]


def on_top(position: Position, train: str) -> Position:
    """All smaller trains have left the stack and none of this kind; companies keep what they have."""
    if train == "2":
        return position
    position.phase(STARTS[smaller(train)])
    left = position.state.depot.get(smaller(train), 0)
    return position.scrap(smaller(train), left) if left else position


def in_pool(position: Position, *trains: str) -> Position:
    """Trains of the stack that lie in the pool."""
    for train in trains:
        position._take(train)
        add_train(position.state, POOL, train)
    return position


def pass_to_trains(game: Game, company: str) -> Game:
    """Pass all steps of a company's turn until it may buy trains."""
    while not offered(game, BuyTrain):
        plays(game, Pass(company))
    return game
