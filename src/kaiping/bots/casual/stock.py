"""Shares: what the casual bot buys, starts and sells."""

from __future__ import annotations

from functools import cached_property
from math import ceil
from random import Random

from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    BuyShare,
    ExchangePrivate,
    Par,
    Pass,
    SellShares,
)
from kaiping.bots.advice import Candidate
from kaiping.bots.casual.deals import acquire
from kaiping.bots.share_worth import traits
from kaiping.bots.sight import Sight
from kaiping.flow.shares import (
    PRESIDENT,
    SHARE,
    certificate_limit,
    certificates,
    fallen,
    over_holding_limit,
    price,
    proceeds,
    share_price,
    successor,
)
from kaiping.language import gettext_noop
from kaiping.state import IPO

SHARE_GAIN = gettext_noop("a share of {company} costs {~cost} and brings about {~worth}")
START = gettext_noop("at {~par} {company} has {~capital} for trains, and its shares bring about {~worth} each")
SALE = gettext_noop("the sale brings {~amount}; kept, the shares would bring about {~worth}")
SWAPS = gettext_noop("another share brings more for the money than {company}")
NOTHING = gettext_noop("nothing on sale brings more than it costs")
EXCHANGE = gettext_noop("a share of {~price} for a private that still brings {~worth}")


def trades(look: Sight, actions: list[AnyAction], rng: Random) -> list[Candidate]:
    """Sell what is over a limit or loses, and buy what promises most."""
    market = Market(look, actions)
    must = market.forced_sales()
    if must:
        return must
    found = [look.candidate(Pass(look.player), 0.0, NOTHING)] if Pass(look.player) in actions else []
    found += market.sales()
    found += market.exchanges()
    found += _varied(market.purchases(), look.habits.near, rng)
    if found:
        return found
    return [look.candidate(action, 0.0) for action in actions]


def _varied(found: list[Candidate], near_by: float, rng: Random) -> list[Candidate]:
    """Of purchases that promise nearly the same any may come first."""
    most = max((one.value for one in found), default=0.0)
    near = [one for one in found if one.value > most * (1 - near_by)]
    if len(near) < 2:
        return found
    chosen = near[rng.randrange(len(near))]
    others = [one for one in found if one is not chosen]
    return [Candidate(chosen.action, most, chosen.text, chosen.figures, chosen.currency), *others]


class Market:
    """The shares of one position, as one player sees them."""

    def __init__(self, look: Sight, actions: list[AnyAction]) -> None:
        self.look, self.state, self.actions = look, look.state, actions
        self.spare = look.state.cash[look.player] - look.bound_cash
        #: certificates that may still be bought
        self.slots = certificate_limit(look.table) - certificates(look.table, look.player)

    # --- buying ------------------------------------------------------------------------------------

    def _per_slot(self, cost: int) -> float:
        """What a purchase takes of what is scarce: its cost, or a place under the limit where money is plenty."""
        return max(cost, self.spare / max(1, self.slots))

    def purchases(self) -> list[Candidate]:
        """Shares, starts and late privates that bring more than they cost; each as if as much were spent on it."""
        found: list[tuple[float, int, Candidate]] = []
        par = self._par
        for action in self.actions:
            match action:
                case BuyShare(_, company, source):
                    one = self._share(action, company, share_price(self.look.table, company, source))
                case Par(_, company, cost):
                    one = self._start(action, company, cost) if cost == par else None
                case AcquirePrivate():
                    late = acquire(self.look, action, self.spare)
                    one = None if late is None else (late.value / self._per_slot(action.price), action.price, late)
                case _:
                    one = None
            if one is not None and one[0] > self.look.habits.least_yield:
                found.append(one)
        unit = max((cost for _, cost, _ in found), default=0)
        return [Candidate(one.action, part * unit, one.text, one.figures, one.currency) for part, _, one in found]

    def _share(self, action: BuyShare, company: str, cost: int) -> tuple[float, int, Candidate] | None:
        look = self.look
        if cost > self.spare or self._takes_burden(company):
            return None
        worth, own = look.share(company), look.is_own(company)
        gain = worth - cost + (look.habits.own_share * cost if own else 0) + self._besides(action)
        if self._would_lead(company):
            gain -= self._burden(company, look.rounds - 1)
        if company not in self.state.floated:
            chance = self._chance_to_float(company, cost)
            if not chance:
                return None
            if look.learned is None:  # what has been learned knows that some companies never float
                gain *= chance
            gain += look.habits.presidency * cost if own else 0
        found = look.candidate(action, gain, SHARE_GAIN, company=company, cost=cost, worth=round(worth))
        return gain / self._per_slot(cost), cost, found

    def _besides(self, action: AnyAction) -> float:
        tell = self.look.thoughts.besides
        return 0.0 if tell is None else tell(self.look, action)

    def _burden(self, company: str, rounds: float) -> float:
        """What whoever leads a company is thought to pay for a train of it within some rounds."""
        weight = self.look.habits.burden
        return weight * self.look.lack(company, rounds) if weight and company in self.state.floated else 0.0

    def _would_lead(self, company: str) -> bool:
        """Would one more share make the player president?"""
        look, state = self.look, self.state
        president = state.presidents.get(company)
        if president is None or president == look.player:
            return False
        return state.held(look.player, company) + SHARE > state.held(president, company)

    def _takes_burden(self, company: str) -> bool:
        """Would one more share make the player president of a company that needs their money?"""
        return self._would_lead(company) and self.look.wanting(company) > 0

    def _chance_to_float(self, company: str, cost: int) -> float:
        """How likely a company that waits is to operate: the nearer, the likelier."""
        look, state = self.look, self.state
        if look.definition.companies[company].formed_by_minors:
            return 0.5  # it earns nothing before it is formed
        if look.thoughts.floats_with is not None:
            needed = look.thoughts.floats_with(look.table) - state.held(state.presidents[company], company)
            return 1.0 if needed <= 0 else 0.5
        missing = look.definition.shares.float_percent - (100 - state.held(IPO, company))
        funds = sum(look.purse(player) for player in state.players)
        if missing // SHARE * cost > funds:
            return 0.0
        return 1.0 - missing / 150

    @cached_property
    def _par(self) -> int | None:
        """The par price at which the player would start a company: the more capital it has, or the sooner it runs."""
        prices = sorted(self.look.definition.market.par_cells, reverse=not self.look.habits.modest)
        return next((par for par in prices if self._can_start(par)), None)

    def _can_start(self, par: int) -> bool:
        """Will the players' cash bring a company over the threshold, with those that wait already?"""
        look, state, rules = self.look, self.state, self.look.definition.shares
        waiting = [company for company in state.par if company not in state.floated]
        if any(look.is_own(company) for company in waiting):
            return False
        led = sum(1 for president in state.presidents.values() if president == look.player)
        if led >= max(look.habits.most_companies, ceil(len(look.definition.companies) / len(state.players))):
            return False
        if rules.capital_shares * par < look.next_price:
            return False
        if look.thoughts.floats_with is not None:
            return par * max(PRESIDENT, look.thoughts.floats_with(look.table)) // SHARE <= self.spare
        if par * PRESIDENT // SHARE > self.spare:
            return False
        needed = rules.float_percent // SHARE * par + sum(
            state.par[company] * (rules.float_percent - 100 + state.held(IPO, company)) // SHARE for company in waiting
        )
        others = sum(look.purse(player) for player in state.players if player != look.player)
        return needed <= state.cash[look.player] + look.habits.others_help * others

    def _start(self, action: Par, company: str, par: int) -> tuple[float, int, Candidate]:
        """A new company earns little at first; its capital must buy trains."""
        look = self.look
        capital = look.definition.shares.capital_shares * par
        learned = look.learned
        worth = self._new_share(company, par, capital) if learned is None else learned.worth(traits(look, company, par))
        bonus = look.definition.companies[company].bonus / 500
        gain = PRESIDENT // SHARE * (worth - par) + self._besides(action)
        figures = {"company": company, "par": par, "capital": capital, "worth": round(worth)}
        found = look.candidate(action, gain, START, **figures)
        cost = PRESIDENT // SHARE * par
        return gain / max(self._per_slot(cost), 1) + look.habits.presidency + bonus, cost, found

    def _new_share(self, company: str, par: int, capital: int) -> float:
        """What a share of a company would bring to the end that starts at a par price."""
        look, market = self.look, self.look.definition.market
        revenues = [self.state.revenue.get(other, 0) for other in self.state.operated]
        usual = look.habits.newcomer * sum(revenues) / len(revenues) if revenues else 0.0
        home = look.value(company, (look.next_kind.name,))
        income = max(look.habits.first_revenue, usual, home) + home / 4
        income *= min(1.2, 0.6 + 0.2 * capital / max(1, look.next_price))
        rounds, cell = max(1.0, look.rounds - 1), market.par_cells[par]
        for _ in range(int(rounds - 1)):
            cell = market.right(cell)
        return rounds * income * (1 + look.habits.track_growth * rounds) / 10 + market.cells[cell].price

    # --- selling -----------------------------------------------------------------------------------

    @cached_property
    def _sellable(self) -> list[SellShares]:
        return [action for action in self.actions if isinstance(action, SellShares)]

    def forced_sales(self) -> list[Candidate]:
        """What is sold least unwillingly, where a limit or a debt forces a sale."""
        look = self.look
        over = self.slots < 0 or over_holding_limit(look.table, look.player)
        if not self._sellable or (not over and Pass(look.player) in self.actions):
            return []
        crowded = over_holding_limit(look.table, look.player)
        singles = [sale for sale in self._sellable if sale.company in crowded] or self._sellable
        return [self._sale(sale, sale.percent // SHARE) for sale in singles]

    def _sale(self, sale: SellShares, weight: int = 1) -> Candidate:
        look, state = self.look, self.state
        amount = proceeds(look.table, sale.company, sale.percent)
        count = sale.percent // SHARE
        worth = look.share(sale.company) * count
        drop = (
            price(look.table, sale.company)
            - look.definition.market.cells[fallen(look.table, sale.company, sale.percent)].price
        )
        left = state.held(look.player, sale.company) - sale.percent
        value = amount - worth - drop * left / SHARE
        if look.is_own(sale.company) and successor(look.table, sale.company, left) is not None:
            income, burden = look.income(sale.company), self._burden(sale.company, look.rounds_in_set)
            value += max(look.wanting(sale.company), burden) - (50 + income if income else 0)
        return look.candidate(sale, value / weight, SALE, amount=amount, worth=round(worth))

    def sales(self) -> list[Candidate]:
        """Shares that lose, companies that need more money than they bring, and shares for which others are better."""
        look = self.look
        found = {sale: self._sale(sale) for sale in self._sellable if sale.company in self.state.operated}
        good = [one for one in found.values() if one.value > 0]
        if good or (self.slots <= 0 and not found):
            return good
        best = max(self._wishes(), default=0.0)
        swaps = []
        for sale, one in found.items():
            if sale.percent != SHARE or look.is_own(sale.company):
                continue
            cost = price(look.table, sale.company)
            kept = (look.share(sale.company) - cost) / max(1, cost)
            drop = one.value - (cost - look.share(sale.company))
            value = (best - kept - look.habits.swap) * cost + drop
            if value > 0:
                swaps.append(look.candidate(sale, value, SWAPS, company=sale.company))
        return swaps

    def _wishes(self) -> list[float]:
        """What purchases would promise, as parts of their cost, that money or the limit forbids now."""
        look, found = self.look, list[float]()
        for company in look.state.operated - look.state.closed_companies:
            for source in (IPO, "pool"):
                if look.state.held(source, company) and not self._takes_burden(company):
                    cost = share_price(look.table, company, source)
                    if cost > self.spare or self.slots <= 0:
                        found.append((look.share(company) - cost) / max(1, cost))
        return found

    def exchanges(self) -> list[Candidate]:
        """A private given up for the dearest share, once it will not bring as much any more."""
        look, found = self.look, []
        for action in self.actions:
            if isinstance(action, ExchangePrivate):
                now, worth = price(look.table, action.company), look.private_worth(action.private)
                value = max(now, look.share(action.company)) - worth if now >= worth else -1.0
                if value > 0:
                    found.append(look.candidate(action, value, EXCHANGE, price=now, worth=round(worth)))
        return found
