"""Trains and a company's money: runs, dividends, purchases, what is given up and what is agreed to."""

from __future__ import annotations

from kaiping.action import (
    AnyAction,
    BuyPrivate,
    BuyTrain,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    Range,
    RunRoutes,
    SellBlocks,
    SellShares,
    at_number,
)
from kaiping.bots.bot import highest_number
from kaiping.definition import FreeYellowTiles, SpecialTiles
from kaiping.flow.offers import Offer
from kaiping.flow.operating.forced_sale import counts_of, outlook, saleable
from kaiping.flow.operating.frame import OperatingRound, operating_frame
from kaiping.flow.operating.running import problem_of
from kaiping.flow.raising import loss
from kaiping.flow.shares import price
from kaiping.routes.check import incomes
from kaiping.state import BANK, POOL
from tests.bots.greedy_0.outlook import Outlook

#: what a company keeps for track and tokens after it has bought a private
CUSHION = 60
#: what a train that rusts must bring besides, as a multiple of its price, where it takes a company's last place:
#: before trains that never rust are on sale, and once they are
LAST_PLACE, LAST_PLACE_LATE = 1, 3


def _turn(look: Outlook) -> OperatingRound:
    return operating_frame(look.table)


def best_run(look: Outlook, company: str, runs: list[RunRoutes]) -> RunRoutes:
    """The run that brings most, what goes to the treasury counted half."""
    what = problem_of(look.table, company)

    def earned(run: RunRoutes) -> float:
        return sum(income.revenue + income.subsidy / 2 for income in incomes(what, run.routes))

    return max(runs, key=earned)


def dividend(look: Outlook, company: str, revenue: int) -> Dividend:
    """Pay out, unless the money kept brings a train that the company needs soon, or that earns more than it costs."""
    cash, kind = look.state.cash[company], look.next_kind()
    if cash >= kind.price or len(look.trains(company)) >= look.definition.train_limit(look.state.phase, company):
        return Dividend(company, "pay")
    if not look.lasting(company):
        # what is missing would come out of the president's pocket
        withhold = cash + 2 * revenue >= kind.price
    else:
        gain = _gain(look, company, BuyTrain(company, kind.name, BANK, kind.price))
        withhold = any(cash + times * revenue >= kind.price and gain > times * revenue for times in (1, 2))
    return Dividend(company, "withhold" if withhold else "pay")


def purchase(look: Outlook, company: str, actions: list[AnyAction], ranges: dict[AnyAction, Range]) -> AnyAction | None:
    """The train to buy now, or what a forced purchase asks for; None to go on."""
    owned = look.trains(company)
    offers = [action for action in actions if isinstance(action, BuyTrain)]
    plain = [action for action in offers if action.source in (BANK, POOL)]
    cash = look.state.cash[company]
    affordable = [action for action in plain if action.price <= cash]
    best, most = None, 0.0
    for action in affordable:
        gain = _gain(look, company, action)
        if _takes_last_place(look, company, action.train):
            gain -= action.price * (LAST_PLACE if look.next_kind().rusted_by else LAST_PLACE_LATE)
        if gain > most:
            best, most = action, gain
    if best is not None:
        return best
    if owned:
        return _spare(look, company, affordable)
    if affordable:
        return min(affordable, key=lambda action: action.price)
    rescue = _rescue(look, company, [action for action in offers if action not in plain], ranges)
    if rescue is not None:
        return rescue
    if plain:
        return min(plain, key=lambda action: action.price)
    sales = [action for action in actions if isinstance(action, SellShares)]
    if sales:
        return _emergency_sale(look, sales)
    sets = [action for action in actions if isinstance(action, SellBlocks)]
    if sets:
        return _cheapest_set(look, company, sets)
    bankruptcy = next((action for action in actions if isinstance(action, DeclareBankruptcy)), None)
    own = [action for action in offers if look.is_own(action.source)]
    if bankruptcy is None and own:  # the only train of another company, rather than the end of the game
        return min(own, key=lambda action: look.value(action.source, look.trains(action.source)))
    return bankruptcy


def _gain(look: Outlook, company: str, action: BuyTrain) -> float:
    """What a train of the bank brings within the plan, less half its price; a first train that lasts is a must."""
    owned = list(look.trains(company))
    if action.trade_in is not None:
        owned.remove(action.trade_in)
    lasting = [train for train in owned if look.lasts(train)]
    before = look.value(company, look.trains(company))
    after = look.value(company, (*owned, action.train))
    gain = look.rounds * (after - before) - action.price / 2
    if not lasting and look.lasts(action.train) and action.trade_in is None:
        gain = max(gain, 1.0) + 100
    return gain


def _spare(look: Outlook, company: str, affordable: list[BuyTrain]) -> BuyTrain | None:
    """A train for a company that earns nothing and finds no track to lay: a new phase will bring it some."""
    if _turn(look).tile_laid or look.value(company, look.trains(company)) or len(look.trains(company)) > 2:
        return None
    spare = [action for action in affordable if action.trade_in is None and look.lasts(action.train)]
    cheapest = min(spare, key=lambda action: action.price, default=None)
    if cheapest is None or look.state.cash[company] < 2 * cheapest.price:
        return None
    return cheapest


def _takes_last_place(look: Outlook, company: str, train: str) -> bool:
    """Would a train that rusts take the last place that a company will have, while trains that stay are to come?"""
    definition, kinds = look.definition, look.definition.trains
    if kinds[train].rusted_by is None or not look.stays(train, company):
        return False
    if not any(left and kinds[name].rusted_by is None for name, left in look.state.depot.items()):
        return False
    staying = sum(look.stays(owned, company) for owned in look.trains(company))
    return staying + 1 >= definition.train_limit(list(definition.phases)[-1], company)


def _rescue(look: Outlook, company: str, offers: list[BuyTrain], ranges: dict[AnyAction, Range]) -> AnyAction | None:
    """A spare train of another company, rather than the president's own money: cheap from one's own company."""
    refused = {(source, train) for source, train, _ in _turn(look).refused}
    spare = [
        offer for offer in offers if len(look.trains(offer.source)) > 1 and (offer.source, offer.train) not in refused
    ]
    if not spare:
        return None
    best = max(spare, key=lambda offer: (look.is_own(offer.source), look.lasts(offer.train), offer.train))
    face = look.definition.trains[best.train].price
    return at_number(best, highest_number(ranges[best], 1 if look.is_own(best.source) else face))


def _emergency_sale(look: Outlook, sales: list[SellShares]) -> SellShares:
    """Sell in the company that promises least, as much of it at once as is needed."""
    return min(
        sales,
        key=lambda sale: (
            look.is_own(sale.company),
            look.yields(sale.company, price(look.table, sale.company)),
            -sale.percent,
        ),
    )


def _cheapest_set(look: Outlook, company: str, sets: list[SellBlocks]) -> SellBlocks:
    """The set that costs least: companies that are lost first, then what the shares that are kept are worth less."""
    offered = saleable(look.table, company)

    def cost(action: SellBlocks) -> tuple[int, int, int]:
        after = outlook(look.table, company, action).blocks
        lost = sum(block.heir is not None or not block.price for block in after)
        counts = counts_of(offered, action)
        return lost, loss(offered, counts), sum(counts)

    return min(sets, key=cost)


def discard(look: Outlook, discards: list[DiscardTrain]) -> DiscardTrain:
    """Give up the train that rusts first, then the shortest."""
    order = look.definition.train_order
    return min(discards, key=lambda action: (look.lasts(action.train), order[action.train]))


def private_purchase(
    look: Outlook, company: str, actions: list[AnyAction], ranges: dict[AnyAction, Range]
) -> AnyAction | None:
    """Buy the president's own privates dear and useful ones of others at face value, with money to spare."""
    if not look.lasting(company):
        return None
    spare = look.state.cash[company] - CUSHION
    asked = {name for kind, name, _ in _turn(look).refused if kind == "private"}
    for action in actions:
        if not isinstance(action, BuyPrivate):
            continue
        private = look.definition.privates[action.private]
        own = look.state.privates[action.private] == look.player
        cost = highest_number(ranges[action], private.price * 3 // 2 if own else private.price)
        if own and look.private_worth(action.private) <= cost <= spare:
            return at_number(action, cost)
        useful = isinstance(private.power, SpecialTiles | FreeYellowTiles) and action.private not in asked
        if not own and useful and 3 * cost <= spare:
            return at_number(action, cost)
    return None


def consent(look: Outlook, offer: Offer) -> Consent:
    """Agree to a price above what the thing will still bring."""
    purchase = offer.purchase
    if isinstance(purchase, BuyPrivate):
        return Consent(look.player, purchase.price > look.private_worth(purchase.private))
    trains = list(look.trains(purchase.source))
    before = look.value(purchase.source, tuple(trains))
    trains.remove(purchase.train)
    lost = look.rounds * (before - look.value(purchase.source, tuple(trains)))
    return Consent(look.player, bool(trains) and purchase.price > lost and purchase.price * 2 > look.next_price)
