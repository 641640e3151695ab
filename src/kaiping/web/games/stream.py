"""The stream of server-sent events that keeps an open page up to date.

It is an ASGI application of its own beside Django's, because a listener should cost a coroutine, not a thread and a
database connection. An event's id is the counters of the table; a page that comes back after a lost connection is told
the present ones at once, and fetches what it has missed.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
import time
from collections.abc import Iterator

from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import Error, close_old_connections
from django.http import Http404, HttpResponse

from kaiping.web.games.access import person_with, view_of
from kaiping.web.games.hub import Counters, Hub
from kaiping.web.headers import CONTENT_POLICY
from kaiping.web.pages import Receive, Scope, Send
from kaiping.web.patience import in_turn
from kaiping.web.site.away import AGAIN, why_away

PATH = re.compile(r"/game/(?P<key>[a-z0-9]{1,16})/stream")
#: seconds after which a silent stream says that it is still there
BREATH = 15
#: milliseconds after which a browser tries again
RETRY = 1000

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", CONTENT_POLICY.encode()),
]


async def stream(hub: Hub, key: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one listener until it goes."""
    if scope["method"] != "GET":
        return await _refuse(405, send)
    try:
        found = await asyncio.to_thread(in_turn, time.monotonic(), _table_and_counters, key, scope)
    except Error as wrong:
        if why_away(wrong) is None:
            raise
        return await _later(send)
    if found is None:
        return await _refuse(404, send)
    table, counters = found
    async with hub.listen(table) as queue:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await _send(send, f"retry: {RETRY}\n\n" + "".join(_events(None, counters)))
        gone = asyncio.create_task(_until_gone(receive))
        try:
            while not gone.done():
                waiting = asyncio.create_task(queue.get())
                await asyncio.wait({gone, waiting}, timeout=BREATH, return_when=asyncio.FIRST_COMPLETED)
                if not waiting.done():
                    waiting.cancel()
                    if not gone.done():
                        await _send(send, ": still here\n\n")
                    continue
                now = waiting.result()
                if now is None:
                    break
                now = counters.later(now)
                await _send(send, "".join(_events(counters, now)))
                counters = now
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    return None


def _events(before: Counters | None, now: Counters) -> Iterator[str]:
    mark = f"id: {now.revision}.{now.said}.{now.seated}\n"
    if before is None or before.revision != now.revision:
        yield f"{mark}event: moved\ndata: {json.dumps({'version': now.revision})}\n\n"
    if before is None or before.said != now.said:
        yield f"{mark}event: chat\ndata: {json.dumps({'count': now.said})}\n\n"
    if before is not None and before.seated != now.seated:
        yield f"{mark}event: seats\ndata: {{}}\n\n"


async def _send(send: Send, text: str) -> None:
    if text:
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _refuse(status: int, send: Send) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


async def _later(send: Send) -> None:
    """The database is away: a browser that is refused would never listen again, so it is told when to come back."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": f"retry: {1000 * AGAIN}\n\n".encode()})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _table_and_counters(key: str, scope: Scope) -> tuple[int, Counters] | None:
    """The table, if whoever asks may see it: by the session's cookie, as on every page."""
    try:
        request = ASGIRequest(dict(scope), io.BytesIO())
        request.get_host()
        SessionMiddleware(lambda _: HttpResponse()).process_request(request)
        user = get_user(request)
        person = person_with(user if isinstance(user, User) else None, request.session)
        table = view_of(key, person).table
        return table.pk, Counters(table.revision, table.said, table.seated)
    except (Http404, DisallowedHost):
        return None
    finally:
        close_old_connections()
