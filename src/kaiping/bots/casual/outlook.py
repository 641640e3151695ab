"""What who sits at the table sees of a position: what companies earn on its board, and what the seat may know."""

from __future__ import annotations

from functools import cached_property
from math import log

from kaiping.action import AnyAction
from kaiping.board.board import Board
from kaiping.bots.habits import USUAL, Habits
from kaiping.bots.sight import Sight
from kaiping.flow.operating.running import problem_of
from kaiping.game import Game
from kaiping.routes.search import Comparison, Run

#: operating rounds that are thought to come where nothing tells how many, at least and at most
UNTOLD_ROUNDS, LEAST_ROUNDS, MOST_ROUNDS = 6.0, 1.0, 16.0


def earned(run: Run) -> int:
    """Dividend and subsidy together, the latter by half."""
    return run.revenue + run.subsidy // 2


class Outlook(Sight):
    """One position, seen by the player whose turn it is."""

    def __init__(self, game: Game, habits: Habits = USUAL) -> None:
        super().__init__(game.table(), game.acting[0], habits)
        self.game = game
        self.comparison = Comparison()

    @cached_property
    def rounds(self) -> float:
        if self.thoughts.rounds is not None:
            return self.thoughts.rounds(self.table, self.figure)
        state, bank = self.state, self.game.bank
        in_set = max(1, self.definition.phases[state.phase].operating_rounds)
        left_in_set = self.rounds_in_set
        if state.ending is not None:
            return float(left_in_set)
        if bank is None:
            found = UNTOLD_ROUNDS
        else:
            paid, growth = max(1, sum(state.revenue.values())) * self.habits.drain, self.habits.growth
            found = log(1 + growth * max(bank, 0) / paid) / log(1 + growth) + in_set / 2
        last = self.definition.ending.last_turn
        if last is not None:
            found = min(found, left_in_set + in_set * max(0, last - state.turn))
        return max(LEAST_ROUNDS, min(MOST_ROUNDS, found))

    def treasury(self, company: str) -> int:
        """What a company has; one whose treasury is not known is thought able to pay for the next train."""
        cash = self.game.cash(company)
        return self.next_price if cash is None else cash

    def purse(self, player: str) -> int:
        """What a player has; one whose cash is not known is thought to have as much as oneself."""
        cash = self.game.cash(player)
        return self.state.cash[self.player] if cash is None else cash

    def _board_of(self, company: str) -> Board:
        """The board, with the home tokens of a company that is still to begin."""
        board = self.state.board
        if company in self.state.operated or company in self.definition.minors:
            return board
        for home in [stop for stop, owners in board.reserved.items() if company in owners]:
            board = board.with_token(company, home)
        return board

    def value(self, company: str, trains: tuple[str, ...], board: Board | None = None) -> int:
        if not trains:
            return 0
        where, values = board or self._board_of(company), self.table.phase.value_index
        key = ("casual", company, tuple(sorted(trains)), values)
        found: int | None = where.memo.get(key)
        if found is None:
            found = where.memo[key] = earned(self.comparison.best_run(problem_of(self.table, company, trains, where)))
        return found

    def earns_with(self, company: str, board: Board) -> int:
        return self.value(company, self.planned_trains(company), board)

    def adds(self, company: str, action: AnyAction) -> int:
        gains = self.game.gains([action], company, self.planned_trains(company), comparison=self.comparison)
        return sum(earned(gain.run) - earned(gain.before) for gain in gains.values())
