"""The random bot: any legal action, with no more than the sense to come to an end."""

from __future__ import annotations

from random import Random

from kaiping.action import AnyAction, Bid, Range, at_number
from kaiping.bots.bot import check_asked, own_actions
from kaiping.flow.auction import Auction
from kaiping.game import Game

#: how often a number is drawn from all of its range, and not from its lowest part
WILD = 0.1
#: steps in that lowest part
MODEST = 20


class RandomBot:
    """Draws a kind of action first, then an action of that kind, so that long lists do not drown short ones.

    A turn comes to an end because passing is one kind among few. In an auction it does not outbid itself: money
    tied up in bids could keep everybody from buying for hundreds of rounds.
    """

    def choose(self, game: Game, rng: Random) -> AnyAction:
        check_asked(game, rng)
        legal = game.legal_actions()
        actions = own_actions(game, legal)
        frame = game.state.stack[-1]
        if isinstance(frame, Auction):
            actions = [action for action in actions if not _outbids_itself(frame, action)]
        kinds: dict[type, list[AnyAction]] = {}
        for action in actions:
            kinds.setdefault(type(action), []).append(action)
        action = rng.choice(kinds[rng.choice(list(kinds))])
        open_number = legal.ranges.get(action)
        return action if open_number is None else at_number(action, draw(open_number, rng))


def _outbids_itself(frame: Auction, action: AnyAction) -> bool:
    if not isinstance(action, Bid):
        return False
    highest = max(frame.on(action.private), key=lambda bid: bid[2], default=None)
    return highest is not None and highest[1] == action.player


def draw(open_number: Range, rng: Random) -> int:
    """A number of a range, mostly one of the lowest: nobody bids all their money all of the time."""
    steps = (open_number.greatest - open_number.least) // open_number.step
    if rng.random() >= WILD:
        steps = min(steps, MODEST)
    return open_number.least + rng.randint(0, steps) * open_number.step
