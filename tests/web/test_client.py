"""The client in the package, and the bot of the examples, against a real server."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random

import pytest

from kaiping.action import Bid, Pass
from kaiping.client import Client, Refused, Unreachable
from kaiping.errors import BadInput
from kaiping.game import Game
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.server import Server

BOT = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
TWO = [{"name": "Ann"}, {"name": "Bo"}]


def new_client(server: Server, name: str) -> Client:
    token = server.program(server.member(name)).headers["Authorization"].removeprefix("Bearer ")
    return Client(server.url, token, timeout=60)


@pytest.fixture
def client(server: Server, fresh_name: str) -> Client:
    return new_client(server, f"client{fresh_name}")


def test_a_table_and_a_play(client: Client, fresh_name: str):
    assert client.me()["name"] == f"client{fresh_name}"
    assert {"1888", "1880", "1890"} <= {row["title"] for row in client.titles()}
    key = client.open_table("1888", kind="hot-seat", seats=TWO)["key"]
    assert client.seats(key) == {"Ann", "Bo"}
    legal = client.actions(key)
    assert (legal.version, legal.acting) == (0, ("Ann",))
    assert [one.action for one in legal.of("Ann")] == list(Game("1888", players=["Ann", "Bo"]).legal_actions())
    wrong = Bid("Ann", "FC", 152)
    why = client.why_not(key, wrong, 0)
    assert why is not None
    assert client.why_not(key, Pass("Ann"), 0) is None
    with pytest.raises(Refused) as refused:
        client.play(key, wrong, 0)
    assert (refused.value.status, refused.value.code) == (422, why["code"])
    assert str(refused.value) == f"{why['detail']} ({why['clause']})"
    played = client.play(key, {"type": "pass", "actor": "Ann"}, 0)
    assert client.state(key)["played"] == len(client.file(key)["actions"]) == 1
    game = client.game(key)
    assert game.acting == ("Bo",)
    assert [one.action for one in client.actions(key).actions] == list(game.legal_actions())
    assert client.state(key, at=0)["acting"] == ["Ann"]
    assert {event["number"] for event in client.events(key)} == {1}
    with pytest.raises(Refused) as late:
        client.play(key, Pass("Bo"), 0)
    assert late.value.too_late
    assert client.undo(key, played["version"])["played"] == 0
    assert client.say(key, "hello")["text"] == "hello"
    assert client.me()["turns"] == [key], "around one screen it is always one's turn"
    with pytest.raises(Refused, match=r"query\.lang: is not known here"):
        client.call("GET", f"/tables/{key}/picture", query={"lang": "ja"})
    drawn = client.picture(key, "market", theme="dark", width=400)
    assert drawn == Game("1888", players=["Ann", "Bo"]).svg(what="market", theme="dark", width=400)
    stamp = client.picture(key, form="png", width=300)
    assert isinstance(stamp, bytes)
    assert stamp.startswith(b"\x89PNG")


def test_all_pages_of_a_list(client: Client):
    keys = [client.open_table("1888", kind="hot-seat", seats=TWO)["key"] for _ in range(3)]
    assert [table["key"] for table in client.pages("/tables", {"limit": 2})] == keys[::-1]
    assert [table["key"] for table in client.tables()] == keys[::-1]


def test_what_happens_is_heard(client: Client):
    key = client.open_table("1888", kind="hot-seat", seats=TWO)["key"]
    heard = client.listen(key)
    assert [next(heard), next(heard)] == [("moved", {"version": 0}), ("chat", {"count": 0})]
    client.play(key, Pass("Ann"), 0)
    assert next(heard) == ("moved", {"version": 1})
    heard.close()  # type: ignore[attr-defined]


def test_no_server_and_no_token(server: Server):
    with pytest.raises(BadInput, match="not the address of a server"):
        Client("table.example")
    with pytest.raises(Unreachable, match="does not answer"):
        Client("http://127.0.0.1:9").me()
    with pytest.raises(Refused) as refused:
        Client(server.url).me()
    assert refused.value.code == "no_token"
    with pytest.raises(Refused):
        next(Client(server.url).listen("zzzzzzzzzz"))


def test_what_is_refused_for_now_is_asked_again(monkeypatch: pytest.MonkeyPatch):
    """A server that is away twice, and then answers; one that is not ours is told apart."""
    answers = [(503, "2", b"{}"), (429, "", b"no JSON"), (200, "", b'{"name": "Ann"}'), (200, "", b"<html>")]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, after, content = answers.pop(0)
            self.send_response(status)
            if after:
                self.send_header("Retry-After", after)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    pauses: list[float] = []
    monkeypatch.setattr("kaiping.client.time.sleep", pauses.append)
    away = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=away.serve_forever, daemon=True).start()
    client = Client(f"http://127.0.0.1:{away.server_port}")
    assert client.me() == {"name": "Ann"}
    assert pauses == [2.0, 1.0]
    with pytest.raises(Unreachable, match="no answer that can be read"):
        client.me()
    away.shutdown()
    away.server_close()


# --- the bot --------------------------------------------------------------------------------------------


def start_bot(server: Server, table: str, client: Client) -> subprocess.Popen[str]:
    command = [sys.executable, str(BOT), server.url, table]
    settings = os.environ | {"KAIPING_TOKEN": client._token}
    return subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def nearly_over() -> Game:
    """A game of two with some thirty actions to come."""
    game, chance = Game("1888", players=["Ann", "Bo"]), Random(1)
    while game.finished is None:
        game.play(GREEDY_0.choose(game, chance))
    return game.at(game.played - 30)


def test_the_bot_is_short():
    assert len(BOT.read_text().splitlines()) <= 60


def test_the_bot_plays_to_the_end(server: Server, client: Client):
    key = client.import_game(nearly_over())["key"]
    running = start_bot(server, key, client)
    try:
        said, complaints = running.communicate(timeout=250)
    finally:
        running.kill()
    assert (running.returncode, complaints) == (0, "")
    table = client.table(key)
    assert table["status"] == "finished"
    assert said.strip() == ", ".join(f"{name} {total}" for name, total in table["totals"].items())


def test_the_bot_follows_an_invitation(server: Server, client: Client, fresh_name: str):
    table = client.open_table("1888", kind="private", size=2)
    other = new_client(server, f"bot{fresh_name}")
    running = start_bot(server, f"{server.url}{table['invitation']}", other)
    try:
        heard = client.listen(table["key"])
        while len(client.table(table["key"])["seats"]) < 2:
            next(heard)
        client.start(table["key"])
        turns = 0
        while turns < 5:
            next(heard)
            legal = client.actions(table["key"])
            if mine := legal.of(f"client{fresh_name}"):
                client.play(table["key"], mine[0].action, legal.version)
                turns += 1
    finally:
        running.terminate()
        running.communicate(timeout=60)
    assert {event["number"] for event in client.events(table["key"])} >= set(range(1, 6))
