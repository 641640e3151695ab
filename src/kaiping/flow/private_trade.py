"""Privates that players buy in stock turns: those of other players, who must agree, and late ones of the bank."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kaiping.action import AcquirePrivate, AnyAction, Consent, Range
from kaiping.flow.offers import AnswerRules
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.flow.shares import certificates
from kaiping.flow.stock import Counts, StockRound, check_certificates, check_one_purchase, purchase_made
from kaiping.state import BANK, CLOSED, Frame


class TradeOffer(Frame, frozen=True):
    """A purchase that waits for the owner's answer."""

    purchase: AcquirePrivate
    to: str


def _stock_frame(table: Play) -> StockRound:
    frame = table.top
    assert isinstance(frame, StockRound)
    return frame


def _highest_refused(table: Play, private: str) -> int:
    return max((price for name, price in _stock_frame(table).turned_down if name == private), default=0)


def _hand_over(table: Play, action: AcquirePrivate, bought: Callable[[Play, str, str], None] | None) -> None:
    owner = table.state.privates[action.private]
    table.pay(action.player, owner, action.price)
    table.state.privates = {**table.state.privates, action.private: action.player}
    table.log("private-acquired", player=action.player, private=action.private, seller=owner, price=action.price)
    if bought is not None:
        bought(table, action.player, action.private)


class PrivateTrade:
    """It is the purchase of the turn; ``bought`` says what follows when a late private starts."""

    kinds = (AcquirePrivate,)
    buys = True
    holds_turn = True

    def __init__(self, bought: Callable[[Play, str, str], None] | None = None) -> None:
        self.bought = bought

    def options(self, table: Play, player: str) -> Iterator[Listed]:
        state = table.state
        if not passes(check_one_purchase, table, player):
            return
        cash, held = state.cash[player], certificates(table, player)
        for name, private in table.definition.privates.items():
            if state.privates[name] not in ((BANK,) if private.late else state.players):
                continue
            least = private.price if private.late else _highest_refused(table, name) + 1
            action = AcquirePrivate(player, name, least)
            if least <= cash and passes(self.check, table, player, action, held):
                yield action, None if private.late else Range(least, cash)

    def check(self, table: Play, player: str, action: AnyAction, held: int | None = None) -> None:
        """Refuse what they may not buy, with so many certificates if they have been counted."""
        assert isinstance(action, AcquirePrivate)
        state, name = table.state, action.private
        if action.player != player:
            table.refuse("not_your_turn", actor=action.player, turn=player)
        if name not in table.definition.privates:
            table.refuse("unknown_private", private=name)
        entry = table.definition.privates[name]
        if state.privates[name] == CLOSED:
            table.refuse("private_closed", where="late" if entry.late else None, private=name)
        if entry.late:
            self._check_late(table, action)
        elif state.privates[name] not in state.players or state.privates[name] == player:
            table.refuse("private_not_with_other", private=name)
        elif action.price < 1:
            table.refuse("private_price_one", private=name, price=action.price)
        check_one_purchase(table, player)
        if entry.counts:
            check_certificates(table, player, 1, held)
        if action.price > state.cash[player]:
            where, cash = "late" if entry.late else "players", state.cash[player]
            table.refuse("cash_for_private", where=where, company=player, private=name, price=action.price, cash=cash)
        refused = _highest_refused(table, name)
        if refused and action.price <= refused:
            table.refuse("offer_refused", price=action.price, refused=refused)

    def _check_late(self, table: Play, action: AcquirePrivate) -> None:
        private = table.definition.privates[action.private]
        if private.from_minor is not None and table.state.privates[action.private] == BANK:
            table.refuse("not_converted", private=action.private, minor=private.from_minor)
        if table.state.privates[action.private] != BANK:
            table.refuse("late_not_for_sale", private=action.private)
        first = table.definition.shares.first_round_with_late
        if table.state.turn < first:
            table.refuse("late_not_yet", private=action.private, turn=first)
        if action.price != private.price:
            table.refuse("late_price", private=action.private, price=private.price, offered=action.price)

    def apply(self, table: Play, player: str, action: AnyAction) -> Counts:
        assert isinstance(action, AcquirePrivate)
        owner = table.state.privates[action.private]
        if owner != BANK:
            table.log("offer", company=player, to=owner, thing=action.private, price=action.price)
            table.push(TradeOffer(action, owner))
            return Counts.NOTHING
        _hand_over(table, action, self.bought)
        return Counts.PURCHASE

    def check_pass(self, table: Play, player: str, *, idle: Callable[[], bool]) -> None:
        """Never compulsory."""


class TradeOfferRules(AnswerRules):
    """The owner agrees, and the private changes hands; or refuses, and only a better offer may follow in the turn."""

    def asked(self, table: Play) -> str:
        return table.frame(TradeOffer).to

    def about(self, table: Play) -> str | None:
        return "players"

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, Consent)
        purchase = table.frame(TradeOffer).purchase
        table.pop()
        table.log("agreed" if action.agree else "refused", player=action.player, price=purchase.price)
        if action.agree:
            _hand_over(table, purchase, None)
            purchase_made(table, purchase.player)
        else:
            frame = _stock_frame(table)
            table.replace(replace(frame, turned_down=(*frame.turned_down, (purchase.private, purchase.price))))
