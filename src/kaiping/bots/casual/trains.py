"""Trains and what a company earns with them: runs, dividends, purchases, and what is given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kaiping.action import (
    AnyAction,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    Range,
    RunRoutes,
    SellBlocks,
    SellShares,
    at_number,
)
from kaiping.bots.advice import Candidate
from kaiping.bots.bot import highest_number
from kaiping.bots.sight import Sight
from kaiping.flow.operating.dividend import kept_back
from kaiping.flow.operating.forced_sale import counts_of, outlook, saleable
from kaiping.flow.operating.frame import operating_frame
from kaiping.flow.operating.running import problem_of
from kaiping.flow.operating.train_purchase import room
from kaiping.flow.raising import loss
from kaiping.flow.shares import price
from kaiping.flow.trains import on_sale
from kaiping.language import gettext_noop
from kaiping.routes.check import incomes
from kaiping.state import BANK, POOL

HOPES = gettext_noop("such trains have come to earn {~more} more in each of about {rounds} rounds; it costs {~price}")
EARNS = gettext_noop("it earns {~more} more in each of about {rounds} rounds and costs {~price}")
BRINGS = gettext_noop("it brings {~revenue}")
PAYS = gettext_noop("{player} gets {~mine} of {~revenue}, and the price rises")
KEEPS = gettext_noop("a {train}-train for {~price} can be bought with it")
KEEPS_NOTHING = gettext_noop("it buys nothing")
MUST = gettext_noop("{company} must own a train")
WAITS = gettext_noop("no train earns what it costs")
LESS = gettext_noop("the trains that are left earn {~left}")


def runs(look: Sight, company: str, actions: list[RunRoutes]) -> list[Candidate]:
    """What each run brings, what goes to the treasury counted half."""
    what = problem_of(look.table, company)
    found = []
    for action in actions:
        revenue = sum(income.revenue + income.subsidy / 2 for income in incomes(what, action.routes))
        found.append(look.candidate(action, revenue, BRINGS, revenue=round(revenue)))
    return found


def gain(look: Sight, company: str, action: BuyTrain, cash: int | None = None) -> Candidate:
    """What a train brings the player as long as it runs, less what its price is worth in the treasury."""
    owned, kinds, habits = list(look.trains(company)), look.definition.trains, look.habits
    before = look.value(company, look.trains(company))
    if action.trade_in is not None:
        owned.remove(action.trade_in)
    after = look.value(company, (*owned, action.train))
    if not look.trains(company):  # without a train a company builds nothing towards its first run
        after = max(after, habits.first_revenue)
    part, life, cash = look.part(company), look.life(action.train), look.treasury(company) if cash is None else cash
    more, text = float(after - before), EARNS
    if habits.to_come:
        kept = tuple(train for train in owned if look.lasts(train))
        grown = habits.to_come * (look.to_come((*kept, action.train)) - look.to_come(look.lasting(company)))
        more, text = (grown, HOPES) if grown > more else (more, text)
    value = more * part * life * (1 + habits.track_growth * life)
    if after and not before and company in look.state.cells:
        value += habits.rises * (look.step(company) + look.fall(company)) * 10 * part
    lasts = look.lasts(action.train) and kinds[action.train].fulfils_duty
    if look.is_own(company) or look.state.minors.get(company) == look.player:
        if not look.fulfilling(company):
            left = 0 if lasts else max(0, look.next_price - (cash - action.price))
            value += max(0, look.next_price - cash) - left
        if kinds[action.train].rusted_by is None and not any(kinds[train].rusted_by is None for train in owned):
            value += habits.for_good * action.price
    if _takes_last_place(look, company, action):
        value -= part * action.price * (habits.last_place if look.next_kind.rusted_by else habits.last_place_late)
    if action.trade_in is None and kinds[action.train].rusted_by is None:
        value += habits.haste * action.price
    value -= (habits.spare_coin if lasts or look.fulfilling(company) else habits.needed_coin) * action.price
    return look.candidate(action, value, text, more=round(more), rounds=round(life), price=action.price)


def _takes_last_place(look: Sight, company: str, action: BuyTrain) -> bool:
    """Would a train that rusts take the last place that a company will have, while trains that stay are to come?"""
    definition, kinds = look.definition, look.definition.trains
    if kinds[action.train].rusted_by is None or not look.stays(action.train, company) or not look.trains(company):
        return False
    if not any(left and kinds[name].rusted_by is None for name, left in look.state.depot.items()):
        return False
    staying = sum(look.stays(owned, company) for owned in look.trains(company))
    return staying + 1 >= definition.train_limit(list(definition.phases)[-1], company)


def dividend(look: Sight, company: str, revenue: int) -> list[Candidate]:
    """Pay out, unless the money kept buys a train that brings more; it is kept only for a purchase that follows."""
    part, cash, state = look.part(company), look.treasury(company), look.state
    paid = revenue - kept_back(look.definition, state.phase, company, revenue)
    shares = 10 * part
    paying = paid * part + look.step(company) * shares
    losing = look.fall(company) * shares
    stays = revenue - paid + paid * state.held(POOL, company) // 100
    open_to = offers(look, company)
    without = max((gain(look, company, one).value for one in open_to if one.price <= cash + stays), default=0.0)
    best, most = None, 0.0
    for one in open_to:
        if one.price <= cash + stays:
            continue
        found = gain(look, company, one, cash + revenue).value - max(0.0, without)
        if one.price > cash + revenue:
            if one.price > cash + revenue + revenue:
                continue
            found = look.habits.next_round * found - paying - losing
        if found > most:
            best, most = one, found
    pay = look.candidate(
        Dividend(company, "pay"), paying, PAYS, player=look.player, mine=round(paid * part), revenue=revenue
    )
    keep = Dividend(company, "withhold")
    if best is None:
        return [pay, look.candidate(keep, -losing, KEEPS_NOTHING)]
    return [pay, look.candidate(keep, most - losing, KEEPS, train=best.train, price=best.price)]


def offers(look: Sight, company: str) -> list[BuyTrain]:
    """Trains of the bank for which the company has room, and those for which it may give one in part payment."""
    found, owned = list[BuyTrain](), look.trains(company)
    for kind in on_sale(look.table):
        if room(look.table, company) > 0 and (kind.per_company is None or owned.count(kind.name) < kind.per_company):
            found.append(BuyTrain(company, kind.name, BANK, kind.price))
        if kind.trade_in is not None:
            for old in dict.fromkeys(owned):
                if old in kind.trade_in.accepts:
                    found.append(BuyTrain(company, kind.name, BANK, kind.trade_in.price, old))
    return found


def purchases(
    look: Sight, company: str, actions: Sequence[AnyAction], ranges: Mapping[AnyAction, Range], *, must: bool
) -> list[Candidate]:
    """Trains to buy now, or what a forced purchase asks for; nothing to go on."""
    listed = [action for action in actions if isinstance(action, BuyTrain)]
    plain = [action for action in listed if action.source in (BANK, POOL)]
    cash = look.treasury(company)
    affordable = [gain(look, company, action) for action in plain if action.price <= cash]
    good = [found for found in affordable if found.value > 0]
    if good or not must:
        return good
    if affordable:
        return affordable
    rescue = _rescue(look, company, [action for action in listed if action not in plain], ranges)
    if rescue is not None:
        return [look.candidate(rescue, 0.0, MUST, company=company)]
    if plain:  # out of the president's own pocket
        return [_forced(look, company, action, cash) for action in plain]
    sales = [action for action in actions if isinstance(action, SellShares)]
    if sales:
        return [_emergency_sale(look, company, action) for action in sales]
    sets = [action for action in actions if isinstance(action, SellBlocks)]
    if sets:
        return [_set(look, company, action) for action in sets]
    bankruptcy = next((action for action in actions if isinstance(action, DeclareBankruptcy)), None)
    own = [action for action in listed if look.is_own(action.source)]
    if bankruptcy is None and own:  # the only train of another company, rather than the end of the game
        return [
            look.candidate(action, -look.value(action.source, look.trains(action.source)), MUST, company=company)
            for action in own
        ]
    return [] if bankruptcy is None else [look.candidate(bankruptcy, 0.0, MUST, company=company)]


def _forced(look: Sight, company: str, action: BuyTrain, cash: int) -> Candidate:
    found = gain(look, company, action, max(cash, action.price))
    missing = action.price - cash
    owed = max(0, missing - look.state.cash[look.player]) * (look.definition.train_rules.debt_interest or 0) // 100
    return look.candidate(action, found.value - missing - 2 * owed, MUST, company=company)


def _rescue(look: Sight, company: str, listed: list[BuyTrain], ranges: Mapping[AnyAction, Range]) -> AnyAction | None:
    """A spare train of another company, rather than the president's own money: cheap from one's own company."""
    refused = {(source, train) for source, train, _ in operating_frame(look.table).refused}
    spare = [
        offer
        for offer in listed
        if (len(look.trains(offer.source)) > 1 or _can_replace(look, company, offer))
        and (offer.source, offer.train) not in refused
    ]
    if not spare:
        return None
    best = max(spare, key=lambda offer: (look.is_own(offer.source), look.lasts(offer.train), offer.train))
    face = look.definition.trains[best.train].price
    return at_number(best, highest_number(ranges[best], 1 if look.is_own(best.source) else face))


def _can_replace(look: Sight, company: str, offer: BuyTrain) -> bool:
    """Would a company of one's own that gives its only train away need less of one's money for another?"""
    if not look.habits.moving or not look.is_own(offer.source) or not look.lasts(offer.train):
        return False
    price = look.next_price
    return look.treasury(offer.source) > look.treasury(company) + look.habits.moving * price


def _emergency_sale(look: Sight, company: str, sale: SellShares) -> Candidate:
    """Sell what is worth least to keep, as much of it at once as is needed; no company is given away for it."""
    count = sale.percent // 10
    lost = (look.share(sale.company) - price(look.table, sale.company)) * count
    lost += 1000 * look.is_own(sale.company) - sale.percent / 100
    return look.candidate(sale, -lost, MUST, company=company)


def _set(look: Sight, company: str, action: SellBlocks) -> Candidate:
    """A set costs companies that are lost first, then what the shares that are kept are worth less."""
    offered = saleable(look.table, company)
    after = outlook(look.table, company, action).blocks
    lost = sum(block.heir is not None or not block.price for block in after)
    counts = counts_of(offered, action)
    return look.candidate(action, -(1000 * lost + loss(offered, counts) + sum(counts) / 100), MUST, company=company)


def discards(look: Sight, actions: list[DiscardTrain]) -> list[Candidate]:
    """Give up the train that is missed least: one that rusts soon, then the one that earns least."""
    found, order = [], look.definition.train_order
    for action in actions:
        trains = list(look.trains(action.company))
        trains.remove(action.train)
        lasting = [train for train in trains if look.lasts(train)]
        left = look.value(action.company, tuple(lasting))
        worth = left * look.part(action.company) * look.rounds - order[action.train] / 100
        found.append(look.candidate(action, worth, LESS, left=left))
    return found
