"""Notices by web push, sent to a push service that the test runs itself."""

from __future__ import annotations

import base64
import json
import queue
import re
import socket
import ssl
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import http_ece
import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from py_vapid import Vapid02

from kaiping.web import outward, push
from kaiping.web.outward import NotOutside
from tests.web.server import Server, Visitor

FAR_APART = {"game": "1888:2022", "size": 2, "kind": "open", "undo": "anyone", "name": "Slow evening"}


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """What the maker of a browser runs: takes notices for the browsers that it knows."""

    def __init__(self) -> None:
        self.taken: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.status = 201
        #: where it sends its callers, with a status that says so
        self.elsewhere = ""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.taken.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                if service.elsewhere:
                    self.send_header("Location", service.elsewhere)
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


@pytest.mark.slow
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
    assert not re.search(r"\d+/delete", people[there].get("/settings").text)


def test_which_addresses_are_taken(server: Server, service: PushService):
    ann, bo = server.member("ann"), server.member("bo")
    fields = Browser(service, "ann").fields
    assert "/sign-in" in server.visitor().post("/settings/browser", fields).headers["location"]
    for wrong in (
        {"endpoint": "http://192.168.1.1/router"},
        {"endpoint": "https://example.org/push"},
        {"endpoint": "https://fcm.googleapis.com:22/x"},
        {"endpoint": "https://[::1/"},
        {"endpoint": "https://127.0.0.1\\.push.apple.com/x"},  # a backslash ends a host for whoever connects
        {"endpoint": "https://127.0.0.1#.push.apple.com/x"},
        {"endpoint": "https://ann@fcm.googleapis.com/x"},
        {"endpoint": "https://127.0.0.1%2f.push.apple.com/x"},
        {"endpoint": "https://１２７.0.0.1/x.push.apple.com"},
        {"endpoint": "https://x_.push.apple.com/x"},
        {"endpoint": "https://fcm.googleapis.com/x y"},
        {"endpoint": "https://.push.apple.com/x"},
        {"public": "short"},
        {"public": "B" + "A" * 86},  # no point of the curve
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


def test_nobody_is_followed_elsewhere(service: PushService, tmp_path: Path):
    other = PushService()
    browser = Browser(service, "ann").fields
    address = push.Address(browser["endpoint"], browser["public"], browser["secret"])
    service.status, service.elsewhere = 307, f"{other.url}/inside"
    with pytest.raises(OSError, match="answered 307"):
        push.send(tmp_path / "key.pem", address, {"title": "x"}, "mailto:a@b.example", ("127.0.0.1",))
    assert service.taken.get(timeout=20)[0] == "/send/ann"
    assert other.taken.empty()
    other.http.shutdown()
    other.http.server_close()


NEARBY = (
    "127.0.0.1 10.1.2.3 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 "
    "::1 fe80::1 fd00::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::1"
)


@pytest.mark.parametrize("leads_to", NEARBY.split())
def test_no_service_is_next_door(leads_to: str, service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A known name that leads to a machine nearby, alone or beside a good address, is not called."""
    dialled: list[object] = []
    good = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", 443))
    family = socket.AF_INET6 if ":" in leads_to else socket.AF_INET
    bad = (family, socket.SOCK_STREAM, 6, "", (leads_to, 443))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: [good, bad])
    monkeypatch.setattr(socket.socket, "connect", lambda _self, where: dialled.append(where))
    browser = Browser(service, "ann").fields
    address = push.Address("https://updates.push.services.mozilla.com/x", browser["public"], browser["secret"])
    with pytest.raises(NotOutside, match="leads to"):
        push.send(tmp_path / "key.pem", address, {"title": "x"}, "mailto:a@b.example")
    assert not dialled


def test_what_an_older_version_took_is_called_no_more(service: PushService, tmp_path: Path):
    browser = Browser(service, "ann").fields
    tricky = f"{service.url}\\.push.apple.com/x"
    address = push.Address(tricky, browser["public"], browser["secret"])
    assert not push.send(tmp_path / "key.pem", address, {"title": "x"}, "mailto:a@b.example")
    assert service.taken.empty()


def test_the_certificate_is_that_of_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The connection goes to the address that was looked at; who answers there must show a certificate of the name."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("push.example")]), critical=False)
        .sign(key, SHA256())
    )
    file = tmp_path / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(certificate.public_bytes(Encoding.PEM) + secret)
    running = PushService()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    running.http.socket = context.wrap_socket(running.http.socket, server_side=True)
    monkeypatch.setattr(outward, "outside_address", lambda _host, _port: "127.0.0.1")
    port = running.http.server_port
    with outward.Session() as session:
        answer = session.post(f"https://push.example:{port}/x", data=b"x", timeout=20, verify=str(file))
        assert answer.status_code == 201
        assert running.taken.get(timeout=20)[1]["host"] == f"push.example:{port}"
        with pytest.raises(requests.exceptions.SSLError):
            session.post(f"https://other.example:{port}/x", data=b"x", timeout=20, verify=str(file))
    running.http.shutdown()
    running.http.server_close()
