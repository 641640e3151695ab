"""After a game, or beside it: put a table on the shelf, and play another game with the same people."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from kaiping.errors import BadInput
from kaiping.web.games.access import Visit
from kaiping.web.games.bell import ring
from kaiping.web.games.changes import advance, remark
from kaiping.web.games.errors import Barred, NotYours
from kaiping.web.games.models import Seat, Shelved, Table
from kaiping.web.games.notices import tell_invited
from kaiping.web.games.opening import invite, join, lock, open_online, terms_of

#: digits of the number that tells a game from those of the same people before it
_DIGITS = 3


def shelve(view: Visit, *, away: bool) -> None:
    """Take a table out of one's own lists, or put it back; nobody else notices."""
    table, user = view.table, view.person.user
    if user is None:
        raise BadInput(_("sign in to put tables on the shelf"))
    if not away:
        Shelved.objects.filter(table=table, user=user).delete()
        return
    if table.status == Table.Status.RUNNING and table.kind != Table.Kind.HOT_SEAT and view.own_seats:
        raise Barred("others_play", _("others are playing with you at this table"))
    Shelved.objects.get_or_create(table=table, user=user)


def rematch(view: Visit, seating: str) -> Table:
    """Another game of the same people on the same terms: whoever asks first opens it, the others sit down there."""
    table, user = view.table, view.person.user
    if seating not in Table.Seating:
        raise BadInput(_("say how the seats are given"))
    if user is None or not view.own_seats or table.kind == Table.Kind.HOT_SEAT:
        raise NotYours(_("Only who has played here can ask for another game."))
    with transaction.atomic():
        lock(table)
        if table.status not in (Table.Status.FINISHED, Table.Status.CLOSED):
            raise Barred("not_over", _("the game is not over"))
        Table.objects.filter(previous=table, status=Table.Status.CLOSED).update(previous=None)
        found = Table.objects.filter(previous=table).first() or _opened(view, seating)
    if found.status == Table.Status.WAITING and not Seat.objects.filter(table=found, user=user).exists():
        invite(found, user)
        join(Visit(found, view.person))
    return found


def numbered(table: Table) -> str:
    """What the game after this one is called: the same with the next number; nothing if this one has no name."""
    if not table.name:
        return ""
    stem, _space, last = table.name.rpartition(" ")
    follows = table.previous_id is not None and stem and last.isdecimal() and len(last) <= _DIGITS
    name, number = (stem, int(last) + 1) if follows else (table.name, 2)
    most = Table._meta.get_field("name").max_length or 0
    return f"{name[: most - len(f' {number}')]} {number}"


def may_follow(table: Table) -> bool:
    """Whether another game of the same people may follow: of people far apart, when it is over."""
    return table.status in (Table.Status.FINISHED, Table.Status.CLOSED) and table.kind != Table.Kind.HOT_SEAT


def rematch_of(table: Table) -> str:
    """The key of another game of the same people, unless they have closed that."""
    if not may_follow(table):
        return ""
    going = Table.objects.filter(previous=table).exclude(status=Table.Status.CLOSED)
    return going.values_list("key", flat=True).first() or ""


def _opened(view: Visit, seating: str) -> Table:
    """Inside a transaction that has locked the table."""
    table = view.table
    made = open_online(
        view.person,
        table.title,
        table.edition,
        Table.Kind(table.kind),
        table.size,
        terms_of(table),
        numbered(table),
        table.options,
    )
    Table.objects.filter(pk=made.pk).update(previous=table, seating=seating)
    gone = set(table.departures.values_list("seat", flat=True))
    for seat in table.seats.select_related("user"):
        if seat.user is not None and seat.user != view.person.user:
            invite(made, seat.user, kept=True)
            transaction.on_commit(partial(tell_invited, made, seat.user, view.person.name or ""))
        elif seat.bot and seat.name not in gone:
            number = made.seats.count() + 1
            Seat.objects.create(table=made, number=number, name=seat.name, bot=seat.bot)
    told = _("%(name)s has opened another game of the same people") % {"name": view.person.name}
    remark(table, told, user=view.person.user)
    advance(table)
    table.refresh_from_db()
    ring(table.pk)
    made.refresh_from_db()
    return made
