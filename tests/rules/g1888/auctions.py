"""The beginning of a game of 1888, for tests of the auction and of the first stock round."""

from __future__ import annotations

from kaiping.action import Bid, Pass
from kaiping.game import Game
from tests.rules.g1888.positions import PLAYERS, plays

#: the printed prices, in the order in which the privates are laid out
PRICES = {
    "2022": {"KT": 25, "TA": 50, "HS": 75, "CW": 100, "YRF": 125, "FC": 150},
    "2021": {"KT": 25, "TA": 50, "HS": 70, "CW": 100, "YRF": 120, "FC": 150},
}


def auction(edition: str, players: int) -> Game:
    """A new game: with three players each has 800, with four 600."""
    return Game("1888", edition=edition, players=PLAYERS[:players])


def first_stock_round(edition: str, players: int = 3) -> Game:
    """The first stock round of a game in which all bought privates in turn, at face value."""
    game = auction(edition, players)
    for number, (private, price) in enumerate(PRICES[edition].items()):
        plays(game, Bid(PLAYERS[number % players], private, price))
    return game


def all_pass(game: Game, times: int = 1) -> Game:
    """Every player passes in turn, so many times."""
    for _ in range(times * len(game.players)):
        plays(game, Pass(game.acting[0]))
    return game
