"""The private that pays its owner once, when the last train of one of some kinds leaves the bank."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, Pass, UsePower
from kaiping.definition import PaymentOnSellOut
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.state import BANK, CLOSED, Frame


class PaymentOffer(Frame, frozen=True):
    """The owner takes the payment or waits for a higher one."""

    interrupts = "a payment of {~amount} for {private}"
    player: str
    private: str
    amount: int


def offer_payment(table: Play, kind: str, *, removed: bool) -> None:
    """Ask the owner; the last payment comes without asking (1880-2022:VI.2.1 to VI.2.6)."""
    state = table.state
    for name, private in table.definition.privates.items():
        power, owner = private.power, state.privates[name]
        if not isinstance(power, PaymentOnSellOut) or (removed and not power.on_removal):
            continue
        if kind in power.amounts and owner in state.players:
            amount = power.amounts[kind]
            if kind == list(power.amounts)[-1]:
                pay(table, owner, name, amount)
            else:
                table.push(PaymentOffer(owner, name, amount))


def pay(table: Play, player: str, private: str, amount: int) -> None:
    table.pay(BANK, player, amount)
    table.state.privates = {**table.state.privates, private: CLOSED}
    table.log("private-paid", player=player, private=private, amount=amount)


class PaymentRules:
    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.frame(PaymentOffer).player,)

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(PaymentOffer)
        yield Pass(frame.player), None
        yield UsePower(frame.player, frame.private), None

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(PaymentOffer)
        if action not in (Pass(frame.player), UsePower(frame.player, frame.private)):
            table.refuse("payment_first", player=frame.player, private=frame.private, amount=frame.amount)

    def apply(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(PaymentOffer)
        table.pop()
        if isinstance(action, UsePower):
            pay(table, frame.player, frame.private, frame.amount)
        else:
            table.log("payment-declined", player=frame.player, private=frame.private)

    def advance(self, table: Play) -> bool:
        return False
