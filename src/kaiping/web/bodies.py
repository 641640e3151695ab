"""Bodies of requests: refused by their size before they are read, and all together within so much memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

from django.utils.translation import gettext as _

from kaiping.web.address import household

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

#: no request is larger: a game file, with a little around it; and where no file is expected, the longest scratch pad
MOST_BYTES = 5 * 1024 * 1024
MOST_WORDS = 512 * 1024
_FILES = ("/bring", "/api/v1/import", "/api/import")
#: bytes of each body that are not counted: an action always gets through
_FREE = 16 * 1024
#: bytes of the bodies that are read or worked on at a time, in all and from one address
_TOGETHER = 64 * 1024 * 1024
_EACH = 16 * 1024 * 1024


class Refused(Exception):
    """The body is not read, or not further."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Gone(Exception):
    """Whoever sent it has closed the connection."""


class Bodies:
    """How much of them there is; no address takes all the room."""

    def __init__(self, together: int = _TOGETHER, each: int = _EACH) -> None:
        self._together, self._each = together, each
        self._held: Counter[str] = Counter()

    @asynccontextmanager
    async def body(self, scope: Scope, receive: Receive) -> AsyncIterator[bytes]:
        """A body, for as long as it is needed."""
        address = household(scope["client"][0]) if scope.get("client") else ""
        most = MOST_BYTES if scope["path"] in _FILES else MOST_WORDS
        if _declared(scope) > most:
            raise Refused(413, _("That is too large."))
        parts: list[bytes] = []
        size = held = 0
        try:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > most:
                    raise Refused(413, _("That is too large."))
                if size - _FREE > held:
                    more = size - _FREE - held
                    if not self._take(address, more):
                        raise Refused(503, _("Too much is being sent at the same time. Try again in a moment."))
                    held += more
                if not message.get("more_body", False):
                    break
            whole = b"".join(parts)
            parts.clear()
            yield whole
        finally:
            self._give_back(address, held)

    def _take(self, address: str, size: int) -> bool:
        if self._held.total() + size > self._together or self._held[address] + size > self._each:
            return False
        self._held[address] += size
        return True

    def _give_back(self, address: str, size: int) -> None:
        self._held[address] -= size
        if self._held[address] <= 0:
            del self._held[address]


def _declared(scope: Scope) -> int:
    """What the head of the request says about its body."""
    found = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(found) if found.isdigit() else 0
