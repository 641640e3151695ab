"""Pages hear of changes: in one process, across processes that share a database, and after a lost connection."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiping.action import Pass, to_json
from tests.web.listening import Listener
from tests.web.server import Server, Visitor


def play_pass(visitor: Visitor, path: str) -> int:
    """Whoever is on turn passes; the version afterwards."""
    version = visitor.version(path)
    action = to_json(Pass(visitor.game(path).acting[0])).decode()
    assert visitor.play(path, action, version).status_code == 200
    return version + 1


def test_a_page_hears_of_every_change(visitor: Visitor):
    path = visitor.hot_seat()
    listener = Listener(visitor, path)
    data, _ = listener.next("moved")
    assert data == {"version": 0}  # the counters at the start, so that a page can catch up
    version = play_pass(visitor, path)
    assert listener.next("moved")[0] == {"version": version}
    visitor.post(f"{path}undo", {"version": version})
    assert listener.next("moved")[0] == {"version": version + 1}
    visitor.post(f"{path}chat", {"text": "hello"})
    assert listener.next("chat")[0] == {"count": 1}
    assert listener.nothing_more()
    listener.close()


def test_a_lost_connection_catches_up(visitor: Visitor):
    path = visitor.hot_seat()
    listener = Listener(visitor, path)
    _, mark = listener.next("moved")
    listener.close()
    for _ in range(2):
        version = play_pass(visitor, path)
    again = Listener(visitor, path, last=mark)
    assert again.next("moved")[0] == {"version": version}
    again.close()


def test_waiting_players_hear_who_sits_down(server: Server, fresh_name: str):
    ann, bo = server.member(fresh_name + "x"), server.member(fresh_name + "y")
    path = ann.post(
        "/new-table", {"game": "1888:2022", "size": 3, "kind": "open", "undo": "anyone", "name": ""}
    ).headers["location"]
    listener = Listener(ann, path)
    listener.next("moved")
    bo.post(f"{path}join")
    listener.next("seats")
    listener.close()


@pytest.fixture
def two_processes(tmp_path: Path):
    """Two servers, as of two machines, that share a database and a secret."""
    shared = {"KAIPING_DATABASE_URL": f"sqlite://{tmp_path}/shared.sqlite3", "KAIPING_SECRET": "shared " * 6}
    servers = [Server(tmp_path / name, **shared).start() for name in ("here", "there")]
    yield servers
    for server in servers:
        server.stop()


def test_processes_that_share_a_database(two_processes: list[Server]):
    here, there = two_processes
    visitor = here.visitor()
    path = visitor.hot_seat("person", "person", "greedy")
    elsewhere = there.visitor()
    elsewhere.http.cookies = visitor.http.cookies
    listeners = [Listener(visitor, path), Listener(elsewhere, path)]
    for listener in listeners:
        listener.next("moved")
    version = 0
    for mover in (visitor, elsewhere, visitor):
        play_pass(mover, path)
        version = visitor.version(path)
        assert elsewhere.version(path) == version
        for listener in listeners:
            while listener.next("moved")[0]["version"] != version:
                pass
    visitor.post(f"{path}undo", {"version": version})
    assert elsewhere.game(path).actions == visitor.game(path).actions
    for listener in listeners:
        listener.close()
