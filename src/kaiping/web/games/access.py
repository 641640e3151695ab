"""Who is asking, what they may see, and for which seats they may act."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest

from kaiping.bots import present_name
from kaiping.titles.lessons import lesson
from kaiping.web.games.models import Departure, Guest, Program, Seat, Shelved, Table
from kaiping.web.one_row import OneRow
from kaiping.web.plans.sharing import adopt_shares, is_shared

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase

#: where the session keeps the name of the browser, and the tables that it was shown by a link
_KEEPER = "keeper"
_WATCHED = "watched"
#: tables that a browser remembers to have been shown
_MOST_WATCHED = 50


@dataclass(frozen=True)
class Person:
    """Whoever is asking: an account, or a browser without one."""

    user: User | None = None
    #: the browser's own secret, empty until it has opened a table
    keeper: str = ""
    #: keys of tables around one screen that it may look on at, because it followed their link
    watched: frozenset[str] = frozenset()

    @property
    def name(self) -> str | None:
        return self.user.get_username() if self.user is not None else None

    def owns(self, table: Table) -> bool:
        if table.owner_id is not None:
            return self.user is not None and table.owner_id == self.user.pk
        return bool(self.keeper) and secrets.compare_digest(self.keeper, table.keeper)


def person_of(request: HttpRequest) -> Person:
    user = request.user
    return person_with(None if isinstance(user, AnonymousUser) else user, request.session)


def person_with(user: User | None, session: SessionBase) -> Person:
    return Person(user, session.get(_KEEPER, ""), frozenset(session.get(_WATCHED, ())))


def watch(session: SessionBase, table: Table) -> None:
    """A browser has followed the link of a table around one screen: from now on it may look on."""
    others = [key for key in session.get(_WATCHED, ()) if key != table.key]
    session[_WATCHED] = [*others, table.key][-_MOST_WATCHED:]


def keeper_of(session: SessionBase) -> str:
    """The browser's secret; it is given one when it opens its first table."""
    if _KEEPER not in session:
        session[_KEEPER] = secrets.token_urlsafe(24)
    keeper: str = session[_KEEPER]
    return keeper


def adopt(user: User, keeper: str) -> None:
    """Tables that a browser opened before its user signed in become the user's."""
    if keeper:
        Table.objects.filter(owner=None, keeper=keeper).update(owner=user)
        adopt_shares(user, keeper)


# --- one table ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Visit:
    """A table with its seats, as one person meets it."""

    table: Table
    person: Person
    #: False where the table is known to have no programs
    programmed: bool = True
    #: how many of the remarks they have read, as it was kept when the table was read; None: that was never told
    has_heard: int | None = None

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return seats_of(self.table)

    @cached_property
    def programs(self) -> tuple[Program, ...]:
        """What the seats had asked for when the table was read."""
        return tuple(self.table.programs.all()) if self.programmed else ()

    @cached_property
    def own_seats(self) -> frozenset[str]:
        """Names of the seats that the person may act for."""
        return self.own_among(self.seats)

    def own_among(self, seats: Iterable[Seat]) -> frozenset[str]:
        """Those of the seats that the person may act for: on one screen all that are not bots."""
        if self.table.kind == Table.Kind.HOT_SEAT:
            mine = self.person.owns(self.table)
            learnt = lesson(self.table.lesson) if self.table.lesson else None
            return frozenset(
                seat.name
                for seat in seats
                if mine and not seat.bot and (learnt is None or seat.name == learnt.seat)  # it plays the others itself
            )
        user = self.person.user
        return frozenset(seat.name for seat in seats if user is not None and seat.user_id == user.pk)

    @cached_property
    def bots(self) -> dict[str, str]:
        return {seat.name: present_name(seat.bot) for seat in self.seats if seat.bot}

    @property
    def is_owner(self) -> bool:
        return self.person.owns(self.table)

    def may_see(self) -> bool:
        table, user = self.table, self.person.user
        if table.kind == Table.Kind.OPEN or self.is_owner or self.own_seats:
            return True
        if table.kind == Table.Kind.HOT_SEAT:
            return table.key in self.person.watched and (table.origin_id is None or is_shared(table))
        if user is not None:
            return Guest.objects.filter(table=table, user=user).exists()
        return False


def seats_of(table: Table) -> tuple[Seat, ...]:
    return _seats(table.pk, table.seated, table.status)


@lru_cache(4096)
def _seats(table: int, seated: int, status: str) -> tuple[Seat, ...]:
    """Who sits at a table; every change of the seats raises a counter of the table, so a row read once stays true."""
    return tuple(Seat.objects.filter(table=table).select_related("user"))


def is_deserted(table: Table, seats: Iterable[Seat] | None = None) -> bool:
    """Whether nobody is left at a table; without ``seats`` by those that are remembered of it."""
    return table.deserted_by(seats_of(table) if seats is None else seats)


_BY_KEY = """
    SELECT games_table.*,
           EXISTS (SELECT 1 FROM games_program WHERE games_program.table_id = games_table.id) AS programmed,
           (SELECT said FROM games_heard WHERE games_heard.table_id = games_table.id AND {whose}) AS has_heard
    FROM games_table WHERE games_table.key = %s
"""
_BY_ACCOUNT = OneRow(Table, _BY_KEY.format(whose="games_heard.user_id = %s"))
_BY_BROWSER = OneRow(Table, _BY_KEY.format(whose="games_heard.user_id IS NULL AND games_heard.keeper = %s"))


def view_of(key: str, person: Person) -> Visit:
    """A table by its key; to somebody who may not see it, it does not exist."""
    table = _BY_BROWSER.find(person.keeper, key) if person.user is None else _BY_ACCOUNT.find(person.user.pk, key)
    if table is None:
        raise Http404("there is no such table")
    view = Visit(table, person, bool(getattr(table, "programmed", True)), getattr(table, "has_heard", None))
    if not view.may_see():
        raise Http404("there is no such table")
    return view


# --- lists ------------------------------------------------------------------------------------------


def opened_by(person: Person) -> QuerySet[Table]:
    """Tables and lines that a person has opened, by the account or without one."""
    mine = Q(owner=person.user) if person.user is not None else Q(owner=None, keeper=person.keeper)
    return Table.objects.filter(mine) if person.user is not None or person.keeper else Table.objects.none()


def own_tables(person: Person, *, shelved: bool = False) -> QuerySet[Table]:
    """Tables that a person has opened, sits at or may come back to, without those put on the shelf; or those alone.

    Those are last and have ``left`` where others play or nobody does what was the person's. Lines of plans stand on
    the planning boards of their games, and lessons on their own page.
    """
    mine = Q(pk__in=[])
    if person.user is not None:
        mine |= Q(owner=person.user) | Q(seats__user=person.user) | _way_back(person.user)
    if person.keeper:
        mine |= Q(owner=None, keeper=person.keeper)
    found = Table.objects.filter(mine, origin=None, lesson="")
    if person.user is not None:
        kept = Shelved.objects.filter(table=OuterRef("pk"), user=person.user)
        found = found.filter(Exists(kept) if shelved else ~Exists(kept))
    elif shelved:
        found = found.none()
    left = ExpressionWrapper(_way_back(person.user), BooleanField())
    return found.distinct().annotate(left=left).order_by("left", "-moved")


def _way_back(user: User | None) -> Q:
    """Tables in play where somebody has left a seat that nobody else has taken, and may come back to it."""
    left = Seat.objects.filter(table=OuterRef("table"), name=OuterRef("seat"), user=None)
    departed = Departure.objects.filter(Exists(left), table=OuterRef("pk"), user=user)
    sits = Seat.objects.filter(table=OuterRef("pk"), user=user)
    return Q(Exists(departed), ~Exists(sits), status=Table.Status.RUNNING, hand_back=True)


def invitations(person: Person) -> QuerySet[Table]:
    """Tables that wait for a person who was asked to another game."""
    kept = Q(guests__user=person.user, guests__kept=True)
    waiting = Table.objects.filter(kept, status=Table.Status.WAITING, previous__isnull=False)
    return waiting.exclude(seats__user=person.user).order_by("-moved") if person.user else Table.objects.none()


def seen_tables(person: Person) -> QuerySet[Table]:
    """Tables that a person may see, as ``Visit.may_see`` has it."""
    seen = Q(kind=Table.Kind.OPEN)
    if person.user is not None:
        sits = Seat.objects.filter(table=OuterRef("pk"), user=person.user)
        guest = Guest.objects.filter(table=OuterRef("pk"), user=person.user)
        seen |= Q(owner=person.user)
        seen |= ~Q(kind=Table.Kind.HOT_SEAT) & (Q(Exists(sits)) | Q(Exists(guest)))
    if person.keeper:
        seen |= Q(owner=None, keeper=person.keeper)
    if person.watched:
        seen |= Q(kind=Table.Kind.HOT_SEAT, key__in=person.watched)
    return Table.objects.filter(seen)


def seats_in_play(person: Person) -> list[Seat]:
    """One's seats at tables of people far apart that are in play, with what is needed to tell whose turn it is."""
    running = Seat.objects.filter(user=person.user, table__status=Table.Status.RUNNING)
    columns = ("key", "name", "title", "owner", "previous", "acting", "ticking", "moved")
    fields = running.select_related("table").only("name", *(f"table__{name}" for name in columns))
    return list(fields.order_by("table__moved", "table__pk")) if person.user is not None else []


def tables_around_one_screen(person: Person) -> list[Table]:
    """One's own that are in play, but for lines beside a game, with their seats."""
    if person.user is None:
        return []
    running = Table.objects.filter(owner=person.user, kind=Table.Kind.HOT_SEAT, status=Table.Status.RUNNING)
    return list(running.filter(origin=None, lesson="").order_by("moved", "pk").prefetch_related("seats"))


def with_free_seats(person: Person) -> QuerySet[Table]:
    """Open tables in play where a seat waits for somebody, for whoever has not sat there yet."""
    waits = Seat.objects.filter(table=OuterRef("pk"), user=None, bot="")
    found = open_tables().filter(Exists(waits), status=Table.Status.RUNNING)
    return (
        found if person.user is None else found.exclude(seats__user=person.user).exclude(departures__user=person.user)
    )


def open_tables() -> QuerySet[Table]:
    """Tables that anybody may look at, those that wait for players first."""
    return Table.objects.filter(kind=Table.Kind.OPEN).order_by("-moved")
