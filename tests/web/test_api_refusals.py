"""Every refusal of the API has one shape, whatever is wrong and wherever on its way that is found out."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.web.server import Server
from tests.web.test_api import THREE, new_table

#: method, path, what is sent, and how it is refused
WRONG: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("POST", "/tables", {"content": b"{", "headers": {"Content-Type": "application/json"}}, 400, "bad_request"),
    ("GET", "/tables?open=%00", {}, 400, "bad_request"),
    ("GET", "/tables", {"headers": {"Authorization": "Bearer kaiping_nonsense"}}, 401, "no_token"),
    ("GET", "/tables/zzzzzzzzzz", {}, 404, "not_found"),
    ("GET", "/nothing/at/all", {}, 404, "not_found"),
    ("POST", "/nothing/at/all", {}, 404, "not_found"),
    ("GET", "", {}, 404, "not_found"),
    ("PATCH", "/tables", {}, 405, "wrong_method"),
    ("POST", "/titles", {}, 405, "wrong_method"),
    ("POST", "/openapi.json", {}, 405, "wrong_method"),
    ("POST", "/tables", {"content": b"x" * 600_000}, 413, "too_large"),
    ("POST", "/tables", {"json": {"title": "1888", "kind": "open"}}, 422, "bad_input"),
    ("POST", "/import", {"content": b"{"}, 422, "bad_input"),
    ("POST", "/invitations/nonsense", {}, 404, "not_found"),
]


def check(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    found: dict[str, Any] = answer.json()
    assert set(found) == {"status", "code", "detail", "clause", "fields"}
    assert (found["status"], found["code"]) == (status, code)
    assert found["detail"]
    assert isinstance(found["detail"], str)
    return found


@pytest.mark.parametrize("base", ["/api/v1", "/api"])
def test_one_shape(server: Server, fresh_name: str, base: str):
    program = server.program(server.member(f"wrong{fresh_name}"))
    for method, path, what, status, code in WRONG:
        found = check(program.request(method, f"{server.url}{base}{path or '/'}", **what), status, code)
        assert not found["fields"]
        assert found["clause"] is None


def test_an_unknown_host(server: Server):
    check(httpx.get(f"{server.url}/api/v1/tables", headers={"Host": "elsewhere.example"}), 400, "bad_request")


def test_a_wrong_method_is_told_which_are_right(server: Server):
    page = httpx.post(f"{server.url}/api/docs")
    check(page, 405, "wrong_method")
    assert page.headers["allow"] == "GET, HEAD"
    allowed = httpx.patch(f"{server.url}/api/v1/tables").headers["allow"]
    assert set(allowed.split(", ")) == {"GET", "POST"}


def test_without_a_token_one_is_told_how(server: Server):
    answer = httpx.get(f"{server.url}/api/v1/tables")
    assert "Bearer" in check(answer, 401, "no_token")["detail"]
    assert answer.headers["www-authenticate"] == "Bearer"


def test_each_faulty_field_is_named(server: Server, fresh_name: str):
    program = server.program(server.member(f"fields{fresh_name}"))
    wish = {"title": 1888, "kind": "hot-seat", "seats": [*THREE, {"name": ""}], "colour": "red"}
    found = check(program.post("/tables", json=wish), 422, "bad_input")
    assert [fault["where"] for fault in found["fields"]] == ["body.title", "body.seats.3.name", "body.colour"]
    assert found["detail"] == f"body.title: {found['fields'][0]['detail']} (and 2 more)"
    path = new_table(program)
    found = check(program.get(f"{path}/state", params={"at": "soon"}), 422, "bad_input")
    assert [fault["where"] for fault in found["fields"]] == ["query.at"]


def test_rules_have_codes_and_clauses_of_their_own(server: Server, fresh_name: str):
    program = server.program(server.member(f"rules{fresh_name}"))
    path = new_table(program)
    bid = {"action": {"type": "bid", "player": "Ann", "private": "FC", "price": 152}, "version": 0}
    refused = check(program.post(f"{path}/actions", json=bid), 422, "bid_too_low")
    assert refused["clause"] == "1888-2022:VI.6"
    why = program.post(f"{path}/why-not", json=bid).json()
    assert why == {name: refused[name] for name in ("detail", "code", "clause")}
    late = program.post(f"{path}/actions", json=bid | {"version": 7})
    check(late, 409, "too_late")
    other = server.program(server.member(f"other{fresh_name}"))
    table = program.post("/tables", json={"title": "1888", "kind": "open", "size": 2}).json()["key"]
    other.post(f"/tables/{table}/join")
    program.post(f"/tables/{table}/start")
    legal = program.get(f"/tables/{table}/actions").json()
    wrong = other if legal["acting"] == [f"rules{fresh_name}"] else program
    play = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    check(wrong.post(f"/tables/{table}/actions", json=play), 403, "not_yours")


def test_what_a_table_does_not_allow_has_codes(server: Server, fresh_name: str):
    host = server.program(server.member(f"host{fresh_name}"))
    guest = server.program(server.member(f"guest{fresh_name}"))
    path = f"/tables/{host.post('/tables', json={'title': '1888', 'kind': 'open', 'size': 2}).json()['key']}"
    check(host.get(f"{path}/state"), 422, "not_begun")
    check(host.post(f"{path}/join"), 422, "seated_already")
    check(host.post(f"{path}/leave", json={"seat": "Zed"}), 422, "not_seated")
    check(guest.post(f"{path}/start"), 403, "not_the_owner")
    guest.post(f"{path}/join")
    third = server.program(server.member(f"third{fresh_name}"))
    check(third.post(f"{path}/join"), 422, "table_full")
    host.post(f"{path}/start")
    version = host.get(path).json()["version"]
    check(guest.post(f"{path}/leave", json={"seat": f"guest{fresh_name}"}), 422, "begun_already")
    check(host.delete(path), 422, "others_play")
    check(host.post(f"{path}/undo", json={"version": version}), 422, "nothing_to_take_back")
    check(host.post(f"{path}/redo", json={"version": version}), 422, "nothing_to_play_again")
    check(host.post(f"{path}/agree", json={"version": version, "agree": True}), 422, "nobody_asked")


def test_a_body_that_is_not_json_is_told_so(server: Server, fresh_name: str):
    program = server.program(server.member(f"form{fresh_name}"))
    for sent in ({"data": {"title": "1888"}}, {"files": {"title": b"1888"}}):
        found = check(program.post("/tables", **sent), 400, "bad_request")
        assert found["detail"].startswith("The body is to be JSON (Content-Type: application/json), not ")


def test_the_head_alone_can_be_asked_for(server: Server, fresh_name: str):
    program = server.program(server.member(f"head{fresh_name}"))
    for path in ("/titles", "/me", "/tables", "/openapi.json"):
        whole, head = program.get(path), program.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert httpx.get(f"{server.url}/api").headers["location"] == "/api/docs"


def test_what_is_posted_to_hooks_is_declared(server: Server):
    spec = httpx.get(f"{server.url}/api/v1/openapi.json").json()
    assert set(spec["webhooks"]) == {"hello", "turn"}
    for name, hook in spec["webhooks"].items():
        shape = hook["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        assert spec["components"]["schemas"][shape]["properties"]["event"]["const"] == name


def test_the_shape_is_declared(server: Server):
    spec = httpx.get(f"{server.url}/api/v1/openapi.json").json()
    shape = {"$ref": "#/components/schemas/Refusal"}
    for path, operations in spec["paths"].items():
        assert path.startswith("/api/v1/")
        for method, operation in operations.items():
            assert "default" in operation["responses"]
            for status, answer in operation["responses"].items():
                if status == "default" or int(status) >= 400:
                    assert answer["content"]["application/json"]["schema"] == shape, (path, method, status)
    fields = {"status", "code", "detail", "clause", "fields"}
    assert set(spec["components"]["schemas"]["Refusal"]["required"]) == fields
