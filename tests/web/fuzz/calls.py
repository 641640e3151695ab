"""A call as bytes, and what came of it, over a connection that stays open."""

from __future__ import annotations

import gzip
import json
import socket
import time
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import brotli

#: what is no HTTP is refused before anybody knows what was asked for
NO_HTTP = b"Invalid HTTP request received."
#: what is for people, though it stands below /api
PAGES = {"/api/docs"}
#: seconds within which every answer has come; the machine may be busy with other tests
LIMIT = 120.0


class Call(NamedTuple):
    """One request: who asks, and what goes over the wire."""

    who: str
    method: str
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    #: which route of the site or the API it was made for
    route: str = ""

    def raw(self, host: bytes) -> bytes:
        named = {name.lower() for name, _value in self.headers}
        lines = [b"%s %s HTTP/1.1" % (self.method.encode(), self.target)]
        if b"host" not in named:
            lines.append(b"Host: " + host)
        lines += [b"%s: %s" % header for header in self.headers]
        if b"transfer-encoding" in named:
            sent = b"%x\r\n%s\r\n0\r\n\r\n" % (len(self.body), self.body) if self.body else b"0\r\n\r\n"
        else:
            sent = self.body
            lines.append(b"Content-Length: %d" % len(sent))
        return b"\r\n".join([*lines, b"", sent])

    @property
    def path(self) -> str:
        """As the server takes it."""
        with suppress(ValueError):
            return unquote(urlsplit(self.target.decode("latin-1")).path)
        return ""

    def __str__(self) -> str:
        return f"{self.who}: {self.raw(b'...')!r}"


class Answer(NamedTuple):
    """What came; status 0 if there was none."""

    status: int
    kind: str
    body: bytes
    seconds: float
    #: seconds after which to ask again, if the server wants that
    again: str = ""
    why: str = ""

    def fault(self, call: Call) -> str:
        """What must never be; nothing if all is well."""
        if self.status == 0:
            return f"no answer: {self.why}"
        if self.status >= 500:
            return f"{self.status}: {self.body[:300]!r}"
        if self.seconds > LIMIT:
            return f"{self.seconds:.0f} seconds"
        if b"Traceback (most recent" in self.body:
            return "a traceback"
        if not call.path.startswith("/api/") or call.method == "HEAD" or self.status in (204, 304):
            return ""
        if self.status == 400 and self.body == NO_HTTP:
            return ""
        if self.status < 400 and self.kind.startswith(("image/", "text/event-stream")):
            return ""
        if self.status == 200 and call.path in PAGES:
            return "" if self.kind.startswith("text/html") else f"a page as {self.kind}"
        if not self.kind.startswith("application/json"):
            return f"{self.status} of the API as {self.kind or 'nothing'}: {self.body[:200]!r}"
        try:
            json.loads(self.body)
        except ValueError:
            return f"{self.status} of the API is no JSON: {self.body[:200]!r}"
        return ""


class Line:
    """A connection to a server, opened again when the server has closed it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None
        self._place = parts.hostname, parts.port or 80
        self._host = parts.netloc.encode()
        self._socket: socket.socket | None = None

    def ask(self, call: Call) -> Answer:
        raw = call.raw(self._host)
        began = time.monotonic()
        try:
            return self._ask(call, raw, began)
        except ConnectionError:  # it was closed meanwhile, which the other side may do between two requests
            self.close()
        except (OSError, HTTPException) as wrong:
            self.close()
            return Answer(0, "", b"", time.monotonic() - began, why=repr(wrong))
        try:
            return self._ask(call, raw, began)
        except (OSError, HTTPException) as wrong:
            self.close()
            return Answer(0, "", b"", time.monotonic() - began, why=repr(wrong))

    def _ask(self, call: Call, raw: bytes, began: float) -> Answer:
        if self._socket is None:
            self._socket = socket.create_connection(self._place, timeout=LIMIT + 30)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(
            BrokenPipeError
        ):  # a body that is refused before it has been read: there is an answer all the same
            self._socket.sendall(raw)
        response = HTTPResponse(self._socket, method=call.method)
        response.begin()
        kind = response.headers.get("Content-Type", "")
        endless = kind.startswith("text/event-stream")
        body = b"" if endless else response.read()
        if endless or response.will_close:
            self.close()
        seconds = time.monotonic() - began
        if response.headers.get("Content-Encoding") == "gzip" and body:
            body = gzip.decompress(body)
        elif response.headers.get("Content-Encoding") == "br" and body:
            body = brotli.decompress(body)
        return Answer(response.status, kind, body, seconds, response.headers.get("Retry-After", ""))

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
