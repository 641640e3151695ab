"""Which bots meet in which seats.

The games of a block share their seed and the circle in which the bots sit; from one game to the next everybody moves
up by a seat, so that after a whole block each has had each seat with the same luck.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from kaiping import arguments
from kaiping.bots.own import any_bot
from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.flow.setup import check_number
from kaiping.titles import definition


class Contest(Struct, frozen=True):
    """What is played by whom; the same contest gives the same games."""

    title: str
    edition: str
    options: tuple[str, ...]
    #: the bots that meet, levels or ``module:name``; those that are named twice take two seats in every game
    bots: tuple[str, ...]
    players: int
    seed: int = 0

    @property
    def printed(self) -> Definition:
        return definition(self.title, self.edition, self.options)

    @property
    def names(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))


class Match(Struct, frozen=True):
    """A game that is to be played: the bot of each seat, first seat first."""

    index: int
    seed: int
    seats: tuple[str, ...]


def contest(
    title: str,
    bots: list[str],
    *,
    edition: str | None = None,
    options: tuple[str, ...] = (),
    players: int | None = None,
    seed: int = 0,
) -> Contest:
    """A contest that can be held.

    >>> contest("1888", ["casual", "random"]).players
    4
    """
    printed = definition(title, edition, options)
    for name in bots:
        any_bot(name)
    if len(set(bots)) < 2:
        raise BadInput("an arena is for two bots or more; kaiping simulate plays one against itself")
    if players is None:
        players = min(max(4, len(bots), printed.players[0]), printed.players[1])
    check_number(printed, arguments.number("the number of players", players))
    if len(bots) > players:
        raise BadInput(f"{len(bots)} bots cannot take {players} seats")
    return Contest(printed.title, printed.edition, printed.options, tuple(bots), players, seed)


def matches(held: Contest, games: int) -> Iterator[Match]:
    """The first so many games of a contest.

    >>> held = contest("1888", ["casual", "random", "random", "random"])
    >>> [match.seats.index("casual") for match in matches(held, 4)] in ([0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1])
    True
    """
    for index in range(games):
        block, turn = divmod(index, held.players)
        circle = _circle(held, block)
        seats = circle[-turn:] + circle[:-turn] if turn else circle
        yield Match(index, held.seed + block, seats)


def _circle(held: Contest, block: int) -> tuple[str, ...]:
    """Those who sit in a block of games; seats that are left go to one bot after another, in turn by blocks."""
    left = held.players - len(held.bots)
    names = held.names
    more = [names[(block * left + place) % len(names)] for place in range(left)]
    seats = [*held.bots, *more]
    Random(f"{held.seed}/{block}").shuffle(seats)
    return tuple(seats)
