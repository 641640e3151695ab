"""People far apart at a table whose clock can be set."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from tests.web.databases import by_hand
from tests.web.server import Server, Visitor

#: who sits at most tables
PEOPLE = ("anna", "bert", "carl")


class Timed:
    """A server of two processes whose clock can be set."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self._ahead = folder / "ahead"
        self.set(0)
        self.server = Server(folder / "data", "--workers", "2", KAIPING_TEST_CLOCK=str(self._ahead), **settings)
        self.server.runs = ("-m", "tests.web.timed_program")
        self._people: dict[str, tuple[Visitor, httpx.Client]] = {}

    def end_all(self) -> None:
        """Past the server: nobody plays any more, and whoever is about to is too late."""
        hand = by_hand(f"sqlite://{self.server.data}/kaiping.sqlite3")
        hand.execute("UPDATE games_table SET status = 'closed', acting = '[]', due = NULL, revision = revision + 1")
        hand.close()

    def person(self, name: str) -> tuple[Visitor, httpx.Client]:
        """Somebody with an account, by browser and by program; the same whenever they are asked for."""
        if name not in self._people:
            visitor = self.server.member(name)
            self._people[name] = visitor, self.server.program(visitor)
        return self._people[name]

    def set(self, seconds: float) -> None:
        """So many seconds ahead of the clock on the wall; whoever reads it finds the one or the other."""
        fresh = self._ahead.with_suffix(".new")
        fresh.write_text(str(seconds))
        os.replace(fresh, self._ahead)

    def pass_by(self, seconds: float) -> None:
        self.set(float(self._ahead.read_text()) + seconds)


class Table:
    """A table that has begun, each at it with a program of their own."""

    def __init__(self, timed: Timed, *names: str, started: bool = True, **wish: Any) -> None:
        self.timed = timed
        self.visitors: dict[str, Visitor] = {}
        self.programs: dict[str, httpx.Client] = {}
        self.names = list(names or PEOPLE)
        for name in self.names:
            self.comes(name)
        first, *others = self.programs.values()
        answer = first.post("/tables", json={"title": "1888", "kind": "open", "size": len(self.names), **wish})
        assert answer.status_code == 201, answer.text
        self.key, self.invitation = answer.json()["key"], answer.json()["invitation"]
        for one in others:
            one.post(f"/invitations/{self.invitation.rsplit('/', 1)[1]}")
            assert one.post(f"/tables/{self.key}/join").status_code == 200
        if started:
            assert first.post(f"/tables/{self.key}/start").status_code == 200

    def comes(self, name: str) -> httpx.Client:
        """Somebody who need not sit at the table."""
        self.visitors[name], self.programs[name] = self.timed.person(name)
        return self.programs[name]

    @property
    def stands(self) -> dict[str, Any]:
        found: dict[str, Any] = self.programs[self.names[0]].get(f"/tables/{self.key}").json()
        return found

    @property
    def acting(self) -> str:
        (who,) = self.stands["acting"]
        return str(who)

    def clock(self, who: str) -> dict[str, Any]:
        return next(one for one in self.stands["clocks"] if one["seat"] == who)

    def seat(self, name: str) -> dict[str, Any]:
        return next(one for one in self.stands["seats"] if one["name"] == name)

    def asks(self, who: str, what: str, **wish: Any) -> httpx.Response:
        return self.programs[who].post(f"/tables/{self.key}/{what}", json=wish)

    def passes(self, who: str, seat: str = "") -> httpx.Response:
        return self.asks(who, "actions", action={"type": "pass", "actor": seat or who}, version=self.stands["version"])

    def goes_on(self) -> str:
        """Whoever is to act passes; who that was."""
        who = self.acting
        assert self.passes(who).status_code == 200
        return who

    def undo(self, who: str) -> httpx.Response:
        return self.asks(who, "undo", version=self.stands["version"])

    def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Look until something is so, which the server sees to by itself."""
        patience = time.monotonic() + 20
        while not true(stands := self.stands):
            assert time.monotonic() < patience, stands
            time.sleep(0.05)
        return stands

    def remarks(self) -> list[str]:
        return [one["text"] for one in self.programs[self.names[0]].get(f"/tables/{self.key}/chat").json()]
