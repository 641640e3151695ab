"""A database that is slow, away, full or read-only: what needs none of it goes on, the rest is answered soon."""

from __future__ import annotations

import re
import resource
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.web.databases import Line, by_hand, postgresql
from tests.web.listening import Listener
from tests.web.server import Server, Visitor

#: servers that start, stop and wait take long
pytestmark = pytest.mark.slow

#: seconds for an answer; people wait for two, a busy machine takes its time besides
SOON = 15
#: how often a database goes away in the long form
CUTS = 100
NEEDS_NONE = ("/", "/sign-in", "/rules/", "/rules/1888-2022?word=train", "/api/titles", "/push-worker.js")


class Table(NamedTuple):
    """A table around one screen, and whose it is."""

    server: Server
    owner: Visitor
    program: httpx.Client
    path: str

    def play(self) -> httpx.Response:
        key = self.path.strip("/").rpartition("/")[2]
        self.program.timeout = httpx.Timeout(SOON)
        legal = self.program.get(f"/tables/{key}/actions")
        if legal.status_code != 200:
            return legal
        wish = {"action": legal.json()["actions"][0]["action"], "version": legal.json()["version"]}
        return self.program.post(f"/tables/{key}/actions", json=wish)

    def static(self) -> str:
        """The address of a file that every page needs."""
        found = re.search(r'href="(/static/site/site\.\w+\.css)"', self.owner.get("/rules/").text)
        assert found
        return found[1]

    def comes_back(self) -> None:
        until = time.monotonic() + 30
        while (answer := self.play()).status_code != 200:
            assert answer.status_code == 503, answer.text
            assert time.monotonic() < until
            time.sleep(0.1)


def table_at(server: Server) -> Table:
    owner = server.member("ann")
    owner.http.timeout = httpx.Timeout(SOON)
    found = Table(server, owner, server.program(owner), owner.hot_seat())
    assert found.play().status_code == 200
    return found


def away(answer: httpx.Response, words: str = "does not answer") -> None:
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["retry-after"]) > 0
    said = answer.json()["detail"] if "/api/" in str(answer.url) else answer.text
    assert words in said


# --- PostgreSQL ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Line, str]]:
    with postgresql() as url, tempfile.TemporaryDirectory(prefix="kaiping-line-") as folder:
        line = Line(url, Path(folder))
        running = Server(tmp_path_factory.mktemp("far") / "data", KAIPING_DATABASE_URL=line.url).start()
        yield table_at(running), line, url
        running.stop()
        line.cut()
        assert "Traceback" not in running.said()


def test_frozen(far: tuple[Table, Line, str]):
    """All threads wait for the database; whoever does not need it never notices."""
    table, line, _url = far
    static = table.static()
    done = threading.Event()

    def ask() -> list[httpx.Response]:
        found = []
        while not done.is_set():
            found.append(httpx.get(f"{table.owner.url}{table.path}", cookies=table.owner.http.cookies, timeout=SOON))
        return found

    line.freeze()
    try:
        with ThreadPoolExecutor(16) as pool:
            asking = [pool.submit(ask) for _ in range(16)]
            try:
                for path in (static, *NEEDS_NONE):
                    assert httpx.get(f"{table.owner.url}{path}", timeout=SOON).status_code == 200, path
                page = table.owner.get("/rules/")  # somebody is signed in, and is not told otherwise
                assert page.status_code == 200
                assert "Sign in" not in page.text
                away(table.play())
                answer = httpx.post(f"{table.owner.url}/sign-in", timeout=SOON)
                assert answer.status_code == 403
            finally:
                done.set()
            for one in asking:
                for answer in one.result():
                    away(answer)
    finally:
        line.thaw()
    table.comes_back()
    until = time.monotonic() + 30
    while ">ann<" not in table.owner.get("/rules/").text:  # and the name is back
        assert time.monotonic() < until
        time.sleep(0.2)


@pytest.mark.hard
def test_cut_and_mended_very_often(far: tuple[Table, Line, str], counts: Callable[[str], None]):
    """While somebody plays: what was confirmed is there when the database is back."""
    table, line, _url = far
    table.comes_back()
    confirmed, statuses = [table.owner.game(table.path).played], Counter[int]()
    done = threading.Event()

    def play() -> None:
        while not done.is_set():
            answer = table.play()
            statuses[answer.status_code] += 1
            if answer.status_code == 200:
                confirmed.append(answer.json()["played"])

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        try:
            for number in range(CUTS):
                time.sleep(0.5 + number % 7 / 10)
                line.cut()
                time.sleep(number % 5 / 5)
                line.mend()
        finally:
            done.set()
        playing.result()
    table.comes_back()
    stored = table.owner.game(table.path).played
    found = ", ".join(f"{number:,} x {status}" for status, number in sorted(statuses.items()))
    counts(f"database away, PostgreSQL: {CUTS} times, {found}; {len(confirmed) - 1:,} moves confirmed")
    assert set(statuses) <= {200, 503}, statuses
    assert confirmed == sorted(set(confirmed))
    assert confirmed[-1] <= stored - 1 <= confirmed[0] + statuses.total()


def test_cut_and_mended(far: tuple[Table, Line, str]):
    table, line, _url = far
    table.comes_back()
    listener = Listener(table.owner, table.path)
    listener.next("moved")
    line.cut()
    try:
        away(table.play())
        away(table.owner.get(table.path))
        away(table.owner.get("/lobby"))
        health = httpx.get(f"{table.owner.url}/healthz", timeout=SOON)
        away(health)
        assert health.headers["content-type"].startswith("text/plain")
        assert httpx.get(f"{table.owner.url}/metrics", timeout=SOON).status_code == 200
        away(table.owner.post(f"{table.path}undo", {"version": 1}, htmx=True))
        assert table.owner.get(table.static()).status_code == 200
        # a browser that is refused would never listen again
        stream = table.owner.get(f"{table.path}stream")
        assert stream.status_code == 200
        assert stream.text == "retry: 5000\n\n"
    finally:
        line.mend()
    table.comes_back()
    listener.next("moved")  # whoever listened all the time hears of it
    listener.close()


def test_read_only(far: tuple[Table, Line, str]):
    table, _line, url = far
    table.comes_back()
    with by_hand(url) as hand:
        hand.execute("SET default_transaction_read_only = off")
        hand.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        hand.execute("SELECT pg_reload_conf()")
        try:
            until = time.monotonic() + 20
            while (answer := table.play()).status_code == 200:
                assert time.monotonic() < until
            away(answer, "can only be read")
            assert table.owner.get(table.path).status_code == 200
        finally:
            hand.execute("ALTER SYSTEM RESET default_transaction_read_only")
            hand.execute("SELECT pg_reload_conf()")
    table.comes_back()


def test_locked(far: tuple[Table, Line, str]):
    """Somebody else's lock is waited for no longer than the database itself."""
    table, _line, url = far
    with by_hand(url) as hand:
        hand.execute("BEGIN")
        hand.execute("LOCK TABLE games_table IN ACCESS EXCLUSIVE MODE")
        away(table.play())
        assert table.owner.get("/settings").status_code == 200
        hand.execute("ROLLBACK")
    table.comes_back()


# --- SQLite -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    running = Server(tmp_path_factory.mktemp("near") / "data").start()
    yield table_at(running)
    running.stop()
    assert "Traceback" not in running.said()


def test_a_long_write(near: Table):
    hand = by_hand(f"sqlite://{near.server.data}/kaiping.sqlite3")
    hand.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(12) as pool:
        asking = [pool.submit(near.play) for _ in range(12)]
        for path in (near.path, near.static(), "/lobby"):
            assert near.owner.get(path).status_code == 200, path
        for one in asking:
            away(one.result())
    hand.execute("ROLLBACK")
    hand.close()
    near.comes_back()


def test_a_session_that_cannot_be_stored(near: Table):
    """The page takes a new token out of the session, so that it is shown only once."""
    person = near.server.member("may")
    assert person.get("/settings").status_code == 200, "whatever it stores at first is stored"
    assert person.post("/settings/token", {"name": "a program"}).status_code == 302
    hand = by_hand(f"sqlite://{near.server.data}/kaiping.sqlite3")
    hand.execute("BEGIN IMMEDIATE")
    away(person.get("/settings"))
    hand.execute("ROLLBACK")
    hand.close()
    near.comes_back()
    assert "fresh-token" in person.get("/settings").text


def test_no_room(near: Table):
    """The disk is full, as a limit on the size of files makes the server see it: reads go on, writes say why."""
    before = resource.prlimit(near.server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        away(near.play(), "no room to write")
        away(near.owner.post(f"{near.path}chat", {"text": "hello"}, htmx=True), "no room to write")
        answer = near.owner.post("/new-table", {"game": "1888:2022", "size": 3, "kind": "open", "undo": "anyone"})
        away(answer, "no room to write")
        for path in (near.path, f"{near.path}chat", "/lobby", "/settings", "/healthz", "/metrics", near.static()):
            assert near.owner.get(path).status_code == 200, path
    finally:
        resource.prlimit(near.server.pid, resource.RLIMIT_FSIZE, before)
    near.comes_back()
