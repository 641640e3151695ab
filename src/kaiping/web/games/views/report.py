"""What became of a game that is over, on one page to read and to print."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from kaiping.analysis import decode
from kaiping.report import page as report_page
from kaiping.report import report as report_of
from kaiping.report.looked_back import looked_back
from kaiping.web.games.errors import Barred
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.gate import GATE
from kaiping.web.games.looking_back import ANALYST, stands
from kaiping.web.games.models import Table
from kaiping.web.games.views.page import started_view
from kaiping.web.site.limits import too_often
from kaiping.web.site.locked import locked_out


@require_safe
@never_cache
def report(request: HttpRequest, key: str) -> HttpResponse:
    table = started_view(request, key).table
    if table.status != Table.Status.FINISHED:
        raise Http404("the game is not over")
    found = {"table": table, "report": _body(table.key, table.revision, table.moved, get_language())}
    return render(request, "games/report.html", found | _analysis(table))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def analysis(request: HttpRequest, key: str) -> HttpResponse:
    """The part of the report about the analysis of the game, which asks for itself again while it is under way.

    ``POST`` has the game analysed, for whoever may see it.
    """
    table = started_view(request, key).table
    if request.method == "POST":
        return _ask(request, table)
    if table.status != Table.Status.FINISHED:
        raise Http404("the game is not over")
    return render(request, "games/analysis.html", _analysis(table))


def _ask(request: HttpRequest, table: Table) -> HttpResponse:
    if table.status == Table.Status.FINISHED and not stands(table).found:
        if too_often(request, "analyses", settings.ANALYSES, 3600):
            return locked_out(request)
    try:
        ANALYST.ask(table)
    except Barred as wrong:
        return HttpResponse(str(wrong), status=422, content_type="text/plain; charset=utf-8")
    return redirect(f"{reverse('games:report', args=[table.key])}#analysis")


def _analysis(table: Table) -> dict[str, Any]:
    """How it stands, and what it has found once it is there."""
    how = stands(table)
    found = _looked_back(table.key, table.revision, how.found, get_language()) if how.found else ""
    return {"table": table, "how": how, "found": found}


@lru_cache(64)
def _looked_back(key: str, revision: int, found: str, language: str | None) -> SafeString:
    """Drawn once, as the report is."""
    table = Table.objects.get(key=key)
    address = table.get_absolute_url()
    with GATE.passing(urgent=False):
        drawn = looked_back(GAMES.game(table), decode(found.encode()), lambda number: f"{address}?at={number}")
        return mark_safe(drawn)


@lru_cache(64)
def _body(key: str, revision: int, moved: datetime, language: str | None) -> SafeString:
    """Drawn once: a game that is over does not change, unless it is taken back and played again."""
    table = Table.objects.get(key=key)
    address = table.get_absolute_url()
    with GATE.passing(urgent=False):
        found = report_of(GAMES.game(table))
        return mark_safe(report_page.body(found, lambda number: f"{address}?at={number}"))
