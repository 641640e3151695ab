"""Profiles and rankings: an end counts once, and nobody is shown who does not wish to be."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from kaiping.bots import bot
from kaiping.game import Game
from kaiping.records.native import to_data
from tests.web.server import Server, Visitor

NAMES = ("ranked_ann", "ranked_bo")


def finished_online(server: Server, owner: Visitor, game: Game, kind: str = "open") -> str:
    """A game that is over, brought along and made one of people far apart, whose end is taken back and played again."""
    text = json.dumps(to_data(game))
    answer = owner.post("/bring", {"position": text})
    assert answer.status_code == 302, answer.text[:2000]
    path = answer.headers["location"]
    version = owner.version(path)
    assert owner.post(f"{path}undo", {"version": version}, htmx=True).status_code == 200
    key = path.strip("/").rpartition("/")[2]
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as database, database:
        database.execute("UPDATE games_table SET kind = ?, seated = seated + 1 WHERE key = ?", [kind, key])
        database.execute(
            "UPDATE games_seat SET user_id = (SELECT id FROM auth_user WHERE username = games_seat.name)"
            " WHERE table_id = (SELECT id FROM games_table WHERE key = ?)",
            [key],
        )
    assert owner.post(f"{path}redo", {"version": version + 1}, htmx=True).status_code == 200
    return path


@pytest.fixture(scope="module")
def over() -> Game:
    """Two players, of whom one goes bankrupt soon."""
    game, chance, robot = Game("1888", players=NAMES), Random(32), bot("random")
    while game.finished is None:
        game.play(robot.choose(game, chance))
    return game


def test_profile_and_ranking(server: Server, over: Game):
    ann, bo = (server.member(name) for name in NAMES)
    passer, program = server.visitor(), server.program(server.member("looking"))
    assert passer.get("/people/ranked_ann").status_code == 404, "nothing is known of her yet"
    assert ann.get("/people/ranked_ann").status_code == 200
    path = finished_online(server, ann, over)
    totals = over.totals()
    winner, loser = sorted(NAMES, key=lambda name: -totals[name])
    page = passer.get(f"/people/{winner}").text
    assert path in page
    assert "1 of 2" in page
    ranking = passer.get("/ranking/1888").text
    assert "Your settings can keep you off this page" in ranking
    assert ranking.index(winner) < ranking.index(loser)
    assert passer.get("/ranking/1066").status_code == 404
    known = program.get(f"/people/{loser}").json()
    assert [(one["games"], one["wins"]) for one in known["ratings"]] == [(1, 0)]
    assert [one["place"] for one in known["results"]] == [2]
    # the end is taken back, and played again: it counts once
    version = ann.version(path)
    ann.post(f"{path}undo", {"version": version}, htmx=True)
    assert winner in passer.get("/ranking/1888").text, "a game that is over goes back if all agree"
    bo.post(f"{path}agree", {"version": version + 1, "agree": "yes"}, htmx=True)
    assert winner not in passer.get("/ranking/1888").text
    ann.post(f"{path}redo", {"version": version + 2}, htmx=True)
    again = program.get(f"/people/{loser}").json()["ratings"]
    assert again == known["ratings"]
    # a private game counts, and is shown to those alone who may see it
    hidden = finished_online(server, ann, over, kind="private")
    assert hidden not in passer.get(f"/people/{winner}").text
    assert hidden in bo.get(f"/people/{winner}").text
    assert program.get(f"/people/{loser}").json()["ratings"][0]["games"] == 2
    # who does not wish to be seen is not
    ann.post("/settings", {"mail_gap": 10, "hidden": "on"})
    for viewer in (passer, bo):
        assert viewer.get("/people/ranked_ann").status_code == 404
        assert "ranked_ann" not in viewer.get("/ranking/1888").text
    assert program.get("/people/ranked_ann").status_code == 404
    assert "Only you can see this page" in ann.get("/people/ranked_ann").text


@pytest.mark.slow
def test_names_are_not_guessed(tmp_path: Path):
    server = Server(tmp_path / "data", KAIPING_NAMES_TRIED="3").start()
    try:
        ann = server.member("ann")
        assert [ann.get(f"/people/x{number}").status_code for number in range(5)] == [404, 404, 404, 429, 429]
        assert server.program(ann).get("/people/ann").status_code == 429
    finally:
        server.stop()
