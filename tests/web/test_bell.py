"""Servers that share a PostgreSQL hear from it of each other's changes; none of those here ever looks by itself."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from kaiping.action import Pass, to_json
from tests.web.databases import Line, by_hand, postgresql
from tests.web.listening import Listener
from tests.web.server import Server, Visitor

#: servers and databases that start and stop take long
pytestmark = pytest.mark.slow

#: seconds on a busy machine; what is heard is heard at once
PATIENCE = 60


class World(NamedTuple):
    """Two machines, their line to one database, and the database itself."""

    here: Server
    there: Server
    line: Line
    url: str


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("bell")
    with postgresql() as url, tempfile.TemporaryDirectory(prefix="kaiping-line-") as place:
        line = Line(url, Path(place))
        shared = {"KAIPING_DATABASE_URL": line.url, "KAIPING_SECRET": "shared " * 6}
        here, there = (Server(folder / name, **shared) for name in ("here", "there"))
        for server in (here, there):
            server.runs = ("-m", "tests.web.hearing_program")
            server.start()
        yield World(here, there, line, url)
        for server in (here, there):
            server.stop()
        line.cut()
        assert "Traceback" not in here.said() + there.said()


class Seats:
    """One browser at a table on both machines, and a page that listens on each."""

    def __init__(self, world: World) -> None:
        until(lambda: ears(world.url) == 2)
        self.here = world.here.visitor()
        self.path = self.here.hot_seat()
        self.there = world.there.visitor()
        self.there.http.cookies = self.here.http.cookies
        self.here.http.timeout = self.there.http.timeout = httpx.Timeout(PATIENCE)
        self.pages = [Listener(visitor, self.path) for visitor in (self.here, self.there)]
        self.all_hear(0)
        self.all_hear(self.play(self.here))  # what a page looks for when it begins to listen is over

    def play(self, visitor: Visitor) -> int:
        """Whoever is on turn passes; the version afterwards."""
        version = visitor.version(self.path)
        action = to_json(Pass(visitor.game(self.path).acting[0])).decode()
        assert visitor.play(self.path, action, version).status_code == 200
        return version + 1

    def answered(self) -> bool:
        """Whether both machines have their database back."""
        return all(one.get(f"{self.path}body").status_code == 200 for one in (self.here, self.there))

    def all_hear(self, version: int) -> None:
        for page in self.pages:
            while page.next("moved", PATIENCE)[0]["version"] != version:
                pass

    def close(self) -> None:
        for page in self.pages:
            page.close()


@pytest.fixture
def seats(world: World) -> Iterator[Seats]:
    found = Seats(world)
    yield found
    found.close()


def until(so: Callable[[], bool]) -> None:
    late = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < late
        time.sleep(0.1)


def ears(url: str) -> int:
    """Connections on which a server listens."""
    with by_hand(url) as hand:
        found = hand.execute("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'").fetchone()
    return int(found[0])


def looked_in_vain(world: World) -> list[int]:
    """How often each server has."""
    return [server.said().count("the tables could not be looked at") for server in (world.here, world.there)]


def test_every_change_is_heard_on_the_other_machine(seats: Seats):
    for mover in (seats.there, seats.here, seats.there):
        seats.all_hear(seats.play(mover))
    version = seats.here.version(seats.path)
    for way in ("undo", "redo"):
        assert seats.there.post(f"{seats.path}{way}", {"version": version}, htmx=True).status_code == 200
        version += 1
        seats.all_hear(version)
    for count, speaker in enumerate((seats.here, seats.there), 1):
        speaker.post(f"{seats.path}chat", {"text": "hello"})
        for page in seats.pages:
            while page.next("chat", PATIENCE)[0] != {"count": count}:
                pass


def test_who_sits_down_is_heard_on_the_other_machine(world: World):
    until(lambda: ears(world.url) == 2)
    ann, bo = world.here.member("ann"), world.there.member("bo")
    fields = {"game": "1888:2022", "size": 3, "kind": "open", "undo": "anyone", "name": ""}
    path = ann.post("/new-table", fields).headers["location"]
    page = Listener(ann, path)
    page.next("moved", PATIENCE)
    bo.post(f"{path}join")
    page.next("seats", PATIENCE)
    bo.post(f"{path}leave", {"seat": "bo"})
    page.next("seats", PATIENCE)
    page.close()


def test_connections_that_the_database_ends(world: World, seats: Seats):
    """They are made again, and all is heard as before."""
    with by_hand(world.url) as hand:
        others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        before = {pid for (pid,) in hand.execute(f"SELECT pid {others}").fetchall()}
        hand.execute(f"SELECT pg_terminate_backend(pid, 5000) {others}")
        now = f"SELECT pid {others} AND query LIKE 'LISTEN %'"
        until(lambda: len({pid for (pid,) in hand.execute(now).fetchall()} - before) == 2)
    until(seats.answered)
    for mover in (seats.here, seats.there, seats.here):
        seats.all_hear(seats.play(mover))


def test_what_happened_while_the_database_was_away(world: World, seats: Seats):
    """Nothing rang in their ears, and they had looked in vain: so they look once when they can hear again."""
    version, before = seats.here.version(seats.path), looked_in_vain(world)
    world.line.cut()
    try:
        until(lambda: all(now > then for now, then in zip(looked_in_vain(world), before, strict=True)))
        with by_hand(world.url) as hand:
            key = seats.path.strip("/").rpartition("/")[2]
            hand.execute("UPDATE games_table SET revision = revision + 1 WHERE key = %s", [key])
    finally:
        world.line.mend()
    seats.all_hear(version + 1)
    until(seats.answered)
    seats.all_hear(seats.play(seats.there))
