"""Runs Django's pages under ASGI: each request in one thread from beginning to end.

Our pages are synchronous. Django's own ASGI handler would carry each of them several times between the event loop and a
thread made for the request, with a new database connection every time, and would drop an action half-way when its
browser goes. Here a few threads stay, keep their connections, and finish what they have begun.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db import OperationalError
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils.translation import gettext as _

from kaiping.web import metrics, patience
from kaiping.web.bodies import Bodies, Gone, Refused
from kaiping.web.for_programs import HEALTH, METRICS, from_program, said
from kaiping.web.log import Asked, discreet, working_on
from kaiping.web.recent import RECENT, Slow
from kaiping.web.site.away import AGAIN, away

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

#: requests worked on at a time; the others wait their turn
THREADS = 8
#: threads for what needs no database, so that it never waits for those who do
STILL = 2
#: seconds after which a request took long
_LONG = 1.0
_SESSION = settings.SESSION_COOKIE_NAME.encode()

_log = logging.getLogger(__name__)


#: what needs no database whoever asks, and what needs none as long as nobody is known
_NEEDS_NONE = re.compile(
    r"/static/.*|/push-worker\.js|/rules/.*|/api/(v1/)?(titles|bots|levels|openapi\.json)|/api/docs"
)
_NEEDS_NONE_UNKNOWN = {"/", "/learn", "/sign-in", "/sign-up", "/forgotten"}


class _Ready(NamedTuple):
    """An answer as it goes over the wire."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes
    #: by what name of ours it was found
    route: str = "none"


class Pages(BaseHandler):
    """The ASGI application of all pages."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="pages")
        self._still = ThreadPoolExecutor(STILL, thread_name_prefix="still")
        self._bodies = Bodies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        arrived, asked = time.monotonic(), Asked.now(scope["method"], scope["path"])
        try:
            async with self._bodies.body(scope, receive) as body:
                threads = self._still if _needs_no_database(scope) else self._threads
                arrived = time.monotonic()  # all of it has
                ready = await asyncio.get_running_loop().run_in_executor(
                    threads, self._in_turn, arrived, asked, scope, body
                )
        except Gone:
            return
        except Refused as refused:
            ready = _said(scope, refused.status, refused.sentence)
        _note(asked, ready, time.monotonic() - arrived)
        await self._send(ready, scope, send)

    async def refuse(self, status: int, sentence: str, scope: Scope, send: Send) -> None:
        """Say no before anything is read or looked up."""
        ready = _said(scope, status, sentence)
        _note(Asked.now(scope["method"], scope["path"]), ready, 0.0)
        await self._send(ready, scope, send)

    async def _send(self, ready: _Ready, scope: Scope, send: Send) -> None:
        headers = [*ready.headers]
        if ready.status != 304:  # of what the reader has already it would tell a wrong length
            headers.append((b"Content-Length", b"%d" % len(ready.content)))
        await send({"type": "http.response.start", "status": ready.status, "headers": headers})
        content = b"" if scope["method"] == "HEAD" else ready.content
        await send({"type": "http.response.body", "body": content})

    def _in_turn(self, arrived: float, asked: Asked, scope: Scope, body: bytes) -> _Ready:
        with working_on(asked):
            try:
                return patience.in_turn(arrived, self._answer, scope, body)
            except OperationalError as wrong:  # before it was its turn
                response = away(ASGIRequest(dict(scope), io.BytesIO()), wrong)
                if response is None:
                    raise
                return _Ready(response.status_code, _headers(response), response.content)

    def _answer(self, scope: Scope, body: bytes) -> _Ready:
        set_script_prefix(scope.get("root_path", "") or "/")
        signals.request_started.send(sender=type(self), scope=scope)
        response: HttpResponseBase
        method = "GET" if scope["method"] == "HEAD" and from_program(scope["path"]) else scope["method"]
        request = ASGIRequest({**scope, "method": method}, io.BytesIO(body))
        try:
            response = self.get_response(request)
        except UnicodeDecodeError:  # a path that is no text
            return _said(scope, 400, _("The browser sent something that cannot be understood."))
        try:
            return _Ready(response.status_code, _headers(response), b"".join(response), _route(request))
        finally:
            response.close()  # which ends the request for Django


def _route(request: ASGIRequest) -> str:
    """The name of the route, for counting: never what a caller wrote, of which there is no end."""
    match = request.resolver_match
    if match is not None:
        return match.view_name or match.route
    if request.path in (HEALTH, METRICS):
        return request.path.strip("/")
    return "static" if request.path.startswith(settings.STATIC_URL) else "none"


def _note(asked: Asked, ready: _Ready, seconds: float) -> None:
    """Count an answer, and remember it if it took long."""
    method, path, status = asked.method, asked.path, ready.status
    metrics.answered(ready.route, method, status, seconds)
    if RECENT.is_slow(seconds):
        RECENT.took(Slow(time.time(), seconds, method[:10], ready.route, discreet(path)[:200], status))
    if seconds >= _LONG:
        about = {"route": ready.route, "status_code": status, "ms": round(seconds * 1000)}
        with working_on(asked):
            _log.info("a request took long", extra=about)


def _said(scope: Scope, status: int, sentence: str) -> _Ready:
    """A refusal that needs nothing of Django: for programs as the API says it, for people as plain text."""
    if from_program(scope["path"]):
        kind, content = b"application/json", said(status, sentence)
    else:
        kind, content = b"text/plain; charset=utf-8", f"{sentence}\n".encode()
    headers = [(b"Content-Type", kind), (b"X-Content-Type-Options", b"nosniff"), (b"Cache-Control", b"no-store")]
    if status in (429, 503):
        headers.append((b"Retry-After", b"%d" % AGAIN))
    return _Ready(status, headers, content)


def _needs_no_database(scope: Scope) -> bool:
    if scope["method"] not in ("GET", "HEAD"):
        return False
    path: str = scope["path"]
    if _NEEDS_NONE.fullmatch(path):
        return True
    known = any(name == b"cookie" and _SESSION in value for name, value in scope["headers"])
    return path in _NEEDS_NONE_UNKNOWN and not known


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    found = [
        (name.encode("ascii"), value.encode("latin-1"))
        for name, value in response.items()
        if name.lower() != "content-length"
    ]
    cookies = (cookie.OutputString().encode("ascii") for cookie in response.cookies.values())
    return found + [(b"Set-Cookie", cookie) for cookie in cookies]
