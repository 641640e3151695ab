"""What people, programs and proxies get wrong is answered by a sentence, never by a failure of the server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import httpx
import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import DataError, IntegrityError, OperationalError
from django.http import HttpResponse, HttpResponseNotAllowed
from django.test import RequestFactory

from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records import native
from tests.web.databases import postgresql
from tests.web.django_here import make_ready
from tests.web.server import PASSWORD, Server, Visitor

FORM = "application/x-www-form-urlencoded"
CHARSETS = ("hex", "rot13", "utf-16", "idna", "punycode", "undefined", "unicode_escape", "no-such")
COOKIES = ('"\\000aaaaaaaaaaaa"', "a" * 5000, '"\\303\\050aaaaaaaa"', "ä" * 10, "; ;=")


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("mistakes") / "data"
    if request.param == "SQLite":
        running = Server(data).start()
        yield running
        running.stop()
    else:
        with postgresql() as url:
            running = Server(data, KAIPING_DATABASE_URL=url).start()
            yield running
            running.stop()
    assert "Traceback" not in running.said(), running.said()


@pytest.fixture(scope="module")
def member(server: Server) -> Visitor:
    return server.member("ann")


@pytest.fixture(scope="module")
def program(server: Server, member: Visitor) -> httpx.Client:
    return server.program(member)


def said(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal by the API."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    detail = answer.json()["detail"]
    assert detail
    return str(detail)


# --- the API ----------------------------------------------------------------------------------------


def test_a_body_that_is_no_json(program: httpx.Client):
    said(program.post("/tables", files={"file": ("a.json", b"{}")}), 400)
    said(program.post("/tables", data={"title": "1888"}), 400)
    said(program.post("/import", files={"file": ("a.json", b"{}")}), 422)
    said(program.post("/tables", content=b"{", headers={"Content-Type": "multipart/form-data"}), 400)
    said(program.post("/tables", content=b"\xff\xfe", headers={"Content-Type": "application/json"}), 400)


def test_what_is_not_there(program: httpx.Client):
    said(program.get("/nothing"), 404)
    assert program.get("/tables/NO/state").json()["detail"]
    said(program.get("/tables/nosuch/state"), 404)
    said(program.patch("/tables"), 405)
    said(program.get("/tables/%00"), 400)
    said(httpx.get(f"{program.base_url}titles", headers={"Host": "evil.example"}, timeout=60), 400)
    said(httpx.get(f"{program.base_url}tables", timeout=60), 401)


@pytest.mark.parametrize("name", ["x" * 41, "x" * 300, "ﷺ" * 40 + "x"], ids=["41", "300", "ﷺ"])
def test_names_in_files(program: httpx.Client, name: str):
    file = native.to_data(Game("1888", players=[name, "Bo"]))
    assert "40 letters" in said(program.post("/import", json=file), 422)


def test_names_that_would_grow(program: httpx.Client):
    """A seat keeps its name as it was typed; an account's is brought to one form, and must still fit."""
    seats = [{"name": "ﷺ" * 40}, {"name": "Bo"}]
    made = program.post("/tables", json={"title": "1888", "kind": "hot-seat", "seats": seats})
    assert made.status_code == 201, made.text
    assert made.json()["seats"][0]["name"] == "ﷺ" * 40


def test_what_happens_behind_the_api_is_json_too():
    """What a database refuses or another person was faster with, and what nobody has foreseen."""
    make_ready()
    from kaiping.web.site.errors import PlainErrors, server_error

    class Gone(ObjectDoesNotExist):
        pass

    asked = RequestFactory().post("/api/tables")
    errors = PlainErrors(lambda _request: HttpResponseNotAllowed(["GET"]))
    faults = ((IntegrityError("twice"), 409), (Gone("gone"), 409), (DataError("too long"), 422))
    for fault, status in (*faults, (BadInput("not so"), 422)):
        answer = errors.process_exception(asked, fault)
        assert answer is not None
        assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/json")
        assert json.loads(answer.content)["detail"]
    failed, refused = server_error(asked), errors(asked)
    assert (failed.status_code, failed.headers["Content-Type"]) == (500, "application/json")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "GET")
    assert isinstance(refused, HttpResponse)
    shape = {"status": 405, "code": "wrong_method", "detail": "Method Not Allowed", "clause": None, "fields": []}
    assert json.loads(refused.content) == shape


def test_a_stream_of_no_table(server: Server):
    for key in ("nosuch", "x" * 41, "NO", "a-b"):
        assert server.visitor().get(f"/game/{key}/stream").status_code == 404


def test_bots_wait_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch):
    make_ready()
    from kaiping.web.games import robots
    from kaiping.web.games.models import Table

    asked, done = [], threading.Event()

    def get(pk: int) -> None:
        asked.append(pk)
        if len(asked) < 3:
            raise OperationalError("database is locked")
        done.set()
        raise Table.DoesNotExist

    monkeypatch.setattr(robots, "AGAIN", 0.01)
    monkeypatch.setattr(Table, "objects", SimpleNamespace(get=get))
    background = robots.Background()
    background.add(7)
    assert done.wait(20)
    background.stop()
    assert asked == [7, 7, 7]


# --- forms ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x" * 31, "x" * 300, "ﷺ" * 8, "ﷺ" * 30], ids=["31", "300", "8 ﷺ", "30 ﷺ"])
def test_names_of_accounts(server: Server, name: str):
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    answer = server.visitor().post("/sign-up", fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("name", ["x" * 151, "x" * 300, "ﷺ" * 100, "x" * 10**5], ids=["151", "300", "ﷺ", "10⁵"])
def test_names_at_the_sign_in(server: Server, name: str):
    answer = server.visitor().post("/sign-in", {"username": name, "password": PASSWORD})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text


def test_an_address_that_is_too_long(member: Visitor):
    address = f"{'a' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 20}.example"
    assert len(address) > 254
    assert member.post("/settings/address", {"email": address, "password": PASSWORD}).status_code == 422


@pytest.mark.parametrize(
    ("onward", "leads_to"),
    [
        ("abc", "/lobby"),
        ("/rules/", "/rules/"),
        ("/a\nb", "/a%0Ab"),
        ("//evil.example/", "/lobby"),
        ("/" + "x" * 5000, "/lobby"),
        ("home", "/lobby"),
        ("http:///x", "/lobby"),
    ],
)
def test_where_a_new_account_goes_on(server: Server, fresh_name: str, onward: str, leads_to: str):
    fields = {"username": fresh_name, "password1": PASSWORD, "password2": PASSWORD, "next": onward}
    answer = server.visitor().post("/sign-up", fields)
    assert answer.status_code == 302
    assert answer.headers["location"] == leads_to


# --- headers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("forwarded", ["unknown", "_hidden", "10.0.0.1:4711", "[2001:db8::1]:80", "x" * 300, ",,"])
def test_a_proxy_that_names_nobody(server: Server, forwarded: str):
    visitor = server.visitor()
    visitor.token()
    visitor.http.headers["X-Forwarded-For"] = forwarded
    assert visitor.post("/sign-in", {"username": "nobody", "password": "wrong"}).status_code in (200, 429)
    assert visitor.get("/api/titles").status_code == 200


@pytest.mark.parametrize("charset", CHARSETS)
def test_letters_of_another_kind(server: Server, charset: str):
    visitor = server.visitor()
    headers = {"X-CSRFToken": visitor.token()}
    part = b'--x\r\nContent-Disposition: form-data; name="game"\r\n\r\n\xff\\x\r\n--x--\r\n'
    for kind in (f"multipart/form-data; boundary=x; charset={charset}", f"{FORM}; charset={charset}"):
        for path in ("/hot-seat", "/bring", "/sign-in", "/api/tables"):
            answer = visitor.http.post(f"{path}?next=%ff%5cx", content=part, headers=headers | {"Content-Type": kind})
            assert answer.status_code < 500, (path, kind)
    assert visitor.http.get("/?a=%ff%5cx", headers={"Content-Type": f"text/plain; charset={charset}"}).status_code < 500


@pytest.mark.parametrize(
    "cookie", ['"\\000aaaaaaaaaaaa"', "a" * 5000, '"\\303\\050aaaaaaaa"', "ä" * 10, "; ;="], ids=range(5)
)
def test_a_cookie_that_is_none_of_ours(server: Server, cookie: str):
    headers = {b"Cookie": f"kaiping_session={cookie}; kaiping_csrf={cookie}; messages={cookie}".encode()}
    for path in ("/", "/settings", "/lobby"):
        assert httpx.get(f"{server.url}{path}", headers=headers, timeout=60).status_code < 500


def test_what_no_database_holds(server: Server, member: Visitor):
    path = member.hot_seat()
    for field in ("text", "action", "name"):
        for place in (f"{path}chat", f"{path}notes", f"{path}play", "/settings/token"):
            assert member.post(place, {field: "a\0b", "version": "0"}).status_code == 400
            assert member.post(place, {field: b"\xed\xa0\x80", "version": "0"}).status_code < 500


def test_actions_that_are_none(program: httpx.Client):
    seats = [{"name": name} for name in ("Ann", "Bo")]
    table = program.post("/tables", json={"title": "1888", "kind": "hot-seat", "seats": seats}).json()
    for wrong in (
        '"\\ud800"', '{"type":"\\ud800"}', '{"type":"pass","actor":"\\ud800"}', '{"type":"pass","actor":"\\u0000"}',
    ):  # fmt: skip
        body = f'{{"action": {wrong}, "version": 0}}'
        for place in ("actions", "why-not"):
            answer = program.post(f"/tables/{table['key']}/{place}", content=body)
            assert answer.status_code < 500, (wrong, place, answer.text)
            json.loads(answer.text)
