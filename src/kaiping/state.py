"""Everything that changes in a game: small, flat, comparable, cheap to copy."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kaiping.board.board import Board
from kaiping.finance.market import CellId

BANK = "bank"
IPO = "ipo"
POOL = "pool"
#: owner of a private that has left the game
CLOSED = "closed"


class Frame(Struct, frozen=True, tag=True, gc=False):
    """What is going on now; the top frame of the stack decides who acts and what is legal."""


class State:
    """One position of a game.

    Containers hold only immutable values, so a copy of each container is a copy of the position.
    Owners are names: players, companies, and the words ``bank``, ``ipo``, ``pool``, ``closed``.
    """

    __slots__ = (
        "bank",
        "bankrupt",
        "board",
        "cash",
        "cells",
        "certificates",
        "closed_companies",
        "debt",
        "depot",
        "ending",
        "final_round",
        "finished",
        "first_train_bought",
        "floated",
        "free_tokens",
        "fully_paid",
        "growing",
        "holdings",
        "lost_tiles",
        "marker",
        "market",
        "minors",
        "numbers",
        "operated",
        "par",
        "permits",
        "phase",
        "players",
        "powers_used",
        "presidents",
        "priority",
        "privates",
        "returned",
        "revenue",
        "rights",
        "round",
        "routed",
        "rows",
        "scrapped",
        "seed",
        "set_rounds",
        "shaken",
        "stack",
        "trains",
        "turn",
        "underneath",
        "unsaleable",
        "waiting_tokens",
    )

    players: tuple[str, ...]
    #: what chance hangs on, in games that have any; never shown to anybody (see ``flow.chance``)
    seed: int | None
    priority: str
    bank: int
    #: owner -> cash, for players, companies and minors
    cash: dict[str, int]
    #: company -> price at which it was started
    par: dict[str, int]
    #: company -> cell of its marker
    cells: dict[str, CellId]
    #: cell -> companies whose markers lie there, topmost first
    market: dict[CellId, tuple[str, ...]]
    #: (owner, company) -> per cent held; owners are players, minors, ``ipo`` and ``pool``; nothing held is left out
    holdings: dict[tuple[str, str], int]
    presidents: dict[str, str]
    #: (owner, company) -> numbers of the ordinary shares held, in rule sets that tell them apart
    numbers: dict[tuple[str, str], tuple[int, ...]]
    #: company and number of shares that cannot be bought, in these rule sets
    unsaleable: frozenset[tuple[str, int]]
    #: company -> per cent of its president's certificate
    certificates: dict[str, int]
    #: company -> its place in the operating order, where that is settled by the starting price: price and row
    rows: dict[str, tuple[int, int]]
    #: company -> letters of its building permits
    permits: dict[str, str]
    #: minor -> owner: a player, ``bank`` before it is chosen, ``closed``
    minors: dict[str, str]
    #: player -> what he owes the bank
    debt: dict[str, int]
    #: companies that have had the second half of their capital
    fully_paid: frozenset[str]
    #: companies that get what their shares of the initial offer are sold for, and no capital besides
    growing: frozenset[str]
    #: who bought the latest train from the bank, where that is marked
    marker: str | None
    #: number of the last operating round, once it is known
    final_round: int | None
    floated: frozenset[str]
    #: companies that have left the game for good
    closed_companies: frozenset[str]
    #: companies that have begun their first operating turn
    operated: frozenset[str]
    #: company -> tokens on the map that it had free besides its first: further homes, those of merged minors
    free_tokens: dict[str, int]
    #: company -> what it paid to ignore the token of a private; nothing if its own was sent away for that
    rights: dict[str, int]
    #: company -> tokens that it got back, which cost again as if they still lay there
    returned: dict[str, int]
    #: hex -> companies whose tokens lie there until there is a space for them
    waiting_tokens: dict[str, tuple[str, ...]]
    #: company or ``pool`` -> names of its trains in order of purchase
    trains: dict[str, tuple[str, ...]]
    #: kind of train -> how many the bank has left; kinds without limit are left out
    depot: dict[str, int]
    #: kind of train -> how many have left the game (rusted or exported)
    scrapped: dict[str, int]
    #: private -> owner: a player, a company, ``bank`` while unsold, ``closed``
    privates: dict[str, str]
    powers_used: frozenset[str]
    board: Board
    #: tiles that have left the game unlaid
    lost_tiles: frozenset[str]
    #: hex -> tiles laid there one over the other, with their rotations, where a tile may have to give way to the former
    underneath: dict[str, tuple[tuple[str, int], ...]]
    #: an earthquake has happened, and there was no stock round since
    shaken: bool
    phase: str
    #: number of the stock round; its operating rounds share it
    turn: int
    #: number of the round within the set
    round: int
    #: operating rounds in the present set
    set_rounds: int
    #: company -> revenue of its latest run
    revenue: dict[str, int]
    #: companies that could once run between two large stops
    routed: frozenset[str]
    first_train_bought: bool
    #: why the game will end after this or the next set, if it will
    ending: str | None
    #: why the game has ended, if it has
    finished: str | None
    bankrupt: str | None
    stack: tuple[Frame, ...]

    def copy(self) -> State:
        """An equal state that may be changed freely."""
        other = State.__new__(State)
        other.players = self.players
        other.seed = self.seed
        other.priority = self.priority
        other.bank = self.bank
        other.cash = self.cash.copy()
        other.par = self.par.copy()
        other.cells = self.cells.copy()
        other.market = self.market.copy()
        other.holdings = self.holdings.copy()
        other.presidents = self.presidents.copy()
        other.numbers = self.numbers.copy()
        other.unsaleable = self.unsaleable
        other.certificates = self.certificates.copy()
        other.rows = self.rows.copy()
        other.permits = self.permits.copy()
        other.minors = self.minors.copy()
        other.debt = self.debt.copy()
        other.fully_paid = self.fully_paid
        other.growing = self.growing
        other.marker = self.marker
        other.final_round = self.final_round
        other.floated = self.floated
        other.closed_companies = self.closed_companies
        other.operated = self.operated
        other.free_tokens = self.free_tokens.copy()
        other.rights = self.rights.copy()
        other.returned = self.returned.copy()
        other.waiting_tokens = self.waiting_tokens.copy()
        other.trains = self.trains.copy()
        other.depot = self.depot.copy()
        other.scrapped = self.scrapped.copy()
        other.privates = self.privates.copy()
        other.powers_used = self.powers_used
        other.board = self.board
        other.lost_tiles = self.lost_tiles
        other.underneath = self.underneath.copy()
        other.shaken = self.shaken
        other.phase = self.phase
        other.turn = self.turn
        other.round = self.round
        other.set_rounds = self.set_rounds
        other.revenue = self.revenue.copy()
        other.routed = self.routed
        other.first_train_bought = self.first_train_bought
        other.ending = self.ending
        other.finished = self.finished
        other.bankrupt = self.bankrupt
        other.stack = self.stack
        return other

    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(tuple(frozenset(value.items()) if isinstance(value, dict) else value for value in self._key()))

    def differences(self, other: State) -> list[str]:
        """Names of the fields in which two states differ."""
        return [name for name in self.__slots__ if getattr(self, name) != getattr(other, name)]

    def held(self, owner: str, company: str) -> int:
        """Per cent of a company that an owner holds."""
        return self.holdings.get((owner, company), 0)
