"""What the benchmarks of the web table play with: stored games, people with accounts, and tables made of both.

Nothing here goes through a server. A game is written once; tables at any of its moments are then copied from it by the
database itself, so that thousands take seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from kaiping.game import Game
from kaiping.past import ages_until
from kaiping.records import load

#: games by bots: an ordinary one, and one that is 700 actions long
USUAL, LONG = (Path(__file__).with_name("data") / f"bench-{name}.json.gz" for name in ("usual", "long"))

#: tables at which the same people sit, so that nobody has more than a person can have
TABLES_OF_A_GROUP = 100


@dataclass
class Player:
    """Somebody with an account: the name of their seat, and what their browser shows."""

    name: str
    user: Any
    cookie: str
    #: what forms carry, once they have come to the server
    token: str = ""


@dataclass(frozen=True)
class Seated:
    """A table with a game at a moment, and who sits there; the last one only looks on."""

    path: str
    key: int
    story: Game
    moment: int
    people: tuple[Player, ...]


@dataclass
class Hall:
    """Stored games, and tables that are made of them; to be used where the database is open."""

    _groups: list[tuple[Player, ...]] = field(default_factory=list)
    _models: dict[Path, _Model] = field(default_factory=dict)

    def tables(self, file: Path, moments: Sequence[int], *, bare: bool = False) -> list[Seated]:
        """Tables with the stored game at these moments; bare ones have no positions beside the moves."""
        from django.db import connection

        from kaiping.web.database import without_haste

        with without_haste():
            model = self._model(file)
            while len(self._groups) * TABLES_OF_A_GROUP < len(moments):
                self._groups.append(_people((*model.story.players, "onlooker")))
            groups = [self._groups[number // TABLES_OF_A_GROUP] for number in range(len(moments))]
            made = model.copies(moments, groups, bare=bare)
            if connection.vendor == "postgresql":  # SQLite chooses its ways without counting
                with connection.cursor() as cursor:
                    cursor.execute("ANALYZE")
        return made

    def length(self, file: Path) -> int:
        """Actions of a stored game."""
        return self._model(file).story.played

    def _model(self, file: Path) -> _Model:
        if file not in self._models:
            self._models[file] = _Model.of(load(file))
        return self._models[file]


def _people(names: Sequence[str]) -> tuple[Player, ...]:
    """Accounts and sessions, written straight into the database: making them is not what is measured."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore
    from django.db import transaction

    from kaiping.web.games.models import new_key

    people = []
    with transaction.atomic():
        for name in names:
            user = User.objects.create(username=f"{name}-{new_key()}", password="!")
            session = SessionStore()
            session[SESSION_KEY] = str(user.pk)
            session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
            session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            session.create()
            people.append(Player(name, user, f"kaiping_session={session.session_key}"))
    return tuple(people)


@dataclass
class _Model:
    """A game as it is stored, of which others are copies."""

    story: Game
    row: Any
    #: moves whose position every table keeps
    kept: tuple[int, ...]
    #: moves whose position the model has besides, for tables that stand there
    known: set[int]

    @classmethod
    def of(cls, story: Game) -> _Model:
        from kaiping.web.games.access import Person
        from kaiping.web.games.opening import copy_of

        row = copy_of(Person(keeper="bench"), story, "bench")
        kept = row.moves.filter(position__isnull=False, number__lt=story.played).order_by("number")
        numbers = tuple(kept.values_list("number", flat=True))
        return cls(story, row, numbers, {*numbers, story.played})

    def copies(self, moments: Sequence[int], groups: Sequence[tuple[Player, ...]], *, bare: bool) -> list[Seated]:
        """A table for each moment, at which a group sits."""
        from django.db import transaction

        from kaiping.web.games.models import Seat
        from kaiping.web.games.models import Table as Row

        with transaction.atomic():
            self._learn({*moments} - {0})
            changes = {moment: self._changes(moment) | {"bare": bare} for moment in {*moments}}
            rows = [Row(**changes[moment], owner=group[0].user) for moment, group in zip(moments, groups, strict=True)]
            Row.objects.bulk_create(rows, batch_size=500)
            Seat.objects.bulk_create(
                [
                    Seat(table=row, number=number, name=player.name, user=player.user)
                    for row, group in zip(rows, groups, strict=True)
                    for number, player in enumerate(group[: row.size], 1)
                ],
                batch_size=1000,
            )
            self._copy_moves(rows[0].pk, rows[-1].pk, bare=bare)
        return [
            Seated(row.get_absolute_url(), row.pk, self.story, moment, group)
            for row, moment, group in zip(rows, moments, groups, strict=True)
        ]

    def _learn(self, moments: set[int]) -> None:
        """Positions of the model at moments where it keeps none."""
        from kaiping.web.games.kept import columns

        for moment in moments - self.known:
            self.row.moves.filter(number=moment).update(position=columns(self.story.at(moment)).position)
        self.known |= moments

    def _changes(self, moment: int) -> dict[str, Any]:
        """The row of a table that stands there."""
        from kaiping.web.games.models import Table as Row
        from kaiping.web.games.renewal import outcome

        own = ("id", "key", "invitation", "owner_id", "keeper", "unplayed", "created")
        same = {field.attname for field in Row._meta.concrete_fields}.difference(own)
        row = {name: getattr(self.row, name) for name in same} | outcome(self.story.at(moment))
        ages = msgspec.to_builtins(ages_until(self.story.ages, moment))
        return row | {"kind": Row.Kind.OPEN, "written": moment, "revision": 1, "ages": ages}

    def _copy_moves(self, first: int, last: int, *, bare: bool) -> None:
        """The moves of the model, for tables whose ids lie in between, as far as each has come."""
        from django.db import connection

        from kaiping.web.games.models import Move

        kept = ", ".join(map(str, self.kept)) or "0"
        position = "NULL" if bare else f"CASE WHEN m.number = t.played OR m.number IN ({kept}) THEN m.position END"
        columns = {one.column: f"m.{one.column}" for one in Move._meta.concrete_fields if one.name != "id"}
        columns |= {"table_id": "t.id", "position": position}
        names, values = (", ".join(part) for part in zip(*columns.items(), strict=True))
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO games_move ({names}) SELECT {values} FROM games_table t "
                "JOIN games_move m ON m.table_id = %s AND m.number <= t.played WHERE t.id BETWEEN %s AND %s",
                [self.row.pk, first, last],
            )
