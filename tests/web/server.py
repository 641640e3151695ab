"""A real server in a process of its own, and people who use it over real sockets."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import msgspec

from kaiping.action import AnyAction
from kaiping.game import Game
from kaiping.records import native

#: a browser's key for web push: a point of the curve
A_KEY = "BI5TO2-gv3tGJbswZnwB-2B--fi4qA_vWzAGKHAxh7Kjc-sdveAzGDZtBp-DpvWQAFPHNjPLBBshxV4ahsH0ALQ"
PASSWORD = "a long enough secret 7"


class Server:
    """``kaiping serve`` on a free port."""

    #: what Python runs
    runs: tuple[str, ...] = ("-m", "kaiping")

    def __init__(self, data: Path, *args: str, **settings: str) -> None:
        self.data = data
        self._args = args
        self._settings = {"KAIPING_API_RATE": "100000/m", "KAIPING_API_RATE_UNKNOWN": "100000/m"}
        for limit in ("KAIPING_SIGN_UPS", "KAIPING_TABLES_UNKNOWN", "KAIPING_NAMES_TRIED"):
            self._settings[limit] = "100000"
        # an analysis is as quick as may be
        self._settings |= {"KAIPING_ANALYSIS": "12", "KAIPING_ANALYSES": "100000"}
        self._settings |= {"KAIPING_CONNECTIONS": "10000", **settings}
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("KAIPING_", "DJANGO_"))}
        self._log = (self.data.parent / f"{self.data.name}.log").open("a")
        self._process = subprocess.Popen(
            [sys.executable, *self.runs, "serve", "--port", "0", "--data", str(self.data), *self._args],
            env=clean | self._settings,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server did not start: {line!r} {self.said()}"
        self.url = found[0].rstrip("/")
        return self

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def said(self) -> str:
        """What the server wrote to its log."""
        return (self.data.parent / f"{self.data.name}.log").read_text()

    def kill(self) -> None:
        """As by a power cut: signal 9 to it and to its workers."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, how)
            self._process.wait(20)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._log.close()
            self._process = None

    def visitor(self) -> Visitor:
        return Visitor(self.url)

    def member(self, name: str) -> Visitor:
        """Somebody with an account, signed in."""
        visitor = self.visitor()
        answer = visitor.post("/sign-up", {"username": name, "password1": PASSWORD, "password2": PASSWORD})
        assert answer.status_code == 302, answer.text
        return visitor

    def program(self, member: Visitor) -> httpx.Client:
        """A program that acts for a member."""
        member.post("/settings/token", {"name": "test"})
        token = re.search(r"kaiping_[\w-]{20,}", member.get("/settings").text)
        assert token
        headers = {"Authorization": f"Bearer {token[0]}"}
        return httpx.Client(base_url=f"{self.url}/api/v1", headers=headers, timeout=120)


class Visitor:
    """A browser: it keeps cookies, and sends the token that forms carry."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=120)
        self._token = ""

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query or None)

    def post(
        self, path: str, fields: Mapping[str, Any] | None = None, *, htmx: bool = False, files: Any = None
    ) -> httpx.Response:
        headers = {"X-CSRFToken": self.token()} | ({"HX-Request": "true"} if htmx else {})
        answer = self.http.post(path, data=dict(fields or {}), headers=headers, files=files)
        if path in ("/sign-in", "/sign-up", "/sign-out"):
            self._token = ""  # Django gives a new one
        return answer

    def token(self) -> str:
        if not self._token:
            found = re.search(r'"X-CSRFToken": "(\w+)"', self.get("/").text)
            assert found
            self._token = found[1]
        return self._token

    def hot_seat(self, *bots: str, title: str = "1888:2022", names: tuple[str, ...] = ("Ann", "Bo", "Cy")) -> str:
        """Start a game around one screen; its address."""
        fields = {"game": title}
        for number, name in enumerate(names, 1):
            fields[f"name{number}"] = name
            fields[f"who{number}"] = bots[number - 1] if number <= len(bots) else "person"
        answer = self.post("/hot-seat", fields)
        assert answer.status_code == 302, answer.text
        path = answer.headers["location"]
        assert path.startswith("/game/"), (path, self.get("/").text)
        return str(path)

    def game(self, path: str) -> Game:
        """The game at a table, as its file holds it."""
        return native.from_data(self.get(f"{path}export").json())

    def catch_up(self, path: str, game: Game) -> None:
        """Play what has been played at a table since."""
        for action in self.get(f"{path}export").json()["actions"][game.played :]:
            game.play(msgspec.convert(action, AnyAction))

    def version(self, path: str) -> int:
        """Which position the page shows, as a form of the page would send it."""
        return version_in(self.get(f"{path}body"))

    def play(self, path: str, action: str, version: int) -> httpx.Response:
        return self.post(f"{path}play", {"action": action, "version": version}, htmx=True)


def version_in(answer: httpx.Response) -> int:
    """Which position a page shows."""
    found = re.search(r'name="version" value="(\d+)"', answer.text)
    assert found, "the page does not say its version"
    return int(found[1])
