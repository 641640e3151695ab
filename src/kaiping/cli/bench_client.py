"""A browser as small as can be: so that a benchmark measures the server and not its client."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import brotli

#: seconds of silence after which a server may have closed a connection
_SILENCE = 60.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    #: as it came over the wire
    content: bytes
    #: bytes over the wire, with the head
    size: int

    @property
    def text(self) -> str:
        match self.headers.get("content-encoding"):
            case "br":
                return bytes(brotli.decompress(self.content)).decode()
            case "gzip":
                return gzip.decompress(self.content).decode()
        return self.content.decode()


class Client:
    """One connection that is kept open, with the cookies of one browser."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, cookie: str) -> None:
        self._reader, self._writer, self._port = reader, writer, port
        self._cookies = dict(part.split("=", 1) for part in cookie.split("; ") if part)

    @classmethod
    async def connect(cls, port: int, cookie: str = "") -> Client:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        return cls(reader, writer, port, cookie)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    async def get(self, path: str, *, htmx: bool = False) -> Answer:
        return await self._ask("GET", path, htmx=htmx)

    async def post(self, path: str, body: bytes, token: str, kind: str = "application/x-www-form-urlencoded") -> Answer:
        return await self._ask("POST", path, body, token, kind, htmx=True)

    async def _ask(
        self, method: str, path: str, body: bytes = b"", token: str = "", kind: str = "", *, htmx: bool = False
    ) -> Answer:
        self._writer.write(self._head(method, path, len(body), token, kind, htmx=htmx) + body)
        await self._writer.drain()
        status, headers, size = await self._read_head()
        content = await self._reader.readexactly(int(headers.get("content-length", 0)))
        return Answer(status, headers, content, size + len(content))

    def _head(self, method: str, path: str, length: int, token: str, kind: str, *, htmx: bool) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}", "Accept-Encoding: gzip, br"]
        if self._cookies:
            lines.append(f"Cookie: {self.cookie}")
        if htmx:
            lines.append("HX-Request: true")
        if method == "POST":
            lines += [f"X-CSRFToken: {token}", f"Content-Type: {kind}", f"Content-Length: {length}"]
        return "\r\n".join([*lines, "", ""]).encode()

    async def _read_head(self) -> tuple[int, dict[str, str], int]:
        raw = await self._reader.readuntil(b"\r\n\r\n")
        first, *lines = raw.decode("latin-1").strip().split("\r\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                key, _, content = value.partition(";")[0].partition("=")
                self._cookies[key] = content
            headers[name.lower()] = value
        return int(first.split()[1]), headers, len(raw)

    async def events(self, path: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """The server-sent events of a stream, for as long as it lasts."""
        self._writer.write(self._head("GET", path, 0, "", "", htmx=False))
        await self._writer.drain()
        await self._read_head()
        event = ""
        while line := await self._reader.readline():
            name, _, value = line.decode().strip().partition(": ")  # the lengths of chunks are lines without a colon
            if name == "event":
                event = value
            elif name == "data" and event:
                yield event, json.loads(value)

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


class Browser:
    """A connection that is opened when it is needed, and anew after a long silence."""

    def __init__(self, port: int, cookie: str) -> None:
        self._port, self._cookie = port, cookie
        self._client: Client | None = None
        self._used = 0.0

    async def client(self) -> Client:
        now = time.monotonic()
        if self._client is not None and now - self._used > _SILENCE:
            await self.close()
        if self._client is None:
            self._client = await Client.connect(self._port, self._cookie)
        self._used = now
        return self._client

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None
