"""Runs Django's pages under ASGI: each request in one thread from beginning to end.

Our pages are synchronous. Django's own ASGI handler would carry each of them several times between the event loop and a
thread made for the request, with a new database connection every time, and would drop an action half-way when its
browser goes. Here a few threads stay, keep their connections, and finish what they have begun.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

#: requests worked on at a time; the others wait their turn
THREADS = 8
#: no request is larger: a game file, with a little around it
MOST_BYTES = 5 * 1024 * 1024


class _Ready(NamedTuple):
    """An answer as it goes over the wire."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes


class Pages(BaseHandler):
    """The ASGI application of all pages."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read(receive)
        if body is None:
            return
        if len(body) > MOST_BYTES:
            ready = _Ready(413, [(b"Content-Type", b"text/plain"), (b"Connection", b"close")], b"That is too large.\n")
        else:
            ready = await asyncio.get_running_loop().run_in_executor(self._threads, self._answer, scope, body)
        headers = [*ready.headers, (b"Content-Length", b"%d" % len(ready.content))]
        await send({"type": "http.response.start", "status": ready.status, "headers": headers})
        content = b"" if scope["method"] == "HEAD" else ready.content
        await send({"type": "http.response.body", "body": content})

    def _answer(self, scope: Scope, body: bytes) -> _Ready:
        set_script_prefix(scope.get("root_path", "") or "/")
        signals.request_started.send(sender=type(self), scope=scope)
        response: HttpResponseBase
        try:
            response = self.get_response(ASGIRequest(dict(scope), io.BytesIO(body)))
        except UnicodeDecodeError:  # a path that is no text
            response = HttpResponse(status=400)
        try:
            return _Ready(response.status_code, _headers(response), b"".join(response))
        finally:
            response.close()  # which ends the request for Django


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    found = [
        (name.encode("ascii"), value.encode("latin-1"))
        for name, value in response.items()
        if name.lower() != "content-length"
    ]
    cookies = (cookie.OutputString().encode("ascii") for cookie in response.cookies.values())
    return found + [(b"Set-Cookie", cookie) for cookie in cookies]


async def _read(receive: Receive) -> bytes | None:
    """The body of a request, not much beyond what is allowed; None if the browser has gone."""
    parts: list[bytes] = []
    size = 0
    while size <= MOST_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if not message.get("more_body", False):
            break
    return b"".join(parts)
