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
from collections.abc import Callable, Iterator

from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import Error, close_old_connections
from django.http import Http404, HttpResponse

from kaiping.web.bodies import Refused
from kaiping.web.for_programs import from_program, said
from kaiping.web.games.access import Person, person_with, view_of
from kaiping.web.games.hub import GONE, Counters, Hub
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


def _by_session(request: ASGIRequest) -> Person:
    """Whoever asks, by the session's cookie, as on every page."""
    SessionMiddleware(lambda _: HttpResponse()).process_request(request)
    user = get_user(request)
    return person_with(user if isinstance(user, User) else None, request.session)


async def stream(
    hub: Hub,
    key: str,
    scope: Scope,
    receive: Receive,
    send: Send,
    known: Callable[[ASGIRequest], Person] = _by_session,
) -> None:
    """Answer one listener until it goes; ``known`` tells who it is."""
    try:
        if scope["method"] != "GET":
            raise Refused(405, "Method not allowed")
        found = await asyncio.to_thread(in_turn, time.monotonic(), _table_and_counters, key, scope, known)
    except Refused as refused:
        return await _refuse(refused, scope, send)
    except Error as wrong:
        if why_away(wrong) is None:
            raise
        return await _later(send)
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
                if now == GONE:
                    await _send(send, "event: gone\ndata: {}\n\n")
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


#: headers that tell a program more
_BESIDES = {
    401: [(b"www-authenticate", b"Bearer")],
    405: [(b"allow", b"GET")],
    429: [(b"retry-after", b"%d" % AGAIN)],
}


async def _refuse(refused: Refused, scope: Scope, send: Send) -> None:
    """A page needs no words; a program is told as everywhere."""
    content, headers = b"", list[tuple[bytes, bytes]]()
    if from_program(scope["path"]):
        content, headers = said(refused.status, refused.sentence), [(b"content-type", b"application/json")]
        headers += _BESIDES.get(refused.status, [])
    headers.append((b"content-length", b"%d" % len(content)))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def _later(send: Send) -> None:
    """The database is away: a browser that is refused would never listen again, so it is told when to come back."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": f"retry: {1000 * AGAIN}\n\n".encode()})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _table_and_counters(key: str, scope: Scope, known: Callable[[ASGIRequest], Person]) -> tuple[int, Counters]:
    """The table, if whoever asks may see it."""
    try:
        request = ASGIRequest(dict(scope), io.BytesIO())
        request.get_host()
        table = view_of(key, known(request)).table
        return table.pk, Counters(table.revision, table.said, table.seated)
    except Http404 as wrong:
        raise Refused(404, str(wrong)) from None
    except DisallowedHost:
        raise Refused(404, "there is no such table") from None
    finally:
        close_old_connections()
