"""Privates and shares: what the greedy bot bids, buys and sells."""

from __future__ import annotations

from math import ceil
from random import Random

from kaiping.action import (
    AnyAction,
    Bid,
    BuyShare,
    ExchangePrivate,
    Par,
    Pass,
    SellShares,
)
from kaiping.flow.auction import Auction, unsold
from kaiping.flow.shares import PRESIDENT, SHARE, certificate_limit, certificates, price
from kaiping.state import IPO
from tests.bots.greedy_0.outlook import FIRST_REVENUE, Outlook

#: above the face value this part of it is the most that is bid for a private
PREMIUM = 0.2
#: a share that promises less than this part of its cost is not bought
LEAST_YIELD = 0.05
#: one that promises less than this is sold
WORST_YIELD = -0.05
#: what the presidency is worth, as a part of the cost
PRESIDENCY = 0.15
#: companies that one player leads; with few players more, so that all can come into play
MOST_COMPANIES = 3


def bid(look: Outlook, actions: list[AnyAction], rng: Random) -> AnyAction:
    """Take the cheapest private at its price, raise for others up to a fair price, and keep enough to start."""
    state, definition = look.state, look.definition
    frame = state.stack[-1]
    assert isinstance(frame, Auction)
    bids = [action for action in actions if isinstance(action, Bid)]
    start = PRESIDENT // SHARE * min(definition.market.par_cells)
    tied = sum(amount for _, player, amount in frame.bids if player == look.player)
    cheapest = unsold(look.table)[0]
    for action in bids:
        face = definition.lot(action.private).price
        mine = sum(bid[2] for bid in frame.bids if bid[0] == action.private and bid[1] == look.player)
        if state.cash[look.player] - tied + mine - action.price < start:
            continue
        if action.price > face * (1 + PREMIUM) + 1:
            continue
        if action.private in (frame.contested, cheapest):
            return action
        if not mine and not tied and rng.random() < 0.25:
            return action
    return Pass(look.player)


def trade(look: Outlook, actions: list[AnyAction], rng: Random) -> AnyAction:
    """Sell what is over the limit or loses, then buy what promises most."""
    sale = _sale(look, [action for action in actions if isinstance(action, SellShares)])
    if sale is not None:
        return sale
    exchange = _exchange(look, [action for action in actions if isinstance(action, ExchangePrivate)])
    if exchange is not None:
        return exchange
    best, most = None, LEAST_YIELD
    spare = look.state.cash[look.player] - look.bound_cash()
    par = _highest_par(look, spare)
    for action in actions:
        if isinstance(action, Par) and action.price != par:
            continue
        promise = _promise(look, action, spare)
        if promise is not None:
            promise += rng.random() * 0.1  # so that equal chances do not always fall to the same company
            if promise > most:
                best, most = action, promise
    if best is not None:
        return best
    passing = Pass(look.player)
    return passing if passing in actions else actions[0]


def _promise(look: Outlook, action: AnyAction, spare: int) -> float | None:
    """What a purchase or a start promises as a part of its cost; None for what is not to be done."""
    state = look.state
    match action:
        case BuyShare(_, company, source):
            cost = state.par[company] if source == IPO else price(look.table, company)
            if cost > spare or _takes_burden(look, company):
                return None
            if company not in state.floated:
                return _float_promise(look, company, cost)
            return look.yields(company, cost) + (PRESIDENCY / 2 if look.is_own(company) else 0)
        case Par(_, company, cost):
            return _start_promise(look, company, cost)
        case _:
            return None


def _highest_par(look: Outlook, spare: int) -> int | None:
    """The par price at which the player would start a company: the more capital it has the better."""
    prices = sorted(look.definition.market.par_cells, reverse=True)
    return next((par for par in prices if par * PRESIDENT // SHARE <= spare and _can_float(look, par)), None)


def _takes_burden(look: Outlook, company: str) -> bool:
    """Would one more share make the player president of a company that needs their money?"""
    state = look.state
    if look.is_own(company):
        return False
    president = state.presidents.get(company)
    if president is None:
        return False
    leads = state.held(look.player, company) + SHARE > state.held(president, company)
    return leads and look.wanting(company) > 0


def _float_promise(look: Outlook, company: str, cost: int) -> float | None:
    """A share that helps a company to float: the nearer it is, the better."""
    state = look.state
    if look.definition.companies[company].formed_by_minors:
        return look.yields(company, cost) / 2  # it earns nothing before it is formed
    missing = look.definition.shares.float_percent - (100 - state.held(IPO, company))
    funds = sum(look.purse(player) for player in state.players)
    if missing // SHARE * cost > funds:
        return None
    nearness = 0.1 * (1 - missing / 100)
    return look.yields(company, cost) + nearness + (PRESIDENCY if look.is_own(company) else 0)


def _can_float(look: Outlook, par: int) -> bool:
    """Will the players' cash bring a company over the threshold, with those that wait already?"""
    state, rules = look.state, look.definition.shares
    waiting = [company for company in state.par if company not in state.floated]
    if any(look.is_own(company) for company in waiting):
        return False
    led = sum(1 for president in state.presidents.values() if president == look.player)
    if led >= max(MOST_COMPANIES, ceil(len(look.definition.companies) / len(state.players))):
        return False
    shares = rules.float_percent // SHARE
    needed = shares * par + sum(
        state.par[company] * (rules.float_percent - 100 + state.held(IPO, company)) // SHARE for company in waiting
    )
    own, others = state.cash[look.player], 0
    for player in state.players:
        if player != look.player:
            others += look.purse(player)
    return needed <= own + others // 3


def _start_promise(look: Outlook, company: str, par: int) -> float:
    """A new company earns little at first; its capital must buy trains."""
    board = look.board_with_home(company)
    income = max(FIRST_REVENUE, look.value(company, (look.next_kind().name,), board))
    capital = look.definition.shares.capital_shares * par
    if capital < look.next_price:
        return -1.0
    gain = look.rounds * (income / 10 + 6)
    bonus = look.definition.companies[company].bonus / 500
    comfort = 0.1 * min(2.0, capital / look.next_price - 1)
    return gain / par + PRESIDENCY + bonus + comfort


def _sale(look: Outlook, sales: list[SellShares]) -> SellShares | None:
    """The share to sell now, if any: a loser, or the worst one while above the certificate limit."""
    if not sales:
        return None
    over = certificates(look.table, look.player) > certificate_limit(look.table)
    singles = [sale for sale in sales if sale.percent == SHARE] or sales
    worth = {sale: look.yields(sale.company, price(look.table, sale.company)) for sale in singles}
    worst = min(singles, key=lambda sale: (worth[sale] + (1 if look.is_own(sale.company) else 0), sale.percent))
    if over:
        return worst
    losers = [
        sale
        for sale in sales
        if look.yields(sale.company, price(look.table, sale.company)) < WORST_YIELD
        and sale.company in look.state.operated
        and not look.is_own(sale.company)
    ]
    return max(losers, key=lambda sale: sale.percent, default=None)


def _exchange(look: Outlook, exchanges: list[ExchangePrivate]) -> ExchangePrivate | None:
    """A private given up for the dearest share, once it will not bring as much any more."""
    if not exchanges:
        return None
    best = max(exchanges, key=lambda action: price(look.table, action.company))
    worth = look.private_worth(best.private)
    return best if price(look.table, best.company) >= worth else None
