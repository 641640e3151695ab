"""A server that is killed by signal 9 under load loses nothing that it has confirmed."""

from __future__ import annotations

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random

import httpx
import pytest

from kaiping.records import native
from tests.web.databases import BOTH, database
from tests.web.server import Server

TABLES = 3
#: actions confirmed at every table before the server is killed
LEAST = 15
#: how often it is killed in the long form, on each database
KILLS = int(os.environ.get("KAIPING_KILLS", "50"))
#: actions after which another game is begun
LONG = 150


@contextmanager
def serving(kind: str, folder: Path) -> Iterator[Server]:
    with database(kind, folder / "database") as url:
        server = Server(folder / "data", "--workers", "2", KAIPING_DATABASE_URL=url).start()
        try:
            yield server
        finally:
            server.stop()


class Player:
    """Plays at a table as fast as it can, and remembers what was confirmed."""

    def __init__(self, program: httpx.Client) -> None:
        self.program = program
        self.seen: Counter[str] = Counter()
        self.ready = threading.Event()
        self.begin()

    def begin(self) -> None:
        seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
        table = self.program.post("/tables", json={"title": "1888", "kind": "hot-seat", "seats": seats}).json()
        self.path = f"/tables/{table['key']}"
        self.confirmed: list[dict[str, object]] = []
        self.seen["games"] += 1

    def play(self) -> None:
        """Until the server is gone."""
        self.ready.clear()
        before = len(self.confirmed)
        for number in count(1):
            try:
                legal = self.program.get(f"{self.path}/actions").json()
                action = legal["actions"][number % min(2, len(legal["actions"]))]["action"]
                answer = self.program.post(f"{self.path}/actions", json={"action": action, "version": legal["version"]})
            except (httpx.HTTPError, ValueError):
                return
            if answer.status_code == 503 and "retry-after" in answer.headers:
                self.seen["refused by a busy database"] += 1
                continue
            assert answer.status_code == 200, answer.text
            self.confirmed.append(action)
            self.seen["confirmed"] += 1
            if len(self.confirmed) >= before + LEAST:
                self.ready.set()

    def check(self, url: str) -> None:
        """What was confirmed is stored, and the game opens from what is stored with it, now and as it was before."""
        self.program.base_url = httpx.URL(f"{url}/api")
        file = self.program.get(f"{self.path}/export").json()
        stored = file["actions"]
        self.seen["lost"] += sum(stored[place : place + 1] != [one] for place, one in enumerate(self.confirmed))
        self.seen["stored but not confirmed"] += (more := max(0, len(stored) - len(self.confirmed)))
        assert more <= 1
        self.confirmed = stored
        game = native.from_data(file)
        for moment in (len(stored), len(stored) - 3):
            shown = self.program.get(f"{self.path}/state", params={"at": moment}).json()
            position = json.loads(json.dumps(game.at(moment).position()))
            assert {name: shown[name] for name in position} == position
            self.seen["positions opened"] += 1


def kill(server: Server, players: list[Player], later: float = 0.0) -> None:
    """While all of them play; then start it again, and look."""
    with ThreadPoolExecutor(TABLES) as pool:
        games = [pool.submit(player.play) for player in players]
        for player in players:
            assert player.ready.wait(300), [game.exception(1) for game in games if game.done()]
        time.sleep(later)
        server.kill()
        for game in games:
            game.result()
    server.start()
    for player in players:
        player.check(server.url)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTH)
def test_killed_under_load(kind: str, tmp_path: Path):
    with serving(kind, tmp_path) as server:
        member = server.member("ann")
        players = [Player(server.program(member)) for _ in range(TABLES)]
        kill(server, players)
        assert sum((player.seen for player in players), Counter())["lost"] == 0
        for player in players:  # and the games go on
            legal = player.program.get(f"{player.path}/actions").json()
            wish = {"action": legal["actions"][0]["action"], "version": legal["version"]}
            assert player.program.post(f"{player.path}/actions", json=wish).status_code == 200


@pytest.mark.slow
@pytest.mark.hard
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("kind", BOTH)
def test_killed_very_often(kind: str, tmp_path: Path, counts: Callable[[str], None]):
    began, chance, kills = time.monotonic(), Random(kind), 0
    players: list[Player] = []
    try:
        with serving(kind, tmp_path) as server:
            member = server.member("ann")
            players += [Player(server.program(member)) for _ in range(TABLES)]
            while kills < KILLS:
                kill(server, players, later=chance.random() / 3)
                kills += 1
                for player in players:
                    if len(player.confirmed) >= LONG:
                        player.begin()
    finally:
        seen = sum((player.seen for player in players), Counter({"lost": 0}))
        found = ", ".join(f"{seen[name]:,} {name}" for name in sorted({*seen, "lost"}))
        counts(f"signal 9, {kind}, two workers: {kills} kills in {time.monotonic() - began:.0f} s; {found}")
    assert seen["lost"] == 0
