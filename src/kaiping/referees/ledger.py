"""A referee's own account of a game: what everybody has, changed by the referee's rules only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from kaiping.action import BuyTrain
from kaiping.referees.grid import Place
from kaiping.state import BANK, POOL, State


class TrainClauses(NamedTuple):
    """What a purchase of a train is due to."""

    paid: str
    from_bank: str
    from_others: str
    given_in: str
    pooled: str
    owned: str


class Ledger:
    """Plain facts of a position; each change notes the clause that it is due to."""

    #: what is compared key by key, and what as a whole
    tables: tuple[str, ...] = (
        "cash", "holdings", "presidents", "par", "cells", "stacks", "trains", "depot", "scrapped", "privates", "tokens",
        "tiles",
    )  # fmt: skip
    wholes: tuple[str, ...] = (
        "floated", "operated", "phase", "turn", "round", "set_rounds", "priority", "finished", "bankrupt",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.players = state.players
        #: owner -> cash, the bank among them
        self.cash = {**state.cash, BANK: state.bank}
        #: the least that the bank has had since this account began
        self.lowest = state.bank
        self.holdings = dict(state.holdings)
        self.presidents = dict(state.presidents)
        self.par = dict(state.par)
        self.cells: dict[str, Place] = dict(state.cells)
        #: space -> the companies whose markers lie there, the topmost first
        self.stacks: dict[Place, tuple[str, ...]] = {place: stack for place, stack in state.market.items() if stack}
        #: owner -> trains, in no order that matters
        self.trains = {owner: tuple(sorted(trains)) for owner, trains in state.trains.items() if trains}
        #: kind of train -> how many the bank has left, if any
        self.depot = {kind: number for kind, number in state.depot.items() if number}
        self.scrapped = {kind: number for kind, number in state.scrapped.items() if number}
        self.privates = dict(state.privates)
        #: company -> hexes with a token of it
        self.tokens = _tokens(state)
        self.tiles = dict(state.board.tiles)
        self.floated = set(state.floated)
        self.operated = set(state.operated)
        self.phase = state.phase
        self.turn, self.round, self.set_rounds = state.turn, state.round, state.set_rounds
        self.priority = state.priority
        self.finished, self.bankrupt = state.finished, state.bankrupt
        #: (field, key) -> clauses that it has been looked at for
        self._because: dict[tuple[str, Hashable], list[str]] = {}

    def note(self, field: str, key: Hashable, clause: str) -> None:
        """A clause has been applied to a fact, whether or not that changed it."""
        clauses = self._because.setdefault((field, key), [])
        if clause not in clauses:
            clauses.append(clause)

    def because(self, field: str, key: Hashable, default: str) -> str:
        return ", ".join(self._because.get((field, key), [default]))

    def held(self, owner: str, company: str) -> int:
        return self.holdings.get((owner, company), 0)

    def set_held(self, owner: str, company: str, percent: int, clause: str) -> None:
        self.note("holdings", (owner, company), clause)
        if percent:
            self.holdings[owner, company] = percent
        else:
            self.holdings.pop((owner, company), None)

    def pay(self, payer: str, payee: str, amount: int, clause: str) -> None:
        if not amount:
            return
        for owner, change in ((payer, -amount), (payee, amount)):
            self.cash[owner] = self.cash.get(owner, 0) + change
            self.note("cash", owner, clause)
        self.lowest = min(self.lowest, self.cash[BANK])

    def hand(self, giver: str, taker: str, company: str, percent: int, clause: str) -> None:
        """Shares change hands."""
        self.set_held(giver, company, self.held(giver, company) - percent, clause)
        self.set_held(taker, company, self.held(taker, company) + percent, clause)

    def most_of_others(self, company: str, player: str) -> int:
        return max(self.held(other, company) for other in self.players if other != player)

    def saleable(self, player: str, company: str, most: int, certificate: int, *, keep: bool) -> list[int]:
        """Per cents that a player may sell at once: somebody must be able to lead the company.

        That takes as much as the president's certificate has. Where presidents may not change it is the seller.
        """
        held, others = self.held(player, company), self.most_of_others(company, player)
        kept = 0
        if self.presidents.get(company) == player:
            if keep:
                kept = max(others, certificate)
            elif others < certificate:
                kept = certificate
        return list(range(10, min(most, held - kept) + 1, 10))

    def give_private(self, private: str, owner: str, clause: str) -> None:
        self.privates[private] = owner
        self.note("privates", private, clause)

    def set_tokens(self, owner: str, hexes: Iterable[str], clause: str) -> None:
        self.tokens[owner] = tuple(sorted(hexes))
        self.note("tokens", owner, clause)

    def put(self, company: str, place: Place, clause: str) -> None:
        """A marker comes to a space, under those that are there; one that does not move stays as it lies."""
        old = self.cells.get(company)
        self.note("cells", company, clause)
        if old == place:
            return
        if old is not None:
            self._stack(old, tuple(name for name in self.stacks[old] if name != company), clause)
        self.cells[company] = place
        self._stack(place, (*self.stacks.get(place, ()), company), clause)

    def _stack(self, place: Place, stack: tuple[str, ...], clause: str) -> None:
        self.note("stacks", place, clause)
        if stack:
            self.stacks[place] = stack
        else:
            del self.stacks[place]

    def set_trains(self, owner: str, trains: tuple[str, ...], clause: str) -> None:
        self.note("trains", owner, clause)
        if trains:
            self.trains[owner] = tuple(sorted(trains))
        else:
            self.trains.pop(owner, None)

    def owned(self, owner: str) -> tuple[str, ...]:
        return self.trains.get(owner, ())

    def take_train(self, owner: str, kind: str, clause: str) -> None:
        left = list(self.owned(owner))
        left.remove(kind)
        self.set_trains(owner, tuple(left), clause)

    def add_train(self, owner: str, kind: str, clause: str) -> None:
        self.set_trains(owner, (*self.owned(owner), kind), clause)

    def buy_train(self, action: BuyTrain, clauses: TrainClauses) -> None:
        """A company pays what it has for a train of the bank, the pool or somebody else, and may give one in for it."""
        company, source = action.company, action.source
        self.pay(company, BANK if source in (BANK, POOL) else source, action.price, clauses.paid)
        if source == BANK:
            self.leave_bank(action.train, clauses.from_bank)
        else:
            self.take_train(source, action.train, clauses.from_others)
        if action.trade_in is not None:
            self.take_train(company, action.trade_in, clauses.given_in)
            self.add_train(POOL, action.trade_in, clauses.pooled)
        self.add_train(company, action.train, clauses.owned)

    def leave_bank(self, kind: str, clause: str) -> None:
        """A train of the bank is sold or exported; of kinds without a number there are always more."""
        self.note("depot", kind, clause)
        if kind in self.depot:
            self.depot[kind] -= 1
            if not self.depot[kind]:
                del self.depot[kind]

    def scrap(self, kind: str, number: int, clause: str) -> None:
        """Trains leave the game."""
        self.note("scrapped", kind, clause)
        if number:
            self.scrapped[kind] = self.scrapped.get(kind, 0) + number

    def rust(self, kind: str, clause: str) -> None:
        """All trains of a kind leave the game."""
        for owner in list(self.trains):
            self.scrap(kind, self.owned(owner).count(kind), clause)
            self.set_trains(owner, tuple(train for train in self.owned(owner) if train != kind), clause)

    def differences(self, other: Ledger, default: str) -> Iterator[tuple[str, str]]:
        """Sentence and clause for each fact that the other account has otherwise."""
        for field in self.tables:
            mine: Mapping[Any, Any] = getattr(self, field)
            theirs: Mapping[Any, Any] = getattr(other, field)
            if mine == theirs:
                continue
            for key in sorted(mine.keys() | theirs.keys(), key=str):
                if mine.get(key) != theirs.get(key):
                    said = f"{field} of {_name(key)}: {theirs.get(key)}, and should be {mine.get(key)}"
                    yield said, self.because(field, key, default)
        for field in self.wholes:
            ours, its = getattr(self, field), getattr(other, field)
            if ours != its:
                yield f"{field}: {_said(its)}, and should be {_said(ours)}", self.because(field, "", default)


def _tokens(state: State) -> dict[str, tuple[str, ...]]:
    tokens: dict[str, Counter[str]] = {}
    for (hex_id, _), owners in state.board.tokens.items():
        for owner in owners:
            tokens.setdefault(owner, Counter())[hex_id] += 1
    return {owner: tuple(sorted(hexes.elements())) for owner, hexes in tokens.items()}


def _name(key: object) -> str:
    return " of ".join(map(str, reversed(key))) if isinstance(key, tuple) else str(key)


def _said(value: object) -> str:
    return (", ".join(sorted(value)) or "nothing") if isinstance(value, set) else str(value)
