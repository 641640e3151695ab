"""Two processes behind one address, and people who do everything at once: refusals, never an error of the server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.web.server import PASSWORD, Server, Visitor, version_in

#: people at one table, and what each of them does
PEOPLE = 6
DEEDS = 40


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data", "--workers", "2").start()
    yield running
    running.stop()


def same_browser(owner: Visitor) -> Visitor:
    """Another window of the same browser, with a connection of its own, so that either process may answer."""
    other = Visitor(owner.url)
    other.http.cookies = owner.http.cookies
    return other


def deed(person: Visitor, path: str, chance: Random) -> httpx.Response:
    """Something that a person may try at any moment, sensible or not."""
    body = person.get(f"{path}body")
    if body.status_code != 200:
        return body
    version = version_in(body)
    match chance.choice(("play", "play", "play", "undo", "redo", "look", "past", "chat", "notes", "program", "fork")):
        case "play":
            actions = re.findall(r'name="action" value="([^"]+)"', body.text)
            action = chance.choice(actions or [""]).replace("&quot;", '"')
            return person.play(path, action, version)
        case "undo" | "redo" as way:
            return person.post(f"{path}{way}", {"version": version}, htmx=True)
        case "look":
            return person.get(path)
        case "past":
            return person.get(path, at=chance.randrange(20))
        case "chat":
            return person.post(f"{path}chat", {"text": "hello"})
        case "notes":
            return person.post(f"{path}notes", {"text": "a secret"})
        case "program":
            kind = chance.choice(("pass", "auction", "stop"))
            return person.post(f"{path}program", {"kind": kind, "version": version}, htmx=True)
        case _:
            return person.post(f"{path}fork", {"at": "0"})


@pytest.mark.slow
def test_nothing_breaks_at_one_table(server: Server):
    owner = server.visitor()
    path = owner.hot_seat()

    def live(number: int) -> list[int]:
        person, chance = same_browser(owner), Random(number)
        return [deed(person, path, chance).status_code for _ in range(DEEDS)]

    with ThreadPoolExecutor(PEOPLE) as pool:
        answers = [status for found in pool.map(live, range(PEOPLE)) for status in found]
    assert max(answers) < 500, server.said()
    assert answers.count(200) > DEEDS
    assert owner.get(f"{path}export").status_code == 200
    assert "Traceback" not in server.said()


def test_one_name_for_two_people(server: Server):
    def sign_up(_number: int) -> int:
        fields = {"username": "Ann", "password1": PASSWORD, "password2": PASSWORD}
        return server.visitor().post("/sign-up", fields).status_code

    with ThreadPoolExecutor(PEOPLE) as pool:
        answers = sorted(pool.map(sign_up, range(PEOPLE)))
    assert answers == [302] + [422] * (PEOPLE - 1), server.said()


@pytest.mark.slow
def test_a_table_taken_away(server: Server):
    """Whoever is at a table when it is deleted is told that there is none."""
    owner = server.visitor()

    def live(path: str, number: int) -> list[int]:
        person, chance = same_browser(owner), Random(number)
        return [deed(person, path, chance).status_code for _ in range(12)]

    for _round in range(3):
        path = owner.hot_seat()
        with ThreadPoolExecutor(PEOPLE) as pool:
            lives = [pool.submit(live, path, number) for number in range(PEOPLE - 1)]
            gone = pool.submit(owner.post, f"{path}delete")
        assert gone.result().status_code == 302
        assert max(status for one in lives for status in one.result()) < 500, server.said()
        assert owner.get(path).status_code == 404
