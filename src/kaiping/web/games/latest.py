"""The latest moves of a table: who played them, how, and when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from kaiping.web.games.access import Visit
from kaiping.web.games.models import Move, Table
from kaiping.web.table.viewer import Times

#: those that nearly every page needs, and as far back as an action of one's own is looked for
_NEAR, _FAR = 24, 120


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
    """Where somebody's own latest action ended whose turn it is, with what followed it without being asked."""
    if not view.own_seats & {*view.table.acting}:
        return None
    for many in (_NEAR, _FAR):
        moves = _latest(view.table, many)
        own = [place for place, one in enumerate(moves) if one.seat in view.own_seats and one.how == Move.How.PERSON]
        if own:
            return max(move.number for move in takewhile(lambda move: move.seat in view.own_seats, moves[own[-1] :]))
    return None


def _latest(table: Table, many: int) -> Sequence[Latest]:
    """At least so many, the oldest first."""
    return _near(table.pk, table.revision, table.played) if many <= _NEAR else _read(table.pk, table.played, many)


@lru_cache(1024)
def _near(table: int, revision: int, played: int) -> Sequence[Latest]:
    """Everybody at a table asks for them after every action; whatever changes its moves raises the revision."""
    return _read(table, played, _NEAR)


def _read(table: int, played: int, many: int) -> Sequence[Latest]:
    moves = Move.objects.filter(table=table, number__gt=played - many, number__lte=played)
    return [Latest(*move) for move in moves.order_by("number").values_list("number", "seat", "how", "at")]
