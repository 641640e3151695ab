"""The stock round: sell as often as you like, then buy one certificate, or pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, BuyShare, ExchangePrivate, Par, Pass, SellShares
from kaiping.flow import exchange
from kaiping.flow.rules import Option, allowed
from kaiping.flow.shares import (
    PRESIDENT,
    SHARE,
    certificate_limit,
    certificates,
    check_float,
    move_marker,
    move_shares,
    operating_order,
    price,
    sale_fault,
    sell,
    take_share,
)
from kaiping.flow.table import Table
from kaiping.state import BANK, IPO, POOL, Frame


class StockRound(Frame, frozen=True):
    player: str
    #: players who have passed in a row
    passed: int = 0
    #: player and company: sold in this round, so not to be bought again in it
    sold: frozenset[tuple[str, str]] = frozenset()
    sold_this_turn: bool = False
    #: who bought or sold last
    last: str | None = None


class StockRules:
    """The shared stock round; the title says what follows it."""

    def __init__(self, *, ended: Callable[[Table], None]) -> None:
        self.ended = ended

    def _frame(self, table: Table) -> StockRound:
        frame = table.top
        assert isinstance(frame, StockRound)
        return frame

    def actors(self, table: Table) -> tuple[str, ...]:
        return (self._frame(table).player,)

    def options(self, table: Table) -> Iterator[Option]:
        player = self._frame(table).player
        passing = Pass(player)
        if allowed(self, table, passing):
            yield passing, None
        yield from self._dealings(table, player)
        for action in exchange.actions(self, table):
            yield action, None

    def _dealings(self, table: Table, player: str) -> Iterator[Option]:
        """Sales, purchases and starts open to the player."""
        state, definition = table.state, table.definition
        for company in definition.companies:
            if company in state.par:
                for percent in range(SHARE, state.held(player, company) + 1, SHARE):
                    sale = SellShares(player, company, percent)
                    if allowed(self, table, sale):
                        yield sale, None
                for source in (IPO, POOL):
                    if state.held(source, company):
                        purchase = BuyShare(player, company, source)  # type: ignore[arg-type]
                        if allowed(self, table, purchase):
                            yield purchase, None
            else:
                for cost in sorted(definition.market.par_cells):
                    start = Par(player, company, cost)
                    if allowed(self, table, start):
                        yield start, None

    def check(self, table: Table, action: AnyAction) -> None:
        frame = self._frame(table)
        if isinstance(action, ExchangePrivate):
            exchange.check(table, action, turn=frame.player, sold_this_turn=frame.sold_this_turn, sold=frame.sold)
            if exchange.power(table, action.private).is_purchase and self._must_sell(table, frame.player):
                self._refuse_over_limit(table, frame.player)
            return
        if not isinstance(action, Pass | Par | BuyShare | SellShares):
            table.refuse("only_shares_now", what=type(action).__name__)
        actor = action.actor if isinstance(action, Pass) else action.player
        if actor != frame.player:
            table.refuse("not_your_turn", actor=actor, turn=frame.player)
        match action:
            case Pass():
                if self._must_sell(table, actor):
                    self._refuse_over_limit(table, actor)
            case SellShares(player, company, percent):
                self._check_sale(table, player, company, percent)
            case BuyShare(player, company, source):
                self._check_purchase(table, player, company, source)
            case Par(player, company, cost):
                self._check_start(table, player, company, cost)

    def _must_sell(self, table: Table, player: str) -> bool:
        """Over the limit one must sell, if one can."""
        return certificates(table, player) > certificate_limit(table) and self._can_sell(table, player)

    def _can_sell(self, table: Table, player: str) -> bool:
        return any(
            allowed(self, table, SellShares(player, company, SHARE))
            or allowed(self, table, SellShares(player, company, percent))
            for (owner, company), percent in table.state.holdings.items()
            if owner == player
        )

    def _refuse_over_limit(self, table: Table, player: str) -> None:
        table.refuse(
            "over_certificate_limit",
            player=player,
            held=certificates(table, player),
            limit=certificate_limit(table),
        )

    def _check_sale(self, table: Table, player: str, company: str, percent: int) -> None:
        if company not in table.definition.companies:
            table.refuse("unknown_company", company=company)
        first = table.definition.shares.first_round_with_sales
        if table.state.turn < first:
            table.refuse("no_sales_yet")
        sale_fault(table, player, company, percent, keep=False)

    def _check_room(self, table: Table, player: str, company: str, percent: int) -> None:
        """The limits on what a player may hold."""
        state, definition = table.state, table.definition
        limit, held = certificate_limit(table), certificates(table, player)
        if held > limit and self._can_sell(table, player):
            self._refuse_over_limit(table, player)
        cell = state.cells.get(company)
        counts = cell is None or not definition.market.cells[cell].zone
        if counts and held + 1 > limit:
            table.refuse("certificate_limit", player=player, held=held, limit=limit)
        total = state.held(player, company) + percent
        if total > definition.shares.holding_limit:
            table.refuse(
                "holding_limit",
                player=player,
                company=company,
                total=total,
                limit=definition.shares.holding_limit,
            )

    def _check_purchase(self, table: Table, player: str, company: str, source: str) -> None:
        state, frame = table.state, self._frame(table)
        if company not in table.definition.companies:
            table.refuse("unknown_company", company=company)
        if company not in state.par:
            table.refuse("not_started", company=company)
        if source not in (IPO, POOL) or not state.held(source, company):
            table.refuse("no_share_there", where=source, company=company, source=source)
        if (player, company) in frame.sold:
            table.refuse("sold_this_round", player=player, company=company)
        cost = state.par[company] if source == IPO else price(table, company)
        if state.cash[player] < cost:
            table.refuse("cash_for_share", player=player, company=company, price=cost, cash=state.cash[player])
        self._check_room(table, player, company, SHARE)

    def _check_start(self, table: Table, player: str, company: str, cost: int) -> None:
        state = table.state
        if company not in table.definition.companies:
            table.refuse("unknown_company", company=company)
        if company in state.par:
            table.refuse("already_started", company=company)
        if cost not in table.definition.market.par_cells:
            prices = sorted(table.definition.market.par_cells)
            table.refuse("not_a_par_price", price=cost, prices=", ".join(map(str, prices)))
        total = cost * PRESIDENT // SHARE
        if state.cash[player] < total:
            table.refuse("cash_for_start", player=player, company=company, price=total, cash=state.cash[player])
        self._check_room(table, player, company, PRESIDENT)

    def apply(self, table: Table, action: AnyAction) -> None:
        frame = self._frame(table)
        match action:
            case Pass(actor):
                table.log("passed", player=actor)
                passed = 0 if frame.sold_this_turn else frame.passed + 1
                self._next(table, replace(frame, passed=passed))
            case SellShares(player, company, percent):
                sell(table, player, company, percent)
                sold = frame.sold | {(player, company)}
                table.replace(replace(frame, sold=sold, sold_this_turn=True, last=player, passed=0))
            case BuyShare(player, company, source):
                cost = table.state.par[company] if source == IPO else price(table, company)
                table.pay(player, BANK, cost)
                table.log("bought", player=player, company=company, source=source, price=cost)
                take_share(table, player, company, source)
                self._next(table, replace(frame, passed=0, last=player))
            case Par(player, company, cost):
                self._start(table, player, company, cost)
                self._next(table, replace(frame, passed=0, last=player))
            case ExchangePrivate():
                exchange.apply(table, action)
                if exchange.power(table, action.private).as_purchase:
                    self._next(table, replace(frame, passed=0, last=action.player))
            case _:
                raise TypeError(action)

    def _start(self, table: Table, player: str, company: str, cost: int) -> None:
        state = table.state
        table.pay(player, BANK, cost * PRESIDENT // SHARE)
        state.par[company] = cost
        move_marker(table, company, table.definition.market.par_cells[cost], "start")
        move_shares(state, company, IPO, player, PRESIDENT)
        state.presidents[company] = player
        table.log("started", player=player, company=company, price=cost)
        check_float(table, company)

    def _next(self, table: Table, frame: StockRound) -> None:
        table.replace(replace(frame, player=table.after(frame.player), sold_this_turn=False))

    def advance(self, table: Table) -> bool:
        """Pass for who can do nothing; end the round when all have passed in a row."""
        frame = self._frame(table)
        if frame.passed >= len(table.state.players):
            self._end(table, frame)
            return True
        if self._can_act(table, frame.player):
            return False
        if not frame.sold_this_turn:
            table.log("passed", player=frame.player, automatic=True)
            frame = replace(frame, passed=frame.passed + 1)
        self._next(table, frame)
        return True

    def _can_act(self, table: Table, player: str) -> bool:
        if next(self._dealings(table, player), None) is not None:
            return True
        return any(exchange.power(table, action.private).holds_turn for action in exchange.actions(self, table))

    def _end(self, table: Table, frame: StockRound) -> None:
        """Sold-out companies rise in operating order; the deal passes to the left of who acted last."""
        state = table.state
        for company in operating_order(table, tuple(state.cells)):
            held_by_players = 100 - state.held(IPO, company) - state.held(POOL, company)
            if held_by_players == 100:
                table.log("sold-out", company=company)
                move_marker(table, company, table.definition.market.up(state.cells[company]), "sold out")
        if frame.last is not None:
            state.priority = table.after(frame.last)
        table.log("stock-round-ended", priority=state.priority)
        self.ended(table)
