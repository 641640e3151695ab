"""The API over real sockets: what the page does, a program can do."""

from __future__ import annotations

import base64
import json
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from kaiping.action import AnyAction, LayTile
from kaiping.game import Game
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.server import Server

THREE = [{"name": name} for name in ("Ann", "Bo", "Cy")]


@pytest.fixture
def program(server: Server, fresh_name: str) -> httpx.Client:
    return server.program(server.member(f"api{fresh_name}"))


def new_table(program: httpx.Client, **more: object) -> str:
    answer = program.post("/tables", json={"title": "1888", "kind": "hot-seat", "seats": THREE, **more})
    assert answer.status_code == 201, answer.text
    return f"/tables/{answer.json()['key']}"


def test_what_a_tile_would_add_and_pictures(server: Server, program: httpx.Client):
    path = new_table(program)
    assert program.get(f"{path}/worth").json() is None  # the auction has no company on turn
    game, chance = Game("1888", players=["Ann", "Bo", "Cy"]), Random(1)
    version = program.get(f"{path}/actions").json()["version"]
    while not any(isinstance(action, LayTile) for action in game.legal_actions()):
        action = GREEDY_0.choose(game, chance)
        game.play(action)
        answer = program.post(f"{path}/actions", json={"action": msgspec.to_builtins(action), "version": version})
        version = answer.json()["version"]
    found = program.get(f"{path}/worth").json()
    assert found["revenue"] == 0
    assert not found["owned"]
    laid = [action for action in game.legal_actions() if isinstance(action, LayTile)]
    assert [msgspec.convert(one["action"], LayTile) for one in found["gains"]] == laid
    here = program.get(f"{path}/worth", params={"hex": laid[0].hex}).json()
    assert here["gains"] == [one for one in found["gains"] if one["action"]["hex"] == laid[0].hex]
    assert program.get(f"{path}/worth", params={"hex": "Z99"}).status_code == 422
    for what in ("map", "market", "tiles"):
        assert program.get(f"{path}/picture", params={"what": what, "at": 3}).text == game.at(3).svg(what=what)
    assert program.get(f"{path}/picture", params={"format": "png"}).content.startswith(b"\x89PNG")
    assert program.get(f"{path}/picture", params={"what": "cellar"}).status_code == 422
    asked: dict[str, str | int] = {"theme": "dark", "language": "ja", "width": 500}
    assert program.get(f"{path}/picture", params=asked).text == game.svg(theme="dark", language="ja", width=500)
    assert program.get(f"{path}/picture", params={"width": 10**6}).status_code == 422
    stranger = server.program(server.member("picturethief"))
    assert stranger.get(f"{path}/picture").status_code == 404
    assert stranger.get(f"{path}/worth").status_code == 404


def test_titles_need_no_token(server: Server):
    rows = httpx.get(f"{server.url}/api/titles").json()
    (row,) = (row for row in rows if (row["title"], row["edition"]) == ("1888", "2022"))
    assert (row["players"], row["default"]) == ([2, 6], True)
    assert {option["name"] for option in row["options"]} >= {"no-export-in-auction", "unbound-exchange"}
    names = httpx.get(f"{server.url}/api/bots").json()
    levels = httpx.get(f"{server.url}/api/levels").json()
    assert (names[0], names[-1]) == ("casual", "random")
    assert names == [one["name"] for one in levels]
    assert levels[-1] == {"name": "random", "sentence": "Plays anything that is legal; for tests.", "thinks": False}


def test_everything_else_does(server: Server):
    assert httpx.get(f"{server.url}/api/openapi.json").status_code == 200
    for headers in ({}, {"Authorization": "Bearer kaiping_nonsense"}, {"Authorization": "Basic eDp5"}):
        assert httpx.get(f"{server.url}/api/tables", headers=headers).status_code == 401
    visitor = server.member("cookieuser")  # a session is not a token: the API has no protection against forged forms
    assert visitor.get("/api/tables").status_code == 401


def test_play_by_the_list_of_legal_actions(program: httpx.Client):
    path = new_table(program)
    game, chance = Game("1888", players=["Ann", "Bo", "Cy"]), Random(1)
    for _ in range(40):
        legal = program.get(f"{path}/actions").json()
        listed = game.legal_actions()
        assert [msgspec.convert(row["action"], AnyAction) for row in legal["actions"]] == list(listed)
        ranges = [row["range"] for row in legal["actions"]]
        assert ranges == [msgspec.to_builtins(listed.ranges.get(action)) for action in listed]
        numbers = {(row["number"], row["range"] is None) for row in legal["actions"]}
        assert numbers <= {(None, True), ("price", False)}
        action = GREEDY_0.choose(game, chance)
        game.play(action)
        answer = program.post(
            f"{path}/actions", json={"action": msgspec.to_builtins(action), "version": legal["version"]}
        )
        assert answer.status_code == 200, answer.text
        assert answer.json()["log"] == [game.describe(event) for event in game.last_events]
    state = program.get(f"{path}/state").json()
    assert state["cash"] == game.state.cash
    assert state["played"] == 40
    assert program.get(f"{path}/state", params={"at": 0}).json()["played"] == 0
    events = program.get(f"{path}/events", params={"since": 30}).json()["events"]
    assert [event["text"] for event in events] == [game.describe(event) for event in game.events_since(30)]


def test_refusals(program: httpx.Client):
    path = new_table(program)
    bid = {"type": "bid", "player": "Ann", "private": "FC", "price": 152}
    answer = program.post(f"{path}/actions", json={"action": bid, "version": 0})
    assert answer.status_code == 422
    assert answer.json()["clause"] == "1888-2022:VI.6"
    assert program.post(f"{path}/why-not", json={"action": bid, "version": 0}).json()["clause"] == "1888-2022:VI.6"
    pass_ = {"type": "pass", "actor": "Ann"}
    assert program.post(f"{path}/why-not", json={"action": pass_, "version": 0}).json() is None
    assert program.post(f"{path}/actions", json={"action": pass_, "version": 7}).status_code == 409
    assert program.post(f"{path}/actions", json={"action": {"type": "x"}, "version": 0}).status_code == 422
    assert program.get("/tables/zzzzzzzzzz").status_code == 404


def test_undo_and_redo(program: httpx.Client):
    path = new_table(program)
    version = program.post(f"{path}/actions", json={"action": {"type": "pass", "actor": "Ann"}, "version": 0}).json()[
        "version"
    ]
    undone = program.post(f"{path}/undo", json={"version": version}).json()
    assert undone["played"] == 0
    redone = program.post(f"{path}/redo", json={"version": undone["version"]}).json()
    assert redone["played"] == 1
    assert program.post(f"{path}/redo", json={"version": redone["version"]}).status_code == 422


def test_a_game_of_two_programs(server: Server, fresh_name: str):
    names = [f"{fresh_name}p", f"{fresh_name}q"]
    one, two = (server.program(server.member(name)) for name in names)
    table = one.post("/tables", json={"title": "1888", "kind": "private", "size": 3}).json()
    path = f"/tables/{table['key']}"
    assert two.get(path).status_code == 404
    assert two.post(f"{path}/join").status_code == 404
    two.post(f"/invitations/{table['invitation'].rpartition('/')[2]}")
    assert two.post(f"{path}/join").status_code == 200
    assert two.post(f"{path}/bots", json={"bot": "greedy"}).status_code == 403
    assert one.post(f"{path}/bots", json={"bot": "greedy"}).status_code == 200
    assert one.get(f"{path}/state").status_code == 422
    assert one.post(f"{path}/start").status_code == 200
    for _ in range(10):
        legal = one.get(f"{path}/actions").json()
        name = legal["acting"][0]
        right, wrong = (one, two) if name == names[0] else (two, one)
        body = {"action": {"type": "pass", "actor": name}, "version": legal["version"]}
        if right.post(f"{path}/why-not", json=body).json() is not None:
            body["action"] = legal["actions"][0]["action"]
        assert wrong.post(f"{path}/actions", json=body).status_code == 403
        assert right.post(f"{path}/actions", json=body).status_code == 200


def test_words_programs_files(program: httpx.Client):
    path = new_table(program)
    assert program.post(f"{path}/chat", json={"text": "hello"}).status_code == 201
    assert [row["text"] for row in program.get(f"{path}/chat").json()] == ["hello"]
    assert program.put(f"{path}/notes", json={"text": "mine\nalone"}).status_code == 200
    assert program.get(f"{path}/notes").json() == {"text": "mine\nalone"}
    assert program.post(f"{path}/programs", json={"kind": "auction", "seat": "Bo"}).json()[0]["seat"] == "Bo"
    assert program.request("DELETE", f"{path}/programs", params={"seat": "Bo"}).json() == []
    file = program.get(f"{path}/export")
    brought = program.post("/import", content=file.content)
    assert brought.status_code == 201
    assert program.post("/import", content=b"{").status_code == 422
    fork = program.post(f"{path}/fork", json={"at": 0})
    assert fork.status_code == 201
    assert program.delete(f"/tables/{fork.json()['key']}").status_code == 204
    assert program.get(f"/tables/{fork.json()['key']}").status_code == 404


def test_a_token_ends_when_it_is_deleted(server: Server):
    import re

    member = server.member("forgetful")
    program = server.program(member)
    assert program.get("/tables").status_code == 200
    page = member.get("/settings").text
    assert "kaiping_" not in page.replace("kaiping_csrf", "")  # shown once only
    delete = re.search(r"/settings/token/\d+/delete", page)
    assert delete
    assert server.member("nosy").post(delete[0]).status_code == 404
    assert member.post(delete[0]).status_code == 302
    assert program.get("/tables").status_code == 401


def test_who_am_i(server: Server, fresh_name: str):
    names = [f"{fresh_name}me", f"{fresh_name}you"]
    one, two = (server.program(server.member(name)) for name in names)
    me = one.get("/me").json()
    assert (me["name"], me["token"]["name"], me["playing"], me["turns"]) == (names[0], "test", 0, [])
    key = one.post("/tables", json={"title": "1888", "kind": "open", "size": 2}).json()["key"]
    two.post(f"/tables/{key}/join")
    assert one.get("/me").json()["playing"] == 0
    acting = one.post(f"/tables/{key}/start").json()["acting"]
    for name, program in zip(names, (one, two), strict=True):
        me = program.get("/me").json()
        assert (me["playing"], me["turns"]) == (1, [key] if name in acting else [])


def pages(program: httpx.Client, path: str, **query: str | int) -> list[Any]:
    """All pages of a list."""
    found, answer = [], program.get(path, params=dict(query))
    while "next" in answer.links:
        found.append(answer.json())
        answer = program.get(answer.links["next"]["url"].removeprefix("/api/v1"))
    return [*found, answer.json()]


def test_lists_come_in_pages(program: httpx.Client):
    paths = [new_table(program) for _ in range(5)]
    whole = program.get("/tables").json()
    assert [f"/tables/{table['key']}" for table in whole] == paths[::-1]
    found = pages(program, "/tables", limit=2)
    assert [len(page) for page in found] == [2, 2, 1]
    assert [table for page in found for table in page] == whole

    for number in range(5):
        program.post(f"{paths[0]}/chat", json={"text": str(number)})
    found = pages(program, f"{paths[0]}/chat", limit=3)
    assert [[remark["text"] for remark in page] for page in found] == [["2", "3", "4"], ["0", "1"]]

    for _ in range(6):
        legal = program.get(f"{paths[0]}/actions").json()
        wish = {"action": legal["actions"][0]["action"], "version": legal["version"]}
        assert program.post(f"{paths[0]}/actions", json=wish).status_code == 200
    for since in (0, 3):
        whole = program.get(f"{paths[0]}/events", params={"since": since}).json()["events"]
        for limit in (1, 2, 200):
            found = pages(program, f"{paths[0]}/events", since=since, limit=limit)
            assert [event for page in found for event in page["events"]] == whole
            assert all(len(page["events"]) == limit for page in found[:-1])


@pytest.mark.parametrize("path", ["/tables", "/tables/{key}/chat", "/tables/{key}/events"])
def test_cursors_and_limits_that_are_none(program: httpx.Client, path: str):
    path = path.format(key=new_table(program).rpartition("/")[2])
    for query in ({"limit": 0}, {"limit": 201}, {"cursor": "x"}, {"cursor": "!"}, {"cursor": "bnVsbA"}):
        assert program.get(path, params=query).status_code == 422, query
    huge = base64.urlsafe_b64encode(json.dumps([2**70] * 2).encode()).rstrip(b"=").decode()
    assert program.get(path, params={"cursor": huge}).status_code == 422


def test_a_program_listens(server: Server, program: httpx.Client, fresh_name: str):
    path = new_table(program)
    with program.stream("GET", f"{path}/stream") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert next(line for line in lines if line.startswith("data:")) == 'data: {"version": 0}'
        program.post(f"{path}/chat", json={"text": "hello"})
        assert next(line for line in lines if line == 'data: {"count": 1}')
        program.post(f"{path}/actions", json={"action": {"type": "pass", "actor": "Ann"}, "version": 0})
        assert next(line for line in lines if line == 'data: {"version": 1}')
    stranger = server.program(server.member(f"deaf{fresh_name}"))
    for asks, status in ((stranger, 404), (httpx.Client(base_url=program.base_url), 401)):
        refused = asks.get(f"{path}/stream")
        assert (refused.status_code, refused.json()["status"]) == (status, status)
    assert program.post(f"{path}/stream").json()["code"] == "wrong_method"
