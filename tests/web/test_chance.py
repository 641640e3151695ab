"""A game that hangs on chance: its seed is kept, and shown nowhere while the game goes on."""

from __future__ import annotations

import json
import sqlite3

import httpx

from tests.web.server import Server

OPTIONS = ["earthquake", "tigers-die"]
PAGES = ("", "body", "export", "export?format=18xx")
ANSWERS = ("", "/state", "/actions", "/events?since=0", "/export")


def seed_of(server: Server, key: str) -> int:
    """The seed that the server has stored for a table."""
    with sqlite3.connect(f"file:{server.data / 'kaiping.sqlite3'}?mode=ro", uri=True) as database:
        (stored,) = database.execute("select seed from games_table where key = ?", [key]).fetchone()
    seed = json.loads(stored)
    assert isinstance(seed, int)
    return seed


def opened(program: httpx.Client) -> str:
    """A table around one screen."""
    wanted = {"title": "1890", "kind": "hot-seat", "seats": [{"name": "Ann"}, {"name": "Bo"}], "options": OPTIONS}
    made = program.post("/tables", json=wanted)
    assert made.status_code == 201, made.text
    return str(made.json()["key"])


def test_no_answer_tells_the_seed(server: Server, fresh_name: str) -> None:
    member = server.member(fresh_name)
    program = server.program(member)
    key = opened(program)
    pages = [member.get(f"/game/{key}/{what}") for what in PAGES]
    answers = [program.get(f"/tables/{key}{what}") for what in ANSWERS]
    assert [answer.status_code for answer in (*pages[:2], *answers[:-1])] == [200] * (len(ANSWERS) + 1)
    assert not [answer.url for answer in (*pages, *answers) if str(seed_of(server, key)) in answer.text]


def test_files_and_copies_wait_for_the_end(server: Server, fresh_name: str) -> None:
    """Whoever could try the next train in a copy would know what it brings."""
    program = server.program(server.member(fresh_name))
    key = opened(program)
    for answer in (program.get(f"/tables/{key}/export"), program.post(f"/tables/{key}/fork", json={})):
        assert answer.status_code >= 400
        assert "can be had when it is over" in answer.text
