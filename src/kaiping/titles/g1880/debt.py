"""Debts from forced purchases: interest at the end of each share round, and paying back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kaiping.action import AnyAction, Range, RepayDebt
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.stock import Counts
from kaiping.state import BANK, Frame, put


def charge_interest(table: Play) -> None:
    """Half of what is left is added, rounded up (1880-2022:X.6.51)."""
    rate = table.definition.train_rules.debt_interest or 0
    state = table.state
    for player in state.players:
        if player in state.debt:
            owed = state.debt[player] - -state.debt[player] * rate // 100
            state.debt = {**state.debt, player: owed}
            table.log("interest", player=player, debt=owed)


class Repayment:
    """In their stock turn a debtor may pay all or a part (1880-2022:X.6.49)."""

    kinds = (RepayDebt,)
    buys = False
    holds_turn = True

    def options(self, table: Play, player: str) -> Iterator[Listed]:
        most = min(table.state.cash[player], table.state.debt.get(player, 0))
        if most > 0:
            least = most if table.definition.shares.debt_before_pass else 1
            yield RepayDebt(player, least), Range(least, most)

    def check(self, table: Play, player: str, action: AnyAction) -> None:
        assert isinstance(action, RepayDebt)
        if action.player != player:
            table.refuse("not_your_turn", actor=action.player, turn=player)
        debt, cash = table.state.debt.get(player, 0), table.state.cash[player]
        if not 0 < action.amount <= debt:
            table.refuse("repayment", player=player, amount=action.amount, debt=debt)
        if action.amount > cash:
            table.refuse("cash_for_repayment", player=player, amount=action.amount, cash=cash)

    def apply(self, table: Play, player: str, action: AnyAction) -> Counts:
        assert isinstance(action, RepayDebt)
        state = table.state
        table.pay(player, BANK, action.amount)
        left = state.debt[player] - action.amount
        state.debt = put(state.debt, player, left)
        table.log("repaid", player=player, amount=action.amount, debt=left)
        return Counts.DEALING if table.definition.shares.repaying_is_dealing else Counts.NOTHING

    def check_pass(self, table: Play, player: str, *, idle: Callable[[], bool]) -> None:
        must = table.definition.shares.debt_before_pass and next(self.options(table, player), None) is not None
        if must and idle():
            table.refuse("repay_first", player=player, debt=table.state.debt[player])


class Repaying(Frame, frozen=True):
    """A debtor who has started a company must pay what they can before their turn ends: a house rule of the site."""

    interrupts = "{player} pays back what they can"
    player: str


class RepayingRules:
    def __init__(self) -> None:
        self.repayment = Repayment()

    def _player(self, table: Play) -> str:
        return table.frame(Repaying).player

    def actors(self, table: Play) -> tuple[str, ...]:
        return (self._player(table),)

    def options(self, table: Play) -> Iterator[Listed]:
        yield from self.repayment.options(table, self._player(table))

    def check(self, table: Play, action: AnyAction) -> None:
        player = self._player(table)
        if not isinstance(action, RepayDebt):
            table.refuse("repay_first", player=player, debt=table.state.debt[player])
        self.repayment.check(table, player, action)

    def apply(self, table: Play, action: AnyAction) -> None:
        self.repayment.apply(table, self._player(table), action)

    def advance(self, table: Play) -> bool:
        if next(self.options(table), None) is not None:
            return False
        table.pop()
        return True
