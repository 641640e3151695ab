"""The actions of a definition as numbers: a list that hangs on what is printed alone, and what of it may be played.

Who acts is no part of an entry: it is the seat that is asked, or the company that it acts for. Everything else that
tells two legal actions apart is part of one, but for

- open numbers (bids, prices): ten rungs of the range that is open, see ``rungs``;
- runs, and shares of several companies sold for a train: their places in the engine's list, the best first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product, takewhile
from typing import Any

from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Range,
    RepayDebt,
    RunRoutes,
    SellBlocks,
    SellShares,
    UsePower,
    at_number,
)
from kaiping.board.board import StopId
from kaiping.definition import Definition, ExchangeForShare
from kaiping.env import places
from kaiping.errors import BadInput
from kaiping.flow.raising import LISTED as MOST_SETS
from kaiping.flow.shares import SHARE
from kaiping.flow.title import Title
from kaiping.game import Game
from kaiping.state import BANK, IPO, POOL

#: what tells an entry from others: the kind of the action, and its fields without who acts and its open number
Key = tuple[Any, ...]

#: most runs that are told apart; the engine lists one for each number of calls that pay the treasury
MOST_RUNS = 8
#: rungs of an open number: so many steps above the least, and quarters of the way to the greatest
_STEPS = (0, 1, 2, 4, 8, 16)
_QUARTERS = (1, 2, 3, 4)
RUNGS = len(_STEPS) + len(_QUARTERS)


def rungs(open_number: Range) -> dict[int, int]:
    """Rung -> number, for an open number; what two rungs would name is on the lower one alone.

    >>> rungs(Range(100, 200, 5))
    {0: 100, 1: 105, 2: 110, 3: 120, 4: 140, 5: 180, 6: 125, 7: 150, 8: 175, 9: 200}
    >>> rungs(Range(7, 9))
    {0: 7, 1: 8, 2: 9}
    """
    most = (open_number.greatest - open_number.least) // open_number.step
    steps = dict[int, int]()
    for rung, step in enumerate((*_STEPS, *(most * quarter // 4 for quarter in _QUARTERS))):
        if step <= most:
            steps.setdefault(step, rung)
    return {rung: open_number.least + step * open_number.step for step, rung in steps.items()}


def key_of(action: AnyAction) -> Key:
    """The entry of an action, without its rung; runs and sets of shares are told apart by their places in a list."""
    match action:
        case LayTile():
            return LayTile, action.private, action.hex, action.tile, action.rotation
        case Bid() | BuyPrivate() | AcquirePrivate():
            return type(action), action.private
        case BuyTrain():
            return BuyTrain, action.train, action.source, action.trade_in
        case Pass() | DeclareBankruptcy() | RepayDebt() | RunRoutes() | SellBlocks():
            return (type(action),)
        case _:
            return type(action), *(getattr(action, name) for name in action.__struct_fields__[1:])


class Catalogue:
    """Every action of a definition by its number, from 0 to ``size`` - 1."""

    def __init__(self, definition: Definition, title: Title) -> None:
        self._first: dict[Key, int] = {}
        self._names: list[tuple[Key, int]] = []
        for key, width in _entries(definition, title):
            if key not in self._first:
                self._first[key] = len(self._names)
                self._names += [(key, rung) for rung in range(width)]
        self.size = len(self._names)
        self._first |= {twin: self._first[key] for twin, key in _twins(definition, self._first)}
        #: stops where tokens may lie, in their order
        self.stops: list[StopId] = [(key[1], key[2]) for key, _ in self._names if key[0] is PlaceToken]

    def legal(self, game: Game, seat: str) -> dict[int, AnyAction]:
        """What a seat may play now, each action by its number, in the order of the engine's list."""
        found: dict[int, AnyAction] = {}
        seats: dict[str, bool] = {}
        ranks: dict[type, int] = {}
        legal = game.legal_actions()
        ranges = legal.ranges
        for action in legal:
            who = action.who
            mine = seats.get(who)
            if mine is None:
                mine = seats[who] = game.seat_of(action) == seat
            if not mine:
                continue
            number = self._entry(action)
            kind = type(action)
            if kind is RunRoutes or kind is SellBlocks:
                rank = ranks[kind] = ranks.get(kind, -1) + 1
                if rank < _LISTED[kind]:
                    found[number + rank] = action
                continue
            open_number = ranges.get(action)
            if open_number is None:
                found.setdefault(number, action)
            else:
                for rung, value in rungs(open_number).items():
                    found[number + rung] = at_number(action, value)
        return found

    def number_of(self, action: AnyAction, legal: dict[int, AnyAction]) -> int:
        """The number of an action among those that are legal; that of the nearest one where its number has no rung.

        A run or a set of shares that is not in the list goes by the first of them.
        """
        first = self._entry(action)
        entry = self._names[first][0]
        rest = takewhile(lambda number: self._names[number][0] == entry, range(first, self.size))
        same = [number for number in rest if number in legal]
        if not same:
            raise BadInput(f"it is not legal now: {action}")
        if action.number is None:
            return next((number for number in same if legal[number] == action), same[0])
        wanted: int = getattr(action, action.number)
        return min(same, key=lambda number: abs(getattr(legal[number], action.number or "") - wanted))

    def _entry(self, action: AnyAction) -> int:
        """The number of an action, on its first rung."""
        try:
            return self._first[key_of(action)]
        except KeyError:
            raise BadInput(f"there is no number for {action}") from None

    def name(self, number: int) -> str:
        """An entry in words, for people who look at a policy.

        A number that there is none of is refused.
        """
        if not 0 <= number < self.size:
            raise BadInput(f"there are actions from 0 to {self.size - 1}, and no {number}")
        (kind, *fields), rung = self._names[number]
        wide = number + 1 < self.size and self._names[number + 1][0] == self._names[number][0]
        rest = [str(field) for field in fields if field is not None]
        return " ".join([kind.__name__, *rest, *([f"#{rung}"] if rung or wide else [])])


def _twins(definition: Definition, keys: Iterable[Key]) -> Iterator[tuple[Key, Key]]:
    """A tile that looks the same turned otherwise is one entry, as the least turned of them: the others, and that."""
    first: dict[tuple[object, int], int] = {}
    for name, tile in definition.tiles.items():
        looks = [frozenset(frozenset(pair) for pair in shape.track) for shape in tile.shapes]
        first |= {(name, rotation): looks.index(look) for rotation, look in enumerate(looks)}
    for key in keys:
        if key[0] is LayTile:
            private, place, tile_id, least = key[1:]
            for rotation in range(6):
                if rotation != least and first[tile_id, rotation] == least:
                    yield (LayTile, private, place, tile_id, rotation), key


_LISTED = {RunRoutes: MOST_RUNS, SellBlocks: MOST_SETS}


def _keys(kind: type, *choices: Iterable[object]) -> Iterator[Key]:
    return ((kind, *fields) for fields in product(*choices))


def _entries(definition: Definition, title: Title) -> Iterator[tuple[Key, int]]:
    """All entries in their order, each with the number of its rungs."""
    privates, companies, trains = definition.privates, definition.companies, definition.trains
    owners = (*companies, *definition.minors)
    yield (Pass,), 1
    for key in (*_keys(Consent, (True, False)), *_keys(Dividend, ("pay", "withhold")), (DeclareBankruptcy,)):
        yield key, 1
    yield (RunRoutes,), MOST_RUNS
    yield (SellBlocks,), MOST_SETS
    yield (RepayDebt,), RUNGS
    for what, answers in (title.answers(definition) if title.answers is not None else {}).items():
        for key in _keys(Choose, (what,), answers):
            yield key, 1
    yield from ((key, RUNGS) for key in _keys(Bid, (*privates, *definition.minors)))
    yield from ((key, RUNGS) for kind in (BuyPrivate, AcquirePrivate) for key in _keys(kind, privates))
    for key in (
        *_keys(UsePower, privates, (None, *owners)),
        *_exchanges(definition),
        *_starts(definition),
        *_keys(BuyShare, companies, (IPO, POOL)),
        *_keys(SellShares, companies, range(SHARE, 101, SHARE)),
        *_keys(DiscardTrain, trains),
    ):
        yield key, 1
    for kind in trains.values():
        old = (None, *(kind.trade_in.accepts if kind.trade_in is not None else ()))
        yield from ((key, 1) for key in _keys(BuyTrain, (kind.name,), (BANK, POOL), old))
        yield from ((key, RUNGS) for key in _keys(BuyTrain, (kind.name,), owners, (None,)))
    lays = places.lays(definition)
    yield from (((PlaceToken, *place), 1) for place in places.token_places(definition, lays))
    yield from (((LayTile, None, *lay), 1) for lay in lays)
    yield from (((LayTile, private, *lay), 1) for private, lay in places.power_lays(definition))


def _starts(definition: Definition) -> Iterator[Key]:
    rows = definition.shares.rows
    numbers = () if rows is None else range(rows.count)
    for company, entry in definition.companies.items():
        prices = entry.par_prices or sorted(definition.market.par_cells)
        yield from _keys(Par, (company,), prices, (None, *numbers))


def _exchanges(definition: Definition) -> Iterator[Key]:
    for name, private in definition.privates.items():
        if isinstance(private.power, ExchangeForShare):
            yield from _keys(ExchangePrivate, (name,), definition.companies, (IPO, POOL))
