"""Notices by web push, sent to a push service that the test runs itself."""

from __future__ import annotations

import base64
import json
import queue
import stat
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.web.server import Server, Visitor

FAR_APART = {"game": "1888:2022", "size": 2, "kind": "open", "undo": "anyone", "name": "Slow evening"}


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """What the maker of a browser runs: takes notices for the browsers that it knows."""

    def __init__(self) -> None:
        self.taken: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.taken.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_port}"


class Browser:
    """One that has asked the service for an address."""

    def __init__(self, service: PushService, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen letters!"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.fields = {
            "endpoint": f"{service.url}/send/{name}",
            "public": text(point),
            "secret": text(self.secret),
            "name": name,
        }

    def read(self, body: bytes) -> dict[str, str]:
        found = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        message: dict[str, str] = json.loads(found)
        return message


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.http.shutdown()
    running.http.server_close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data", KAIPING_PUSH_HOSTS="127.0.0.1").start()
    yield running
    running.stop()


def table_of(ann: Visitor, bo: Visitor) -> str:
    path = str(ann.post("/new-table", FAR_APART).headers["location"])
    bo.post(f"{path}join")
    ann.post(f"{path}start")
    return path


def pass_on(path: str, people: dict[str, Visitor]) -> str:
    """Whoever is to act passes; the name of who is next."""
    (name,) = people["ann"].game(path).acting
    answer = people[name].play(path, json.dumps({"type": "pass", "actor": name}), people[name].version(path))
    assert answer.status_code == 200
    return people["ann"].game(path).acting[0]


def test_your_turn_by_push(server: Server, service: PushService):
    people = {name: server.member(name) for name in ("ann", "bo")}
    browsers = {name: Browser(service, name) for name in people}
    for name, person in people.items():
        assert person.post("/settings/browser", browsers[name].fields).status_code == 204
    path = table_of(people["ann"], people["bo"])
    expected = people["ann"].game(path).acting[0]
    for turn in range(2):
        if turn:
            expected = pass_on(path, people)
        where, headers, body = service.taken.get(timeout=20)
        assert where == f"/send/{expected}"
        assert browsers[expected].read(body) == {"title": "It is your turn", "body": "Slow evening", "link": path}
        scheme, _, parts = headers["authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in parts.split(","))
        assert scheme == "vapid"
        assert Vapid02.verify(headers["authorization"])
        assert f'data-key="{fields["k"].rstrip("=")}"' in people["ann"].get("/settings").text
        assert int(headers["ttl"]) > 0
    key = server.data / "push-key.pem"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_a_browser_that_is_gone(server: Server, service: PushService):
    people = {name: server.member(name) for name in ("ann", "bo")}
    for name, person in people.items():
        person.post("/settings/browser", Browser(service, name).fields)
    service.status = 500
    path = table_of(people["ann"], people["bo"])
    service.taken.get(timeout=20)  # refused for now, so it is kept
    service.status = 410
    there = pass_on(path, people)
    service.taken.get(timeout=20)
    service.status = 201
    pass_on(path, people)
    service.taken.get(timeout=20)
    assert pass_on(path, people) == there
    pass_on(path, people)
    where, *_ = service.taken.get(timeout=20)
    assert where != f"/send/{there}"  # which is written to no more
    assert "/delete" not in people[there].get("/settings").text


def test_which_addresses_are_taken(server: Server, service: PushService):
    ann, bo = server.member("ann"), server.member("bo")
    fields = Browser(service, "ann").fields
    assert "/sign-in" in server.visitor().post("/settings/browser", fields).headers["location"]
    for wrong in (
        {"endpoint": "http://192.168.1.1/router"},
        {"endpoint": "https://example.org/push"},
        {"endpoint": "https://fcm.googleapis.com:22/x"},
        {"endpoint": "https://[::1/"},
        {"public": "short"},
        {"secret": ""},
    ):
        assert ann.post("/settings/browser", fields | wrong).status_code == 422, wrong
    assert ann.post("/settings/browser", fields).status_code == 204
    assert ann.post("/settings/browser", fields).status_code == 204  # the same one again
    (place,) = set(_forms(ann))
    assert bo.post(place).status_code == 404
    assert "/sign-in" in server.visitor().post(place).headers["location"]
    assert ann.post(place).status_code == 302
    assert not _forms(ann)


def _forms(person: Visitor) -> list[str]:
    page = person.get("/settings").text
    return [part.partition('"')[0] for part in page.split('action="') if part.startswith("/settings/browser/")]
