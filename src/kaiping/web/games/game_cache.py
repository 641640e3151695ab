"""Games in memory: opened once, then only brought up to date.

A game in the cache is never changed, only replaced by a later one, so that any thread may read it. What is in the
cache is checked against the stored moves by their ids: the same ids are the same actions.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from kaiping.action import from_json
from kaiping.bots import present_name
from kaiping.errors import BadInput, KaipingError
from kaiping.game import Game
from kaiping.past import Age, Unplayed, ages_until, older_until
from kaiping.records.exact import Exact, from_position, state_from
from kaiping.records.replay import replay
from kaiping.titles import definition
from kaiping.titles import title as find_title
from kaiping.view import seen_by
from kaiping.web.games.errors import TooLate
from kaiping.web.games.kept import MOST_OF_PAST, StoredPast, read_stored
from kaiping.web.games.models import Move, Seat, Table
from kaiping.web.games.renewal import renew
from kaiping.web.metrics import COLD

#: positions kept in memory over all games, some 6 KB each
MOST_POSITIONS = 40_000
#: what is drawn of a game's present position lives as long as the game is here, and takes as much as so many positions
PAGE = 80


class _Kept(NamedTuple):
    """The game of a table at a revision, and the moves that led there.

    ``ids`` are those of the moves from the one from which the game was opened; before the first move there is none.
    """

    revision: int
    #: the table's counter of its seats: with other names or other bots it is another game
    seated: int
    game: Game
    first: int
    ids: tuple[int, ...]
    #: the game as each seat may know it, where something is hidden
    views: dict[str | None, Game]

    @property
    def last(self) -> int:
        return self.first + len(self.ids) - 1

    @property
    def weight(self) -> int:
        """What it takes, counted in positions."""
        pages = len(self.game.players) if self.game.secret else 1
        return len(self.ids) + (MOST_OF_PAST if self.first else 0) + pages * PAGE


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
            if is_older(table):
                game, first, ids = _renewed(table)
            else:
                same = kept is not None and kept.seated == table.seated
                game, first, ids = (kept and same and _brought_up(table, kept)) or opened(table)
            self._put(table, game, first, ids)
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
        before = game.played - 1
        if kept is not None and kept.revision == table.revision - 1 and kept.first <= before <= kept.last:
            ids = (*kept.ids[: before - kept.first + 1], move)
            self._put(table, game, kept.first, ids)

    def _put(self, table: Table, game: Game, first: int, ids: tuple[int, ...]) -> None:
        key, revision = table.pk, table.revision
        with self._lock:
            kept = self._games.get(key)
            if kept is not None and kept.revision > revision:
                return
            if kept is not None:
                self._positions -= kept.weight
            self._games[key] = _Kept(revision, table.seated, game, first, ids, {})
            self._games.move_to_end(key)
            self._positions += self._games[key].weight
            while self._positions > self._most and len(self._games) > 1:
                _key, dropped = self._games.popitem(last=False)
                self._positions -= dropped.weight


#: a game, the number of the move from which it was opened, and the ids of the moves from that one
_Opened = tuple[Game, int, tuple[int, ...]]


def is_older(table: Table) -> bool:
    """Was it played by older rules, and not opened since? One that waits for players has nothing to play again.

    A game by rules that this server does not know yet, as while several are brought up to date, is not touched.
    """
    printed = definition(table.title, table.edition, table.options)
    if table.status == Table.Status.WAITING or table.rules == printed.rules_version:
        return False
    if table.rules not in printed.older_rules:
        raise BadInput(f"the game is played by the rules {table.rules!r}; this server has {printed.rules_version!r}")
    return True


def _renewed(table: Table) -> _Opened:
    game, first, ids = opened(table)
    if not renew(table, game):
        raise TooLate
    return game, first, ids[: game.played - first + 1]


def _brought_up(table: Table, kept: _Kept) -> _Opened | None:
    """The game of the cache with the moves that were stored since; nothing if it has to be opened anew."""
    found = _since(table, kept)
    if found is None:
        return None
    same, rows = found
    if same + len(rows) != table.played:
        raise TooLate
    if rows and same < older_until(Age(*age) for age in table.ages):
        return None  # they were taken back, and are not to be played otherwise now
    game = kept.game.at(same)
    try:
        for _pk, action in rows:
            game.play(from_json(action))
    except KaipingError:
        return None  # it was played by a server with other rules, which has stored where it led
    return game, kept.first, (*kept.ids[: same - kept.first + 1], *(pk for pk, _action in rows))


def _since(table: Table, kept: _Kept) -> tuple[int, list[tuple[int, str]]] | None:
    """How many of the moves known are still those of the table, and the moves after them."""
    moves = Move.objects.filter(table=table, number__lte=table.played).order_by("number")
    for first in (kept.last, kept.first):  # mostly there are only moves after the last one known
        if first > table.played:
            continue
        rows = list(moves.filter(number__gte=first).values_list("number", "pk", "action"))
        same = 0
        while same < len(rows) and rows[same][0] <= kept.last and rows[same][1] == kept.ids[rows[same][0] - kept.first]:
            same += 1
        if same or not first:
            return rows[same - 1][0] if same else 0, [(pk, action) for _number, pk, action in rows[same:]]
    return None


def opened(table: Table) -> _Opened:
    """The game of a table from the latest position that is stored; nothing is changed."""
    older = [Age(table.written, table.rules)] if is_older(table) else []
    ages = ages_until((*(Age(*age) for age in table.ages), *older), table.written)
    back = _taken_back(table, ages)
    if back is not None:
        return back
    moves = Move.objects.filter(table=table, number__lte=table.played).order_by("number")
    kept = moves.filter(position__isnull=False).reverse().values_list(*_COLUMNS).first()
    first, latest = kept[:2] if kept else (0, 0)
    rows = list(moves.filter(number__gte=first).values_list("pk", "action"))
    if first + len(rows) - bool(first) != table.played or (first and rows[0][0] != latest):
        raise TooLate
    game = new_game(table) if kept is None else _resumed(table, kept)
    actions = [from_json(action) for _pk, action in rows[bool(first) :]]
    game.unplayed = _unplayed(table)
    try:
        for _number in replay(game, actions, (), older_until(ages), table.rules):
            pass
    except KaipingError as wrong:
        raise BadInput(f"the stored game cannot be played on: {wrong}") from None
    game.ages = ages if game.played == table.played else ages_until(ages, game.played)
    return game, first, (*(() if first else (0,)), *(pk for pk, _action in rows))


def _taken_back(table: Table, ages: tuple[Age, ...]) -> _Opened | None:
    """A game of which actions by older rules have been taken back: as it was seen before that, from a later position.

    Those actions are stored still, and the rules of today might not lead from one to the next.
    """
    until = older_until(ages)
    if not 0 < table.played < until:
        return None
    moves = Move.objects.filter(table=table, number__gte=table.played, number__lte=until, position__isnull=False)
    later = moves.order_by("number").values_list(*_COLUMNS).first()
    if later is None or later[0] == table.played:
        return None
    game = _resumed(table, later)
    game.unplayed, game.ages = _unplayed(table), ages
    return game.at(table.played), later[0], (later[1],)


def _unplayed(table: Table) -> Unplayed | None:
    return None if table.unplayed is None else msgspec.convert(table.unplayed, Unplayed)


#: what is read of a move from which a game is opened
_COLUMNS = ("number", "pk", "action", "position")


def _resumed(table: Table, kept: tuple[int, int, str, Any]) -> Game:
    number, pk, action, position = kept
    title, printed = find_title(table.title), definition(table.title, table.edition, table.options)
    stored = read_stored(title, printed, table.seed, action, position)
    past = StoredPast(table.pk, number, pk, stored, partial(new_game, table))
    seats = table.seats.all()
    game = Game.resumed(title, printed, [seat.name for seat in seats], table.seed, past, number, stored.moment)
    game.bots = _bots(seats)
    if table.start is not None:
        game.start = state_from(title, printed, table.start)
        game.start.seed = table.seed if printed.chance else None
    return game


def new_game(table: Table) -> Game:
    """The game of a table before its first action."""
    printed = definition(table.title, table.edition, table.options)
    seats = table.seats.all()
    if table.start is not None:
        begun = Exact(table.title, table.edition, printed.rules_version, printed.options, table.start)
        game = from_position(begun, seed=table.seed)
    else:
        players = [seat.name for seat in seats]
        game = Game(table.title, edition=table.edition, players=players, seed=table.seed, options=table.options)
    game.bots = _bots(seats)
    return game


def _bots(seats: Iterable[Seat]) -> dict[str, str]:
    """For the files of the game."""
    return {seat.name: present_name(seat.bot) for seat in seats if seat.bot}


#: one for each process
GAMES = GameCache()
