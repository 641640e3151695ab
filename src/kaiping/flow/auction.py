"""The auction of the privates, and of minors where these are bought: the first is for sale, bids wait on the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, Bid, Pass, Range
from kaiping.definition import ContestTurns, WaterfallRules
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.state import BANK, Frame

#: rounds of passes by themselves after one action, by far more than a game needs; then the players are asked again,
#: so that a position in which nobody will ever have money does not go on for ever
MOST_SILENT_ROUNDS = 50

#: private or minor, player, amount
StandingBid = tuple[str, str, int]


class Auction(Frame, frozen=True):
    """Bids in the order they were made; ``contested`` is the private now auctioned among its bidders."""

    called = "auction"
    player: str
    bids: tuple[StandingBid, ...] = ()
    #: how far the price of the first private has fallen
    fallen: int = 0
    passed: int = 0
    contested: str | None = None
    #: who bought last at the asking price
    last_buyer: str | None = None
    #: all have passed, and operating rounds are played on top of it before it goes on
    waiting: bool = False

    def on(self, private: str) -> list[StandingBid]:
        return [bid for bid in self.bids if bid[0] == private]


def check_turn(table: Play, turn: str, action: AnyAction, bidders: Collection[str] | None = None) -> None:
    """In any auction one player bids or passes at a time; ``bidders``: among whom alone one private is auctioned."""
    if not isinstance(action, Bid | Pass):
        table.refuse("only_privates_now", what=type(action).__name__)
    actor = action.who
    if actor != turn:
        where = "auction" if bidders is None else "contest" if actor in bidders else "contest_out"
        table.refuse("not_your_turn", where=where, actor=actor, turn=turn)


class AuctionRules:
    """One kind of auction; the title says what happens when all pass and when all is sold."""

    def __init__(
        self,
        *,
        all_passed: Callable[[Play], None],
        sold_out: Callable[[Play], None],
        bought: Callable[[Play, str, str], None] | None = None,
    ) -> None:
        self.all_passed = all_passed
        self.sold_out = sold_out
        #: what follows when a player has bought something
        self.bought = bought

    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.frame(Auction).player,)

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(Auction)
        yield Pass(frame.player), None
        for private in unsold(table):
            least = least_bid(table, private)
            action = Bid(frame.player, private, least)
            if passes(self.check, table, action):
                most = least if self._is_purchase(table, private) else spendable(table, frame.player, private)
                yield action, Range(least, most)

    def _is_purchase(self, table: Play, private: str) -> bool:
        frame = table.frame(Auction)
        return frame.contested is None and private == unsold(table)[0]

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(Auction)
        bidders = None if frame.contested is None else {bidder for _, bidder, _ in frame.on(frame.contested)}
        check_turn(table, frame.player, action, bidders)
        if isinstance(action, Bid):
            self._check_bid(table, frame, action)

    def _check_bid(self, table: Play, frame: Auction, bid: Bid) -> None:
        left = unsold(table)
        if bid.private not in left:
            late = bid.private in table.definition.privates and table.definition.privates[bid.private].late
            table.refuse("private_not_for_sale", where="late" if late else None, private=bid.private)
        if frame.contested is not None and bid.private != frame.contested:
            table.refuse("contest_first", private=bid.private, contested=frame.contested)
        least = least_bid(table, bid.private)
        if self._is_purchase(table, bid.private):
            if bid.price != least:
                where = "cheaper" if least < table.definition.lot(bid.private).price else None
                table.refuse("asking_price", where=where, private=bid.private, price=least, bid=bid.price)
        elif bid.price < least:
            where = "contest" if frame.contested else None if frame.on(bid.private) else "first"
            table.refuse("bid_too_low", where=where, private=bid.private, least=least, bid=bid.price)
        free = spendable(table, bid.player, bid.private)
        if bid.price > free:
            where = "cash" if bid.price > table.state.cash[bid.player] else None
            table.refuse("bid_without_cash", where=where, player=bid.player, bid=bid.price, free=free)

    def apply(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(Auction)
        match action:
            case Pass(actor):
                table.log("passed", player=actor)
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

    def _buy(self, table: Play, frame: Auction, player: str, private: str, price: int) -> None:
        after = replace(frame, player=table.after(player), last_buyer=player, passed=0, fallen=0)
        self._hand_over(table, after, player, private, price)

    def _hand_over(self, table: Play, frame: Auction, player: str, private: str, price: int) -> None:
        """Sell what is on offer, put the frame in place, and let the title say what follows."""
        table.pay(player, BANK, price)
        state = table.state
        if private in state.minors:
            state.minors = {**state.minors, private: player}
        else:
            state.privates = {**state.privates, private: player}
        if waterfall(table).passes_end_round:
            state.priority = table.after(player)
        table.log("private-bought", player=player, private=private, price=price)
        table.replace(frame)
        if self.bought is not None:
            self.bought(table, player, private)

    def _pass(self, table: Play, frame: Auction, player: str) -> None:
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
            self._all_passed(table)

    def _all_passed(self, table: Play) -> None:
        """The privates pay, and the first one gets cheaper until somebody takes it."""
        rules, first_left = waterfall(table), owner_of(table, lots(table)[0]) == BANK
        if rules.passes_end_round:
            table.replace(replace(table.frame(Auction), player=table.state.priority))
        if rules.over_turns or rules.passes_end_round or not first_left:
            self.all_passed(table)
        if first_left and not rules.over_turns:
            self.cheaper(table)

    def cheaper(self, table: Play) -> None:
        """The price of the first lot falls; at nothing the player on turn must take it."""
        frame, first = table.frame(Auction), lots(table)[0]
        frame = replace(frame, fallen=frame.fallen + waterfall(table).first_price_falls_by)
        table.replace(frame)
        asked = least_bid(table, first)
        table.log("private-cheaper", private=first, price=asked)
        if asked <= 0:
            self._buy(table, frame, frame.player, first, 0)

    def _next_bidder(self, table: Play, frame: Auction, after: str | None = None) -> None:
        """Whose turn it is among the bidders; the highest need not speak against themselves."""
        bids = frame.on(frame.contested or "")
        if len(bids) == 1:
            _, player, price = bids[0]
            private = bids[0][0]
            rest = tuple(bid for bid in frame.bids if bid[0] != private)
            self._hand_over(table, replace(frame, bids=rest, contested=None), player, private, price)
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

    def advance(self, table: Play) -> bool:
        """Resolve bids on what has become the first lot; move on when all is sold; pass for who has not the money."""
        frame = table.frame(Auction)
        if frame.waiting:
            self._go_on(table, frame)
            return True
        if frame.contested is not None:
            return self._pass_for_poor(table)
        left = unsold(table)
        if not left:
            self.sold_out(table)
            return True
        bids = frame.on(left[0])
        if not bids:
            return self._resume(table, frame) or self._pass_for_poor(table)
        private = left[0]
        frame = replace(frame, contested=private)
        table.replace(frame)
        if len(bids) > 1:
            table.log("contest", private=private, bids=[[player, price] for _, player, price in bids])
            if waterfall(table).contest_turns is ContestTurns.AFTER_HIGHEST:
                self._next_bidder(table, frame, after=max(bids, key=lambda bid: bid[2])[1])
            else:
                lowest = min(bids, key=lambda bid: bid[2])[1]
                table.replace(replace(frame, player=lowest))
        else:
            self._next_bidder(table, frame)
        return True

    def _pass_for_poor(self, table: Play) -> bool:
        """Who could only pass is not asked, but on the site, whose files have these passes."""
        player = table.frame(Auction).player
        if not table.definition.steps_wait or any(isinstance(action, Bid) for action, _ in self.options(table)):
            return False
        silent = sum(event.kind == "passed" for event in table.events)
        if silent >= MOST_SILENT_ROUNDS * len(table.state.players):
            return False
        table.log("passed", player=player, automatic=True)
        self._pass(table, table.frame(Auction), player)
        return True

    def _go_on(self, table: Play, frame: Auction) -> None:
        """The operating rounds are over and the bids still stand; the first lot, if it is there, has become cheaper."""
        table.replace(replace(frame, player=table.state.priority, last_buyer=None, waiting=False))
        table.log("auction-goes-on", player=table.state.priority)
        if owner_of(table, lots(table)[0]) == BANK:
            self.cheaper(table)

    def _resume(self, table: Play, frame: Auction) -> bool:
        """After auctions the turn is left of the last player to buy at the asking price."""
        if frame.passed or frame.last_buyer is None:
            return False
        player = table.after(frame.last_buyer)
        table.replace(replace(frame, player=player, last_buyer=None))
        return player != frame.player


def waterfall(table: Play) -> WaterfallRules:
    rules = table.definition.auction
    assert isinstance(rules, WaterfallRules)
    return rules


def lots(table: Play) -> tuple[str, ...]:
    """Everything that the auction sells, in its order."""
    rules = table.definition.auction
    order = rules.order if isinstance(rules, WaterfallRules) else ()
    return order or tuple(table.definition.privates)


def owner_of(table: Play, lot: str) -> str:
    """Who has a private or a minor."""
    state = table.state
    return state.minors[lot] if lot in state.minors else state.privates[lot]


def unsold(table: Play) -> list[str]:
    """What is still with the bank, in the order of sale."""
    return [lot for lot in lots(table) if owner_of(table, lot) == BANK]


def least_bid(table: Play, private: str) -> int:
    """What a private costs now, or the least that may be bid for it."""
    frame = table.frame(Auction)
    face = table.definition.lot(private).price
    bids = [price for _, _, price in frame.on(private)]
    if bids:
        return max(bids) + waterfall(table).least_raise
    if private != unsold(table)[0]:
        return face + waterfall(table).first_bid_over_price
    return face - frame.fallen if private == lots(table)[0] else face


def spendable(table: Play, player: str, private: str | None = None) -> int:
    """Cash not tied up in bids, but for those on one private; bids also stand while an auction waits."""
    frame = table.state.stack[0]
    bids = frame.bids if isinstance(frame, Auction) else ()
    tied = sum(price for name, bidder, price in bids if bidder == player and name != private)
    return table.state.cash[player] - tied
