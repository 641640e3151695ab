"""What can be told of any position, by who plays in it as by who only thinks ahead to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from math import exp
from typing import Any

from kaiping.action import AnyAction
from kaiping.board.board import Board
from kaiping.bots.advice import Candidate
from kaiping.bots.averages import averages, together
from kaiping.bots.habits import Habits
from kaiping.bots.share_worth import Shares, shares, traits
from kaiping.definition import Definition, TrainKind
from kaiping.finance.market import CellId
from kaiping.flow.operating.dividend import kept_back
from kaiping.flow.play import Play
from kaiping.flow.shares import price
from kaiping.flow.trains import cheapest, on_sale, top_train
from kaiping.state import State


class Sight(ABC):
    """One position as somebody sees it; what takes time to work out is left to whoever looks."""

    def __init__(self, table: Play, player: str, habits: Habits) -> None:
        self.table, self.player, self.habits = table, player, habits
        self.state: State = table.state
        self.definition: Definition = table.definition
        self.thoughts = table.title.thoughts
        self._incomes: dict[str, int] = {}
        self._shares: dict[str, float] = {}

    # --- what differs ------------------------------------------------------------------------------

    @property
    @abstractmethod
    def rounds(self) -> float:
        """A guess at the operating rounds that are still to come, with the present one."""

    @abstractmethod
    def treasury(self, company: str) -> int:
        """What a company has."""

    @abstractmethod
    def purse(self, player: str) -> int:
        """What a player has."""

    @abstractmethod
    def value(self, company: str, trains: tuple[str, ...]) -> int:
        """What trains would earn the company now, dividend and half of the subsidy; from its home if it is to begin."""

    @abstractmethod
    def earns_with(self, company: str, board: Board) -> int:
        """What a company would earn in an operating round on another board."""

    @abstractmethod
    def adds(self, company: str, action: AnyAction) -> int:
        """What an action adds to what a company earns in an operating round."""

    # --- figures -----------------------------------------------------------------------------------

    def figure(self, name: str) -> float:
        found = self.habits.own.get(name)
        return self.thoughts.figure(name) if found is None else found

    def candidate(self, action: AnyAction, value: float, text: str = "", **figures: Any) -> Candidate:
        """An action with what it is worth; the words are put together when somebody reads them."""
        return Candidate(action, value, text, figures, self.definition.currency)

    @cached_property
    def phase(self) -> int:
        """The number of the phase."""
        return self.definition.phase_order[self.state.phase]

    @cached_property
    def _operating(self) -> bool:
        names = self.table.title.rounds
        going_on = next((frame for frame in reversed(self.state.stack) if type(frame) in names), None)
        return going_on is not None and names[type(going_on)] == "OR"

    @cached_property
    def rounds_in_set(self) -> int:
        """Operating rounds before the next stock round."""
        state = self.state
        in_set = max(1, self.definition.phases[state.phase].operating_rounds)
        return max(1, state.set_rounds - state.round + 1) if self._operating else in_set

    # --- trains ------------------------------------------------------------------------------------

    @cached_property
    def next_price(self) -> int:
        """What the cheapest train costs; nothing where none is left."""
        return cheapest(self.table) or 0

    @cached_property
    def next_kind(self) -> TrainKind:
        """The train on top of the stack, or the last kind where none is left."""
        return top_train(self.definition, self.state) or list(self.definition.trains.values())[-1]

    def trains(self, company: str) -> tuple[str, ...]:
        return self.state.trains.get(company, ())

    def planned_trains(self, company: str) -> tuple[str, ...]:
        """The trains for which the company plans: those it has, or the next that it could buy."""
        return self.trains(company) or (self.next_kind.name,)

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

    def rounds_until(self, kind: str) -> float:
        """A guess at the operating rounds before a train of that kind is sold."""
        if self.thoughts.rounds_until is not None:
            return self.thoughts.rounds_until(self.table, kind, self.figure)
        return (self.trains_until(kind) + 1) / self.habits.sales

    def life(self, train: str) -> float:
        """A guess at the operating rounds for which a train bought now will run."""
        rusted_by = self.definition.trains[train].rusted_by
        left = max(0.0, self.rounds - 1)
        return left if rusted_by is None else min(left, self.rounds_until(rusted_by))

    def lasts(self, train: str) -> bool:
        """Will a train of that kind run for some time yet?"""
        rusted_by = self.definition.trains[train].rusted_by
        return rusted_by is None or self.trains_until(rusted_by) > self.habits.soon

    def lasting(self, company: str) -> tuple[str, ...]:
        return tuple(train for train in self.trains(company) if self.lasts(train))

    def fulfilling(self, company: str) -> bool:
        """Has it a train that lasts and that counts as one that it must own?"""
        kinds = self.definition.trains
        return any(kinds[train].fulfils_duty for train in self.lasting(company))

    def stays(self, train: str, company: str) -> bool:
        """Will a train of that kind still run when the company's train limit has fallen to its lowest?"""
        definition, phases = self.definition, list(self.definition.phases)
        ending = definition.phase_of_train.get(definition.trains[train].rusted_by or "")
        last = phases[-1] if ending is None else phases[definition.phase_order[ending] - 1]
        return definition.train_limit(last, company) <= definition.train_limit(phases[-1], company)

    def to_come(self, trains: tuple[str, ...]) -> float:
        """What such trains have come to earn together in other games."""
        known, kinds, phase = averages(self.table.title), self.definition.trains, self.state.phase
        return together(known.of(kinds[name], phase) for name in trains)

    # --- what a company must still buy -------------------------------------------------------------

    def wanting(self, company: str) -> int:
        """What a company still lacks for a train that it must buy now or soon; 0 if it has one that lasts."""
        if self.fulfilling(company) or company not in (*self.state.floated, *self.state.minors):
            return 0
        return max(0, self.next_price - self.treasury(company))

    def lack(self, company: str, rounds: float) -> float:
        """What the treasury is likely to lack, within some rounds, for the train that must follow those that rust."""
        price, likely = self._next_duty(company, rounds)
        return likely * max(0, price - self.treasury(company))

    def _next_duty(self, company: str, rounds: float) -> tuple[int, float]:
        """What the next train that a company must buy will cost, and how likely it must within some rounds."""
        kinds = self.definition.trains
        owned = [kinds[train] for train in self.trains(company) if kinds[train].fulfils_duty]
        if any(kind.rusted_by is None for kind in owned):
            return 0, 0.0
        if not owned:
            return self.next_price, 1.0
        last = max((kind.rusted_by or "" for kind in owned), key=self.rounds_until)
        late = (self.rounds_until(last) - rounds) / self.habits.doubt
        return self._price_after(last), 1 / (1 + exp(min(30.0, late)))

    def _price_after(self, kind: str) -> int:
        """What a train costs when the first of a kind has been sold."""
        names = list(self.definition.trains)
        following = names[names.index(kind) :]
        left = (name for name in following if self.state.depot.get(name, 0) > (name == kind))
        return self.definition.trains[next(left, kind)].price

    # --- what companies earn -----------------------------------------------------------------------

    def income(self, company: str) -> int:
        """What the company is thought to earn in an operating round."""
        found = self._incomes.get(company)
        if found is None:
            found = self._incomes[company] = self._income(company)
        return found

    def _income(self, company: str) -> int:
        state, trains = self.state, self.trains(company)
        if not trains and company in state.floated and not self._can_have_train(company):
            return 0
        if company in state.operated or company in self.definition.minors:
            return max(self.value(company, self.lasting(company) or self.planned_trains(company)), 0)
        return max(self.habits.first_revenue, self.value(company, self.planned_trains(company)))

    def _can_have_train(self, company: str) -> bool:
        """Can a company pay for a train, if need be with its president's money?"""
        president = self.state.presidents.get(company) or self.state.minors.get(company)
        purse = self.purse(president) if president in self.state.players else 0
        return self.treasury(company) + purse >= self.next_price

    # --- what players have -------------------------------------------------------------------------

    def part(self, company: str) -> float:
        """How much of a company is the player's; all of a minor is its owner's."""
        if company in self.definition.minors:
            return 1.0 if self.state.minors.get(company) == self.player else 0.0
        return self.state.held(self.player, company) / 100

    def coin(self, company: str) -> float:
        """What a coin in a company's treasury is worth to the player."""
        if company in self.definition.minors:
            return self.habits.needed_coin
        return self.habits.spare_coin if self.fulfilling(company) else self.habits.needed_coin

    @cached_property
    def bound_cash(self) -> int:
        """What the player may have to add for trains of their companies, and what they owe."""
        presidents = (*self.state.presidents.items(), *self._working_minors())
        needed = sum(self.wanting(company) for company, player in presidents if player == self.player)
        return needed + self.state.owed(self.player)

    def _working_minors(self) -> tuple[tuple[str, str], ...]:
        """Minors that must own trains like companies, with their owners."""
        return tuple(self.state.minors.items()) if self.definition.train_rules.minors_own else ()

    def private_worth(self, private: str) -> float:
        """What a private will still bring its owner before it closes, and in the end."""
        entry, rules = self.definition.privates[private], self.definition.private_rules
        closing = self.definition.phases[rules.closed_by].starts_with if rules.closed_by else ""
        if entry.stays or not closing:
            kept = entry.worth if rules.count_at_end else 0
            return entry.income * self.rounds + kept
        return entry.income * min(self.rounds, self.rounds_until(closing))

    def is_own(self, company: str) -> bool:
        return self.state.presidents.get(company) == self.player

    # --- shares ------------------------------------------------------------------------------------

    def price_after(self, company: str, dividends: float) -> float:
        """The share price after so many dividends."""
        cell = self.state.cells[company]
        whole = int(dividends)
        for _ in range(whole):
            cell = self._right(cell)
        here = self.definition.market.cells[cell].price
        following = self.definition.market.cells[self._right(cell)].price
        return here + (dividends - whole) * (following - here)

    def _right(self, cell: CellId) -> CellId:
        return self.definition.market.right(cell)

    def step(self, company: str) -> int:
        """By how much the price rises with one dividend."""
        return round(self.price_after(company, 1) - self.price_after(company, 0))

    def fall(self, company: str) -> int:
        """By how much it falls without one."""
        market, cell = self.definition.market, self.state.cells[company]
        return market.cells[cell].price - market.cells[market.left(cell)].price

    @cached_property
    def learned(self) -> Shares | None:
        """What has been learned of shares, where it is to be used."""
        found = shares(self.table.title) if self.habits.learned else None
        return found if found is not None and found.weights else None

    def share(self, company: str) -> float:
        """What a share brings who keeps it to the end: dividends, and its price then."""
        found = self._shares.get(company)
        if found is None:
            known = self.learned if company in self.state.cells else None
            found = self._share(company) if known is None else known.worth(traits(self, company))
            self._shares[company] = found
        return found

    def _share(self, company: str) -> float:
        income, rounds = self.income(company), self.rounds
        if company not in self.state.cells:
            return 0.0
        now = price(self.table, company)
        if not income:
            return max(0.0, now - 2 * self.fall(company) - 1)
        if company not in self.state.operated:
            rounds = max(1.0, rounds - 1)
        paid = income - kept_back(self.definition, self.state.phase, company, income)
        mean = paid * (1 + self.habits.track_growth * rounds)
        return rounds * mean / 10 + self.price_after(company, rounds)
