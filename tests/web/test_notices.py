"""Who is told what they did not do themselves: a bot in their seat, another game; and the lobby leads to people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.databases import by_hand
from tests.web.far_apart import Table, Timed
from tests.web.test_accounts import letters_in, say_that_it_is_mine, tell_address
from tests.web.test_push import Browser, PushService

HOUR = 3600


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.http.shutdown()
    running.http.server_close()


@pytest.fixture
def writing(tmp_path: Path) -> Iterator[tuple[Timed, Path]]:
    """A server that writes letters into a box, and pushes to services nearby."""
    post = tmp_path / "post"
    post.mkdir()
    letters = {"KAIPING_EMAIL_URL": f"file://{post}", "KAIPING_URL": "http://127.0.0.1"}
    running = Timed(tmp_path, KAIPING_PUSH_HOSTS="127.0.0.1", **letters)
    running.server.start()
    yield running, post
    running.server.stop()
    assert "Traceback" not in running.server.said(), running.server.said()


def wants_letters(timed: Timed, post: Path, name: str) -> None:
    visitor, _program = timed.person(name)
    tell_address(visitor, f"{name}@b.example")
    say_that_it_is_mine(timed.server, post, f"{name}@b.example")
    assert visitor.post("/settings", {"mail": "on", "mail_gap": 0}).status_code == 302


def test_a_bot_in_ones_seat_and_another_game(writing: tuple[Timed, Path], service: PushService):
    timed, post = writing
    table = Table(timed, "anna", "bert", patience=HOUR)
    table.comes("bert")
    while table.acting != "bert":
        table.goes_on()
    browser = Browser(service, "bert")
    assert table.visitors["bert"].post("/settings/browser", browser.fields).status_code == 204
    wants_letters(timed, post, "bert")
    timed.pass_by(HOUR + 10)
    assert table.asks("anna", "replace", seat="bert").status_code == 200
    (letter,) = letters_in(post, 1)
    assert "To: bert@b.example" in letter
    assert "A bot has taken your seat" in letter
    assert f"http://127.0.0.1/game/{table.key}/" in letter
    _where, _headers, body = service.taken.get(timeout=20)
    assert browser.read(body)["title"] == "A bot plays for you"
    assert table.asks("bert", "take", seat="bert").status_code == 200
    for name in table.names:
        table.asks(name, "vote", about="close")
    again = table.asks("anna", "rematch").json()
    told = [one for one in letters_in(post, 1) if "Subject: Your turn" not in one]
    assert "anna asks you to play again" in told[-1]
    assert f"/game/{again['key']}/" in told[-1]
    while (title := browser.read(service.taken.get(timeout=20)[2])["title"]) == "It is your turn":
        continue
    assert title == "Play again?"


@pytest.mark.slow
def test_who_resigns_is_not_told(writing: tuple[Timed, Path]):
    timed, post = writing
    table = Table(timed, "anna", "bert")
    who = next(name for name in table.names if name != table.acting)
    wants_letters(timed, post, who)
    table.asks(who, "resign", to="bot")
    assert table.seat(who)["bot"]
    assert not [one for one in post.iterdir() if "bot has taken" in one.read_text()]


def test_a_closed_table_offers_nothing(timed: Timed):
    table = Table(timed)
    table.goes_on()
    for name in table.names:
        table.asks(name, "vote", about="close")
    page = table.visitors["anna"].get(f"/game/{table.key}/body").text
    assert "The table is closed." in page
    assert 'class="choice' not in page
    assert "to act" not in page
    assert 'data-legal=""' in page
    before = table.visitors["anna"].get(f"/game/{table.key}/body?at=0").text
    assert "The table is closed." not in before


def test_seats_lead_to_profiles(timed: Timed):
    """Of people who have one: whoever has played nothing, or keeps off the rankings, is not found."""
    table = Table(timed, "anna", "bert", started=False)
    anna, bert = (table.visitors[name] for name in table.names)
    lobby = anna.get("/lobby").text
    assert 'href="/people/anna"' in lobby, "one's own is always there"
    assert 'href="/people/bert"' not in lobby
    assert 'href="/people/bert"' in bert.get("/lobby").text
    hand = by_hand(f"sqlite://{timed.server.data}/kaiping.sqlite3")
    over = """UPDATE games_table SET status = 'finished', totals = '{"anna": 90, "bert": 80}' WHERE key = ?"""
    hand.execute(over.replace("?", f"'{table.key}'"))
    hand.close()
    assert 'href="/people/bert"' in anna.get("/lobby").text
    assert anna.get("/people/bert").status_code == 200
    assert bert.post("/settings", {"mail_gap": 0, "hidden": "on"}).status_code == 302
    assert 'href="/people/bert"' not in anna.get("/lobby").text
