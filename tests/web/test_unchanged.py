"""What a reader has already is not sent again, nor is a game opened for it; and nobody is shown what was another's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import httpx
import pytest

from kaiping.action import Pass, to_json
from tests.web.databases import by_hand
from tests.web.server import Server, Visitor

PAGES = ("body", "body?at=0", "part?name=log", "part?name=tiles", "part?name=cards&at=0", "picture?what=market")
ANSWERS = ("state", "state?at=0", "actions", "events?since=0", "picture?what=map")

#: addresses with the answers that stand there
Read = dict[str, httpx.Response]


def read(client: httpx.Client, base: str, what: tuple[str, ...] = PAGES) -> Read:
    found = {f"{base}{where}": client.get(f"{base}{where}") for where in what}
    for where, answer in found.items():
        assert answer.status_code == 200, (where, answer.text)
        assert answer.headers["cache-control"] == "private, no-cache", where
    return found


def again(client: httpx.Client, known: Read) -> list[httpx.Response]:
    """Ask for the same as a browser does that has kept it."""
    return [client.get(where, headers={"If-None-Match": answer.headers["etag"]}) for where, answer in known.items()]


def statuses(client: httpx.Client, known: Read) -> set[int]:
    return {answer.status_code for answer in again(client, known)}


def play_pass(visitor: Visitor, path: str) -> int:
    """Whoever is on turn passes; the version afterwards."""
    version = visitor.version(path)
    action = to_json(Pass(visitor.game(path).acting[0])).decode()
    assert visitor.play(path, action, version).status_code == 200
    return version + 1


def test_what_has_not_changed_is_not_sent(server: Server, fresh_name: str):
    member = server.member(fresh_name)
    path = member.hot_seat()
    program = server.program(member)
    known, told = read(member.http, path), read(program, f"/tables{path.removeprefix('/game')}", ANSWERS)
    for answer in again(member.http, known) + again(program, told):
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["cache-control"] == "private, no-cache"
        assert answer.headers["etag"]
        assert "content-length" not in answer.headers
    for answer in known.values():
        assert {"cookie", "accept-language"} <= set(answer.headers["vary"].lower().split(", "))


def test_every_change_is_sent(visitor: Visitor):
    path = visitor.hot_seat()
    known = read(visitor.http, path)
    version = play_pass(visitor, path)
    assert statuses(visitor.http, known) == {200}
    for way in ("undo", "redo"):
        known = read(visitor.http, path)
        assert visitor.post(f"{path}{way}", {"version": version}, htmx=True).status_code == 200
        version += 1
        assert statuses(visitor.http, known) == {200}
    known = read(visitor.http, path)
    seat = visitor.game(path).players[0]
    for kind in ("round", "stop"):  # programs change the page and nothing else of the table
        visitor.post(f"{path}program", {"kind": kind, "seat": seat}, htmx=True)
        now = read(visitor.http, path)
        assert all(now[where].headers["etag"] != known[where].headers["etag"] for where in known)
        known = now


def test_a_remark_is_sent_where_it_shows(visitor: Visitor):
    path = visitor.hot_seat()
    known = read(visitor.http, path)
    visitor.post(f"{path}chat", {"text": "good evening"})
    assert statuses(visitor.http, known) == {304}
    assert "good evening" in visitor.get(f"{path}chat").text


@pytest.fixture
def people(server: Server, fresh_name: str) -> dict[str, Visitor]:
    return {name: server.member(name) for name in (f"{fresh_name}{letter}" for letter in "abc")}


def open_table(server: Server, people: dict[str, Visitor], options: tuple[str, ...] = ()) -> str:
    """A table of all these people, at which everybody may look on."""
    programs = [server.program(person) for person in people.values()]
    wanted = {"title": "1890", "kind": "open", "size": len(people), "options": options}
    key = programs[0].post("/tables", json=wanted).json()["key"]
    for program in programs[1:]:
        assert program.post(f"/tables/{key}/join").status_code == 200
    assert programs[0].post(f"/tables/{key}/start").status_code == 200
    return f"/game/{key}/"


def test_nobody_has_what_another_has(server: Server, people: dict[str, Visitor]):
    """Where each seat sees something else, tags of the others are of no use, nor is one's own to a spectator."""
    path = open_table(server, people, ("hidden-cash",))
    readers = {**people, "a spectator": server.member(f"{min(people)}x"), "a stranger": server.visitor()}
    known = {name: read(reader.http, path) for name, reader in readers.items()}
    for (name, reader), other in permutations(readers.items(), 2):
        for own, answer in zip(known[name].values(), again(reader.http, known[other[0]]), strict=True):
            assert answer.status_code == 200, (name, other)
            assert answer.text == own.text
    for name, reader in readers.items():
        assert statuses(reader.http, known[name]) == {304}


def test_who_signs_in_or_out_is_sent_it_again(server: Server, people: dict[str, Visitor]):
    path = open_table(server, people)
    visitor = server.visitor()
    known = read(visitor.http, path)
    name = min(people)
    visitor.http.cookies.update(people[name].http.cookies)
    assert statuses(visitor.http, known) == {200}
    known = read(visitor.http, path)
    assert visitor.post("/sign-out").status_code == 302
    assert statuses(visitor.http, known) == {200}


@pytest.fixture
def cold(server: Server, tmp_path: Path) -> Iterator[Server]:
    """Another process on the same database, which has not opened any game."""
    shared = {
        "KAIPING_DATABASE_URL": f"sqlite://{server.data}/kaiping.sqlite3",
        "KAIPING_SECRET": (server.data / "secret-key").read_text(),
    }
    running = Server(tmp_path / "cold", **shared).start()
    yield running
    running.stop()
    assert "Traceback" not in running.said()


def test_no_game_is_opened_for_it(server: Server, cold: Server, fresh_name: str):
    """Its moves are gone, so it could not be; and a tag of one process is known by the other."""
    member = server.member(fresh_name)
    path = member.hot_seat()
    play_pass(member, path)
    program = server.program(member)
    known, told = read(member.http, path), read(program, f"/tables{path.removeprefix('/game')}", ANSWERS)
    key = path.strip("/").rpartition("/")[2]
    hand = by_hand(f"sqlite://{server.data}/kaiping.sqlite3")
    hand.execute("DELETE FROM games_move WHERE table_id = (SELECT id FROM games_table WHERE key = ?)", [key])
    hand.close()
    elsewhere = httpx.Client(base_url=cold.url, cookies=member.http.cookies, timeout=30)
    as_program = httpx.Client(base_url=f"{cold.url}{program.base_url.path}", headers=program.headers, timeout=30)
    assert statuses(elsewhere, known) == {304}
    assert statuses(as_program, told) == {304}
    assert elsewhere.get(f"{path}body").status_code == 409
