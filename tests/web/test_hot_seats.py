"""Tables around one screen: named, deleted, and moved by a link that works once."""

from __future__ import annotations

import re

from tests.web.server import Server, Visitor


def manage(path: str) -> str:
    return path.replace("/game/", "/hot-seat/").rstrip("/")


def link_of(visitor: Visitor, path: str) -> str:
    assert visitor.post(f"{manage(path)}/hand-over").status_code == 302
    found = re.search(r"/take-over/[\w-]+", visitor.get(manage(path)).text)
    assert found
    assert found[0] not in visitor.get(manage(path)).text, "shown once"
    return found[0]


def test_a_name(server: Server):
    visitor = server.visitor()
    path = visitor.hot_seat()
    assert manage(path) in visitor.get("/").text
    visitor.post(f"{manage(path)}/name", {"name": "  Sunday \n evening "})
    assert "Sunday evening" in visitor.get(path).text
    visitor.post(f"{manage(path)}/name", {"name": "x" * 81})
    assert "may have 80 letters" in visitor.get(manage(path)).text
    for other in (server.visitor(), server.member("not_the_owner")):
        assert other.get(manage(path)).status_code == 404
        assert other.post(f"{manage(path)}/name", {"name": "mine"}).status_code == 404
        assert other.post(f"{manage(path)}/hand-over").status_code == 404
    online = server.member("far_apart")
    table = online.post("/new-table", {"game": "1888:2022", "size": 2, "kind": "open", "undo": "own"})
    assert online.get(manage(table.headers["location"])).status_code == 404
    assert visitor.post(f"{path}delete").status_code == 302
    assert visitor.get(path).status_code == 404


def test_to_another_browser_and_to_an_account(server: Server):
    first, second = server.visitor(), server.visitor()
    path = first.hot_seat()
    first.post(f"{path}notes", {"text": "my secret plan"})
    older, link = link_of(first, path), link_of(first, path)
    assert second.get(older).status_code == 404, "a later link ends the one before"
    assert "moves to this browser" in second.get(link).text
    assert second.get(path).status_code == 404, "looking takes nothing"
    assert second.post(link).headers["location"] == path
    assert first.post(link).status_code == 404, "it works once"
    assert (first.get(path).status_code, second.get(path).status_code) == (404, 200)
    assert "my secret plan" not in second.get(f"{path}notes").text
    member = server.member("taker_over")
    link = link_of(second, path)
    assert "moves to the account taker_over" in member.get(link).text
    member.post(link)
    assert path in member.get("/lobby").text
    assert second.get(path).status_code == 404
    assert second.play(path, '{"type":"pass","actor":"Ann"}', 0).status_code == 404
