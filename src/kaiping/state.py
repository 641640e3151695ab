"""Everything that changes in a game: small, flat, comparable, cheap to copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from kaiping.board.board import Board
from kaiping.finance.market import CellId

BANK = "bank"
IPO = "ipo"
POOL = "pool"
#: owner of a private that has left the game
CLOSED = "closed"

Key = TypeVar("Key")
Value = TypeVar("Value")


class Frame(Struct, frozen=True, tag=True, gc=False):
    """What is going on now; the top frame of the stack decides who acts and what is legal."""

    #: what is open until it is over, though it is settled in every other position: who is the ``president`` of a
    #: company, where its ``home`` is
    settles: ClassVar[str] = ""
    #: what a round is called
    called: ClassVar[str] = ""
    #: what a round is interrupted by, in words with the fields of the frame as their figures
    interrupts: ClassVar[str] = ""


class Own(Struct, frozen=True):
    """What of a position only one title has. It never changes: a title puts another one in its place."""

    def __hash__(self) -> int:
        return hash(tuple(map(_hashable, msgspec.structs.astuple(self))))

    def owed(self, player: str) -> int:
        """What a player has to pay for it."""
        return 0

    @property
    def funded(self) -> frozenset[str]:
        """Companies that have had money from the bank by it, whether they have floated or not."""
        return frozenset()


def _hashable(value: Any) -> Any:
    return frozenset(value.items()) if isinstance(value, dict) else value


def without(part: dict[Key, Value], *keys: Key) -> dict[Key, Value]:
    """What a container of a position becomes where nothing is left under some keys."""
    return {key: value for key, value in part.items() if key not in keys}


def put(part: dict[Key, Value], key: Key, value: Value) -> dict[Key, Value]:
    """What a container of a position becomes with something under a key; nothing (no share, no train) is left out."""
    return {**part, key: value} if value else without(part, key)


class State(Struct, gc=False):
    """One position of a game.

    The rules change no container in place: they put another one there. So positions share what has stayed the same.
    Containers hold only immutable values, so a copy of each container is a copy of the position.
    No state leads back to itself, so collecting garbage need not look at it.
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
    #: minor -> owner: a player, ``bank`` before it is chosen, ``closed``
    minors: dict[str, str] = {}
    #: player -> what they have borrowed from the bank
    debt: dict[str, int] = {}
    #: companies that get what their shares of the initial offer are sold for, and no capital besides
    paid_by_share: frozenset[str] = frozenset()
    floated: frozenset[str] = frozenset()
    #: companies that have left the game for good
    closed_companies: frozenset[str] = frozenset()
    #: companies that have begun their first operating turn
    operated: frozenset[str] = frozenset()
    #: company -> tokens on the map that it had free besides its first: further homes, those of merged minors
    free_tokens: dict[str, int] = {}
    #: company -> what it paid to ignore the token of a private; nothing if its own was sent away for that
    station_rights: dict[str, int] = {}
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
    #: share prices do not move, whatever the phase says
    frozen: bool = False
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
    #: what only this title has, in a struct of its own; None where it has nothing
    own: Any = None

    def copy(self) -> State:
        """An equal state that may be changed freely."""
        return _copied(self)

    def next(self) -> State:
        """An equal state for the rules to change: it shares all containers, as these put others in their place."""
        return self.__copy__()  # type: ignore[attr-defined, no-any-return]

    def __hash__(self) -> int:
        return hash(tuple(map(_hashable, msgspec.structs.astuple(self))))

    def owed(self, player: str) -> int:
        """What a player has still to pay, whatever for."""
        owed = self.debt.get(player, 0)
        return owed if self.own is None else owed + int(self.own.owed(player))

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
