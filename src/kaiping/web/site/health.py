"""What those ask who watch over the server: is it well, and its figures. Neither needs a session, nor opens a game."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from kaiping.web.address import from_this_machine
from kaiping.web.for_programs import HEALTH, METRICS
from kaiping.web.site.away import away
from kaiping.web.workers import WORKER, joined


class AboutTheServer:
    """Answers before anything else is looked at, by whatever name the server was called: a watcher may know none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == HEALTH:
            return health(request)
        if request.path == METRICS and _may_read_figures(request):
            return figures(request)
        return self.get_response(request)  # where there is nothing, as far as others can tell


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """The process answers, and so does its database, within the time that anybody waits for it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
            cursor.fetchone()
    except Error as wrong:
        return away(request, wrong) or _plain("The database cannot be used.", 503)
    return _plain("ok", 200)


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """Those of all workers of this machine."""
    return _plain(joined(WORKER.everybody()), 200, CONTENT_TYPE_PLAIN_0_0_4)


def _may_read_figures(request: HttpRequest) -> bool:
    """A program of this machine, or whoever has the token."""
    if isinstance(request, ASGIRequest) and from_this_machine(request):
        return True
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_TOKEN
    return bool(wanted) and kind == "Bearer" and secrets.compare_digest(token.encode(), wanted.encode())


def _plain(content: str | bytes, status: int, kind: str = "text/plain; charset=utf-8") -> HttpResponse:
    return HttpResponse(content, status=status, content_type=kind, headers={"Cache-Control": "no-store"})
