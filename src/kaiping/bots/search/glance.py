"""A quick look at a position that may come, for what a title tells of its own questions."""

from __future__ import annotations

from kaiping.action import AnyAction
from kaiping.board.board import Board
from kaiping.bots.search.foresight import Foresight
from kaiping.flow.operating.running import trains_of
from kaiping.flow.play import Play
from kaiping.flow.trains import cheapest

#: what a coin in a treasury is worth to a player who leads the company
COIN = 0.3


class Glance:
    """A ``Judge`` that works nothing out which takes time: on the map everything stays as it is."""

    def __init__(self, table: Play, player: str, foresight: Foresight) -> None:
        self.table, self.player, self._foresight = table, player, foresight

    @property
    def rounds(self) -> float:
        return self._foresight.rounds_left(self.table)

    def income(self, company: str) -> int:
        return self._foresight.income(self.table, company)

    def trains(self, company: str) -> tuple[str, ...]:
        return trains_of(self.table, company)

    def share(self, company: str) -> float:
        market, cell = self.table.definition.market, self.table.state.cells[company]
        return self.rounds * self.income(company) / 10 + market.cells[cell].price

    def part(self, company: str) -> float:
        return self.table.state.held(self.player, company) / 100

    def coin(self, company: str) -> float:
        return COIN if self.table.state.presidents.get(company) == self.player else 0.0

    def earns_with(self, company: str, board: Board) -> int:
        return self.income(company)

    def adds(self, company: str, action: AnyAction) -> int:
        return 0

    def figure(self, name: str) -> float:
        return self.table.title.thoughts.figure(name)

    def rounds_until(self, kind: str) -> float:
        return self._foresight.rounds_until(self.table, kind)

    def private_worth(self, private: str) -> float:
        return self.table.definition.privates[private].income * self.rounds / 2

    def wanting(self, company: str) -> int:
        state = self.table.state
        return 0 if state.trains.get(company) else max(0, (cheapest(self.table) or 0) - state.cash[company])
