"""Everything that changes in a game: small, flat, comparable, cheap to copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, get_origin, get_type_hints

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

    #: what a round is called
    called: ClassVar[str] = ""
    #: what a round is interrupted by, in words with the fields of the frame as their figures
    interrupts: ClassVar[str] = ""


class State(Struct):
    """One position of a game.

    Containers hold only immutable values, so a copy of each container is a copy of the position.
    Owners are names: players, companies, and the words ``bank``, ``ipo``, ``pool``, ``closed``.
    """

    players: tuple[str, ...]
    #: what chance hangs on, in games that have any; never shown to anybody (see ``flow.chance``)
    seed: int | None
    phase: str
    board: Board
    priority: str
    bank: int
    #: owner -> cash, for players, companies and minors
    cash: dict[str, int]
    #: company -> price at which it was started
    par: dict[str, int] = {}
    #: company -> cell of its marker
    cells: dict[str, CellId] = {}
    #: cell -> companies whose markers lie there, topmost first
    market: dict[CellId, tuple[str, ...]] = {}
    #: (owner, company) -> per cent held; owners are players, minors, ``ipo`` and ``pool``; nothing held is left out
    holdings: dict[tuple[str, str], int] = {}
    presidents: dict[str, str] = {}
    #: (owner, company) -> numbers of the ordinary shares held, in rule sets that tell them apart
    numbers: dict[tuple[str, str], tuple[int, ...]] = {}
    #: company and number of shares that cannot be bought, in these rule sets
    unsaleable: frozenset[tuple[str, int]] = frozenset()
    #: company -> per cent of its president's certificate
    certificates: dict[str, int] = {}
    #: company -> its place in the operating order, where that is settled by the starting price: price and row
    rows: dict[str, tuple[int, int]] = {}
    #: company -> letters of its building permits
    permits: dict[str, str] = {}
    #: minor -> owner: a player, ``bank`` before it is chosen, ``closed``
    minors: dict[str, str] = {}
    #: player -> what he owes the bank
    debt: dict[str, int] = {}
    #: companies that have had the second half of their capital
    fully_paid: frozenset[str] = frozenset()
    #: companies that get what their shares of the initial offer are sold for, and no capital besides
    growing: frozenset[str] = frozenset()
    #: who bought the latest train from the bank, where that is marked
    marker: str | None = None
    #: number of the last operating round, once it is known
    final_round: int | None = None
    floated: frozenset[str] = frozenset()
    #: companies that have left the game for good
    closed_companies: frozenset[str] = frozenset()
    #: companies that have begun their first operating turn
    operated: frozenset[str] = frozenset()
    #: company -> tokens on the map that it had free besides its first: further homes, those of merged minors
    free_tokens: dict[str, int] = {}
    #: company -> what it paid to ignore the token of a private; nothing if its own was sent away for that
    rights: dict[str, int] = {}
    #: company -> tokens that it got back, which cost again as if they still lay there
    returned: dict[str, int] = {}
    #: hex -> companies whose tokens lie there until there is a space for them
    waiting_tokens: dict[str, tuple[str, ...]] = {}
    #: company or ``pool`` -> names of its trains in order of purchase
    trains: dict[str, tuple[str, ...]] = {}
    #: kind of train -> how many the bank has left; kinds without limit are left out
    depot: dict[str, int] = {}
    #: kind of train -> how many have left the game (rusted or exported)
    scrapped: dict[str, int] = {}
    #: private -> owner: a player, a company, ``bank`` while unsold, ``closed``
    privates: dict[str, str] = {}
    powers_used: frozenset[str] = frozenset()
    #: tiles that have left the game unlaid
    lost_tiles: frozenset[str] = frozenset()
    #: hex -> tiles laid there one over the other, with their rotations, where a tile may have to give way to the former
    underneath: dict[str, tuple[tuple[str, int], ...]] = {}
    #: an earthquake has happened, and there was no stock round since
    shaken: bool = False
    #: number of the stock round; its operating rounds share it
    turn: int = 0
    #: number of the round within the set
    round: int = 0
    #: operating rounds in the present set
    set_rounds: int = 0
    #: company -> revenue of its latest run
    revenue: dict[str, int] = {}
    #: companies that could once run between two large stops
    routed: frozenset[str] = frozenset()
    first_train_bought: bool = False
    #: why the game will end after this or the next set, if it will
    ending: str | None = None
    #: why the game has ended, if it has
    finished: str | None = None
    bankrupt: str | None = None
    stack: tuple[Frame, ...] = ()

    def copy(self) -> State:
        """An equal state that may be changed freely."""
        return _copied(self)

    def __hash__(self) -> int:
        return hash(tuple(frozenset(value.items()) if isinstance(value, dict) else value for value in self._values()))

    def _values(self) -> Iterator[Any]:
        return (getattr(self, name) for name in self.__struct_fields__)

    def differences(self, other: State) -> list[str]:
        """Names of the fields in which two states differ."""
        return [name for name in self.__struct_fields__ if getattr(self, name) != getattr(other, name)]

    def held(self, owner: str, company: str) -> int:
        """Per cent of a company that an owner holds."""
        return self.holdings.get((owner, company), 0)


def _copier() -> Callable[[State], State]:
    """Makes a state of all fields of another, with copies of what can change; written out, for it has to be fast."""
    kinds = get_type_hints(State)
    copied = {name: ".copy()" if get_origin(kinds[name]) is dict else "" for name in State.__struct_fields__}
    values = ", ".join(f"s.{name}{how}" for name, how in copied.items())
    made: Callable[[State], State] = eval(f"lambda s: State({values})", {"State": State})
    return made


_copied = _copier()
