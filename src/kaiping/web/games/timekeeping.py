"""What is stored of the clocks of a table when something changes there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from kaiping.errors import BadInput
from kaiping.web.games.access import is_deserted, seats_of
from kaiping.web.games.bell import ring
from kaiping.web.games.clocks import Clock, Hand, Span, again, next_due, over, read_clock, read_hands, spent, stepped
from kaiping.web.games.errors import Barred
from kaiping.web.games.models import Seat, Table, Vacation
from kaiping.web.games.vacations import away_until, check, spans_of, today
from kaiping.web.present import now


def clock_of(table: Table) -> Clock | None:
    return read_clock(table.clock)


def hands_of(table: Table) -> dict[str, Hand]:
    return read_hands(table.ticking)


def columns(hands: Mapping[str, Hand]) -> dict[str, Any]:
    """Clocks as the table's row holds them."""
    due = next_due(hands)
    return {
        "ticking": msgspec.to_builtins(dict(hands)),
        "due": None if due is None else datetime.fromtimestamp(due, UTC),
    }


def after_change(
    table: Table,
    acting: Collection[str],
    *,
    played: int,
    completes: bool,
    hands: Mapping[str, Hand] | None = None,
    seats: Sequence[Seat] | None = None,
    acted: str = "",
    late: bool = False,
) -> dict[str, Any]:
    """The columns of the clocks when ``acting`` are to act; none around one screen, where nobody waits for anybody.

    ``seats``: as they are about to be, where they change too. ``acted``: who has; ``late``: the table has for them.
    """
    if table.kind == Table.Kind.HOT_SEAT:
        return {}
    seats = seats_of(table) if seats is None else seats
    people = set() if is_deserted(table, seats) else {seat.name for seat in seats if not seat.bot}
    found = stepped(
        clock_of(table),
        hands_of(table) if hands is None else hands,
        [name for name in acting if name in people],
        played=played,
        now=now(),
        completes=completes,
        away=vacations_at(table, seats),
        acted=acted,
        late=late,
    )
    return columns(found)


def vacations_at(table: Table, seats: Sequence[Seat]) -> dict[str, list[Span]]:
    """When who at the table is on vacation; at live tables that stops nothing."""
    clock = clock_of(table)
    if clock is None or not clock.slow:
        return {}
    users = {seat.user_id: seat.name for seat in seats if seat.user_id is not None}
    return {users[user]: spans for user, spans in spans_of(users).items()}


def away_at(table: Table, seats: Sequence[Seat]) -> dict[str, date]:
    """Who at the table is away now, until which day, where that keeps them from being waited for."""
    clock = clock_of(table)
    if table.kind == Table.Kind.HOT_SEAT or (clock is not None and not clock.slow):
        return {}
    users = {seat.user_id: seat.name for seat in seats if seat.user_id is not None}
    found = {users[user]: away_until(spans, now()) for user, spans in spans_of(users).items()}
    return {name: day for name, day in found.items() if day is not None}


def absence(table: Table, seat: str) -> float:
    """Seconds for which a seat has been waited for, without its person's vacations; none if it is not to act."""
    if seat not in table.acting:
        return 0.0
    hand, clock = hands_of(table).get(seat), clock_of(table)
    since = table.moved.timestamp() if hand is None or hand.since is None else hand.since
    if hand is not None and hand.here is not None:
        since = max(since, hand.here)
    users = {one.user_id for one in seats_of(table) if one.name == seat and one.user_id is not None}
    away = spans_of(users) if clock is None or clock.slow else {}
    return spent(since, now(), [span for spans in away.values() for span in spans])


def time_is_up(table: Table) -> list[str]:
    """Seats that are to act and have no time left."""
    if table.due is None or table.status != Table.Status.RUNNING or table.due.timestamp() > now():
        return []
    if is_deserted(table):
        return []
    return over(hands_of(table), table.acting, now())


def due_tables() -> list[int]:
    """Tables at which somebody's time has run out."""
    moment = datetime.fromtimestamp(now(), UTC)
    somebody = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False)
    rows = Table.objects.filter(Exists(somebody), due__lte=moment, status=Table.Status.RUNNING)
    return list(rows.order_by("due").values_list("pk", flat=True)[:200])


# --- vacations ----------------------------------------------------------------------------------------


def plan_vacation(user: User, first: date, last: date) -> Vacation:
    """Somebody will be away; their slow clocks stand still meanwhile."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # two plans at once must not take the same days
        check(user, first, last, now())
        before = spans_of([user.pk]).get(user.pk, [])
        made = Vacation.objects.create(user=user, first=first, last=last)
        _reckon_again(user, before)
    return made


def end_vacation(user: User, number: int) -> None:
    """Not to be away after all; of one that has begun the days that have passed stay."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        found = Vacation.objects.filter(user=user, pk=number).first()
        if found is None:
            raise Barred("no_vacation", _("there is no such vacation"))
        before, day = spans_of([user.pk]).get(user.pk, []), today(now())
        if found.last < day:
            raise BadInput(_("that vacation is over"))
        if found.first < day:
            found.last = day - timedelta(days=1)
            found.save()
        else:
            found.delete()
        _reckon_again(user, before)


def _reckon_again(user: User, before: Sequence[Span]) -> None:
    """Inside a transaction: when the slow clocks of a person run out, now that they are away at other times."""
    after = spans_of([user.pk]).get(user.pk, [])
    seats = Seat.objects.filter(user=user, table__status=Table.Status.RUNNING, table__clock__isnull=False)
    for seat in seats.select_related("table"):
        table = seat.table
        for _try in range(3):
            clock, hands = clock_of(table), hands_of(table)
            if clock is None or not clock.slow or hands.get(seat.name, _STANDS).since is None:
                break
            changed = columns(again(clock, hands, now(), seat.name, before, after))
            rows = Table.objects.filter(pk=table.pk, revision=table.revision)
            if rows.update(revision=F("revision") + 1, **changed):
                ring(table.pk)
                break
            table.refresh_from_db()


_STANDS = Hand(0)
