"""Deleting an account: at once nobody can use it, and soon nothing of the person is left but what the games need.

Games stay, with "somebody" in the person's place; in those that run a bot plays on. Tables are changed one by one, each
in a transaction of its own, away from the request; if the server stops meanwhile, the next start goes on with it.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

from axes.models import AccessAttempt
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import close_old_connections, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from kaiping.errors import KaipingError
from kaiping.titles import TITLES
from kaiping.web.games.bell import ring
from kaiping.web.games.changes import remark
from kaiping.web.games.models import Departure, Seat, Table
from kaiping.web.games.renaming import count_up, free_name, rename_author, rename_seat
from kaiping.web.games.robots import BACKGROUND
from kaiping.web.games.seats import STAND_IN, vacate
from kaiping.web.site.models import ApiToken, Hook, Leaving, Preferences, PushAddress, RecoveryCode, SecondStep
from kaiping.web.site.names import NOBODY
from kaiping.web.site.ratings import bring_up_to_date
from kaiping.web.site.sessions import SessionStore

_log = logging.getLogger(__name__)
_worker = ThreadPoolExecutor(1, thread_name_prefix="farewell")


def take_leave(user: User) -> None:
    """From now on nobody signs in there; the rest follows in the background."""
    with transaction.atomic():
        Leaving.objects.get_or_create(user=user)
        for owned in (ApiToken, Hook, PushAddress, SecondStep, RecoveryCode):
            owned.objects.filter(user=user).delete()
        Preferences.objects.update_or_create(user=user, defaults={"hidden": True, "mail": False, "confirmed": ""})
        user.is_active, user.email = False, ""
        user.set_unusable_password()
        user.save()
        transaction.on_commit(go_on)


def go_on() -> None:
    """Take those out of the games who have taken their leave, in the background."""
    _worker.submit(_quietly)


def _quietly() -> None:
    try:
        for leaving in Leaving.objects.select_related("user").order_by("pk"):
            _forget_quietly(leaving.user)
    except Exception:
        _log.exception("accounts that were deleted are still there; the next start of the server tries again")
    finally:
        close_old_connections()


def _forget_quietly(user: User) -> None:
    """What goes wrong with one must not keep the others."""
    number = user.pk
    try:
        for table in forget(user):
            BACKGROUND.add(table)
    except Exception:
        _log.exception("account %d, which was deleted, is still there; the next start tries again", number)


def forget(user: User) -> list[int]:
    """Take somebody out of every table, then take the account away; where a bot is to play on."""
    for title in TITLES:
        bring_up_to_date(title)  # what they were rated stays with the games of others
    name, running = user.get_username(), []
    Table.objects.filter(kind=Table.Kind.HOT_SEAT, owner=user).delete()
    sat = Q(seats__user=user) | Q(departures__user=user)
    theirs = Table.objects.filter(sat | Q(owner=user) | Q(remarks__user=user))
    for key in sorted(set(theirs.values_list("pk", flat=True))):
        with transaction.atomic():
            table = Table.objects.select_for_update().get(pk=key)
            seat = Seat.objects.filter(table=table, user=user).first()
            if table.status == Table.Status.WAITING:
                _leave_waiting(table, seat, user)
            else:
                _leave_begun(table, seat, user)
        if seat is not None and table.status == Table.Status.RUNNING:
            running.append(key)
    _forget_sessions(user)
    AccessAttempt.objects.filter(username=name).delete()
    user.delete()
    return running


def _leave_waiting(table: Table, seat: Seat | None, user: User) -> None:
    """Stand up; a table at which nobody is left goes."""
    if seat is not None:
        seat.delete()
    if not Seat.objects.filter(table=table, user__isnull=False).exists():
        ring(table.pk)
        table.delete()
        return
    rename_author(table, user.get_username(), free_name(table, NOBODY), user)
    count_up(table)
    _hand_on(table, user)


def _leave_begun(table: Table, seat: Seat | None, user: User) -> None:
    """What was theirs is somebody's, be it that they had left the seat before."""
    alias = free_name(table, NOBODY)
    left = Departure.objects.filter(table=table, user=user).order_by("pk").values_list("seat", flat=True).first()
    name = left if seat is None else seat.name
    if seat is not None:
        if table.status == Table.Status.RUNNING:
            vacate(table, seat, Departure.How.RESIGNED, bot=STAND_IN)
        else:
            Seat.objects.filter(pk=seat.pk).update(user=None)
    if name is not None:
        _anonymous(table, name, alias)
        for copy in Table.objects.select_for_update().filter(origin=table):
            if Seat.objects.filter(table=copy, name=name, user=None).exists():
                _anonymous(copy, name, free_name(copy, NOBODY))
    if seat is not None and table.status == Table.Status.RUNNING:
        remark(table, _("%s has left for good; a bot plays on") % alias)
    rename_author(table, user.get_username(), alias, user)
    count_up(table)
    _hand_on(table, user)


def _anonymous(table: Table, old: str, alias: str) -> None:
    """Give a seat the name, unless the old one is a word of the game that cannot be told from it."""
    try:
        with transaction.atomic():
            rename_seat(table, old, alias)
    except KaipingError as wrong:
        _log.warning("a seat of table %s keeps its name: %s", table.key, wrong)
        table.refresh_from_db()


def _hand_on(table: Table, owner: User) -> None:
    """Whoever sits there next looks after a table of somebody who is gone."""
    if table.owner_id == owner.pk:
        heir = Seat.objects.filter(table=table, user__isnull=False).exclude(user=owner).order_by("number").first()
        Table.objects.filter(pk=table.pk).update(owner=None if heir is None else heir.user_id)


def _forget_sessions(user: User) -> None:
    """Browsers that were signed in: their sessions name the account."""
    store = SessionStore()
    for session in Session.objects.iterator():
        if store.decode(session.session_data).get(SESSION_KEY) == str(user.pk):
            session.delete()
