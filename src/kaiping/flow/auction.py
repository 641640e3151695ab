"""The auction of the privates: the cheapest is for sale, bids wait on the dearer ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, Bid, Pass, Range
from kaiping.definition import ContestTurns, WaterfallRules
from kaiping.flow.rules import Option, allowed
from kaiping.flow.table import Table
from kaiping.state import BANK, Frame

#: private, player, amount
StandingBid = tuple[str, str, int]


class Auction(Frame, frozen=True):
    """Bids in the order they were made; ``contested`` is the private now auctioned among its bidders."""

    player: str
    bids: tuple[StandingBid, ...] = ()
    #: how far the price of the first private has fallen
    fallen: int = 0
    passed: int = 0
    contested: str | None = None
    #: who bought last at the asking price
    last_buyer: str | None = None

    def on(self, private: str) -> list[StandingBid]:
        return [bid for bid in self.bids if bid[0] == private]


def check_turn(table: Table, turn: str, action: AnyAction) -> None:
    """In any auction one player bids or passes at a time."""
    if not isinstance(action, Bid | Pass):
        table.refuse("only_privates_now", what=type(action).__name__)
    actor = action.player if isinstance(action, Bid) else action.actor
    if actor != turn:
        table.refuse("not_your_turn", where="auction", actor=actor, turn=turn)


class AuctionRules:
    """One kind of auction; the title says what happens when all pass and when all is sold."""

    def __init__(
        self,
        *,
        all_passed: Callable[[Table], None],
        sold_out: Callable[[Table], None],
    ) -> None:
        self.all_passed = all_passed
        self.sold_out = sold_out

    def _frame(self, table: Table) -> Auction:
        frame = table.top
        assert isinstance(frame, Auction)
        return frame

    def actors(self, table: Table) -> tuple[str, ...]:
        return (self._frame(table).player,)

    def options(self, table: Table) -> Iterator[Option]:
        frame = self._frame(table)
        yield Pass(frame.player), None
        for private in unsold(table):
            least = least_bid(table, private)
            action = Bid(frame.player, private, least)
            if allowed(self, table, action):
                most = least if self._is_purchase(table, private) else spendable(table, frame.player, private)
                yield action, Range(least, most)

    def _is_purchase(self, table: Table, private: str) -> bool:
        frame = self._frame(table)
        return frame.contested is None and private == unsold(table)[0]

    def check(self, table: Table, action: AnyAction) -> None:
        frame = self._frame(table)
        check_turn(table, frame.player, action)
        if isinstance(action, Bid):
            self._check_bid(table, frame, action)

    def _check_bid(self, table: Table, frame: Auction, bid: Bid) -> None:
        left = unsold(table)
        if bid.private not in left:
            table.refuse("private_not_for_sale", private=bid.private)
        if frame.contested is not None and bid.private != frame.contested:
            table.refuse("contest_first", private=bid.private, contested=frame.contested)
        least = least_bid(table, bid.private)
        if self._is_purchase(table, bid.private):
            if bid.price != least:
                table.refuse("asking_price", private=bid.private, price=least, bid=bid.price)
        elif bid.price < least:
            where = None if frame.on(bid.private) else "first"
            table.refuse("bid_too_low", where=where, private=bid.private, least=least, bid=bid.price)
        free = spendable(table, bid.player, bid.private)
        if bid.price > free:
            table.refuse("bid_without_cash", player=bid.player, bid=bid.price, free=free)

    def apply(self, table: Table, action: AnyAction) -> None:
        frame = self._frame(table)
        match action:
            case Pass(actor):
                self._pass(table, frame, actor)
            case Bid(player, private, price):
                if self._is_purchase(table, private):
                    self._buy(table, frame, player, private, price)
                    return
                kept = tuple(bid for bid in frame.bids if bid[:2] != (private, player))
                table.log("bid", player=player, private=private, price=price)
                frame = replace(frame, bids=(*kept, (private, player, price)), passed=0)
                table.replace(frame)
                if frame.contested is None:
                    table.replace(replace(frame, player=table.after(player)))
                else:
                    self._next_bidder(table, frame)
            case _:
                raise TypeError(action)

    def _buy(self, table: Table, frame: Auction, player: str, private: str, price: int) -> None:
        self._hand_over(table, player, private, price)
        table.replace(replace(frame, player=table.after(player), last_buyer=player, passed=0, fallen=0))

    def _hand_over(self, table: Table, player: str, private: str, price: int) -> None:
        table.pay(player, BANK, price)
        table.state.privates[private] = player
        table.log("private-bought", player=player, private=private, price=price)

    def _pass(self, table: Table, frame: Auction, player: str) -> None:
        table.log("passed", player=player)
        if frame.contested is not None:
            bids = tuple(bid for bid in frame.bids if bid[:2] != (frame.contested, player))
            frame = replace(frame, bids=bids)
            table.replace(frame)
            self._next_bidder(table, frame, after=player)
            return
        frame = replace(frame, passed=frame.passed + 1, player=table.after(player))
        table.replace(frame)
        if frame.passed == len(table.state.players):
            table.replace(replace(frame, passed=0))
            self._all_passed(table, replace(frame, passed=0))

    def _all_passed(self, table: Table, frame: Auction) -> None:
        """The first private gets cheaper until somebody takes it; after that the privates just pay."""
        first = next(iter(table.definition.privates))
        if table.state.privates[first] != BANK:
            self.all_passed(table)
            return
        frame = replace(frame, fallen=frame.fallen + waterfall(table).first_price_falls_by)
        table.replace(frame)
        asked = least_bid(table, first)
        table.log("private-cheaper", private=first, price=asked)
        if asked <= 0:
            self._buy(table, frame, frame.player, first, 0)

    def _next_bidder(self, table: Table, frame: Auction, after: str | None = None) -> None:
        """Whose turn it is among the bidders; the highest need not speak against himself."""
        bids = frame.on(frame.contested or "")
        if len(bids) == 1:
            _, player, price = bids[0]
            private = bids[0][0]
            self._hand_over(table, player, private, price)
            rest = tuple(bid for bid in frame.bids if bid[0] != private)
            table.replace(replace(frame, bids=rest, contested=None))
            return
        high = max(bids, key=lambda bid: bid[2])[1]
        if waterfall(table).contest_turns is ContestTurns.LOWEST_FIRST:
            speaker = min(bids, key=lambda bid: bid[2])[1]
        else:
            speaker = table.after(after or frame.player)
            bidders = {bid[1] for bid in bids} - {high}
            while speaker not in bidders:
                speaker = table.after(speaker)
        table.replace(replace(frame, player=speaker))

    def advance(self, table: Table) -> bool:
        """Resolve bids on the private that has become the cheapest; move on when all is sold."""
        frame = self._frame(table)
        if frame.contested is not None:
            return False
        left = unsold(table)
        if not left:
            self.sold_out(table)
            return True
        bids = frame.on(left[0])
        if not bids:
            return self._resume(table, frame)
        private = left[0]
        frame = replace(frame, contested=private)
        table.replace(frame)
        if len(bids) > 1:
            table.log("contest", private=private, bids=[[player, price] for _, player, price in bids])
            lowest = min(bids, key=lambda bid: bid[2])[1]
            table.replace(replace(frame, player=lowest))
        else:
            self._next_bidder(table, frame)
        return True

    def _resume(self, table: Table, frame: Auction) -> bool:
        """After auctions the turn is left of the last player to buy at the asking price."""
        if frame.passed or frame.last_buyer is None:
            return False
        player = table.after(frame.last_buyer)
        table.replace(replace(frame, player=player, last_buyer=None))
        return player != frame.player


def waterfall(table: Table) -> WaterfallRules:
    rules = table.definition.auction
    assert isinstance(rules, WaterfallRules)
    return rules


def unsold(table: Table) -> list[str]:
    """Privates still with the bank, cheapest first."""
    return [name for name, owner in table.state.privates.items() if owner == BANK]


def least_bid(table: Table, private: str) -> int:
    """What a private costs now, or the least that may be bid for it."""
    frame = table.top
    assert isinstance(frame, Auction)
    definition = table.definition
    face = definition.privates[private].price
    bids = [price for _, _, price in frame.on(private)]
    if bids:
        return max(bids) + waterfall(table).least_raise
    if private != unsold(table)[0]:
        return face + waterfall(table).first_bid_over_price
    return face - frame.fallen if private == next(iter(definition.privates)) else face


def spendable(table: Table, player: str, private: str) -> int:
    """Cash not tied up in bids on other privates."""
    frame = table.top
    assert isinstance(frame, Auction)
    tied = sum(price for name, bidder, price in frame.bids if bidder == player and name != private)
    return table.state.cash[player] - tied
