"""What became of a game that is over, on one page to read and to print."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kaiping.report import page as report_page
from kaiping.report import report as report_of
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.gate import GATE
from kaiping.web.games.models import Table
from kaiping.web.games.views.page import started_view


@require_safe
@never_cache
def report(request: HttpRequest, key: str) -> HttpResponse:
    table = started_view(request, key).table
    if table.status != Table.Status.FINISHED:
        raise Http404("the game is not over")
    found = {"table": table, "report": _body(table.key, table.revision, table.moved, get_language())}
    return render(request, "games/report.html", found)


@lru_cache(64)
def _body(key: str, revision: int, moved: datetime, language: str | None) -> SafeString:
    """Drawn once: a game that is over does not change, unless it is taken back and played again."""
    table = Table.objects.get(key=key)
    address = table.get_absolute_url()
    with GATE.passing(urgent=False):
        found = report_of(GAMES.game(table))
        return mark_safe(report_page.body(found, lambda number: f"{address}?at={number}"))
