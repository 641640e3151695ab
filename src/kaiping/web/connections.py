"""Connections with limits, so that nobody can take them all, hold them open, or fill the memory through them.

The server that reads HTTP has no limits of its own on how long a request takes to arrive. Here a request's head has a
few seconds, its body as long as a slow line needs, and whoever does not read their answer is not waited for. An address
has so many connections, and all together have fewer than the system has files: where those run out nobody can come in.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from kaiping.web.address import household, is_proxy
from kaiping.web.open_files import most_connections

#: seconds for the head of a request, from its first byte or from the opening of the connection
HEAD = 10.0
#: seconds for its body, and bytes a second that give it more time
BODY = 20.0
RATE = 16 * 1024
#: seconds in which a reader has to take something of its answer
READING = 30.0

_log = logging.getLogger(__name__)

_REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
    b"Connection: close\r\nContent-Length: 31\r\n\r\nToo many connections are open.\n"
)
_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Doors:
    """Who is inside: so many of each address, and so many in all."""

    def __init__(self, each: int, together: int) -> None:
        self._each, self._together = each, together
        self._inside: Counter[str] = Counter()

    def enter(self, address: str, *, counted: bool = True) -> bool:
        """``counted``: a proxy stands for many, and is let in as long as there is room."""
        if self._inside.total() >= self._together or (counted and self._inside[address] >= self._each):
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]

    def __len__(self) -> int:
        return self._inside.total()

    @contextmanager
    def entered(self, address: str) -> Iterator[bool]:
        inside = self.enter(address)
        try:
            yield inside
        finally:
            if inside:
                self.leave(address)


#: one for each process
DOORS = Doors(settings.CONNECTIONS, most_connections())


class Connection(H11Protocol):
    """One connection, with an eye on the clock."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._address = ""
        self._inside = False
        self._clock: asyncio.TimerHandle | None = None
        #: what is waited for (of h11's states), since when, and how much of it has come
        self._awaited: Any = None
        self._since = 0.0
        self._came = 0
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self._address = household(peer)
        self._inside = DOORS.enter(self._address, counted=not is_proxy(peer, settings.PROXIES))
        if not self._inside:
            _log.warning("%s has too many connections open", self._address)
            transport.write(_REFUSED)
            transport.close()
            return
        _notice_who_is_gone(transport)
        self._look_at_the_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._clock, self._stalled):
            if timer is not None:
                timer.cancel()
        self._clock = self._stalled = None
        if self._inside:
            self._inside = False
            DOORS.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._inside:
            return
        self._came += len(data)
        super().data_received(data)
        self._look_at_the_clock()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look_at_the_clock()

    # --- what has to come -------------------------------------------------------------------------

    def _look_at_the_clock(self) -> None:
        """After everything that happens: is something of a request still to come, and since when?

        Between two requests nothing is, until the first byte of the next one; how long that may take is the server's.
        """
        state = self.conn.their_state
        begun = state is h11.IDLE and (self.cycle is None or bool(self.conn.trailing_data[0]))
        awaited = state if begun or state is h11.SEND_BODY else None
        if awaited is self._awaited:
            return
        self._awaited, self._since, self._came = awaited, self.loop.time(), 0
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if awaited is not None and not self.transport.is_closing():
            self._clock = self.loop.call_later(HEAD if awaited is h11.IDLE else BODY, self._late)

    def _late(self) -> None:
        self._clock = None
        if self.transport.is_closing():
            return
        if self._awaited is h11.SEND_BODY and not self.cycle.response_complete:
            left = self._since + BODY + self._came / RATE - self.loop.time()
            if left > 0:
                self._clock = self.loop.call_later(left, self._late)
                return
        if self._awaited is h11.IDLE or not self.cycle.response_started:
            self.transport.write(_LATE)
        self.transport.close()

    # --- what has to go ---------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(READING, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def _notice_who_is_gone(transport: asyncio.Transport) -> None:
    """A peer that has vanished without a word would keep its place for a quarter of an hour."""
    found = transport.get_extra_info("socket")
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if found is not None and option is not None and found.family in (socket.AF_INET, socket.AF_INET6):
        found.setsockopt(socket.IPPROTO_TCP, option, int(READING * 1000))
