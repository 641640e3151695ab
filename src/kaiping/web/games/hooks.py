"""Notices "your turn" to programs: posted to the addresses that their owners named, signed, and tried again.

The body is JSON. The header ``Kaiping-Signature`` is ``t=SECONDS,v1=HEX``: an HMAC-SHA256, under the hook's secret, of
the seconds, a dot and the body (``kaiping.client.signed`` checks it). What is not answered by a 2xx is sent again after
growing pauses; a hook that has taken nothing for a day is switched off, and its owner is told in the settings.

What waits is stored, so that a server that stops forgets nothing; of several processes the one that moves a delivery on
sends it.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from threading import Event, Thread

from django.conf import settings
from django.db import Error, close_old_connections
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from kaiping import __version__
from kaiping.web.games.models import Seat, Table
from kaiping.web.push import place_of
from kaiping.web.site.hooks import WAITING, deliver
from kaiping.web.site.models import Delivery, Hook

#: seconds before a notice is tried again, each time; then it is given up
PAUSES = (10, 60, 300, 1800, 7200, 21600)
#: seconds for which a hook may take nothing before it is switched off
PATIENCE = 24 * 3600
#: seconds that the other side has to answer
_SECONDS = 10
#: seconds after which a delivery that a process has taken is another's, if that process has ended meanwhile
_TAKEN = 120
#: seconds from one look for deliveries to the next
_EVERY = 5.0
#: sent at a time, and looked at for that
_AT_ONCE = 8
_LOOKED_AT = 100

_log = logging.getLogger(__name__)


def tell_hooks(table: Table, seats: Iterable[str]) -> None:
    """Tell the programs of the people in these seats that it is their turn."""
    sitting = {seat.user_id: seat.name for seat in Seat.objects.filter(table=table, name__in=seats, user__isnull=False)}
    hooks = list(Hook.objects.filter(user__in=sitting, off=None)) if sitting else []
    for hook in hooks:
        message = {
            "event": "turn",
            "table": table.key,
            "seat": sitting[hook.user_id],
            "version": table.revision,
            "title": table.title,
            "url": f"{settings.PUBLIC_URL}{table.get_absolute_url()}",
        }
        deliver(hook, message)


def signature(secret: str, moment: int, body: str) -> str:
    digest = hmac.new(secret.encode(), f"{moment}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"


class Postman:
    """A thread that looks for what is due, and a few that send it."""

    def __init__(self) -> None:
        self._stopped = Event()
        self._senders = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="hooks")
        #: what is being sent, by hook: one at a time
        self._busy: dict[int, Future[None]] = {}

    def start(self) -> None:
        Thread(target=self._run, name="postman", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()
        WAITING.set()
        self._senders.shutdown(wait=False, cancel_futures=True)

    def _run(self) -> None:
        while not self._stopped.is_set():
            WAITING.clear()
            try:
                self._look()
            except Error as wrong:
                _log.warning("hooks wait for the database: %s", " ".join(str(wrong).split()))
            except RuntimeError:  # it stops
                return
            finally:
                close_old_connections()
            WAITING.wait(_EVERY)

    def _look(self) -> None:
        self._busy = {hook: sending for hook, sending in self._busy.items() if not sending.done()}
        for one in take(_AT_ONCE - len(self._busy), self._busy):
            sending = self._senders.submit(_send, one)
            self._busy[one.hook_id] = sending
            sending.add_done_callback(lambda _sent: WAITING.set())


def take(most: int, busy: Iterable[int] = ()) -> list[Delivery]:
    """Some that are due, one for each hook that is not busy; no other process has them."""
    now = timezone.now()
    later = now + timedelta(seconds=_TAKEN)
    due = Delivery.objects.filter(due__lte=now).exclude(hook__in=list(busy)).select_related("hook")
    found: dict[int, Delivery] = {}
    for one in due.order_by("due", "pk")[:_LOOKED_AT]:
        found.setdefault(one.hook_id, one)
    return [
        one
        for one in list(found.values())[:most]
        if Delivery.objects.filter(pk=one.pk, due=one.due).update(due=later, tries=F("tries") + 1)
    ]


def _send(one: Delivery) -> None:
    try:
        settle(one, posted(one))
    except Exception:
        _log.exception("a hook could not be told")
    finally:
        close_old_connections()


def posted(one: Delivery) -> str:
    """Send a notice; what went wrong in a few words, or nothing."""
    from kaiping.web.outward import NotOutside, post  # late, so that a server without hooks starts sooner

    hook, moment = one.hook, int(time.time())
    place = place_of(hook.url)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"kaiping/{__version__}",
        "Kaiping-Delivery": one.name,
        "Kaiping-Signature": signature(hook.secret, moment, one.body),
    }
    trusted = place is not None and place.host in settings.HOOK_HOSTS
    try:
        status = post(hook.url, one.body.encode(), headers, seconds=_SECONDS, trusted=trusted)
    except NotOutside:
        return _("it is not on the open internet")
    except OSError as wrong:  # whose words may hold addresses that nobody needs to know
        return _("it did not answer (%s)") % type(wrong).__name__
    return "" if 200 <= status < 300 else _("it answered %d") % status


def settle(one: Delivery, complaint: str) -> None:
    """It was taken, or is tried again later, or is given up; the hook is told apart by how it has fared."""
    hook, now = one.hook, timezone.now()
    row = Hook.objects.filter(pk=hook.pk)
    if not complaint:
        Delivery.objects.filter(pk=one.pk).delete()
        row.update(failing=None, complaint="")
        return
    row.filter(failing=None).update(failing=now)
    if not row.update(complaint=complaint[:200]):
        return  # deleted meanwhile, and its notices with it
    if row.filter(failing__lte=now - timedelta(seconds=PATIENCE)).exists():
        row.filter(off=None).update(off=now)
        Delivery.objects.filter(hook=hook).delete()
        return
    tried = one.tries + 1  # as the database has it
    if tried > len(PAUSES):
        Delivery.objects.filter(pk=one.pk).delete()
    else:
        Delivery.objects.filter(pk=one.pk).update(due=now + timedelta(seconds=PAUSES[tried - 1]))


#: one for each process
POSTMAN = Postman()
