"""The stock round: sell as often as you like, then buy one certificate (or first buy, in some titles), or pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NoReturn, Protocol

from msgspec.structs import replace

from kaiping.action import AnyAction, BuyShare, ExchangePrivate, Par, Pass, SellShares
from kaiping.definition import RowChoice
from kaiping.errors import IllegalAction
from kaiping.flow import exchange
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.flow.shares import (
    PRESIDENT,
    SHARE,
    certificate_limit,
    certificates,
    certificates_gained,
    check_float,
    check_sale,
    for_sale,
    grow_by_shares,
    holding_limit,
    move_marker,
    move_shares,
    operating_order,
    over_holding_limit,
    seize_proceeds,
    sell,
    seller,
    share_price,
    sold_out,
    take_share,
    zone,
)
from kaiping.state import BANK, IPO, POOL, Frame


class StockRound(Frame, frozen=True):
    called = "stock round"
    player: str
    #: players who have passed in a row
    passed: int = 0
    #: player and company: sold in this round, so not to be bought again in it
    sold: frozenset[tuple[str, str]] = frozenset()
    sold_this_turn: bool = False
    #: the player on turn has bought and may still sell
    bought_this_turn: bool = False
    #: privates and prices that their owners have refused in this turn
    turned_down: tuple[tuple[str, int], ...] = ()
    #: who bought or sold last
    last: str | None = None
    #: what comes before the first turn is over
    begun: bool = True


class Counts(Enum):
    """What something done in a stock turn counts as."""

    NOTHING = auto()
    #: all must pass again
    DEALING = auto()
    #: the one purchase of the turn
    PURCHASE = auto()


class StockExtra(Protocol):
    """What a title's players may do in their stock turns besides dealing in shares."""

    @property
    def kinds(self) -> tuple[type, ...]:
        """The kinds of action."""

    @property
    def buys(self) -> bool:
        """Is it a purchase, closed to a player who must sell first?"""

    @property
    def holds_turn(self) -> bool:
        """Is a player asked who could do nothing but this?"""

    def options(self, table: Play, player: str) -> Iterator[Listed]:
        """What the player on turn may do: all of it passes ``check``."""

    def check(self, table: Play, player: str, action: AnyAction) -> None:
        """Refuse what they may not."""

    def apply(self, table: Play, player: str, action: AnyAction) -> Counts:
        """Do what has been checked, and say what it counts as."""

    def check_pass(self, table: Play, player: str, *, idle: Callable[[], bool]) -> None:
        """Refuse to pass where something must be done first; ``idle``: they could not deal even without their debts."""


#: what a player may do in their turn wherever it is played
_DEALINGS = (Pass, Par, BuyShare, SellShares)


def start_company(table: Play, action: Par) -> None:
    """The founder buys the president's certificate at twice the price, and the company may float."""
    state, company = table.state, action.company
    state.par = {**state.par, company: action.price}
    grow_by_shares(table, company)
    table.pay(action.player, seller(table, company, IPO), action.price * PRESIDENT // SHARE)
    move_marker(table, company, table.definition.market.par_cells[action.price], "start")
    move_shares(state, company, IPO, action.player, PRESIDENT)
    state.presidents = {**state.presidents, company: action.player}
    table.log("started", player=action.player, company=company, price=action.price)
    check_float(table, company)


class StockRules:
    """The shared stock round; the title says how a company starts, what a purchase brings about and what follows."""

    def __init__(
        self,
        *,
        ended: Callable[[Play], None],
        start: Callable[[Play, Par], None] = start_company,
        bought: Callable[[Play, str], None] = check_float,
        closing: Callable[[Play], None] | None = None,
        check_sale: Callable[[Play, SellShares], None] | None = None,
        check_purchase: Callable[[Play, str, AnyAction], None] | None = None,
        extras: tuple[StockExtra, ...] = (),
    ) -> None:
        self.ended = ended
        self.start = start
        self.bought = bought
        #: what happens at the end of the round before sold-out companies rise; it may end the game
        self.closing = closing
        #: what else may forbid a sale
        self.check_sale = check_sale
        #: what else may forbid a purchase of a player
        self.check_purchase = check_purchase
        self.extras = extras

    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.frame(StockRound).player,)

    def options(self, table: Play) -> Iterator[Listed]:
        player = table.frame(StockRound).player
        passing = Pass(player)
        if passes(self.check, table, passing):
            yield passing, None
        yield from self._dealings(table, player)
        yield from self._extra_options(table, player, self.extras)
        for action in exchange.actions(self, table):
            yield action, None

    def _extra_options(self, table: Play, player: str, extras: tuple[StockExtra, ...]) -> Iterator[Listed]:
        """What extras offer; whether the limits are kept is asked once."""
        kept: bool | None = None
        for extra in extras:
            for action, numbers in extra.options(table, player):
                if extra.buys:
                    if kept is None:
                        kept = passes(self._check_limits_kept, table, player)
                    if not kept or not passes(self._check_affordable, table, player, action):
                        continue
                yield action, numbers

    def _dealings(self, table: Play, player: str) -> Iterator[Listed]:
        """Sales, purchases and starts open to the player; what they clearly cannot pay is not looked into.

        The checks are those of ``check``; what keeps a player from any purchase at all is asked once.
        """
        state, definition = table.state, table.definition
        if table.frame(StockRound).player != player:
            return
        least = definition.shares.president_percents[0] // SHARE
        sells, cash = state.turn >= definition.shares.first_round_with_sales, state.cash[player]
        may_buy: bool | None = None
        held = 0
        for company in definition.companies:
            if company in state.par:
                for percent in range(SHARE, state.held(player, company) + 1 if sells else 0, SHARE):
                    if passes(self._check_sale, table, player, company, percent):
                        yield SellShares(player, company, percent), None
            elif company in state.closed_companies:
                continue
            for purchase in self._purchases(table, player, company, cash, least):
                if may_buy is None:
                    held = certificates(table, player)
                    may_buy = self._may_buy(table, player, held)
                if may_buy and passes(self._check_dealing, table, player, purchase, held):
                    yield purchase, None

    def _purchases(self, table: Play, player: str, company: str, cash: int, least: int) -> Iterator[BuyShare | Par]:
        """Shares of a company that a player might buy with their cash, or prices to start it at."""
        if company in table.state.par:
            for source in (IPO, POOL):
                if for_sale(table, company, source) and share_price(table, company, source) <= cash:
                    yield BuyShare(player, company, source)  # type: ignore[arg-type]
        else:
            for cost in par_prices(table, company):
                if cost * least <= cash:
                    for row in rows_to_choose(table, cost):
                        yield Par(player, company, cost, row)

    def _may_buy(self, table: Play, player: str, held: int) -> bool:
        """Does nothing keep a player with so many certificates from buying whatever it is?"""
        return passes(check_one_purchase, table, player) and passes(self._check_limits_kept, table, player, held)

    def _check_dealing(self, table: Play, player: str, purchase: BuyShare | Par, held: int) -> None:
        """A purchase or a start of somebody who may buy and has so many certificates."""
        if isinstance(purchase, BuyShare):
            self._check_purchase(table, player, purchase.company, purchase.source, held)
        else:
            self._check_start(table, purchase, held)
        self._check_affordable(table, player, purchase)

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(StockRound)
        if isinstance(action, ExchangePrivate):
            exchange.check(table, action, turn=frame.player, sold_this_turn=frame.sold_this_turn, sold=frame.sold)
            if exchange.power(table, action.private).is_purchase:
                self._check_limits_kept(table, frame.player)
            return
        extra = self._extra(action)
        if extra is not None:
            extra.check(table, frame.player, action)
            if extra.buys:
                self._check_limits_kept(table, frame.player)
                self._check_affordable(table, frame.player, action)
            return
        if not isinstance(action, _DEALINGS):
            table.refuse("only_shares_now", what=type(action).__name__)
        actor = action.who
        if actor != frame.player:
            table.refuse("not_your_turn", actor=actor, turn=frame.player)
        match action:
            case Pass():
                self._check_limits_kept(table, actor)
                for extra in self.extras:
                    extra.check_pass(table, actor, idle=lambda: not self._could_deal(table, actor))
            case SellShares(player, company, percent):
                self._check_sale(table, player, company, percent)
            case BuyShare(player, company, source):
                self._check_purchase(table, player, company, source)
                self._check_affordable(table, player, action)
            case Par():
                self._check_start(table, action)
                self._check_affordable(table, actor, action)

    def _check_affordable(self, table: Play, player: str, purchase: AnyAction) -> None:
        """What the title has against a purchase that is otherwise allowed."""
        if self.check_purchase is not None:
            self.check_purchase(table, player, purchase)

    def _could_deal(self, table: Play, player: str) -> bool:
        """Is any dealing open to the player, or kept from them by their debts alone?"""
        if next(self._dealings(table, player), None) is not None or self._asked_by_price(table, player):
            return True
        for company in table.started:
            try:
                self._check_purchase(table, player, company, IPO)
            except IllegalAction as refused:
                if refused.reason.code == "in_debt":
                    return True
        return False

    def _extra(self, action: AnyAction) -> StockExtra | None:
        for extra in self.extras:
            if isinstance(action, extra.kinds):
                return extra
        return None

    def _check_limits_kept(self, table: Play, player: str, held: int | None = None) -> None:
        """Over a limit one must sell, if one can; for that on certificates (``held``, if counted) only what counts."""
        state = table.state
        if (certificates(table, player) if held is None else held) > certificate_limit(table):
            counting = [held for owner, held in state.holdings if owner == player and not zone(table, held)]
            if any(self._can_sell(table, player, company) for company in counting):
                refuse_over_limit(table, player)
        for company in over_holding_limit(table, player):
            if self._can_sell(table, player, company):
                limit = holding_limit(table, company)
                held = state.held(player, company)
                table.refuse("over_holding_limit", player=player, company=company, held=held, limit=limit)

    def _can_sell(self, table: Play, player: str, company: str) -> bool:
        whole = table.state.held(player, company)
        return any(passes(self.check, table, SellShares(player, company, percent)) for percent in (SHARE, whole))

    def _check_company(self, table: Play, company: str) -> None:
        if company not in table.definition.companies:
            table.refuse("unknown_company", company=company)
        if company in table.state.closed_companies:
            table.refuse("company_closed", company=company)

    def _check_sale(self, table: Play, player: str, company: str, percent: int) -> None:
        self._check_company(table, company)
        first = table.definition.shares.first_round_with_sales
        if table.state.turn < first:
            table.refuse("no_sales_yet")
        check_sale(table, player, company, percent, keep=False)
        if self.check_sale is not None:
            self.check_sale(table, SellShares(player, company, percent))

    def _check_room(self, table: Play, player: str, company: str, percent: int, certified: int | None = None) -> None:
        """The limits on what a player may hold, who is known to keep them so far if their certificates are counted."""
        if certified is None:
            certified = certificates(table, player)
            self._check_limits_kept(table, player, certified)
        if not zone(table, company):
            check_certificates(table, player, certificates_gained(table, player, company, percent), certified)
        total = table.state.held(player, company) + percent
        limit = holding_limit(table, company)
        if total > limit:
            table.refuse("holding_limit", player=player, company=company, total=total, limit=limit)

    def _check_purchase(
        self, table: Play, player: str, company: str, source: str, certified: int | None = None
    ) -> None:
        state, frame = table.state, table.frame(StockRound)
        self._check_company(table, company)
        check_one_purchase(table, player)
        if company not in state.par:
            table.refuse("not_started", company=company)
        if source not in (IPO, POOL) or not for_sale(table, company, source):
            if source == IPO and state.held(IPO, company):
                table.refuse("shares_locked", company=company)
            place = BANK if source == IPO and table.definition.shares.pool_limit is None else source
            table.refuse("no_share_there", where=source, company=company, source=place)
        if (player, company) in frame.sold:
            table.refuse("sold_this_round", player=player, company=company)
        cost = share_price(table, company, source)
        if state.cash[player] < cost:
            table.refuse(
                "cash_for_share", where=source, player=player, company=company, price=cost, cash=state.cash[player]
            )
        self._check_room(table, player, company, SHARE, certified)
        self._check_debt(table, player)

    def _check_debt(self, table: Play, player: str) -> None:
        debt = table.state.debt.get(player)
        if debt:
            table.refuse("in_debt", player=player, debt=debt)

    def _check_start(self, table: Play, action: Par, certified: int | None = None) -> None:
        state, player, company, cost = table.state, action.player, action.company, action.price
        self._check_company(table, company)
        check_one_purchase(table, player)
        if company in state.par:
            table.refuse("already_started", company=company)
        prices = par_prices(table, company)
        if cost not in prices:
            refuse_par(table, company, cost)
        if action.row not in rows_to_choose(table, cost):
            refuse_row(table, cost, action.row)
        if not table.definition.shares.debtors_start:
            self._check_debt(table, player)
        least = table.definition.shares.president_percents[0]
        total = cost * least // SHARE
        if state.cash[player] < total:
            table.refuse("cash_for_start", player=player, company=company, price=total, cash=state.cash[player])
        self._check_room(table, player, company, least, certified)

    def apply(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(StockRound)
        match action:
            case Pass(actor):
                dealt = frame.sold_this_turn or frame.bought_this_turn
                if dealt:
                    table.log("turn-ended", player=actor)
                else:
                    table.log("passed", player=actor)
                next_player(table, replace(frame, passed=0 if dealt else frame.passed + 1))
            case SellShares(player, company, percent):
                forced = company in over_holding_limit(table, player)
                made = sell(table, player, company, percent)
                if forced and company in table.state.closed_companies:
                    seize_proceeds(table, player, made)
                sold = frame.sold | {(player, company)}
                table.replace(replace(frame, sold=sold, sold_this_turn=True, last=player, passed=0))
            case BuyShare(player, company, source):
                cost = share_price(table, company, source)
                table.pay(player, seller(table, company, source), cost)
                table.log("bought", player=player, company=company, source=source, price=cost)
                take_share(table, player, company, source)
                self.bought(table, company)
                purchase_made(table, player)
            case Par(player):
                # what else there is to decide about the new company interrupts the round
                purchase_made(table, player)
                self.start(table, action)
            case ExchangePrivate():
                exchange.apply(table, action)
                if exchange.power(table, action.private).as_purchase:
                    purchase_made(table, action.player)
            case _:
                extra = self._extra(action)
                if extra is None:
                    raise TypeError(action)
                counts = extra.apply(table, frame.player, action)
                if counts is Counts.DEALING:
                    table.replace(replace(frame, sold_this_turn=True, last=frame.player, passed=0))
                elif counts is Counts.PURCHASE:
                    purchase_made(table, frame.player)

    def advance(self, table: Play) -> bool:
        """Pass for who can do nothing; end the round when all have passed in a row."""
        frame = table.frame(StockRound)
        if not frame.begun:
            table.log("stock-round", turn=table.state.turn, player=frame.player)
            table.replace(replace(frame, begun=True))
            return True
        if frame.passed >= len(table.state.players):
            self._end(table, frame)
            return True
        if self._can_act(table, frame.player):
            return False
        if not frame.sold_this_turn and not frame.bought_this_turn:
            table.log("passed", player=frame.player, automatic=True)
            frame = replace(frame, passed=frame.passed + 1)
        next_player(table, frame)
        return True

    def _can_act(self, table: Play, player: str) -> bool:
        if next(self._dealings(table, player), None) is not None:
            return True
        holding = tuple(extra for extra in self.extras if extra.holds_turn)
        if next(self._extra_options(table, player, holding), None) is not None or self._asked_by_price(table, player):
            return True
        return any(exchange.power(table, action.private).holds_turn for action in exchange.actions(self, table))

    def _asked_by_price(self, table: Play, player: str) -> bool:
        """Has the player the money and the room to start a company, whether or not there is a place for it?"""
        state, definition = table.state, table.definition
        if definition.shares.rows is None or not definition.shares.rows.asks_by_price:
            return False
        least = definition.shares.president_percents[0]
        for company in definition.companies.keys() - state.par.keys() - state.closed_companies:
            if state.cash[player] < min(par_prices(table, company)) * least // SHARE:
                continue
            if passes(self._check_room, table, player, company, least):
                return True
        return False

    def _end(self, table: Play, frame: StockRound) -> None:
        """Sold-out companies rise in operating order; the deal passes to the left of who acted last."""
        state = table.state
        if self.closing is not None:
            self.closing(table)
            if state.finished is not None:
                return
        for company in operating_order(table, tuple(state.cells)):
            if sold_out(table, company):
                table.log("sold-out", company=company)
                move_marker(table, company, table.definition.market.up(state.cells[company]), "sold out")
        if frame.last is not None:
            state.priority = table.after(frame.last)
        table.log("stock-round-ended", priority=state.priority)
        self.ended(table)


def next_player(table: Play, frame: StockRound) -> None:
    """The turn goes on to the left."""
    after = table.after(frame.player)
    table.replace(replace(frame, player=after, sold_this_turn=False, bought_this_turn=False, turned_down=()))


def purchase_made(table: Play, player: str) -> None:
    """A purchase ends the turn; where one may sell afterwards, only if one has sold before."""
    frame = table.frame(StockRound)
    frame = replace(frame, passed=0, last=player)
    if table.definition.shares.either_order and not frame.sold_this_turn:
        table.replace(replace(frame, bought_this_turn=True))
    else:
        next_player(table, frame)


def check_one_purchase(table: Play, player: str) -> None:
    frame = table.frame(StockRound)
    if frame.bought_this_turn:
        table.refuse("one_purchase", player=player)


def check_certificates(table: Play, player: str, gained: int, held: int | None = None) -> None:
    """Does a player keep the limit with so many certificates more, and so many now if they are counted?"""
    limit = certificate_limit(table)
    held = certificates(table, player) if held is None else held
    if held + gained > limit:
        table.refuse("certificate_limit", player=player, held=held, limit=limit)


def refuse_over_limit(table: Play, player: str) -> NoReturn:
    held, limit = certificates(table, player), certificate_limit(table)
    table.refuse("over_certificate_limit", player=player, held=held, limit=limit)


def refuse_par(table: Play, company: str, cost: int) -> NoReturn:
    """It is no price at which this company may start."""
    fixed = "fixed" if table.definition.companies[company].par_prices else None
    prices = ", ".join(map(str, par_prices(table, company)))
    table.refuse("not_a_par_price", where=fixed, company=company, price=cost, prices=prices)


def par_prices(table: Play, company: str) -> tuple[int, ...]:
    """The prices that a company may be started at."""
    return table.definition.companies[company].par_prices or table.definition.market.par_prices


def free_rows(table: Play, cost: int) -> list[int]:
    """Places still free in the operating order for companies of a starting price."""
    rows, taken = table.definition.shares.rows, table.state.rows.values()
    return [row for row in range(rows.count if rows else 0) if (cost, row) not in taken]


def rows_to_choose(table: Play, cost: int) -> list[int | None]:
    """The rows that a founder may name; nothing to name where there are none or the uppermost is taken anyway."""
    rows = table.definition.shares.rows
    if rows is None:
        return [None]
    free = free_rows(table, cost)
    if rows.choice is RowChoice.UPPERMOST:
        return [None] if free else []
    return list(free)


def refuse_row(table: Play, cost: int, row: int | None) -> NoReturn:
    """Say what is wrong with the row that a founder has named, or not named; players count places from one."""
    free = ", ".join(str(one + 1) for one in free_rows(table, cost))
    if not free:
        table.refuse("rows_taken", price=cost)
    if row is None:
        table.refuse("row_to_choose", price=cost, rows=free)
    rows = table.definition.shares.rows
    if rows is None or rows.choice is RowChoice.UPPERMOST:
        table.refuse("row_fixed")
    table.refuse("no_such_row", price=cost, row=row + 1, rows=free)
