"""Who plays which seat once a game has begun: resigning, taking a seat that was left, replacing who does not come.

A seat keeps its name, as the game knows its player by it. A seat that its person has left is played by a bot or waits,
and another person may take it; whoever plays it sees what the seat sees, and whoever left it sees it no longer.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache, partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from kaiping.bots import level
from kaiping.errors import BadInput
from kaiping.web.games.access import Visit, seats_of
from kaiping.web.games.bell import ring
from kaiping.web.games.changes import remark
from kaiping.web.games.clocks import duration, newcomer
from kaiping.web.games.errors import Barred, NotYours
from kaiping.web.games.hearing import has_heard
from kaiping.web.games.models import Departure, Guest, Program, Seat, Table
from kaiping.web.games.notices import tell_replaced
from kaiping.web.games.opening import check_owner, lock
from kaiping.web.games.timekeeping import absence, after_change, clock_of, hands_of


class To(StrEnum):
    """Who gets a seat that somebody resigns."""

    BOT = "bot"
    OFFER = "offer"


def resign(view: Visit, to: str, bot: str = "") -> None:
    """Give one's seat up in a running game: to a bot, or to whoever takes it, for whom the game waits."""
    bot = stand_in(bot)
    if to not in list(To):
        raise BadInput(_("say whether a bot takes your seat or it is offered to others"))
    with transaction.atomic():
        lock_running(view.table)
        seat = _own(view)
        vacate(view.table, seat, Departure.How.RESIGNED, bot=bot if to == To.BOT else "")
        words = _("%(seat)s has resigned; a bot plays on") if to == To.BOT else _("%(seat)s has resigned")
        remark(view.table, words % {"seat": seat.name}, user=view.person.user)


def take(view: Visit, name: str) -> None:
    """Sit down in a seat that its person has left; or come back to one's own, if the table lets people."""
    user = view.person.user
    if user is None:
        raise BadInput(_("sign in to sit down"))
    with transaction.atomic():
        lock_running(view.table)
        table = view.table
        seat = _named(table, name)
        reason = why_not_taken(view, seat)
        if reason is not None:
            raise reason
        returns = Departure.objects.filter(table=table, user=user).exists()
        try:
            with transaction.atomic():
                Seat.objects.filter(pk=seat.pk).update(user=user, bot="")
        except IntegrityError:
            raise Barred("seated_already", _("%s sits at this table already") % user.get_username()) from None
        hands = newcomer(clock_of(table), hands_of(table), name, returns=returns)
        _seats_changed(table, name, hands)
        words = _("%(name)s comes back to the seat") if returns else _("%(name)s takes the seat of %(seat)s")
        remark(table, words % {"name": user.get_username(), "seat": name}, user=user)
        if not returns:
            has_heard(table, view.person, table.said)


def why_not_taken(view: Visit, seat: Seat) -> Barred | None:
    """What keeps this person from sitting down there."""
    table, user = view.table, view.person.user
    if not is_left(table, seat):
        return Barred("seat_taken", _("the seat of %s is not free") % seat.name)
    if table.seats.filter(user=user).exists():
        return Barred("seated_already", _("%s sits at this table already") % (view.person.name or ""))
    sat = set(Departure.objects.filter(table=table, user=user).values_list("seat", flat=True))
    if sat - {seat.name}:
        return Barred("knows_another_seat", _("you have played another seat here, and know what it knows"))
    if sat and not table.hand_back:
        return Barred("no_way_back", _("at this table nobody comes back to a seat that they have left"))
    return None


def is_left(table: Table, seat: Seat) -> bool:
    """Has its person left the seat, and nobody else taken it? Bots that were invited keep theirs."""
    if seat.user_id is not None or table.kind == Table.Kind.HOT_SEAT or table.status != Table.Status.RUNNING:
        return False
    return not seat.bot or seat.name in _departed(table.pk, table.seated)


@lru_cache(4096)
def _departed(table: int, seated: int) -> frozenset[str]:
    """Seats that somebody has left; like the seats themselves, known by the counter that their changes raise."""
    return frozenset(Departure.objects.filter(table=table).values_list("seat", flat=True))


def replace(view: Visit, name: str, bot: str = "") -> None:
    """Whoever opened the table lets a bot play for somebody who has not come for long, or in a seat that waits."""
    check_owner(view)
    bot = stand_in(bot)
    with transaction.atomic():
        lock_running(view.table)
        table = view.table
        seat = _named(table, name)
        if seat.bot:
            raise Barred("seat_taken", _("a bot plays the seat of %s already") % name)
        if name in view.own_among([seat]):
            raise BadInput(_("your own seat you can resign"))
        if seat.user_id is not None and absence(table, name) < table.patience:
            words = {"seat": name, "time": duration(table.patience)}
            raise Barred("not_absent", _("%(seat)s may be replaced when waited for %(time)s") % words)
        vacate(table, seat, Departure.How.HOST, bot=bot)
        remark(table, _("A bot plays for %(seat)s, who was not there") % {"seat": name}, user=view.person.user)


# --- for those who change seats -----------------------------------------------------------------------

#: who plays a seat that was left, if nobody says otherwise: it answers at once
STAND_IN = "casual"


def stand_in(bot: str) -> str:
    """The level that somebody has asked for, or the usual one."""
    return level(bot).name if bot else STAND_IN


def lock_running(table: Table) -> None:
    """Inside a transaction: nobody else changes a table in play until we are done."""
    lock(table)
    if table.status == Table.Status.WAITING:
        raise Barred("not_begun", _("the game has not started yet"))
    if table.status != Table.Status.RUNNING:
        raise Barred("game_over", _("the game is over"))
    if table.kind == Table.Kind.HOT_SEAT:
        raise BadInput(_("around one screen nobody leaves"))


def vacate(table: Table, seat: Seat, how: Departure.How, bot: str) -> None:
    """Inside a transaction that has locked the table: the seat is a bot's, or nobody's; its person may look on."""
    if seat.user is not None:
        Departure.objects.create(table=table, seat=seat.name, user=seat.user, how=how, played=table.played)
        Guest.objects.get_or_create(table=table, user=seat.user)
        if how != Departure.How.RESIGNED:
            transaction.on_commit(partial(tell_replaced, table, seat.user))
    Seat.objects.filter(pk=seat.pk).update(user=None, bot=bot)
    _seats_changed(table, seat.name)


def people_at(table: Table) -> list[str]:
    """Seats with a person in them."""
    return [seat.name for seat in seats_of(table) if seat.user_id is not None]


def _seats_changed(table: Table, name: str, hands: dict[str, Any] | None = None) -> None:
    """What hangs on a seat ends with who played it: its program, what was asked, and its clock."""
    Program.objects.filter(table=table, seat=name).delete()
    seats = list(Seat.objects.filter(table=table))
    times = after_change(table, table.acting, played=table.played, completes=False, hands=hands, seats=seats)
    found = {"asking": None, "voting": None, **times}
    Table.objects.filter(pk=table.pk).update(seated=F("seated") + 1, revision=F("revision") + 1, **found)
    table.refresh_from_db()
    ring(table.pk)


def _own(view: Visit) -> Seat:
    user = view.person.user
    seat = None if user is None else Seat.objects.filter(table=view.table, user=user).first()
    if seat is None:
        raise NotYours(_("You do not sit at this table."))
    return seat


def _named(table: Table, name: str) -> Seat:
    seat = Seat.objects.filter(table=table, name=name).select_related("user").first()
    if seat is None:
        raise Barred("not_seated", _("%s does not sit at this table") % name)
    return seat
