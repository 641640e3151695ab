"""An offer to another player: a train or a private changes hands only if its owner agrees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, BuyPrivate, BuyTrain, Consent
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.state import Frame


class Offer(Frame, frozen=True):
    """A purchase that waits for the owner's answer."""

    purchase: BuyTrain | BuyPrivate
    to: str


def thing(purchase: BuyTrain | BuyPrivate) -> tuple[str, str]:
    """What an offer is for: a train of a company, or a private."""
    if isinstance(purchase, BuyTrain):
        return purchase.source, purchase.train
    return "private", purchase.private


def check_not_refused(table: Play, frame: OperatingRound, purchase: BuyTrain | BuyPrivate) -> None:
    """An offer once refused in this turn must be bettered."""
    highest = highest_refused(frame, purchase)
    if purchase.price <= highest:
        table.refuse("offer_refused", price=purchase.price, refused=highest)


def highest_refused(frame: OperatingRound, purchase: BuyTrain | BuyPrivate) -> int:
    if not frame.refused:
        return -1
    kind, name = thing(purchase)
    return max((price for k, n, price in frame.refused if (k, n) == (kind, name)), default=-1)


class AnswerRules(ABC):
    """Somebody is asked, and says yes or no; what follows is for each kind of question."""

    @abstractmethod
    def asked(self, table: Play) -> str:
        """Who must answer."""

    def about(self, table: Play) -> str | None:
        """What the question is about, where its clause hangs on that."""
        return None

    def actors(self, table: Play) -> tuple[str, ...]:
        return (self.asked(table),)

    def options(self, table: Play) -> Iterator[Listed]:
        player = self.asked(table)
        yield Consent(player, agree=True), None
        yield Consent(player, agree=False), None

    def check(self, table: Play, action: AnyAction) -> None:
        player = self.asked(table)
        if not isinstance(action, Consent) or action.player != player:
            table.refuse("answer_first", where=self.about(table), player=player)

    def advance(self, table: Play) -> bool:
        return False


class OfferRules(AnswerRules):
    """The owner agrees, and the purchase is made; or refuses, and the turn goes on without it."""

    def __init__(
        self,
        *,
        buy_train: Callable[[Play, BuyTrain], None],
        buy_private: Callable[[Play, BuyPrivate], None],
    ) -> None:
        self.buy_train = buy_train
        self.buy_private = buy_private

    def asked(self, table: Play) -> str:
        return table.frame(Offer).to

    def about(self, table: Play) -> str | None:
        return "private" if isinstance(table.frame(Offer).purchase, BuyPrivate) else None

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, Consent)
        purchase = table.frame(Offer).purchase
        table.pop()
        frame = table.frame(OperatingRound)
        table.log("agreed" if action.agree else "refused", player=action.player, price=purchase.price)
        if action.agree and isinstance(purchase, BuyTrain):
            self.buy_train(table, purchase)
        elif action.agree and isinstance(purchase, BuyPrivate):
            self.buy_private(table, purchase)
        else:
            kind, name = thing(purchase)
            table.replace(replace(frame, refused=(*frame.refused, (kind, name, purchase.price))))
