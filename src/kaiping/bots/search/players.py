"""What players are thought to do in a future that is only thought of: quick, sound, and never the same twice."""

from __future__ import annotations

from random import Random

from kaiping.action import AnyAction, Bid, BuyShare, BuyTrain, Consent, Dividend, Par, Pass, SellShares, at_number
from kaiping.bots.casual.habits import USUAL
from kaiping.bots.search.foresight import MOST_STEPS, Foresight
from kaiping.bots.search.glance import Glance
from kaiping.definition import TrainKind
from kaiping.flow.offers import Offer
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.train_purchase import room
from kaiping.flow.play import Play
from kaiping.flow.rules import FrameRules, passes
from kaiping.flow.shares import (
    PRESIDENT,
    SHARE,
    certificate_limit,
    certificates,
    for_sale,
    over_holding_limit,
    price,
    share_price,
)
from kaiping.flow.stock import StockRound, par_prices, rows_to_choose
from kaiping.flow.trains import on_sale
from kaiping.state import BANK, IPO, POOL

#: a share that promises less than this part of its cost is not bought
LEAST_YIELD = 0.02
#: how much what people think of shares differs, as a part of their cost
OPINION = 0.25
#: what the presidency is worth, as a part of the cost
PRESIDENCY = 0.1
#: what a train must bring over the rounds to come, as a part of its price
TRAIN_PAYS = 0.35
#: operating rounds for which a train must pay
AHEAD = 6
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
        player, state = frame.player, table.state
        if certificates(table, player) > certificate_limit(table) or over_holding_limit(table, player):
            sale = self._forced_sale(table, rules, player)
            if sale is not None:
                return sale
        passing = Pass(player)
        if frame.bought_this_turn:
            return passing if passes(rules.check, table, passing) else self._answer(table, rules)
        cash, ahead = state.cash[player], self.foresight.rounds_left(table)
        slots = certificate_limit(table) - certificates(table, player)
        scarce = cash / max(1, slots)  # where money is plenty a place under the limit counts, not the cost
        wishes: list[tuple[float, AnyAction]] = []
        for company in table.definition.companies:
            if company in state.closed_companies:
                continue
            if company in state.par:
                for source in (IPO, POOL):
                    if for_sale(table, company, source):
                        cost = share_price(table, company, source)
                        if cost <= cash:
                            wish = self._yield(table, company, cost, ahead, player) * cost / max(cost, scarce, 1)
                            wishes.append((wish, BuyShare(player, company, source)))  # type: ignore[arg-type]
        start = self._start(table, player, cash)
        if start is not None:
            wishes.append(start)
        wishes.sort(key=lambda wish: wish[0], reverse=True)
        for wish, action in wishes:
            if wish < LEAST_YIELD:
                break
            if passes(rules.check, table, action):
                return action
        return passing if passes(rules.check, table, passing) else self._answer(table, rules)

    def _yield(self, table: Play, company: str, cost: int, ahead: float, player: str) -> float:
        """What a share promises, as a part of its cost."""
        state = table.state
        gain = self.foresight.share(table, company, ahead) - cost
        leads = state.presidents.get(company) == player
        if company not in state.floated:
            gain *= self._chance_to_float(table, company, cost)
        if not leads and self._takes_burden(table, company, player):
            return -1.0
        found = gain / max(cost, 1) + OPINION * (self.rng.random() - 0.5)
        return found + PRESIDENCY if leads else found

    def _takes_burden(self, table: Play, company: str, player: str) -> bool:
        """Would one more share make the player president of a company without a train and the money for one?"""
        state, president = table.state, table.state.presidents.get(company)
        if president is None or state.held(player, company) + SHARE <= state.held(president, company):
            return False
        return company in state.floated and not state.trains.get(company) and not self.foresight.income(table, company)

    def _chance_to_float(self, table: Play, company: str, cost: int) -> float:
        """How likely a company that waits is to operate: the nearer, the likelier."""
        state, definition = table.state, table.definition
        if definition.companies[company].formed_by_minors:
            return 0.5
        floats_with = table.title.thoughts.floats_with
        if floats_with is not None:
            return 1.0 if floats_with(table) <= state.held(state.presidents[company], company) else 0.5
        missing = definition.shares.float_percent - 100 + state.held(IPO, company)
        if missing // SHARE * cost > sum(state.cash[name] for name in state.players):
            return 0.0
        return 1.0 - missing / 150

    def _start(self, table: Play, player: str, cash: int) -> tuple[float, Par] | None:
        """A company that the player would start, and what it promises."""
        state, definition = table.state, table.definition
        left = [one for one in definition.companies if one not in state.par and one not in state.closed_companies]
        if not left or any(one not in state.floated and state.presidents.get(one) == player for one in state.par):
            return None
        led = sum(1 for president in state.presidents.values() if president == player)
        if led >= max(USUAL.most_companies, -(-len(definition.companies) // len(state.players))):
            return None
        company = left[int(self.rng.random() * len(left))]
        kinds = on_sale(table)
        cost_of_train = kinds[0].price if kinds else 0
        shares, others = definition.shares, sum(state.cash[name] for name in state.players if name != player)
        floats_with = table.title.thoughts.floats_with
        alone = 0 if floats_with is None else floats_with(table)
        waiting = sum(
            state.par[one] * (shares.float_percent - 100 + state.held(IPO, one)) // SHARE
            for one in state.par
            if one not in state.floated
        )
        for par in sorted(par_prices(table, company), reverse=True):
            if par * max(PRESIDENT, alone) // SHARE > cash:
                continue
            if not alone and par * shares.float_percent // SHARE + waiting > cash + others // 3:
                continue
            capital = shares.capital_shares * par
            if capital < cost_of_train:
                return None
            rows = rows_to_choose(table, par)
            if not rows:
                continue
            return self._start_promise(table, par, capital, cost_of_train), Par(player, company, par, rows[0])
        return None

    def _start_promise(self, table: Play, par: int, capital: int, cost_of_train: int) -> float:
        """A new company earns a part of what others do; its capital must buy trains."""
        state, market = table.state, table.definition.market
        earning = [self.foresight.income(table, one) for one in state.operated if one in state.cells]
        usual = USUAL.newcomer * sum(earning) / len(earning) if earning else USUAL.first_revenue
        income = max(USUAL.first_revenue, usual) * min(1.2, 0.6 + 0.2 * capital / max(1, cost_of_train))
        rounds, cell = max(1.0, self.foresight.rounds_left(table) - 1), market.par_cells[par]
        for _ in range(min(int(rounds - 1), MOST_STEPS)):
            cell = market.right(cell)
        worth = rounds * income * (1 + USUAL.track_growth * rounds) / 10 + market.cells[cell].price
        return (worth - par) / par + PRESIDENCY + OPINION * (self.rng.random() - 0.5)

    def _forced_sale(self, table: Play, rules: FrameRules, player: str) -> SellShares | None:
        """What is sold while over a limit: the share that earns least."""
        state = table.state
        own = [company for owner, company in state.holdings if owner == player and company in state.cells]
        own.sort(key=lambda one: (self.foresight.income(table, one) / max(price(table, one), 1), one))
        for company in own:
            sale = SellShares(player, company, SHARE)
            if passes(rules.check, table, sale):
                return sale
        return None

    # --- a company's turn ---

    def _operate(self, table: Play, rules: FrameRules, frame: OperatingRound) -> AnyAction:
        company = frame.company
        if frame.revenue and passes(rules.check, table, pay := Dividend(company, "pay")):
            return Dividend(company, "withhold") if self._saves(table, frame) else pay
        found = self._train(table, rules, company)
        if found is not None:
            return found
        passing = Pass(company)
        if passes(rules.check, table, passing):
            return passing
        return self._way_out(table, rules, company)

    def _saves(self, table: Play, frame: OperatingRound) -> bool:
        """Is the income kept for a train that the company cannot do without?"""
        state, company = table.state, frame.company
        if self.foresight.lasting(table, company):
            return False
        kinds = on_sale(table)
        cash = state.cash[company]
        return bool(kinds) and cash < kinds[0].price <= cash + 2 * frame.revenue

    def _train(self, table: Play, rules: FrameRules, company: str) -> BuyTrain | None:
        """A train that the company can pay for and that pays, or that it must have."""
        state = table.state
        if room(table, company) <= 0:
            return None
        cash = state.cash[company]
        kinds: list[tuple[TrainKind, str]] = [(kind, BANK) for kind in on_sale(table)]
        kinds += [(table.definition.trains[name], POOL) for name in dict.fromkeys(state.trains.get(POOL, ()))]
        owned = state.trains.get(company, ())
        needed = not self.foresight.lasting(table, company)
        ahead = min(AHEAD, self.foresight.rounds_left(table))
        best, most = None, 0.0
        for kind, source in kinds:
            if kind.price > cash:
                continue
            before = self.foresight.of(table, company, owned)[0] if owned else 0
            gain = ahead * (self.foresight.of(table, company, (*owned, kind.name))[0] - before)
            gain -= TRAIN_PAYS * kind.price
            if needed:
                gain = max(gain, 1.0) + 100
            if gain > most:
                action = BuyTrain(company, kind.name, source, kind.price)
                if passes(rules.check, table, action):
                    best, most = action, gain
        return best

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
