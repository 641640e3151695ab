"""A quick look at a position that may come: on the map everything stays as it is today."""

from __future__ import annotations

from functools import cached_property

from kaiping.action import AnyAction
from kaiping.board.board import Board
from kaiping.bots.search.foresight import Foresight
from kaiping.bots.sight import Sight
from kaiping.flow.operating.running import trains_of
from kaiping.flow.play import Play
from kaiping.state import IPO


class Glance(Sight):
    """A position of a future; nothing is worked out that takes time, and what was seen before is remembered."""

    def __init__(self, table: Play, player: str, foresight: Foresight) -> None:
        super().__init__(table, player, foresight.habits_of(player))
        self._foresight = foresight

    @cached_property
    def rounds(self) -> float:
        return self._foresight.rounds_left(self.table)

    def treasury(self, company: str) -> int:
        return self.state.cash[company]

    def purse(self, player: str) -> int:
        return self.state.cash[player]

    def value(self, company: str, trains: tuple[str, ...]) -> int:
        revenue, subsidy = self._foresight.of(self.table, company, trains)
        return revenue + subsidy // 2

    def trains(self, company: str) -> tuple[str, ...]:
        return trains_of(self.table, company)

    def share(self, company: str) -> float:
        state = self.state
        key = (
            self.habits.learned,
            company,
            state.cells.get(company),
            state.trains.get(company),
            state.cash[company],
            state.held(IPO, company),
            company in state.operated,
            self.rounds,
            self.next_price,
        )
        found = self._foresight.shares.get(key)
        if found is None:
            found = self._foresight.shares[key] = super().share(company)
        return found

    def earns_with(self, company: str, board: Board) -> int:
        return self.income(company)

    def adds(self, company: str, action: AnyAction) -> int:
        return 0
