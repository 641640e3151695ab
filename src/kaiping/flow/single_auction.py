"""The auction of the privates one after the other: each is bid up until all but one have passed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, Bid, Pass, Range
from kaiping.definition import OneAtATimeRules, RestartAuction
from kaiping.flow.auction import StandingBid, check_turn, unsold
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.state import BANK, Frame


class SingleAuction(Frame, frozen=True):
    """The private on offer is the first unsold one; ``opener`` had the first word on it."""

    called = "auction"
    player: str
    opener: str
    #: bids in the order they were made, at most one of each player
    bids: tuple[StandingBid, ...] = ()
    #: who has passed on this private
    out: frozenset[str] = frozenset()
    #: how far its price has fallen
    fallen: int = 0
    last_buyer: str | None = None

    @property
    def high(self) -> StandingBid | None:
        return self.bids[-1] if self.bids else None


def start_single_auction(table: Play) -> None:
    player = table.state.priority
    table.push(SingleAuction(player, player))
    table.log("auction-begins", player=player)


def rules_of(table: Play) -> OneAtATimeRules:
    rules = table.definition.auction
    assert isinstance(rules, OneAtATimeRules)
    return rules


def least_bid(table: Play, frame: SingleAuction) -> int:
    """The least that may be bid for the private on offer."""
    if frame.high is not None:
        return frame.high[2] + rules_of(table).least_raise
    return table.definition.privates[unsold(table)[0]].price - frame.fallen


class SingleAuctionRules:
    """The title says what happens when all pass, when a private is bought and when all are sold."""

    def __init__(
        self,
        *,
        all_passed: Callable[[Play], None],
        bought: Callable[[Play, str, str], None],
        sold_out: Callable[[Play], None],
    ) -> None:
        self.all_passed = all_passed
        self.bought = bought
        self.sold_out = sold_out

    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.frame(SingleAuction).player,)

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(SingleAuction)
        yield Pass(frame.player), None
        least, step = least_bid(table, frame), rules_of(table).bid_step
        most = table.state.cash[frame.player] // step * step
        if least <= most:
            yield Bid(frame.player, unsold(table)[0], least), Range(least, most, step)

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(SingleAuction)
        check_turn(table, frame.player, action)
        if isinstance(action, Bid):
            self._check_bid(table, frame, action)

    def _check_bid(self, table: Play, frame: SingleAuction, bid: Bid) -> None:
        offered = unsold(table)[0]
        if bid.private not in table.state.privates or table.state.privates[bid.private] != BANK:
            table.refuse("private_not_for_sale", private=bid.private)
        if bid.private != offered:
            table.refuse("lot_later", private=bid.private, offered=offered)
        least, step = least_bid(table, frame), rules_of(table).bid_step
        if bid.price < least:
            where = None if frame.bids else "first"
            table.refuse("bid_too_low", where=where, private=bid.private, least=least, bid=bid.price)
        if bid.price % step:
            table.refuse("bid_step", bid=bid.price, step=step)
        cash = table.state.cash[bid.player]
        if bid.price > cash:
            table.refuse("bid_over_cash", player=bid.player, bid=bid.price, cash=cash)

    def apply(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(SingleAuction)
        match action:
            case Pass(actor):
                table.log("passed", player=actor)
                self._drop_out(table, frame)
            case Bid(player, private, price):
                table.log("bid", player=player, private=private, price=price)
                bids = tuple(bid for bid in frame.bids if bid[1] != player)
                table.replace(replace(frame, bids=(*bids, (private, player, price)), player=table.after(player)))
                self._drop_poor(table)
            case _:
                raise TypeError(action)

    def _drop_out(self, table: Play, frame: SingleAuction) -> None:
        player = frame.player
        table.replace(replace(self._without(frame, {player}), player=table.after(player)))

    def _drop_poor(self, table: Play, unpaid: dict[str, int] | None = None) -> None:
        """On the site who cannot bid any more is out at once; ``unpaid``: what does not count as paid yet."""
        frame = next(frame for frame in table.state.stack if isinstance(frame, SingleAuction))
        if not rules_of(table).poor_out_early or not unsold(table):
            return
        least, bidder = least_bid(table, frame), frame.high[1] if frame.high else None
        money = {player: table.state.cash[player] + (unpaid or {}).get(player, 0) for player in table.state.players}
        poor = {player for player, cash in money.items() if player != bidder and cash < least}
        table.replace_frame(frame, self._without(frame, poor))

    def _without(self, frame: SingleAuction, players: set[str]) -> SingleAuction:
        bids = tuple(bid for bid in frame.bids if bid[1] not in players)
        return replace(frame, bids=bids, out=frame.out | players)

    def advance(self, table: Play) -> bool:
        """Hand the private over when one bidder is left; pass for who has not the money."""
        frame = table.frame(SingleAuction)
        if not unsold(table):
            self.sold_out(table)
            return True
        active = [player for player in table.state.players if player not in frame.out]
        if not active:
            self._nobody_wants_it(table, frame)
            return True
        if frame.high is not None and active == [frame.high[1]]:
            self._sell(table, frame, frame.high[1], frame.high[2])
            return True
        if frame.player in frame.out:
            table.replace(replace(frame, player=table.after(frame.player)))
            return True
        if rules_of(table).poor_out_early or least_bid(table, frame) <= table.state.cash[frame.player]:
            return False
        self._drop_out(table, frame)
        return True

    def _sell(self, table: Play, frame: SingleAuction, player: str, price: int) -> None:
        """The next private is opened by the player to the left of who opened this one."""
        private = unsold(table)[0]
        table.pay(player, BANK, price)
        table.state.privates = {**table.state.privates, private: player}
        table.log("private-bought", player=player, private=private, price=price)
        opener = table.after(frame.opener)
        following = SingleAuction(opener, opener, last_buyer=player)
        table.replace(following)
        self.bought(table, player, private)
        self._drop_poor(table, {player: price} if table.top is following else None)

    def _nobody_wants_it(self, table: Play, frame: SingleAuction) -> None:
        """Some privates get cheaper until somebody takes them, or must; for others the privates pay first."""
        rules, private = rules_of(table), unsold(table)[0]
        opener = frame.opener
        if private in rules.price_falls:
            frame = SingleAuction(
                opener, opener, fallen=frame.fallen + rules.price_falls_by, last_buyer=frame.last_buyer
            )
            table.replace(frame)
            asked = least_bid(table, frame)
            table.log("private-cheaper", private=private, price=asked)
            if asked <= 0:
                self._sell(table, frame, opener, 0)
            return
        if rules.restart is RestartAuction.LEFT_OF_BUYER and frame.last_buyer is not None:
            opener = table.after(frame.last_buyer)
        table.replace(SingleAuction(opener, opener, last_buyer=frame.last_buyer))
        self.all_passed(table)
        self._drop_poor(table)
