"""Buying trains: from the bank, the pool or another company; forced purchases and bankruptcy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from itertools import chain

from msgspec.structs import replace

from kaiping.action import AnyAction, BuyTrain, DeclareBankruptcy, Range, SellBlocks, SellShares
from kaiping.definition import TrainKind
from kaiping.flow.auction import spendable
from kaiping.flow.offers import Offer, check_not_refused, highest_refused
from kaiping.flow.operating.connections import has_route
from kaiping.flow.operating.forced_sale import (
    check_single,
    check_together,
    go_bankrupt,
    is_in_reach,
    means,
    sell_together,
    sets_to_sell,
    single_sales,
)
from kaiping.flow.operating.frame import OperatingRound, president_of, update
from kaiping.flow.operating.private_sale import paid_tile_left
from kaiping.flow.operating.step import Earns, Step, TurnStep
from kaiping.flow.operating.track import earns_by_tiles
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.flow.shares import sell, turn_order
from kaiping.flow.trains import (
    Discards,
    add_train,
    cheapest,
    close_private,
    crowded,
    first_of_kind,
    on_sale,
    owners,
    remove_train,
    take_from_depot,
)
from kaiping.state import BANK, POOL


def owns_train(table: Play, company: str) -> bool:
    """Does the company own a train of a kind that it must own?"""
    kinds = table.definition.trains
    return any(kinds[train].fulfils_duty for train in table.state.trains.get(company, ()))


def room(table: Play, company: str) -> int:
    return table.definition.train_limit(table.state.phase, company) - len(table.state.trains.get(company, ()))


def must_buy(table: Play, company: str) -> bool:
    """Must the company buy a train? It owns none that counts, one is on sale, and it has a route where that matters."""
    if owns_train(table, company) or cheapest(table) is None:
        return False
    return not table.definition.train_rules.duty_with_route or has_route(table, company)


def shortfall(table: Play, company: str) -> int:
    """What is missing for the cheapest train of the bank, if a train must be bought; else 0."""
    least = cheapest(table)
    if least is None or not must_buy(table, company):
        return 0
    return max(0, least - table.state.cash[company])


def borrow(table: Play, player: str, company: str, amount: int) -> None:
    """The bank pays for a player, who owes it the sum and at once the interest, rounded up."""
    rate = table.definition.train_rules.debt_interest or 0
    owed = amount - -amount * rate // 100
    state = table.state
    state.debt = {**state.debt, player: state.debt.get(player, 0) + owed}
    table.log("borrowed", player=player, amount=amount, debt=state.debt[player])
    table.pay(BANK, company, amount)


def buy_train(table: Play, action: BuyTrain) -> None:
    """Carry a purchase out: money, the train, and the phase that a new kind begins."""
    state, company = table.state, action.company
    seller = BANK if action.source == POOL else action.source
    missing = action.price - state.cash[company]
    if missing > 0:
        president = president_of(table, company)
        own = min(missing, spendable(table, president))
        if own:
            table.log("president-paid", player=president, company=company, amount=own)
            table.pay(president, company, own)
        if missing > own:
            borrow(table, president, company, missing - own)
    table.pay(company, seller, action.price)
    table.log(
        "train",
        company=company,
        train=action.train,
        source=action.source,
        price=action.price,
        trade_in=action.trade_in,
    )
    if action.trade_in is not None:
        remove_train(state, company, action.trade_in)
        add_train(state, POOL, action.trade_in)
    if action.source == BANK:
        take_from_depot(table, action.train)
    else:
        remove_train(state, action.source, action.train)
    add_train(state, company, action.train)
    update(table, sold_for_train=False)
    for name, private in table.definition.privates.items():
        if private.closed_by_train_of == company:
            close_private(table, name)
    if action.source == BANK:
        state.first_train_bought = True
        first_of_kind(table, action.train)
        if table.title.train_left is not None:
            table.title.train_left(table, action.train, company)
    if crowded(table, (company,)) and not isinstance(table.top, Discards):
        table.push(Discards((company,)))


class TrainStep(TurnStep):
    """The last step: a company may buy trains, and must own one in the end."""

    name = "trains"
    kinds = (BuyTrain, SellShares, SellBlocks, DeclareBankruptcy)

    def __init__(
        self,
        order: Callable[[Play, tuple[str, ...]], tuple[str, ...]] = turn_order,
        *,
        ways_out: tuple[Step, ...] = (),
    ) -> None:
        #: who operates when after a price has changed
        self.order = order
        #: what would spare the company the train: nobody is bankrupt as long as any of it is open
        self.ways_out = ways_out

    def foreseen(self, earns: Earns) -> TurnStep:
        """Nothing is open throughout a turn there, so nothing spares the company the train."""
        other = copy(self)
        other.ways_out = ()
        return other

    def open(self, table: Play, frame: OperatingRound) -> bool:
        if must_buy(table, frame.company):
            return True
        if table.definition.train_rules.asks_by_price:
            return room(table, frame.company) > 0 and self._least_price(table, frame) <= table.state.cash[frame.company]
        return next(self._purchases(table, frame, must=False), None) is not None

    def waits(self, table: Play, frame: OperatingRound) -> bool:
        """It may open later: track can bring the duty to own a train, and a tile can bring money for one."""
        duty = table.definition.train_rules.duty_with_route and not owns_train(table, frame.company)
        return duty or earns_by_tiles(table, frame.company)

    def owed(self, table: Play, frame: OperatingRound) -> bool:
        """A company that must own a train may not end its turn without one, whatever it did after this step."""
        return must_buy(table, frame.company)

    def check_pass(self, table: Play, frame: OperatingRound) -> None:
        if must_buy(table, frame.company):
            owned = table.state.trains.get(frame.company)
            if owned:
                table.refuse("must_own_other_train", company=frame.company, trains=", ".join(owned))
            table.refuse("must_own_train", company=frame.company)

    def skip(self, table: Play, frame: OperatingRound) -> None:
        """Nothing follows."""

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        yield from self._purchases(table, frame)
        company = frame.company
        short = shortfall(table, company)
        if short:
            sales: Iterator[AnyAction] = chain(
                single_sales(table, company, short), sets_to_sell(table, company, short), (DeclareBankruptcy(company),)
            )
            for action in sales:
                if passes(self.check, table, frame, action):
                    yield action, None

    def _least_price(self, table: Play, frame: OperatingRound) -> int:
        """The lowest price of any train: 1 from a company of the same president, else the lowest on sale."""
        company = frame.company
        president = president_of(table, company)
        trains = table.state.trains
        if any(other != company and other != POOL and president_of(table, other) == president for other in trains):
            return 1
        return min(kind.price for kind in on_sale(table))

    def _purchases(self, table: Play, frame: OperatingRound, must: bool | None = None) -> Iterator[Listed]:
        """What passes ``check``; what the company clearly cannot pay, and has no duty to buy, is not looked into."""
        company = frame.company
        room, most = self._has_room(table, company), table.state.cash[company]
        must = must_buy(table, company) if must is None else must
        if not room and not any(kind.trade_in for kind in table.definition.trains.values()):
            return
        for action, open_price in self._candidates(table, frame):
            if (room or action.trade_in is not None) and (must or action.price <= most):
                if passes(self._check_purchase, table, frame, action):
                    yield action, open_price

    def _candidates(self, table: Play, frame: OperatingRound) -> Iterator[tuple[BuyTrain, Range | None]]:
        """Every train that bank, pool or another company has, at its price or at the lowest that may be offered."""
        state, definition, company = table.state, table.definition, frame.company
        for kind in on_sale(table):
            yield BuyTrain(company, kind.name, BANK, kind.price), None
            yield from self._trades(table, company, kind, BANK)
        for name in dict.fromkeys(state.trains.get(POOL, ())):
            yield BuyTrain(company, name, POOL, definition.trains[name].price), None
            yield from self._trades(table, company, definition.trains[name], POOL)
        rules = definition.train_rules
        if not table.at_least(rules.between_companies_from):
            return
        president = president_of(table, company)
        for seller in owners(table):
            trains = state.trains.get(seller)
            if trains and seller != company:
                if rules.same_president and president_of(table, seller) != president:
                    continue  # which is what most are refused for
                for name in dict.fromkeys(trains):
                    least = BuyTrain(company, name, seller, 1)
                    if (refused := highest_refused(frame, least)) > 0:
                        least = replace(least, price=refused + 1)
                    yield least, Range(least.price, state.cash[company])

    def _trades(
        self, table: Play, company: str, kind: TrainKind, source: str
    ) -> Iterator[tuple[BuyTrain, Range | None]]:
        """Purchases in which the company gives one of its own trains in part payment."""
        if kind.trade_in is not None:
            for old in dict.fromkeys(table.state.trains.get(company, ())):
                yield BuyTrain(company, kind.name, source, kind.trade_in.price, old), None

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        company = frame.company
        match action:
            case SellShares():
                short = shortfall(table, company)
                check_single(table, company, action, short)
                if not self._goes_bankrupt_at_will(table) and not is_in_reach(table, company):
                    self._check_no_other_way(table, frame)
            case SellBlocks():
                check_together(table, company, action, shortfall(table, company))
            case DeclareBankruptcy():
                self._check_bankruptcy(table, frame)
            case BuyTrain():
                self._check_purchase(table, frame, action)
            case _:
                raise TypeError(action)

    def _check_bankruptcy(self, table: Play, frame: OperatingRound) -> None:
        """A player may go bankrupt only if nothing else is left: no money, nothing to sell, no other way to a train."""
        company = frame.company
        if table.definition.train_rules.debt_interest is not None:
            table.refuse("no_bankruptcy")
        if shortfall(table, company) == 0:
            table.refuse("not_bankrupt", company=company)
        more = paid_tile_left(table, frame)
        if is_in_reach(table, company, more):
            most, missing = means(table, company, more)
            table.refuse("can_still_pay", player=president_of(table, company), means=most, missing=missing)
        if not self._goes_bankrupt_at_will(table):
            self._check_no_other_way(table, frame)

    def _goes_bankrupt_at_will(self, table: Play) -> bool:
        rules = table.definition.train_rules
        return rules.bankruptcy_at_will or rules.debt_interest is not None

    def _check_no_other_way(self, table: Play, frame: OperatingRound) -> None:
        """Can the company still buy a train without anybody's consent, or be freed of the duty to own one?"""
        for purchase, _ in self._purchases(table, frame):
            assert isinstance(purchase, BuyTrain)
            if table.definition.trains[purchase.train].fulfils_duty and not self._needs_consent(table, purchase):
                table.refuse("can_buy_train", company=frame.company, train=purchase.train, source=purchase.source)
        for step in self.ways_out:
            if next(step.options(table, frame), None) is not None:
                table.refuse("other_way_out", company=frame.company)

    def _check_purchase(self, table: Play, frame: OperatingRound, action: BuyTrain) -> None:
        company = action.company
        if action.train not in table.definition.trains:
            table.refuse("unknown_train", train=action.train)
        if action.trade_in is None and not self._has_room(table, company):
            limit = table.definition.train_limit(table.state.phase, company)
            table.refuse("train_limit", company=company, limit=limit)
        most = table.definition.trains[action.train].per_company
        if most is not None and table.state.trains.get(company, ()).count(action.train) >= most:
            table.refuse("train_of_kind_limit", company=company, train=action.train, limit=most)
        if action.source in owners(table):
            self._check_from_company(table, frame, action)
        else:
            self._check_from_bank(table, frame, action)

    def _has_room(self, table: Play, company: str) -> bool:
        if room(table, company) > 0:
            return True
        trains, cash = table.state.trains.get(company, ()), table.state.cash[company]
        return table.definition.train_rules.trade_in_makes_room and any(
            train in kind.trade_in.accepts and kind.trade_in.price <= cash
            for kind in on_sale(table)
            if kind.trade_in
            for train in trains
        )

    def _check_from_company(self, table: Play, frame: OperatingRound, action: BuyTrain) -> None:
        state, rules = table.state, table.definition.train_rules
        if action.source == action.company or action.train not in state.trains.get(action.source, ()):
            table.refuse("no_such_train", company=action.source, train=action.train)
        if not table.at_least(rules.between_companies_from):
            table.refuse("no_trade_yet", phase=rules.between_companies_from)
        if rules.same_president and president_of(table, action.source) != president_of(table, action.company):
            table.refuse("other_president", company=action.source)
        if action.source in table.definition.companies and action.source not in state.floated:
            table.refuse("not_open_yet", company=action.source)
        if action.trade_in is not None:
            table.refuse("no_trade_in", train=action.train)
        if frame.sold_for_train:
            if rules.pool:
                table.refuse("emergency_from_bank", company=action.company)
            table.refuse("emergency_bank_only", company=action.company)
        if action.price < 1:
            table.refuse("price_at_least_one", price=action.price)
        if action.price > state.cash[action.company]:
            where = "forced" if must_buy(table, action.company) else None
            cash = state.cash[action.company]
            table.refuse("cash_for_train", where=where, company=action.company, price=action.price, cash=cash)
        if self._needs_consent(table, action):
            check_not_refused(table, frame, action)

    def _check_from_bank(self, table: Play, frame: OperatingRound, action: BuyTrain) -> None:
        state, company = table.state, action.company
        kind = table.definition.trains[action.train]
        if action.source == POOL:
            if action.train not in state.trains.get(POOL, ()):
                table.refuse("not_on_sale", train=action.train)
        elif action.source != BANK or kind not in on_sale(table):
            table.refuse("not_on_sale", where=action.train, train=action.train)
        asked = kind.price
        if action.trade_in is not None:
            if kind.trade_in is None or action.trade_in not in kind.trade_in.accepts:
                table.refuse("no_trade_in", train=action.train)
            if action.trade_in not in state.trains.get(company, ()):
                table.refuse("no_such_train", where="trade_in", company=company, train=action.trade_in)
            asked = kind.trade_in.price
        if table.definition.train_rules.any_bank_price and action.price > 0:
            asked = action.price
        if action.price != asked:
            where = action.source if action.trade_in is None else "trade_in"
            table.refuse("train_price", where=where, train=action.train, price=asked, offered=action.price)
        cash = state.cash[company]
        if frame.sold_for_train and not kind.fulfils_duty:
            table.refuse("emergency_train", train=action.train)
        if cash >= asked:
            return
        if not kind.fulfils_duty:
            table.refuse("cash_for_train", where="no_duty", company=company, price=asked, cash=cash)
        if not must_buy(table, company):
            table.refuse("cash_for_train", company=company, price=asked, cash=cash)
        rules, least = table.definition.train_rules, cheapest(table)
        if rules.emergency_cheapest and least is not None and asked > least:
            table.refuse("emergency_cheapest", train=action.train, price=asked, cheapest=least)
        president = president_of(table, company)
        own = spendable(table, president)
        if rules.debt_interest is None and cash + own < asked:
            table.refuse("president_cash", player=president, missing=asked - cash, cash=own)

    def _needs_consent(self, table: Play, action: BuyTrain) -> bool:
        return (
            table.definition.train_rules.consent
            and action.source in owners(table)
            and president_of(table, action.source) != president_of(table, action.company)
        )

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        match action:
            case SellShares(player, other, percent):
                sell(table, player, other, percent)
                self._order_again(table)
                update(table, sold_for_train=True)
            case SellBlocks():
                sell_together(table, frame.company, action)
                self._order_again(table)
                update(table, sold_for_train=True)
            case DeclareBankruptcy(company):
                player = president_of(table, company)
                table.log("bankrupt", player=player, company=company)
                go_bankrupt(table, player, company)
            case BuyTrain():
                if self._needs_consent(table, action):
                    seller = president_of(table, action.source)
                    table.log(
                        "offer",
                        company=action.company,
                        to=seller,
                        thing=f"the {action.train}-train of {action.source}",
                        price=action.price,
                    )
                    table.push(Offer(action, seller))
                else:
                    buy_train(table, action)
            case _:
                raise TypeError(action)

    def _order_again(self, table: Play) -> None:
        """Sort the companies that are still to operate by their new prices.

        The order of a round that is interrupted by this one changes as well.
        """
        for frame in table.state.stack:
            if isinstance(frame, OperatingRound):
                begun = frame.order[:1] if frame.step >= 0 else ()
                closed = table.state.closed_companies
                waiting = tuple(company for company in frame.order[len(begun) :] if company not in closed)
                table.replace_frame(frame, replace(frame, order=(*begun, *self.order(table, waiting))))
