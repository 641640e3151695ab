"""People who act at the same moment: exactly one action is taken, the others are told."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import httpx
import pytest

from kaiping.action import Bid, Pass, to_json
from tests.web.databases import BOTH, database
from tests.web.server import Server, Visitor

#: races of the long form, on each database
RACES = int(os.environ.get("KAIPING_RACES", "1600"))


def race(people: list[Visitor], path: str, actions: list[str], version: int) -> Counter[int]:
    start = Barrier(len(people))

    def act(person: Visitor, action: str) -> int:
        person.token()
        start.wait()
        return person.play(path, action, version).status_code

    with ThreadPoolExecutor(len(people)) as pool:
        return Counter(pool.map(act, people, actions))


def test_one_of_many_at_once(server: Server):
    owner = server.visitor()
    path = owner.hot_seat()
    people = []
    for _ in range(8):
        person = server.visitor()
        person.http.cookies = owner.http.cookies
        people.append(person)
    for played in range(6):
        name = owner.game(path).acting[0]
        actions = [to_json(Pass(name)).decode()] * 4 + [to_json(Bid(name, "PC", 205 + 5 * played)).decode()] * 4
        answers = race(people, path, actions, owner.version(path))
        assert answers[200] == 1, answers
        assert answers[200] + answers[409] + answers[422] == 8, answers
        assert owner.game(path).played == played + 1


def test_undo_against_play(server: Server):
    owner = server.visitor()
    path = owner.hot_seat()
    other = server.visitor()
    other.http.cookies = owner.http.cookies
    for _ in range(5):
        version = owner.version(path)
        owner.play(path, to_json(Pass(owner.game(path).acting[0])).decode(), version)
        before = owner.game(path).played
        name = owner.game(path).acting[0]
        start = Barrier(2)

        def undo(version: int = version + 1, start: Barrier = start) -> int:
            start.wait()
            return other.post(f"{path}undo", {"version": version}, htmx=True).status_code

        def play(version: int = version + 1, start: Barrier = start, name: str = name) -> int:
            start.wait()
            return owner.play(path, to_json(Pass(name)).decode(), version).status_code

        other.token()
        with ThreadPoolExecutor(2) as pool:
            undone, played = pool.submit(undo), pool.submit(play)
        assert sorted((undone.result(), played.result())) == [200, 409]
        assert owner.game(path).played == (before - 1 if undone.result() == 200 else before + 1)


# --- very often, with two processes behind one address -------------------------------------------------


class Course:
    """Programs of several people, and the races that they run; each ends in the way that it must."""

    def __init__(self, server: Server) -> None:
        members = [server.member(f"racer{number}") for number in range(4)]
        self.programs = [server.program(member) for member in members]
        #: the same person at several machines
        self.owners = [
            httpx.Client(base_url=one.base_url, headers=one.headers, timeout=60) for one in self.programs[:1] * 6
        ]
        self.seen: Counter[str] = Counter()
        self.pool = ThreadPoolExecutor(8)
        self.table: dict[str, Any] = {}

    def at_once(self, *asked: tuple[httpx.Client, str, str, Any]) -> list[int]:
        """The answers to what all of them send at the same moment; whoever a busy database refuses asks again."""
        start = Barrier(len(asked))

        def ask(program: httpx.Client, method: str, path: str, wish: Any) -> int:
            start.wait()
            while (
                answer := program.request(method, path, json=wish)
            ).status_code == 503 and "retry-after" in answer.headers:
                self.seen["refused by a busy database"] += 1
                time.sleep(0.2)
            return answer.status_code

        return list(self.pool.map(lambda one: ask(*one), asked))

    def of_one_table(self) -> dict[str, Any]:
        """A game around one screen that has not gone on for too long."""
        if not self.table or self.table["played"] >= 60:
            seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
            wish = {"title": "1888", "kind": "hot-seat", "seats": seats}
            self.table = self.owners[0].post("/tables", json=wish).json()
        self.table = self.owners[0].get(f"/tables/{self.table['key']}").json()
        return self.table

    def moves(self, chance: Random) -> None:
        """Of many actions in one position one is taken."""
        table = self.of_one_table()
        path = f"/tables/{table['key']}/actions"
        legal = [one["action"] for one in self.owners[0].get(path).json()["actions"]]
        wishes = [{"action": chance.choice(legal), "version": table["version"]} for _ in self.owners]
        asked = [(owner, "POST", path, wish) for owner, wish in zip(self.owners, wishes, strict=True)]
        answers = Counter(self.at_once(*asked))
        assert (answers[200], answers[200] + answers[409] + answers[422]) == (1, len(self.owners)), answers
        assert self.owners[0].get(f"/tables/{table['key']}").json()["played"] == table["played"] + 1

    def undo_and_move(self, chance: Random) -> None:
        """Of an action and taking the one before back one is done."""
        table = self.of_one_table()
        if not table["played"]:
            return self.moves(chance)
        path = f"/tables/{table['key']}"
        legal = [one["action"] for one in self.owners[0].get(f"{path}/actions").json()["actions"]]
        wish = {"action": chance.choice(legal), "version": table["version"]}
        undone, played = self.at_once(
            (self.owners[0], "POST", f"{path}/undo", {"version": table["version"]}),
            (self.owners[1], "POST", f"{path}/actions", wish),
        )
        assert sorted((undone, played)) == [200, 409], (undone, played)
        after = self.owners[0].get(path).json()["played"]
        assert after == table["played"] + (1 if played == 200 else -1)
        return None

    def seats(self, chance: Random) -> None:
        """Of many people one gets the last seat."""
        table = self.owners[0].post("/tables", json={"title": "1888", "kind": "open", "size": 2}).json()
        path = f"/tables/{table['key']}"
        answers = Counter(self.at_once(*((one, "POST", f"{path}/join", None) for one in self.programs[1:])))
        assert (answers[200], answers[422]) == (1, len(self.programs) - 2), answers
        assert len(self.owners[0].get(path).json()["seats"]) == 2
        assert self.owners[0].delete(path).status_code == 204

    def starts(self, chance: Random) -> None:
        """Of many starts one begins the game, and nobody sits down or goes after it; or the table is gone for all."""
        owner, first, second, *_others = chance.sample(self.programs, len(self.programs))
        copies = [httpx.Client(base_url=owner.base_url, headers=owner.headers, timeout=60) for _ in range(3)]
        table = owner.post("/tables", json={"title": "1888", "kind": "open", "size": 3}).json()
        path = f"/tables/{table['key']}"
        assert first.post(f"{path}/join").status_code == 200
        started = self.at_once(
            *((one, "POST", f"{path}/start", None) for one in copies),
            (second, "POST", f"{path}/join", None),
            (owner, "DELETE", path, None),
        )
        for one in copies:
            one.close()
        *starts, joined, deleted = started
        assert max(started) < 500, started
        after = owner.get(path)
        assert (after.status_code == 404) == (deleted == 204), started
        if after.status_code == 200:
            assert (starts.count(200), after.json()["status"]) == (1, "running"), started
            assert len(after.json()["seats"]) == (3 if joined == 200 else 2), started


@pytest.mark.slow
@pytest.mark.hard
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("kind", BOTH)
def test_very_often(kind: str, tmp_path: Path, counts: Callable[[str], None]):
    with database(kind, tmp_path / "database") as url:
        server = Server(tmp_path / "data", "--workers", "2", KAIPING_DATABASE_URL=url).start()
        course, began = Course(server), time.monotonic()
        races = (course.moves, course.moves, course.moves, course.undo_and_move, course.seats, course.starts)
        try:
            for number in range(RACES):
                race = races[number % len(races)]
                race(Random(f"{kind}/{number}"))
                course.seen[race.__name__] += 1
        finally:
            found = ", ".join(f"{number:,} x {name}" for name, number in sorted(course.seen.items()))
            counts(f"races, {kind}, two workers, in {time.monotonic() - began:.0f} s, one winner each: {found}")
            server.stop()
    assert "Traceback" not in server.said(), server.said()[-5000:]
