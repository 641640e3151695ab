"""What a bot is, and what all bots need."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Protocol

from kaiping.action import AnyAction, Range
from kaiping.arguments import quoted
from kaiping.errors import BadInput
from kaiping.game import Game


class Bot(Protocol):
    """Plays a seat; bots keep nothing from one action to the next, so one bot may play many seats and games."""

    def choose(self, game: Game, rng: Random) -> AnyAction:
        """The action that the player whose turn it is plays now; the bot draws only from ``rng``.

        The game is what the player's seat may know of it (``kaiping.view.seen_by``).
        """


def check_asked(game: Game, rng: Random) -> None:
    """Refuse what is no game, or nothing to draw from."""
    if not isinstance(game, Game):
        raise BadInput(f"a bot chooses in a game, not in {quoted(game)}")
    if not isinstance(rng, Random):
        raise BadInput(f"a bot draws from a random.Random, not from {quoted(rng)}")


def own_actions(game: Game, actions: Iterable[AnyAction]) -> list[AnyAction]:
    """Listed actions without those that players may take out of turn: each bot speaks for one seat."""
    acting, own = game.acting, dict[str, bool]()
    found = []
    for action in actions:
        who = action.who
        if who not in own:
            own[who] = game.seat_of(action) in acting
        if own[who]:
            found.append(action)
    return found


def highest_number(open_number: Range, wish: int) -> int:
    """The greatest number in a range that is not above the wish, or the least there is."""
    least, step = open_number.least, open_number.step
    top = max(least, min(open_number.greatest, wish))
    return least + (top - least) // step * step
