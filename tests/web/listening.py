"""A page that listens to a table's stream."""

from __future__ import annotations

import json
import queue
import threading
from typing import Any

import httpx

from tests.web.server import Visitor


class Listener:
    """Reads server-sent events in a thread of its own."""

    def __init__(self, visitor: Visitor, path: str, last: str = "") -> None:
        self._events: queue.Queue[tuple[str, dict[str, Any], str]] = queue.Queue()
        cookies = dict(visitor.http.cookies)
        headers = {"Last-Event-ID": last} if last else {}
        self._client = httpx.Client(base_url=visitor.url, cookies=cookies, headers=headers, timeout=60)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(path,), daemon=True)
        self._thread.start()
        assert self._ready.wait(20)

    def _read(self, path: str) -> None:
        try:
            with self._client.stream("GET", f"{path}stream") as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                self._ready.set()
                found: dict[str, str] = {}
                for line in answer.iter_lines():
                    name, _, value = line.partition(": ")
                    if line:
                        found[name] = value
                    elif "event" in found:
                        self._events.put((found["event"], json.loads(found["data"]), found["id"]))
                        found = {}
        except (httpx.HTTPError, OSError):
            pass  # the test has closed it, or killed the server

    def next(self, kind: str, seconds: float = 20) -> tuple[dict[str, Any], str]:
        """The next event of a kind, and its id."""
        while True:
            event, data, mark = self._events.get(timeout=seconds)
            if event == kind:
                return data, mark

    def nothing_more(self, seconds: float = 0.5) -> bool:
        try:
            self._events.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def close(self) -> None:
        self._client.close()
