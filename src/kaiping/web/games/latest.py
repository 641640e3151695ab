"""The latest moves of a table: who played them, how, and when."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from threading import Lock
from typing import NamedTuple

from kaiping.web.games.access import Visit
from kaiping.web.games.models import Move, Table
from kaiping.web.games.timekeeping import hands_of
from kaiping.web.table.viewer import Times

#: those that nearly every page needs, and as far back as an action of one's own is looked for
_NEAR, _FAR = 24, 120
#: tables whose latest moves are in memory
_MOST = 1024


class Latest(NamedTuple):
    """A move, without what was done."""

    number: int
    seat: str
    how: str
    at: datetime


def times(table: Table) -> Times:
    """When the actions at a table were played."""

    def after(first: int) -> list[tuple[int, datetime]]:
        found = _latest(table, table.played - first)
        return [(move.number, move.at) for move in found if move.number > first]

    return after


def own_latest(view: Visit) -> int | None:
    """Where somebody's own latest action ended whose turn it is, with what followed it without being asked.

    Who acts for the first time is told of everything.
    """
    if not view.own_seats & {*view.table.acting}:
        return None
    for many in (_NEAR, _FAR):
        moves = _latest(view.table, many)
        own = [place for place, one in enumerate(moves) if one.seat in view.own_seats and one.how == Move.How.PERSON]
        if own:
            return max(move.number for move in takewhile(lambda move: move.seat in view.own_seats, moves[own[-1] :]))
    return view.table.begins if view.table.played <= view.table.begins + _FAR else None


def ran_out(view: Visit) -> tuple[int, ...]:
    """Where the table has acted for somebody whose time had run out, since they acted last themselves."""
    table = view.table
    if table.clock is None or not any(hand.missed for name, hand in hands_of(table).items() if name in view.own_seats):
        return ()
    own = [move for move in _latest(table, _NEAR) if move.seat in view.own_seats]
    since = takewhile(lambda move: move.how != Move.How.PERSON, reversed(own))
    return tuple(move.number for move in since if move.how == Move.How.CLOCK)[::-1]


def _latest(table: Table, many: int) -> Sequence[Latest]:
    """At least so many, the oldest first."""
    return _KEPT.of(table) if many <= _NEAR else _read(table, many)


def _read(table: Table, many: int) -> list[Latest]:
    moves = Move.objects.filter(table=table.pk, number__gt=table.played - many, number__lte=table.played)
    return [Latest(*move) for move in moves.order_by("number").values_list("number", "seat", "how", "at")]


class _Kept:
    """Those that everybody at a table asks for after every action; whatever changes them raises the revision."""

    def __init__(self) -> None:
        self._moves: OrderedDict[int, tuple[int, list[Latest]]] = OrderedDict()
        self._lock = Lock()

    def of(self, table: Table) -> list[Latest]:
        revision, moves = self._moves.get(table.pk, (-1, []))
        if revision != table.revision:
            moves = _read(table, _NEAR)
            self._put(table, moves)
        return moves

    def follow(self, table: Table, move: Move) -> None:
        """A move was stored: it is the latest of the table's new revision."""
        revision, moves = self._moves.get(table.pk, (-1, []))
        if revision == table.revision - 1:
            before = [one for one in moves if one.number < move.number]
            self._put(table, [*before[1 - _NEAR :], Latest(move.number, move.seat, move.how, move.at)])

    def _put(self, table: Table, moves: list[Latest]) -> None:
        with self._lock:
            self._moves[table.pk] = (table.revision, moves)
            self._moves.move_to_end(table.pk)
            if len(self._moves) > _MOST:
                self._moves.popitem(last=False)


_KEPT = _Kept()
follow = _KEPT.follow
