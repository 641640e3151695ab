"""The archive: games that are over are found by whoever may see them, and nobody else; statistics add up."""

from __future__ import annotations

import gzip
import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest

from tests.report.games import RECORDED, game
from tests.web.server import Server, Visitor


@dataclass
class Archived:
    """A game of three that is over, and who brought it."""

    server: Server
    owner: Visitor
    path: str
    #: part of the players' names
    names: str

    @property
    def key(self) -> str:
        return self.path.split("/")[2]

    def change(self, **columns: str) -> None:
        """Change the row of the table by hand."""
        setting = ", ".join(f"{name} = ?" for name in columns)
        with closing(sqlite3.connect(self.server.data / "kaiping.sqlite3", timeout=20)) as file, file:
            file.execute(f"UPDATE games_table SET {setting} WHERE key = ?", [*columns.values(), self.key])

    def found(self, who: Visitor, **wanted: str) -> bool:
        answer = who.get("/archive", player=self.names, **wanted)
        assert answer.status_code == 200, answer.text[:300]
        return self.path in answer.text


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archived]:
    """The recorded game with names of its own, alone on a server: "Player 3" won it with 4150."""
    server = Server(tmp_path_factory.mktemp("archive") / "data").start()
    names = f"x{secrets.token_hex(4)}"
    owner = server.member(f"owner{secrets.token_hex(4)}")
    data = json.loads(gzip.decompress(RECORDED.read_bytes()))
    for player in data["players"]:
        player["name"] = player["name"].replace("Player ", names)
    answer = owner.post("/bring", files={"file": ("game.json", json.dumps(data).encode())})
    yield Archived(server, owner, str(answer.headers["location"]), names)
    server.stop()


def test_a_game_is_found_by_whatever_is_known_of_it(archived: Archived):
    owner, length = archived.owner, game(RECORDED).played
    assert archived.found(owner)
    assert archived.found(owner, title="1888", winner=f"{archived.names}3", least=str(length), most=str(length))
    assert archived.found(owner, winner=f"{archived.names}3".upper())
    assert not archived.found(owner, winner=f"{archived.names}1")
    assert not archived.found(owner, title="1880")
    assert not archived.found(owner, least=str(length + 1))
    assert not archived.found(owner, most=str(length - 1))
    assert archived.found(owner, since="2020-01-01", until="2999-12-31")
    assert not archived.found(owner, until="2020-01-01")
    assert not archived.found(owner, since="9999-12-31")


def test_of_several_names_all_have_played(archived: Archived):
    first, second = f"{archived.names}1", f"{archived.names}2"
    for player in (f"{second} {first}", f"{first}, {second}", f"{first},,{second.upper()} ,"):
        assert archived.path in archived.owner.get("/archive", player=player).text, player
    for player in (f"{first}, nobody", f"{first} nobody"):
        assert archived.path not in archived.owner.get("/archive", player=player).text, player


def test_only_who_may_see_a_game_finds_it(archived: Archived):
    nobody, member = archived.server.visitor(), archived.server.member(f"m{secrets.token_hex(4)}")
    for kind in ("hot-seat", "private"):
        archived.change(kind=kind)
        assert archived.found(archived.owner)
        assert not archived.found(nobody), kind
        assert not archived.found(member), kind
        assert archived.names not in nobody.get("/archive").text
    archived.change(kind="open")
    assert archived.found(nobody)
    assert archived.found(member)
    archived.change(kind="hot-seat")


def test_a_game_that_is_played_on_is_no_longer_there(archived: Archived):
    assert archived.found(archived.owner)
    archived.change(status="running")
    assert not archived.found(archived.owner)
    archived.change(status="finished")
    assert archived.found(archived.owner)


def test_a_game_that_ends_again_is_summed_up_again(archived: Archived):
    length = game(RECORDED).played
    assert not archived.found(archived.owner, most=str(length - 1))
    archived.change(played=str(length - 1), revision="9000")
    assert archived.found(archived.owner, most=str(length - 1))
    archived.change(played=str(length), revision="9001")
    assert not archived.found(archived.owner, most=str(length - 1))


def test_what_was_typed_stays_and_what_cannot_be_is_said(archived: Archived):
    for wanted, said in (
        ({"since": "yesterday"}, "Yesterday is no day"),
        ({"least": "many"}, "Many is no number of actions"),
        ({"title": "1777"}, "There is no title 1777"),
    ):
        answer = archived.owner.get("/archive", winner="<Ann>", **wanted)
        assert answer.status_code == 422
        assert said in answer.text
        assert 'value="&lt;Ann&gt;"' in answer.text
    assert archived.owner.get("/archive", page="nonsense").status_code == 200
    assert archived.owner.get("/archive", player="x", since="0001-01-01", most="9" * 70).status_code == 200
    assert archived.owner.get("/archive", page="999").status_code == 200


def test_statistics_of_a_title(archived: Archived):
    over = game(RECORDED)
    page = archived.owner.get("/archive/1888").text
    cells = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert f"3 1 {over.played} {over.played} {over.played}" in cells
    assert "Winners were worth ¥4,150 to ¥4,150" in cells
    for number, player in enumerate(over.players, 1):
        won = player in over.winners()
        assert f"3 {number} 1 {int(won)} {100 if won else 0} % ¥{over.totals()[player]:,}" in cells
    (winner,) = over.winners()
    for code, start in over.state.par.items():
        price = over.definition.market.cells[over.state.cells[code]].price
        led = 100 if over.state.presidents[code] == winner else 0
        assert f"{code} 1 ¥{start} ¥{price} {led} % {over.state.held(winner, code)} %" in cells
    assert "No game that you may see has ended yet" in archived.server.visitor().get("/archive/1890").text
    assert archived.owner.get("/archive/1777").status_code == 404


def test_what_bots_alone_have_ended_is_won_by_nobody(archived: Archived):
    winner = f"{archived.names}3"
    archived.change(kind="open")
    with closing(sqlite3.connect(archived.server.data / "kaiping.sqlite3", timeout=20)) as file, file:
        (table,) = file.execute("SELECT id FROM games_table WHERE key = ?", [archived.key]).fetchone()
        file.execute("UPDATE games_seat SET bot = 'casual' WHERE table_id = ?", [table])
        columns = "(table_id, seat, how, played, at)"
        file.execute(
            f"INSERT INTO games_departure {columns} VALUES (?, ?, 'clock', 5, ?)", [table, winner, "2026-01-01"]
        )
    assert archived.found(archived.owner)
    assert not archived.found(archived.owner, winner=winner)
    told = archived.owner.get("/archive", player=archived.names).text
    assert f"<b>{winner}</b>" not in told
    assert "nobody has won" in told
