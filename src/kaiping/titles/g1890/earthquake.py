"""The Great Hanshin Earthquake (1890:C.10.13): one D-train, nobody knows which, brings it to its buyer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kaiping.action import AcquirePrivate, AnyAction, LayTile, RunRoutes, SellShares
from kaiping.board.tile import COLORS
from kaiping.board.track import moved_stops, same_stops, shape_at
from kaiping.flow.chance import draw
from kaiping.flow.operating.fitting import labels_for, tiles_left
from kaiping.flow.operating.forced_sale import go_bankrupt
from kaiping.flow.operating.frame import operating_frame, update
from kaiping.flow.operating.step import trial
from kaiping.flow.play import Play
from kaiping.flow.raising import holdings, most_after, most_raised
from kaiping.flow.rules import Listed, passes
from kaiping.flow.shares import SHARE, check_sale
from kaiping.flow.stock import Counts, StockRound
from kaiping.flow.trains import close_private
from kaiping.state import BANK
from kaiping.titles.g1890.own import Earthquake, own, rules
from kaiping.titles.g1890.tokens import relay
from kaiping.titles.g1890.waiting import send_back


def train_sold(table: Play, train: str) -> None:
    """The marked train brings the earthquake, unless the bank has broken before (1890:C.10.13.2, C.10.13.3)."""
    quake, state = rules(table).earthquake, table.state
    if quake is None or train != quake.train or state.ending == "bank":
        return
    count = table.definition.trains[train].count or 0
    sold = count - state.depot.get(train, 0)
    if draw(state, "earthquake", count) == sold - 1:
        _strike(table, quake, sold)


def _strike(table: Play, quake: Earthquake, sold: int) -> None:
    state = table.state
    state.frozen = True
    table.log("earthquake")
    for private in quake.closes:
        if private in state.privates:
            close_private(table, private)  # 1890:C.10.13.7
            for hex_id, _ in state.board.tokens_of(private):
                state.board = state.board.without_token(private, hex_id)
    for hex_id in quake.cleared:
        for company in (*_tokens_on(table, hex_id), *state.waiting_tokens.get(hex_id, ())):
            send_back(table, company, hex_id)  # 1890:C.10.13.8
    for hex_id in quake.lowered:
        if hex_id in state.board.tiles:
            _lower(table, hex_id)
    for hex_id in quake.covered:
        _cover(table, hex_id)
    due = {}
    for player in state.players:
        shares = sum(percent for (owner, _), percent in state.holdings.items() if owner == player) // SHARE
        due[player] = quake.per_train * sold + quake.per_share * shares  # 1890:C.10.13.12, C.10.13.13
        table.log("charity-due", player=player, amount=due[player])
    table.update_own(charity=due)


def _tokens_on(table: Play, hex_id: str) -> list[str]:
    tokens = sorted(table.state.board.tokens.items())
    here = [owner for place, owners in tokens if place[0] == hex_id for owner in owners]
    return [owner for owner in here if owner in table.definition.companies]


def _cover(table: Play, hex_id: str) -> None:
    """Tokens are turned face down: they keep their spaces, and do nothing (1890:C.10.13.10)."""
    state = table.state
    for company in _tokens_on(table, hex_id):
        place = next(stop for stop in state.board.tokens_of(company) if stop[0] == hex_id)
        state.board = state.board.without_token(company, hex_id).with_kept(company, place)
        table.log("token-covered", company=company, hex=hex_id)


def _lower(table: Play, hex_id: str) -> None:
    """The tile that lay there before comes back; tokens without a space go back to their companies (1890:C.10.13.9)."""
    former = _former(table, hex_id)
    under = own(table).underneath
    table.update_own(underneath=under | {hex_id: under.get(hex_id, ())[:-2] + ((former,) if former else ())})
    for company in relay(table, hex_id, former, _tokens_on(table, hex_id), homes_first=True):
        send_back(table, company, hex_id)
    table.log("tile-lowered", hex=hex_id, tile=former[0] if former else None)


def _former(table: Play, hex_id: str) -> tuple[str, int] | None:
    """What a tile was laid on; if that tile lies elsewhere by now, another of its colour that fits, or else nothing."""
    definition, state = table.definition, table.state
    level = COLORS.index(definition.tiles[state.board.tiles[hex_id][0]].color)
    if level == 0:
        return None
    before = own(table).underneath.get(hex_id, ())[-2:-1]
    if before and tiles_left(definition, state, before[0][0]) > 0:
        return before[0]
    fitting = [
        (name, rotation)
        for name, tile in definition.tiles.items()
        if tile.color == COLORS[level - 1]
        and tile.label in labels_for(table, hex_id, tile.color)
        and tiles_left(definition, state, name) > 0
        for rotation in range(6)
        if _fits_under(table, hex_id, name, rotation)
    ]
    stops = {name: definition.tiles[name].stops[0].slots for name, _ in fitting}
    return max(fitting, key=lambda laid: stops[laid[0]], default=None)


def _fits_under(table: Play, hex_id: str, name: str, rotation: int) -> bool:
    """Could what lies on a hex have been laid on that tile?"""
    definition, shape = table.definition, table.definition.tiles[name].shapes[rotation]
    printed = definition.map.hexes[hex_id].shape
    now = shape_at(definition.map, definition.tiles, table.state.board, hex_id)
    fits = moved_stops(printed, shape) is not None and moved_stops(shape, now) is not None
    return fits and same_stops(printed, shape)


def note_tile(table: Play, action: LayTile) -> None:
    """Remember the tiles of a hex whose tile may go down a level."""
    quake, under = rules(table).earthquake, own(table).underneath
    if quake is not None and action.hex in quake.lowered:
        laid = (*under.get(action.hex, ()), (action.tile, action.rotation))
        table.update_own(underneath=under | {action.hex: laid})


def cut_income(table: Play, action: RunRoutes) -> None:
    """Until the next stock round some earn nothing, some half, rounded up to ten (1890:C.10.13.4, C.10.13.5)."""
    quake, company, state = rules(table).earthquake, action.company, table.state
    if quake is None or not state.frozen or company not in (*quake.no_income, *quake.half_income):
        return
    frame = operating_frame(table)
    none = company in quake.no_income
    revenue = 0 if none else -(-frame.revenue // 20) * 10
    state.revenue = {**state.revenue, company: revenue}
    update(table, revenue=revenue, subsidy=0 if none else frame.subsidy)
    table.log("income-cut", company=company, amount=revenue)


def recover(table: Play, *, round_over: bool) -> None:
    """The next stock round begins, or is over: prices move again (1890:C.10.13.6)."""
    quake = rules(table).earthquake
    if quake is not None and quake.through_stock_round == round_over:
        table.state.frozen = False


class Charity:
    """Each player pays by the end of the next stock round, if need be by selling (1890:C.10.13.12, C.10.13.14)."""

    kinds: tuple[type, ...] = ()
    buys = False
    holds_turn = True

    def options(self, table: Play, player: str) -> Iterator[Listed]:
        return iter(())

    def check(self, table: Play, player: str, action: AnyAction) -> None:
        """There is no action of its own: the bank takes the money."""

    def apply(self, table: Play, player: str, action: AnyAction) -> Counts:
        return Counts.NOTHING

    def check_pass(self, table: Play, player: str, *, idle: Callable[[], bool]) -> None:
        due, cash = own(table).owed(player), table.state.cash[player]
        if due > cash and any(self._can_sell(table, player, company) for company in table.definition.companies):
            table.refuse("charity_first", player=player, due=due, cash=cash)

    def _can_sell(self, table: Play, player: str, company: str) -> bool:
        for percent in range(SHARE, table.state.held(player, company) + 1, SHARE):
            if passes(check_sale, table, player, company, percent, keep=False):
                return True
        return False


def check_sale_for_charity(table: Play, sale: SellShares) -> None:
    """Who can pay may not sell so that they no longer can (1890:13.2.3)."""
    due = own(table).owed(sale.player) - table.state.cash[sale.player]
    if due <= 0:
        return
    offered = holdings(table, sale.player, emergency=False)
    most = most_after(offered, sale.company, sale.percent // SHARE)
    if most < due <= most_raised(offered):
        table.refuse("charity_out_of_reach", player=sale.player, company=sale.company, most=most, missing=due)


def check_purchase_for_charity(table: Play, player: str, purchase: AnyAction) -> None:
    """Nor may they buy so that they no longer can (1890:13.2.3)."""
    due = own(table).owed(player)
    if not due or _most(table, player) < due:
        return
    if isinstance(purchase, AcquirePrivate):  # nobody has to buy it again
        most = _most(table, player) - purchase.price
    else:
        after = trial(table)
        table.title.frames[StockRound].apply(after, purchase)
        most = _most(after, player)
    if most < due:
        table.refuse("charity_by_purchase", player=player, most=most, due=due)


def _most(table: Play, player: str) -> int:
    """What a player has and can raise by sales."""
    return table.state.cash[player] + most_raised(holdings(table, player, emergency=False))


def collect(table: Play) -> None:
    """The stock round is over: everybody pays, and who cannot is bankrupt (1890:C.10.13.14, 13.2.1)."""
    unpaid = []
    for player, due in own(table).charity.items():
        amount = min(due, table.state.cash[player])
        table.pay(player, BANK, amount)
        table.log("charity-paid", player=player, amount=amount)
        if amount < due:
            unpaid.append((player, due - amount))
    table.update_own(charity={})
    if unpaid:
        player, missing = unpaid[0]
        table.log("charity-unpaid", player=player, amount=missing)
        go_bankrupt(table, player)
