"""What players are thought to do in a future that is only thought of: quick, sound, and never the same twice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal

from kaiping.action import AnyAction, Bid, BuyShare, BuyTrain, Consent, Dividend, Par, Pass, SellShares, at_number
from kaiping.bots.casual import trains
from kaiping.bots.casual.stock import trades
from kaiping.bots.search.foresight import Foresight
from kaiping.bots.search.glance import Glance
from kaiping.flow.offers import Offer
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.train_purchase import room
from kaiping.flow.play import Play
from kaiping.flow.rules import FrameRules, passes
from kaiping.flow.shares import (
    SHARE,
    for_sale,
    share_price,
)
from kaiping.flow.stock import StockRound, par_prices, rows_to_choose
from kaiping.flow.trains import on_sale
from kaiping.state import BANK, POOL

#: where shares are bought
SOURCES: tuple[Literal["ipo", "pool"], ...] = ("ipo", "pool")
#: above the face value this part of it is the most that is bid for a private
PREMIUM = 0.25


class Players:
    """Acts for whoever is to act, in one possible future."""

    def __init__(self, foresight: Foresight, rng: Random) -> None:
        self.foresight = foresight
        self.rng = rng

    def action(self, table: Play, rules: FrameRules) -> AnyAction:
        """What is played now."""
        match table.top:
            case StockRound() as frame:
                return self._trade(table, rules, frame)
            case OperatingRound() as frame:
                return self._operate(table, rules, frame)
            case _:
                return self._answer(table, rules)

    # --- questions that only some titles ask, auctions, offers ---

    def _answer(self, table: Play, rules: FrameRules) -> AnyAction:
        """What the title says is worth most; bids up to a fair price, no offers taken, else what is listed first."""
        options = [action for action, _ in rules.options(table)]
        if len(options) == 1:
            return options[0]
        fair = 1 + PREMIUM * self.rng.random()
        lot = table.definition.lot
        for bid in options:
            if isinstance(bid, Bid) and bid.price <= lot(bid.private).price * fair:
                return bid
        if isinstance(options[0], Consent):
            return next(one for one in options if isinstance(one, Consent) and one.agree is self._agrees(table))
        weigh = table.title.thoughts.weigh
        if weigh is None:
            return options[0]
        judge = Glance(table, rules.actors(table)[0], self.foresight)
        told = ((weigh(judge, action), action) for action in options)
        worth = [(thought.value, action) for thought, action in told if thought is not None]
        return max(worth, key=lambda one: one[0])[1] if worth else options[0]

    def _agrees(self, table: Play) -> bool:
        """Is an offer taken? For a train half its price is enough, if another one is left."""
        match table.top:
            case Offer(BuyTrain(train=train, source=source, price=price)):
                return len(table.state.trains[source]) > 1 and 2 * price >= table.definition.trains[train].price
        return False

    # --- stock rounds ---

    def _trade(self, table: Play, rules: FrameRules, frame: StockRound) -> AnyAction:
        """What the casual bot would do, by what it sees at a glance."""
        player, passing = frame.player, Pass(frame.player)
        if frame.bought_this_turn and passes(rules.check, table, passing):
            return passing
        glance = Glance(table, player, self.foresight)
        found = trades(glance, [passing, *self._shares(table, glance)], self.rng)
        for one in sorted(found, key=lambda one: -one.value):
            if passes(rules.check, table, one.action):
                return one.action
        return self._answer(table, rules)

    def _shares(self, table: Play, glance: Glance) -> Iterator[AnyAction]:
        """Purchases that the player can pay for, starts and sales, whether legal or not."""
        state, player, cash = table.state, glance.player, table.state.cash[glance.player]
        left = list[str]()
        for company in table.definition.companies:
            if company in state.closed_companies:
                continue
            if company not in state.par:
                left.append(company)
                continue
            for source in SOURCES:
                if for_sale(table, company, source) and share_price(table, company, source) <= cash:
                    yield BuyShare(player, company, source)
            held = state.held(player, company)
            if held and company in state.operated:
                for percent in {SHARE, held}:
                    yield SellShares(player, company, percent)
        if left:
            company = left[int(self.rng.random() * len(left))]
            for par in par_prices(table, company):
                if rows := rows_to_choose(table, par):
                    yield Par(player, company, par, rows[0])

    # --- a company's turn ---

    def _operate(self, table: Play, rules: FrameRules, frame: OperatingRound) -> AnyAction:
        company, passing = frame.company, Pass(frame.company)
        player = rules.actors(table)[0]
        glance = Glance(table, player, self.foresight)
        if frame.revenue and passes(rules.check, table, pay := Dividend(company, "pay")):
            best = max(trains.dividend(glance, company, frame.revenue), key=lambda one: one.value).action
            return best if best == pay or passes(rules.check, table, best) else pay
        may_pass = passes(rules.check, table, passing)
        if room(table, company) > 0 or not may_pass:
            listed = [*trains.offers(glance, company), *self._pool(table, company)]
            found = trains.purchases(glance, company, listed, {}, must=False)
            if not found and not may_pass:
                cash = table.state.cash[company]
                found = [trains.gain(glance, company, one) for one in listed if one.price <= cash]
            for one in sorted(found, key=lambda one: -one.value):
                if passes(rules.check, table, one.action):
                    return one.action
        return passing if may_pass else self._way_out(table, rules, company)

    @staticmethod
    def _pool(table: Play, company: str) -> Iterator[BuyTrain]:
        kinds = table.definition.trains
        for name in dict.fromkeys(table.state.trains.get(POOL, ())):
            yield BuyTrain(company, name, POOL, kinds[name].price)

    def _way_out(self, table: Play, rules: FrameRules, company: str) -> AnyAction:
        """A train must be bought: with the president's money, a spare one of their own, for shares, or not at all."""
        for kind in sorted(on_sale(table), key=lambda one: one.price):
            action = BuyTrain(company, kind.name, BANK, kind.price)
            if passes(rules.check, table, action):
                return action
        state = table.state
        last: AnyAction | None = None
        for one, prices in rules.options(table):  # the first that will do: to list all would take long
            if last is None:
                last = one if prices is None else at_number(one, prices.greatest)
            if not isinstance(one, BuyTrain) or one.source == POOL:
                return one
            leads = state.presidents.get(one.source) == state.presidents.get(company)
            if leads and len(state.trains[one.source]) > 1:
                return one
        assert last is not None  # somebody is to act, so there is something to do
        return last  # a train of somebody else's company, for all that there is
