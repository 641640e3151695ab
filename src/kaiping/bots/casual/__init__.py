"""The casual bot: buys what pays, lays track that raises its own best run, spends treasuries on trains in time.

It looks one action ahead, to the end of the game by averages. Titles tell it what their own questions are worth
(``flow.thought``); what is worth most is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from kaiping.action import (
    AnyAction,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    Range,
    RepayDebt,
    RunRoutes,
    UsePower,
    at_number,
)
from kaiping.bots.advice import ONLY, Advice, Candidate, ranked
from kaiping.bots.bot import check_asked, own_actions
from kaiping.bots.casual import auction, deals, stock, track, trains
from kaiping.bots.casual.outlook import Outlook
from kaiping.bots.habits import USUAL, Habits, trained
from kaiping.definition import FreeTrain, OwnPower
from kaiping.flow.auction import Auction
from kaiping.flow.offers import Offer
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.private_trade import TradeOffer
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import Discards
from kaiping.game import Game
from kaiping.language import gettext_noop

GIFT = gettext_noop("{private} gives {company} what it needs now")
WAY_OUT = gettext_noop("{company} has no train and could buy one only with its owner's money")
REPAYS = gettext_noop("what is paid back bears no interest")
GO_ON = gettext_noop("nothing here is worth what it costs")


class CasualBot:
    """Looks one action ahead, and at averages for the rest of the game."""

    def __init__(self, habits: Habits = USUAL) -> None:
        self.habits = habits

    def choose(self, game: Game, rng: Random) -> AnyAction:
        return self.advise(game, rng).best

    def advise(self, game: Game, rng: Random) -> Advice:
        """What it would play, and what it compared that with."""
        check_asked(game, rng)
        legal = game.legal_actions()
        actions = own_actions(game, legal)
        if len(actions) == 1 and actions[0] not in legal.ranges:
            return Advice((Candidate(actions[0], 0.0, ONLY),))
        return ranked(_weighed(Outlook(game, self.habits), actions, legal.ranges, rng))


def _weighed(
    look: Outlook, actions: list[AnyAction], ranges: Mapping[AnyAction, Range], rng: Random
) -> list[Candidate]:
    debt = next((action for action in actions if isinstance(action, RepayDebt)), None)
    if debt is not None:
        paid = at_number(debt, ranges[debt].greatest) if debt in ranges else debt
        return [look.candidate(paid, 1.0, REPAYS)]
    match look.state.stack[-1]:
        case Auction() | SingleAuction():
            return auction.bids(look, actions, ranges)
        case StockRound():
            return [*stock.trades(look, actions, rng), *_besides(look, actions)]
        case Offer() as offer:
            return deals.consent(look, offer)
        case TradeOffer() as offer:
            return deals.trade(look, offer)
        case Discards():
            return trains.discards(look, [action for action in actions if isinstance(action, DiscardTrain)])
        case MoreTiles(company=company):
            return _further_tile(look, company, actions)
        case OperatingRound() as frame:
            return _operate(look, frame, actions, ranges)
        case _:
            return _answers(look, actions)


def _answers(look: Outlook, actions: list[AnyAction]) -> list[Candidate]:
    """Answers to a question that only the title knows, as the title weighs them."""
    return [
        _thought(look, action) or look.candidate(action, 0.0 if isinstance(action, Pass) else -1.0)
        for action in actions
    ]


def _besides(look: Outlook, actions: list[AnyAction]) -> list[Candidate]:
    """What a title offers beside what every title has, where it says that it is worth something."""
    found = [_thought(look, action) for action in actions if isinstance(action, Choose | UsePower)]
    return [one for one in found if one is not None and one.value > 0]


def _thought(look: Outlook, action: AnyAction) -> Candidate | None:
    """What the title says that an action is worth."""
    weigh = look.thoughts.weigh
    thought = None if weigh is None else weigh(look, action)
    return None if thought is None else look.candidate(action, thought.value, thought.text, **thought.figures)


def _lays(actions: list[AnyAction], *, by_power: bool) -> list[LayTile]:
    return [a for a in actions if isinstance(a, LayTile) and (a.private is not None) == by_power]


def _going_on(look: Outlook, company: str, actions: list[AnyAction]) -> list[Candidate]:
    """To pass, or what comes first where that is not possible."""
    passing = Pass(company)
    return [look.candidate(passing if passing in actions else actions[0], 0.0, GO_ON)]


def _further_tile(look: Outlook, company: str, actions: list[AnyAction]) -> list[Candidate]:
    return [*track.lays(look, company, _lays(actions, by_power=True), 0), *_going_on(look, company, actions)]


def _operate(
    look: Outlook, frame: OperatingRound, actions: list[AnyAction], ranges: Mapping[AnyAction, Range]
) -> list[Candidate]:
    """Act for a company in its turn; which step of the turn it is follows from the kinds of actions that are legal."""
    company = frame.company
    runs = [action for action in actions if isinstance(action, RunRoutes)]
    if runs:
        return trains.runs(look, company, runs)
    if any(isinstance(action, Dividend) for action in actions):
        return trains.dividend(look, company, frame.revenue)
    besides = _besides(look, actions)
    if besides:
        return besides
    may_pass = Pass(company) in actions
    last = _going_on(look, company, actions)
    spare = look.treasury(company) - (0 if look.trains(company) else look.next_price)
    found: list[Candidate] = []
    if powers := _lays(actions, by_power=True):
        found = track.lays(look, company, powers, 0)
    if not found and (lays := _lays(actions, by_power=False)):
        found = track.lays(look, company, lays, spare)
        if not found and not may_pass:
            found = [look.candidate(lays[0], 0.0)]
    if not found and (tokens := [action for action in actions if isinstance(action, PlaceToken)]):
        found = track.tokens(look, company, tokens, spare)
    buys = any(isinstance(action, BuyTrain) for action in actions)
    if not found and (not may_pass or buys):
        found = _way_out(look, company, actions)
        found = found or trains.purchases(look, company, actions, ranges, must=not may_pass)
    if not found:
        found = _gift(look, company, actions)
    if not found and (buys or not lays_open(actions)):
        found = deals.privates(look, company, actions, ranges)
    return [*found, *last] if may_pass or not found else found


def lays_open(actions: list[AnyAction]) -> bool:
    """Is there still track or a token to be placed in the turn?"""
    return any(isinstance(action, LayTile | PlaceToken) for action in actions)


def _gift(look: Outlook, company: str, actions: list[AnyAction]) -> list[Candidate]:
    """What a company needs now and a private gives it: a right to build, or its only train."""
    for action in actions:
        if isinstance(action, UsePower) and action.company == company:
            match look.definition.privates[action.private].power:
                case OwnPower() as power if power.is_needed(look.table, company):
                    return [look.candidate(action, 1.0, GIFT, private=action.private, company=company)]
                case FreeTrain() if not look.trains(company):
                    return [look.candidate(action, 1.0, GIFT, private=action.private, company=company)]
    return []


def _way_out(look: Outlook, company: str, actions: list[AnyAction]) -> list[Candidate]:
    """A minor without a train that could buy one only with its owner's money becomes a private, where it may."""
    if look.trains(company) or not look.wanting(company):
        return []
    privates = look.definition.privates
    powers = [action for action in actions if isinstance(action, UsePower)]
    out = next((action for action in powers if privates[action.private].from_minor == company), None)
    return [] if out is None else [look.candidate(out, 1.0, WAY_OUT, company=company)]


class TrainedBot:
    """The same with the habits that were found to win, in each title its own, and some that all have besides."""

    def __init__(self, **besides: float) -> None:
        self.besides = besides

    def choose(self, game: Game, rng: Random) -> AnyAction:
        return self.advise(game, rng).best

    def advise(self, game: Game, rng: Random) -> Advice:
        return CasualBot(replace(trained(game.title), **self.besides)).advise(game, rng)


#: they keep nothing, so one of each is enough; the last one sees what track and tokens do for all companies:
#: by half, the only weight that was tried
BOT, TRAINED, FAR_SIGHTED = CasualBot(), TrainedBot(), TrainedBot(abroad=0.5)
