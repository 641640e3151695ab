"""Deleting an account: games stay, nobody finds the name in them any more, and a bot plays on."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing

import httpx

from kaiping.action import Pass, to_json
from kaiping.analysis import Analysis, Chances, Decision, decode, encode
from tests.web.listening import Listener
from tests.web.server import PASSWORD, Server, Visitor

FAR_APART = {"game": "1888:2022", "size": 3, "kind": "open", "undo": "own", "name": "Farewell"}


def delete(server: Server, person: Visitor, name: str) -> None:
    assert person.post("/settings/delete", {"password": "guessed"}).status_code == 422
    assert person.get("/settings").status_code == 200
    assert person.post("/settings/delete", {"password": PASSWORD}).headers["location"] == "/"
    assert person.get("/settings").status_code == 302
    for _ in range(200):
        if not rows(server, "SELECT 1 FROM auth_user WHERE username = ?", name):
            return
        time.sleep(0.1)
    raise AssertionError("the account is still there")


def rows(server: Server, question: str, *values: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as database:
        return database.execute(question, values).fetchall()


def analysis_of(name: str) -> Analysis:
    return Analysis("", (Chances(0, {name: 1.0}),), (Decision(1, name, Pass(name), Pass(name), 5),))


def looked_back(server: Server, path: str, name: str) -> None:
    """Put an analysis beside a game that names somebody."""
    key = path.strip("/").rpartition("/")[2]
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as database:
        database.execute(
            "INSERT INTO games_analysis (table_id, last, asked, holder, done, whole, found, wrong) "
            "SELECT id, 0, created, '', 0, 0, ?, '' FROM games_table WHERE key = ?",
            (encode(analysis_of(name)).decode(), key),
        )
        database.commit()


def everything(viewer: Visitor, program: httpx.Client, path: str) -> str:
    """All that can be read at a table, at every moment."""
    key = path.strip("/").rpartition("/")[2]
    played = viewer.get(f"{path}export").json()["actions"]
    pages = [viewer.get(path), viewer.get(f"{path}chat"), viewer.get(f"{path}export"), viewer.get("/lobby")]
    pages += [viewer.get(f"{path}body", at=moment) for moment in range(len(played) + 1)]
    pages += [viewer.get(f"{path}part", name=name) for name in ("log", "story")]
    pages += [program.get(f"/tables/{key}{part}") for part in ("", "/state", "/events", "/chat", "/actions")]
    assert all(page.status_code == 200 for page in pages)
    return "\n".join(page.text for page in pages)


def test_a_game_goes_on_without_them(server: Server):
    people = {name: server.member(name) for name in ("annabella", "bonifatius", "cyprian")}
    ann, bo, cy = people.values()
    program, of_ann = server.program(cy), server.program(ann)
    path = ann.post("/new-table", FAR_APART).headers["location"]
    for person in (bo, cy):
        person.post(f"{path}join")
    ann.post(f"{path}start")
    ann.post(f"{path}chat", {"text": "good luck"})
    ann.post(f"{path}notes", {"text": "hers alone"})
    for _ in range(4):
        acting = cy.game(path).acting[0]
        answer = people[acting].play(path, to_json(Pass(acting)).decode(), people[acting].version(path))
        assert answer.status_code == 200
    attempt = cy.post(f"{path}fork", {"at": 2}).headers["location"]
    mine = ann.hot_seat()
    before = cy.game(path)
    looked_back(server, path, "annabella")
    listener = Listener(cy, path)
    listener.next("moved")
    delete(server, ann, "annabella")
    listener.next("moved")
    listener.close()
    found = everything(cy, program, path) + everything(cy, program, attempt)
    assert "annabella" not in found
    assert "somebody has left for good; a bot plays on" in found
    after = cy.game(path)
    names = {name: "somebody" if name == "annabella" else name for name in before.players}
    assert after.at(4).players == tuple(names[name] for name in before.players)
    assert [after.at(moment).acting for moment in range(4)] == [
        tuple(names[name] for name in before.at(moment).acting) for moment in range(4)
    ]
    assert of_ann.get("/me").status_code == 401
    assert server.visitor().post("/sign-in", {"username": "annabella", "password": PASSWORD}).status_code == 200
    assert cy.get(mine).status_code == 404
    assert not rows(server, "SELECT 1 FROM games_note WHERE text = 'hers alone'")
    ((analysis,),) = rows(server, "SELECT found FROM games_analysis WHERE found LIKE '%somebody%'")
    assert decode(str(analysis).encode()) == analysis_of("somebody")
    # her table is looked after by somebody who is there
    assert rows(server, "SELECT owner_id IS NULL FROM games_table WHERE name = 'Farewell'") == [(0,)]
    # a second one at the same table can be told from her
    delete(server, bo, "bonifatius")
    found = everything(cy, program, path)
    assert "bonifatius" not in found
    assert {"somebody", "somebody 2", "cyprian"} == set(cy.game(path).players)
    for _ in range(300):  # the bots play until it is the turn of whoever is left
        if (game := cy.game(path)).acting == ("cyprian",):
            break
        cy.get(path)
        time.sleep(0.1)
    assert cy.play(path, to_json(Pass("cyprian")).decode(), cy.version(path)).status_code == 200
    assert game.acting == ("cyprian",)
    assert server.visitor().post("/sign-up", sign_up("annabella")).status_code == 302, "the name is free"
    assert "used in the games" in server.visitor().post("/sign-up", sign_up("Somebody2")).text


def sign_up(name: str) -> dict[str, str]:
    return {"username": name, "password1": PASSWORD, "password2": PASSWORD}


def test_tables_that_wait(server: Server):
    ann, bo = server.member("waiting_ann"), server.member("waiting_bo")
    alone = ann.post("/new-table", FAR_APART).headers["location"]
    both = ann.post("/new-table", FAR_APART).headers["location"]
    bo.post(f"{both}join")
    delete(server, ann, "waiting_ann")
    assert bo.get(alone).status_code == 404
    assert "waiting_ann" not in bo.get(both).text + bo.get(f"{both}chat").text
    assert bo.post(f"{both}delete").headers["location"] == "/lobby", "it is looked after by who is left"
    assert bo.get(both).status_code == 404


def test_a_name_that_is_a_word_of_the_game(server: Server):
    """What cannot be told from the rest of the game is left alone: nothing is broken for the others."""
    ann, bo = server.member("actor"), server.member("word_bo")
    path = ann.post("/new-table", {**FAR_APART, "size": 2}).headers["location"]
    bo.post(f"{path}join")
    ann.post(f"{path}start")
    delete(server, ann, "actor")
    assert set(bo.game(path).players) == {"actor", "word_bo"}


def test_all_ones_data(server: Server):
    ann = server.member("collector")
    program = server.program(ann)
    path = ann.hot_seat()
    ann.post(f"{path}notes", {"text": "sell early"})
    ann.post(f"{path}chat", {"text": "hello there"})
    ann.play(path, '{"type":"pass","actor":"Ann"}', ann.version(path))
    answer = ann.post("/settings/data")
    assert answer.headers["content-disposition"].startswith("attachment")
    data = answer.json()
    assert data["account"]["name"] == "collector"
    assert [one["action"] for one in data["moves"]] == [{"type": "pass", "actor": "Ann"}]
    assert ([one["text"] for one in data["notes"]], [one["text"] for one in data["remarks"]]) == (
        ["sell early"],
        ["hello there"],
    )
    assert [one["name"] for one in data["tokens"]] == ["test"]
    assert [one["title"] for one in data["tables"]] == ["1888"]
    text = json.dumps(data)
    token = program.headers["authorization"].removeprefix("Bearer ")
    kept = rows(server, "SELECT fingerprint FROM site_apitoken") + rows(server, "SELECT password FROM auth_user")
    assert not [secret for secret in (token, *(str(one) for (one,) in kept)) if secret in text]
