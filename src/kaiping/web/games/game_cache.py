"""Games in memory: opened once, then only brought up to date.

A game in the cache is never changed, only replaced by a later one, so that any thread may read it. What is in the
cache is checked against the stored moves by their ids: the same ids are the same actions.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from django.utils.translation import gettext as _

from kaiping.action import from_json
from kaiping.errors import BadInput, KaipingError
from kaiping.game import Game
from kaiping.records.exact import Exact, from_position
from kaiping.titles import definition
from kaiping.view import seen_by
from kaiping.web.games.models import Move, Table
from kaiping.web.games.renewal import renew
from kaiping.web.metrics import COLD

#: positions kept in memory over all games, some 6 KB each
MOST_POSITIONS = 40_000
#: what is drawn of a game's present position lives as long as the game is here, and takes as much as so many positions
PAGE = 80


class _Kept(NamedTuple):
    """The game of a table at a revision, and the ids of the moves that led there."""

    revision: int
    game: Game
    ids: tuple[int, ...]
    #: the game as each seat may know it, where something is hidden
    views: dict[str | None, Game]

    @property
    def weight(self) -> int:
        """What it takes, counted in positions."""
        pages = len(self.game.players) if self.game.secret else 1
        return len(self.ids) + pages * PAGE


class TooLate(KaipingError):
    """Somebody else has changed the game since the page was drawn, or since the table's row was read."""


class GameCache:
    """The games used last."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        self._most = most
        self._lock = Lock()
        self._games: OrderedDict[int, _Kept] = OrderedDict()
        self._positions = 0
        #: held while a game is brought up to date, so that several who ask for it share the work
        self._opening = [Lock() for _ in range(64)]

    def game(self, table: Table) -> Game:
        """The game of a table as it was when the row was read."""
        kept = self._kept(table.pk)
        if kept is not None and kept.revision == table.revision:
            return kept.game
        with self._opening[table.pk % len(self._opening)]:
            kept = self._kept(table.pk)
            if kept is not None and kept.revision == table.revision:
                return kept.game
            if kept is None:
                COLD.inc()
            game, ids = _renewed(table) if _is_older(table) else _brought_up(table, kept)
            self._put(table.pk, table.revision, game, ids)
        return game

    def seen(self, table: Table, game: Game, seat: str | None) -> Game:
        """A game of the cache as a seat may know it: one view for all who ask, so that they share what is drawn."""
        kept = self._kept(table.pk)
        if kept is None or kept.game is not game:
            return seen_by(game, seat)
        return kept.views.setdefault(seat, seen_by(game, seat))

    def __len__(self) -> int:
        return len(self._games)

    def _kept(self, key: int) -> _Kept | None:
        with self._lock:
            kept = self._games.get(key)
            if kept is not None:
                self._games.move_to_end(key)
        return kept

    def follow(self, table: Table, game: Game, move: int) -> None:
        """A move was stored: the game of the table's new revision is this one."""
        with self._lock:
            kept = self._games.get(table.pk)
        if kept is not None and kept.revision == table.revision - 1 and len(kept.ids) >= game.played - 1:
            self._put(table.pk, table.revision, game, (*kept.ids[: game.played - 1], move))

    def _put(self, key: int, revision: int, game: Game, ids: tuple[int, ...]) -> None:
        with self._lock:
            kept = self._games.get(key)
            if kept is not None and kept.revision > revision:
                return
            if kept is not None:
                self._positions -= kept.weight
            self._games[key] = _Kept(revision, game, ids, {})
            self._games.move_to_end(key)
            self._positions += self._games[key].weight
            while self._positions > self._most and len(self._games) > 1:
                _key, dropped = self._games.popitem(last=False)
                self._positions -= dropped.weight


def _is_older(table: Table) -> bool:
    """Was it begun by older rules, and not opened since? One that waits for players has nothing to play again."""
    rules = definition(table.title, table.edition, table.options).rules_version
    return table.status != Table.Status.WAITING and table.rules != rules


def _renewed(table: Table) -> tuple[Game, tuple[int, ...]]:
    game = new_game(table)
    try:
        ids = renew(table, game)
    except KaipingError as wrong:
        raise BadInput(f"the stored game cannot be played on: {wrong}") from None
    if ids is None:
        raise TooLate(_("Somebody was faster: the game has moved on since this page was drawn."))
    return game, ids


def _brought_up(table: Table, kept: _Kept | None) -> tuple[Game, tuple[int, ...]]:
    same, rows = _since(table, kept.ids if kept else ())
    if same + len(rows) != table.played:
        raise TooLate(_("Somebody was faster: the game has moved on since this page was drawn."))
    game = kept.game.at(same) if kept else new_game(table)
    try:
        for _pk, action in rows:
            game.play(from_json(action))
    except KaipingError as wrong:
        raise BadInput(f"the stored game cannot be played on: {wrong}") from None
    return game, (*(kept.ids[:same] if kept else ()), *(pk for pk, _action in rows))


def _since(table: Table, known: tuple[int, ...]) -> tuple[int, list[tuple[int, str]]]:
    """How many of the moves known are still those of the table, and the moves after them."""
    moves = Move.objects.filter(table=table, number__lte=table.played).order_by("number")
    while True:
        ids = tuple(moves.values_list("pk", flat=True)) if known else ()
        same = 0
        while same < min(len(ids), len(known)) and ids[same] == known[same]:
            same += 1
        rows = list(moves.filter(number__gt=same).values_list("pk", "action"))
        if not known or ids[same:] == tuple(pk for pk, _action in rows):
            return same, rows
        # other moves were stored between the two looks: what was the same need not be so any more


def new_game(table: Table) -> Game:
    """The game of a table before its first action."""
    printed = definition(table.title, table.edition, table.options)
    if table.rules not in (printed.rules_version, *printed.older_rules):
        raise BadInput(f"the game was begun by the rules {table.rules!r}; this server has {printed.rules_version!r}")
    if table.start is not None:
        return from_position(
            Exact(table.title, table.edition, printed.rules_version, printed.options, table.start), seed=table.seed
        )
    players = [seat.name for seat in table.seats.all()]
    return Game(table.title, edition=table.edition, players=players, seed=table.seed, options=table.options)


#: one for each process
GAMES = GameCache()
