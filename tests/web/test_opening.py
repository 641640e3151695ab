"""Start, join and delete at the same moment: one order of locks, and nothing is decided by what was so before."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx
import pytest

from tests.web.databases import BOTH, by_hand, database
from tests.web.server import Server

ROUNDS = 8


@pytest.fixture(scope="module", params=[BOTH[0], pytest.param(BOTH[1], marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    folder = tmp_path_factory.mktemp("opening")
    with database(request.param, folder / "database") as url:
        running = Server(folder / "data", KAIPING_DATABASE_URL=url).start()
        yield running, url
        running.stop()


@pytest.fixture(scope="module")
def people(place: tuple[Server, str]) -> list[httpx.Client]:
    server, _url = place
    return [server.program(server.member(name)) for name in ("ann", "bo", "cy", "dee")]


def new_table(people: list[httpx.Client], seated: int) -> str:
    table = people[0].post("/tables", json={"title": "1888", "kind": "open", "size": 4}).json()
    path = f"/tables/{table['key']}"
    for person in people[1:seated]:
        assert person.post(f"{path}/join").status_code == 200
    return path


def waits(url: str, hand: Any, asked: Future[httpx.Response]) -> None:
    """Until the server waits for our lock; SQLite does not tell, so there it is given time to."""
    if url.startswith("sqlite:"):
        time.sleep(0.5)
        return
    until = time.monotonic() + 20
    while not hand.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchall():
        assert not asked.done(), asked.result().text
        assert time.monotonic() < until
        time.sleep(0.02)


def meanwhile(url: str, key: str, ask: Callable[[], httpx.Response], *changes: str) -> httpx.Response:
    """Somebody has the table locked, and changes it while the question waits."""
    hand = by_hand(url)
    with ThreadPoolExecutor(1) as pool:
        hand.execute("BEGIN" if url.startswith("postgres") else "BEGIN IMMEDIATE")
        hand.execute(f"UPDATE games_table SET seated = seated + 1 WHERE key = '{key}'")
        asked = pool.submit(ask)
        waits(url, hand, asked)
        for change in changes:
            hand.execute(change)
        hand.execute("COMMIT")
        hand.close()
        return asked.result(20)


def test_deleted_while_it_starts(place: tuple[Server, str], people: list[httpx.Client]):
    """Whoever deletes waits for the table itself, not with its seats in hand, and then sees that others are playing."""
    path = new_table(people, 3)
    key = path.rpartition("/")[2]
    table = f"SELECT id FROM games_table WHERE key = '{key}'"
    answer = meanwhile(
        place[1],
        key,
        lambda: people[0].delete(path),
        f"UPDATE games_seat SET number = number + 100 WHERE table_id = ({table})",
        f"UPDATE games_table SET status = 'running' WHERE key = '{key}'",
    )
    assert answer.status_code == 422, answer.text
    assert "others are playing" in answer.text
    assert people[1].get(path).json()["status"] == "running"


@pytest.mark.parametrize("deed", ["join", "start", "bots", "leave"])
def test_too_late_for_the_seats(place: tuple[Server, str], people: list[httpx.Client], deed: str):
    path = new_table(people, 2)
    key = path.rpartition("/")[2]
    who = people[2] if deed == "join" else people[0]
    wish = {"bots": {"bot": "greedy"}, "leave": {"seat": "bo"}}.get(deed)
    answer = meanwhile(
        place[1],
        key,
        lambda: who.post(f"{path}/{deed}", json=wish),
        f"UPDATE games_table SET status = 'running' WHERE key = '{key}'",
    )
    assert answer.status_code == 422, answer.text
    assert "begun already" in answer.text


def test_bots_at_once(people: list[httpx.Client]):
    """Each finds a name of its own."""
    path = new_table(people, 1)
    start = Barrier(3)

    def bring(_number: int) -> int:
        start.wait()
        return people[0].post(f"{path}/bots", json={"bot": "greedy"}).status_code

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(bring, range(3))) == [200] * 3
    assert len({seat["name"] for seat in people[0].get(path).json()["seats"]}) == 4


def test_everything_at_once(place: tuple[Server, str], people: list[httpx.Client]):
    """Refusals for those who come too late, and never an error."""
    for number in range(ROUNDS):
        path = new_table(people, 2)
        start = Barrier(5)
        deeds = [("post", 0, "/start"), ("post", 2, "/join"), ("post", 3, "/join"), ("post", 1, "/chat")]
        deeds.append(("delete", 0, "") if number % 2 else ("post", 0, "/bots"))

        def act(deed: tuple[str, int, str], path: str = path, start: Barrier = start) -> httpx.Response:
            way, who, what = deed
            start.wait()
            wish = {"/bots": {"bot": "random"}, "/chat": {"text": "hello"}}.get(what)
            return people[who].request(way.upper(), f"{path}{what}", json=wish)

        with ThreadPoolExecutor(5) as pool:
            answers = list(pool.map(act, deeds))
        assert all(answer.status_code < 500 for answer in answers), [answer.text for answer in answers]
        table = people[0].get(path)
        if table.status_code == 200 and table.json()["status"] == "running":
            seats = table.json()["seats"]
            assert len(seats) == table.json()["size"], "somebody sat down at a game that had begun"
    assert "deadlock" not in place[0].said()
    assert "Traceback" not in place[0].said()


def test_an_import_is_whole(place: tuple[Server, str], people: list[httpx.Client]):
    """If its moves cannot be stored there is no table either."""
    path = (
        people[0]
        .post(
            "/tables",
            json={"title": "1888", "kind": "hot-seat", "seats": [{"name": name} for name in ("Ann", "Bo", "Cy")]},
        )
        .json()["key"]
    )
    for _ in range(3):
        legal = people[0].get(f"/tables/{path}/actions").json()
        wish = {"action": legal["actions"][0]["action"], "version": legal["version"]}
        assert people[0].post(f"/tables/{path}/actions", json=wish).status_code == 200
    file = people[0].get(f"/tables/{path}/export").content
    before = len(people[0].get("/tables").json())
    hand = by_hand(place[1])
    if place[1].startswith("sqlite:"):
        fail = "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        drop = "DROP TRIGGER full_up"
    else:
        hand.execute(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE unique_violation USING MESSAGE = 'no room'; END $$"
        )
        fail, drop = "EXECUTE FUNCTION no_room()", "DROP TRIGGER full_up ON games_move"
    hand.execute(f"CREATE TRIGGER full_up BEFORE INSERT ON games_move FOR EACH ROW WHEN (NEW.number = 3) {fail}")
    try:
        assert people[0].post("/import", content=file).status_code == 409
    finally:
        hand.execute(drop)
        hand.close()
    assert len(people[0].get("/tables").json()) == before
    assert people[0].post("/import", content=file).status_code == 201
