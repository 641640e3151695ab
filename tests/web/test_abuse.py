"""Limits on what costs something, and tables that nobody comes back to."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kaiping.game import Game
from kaiping.records import native
from tests.web.server import PASSWORD, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("abuse") / "data"
    running = Server(data, KAIPING_TABLES_UNKNOWN="3", KAIPING_NAMES_TRIED="5").start()
    yield running
    running.stop()


def test_tables_without_an_account(server: Server):
    """A browser that forgets its cookies is the same address still."""
    first = server.visitor()
    path = first.hot_seat()
    file = json.dumps(native.to_data(Game("1888", players=["Ann", "Bo"]))).encode()
    visitor = server.visitor()
    assert visitor.post("/bring", files={"file": ("a.json", file)}).headers["location"].startswith("/game/")
    visitor.hot_seat()
    for again in (visitor, server.visitor()):
        answer = again.post("/hot-seat", {"game": "1888:2022", "who1": "person", "who2": "person"})
        assert answer.status_code == 422
        assert "too many tables were opened without an account" in answer.text
        assert again.post("/bring", files={"file": ("a.json", file)}).status_code == 422
    assert first.post(f"{path}fork").status_code == 422
    server.member("ann").hot_seat()


def test_names_tried_from_one_address(server: Server):
    server.member("carol")
    visitor = server.visitor()
    wrong = [{"username": f"guess{number}", "password": "wrong"} for number in range(3)]
    assert [visitor.post("/sign-in", fields).status_code for fields in wrong] == [200] * 3
    taken = {"username": "carol", "password1": PASSWORD, "password2": PASSWORD}
    assert [visitor.post("/sign-up", taken).status_code for _ in range(2)] == [422] * 2
    # enough: neither does another name help, nor a right password
    assert server.visitor().post("/sign-in", {"username": "carol", "password": PASSWORD}).status_code == 429
    assert server.visitor().post("/sign-up", taken).status_code == 429


@pytest.mark.slow
def test_abandoned_tables(tmp_path: Path):
    server = Server(tmp_path / "data", KAIPING_KEEP_DAYS="100").start()
    visitor, member = server.visitor(), server.member("ann")
    ages = {"untouched": 8, "new": 6, "played": 99, "old": 101, "owned": 5000, "line": 101, "twig": 1}
    paths: dict[str, str] = {}
    for name in ages:
        if name in ("line", "twig"):  # of which the second branches from the first
            paths[name] = visitor.post(f"{paths['line' if name == 'twig' else 'played']}fork").headers["location"]
            continue
        paths[name] = (member if name == "owned" else visitor).hot_seat()
        if name in ("played", "old"):
            (actor,) = visitor.game(paths[name]).acting
            action = json.dumps({"type": "pass", "actor": actor})
            assert visitor.play(paths[name], action, visitor.version(paths[name])).status_code == 200
    server.stop()
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3")) as database, database:
        for name, days in ages.items():
            key = paths[name].strip("/").split("/")[-1]
            changed = database.execute(
                "UPDATE games_table SET moved = datetime('now', ?) WHERE key = ?", [f"-{days} days", key]
            )
            assert changed.rowcount == 1
    server.start()
    try:
        for person in (visitor, member):
            person.http.base_url = server.url
        until = time.monotonic() + 60
        while visitor.get(paths["old"]).status_code == 200 and time.monotonic() < until:
            time.sleep(0.1)
        found = {name: (member if name == "owned" else visitor).get(path).status_code for name, path in paths.items()}
    finally:
        server.stop()
    assert found == {"untouched": 404, "new": 200, "played": 200, "old": 404, "owned": 200, "line": 404, "twig": 200}
    assert "Traceback" not in server.said(), server.said()
