"""Positions beside the moves: which are kept, how they are written, and the past of a game read from them.

Every move is stored with the position after it. That of the latest move stays, and those at the ends of rounds, every
so many moves, and where the version of the rules changed; the others are forgotten with the next move. A game is opened
from its latest position, and what was before is read when somebody looks back.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from django.db.models import Q
from msgspec.structs import replace

from kaiping.action import from_json
from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.event import Event, round_begun
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.title import Title
from kaiping.game import Game
from kaiping.past import Moment
from kaiping.records.exact import state_data, state_from
from kaiping.records.files import squeezed, unsqueezed
from kaiping.records.replay import NOTES, stretch
from kaiping.web.games.errors import TooLate
from kaiping.web.games.models import Move, Table

#: moves from one position to the next, within a round
EVERY = 20
#: stretches of the past that a game keeps in memory
_STRETCHES = 3
#: events of positions to which the actions before them do not lead any more, or had led elsewhere
_HOLDS = NOTES - {"no-longer-legal"}
#: positions in them
MOST_OF_PAST = EVERY * _STRETCHES


# --- writing ------------------------------------------------------------------------------------------


class Columns(NamedTuple):
    """What is stored of a moment beside the action that led to it."""

    position: bytes | None
    begins: list[Any] | None


def columns(game: Game, *, latest: bool = True) -> Columns:
    """Of the present moment of a game; the latest has its position always."""
    begun = round_begun(game.last_events)
    position = _written(game) if latest or is_kept(game) else None
    return Columns(position, None if begun is None else [begun.kind, msgspec.to_builtins(begun.data)])


def is_kept(game: Game) -> bool:
    """Whether the present position of a game is kept when the game goes on."""
    number, borders = game.played, [age.until for age in game.ages]
    # within a round by older rules, what today's do not ask for is told by the actions around it
    at_mark = number in borders if number <= max(borders, default=0) else number % EVERY == 0
    return at_mark or round_begun(game.last_events) is not None or any(e.kind in _HOLDS for e in game.last_events)


class _Packed(msgspec.Struct):
    """A moment as it is stored."""

    state: dict[str, Any]
    events: list[tuple[str, dict[str, Any]]]
    #: within an operating round: whose turns have begun in it, so that nobody has to look back for that
    turns: tuple[str, ...] | None = None


def _written(game: Game) -> bytes:
    events = [(event.kind, msgspec.to_builtins(event.data)) for event in game.last_events]
    turns, whole = game.turns() if any(isinstance(frame, OperatingRound) for frame in game.state.stack) else ((), False)
    return squeezed(msgspec.json.encode(_Packed(state_data(game.state), events, turns if whole else None)))


def keep_all(table: Table, game: Game) -> None:
    """Inside a transaction: store the positions of a game that has none yet."""
    kept = {moment.played: columns(moment, latest=False) for moment in game.moments(1)}
    rows = list(Move.objects.filter(table=table, number__in=[one for one, found in kept.items() if any(found)]))
    for row in rows:
        row.position, row.begins = kept[row.number]
    Move.objects.bulk_update(rows, ["position", "begins"], batch_size=100)
    Table.objects.filter(pk=table.pk).update(bare=False)


# --- reading ------------------------------------------------------------------------------------------


class Stored(NamedTuple):
    """A moment that was stored, and whose turns had begun in its operating round, if that is known."""

    moment: Moment
    turns: tuple[str, ...] | None


def read_stored(title: Title, definition: Definition, seed: int | None, action: str, position: bytes) -> Stored:
    """What was stored so, of a game of this kind."""
    try:
        found = msgspec.json.decode(unsqueezed(bytes(position)), type=_Packed)
    except (msgspec.DecodeError, UnicodeError):
        raise BadInput("a stored position is not whole") from None
    state = state_from(title, definition, found.state)
    state.seed = seed if definition.chance else None
    moment = Moment(from_json(action), state, [Event(kind, data) for kind, data in found.events])
    return Stored(moment, found.turns)


class StoredPast:
    """The moments of a table before the one from which its game was opened.

    That one, ``opened``, is known here for good: its stored position may be forgotten with the next move.
    """

    def __init__(self, table: int, number: int, move: int, opened: Stored, begin: Callable[[], Game]) -> None:
        self._table, self._number, self._move = table, number, move
        self._opened, self._turns, self._begin = opened.moment, opened.turns, begin
        self._stretches: OrderedDict[int, list[Moment]] = OrderedDict()
        self._lock = Lock()

    @cached_property
    def _begun(self) -> Game:
        return self._begin()

    def moment(self, number: int) -> Moment:
        if number == 0:
            return Moment(None, self._begun.state, self._begun.last_events)
        with self._lock:
            place = bisect_left(self._kept, number)
            begin = self._kept[place - 1] if place else 0
            found = self._stretches.get(begin)
            if found is None:
                found = self._stretches[begin] = self._read(begin, self._kept[place])
                while len(self._stretches) > _STRETCHES:
                    self._stretches.popitem(last=False)
            self._stretches.move_to_end(begin)
        return found[number - begin - 1]

    def rounds(self) -> list[tuple[int, Event]]:
        return self._rounds

    def turns(self) -> tuple[str, ...] | None:
        return self._turns

    @cached_property
    def _rounds(self) -> list[tuple[int, Event]]:
        rows = self._moves.filter(begins__isnull=False).order_by("number").values_list("number", "begins")
        first = round_begun(self._begun.last_events)
        found = [(number, Event(kind, data)) for number, (kind, data) in rows]
        self._check()
        return found if first is None else [(0, first), *found]

    @property
    def _moves(self) -> Any:
        return Move.objects.filter(table=self._table, number__lte=self._number)

    @cached_property
    def _kept(self) -> list[int]:
        """The numbers of the moves after which the position is known."""
        rows = self._moves.filter(position__isnull=False, number__lt=self._number).order_by("number")
        return [*rows.values_list("number", flat=True), self._number]

    def _read(self, begin: int, end: int) -> list[Moment]:
        """The moments after one position that is stored, to the next."""
        wanted = Q(number__gte=begin, number__lte=end) | Q(pk=self._move)  # with the one that shows that all are there
        rows = self._moves.filter(wanted).order_by("number").values_list("number", "pk", "action", "position")
        found_rows = list(rows)
        if not found_rows or found_rows[-1][:2] != (self._number, self._move):
            raise TooLate
        listed = [(number, action, position) for number, _pk, action, position in found_rows if number <= end]
        game = self._begun
        title, definition, seed = game.title, game.definition, game.seed
        if begin:
            _number, action, position = listed.pop(0)
            moment = read_stored(title, definition, seed, action, position).moment
            game = Game.from_state(title, definition, moment.state, seed)
        actions = [from_json(action) for _number, action, _position in listed]
        last = self._opened if end == self._number else read_stored(title, definition, seed, *listed[-1][1:]).moment
        found = list(stretch(game, actions, last.state, begin))
        notes = [event for event in found[-1].events if event.kind in NOTES and event not in last.events]
        found[-1] = replace(last, events=[*last.events, *notes])
        return found

    def _check(self) -> None:
        """As long as the move is there from which the game was opened, so are all before it."""
        if not Move.objects.filter(pk=self._move, table=self._table, number=self._number).exists():
            raise TooLate
