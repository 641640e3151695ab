"""A row of things, the first of which is bought at its price while bids are made for the others (1888, 1890)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from kaiping.action import AnyAction, Bid, Pass, Range
from kaiping.referees.case import ClassicCourse, CommonCase, Options
from kaiping.referees.ledger import Ledger
from kaiping.referees.seats import from_left_of, left_of

#: least over the face value and over another bid
STEP = 5

CaseT = TypeVar("CaseT", bound=CommonCase[ClassicCourse, Ledger])


class Bidding(ABC, Generic[CaseT]):
    """Purchases, bids and contests; a title says what there is, what it costs, and what comes of a sale."""

    @abstractmethod
    def unsold(self, case: CaseT) -> list[str]:
        """What the bank still has, in the order in which it is sold."""

    @abstractmethod
    def asked(self, case: CaseT, name: str) -> int:
        """What is asked for it now."""

    @abstractmethod
    def hand_over(self, case: CaseT, name: str, player: str, price: int) -> None:
        """The price is paid, and what follows from that."""

    @abstractmethod
    def spoke_last(self, case: CaseT, bids: dict[str, int]) -> str:
        """The player after whom a contest goes on clockwise."""

    def waits(self, case: CaseT) -> bool:
        """Has something else to be settled before more is sold?"""
        return False

    def options(self, case: CaseT) -> Options:
        """What the player whose turn it is may do; a bid stands here with its least price."""
        course, player = case.course, case.course.player
        found: Options = {Pass(player): None}
        if course.contested:
            self._add_bid(case, found, course.contested, self._highest(case, course.contested) + STEP)
            return found
        first, *others = self.unsold(case)
        price = self.asked(case, first)
        if self._free_cash(case) >= price:
            found[Bid(player, first, price)] = Range(price, price)
        for name in others:
            self._add_bid(case, found, name, max(self._highest(case, name), self.asked(case, name)) + STEP)
        return found

    def _add_bid(self, case: CaseT, found: Options, name: str, least: int) -> None:
        most = self._free_cash(case, name)
        if most >= least:
            found[Bid(case.course.player, name, least)] = Range(least, most)

    def _free_cash(self, case: CaseT, but: str = "") -> int:
        """Cash that is not bound by bids, or only by that on one thing."""
        player = case.course.player
        bound = sum(bids.get(player, 0) for name, bids in case.course.bids.items() if name != but)
        return case.ledger.cash[player] - bound

    def _highest(self, case: CaseT, name: str) -> int:
        return max(case.course.bids.get(name, {}).values(), default=0)

    def act(self, case: CaseT, action: AnyAction) -> None:
        course, player = case.course, case.course.player
        if isinstance(action, Bid):
            if course.contested:
                course.bids[course.contested][player] = action.price
                self._speak(case)
                return
            course.passes, course.last_dealer = 0, player
            if action.private == self.unsold(case)[0]:
                self.sell_first(case, player, self.asked(case, action.private))
            else:
                course.bids.setdefault(action.private, {})[player] = action.price
                course.player = left_of(case.ledger.players, player)
        elif course.contested:
            course.contenders.remove(player)
            self._speak(case)
        else:
            course.passes += 1
            course.player = left_of(case.ledger.players, player)

    def pass_over(self, case: CaseT) -> bool:
        """Nobody is asked who can only pass; false if the player can do more."""
        only = Pass(case.course.player)
        if self.options(case).keys() != {only}:
            return False
        case.count("bidder passed over")
        self.act(case, only)
        return True

    def sell_first(self, case: CaseT, player: str, price: int) -> None:
        """The first of the row is bought without a contest."""
        case.course.face_buyer = player
        self._sell(case, self.unsold(case)[0], player, price)
        self.resolve(case)

    def _sell(self, case: CaseT, name: str, player: str, price: int) -> None:
        case.course.bids.pop(name, None)
        self.hand_over(case, name, player, price)

    def resolve(self, case: CaseT) -> None:
        """While the first has bids it is sold: to the only bidder, or among several."""
        course = case.course
        while self.unsold(case) and not self.waits(case):
            name = self.unsold(case)[0]
            bids = course.bids.get(name, {})
            if len(bids) > 1:
                course.contested, course.contenders = name, list(bids)
                course.player = self.spoke_last(case, bids)
                self._speak(case)
                return
            if not bids:
                break
            (winner,) = bids
            self._sell(case, name, winner, bids[winner])
        course.player = left_of(case.ledger.players, course.face_buyer)

    def _speak(self, case: CaseT) -> None:
        """The next contender clockwise who has not bid most; who is left alone buys."""
        course = case.course
        bids = course.bids[course.contested]
        first = max(bids, key=lambda player: bids[player])
        for player in from_left_of(case.ledger.players, course.player):
            if player in course.contenders and player != first:
                course.player = player
                return
        name, course.contested, course.contenders = course.contested, "", []
        case.count("auction among several")
        self._sell(case, name, first, bids[first])
        self.resolve(case)
