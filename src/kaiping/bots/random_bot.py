"""The random bot: any legal action, with no more than the sense to come to an end."""

from __future__ import annotations

from random import Random

from kaiping.action import AnyAction, Range
from kaiping.bots.bot import at_number, own_actions
from kaiping.game import Game


class RandomBot:
    """Draws a kind of action first, then an action of that kind, so that long lists do not drown short ones.

    A turn comes to an end because passing is one kind among few.
    """

    def choose(self, game: Game, rng: Random) -> AnyAction:
        legal = game.legal_actions()
        kinds: dict[type, list[AnyAction]] = {}
        for action in own_actions(game, legal):
            kinds.setdefault(type(action), []).append(action)
        action = rng.choice(kinds[rng.choice(list(kinds))])
        open_number = legal.ranges.get(action)
        return action if open_number is None else at_number(action, draw(open_number, rng))


def draw(open_number: Range, rng: Random) -> int:
    """Any number of a range, small ones more often: nobody bids all his money most of the time."""
    steps = (open_number.greatest - open_number.least) // open_number.step
    return open_number.least + int((steps + 1) * rng.random() ** 3) * open_number.step
