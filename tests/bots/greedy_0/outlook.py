"""What the greedy bot knows of a position: what companies earn, which trains last, what money is bound."""

from __future__ import annotations

from functools import cached_property

from kaiping.board.board import Board
from kaiping.definition import Definition, TrainKind
from kaiping.flow.operating.running import problem_of
from kaiping.flow.shares import price
from kaiping.flow.trains import cheapest, on_sale, top_train
from kaiping.game import Game
from kaiping.routes.search import Comparison, Run
from kaiping.state import State

#: a train that so few others must leave the depot to rust is as good as gone
SOON = 2
#: operating rounds that a plan looks ahead, at least and at most
LEAST_ROUNDS, MOST_ROUNDS = 2, 6
#: what a company is thought to earn before it has any track
FIRST_REVENUE = 40


def earned(run: Run) -> int:
    """Dividend and subsidy together, the latter by half."""
    return run.revenue + run.subsidy // 2


class Outlook:
    """One position, seen by the player whose turn it is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.comparison = Comparison()
        self.player = game.acting[0]
        self.table = game.table()

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def definition(self) -> Definition:
        return self.table.definition

    @cached_property
    def next_price(self) -> int:
        """What the cheapest train costs; nothing where none is left."""
        return cheapest(self.table) or 0

    @cached_property
    def rounds(self) -> int:
        """A guess at the operating rounds before the bank breaks, within what a plan looks ahead."""
        bank = self.game.bank
        if bank is None:
            return (LEAST_ROUNDS + MOST_ROUNDS) // 2
        earned = sum(self.income(company) for company in self.state.operated)
        return max(LEAST_ROUNDS, min(MOST_ROUNDS, bank // max(earned, 1)))

    def trains(self, company: str) -> tuple[str, ...]:
        return self.state.trains.get(company, ())

    def trains_until(self, kind: str) -> int:
        """How many trains must leave the depot before one of that kind can."""
        if any(other.name == kind for other in on_sale(self.table)):
            return 0
        left = 0
        for name in self.definition.trains:
            if name == kind:
                break
            left += self.state.depot.get(name, 0)
        return left

    def lasts(self, train: str) -> bool:
        """Will a train of that kind run for some time yet?"""
        rusted_by = self.definition.trains[train].rusted_by
        return rusted_by is None or self.trains_until(rusted_by) > SOON

    def lasting(self, company: str) -> tuple[str, ...]:
        return tuple(train for train in self.trains(company) if self.lasts(train))

    def stays(self, train: str, company: str) -> bool:
        """Will a train of that kind still run when the company's train limit has fallen to its lowest?"""
        definition, phases = self.definition, list(self.definition.phases)
        ending = definition.phase_of_train.get(definition.trains[train].rusted_by or "")
        last = phases[-1] if ending is None else phases[definition.phase_order[ending] - 1]
        return definition.train_limit(last, company) <= definition.train_limit(phases[-1], company)

    def rounds_until(self, kind: str) -> int:
        """A guess at the operating rounds before a train of that kind is sold."""
        return (self.trains_until(kind) + 1) // 2

    def next_kind(self) -> TrainKind:
        """The train on top of the stack, or the last kind where none is left."""
        return top_train(self.definition, self.state) or list(self.definition.trains.values())[-1]

    def wanting(self, company: str) -> int:
        """What a company still needs for a train that it must buy now or soon; 0 if it has one that lasts."""
        if self.lasting(company) or company not in (*self.state.floated, *self.state.minors):
            return 0
        return max(0, self.next_price - self.treasury(company))

    def treasury(self, company: str) -> int:
        """What a company has; one whose treasury is not known is thought able to pay for the next train."""
        cash = self.game.cash(company)
        return self.next_price if cash is None else cash

    def purse(self, player: str) -> int:
        """What a player has; one whose cash is not known is thought to have as much as oneself."""
        cash = self.game.cash(player)
        return self.state.cash[self.player] if cash is None else cash

    def bound_cash(self) -> int:
        """What the player may have to add for trains of their companies."""
        presidents = (*self.state.presidents.items(), *self._working_minors())
        return sum(self.wanting(company) for company, player in presidents if player == self.player)

    def _working_minors(self) -> tuple[tuple[str, str], ...]:
        """Minors that must own trains like companies, with their owners."""
        return tuple(self.state.minors.items()) if self.definition.train_rules.minors_own else ()

    def board_with_home(self, company: str) -> Board:
        """The board with the company's home tokens on it."""
        board = self.state.board
        for home in [stop for stop, owners in board.reserved.items() if company in owners]:
            board = board.with_token(company, home)
        return board

    def value(self, company: str, trains: tuple[str, ...], board: Board | None = None) -> int:
        """What trains would earn the company now, dividend and subsidy together."""
        if not trains:
            return 0
        where, values = board or self.state.board, self.table.phase.value_index
        key = ("greedy-0", company, tuple(sorted(trains)), values)
        found: int | None = where.memo.get(key)
        if found is None:
            found = where.memo[key] = earned(self.comparison.best_run(problem_of(self.table, company, trains, where)))
        return found

    def planned_trains(self, company: str) -> tuple[str, ...]:
        """The trains for which the company plans: those it has, or the next that it could buy."""
        return self.trains(company) or (self.next_kind().name,)

    def income(self, company: str) -> int:
        """What the company is thought to earn in an operating round."""
        state = self.state
        trains = self.trains(company)
        if not trains and company in state.floated and self.treasury(company) < self.next_price:
            return 0
        if company in state.operated:
            return max(self.value(company, trains or self.planned_trains(company)), 0)
        board = self.board_with_home(company)
        return max(FIRST_REVENUE, self.value(company, self.planned_trains(company), board))

    def growth(self, company: str) -> int:
        """How far the price moves with one dividend."""
        market, cell = self.definition.market, self.state.cells[company]
        return market.cells[market.right(cell)].price - market.cells[cell].price

    def yields(self, company: str, cost: int) -> float:
        """Gain on a share bought at a cost, over the plan's rounds, as a part of the cost."""
        income = self.income(company)
        if income:
            gain = self.rounds * (income / 10 + self.growth(company))
        else:
            market, cell = self.definition.market, self.state.cells[company]
            gain = 2.0 * (market.cells[market.left(cell)].price - market.cells[cell].price) - 1
        return (gain + price(self.table, company) - cost) / max(cost, 1)

    def private_worth(self, private: str) -> int:
        """What a private will still bring its owner before it closes."""
        entry, rules = self.definition.privates[private], self.definition.private_rules
        closing = self.definition.phases[rules.closed_by].starts_with if rules.closed_by else ""
        return entry.income * self.rounds_until(closing)

    def is_own(self, company: str) -> bool:
        return self.state.presidents.get(company) == self.player
