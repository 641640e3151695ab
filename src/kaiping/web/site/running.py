"""How the server is doing, for whoever runs it."""

from __future__ import annotations

import platform
import shutil
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kaiping import __version__
from kaiping.web.games.access import person_of
from kaiping.web.games.models import Move, Table
from kaiping.web.workers import WORKER, Told

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
#: slow requests and errors that are shown
_SHOWN = 12


@never_cache
@require_safe
@login_required
def running(request: HttpRequest) -> HttpResponse:
    """For staff; to others there is no such page."""
    user = person_of(request).user
    if user is None or not user.is_staff:
        raise Http404("there is no such page")
    told = WORKER.everybody()
    workers = [_worker(one) for one in told]
    slow = sorted((one for worker in told for one in worker.slow), key=lambda one: -one.seconds)[:_SHOWN]
    complaints = sorted((one for worker in told for one in worker.complaints), key=lambda one: -one.at)[:_SHOWN]
    found = {
        "now": timezone.now(),
        "version": __version__,
        "software": f"Python {platform.python_version()}, Django {django.get_version()}",
        "tables": _tables(),
        "people": _people(),
        "moves": [_moves(_HOUR), _moves(_DAY)],
        "workers": workers,
        "figures": [(name, [worker[key] for worker in workers]) for name, key in _figures()],
        "slow": [{"one": one, "at": _moment(one.at), "ms": round(one.seconds * 1000)} for one in slow],
        "complaints": [{"one": one, "at": _moment(one.at)} for one in complaints],
        "disk": _disk(),
    }
    return render(request, "site/running.html", found)


def _tables() -> list[dict[str, Any]]:
    """How many there are in each status, of each kind."""
    rows = Table.objects.values_list("status", "kind").annotate(number=Count("pk"))
    counted = {(status, kind): number for status, kind, number in rows}
    return [
        {
            "status": status.label,
            "kinds": [counted.get((status.value, kind.value), 0) for kind in Table.Kind],
            "all": sum(counted.get((status.value, kind.value), 0) for kind in Table.Kind),
        }
        for status in Table.Status
    ]


def _people() -> dict[str, int]:
    acted = Move.objects.filter(pk__gte=_first_move_since(timezone.now() - _DAY), user__isnull=False)
    return {
        "accounts": User.objects.count(),
        "new": User.objects.filter(date_joined__gte=timezone.now() - _DAY).count(),
        "acted": acted.values("user").distinct().count(),
    }


def _moves(within: timedelta) -> dict[str, Any]:
    """How many were stored, by whom, and how many that makes a minute."""
    since = timezone.now() - within
    rows = Move.objects.filter(pk__gte=_first_move_since(since)).values_list("how").annotate(number=Count("pk"))
    by_how = dict(rows)
    count = sum(by_how.values())
    return {
        "hours": within // _HOUR,
        "count": count,
        "a_minute": count / (within / timedelta(minutes=1)),
        "by_how": [by_how.get(how.value, 0) for how in Move.How],
    }


def _first_move_since(moment: datetime) -> int:
    """The id of the first move since then. Ids grow with time, so a few looks find it among millions of moves."""
    low = 0
    high = (Move.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    while low < high:
        middle = (low + high) // 2
        row = Move.objects.filter(pk__gte=middle).order_by("pk").values_list("pk", "at").first()
        if row is None or row[1] >= moment:
            high = middle
        else:
            low = row[0] + 1
    return low


def _worker(told: Told) -> dict[str, Any]:
    names = {
        "requests": "kaiping_requests_total",
        "mistakes": "kaiping_mistakes_total",
        "connections": "kaiping_connections",
        "streams": "kaiping_streams",
        "games": "kaiping_games_cached",
        "cold": "kaiping_cold_openings_total",
        "memory": "process_resident_memory_bytes",
    }
    figures = {name: int(told.figure(metric)) for name, metric in names.items()}
    return {"number": told.number, "process": told.process, "since": _moment(told.since), **figures}


def _figures() -> list[tuple[str, str]]:
    """Those of each worker that are told as they are."""
    return [
        (_("Process"), "process"),
        (_("Open connections"), "connections"),
        (_("Listening pages"), "streams"),
        (_("Games in memory"), "games"),
        (_("Games opened cold"), "cold"),
        (_("Requests"), "requests"),
    ]


def _disk() -> dict[str, Any]:
    room = shutil.disk_usage(settings.DATA)
    return {"free": room.free, "total": room.total, "folder": _size(settings.DATA), **_database()}


def _size(folder: Path) -> int:
    """Of all files in it; some may vanish meanwhile."""
    found = 0
    for file in folder.rglob("*"):
        with suppress(OSError):
            found += file.lstat().st_size
    return found


def _database() -> dict[str, Any]:
    if connection.vendor == "postgresql":
        ask = "SELECT pg_database_size(current_database()), current_setting('server_version')"
    else:
        ask = "SELECT page_count * page_size, sqlite_version() FROM pragma_page_count(), pragma_page_size()"
    with connection.cursor() as cursor:
        cursor.execute(ask)
        size, version = cursor.fetchone()
    return {"database": size, "kind": f"{connection.display_name} {version}"}


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
