"""What the casual bot bids for privates and minors."""

from __future__ import annotations

from collections.abc import Mapping

from kaiping.action import AnyAction, Bid, Pass, Range
from kaiping.bots.advice import Candidate
from kaiping.bots.casual.outlook import Outlook
from kaiping.flow.auction import Auction, unsold
from kaiping.flow.shares import PRESIDENT, SHARE
from kaiping.flow.single_auction import SingleAuction
from kaiping.language import gettext_noop

#: that price in per cent of the face value, where the edition sets none
ANY_PRICE = 150

LOT = gettext_noop("{lot} is worth {~worth} and costs {~price}")
ENOUGH = gettext_noop("what is offered costs more than it brings, or more than can be spared")


def worth_of(look: Outlook, lot: str) -> float:
    """What a private or a minor is worth in the first auction."""
    told = look.thoughts.lot(look, lot) if look.thoughts.lot is not None else None
    if told is not None:
        return told
    definition = look.definition
    if lot in definition.minors:
        return look.habits.minor * definition.lot(lot).price
    entry, rules = definition.privates[lot], definition.private_rules
    if not entry.for_companies or rules.sold_from is None:
        return max(entry.price, look.habits.money_later * look.private_worth(lot))
    until = definition.phases[rules.sold_from].starts_with
    rounds = 1 + (look.rounds_until(until) if until else 0.0)
    most = rules.sale_percent[1] if rules.sale_percent else ANY_PRICE
    sale = entry.price * most / 100
    return look.habits.money_later * (entry.income * rounds + look.habits.resale * sale)


def bids(look: Outlook, actions: list[AnyAction], ranges: Mapping[AnyAction, Range]) -> list[Candidate]:
    """Take what is worth more than it costs, and keep enough to start a company."""
    state, definition, frame = look.state, look.definition, look.state.stack[-1]
    assert isinstance(frame, Auction | SingleAuction)
    start = PRESIDENT // SHARE * min(definition.market.par_cells)
    tied = {lot: amount for lot, player, amount in frame.bids if player == look.player}
    high = {lot: player for lot, player, _ in sorted(frame.bids, key=lambda bid: bid[2])}
    now = {unsold(look.table)[0], frame.contested if isinstance(frame, Auction) else None}
    found = [look.candidate(Pass(look.player), 0.0, ENOUGH)]
    for action in actions:
        if not isinstance(action, Bid) or high.get(action.private) == look.player:
            continue
        others = sum(amount for lot, amount in tied.items() if lot != action.private)
        worth = worth_of(look, action.private)
        if state.cash[look.player] - others - action.price < start - _brings(look, action.private):
            continue
        value = worth - action.price
        if action.private not in now and (tied or value < look.habits.early * definition.lot(action.private).price):
            continue
        figures = {"lot": action.private, "worth": round(worth), "price": action.price}
        found.append(look.candidate(action, value, LOT, **figures))
    return found


def _brings(look: Outlook, lot: str) -> int:
    """What need not be kept for a start because the lot starts a company itself."""
    private = look.definition.privates.get(lot)
    company = getattr(private.power, "company", None) if private is not None else None
    return look.definition.lot(lot).price if company is not None else 0
