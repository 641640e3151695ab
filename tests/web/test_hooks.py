"""Hooks: "your turn" is posted to a program, signed, tried again, and never to a machine nearby."""

from __future__ import annotations

import json
import queue
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx
import jsonschema_rs
import pytest

from kaiping.client import signed
from kaiping.web.outward import post
from tests.web.django_here import make_ready
from tests.web.server import Server, Visitor

#: seconds that a notice may take, however busy the machine is
PATIENCE = 60


class Notice(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class Receiver:
    """A program that is told of its turns."""

    def __init__(self) -> None:
        self.taken: queue.Queue[Notice] = queue.Queue()
        self.status = 200
        #: until when answers wait
        self.free = Event()
        self.free.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.taken.put(Notice(self.path, headers, body))
                status = receiver.status
                receiver.free.wait(PATIENCE)
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_port}"

    def next(self) -> Notice:
        return self.taken.get(timeout=PATIENCE)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    running = Receiver()
    yield running
    running.http.shutdown()
    running.http.server_close()


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may tell programs on its own machine."""
    running = Server(tmp_path_factory.mktemp("hooks") / "data", KAIPING_HOOK_HOSTS="127.0.0.1").start()
    yield running
    running.stop()
    assert "Traceback" not in running.said(), running.said()


class Person(NamedTuple):
    name: str
    visitor: Visitor
    program: httpx.Client


def person(server: Server, name: str) -> Person:
    visitor = server.member(name)
    return Person(name, visitor, server.program(visitor))


def change(server: Server, statement: str) -> int:
    """Past the server; how many rows."""
    with sqlite3.connect(server.data / "kaiping.sqlite3", timeout=60) as database:
        return database.execute(statement).rowcount


def until(holds: Any) -> None:
    """What another thread of the server does takes a moment."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_every_turn_is_told(near: Server, receiver: Receiver, fresh_name: str):
    people = {name: person(near, name) for name in (f"{fresh_name}a", f"{fresh_name}b")}
    secrets = {}
    for name, one in people.items():
        made = one.program.post("/hooks", json={"url": f"{receiver.url}/{name}"})
        assert made.status_code == 201, made.text
        secrets[name] = made.json()["secret"]
        hello = receiver.next()
        assert (hello.path, hello.data["event"]) == (f"/{name}", "hello")
        assert signed(secrets[name], hello.headers["kaiping-signature"], hello.body)
    first, second = people.values()
    shapes = first.program.get("/openapi.json").json()["components"]["schemas"]
    turn = jsonschema_rs.validator_for(shapes["TurnNotice"] | {"additionalProperties": False})
    key = first.program.post("/tables", json={"title": "1888", "kind": "open", "size": 2}).json()["key"]
    second.program.post(f"/tables/{key}/join")
    acting = first.program.post(f"/tables/{key}/start").json()["acting"]
    names = set()
    for _ in range(3):
        (who,) = acting
        notice = receiver.next()
        assert notice.path == f"/{who}"
        legal = people[who].program.get(f"/tables/{key}/actions").json()
        expected = {"event": "turn", "table": key, "seat": who, "version": legal["version"], "title": "1888"}
        assert expected.items() <= notice.data.items()
        turn.validate(notice.data)
        assert notice.data["url"].endswith(f"/game/{key}/")
        signature = notice.headers["kaiping-signature"]
        assert signed(secrets[who], signature, notice.body)
        assert not signed(secrets[who], signature, notice.body + b" ")
        assert not signed("hook_another", signature, notice.body)
        assert not signed(secrets[who], signature, notice.body, seconds=-1)
        names.add(notice.headers["kaiping-delivery"])
        play = {"action": {"type": "pass", "actor": who}, "version": legal["version"]}
        acting = people[who].program.post(f"/tables/{key}/actions", json=play).json()["acting"]
    assert len(names) == 3
    for one in people.values():  # the secret was told once
        assert "secret" not in one.program.get("/hooks").json()[0]
        assert "hook_" not in one.visitor.get("/settings").text


@pytest.mark.slow
def test_what_is_not_taken_is_sent_again(near: Server, receiver: Receiver, fresh_name: str):
    one = person(near, f"{fresh_name}again")
    receiver.status = 500
    number = one.program.post("/hooks", json={"url": f"{receiver.url}/again"}).json()["id"]
    hook = lambda: one.program.get("/hooks").json()[0]  # noqa: E731
    first = receiver.next()
    until(lambda: hook()["failing"])
    assert hook()["complaint"] == "it answered 500"
    assert "it answered 500" in one.visitor.get("/settings").text
    assert receiver.taken.empty()  # not at once
    receiver.status = 302  # nobody is followed
    assert change(near, f"UPDATE site_delivery SET due = '2026-01-01 00:00:00' WHERE hook_id = {number}") == 1
    second = receiver.next()
    assert second.path == "/again"
    assert second.headers["kaiping-delivery"] == first.headers["kaiping-delivery"]
    until(lambda: hook()["complaint"] == "it answered 302")
    receiver.status = 204
    change(near, f"UPDATE site_delivery SET due = '2026-01-01 00:00:00' WHERE hook_id = {number}")
    assert receiver.next().body == first.body
    until(lambda: hook()["failing"] is None)
    assert change(near, f"DELETE FROM site_delivery WHERE hook_id = {number}") == 0
    assert "answered" not in one.visitor.get("/settings").text


@pytest.mark.slow
def test_a_hook_that_fails_for_a_day_is_switched_off(near: Server, receiver: Receiver, fresh_name: str):
    one = person(near, f"{fresh_name}off")
    receiver.status = 404
    number = one.program.post("/hooks", json={"url": f"{receiver.url}/off"}).json()["id"]
    hook = lambda: one.program.get("/hooks").json()[0]  # noqa: E731
    receiver.next()
    until(lambda: hook()["failing"])
    change(near, f"UPDATE site_hook SET failing = '2026-01-01 00:00:00' WHERE id = {number}")
    change(near, f"UPDATE site_delivery SET due = '2026-01-01 00:00:00' WHERE hook_id = {number}")
    receiver.next()
    until(lambda: hook()["off"])
    assert change(near, f"DELETE FROM site_delivery WHERE hook_id = {number}") == 0
    assert "Switched off since" in one.visitor.get("/settings").text
    receiver.status = 200
    assert one.visitor.post(f"/settings/hook/{number}/on").status_code == 302
    assert receiver.next().data["event"] == "hello"
    assert hook()["off"] is None
    assert "Switched off since" not in one.visitor.get("/settings").text
    assert one.program.delete(f"/hooks/{number}").status_code == 204
    assert one.program.get("/hooks").json() == []


def test_a_hook_that_is_deleted_while_it_is_told(near: Server, receiver: Receiver, fresh_name: str):
    """What it answers no longer matters; the log of the server has no complaint (``near`` looks at it)."""
    one = person(near, f"{fresh_name}gone")
    receiver.status = 500
    receiver.free.clear()
    number = one.program.post("/hooks", json={"url": f"{receiver.url}/gone"}).json()["id"]
    receiver.next()
    assert one.program.delete(f"/hooks/{number}").status_code == 204
    receiver.status = 200
    receiver.free.set()
    assert one.program.post("/hooks", json={"url": f"{receiver.url}/after"}).status_code == 201
    assert receiver.next().path == "/after"


def test_in_the_settings(near: Server, receiver: Receiver, fresh_name: str):
    one = person(near, f"{fresh_name}page")
    assert one.visitor.post("/settings/hook", {"url": f"{receiver.url}/page"}).status_code == 302
    receiver.next()
    assert "hook_" in one.visitor.get("/settings").text
    assert "hook_" not in one.visitor.get("/settings").text
    for _ in range(4):
        assert one.program.post("/hooks", json={"url": f"{receiver.url}/page"}).status_code == 201
    assert "delete one first" in one.program.post("/hooks", json={"url": f"{receiver.url}/page"}).json()["detail"]


@pytest.mark.parametrize(
    "url",
    [
        "bot.example/turn",
        "http://bot.example/turn",
        "ftp://bot.example/turn",
        "https://localhost/turn",
        "https://127.0.0.1/turn",
        "https://10.0.0.7:8443/turn",
        "https://169.254.169.254/latest",
        "https://[::1]/turn",
        "https://ann:secret@bot.example/turn",
        "https://bot.example\\@127.0.0.1/turn",
    ],
)
def test_addresses_that_are_refused(server: Server, fresh_name: str, url: str):
    one = person(server, f"{fresh_name}bad")
    answer = one.program.post("/hooks", json={"url": url})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_input")
    assert one.visitor.post("/settings/hook", {"url": url}).status_code == 422
    assert one.program.get("/hooks").json() == []


def test_a_name_that_leads_to_a_machine_nearby(monkeypatch: pytest.MonkeyPatch, receiver: Receiver):
    """Names are looked up when something is sent, and the address that was looked at is the one that is called."""
    make_ready()
    from kaiping.web.games import hooks
    from kaiping.web.site.models import Delivery, Hook

    def lead_inside(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", receiver.http.server_port))]

    monkeypatch.setattr(socket, "getaddrinfo", lead_inside)
    one = Delivery(name="x", body="{}", hook=Hook(url=f"http://bot.example:{receiver.http.server_port}/", secret="s"))
    assert hooks.posted(one) == "it is not on the open internet"
    assert receiver.taken.empty()


def test_who_speaks_one_letter_at_a_time_is_not_waited_for():
    with socket.create_server(("127.0.0.1", 0)) as door:

        def drip() -> None:
            line, _ = door.accept()
            with line, suppress(OSError):
                for letter in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 1000:
                    line.sendall(bytes([letter]))
                    time.sleep(0.1)

        Thread(target=drip, daemon=True).start()
        with pytest.raises(OSError):  # noqa: PT011
            post(f"http://127.0.0.1:{door.getsockname()[1]}/", b"{}", {}, seconds=1, trusted=True)
