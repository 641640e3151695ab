"""A server that is killed by signal 9 under load loses nothing that it has confirmed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.web.databases import postgresql
from tests.web.server import Server

TABLES = 3
#: actions confirmed at every table before the server is killed
LEAST = 15


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    if request.param == "SQLite":
        running = Server(tmp_path / "data").start()
        yield running
        running.stop()
    else:
        with postgresql() as url:
            running = Server(tmp_path / "data", KAIPING_DATABASE_URL=url).start()
            yield running
            running.stop()


class Player:
    """Plays at a table as fast as it can, and remembers what was confirmed."""

    def __init__(self, program: httpx.Client) -> None:
        self.program = program
        seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
        table = program.post("/tables", json={"title": "1888", "kind": "hot-seat", "seats": seats}).json()
        self.path = f"/tables/{table['key']}"
        self.confirmed: list[dict[str, object]] = []
        self.ready = threading.Event()

    def play(self) -> None:
        number = 0
        while True:
            number += 1
            try:
                legal = self.program.get(f"{self.path}/actions").json()
                action = legal["actions"][number % min(2, len(legal["actions"]))]["action"]
                answer = self.program.post(f"{self.path}/actions", json={"action": action, "version": legal["version"]})
            except (httpx.HTTPError, ValueError):
                return  # the server is gone
            assert answer.status_code == 200, answer.text
            self.confirmed.append(action)
            if len(self.confirmed) >= LEAST:
                self.ready.set()


def test_killed_under_load(server: Server):
    member = server.member("ann")
    players = [Player(server.program(member)) for _ in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as pool:
        games = [pool.submit(player.play) for player in players]
        for player in players:
            assert player.ready.wait(60), [game.exception(1) for game in games if game.done()]
        server.kill()
        for game in games:
            game.result()
    server.start()
    for player in players:
        player.program.base_url = httpx.URL(f"{server.url}/api")
        stored = player.program.get(f"{player.path}/export").json()["actions"]
        assert stored[: len(player.confirmed)] == player.confirmed
        assert len(stored) <= len(player.confirmed) + 1  # one may have been stored and not confirmed
        legal = player.program.get(f"{player.path}/actions").json()
        answer = player.program.post(
            f"{player.path}/actions", json={"action": legal["actions"][0]["action"], "version": legal["version"]}
        )
        assert answer.status_code == 200  # and the game goes on
