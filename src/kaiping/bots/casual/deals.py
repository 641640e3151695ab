"""Deals between companies and players: privates, and what others offer."""

from __future__ import annotations

from collections.abc import Mapping

from kaiping.action import AcquirePrivate, AnyAction, BuyPrivate, Consent, Range, at_number
from kaiping.bots.advice import Candidate
from kaiping.bots.bot import highest_number
from kaiping.bots.sight import Sight
from kaiping.flow.offers import Offer
from kaiping.flow.private_trade import TradeOffer
from kaiping.language import gettext_noop

POCKET = gettext_noop("{player} gets {~price} for what still brings {~worth}")
WORTH = gettext_noop("{~price} for what still brings {~worth}")
KEEP = gettext_noop("it still brings {~worth}")


def privates(look: Sight, company: str, actions: list[AnyAction], ranges: Mapping[AnyAction, Range]) -> list[Candidate]:
    """The president's own privates, dear, with money to spare."""
    if look.wanting(company) or not look.fulfilling(company):
        return []
    spare, coin = look.treasury(company) - look.habits.cushion, look.coin(company)
    found = []
    for action in actions:
        if not isinstance(action, BuyPrivate):
            continue
        if look.state.privates[action.private] != look.player:
            continue  # the money would be another player's
        worth = look.private_worth(action.private)
        cost = highest_number(ranges[action], min(spare, ranges[action].greatest))
        value = cost * (1 - coin) - worth
        if cost <= spare and value > 0:
            figures = {"player": look.player, "price": cost, "worth": round(worth)}
            found.append(look.candidate(at_number(action, cost), value, POCKET, **figures))
    return found


def consent(look: Sight, offer: Offer) -> list[Candidate]:
    """Agree to a price above what the thing will still bring."""
    purchase = offer.purchase
    if isinstance(purchase, BuyPrivate):
        return _answers(look, purchase.price, look.private_worth(purchase.private))
    trains, source = list(look.trains(purchase.source)), purchase.source
    before = look.value(source, tuple(trains))
    trains.remove(purchase.train)
    lost = (before - look.value(source, tuple(trains))) * look.life(purchase.train)
    if not trains:
        lost = max(lost, 2.0 * look.next_price)
    return _answers(look, purchase.price, max(lost, look.next_price / 2))


def trade(look: Sight, offer: TradeOffer) -> list[Candidate]:
    """Part with a private for more than it will still bring."""
    return _answers(look, offer.purchase.price, look.private_worth(offer.purchase.private))


def _answers(look: Sight, price: int, worth: float) -> list[Candidate]:
    return [
        look.candidate(Consent(look.player, True), price - worth, WORTH, price=price, worth=round(worth)),
        look.candidate(Consent(look.player, False), 0.0, KEEP, worth=round(worth)),
    ]


def acquire(look: Sight, action: AcquirePrivate, spare: int) -> Candidate | None:
    """A late private of the bank, for what it pays to the end; others' privates are left to them."""
    if not look.definition.privates[action.private].late or action.price > spare:
        return None
    worth = look.private_worth(action.private)
    told = look.thoughts.lot(look, action.private) if look.thoughts.lot is not None else None
    worth = worth if told is None else told
    return look.candidate(action, worth - action.price, WORTH, price=action.price, worth=round(worth))
