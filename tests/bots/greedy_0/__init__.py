"""The bot of before there were levels, kept as it was: others are measured by it, and stored positions come from it.

It buys what pays, lays track that raises its own best run, and buys trains before they are forced.
"""

from __future__ import annotations

from random import Random

from kaiping.action import (
    AnyAction,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    Range,
    RunRoutes,
    UsePower,
)
from kaiping.bots.bot import check_asked, own_actions
from kaiping.definition import FreeTrain, OwnPower
from kaiping.flow.auction import Auction
from kaiping.flow.offers import Offer
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import Discards
from kaiping.game import Game
from tests.bots.greedy_0 import money, track, trains
from tests.bots.greedy_0.outlook import Outlook


class GreedyBot:
    """Looks one action ahead, a few operating rounds of income far."""

    def choose(self, game: Game, rng: Random) -> AnyAction:
        check_asked(game, rng)
        legal = game.legal_actions()
        actions = own_actions(game, legal)
        if len(actions) == 1 and actions[0] not in legal.ranges:
            return actions[0]
        look = Outlook(game)
        frame = game.state.stack[-1]
        match frame:
            case Auction():
                return money.bid(look, actions, rng)
            case StockRound():
                return money.trade(look, actions, rng)
            case Offer():
                return trains.consent(look, frame)
            case Discards():
                return trains.discard(look, [action for action in actions if isinstance(action, DiscardTrain)])
            case MoreTiles():
                return _further_tile(look, frame.company, actions, rng)
            case OperatingRound():
                return _operate(look, frame, actions, legal.ranges, rng)
            case _:
                return rng.choice(actions)


def _lays(actions: list[AnyAction], *, by_power: bool) -> list[LayTile]:
    return [a for a in actions if isinstance(a, LayTile) and (a.private is not None) == by_power]


def _further_tile(look: Outlook, company: str, actions: list[AnyAction], rng: Random) -> AnyAction:
    lays = _lays(actions, by_power=True)
    best = track.best_lay(look, company, lays, rng, 0)
    if best is not None:
        return best
    return next((action for action in actions if isinstance(action, Pass)), actions[0])


def _operate(
    look: Outlook,
    frame: OperatingRound,
    actions: list[AnyAction],
    ranges: dict[AnyAction, Range],
    rng: Random,
) -> AnyAction:
    """Act for a company in its turn; which step of the turn it is follows from the kinds of actions that are legal."""
    company = frame.company
    runs = [action for action in actions if isinstance(action, RunRoutes)]
    if runs:
        return trains.best_run(look, company, runs)
    if any(isinstance(action, Dividend) for action in actions):
        return trains.dividend(look, company, frame.revenue)
    passing = Pass(company)
    spare = look.state.cash[company] - (0 if look.trains(company) else look.next_price)
    found: AnyAction | None = None
    if powers := _lays(actions, by_power=True):
        found = track.best_lay(look, company, powers, rng, 0)
    if found is None and (lays := _lays(actions, by_power=False)):
        found = track.best_lay(look, company, lays, rng, spare)
        if found is None and passing not in actions:
            found = lays[0]
    if found is None and (tokens := [action for action in actions if isinstance(action, PlaceToken)]):
        found = track.best_token(look, company, tokens, spare)
    if found is None and (passing not in actions or any(isinstance(action, BuyTrain) for action in actions)):
        found = _way_out(look, company, actions) or trains.purchase(look, company, actions, ranges)
    if found is None:
        found = _gift(look, company, actions)
    if found is None and frame.tile_laid:
        found = trains.private_purchase(look, company, actions, ranges)
    if found is not None:
        return found
    return passing if passing in actions else actions[0]


def _gift(look: Outlook, company: str, actions: list[AnyAction]) -> UsePower | None:
    """What a company needs now and a private gives it: a right to build, or its only train."""
    for action in actions:
        if isinstance(action, UsePower) and action.company == company:
            match look.definition.privates[action.private].power:
                case OwnPower() as power if power.is_needed(look.table, company):
                    return action
                case FreeTrain() if not look.trains(company):
                    return action
    return None


def _way_out(look: Outlook, company: str, actions: list[AnyAction]) -> UsePower | None:
    """A minor without a train that could buy one only with its owner's money becomes a private, where it may."""
    if look.trains(company) or not look.wanting(company):
        return None
    privates = look.definition.privates
    powers = [action for action in actions if isinstance(action, UsePower)]
    return next((action for action in powers if privates[action.private].from_minor == company), None)


BOT = GreedyBot()
