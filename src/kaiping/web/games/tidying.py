"""Tables that nobody will come back to: around one screen, of a browser without an account, and long left alone."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from django.conf import settings
from django.db import close_old_connections
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from kaiping.web.games.models import Move, Table
from kaiping.web.games.opening import lift_branches
from kaiping.web.site.farewell import go_on

#: days after which a table goes at which nobody has acted but bots
_UNTOUCHED_DAYS = 7
#: seconds from one look to the next, and tables taken away in one transaction, so that nobody waits for it
_EVERY = 6 * 3600
_AT_ONCE = 20

_log = logging.getLogger(__name__)


def abandoned() -> QuerySet[Table]:
    """What belongs to an account, or to people far apart, never is."""
    now = timezone.now()
    acted = Exists(Move.objects.filter(table=OuterRef("pk"), how=Move.How.PERSON))
    left = Q(moved__lt=now - timedelta(days=settings.KEEP_DAYS))
    untouched = Q(moved__lt=now - timedelta(days=min(_UNTOUCHED_DAYS, settings.KEEP_DAYS))) & ~acted
    return Table.objects.filter(left | untouched, kind=Table.Kind.HOT_SEAT, owner=None).order_by("pk")


def tidy() -> int:
    """Take abandoned tables away; how many there were."""
    gone = 0
    while keys := list(abandoned().values_list("pk", flat=True)[:_AT_ONCE]):
        for line in Table.objects.filter(pk__in=keys, origin__isnull=False):
            lift_branches(line)
        abandoned().filter(pk__in=keys).delete()
        gone += len(keys)
    return gone


async def keep_tidy() -> None:
    """Now and then, as long as the server runs."""
    while True:
        await asyncio.to_thread(_tidy_quietly)
        await asyncio.sleep(_EVERY)


def _tidy_quietly() -> None:
    try:
        tidy()
        go_on()
    except Exception:
        _log.exception("tables that were left alone could not be taken away")
    finally:
        close_old_connections()
