"""Accounts and settings, notices by e-mail, and the rulebooks."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kaiping.titles.clauses import books
from tests.web.server import PASSWORD, Server, Visitor

FAR_APART = {"game": "1888:2022", "size": 2, "kind": "open", "undo": "anyone", "name": "Slow evening"}


def test_settings(server: Server):
    ann = server.member("settler")
    assert server.visitor().get("/settings").status_code == 302
    wrong = ann.post("/settings", {"mail": "on", "mail_gap": 10})
    assert wrong.status_code == 422
    assert "an address is needed" in wrong.text
    for fields, word in (({}, "required"), ({"password": "guessed"}, "not your password")):
        refused = ann.post("/settings/address", {"email": "a@b.example", **fields})
        assert (refused.status_code, word in refused.text) == (422, True)
    assert "a@b.example" not in ann.get("/settings").text
    tell_address(ann, "a@b.example")
    assert ann.post("/settings", {"mail": "on", "mail_gap": 5}).status_code == 302
    page = ann.get("/settings").text
    assert "a@b.example" in page
    assert 'value="5"' in page


def tell_address(person: Visitor, address: str) -> None:
    assert person.post("/settings/address", {"email": address, "password": PASSWORD}).status_code == 302


@pytest.fixture
def posting(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    post = tmp_path / "post"
    post.mkdir()
    running = Server(tmp_path / "data", KAIPING_EMAIL_URL=f"file://{post}", KAIPING_URL="http://127.0.0.1").start()
    yield running, post
    running.stop()


#: what Django writes after each letter of a file
_END = f"\n{'-' * 79}\n"


def letters_in(post: Path, count: int) -> list[str]:
    """So many letters, once they have been written; they are taken out of the box.

    Letters of the same second may lie in one file: its name is made of the time and an address in memory.
    """
    found: list[str] = []
    for _ in range(200):
        files = sorted(post.iterdir())
        texts = [file.read_text() for file in files]
        found = [letter for text in texts for letter in text.split(_END)[:-1]]
        if len(found) >= count and all(text.endswith(_END) for text in texts):  # a file is there before it is written
            for file in files:
                file.unlink()
            return found
        time.sleep(0.1)
    raise AssertionError(f"there are {len(found)} letters, not {count}")


def link_in(letter: str, to: str) -> str:
    """Where the link of a letter leads."""
    assert f"To: {to}" in letter
    link = re.search(r"http://127\.0\.0\.1(/\S+)", letter)
    assert link
    return link[1]


def say_that_it_is_mine(server: Server, post: Path, address: str) -> None:
    """Follow the link of the letter that asks, without being signed in."""
    (letter,) = letters_in(post, 1)
    reader = server.visitor()
    assert address in reader.get(link_in(letter, address)).text
    assert reader.post(link_in(letter, address)).status_code == 302


def test_another_address(posting: tuple[Server, Path]):
    server, post = posting
    ann = server.member("mover")
    tell_address(ann, "old@b.example")
    assert "You have told no e-mail address" in ann.get("/settings").text, "nobody has answered there"
    say_that_it_is_mine(server, post, "old@b.example")
    assert "Your address is old@b.example" in ann.get("/settings").text
    links = []
    for address in ("new@b.example", "third@b.example"):
        tell_address(ann, address)
        links.append(link_in(letters_in(post, 1)[0], address))
    reader = server.visitor()
    assert reader.post(links[0]).status_code == 302
    assert "Your address is new@b.example" in ann.get("/settings").text
    (word,) = letters_in(post, 1)
    assert "To: old@b.example" in word
    assert "has another address now" in word
    assert [reader.post(link).status_code for link in links] == [404, 404], "each holds once, for the address of then"
    assert ann.post("/settings/address", {"email": "", "password": PASSWORD}).status_code == 302
    assert "To: new@b.example" in letters_in(post, 1)[0]


def test_strangers_get_no_notices_and_few_letters(posting: tuple[Server, Path]):
    server, post = posting
    fields = {"password1": PASSWORD, "password2": PASSWORD, "email": "stranger@b.example"}
    ann, bo = server.visitor(), server.visitor()
    ann.post("/sign-up", {"username": "ann", **fields})
    bo.post("/sign-up", {"username": "bo", **fields})
    letters_in(post, 2)
    path = ann.post("/new-table", FAR_APART).headers["location"]
    bo.post(f"{path}join")
    ann.post(f"{path}start")  # it is somebody's turn, whose address nobody has answered at
    for _ in range(5):
        ann.post("/settings", {"mail": "on", "mail_gap": 0})
    assert "too many letters today" in ann.get("/settings").text
    cy = server.visitor()
    assert cy.post("/sign-up", {**fields, "username": "cy", "email": "Stranger@b.example"}).status_code == 302
    tell_address(cy, "another@b.example")
    told = letters_in(post, 4)
    assert sum("Subject: Is this your address?" in letter for letter in told) == 3
    assert sum("To: stranger@b.example" in letter for letter in told) == 3, "five in all"
    assert cy.post("/settings/address", {"email": "stranger@b.example", "password": PASSWORD}).status_code == 422
    # and one for a new password, however many accounts name the address
    for name in ("di", "ed"):
        server.visitor().post("/sign-up", {**fields, "username": name, "email": "third@b.example"})
    letters_in(post, 2)
    server.visitor().post("/forgotten", {"email": "third@b.example"})
    assert len(letters_in(post, 1)) == 1
    assert cy.get("/settings/address/made-up").status_code == 404
    assert "This link has been used already" in cy.get("/settings/address/made-up").text
    assert not list(post.iterdir())


def test_letter_and_page_say_what_the_address_was_told_for(posting: tuple[Server, Path]):
    """With the account it is somebody's and no more; who has asked for notices is asked about these, and gets them."""
    server, post = posting
    fields = {"password1": PASSWORD, "password2": PASSWORD}
    for name, tick in (("plain", False), ("keen", True)):
        member, address = server.visitor(), f"{name}@c.example"
        member.post("/sign-up", {"username": name, "email": address, **fields})
        (letter,) = letters_in(post, 1)
        assert "when it is their turn" not in letter
        assert "Nobody has answered the letter" in " ".join(member.get("/settings").text.split())
        if tick:
            member.post("/settings", {"mail": "on", "mail_gap": 0})
            (letter,) = letters_in(post, 1)
            assert "when it is their turn" in letter
        found = re.search(r"http://127\.0\.0\.1(/settings/address/\S+)", letter)
        assert found
        reader = server.visitor()
        assert ("when it is their turn" in reader.get(found[1]).text) is tick
        reader.post(found[1])
        assert ("notices for keen will go to this address" in reader.get("/").text) is tick
        ticked = re.search(r'<input[^>]*name="mail"[^>]*checked', member.get("/settings").text)
        assert bool(ticked) is tick


def test_a_forgotten_password(posting: tuple[Server, Path]):
    server, post = posting
    ann = server.member("forgetful")
    tell_address(ann, "ann@b.example")
    say_that_it_is_mine(server, post, "ann@b.example")
    program = server.program(ann)
    visitor = server.visitor()
    assert "/forgotten" in visitor.get("/sign-in").text
    assert visitor.post("/forgotten", {"email": "nobody@b.example"}).headers["location"] == "/forgotten/sent"
    assert not list(post.iterdir())
    assert visitor.post("/forgotten", {"email": "ann@b.example"}).headers["location"] == "/forgotten/sent"
    (letter,) = letters_in(post, 1)
    link = re.search(r"http://127\.0\.0\.1(/forgotten/\S+)", letter)
    assert link
    onward = visitor.get(link[1]).headers["location"]
    new = {"new_password1": "another-long-secret", "new_password2": "another-long-secret"}
    assert visitor.post(onward, new).headers["location"] == "/sign-in"
    assert "has been used" in server.visitor().get(link[1]).text
    assert visitor.post("/sign-in", {"username": "forgetful", "password": PASSWORD}).status_code == 200
    assert visitor.post("/sign-in", {"username": "forgetful", "password": new["new_password1"]}).status_code == 302
    assert ann.get("/settings").status_code == 302  # whoever was signed in is no more
    assert program.get("/tables").status_code == 401
    answers = [visitor.post("/forgotten", {"email": "ann@b.example"}).status_code for _ in range(6)]
    assert answers[-1] == 429


@pytest.mark.slow
def test_no_letters_whose_links_a_caller_could_make_up(tmp_path: Path):
    post = tmp_path / "post"
    post.mkdir()
    server = Server(tmp_path / "data", "--host", "0.0.0.0", KAIPING_EMAIL_URL=f"file://{post}").start()
    try:
        ann = server.member("ann")
        tell_address(ann, "ann@b.example")
        ann.post("/settings", {"mail_gap": 0, "mail": "on"})
        visitor = server.visitor()
        assert "/forgotten" not in visitor.get("/sign-in").text
        visitor.token()
        visitor.http.headers["Host"] = "evil.example"
        assert visitor.get("/sign-in").status_code == 200  # the server answers to every name
        assert visitor.post("/forgotten", {"email": "ann@b.example"}).status_code == 404
        server.member("bo").post(f"{(path := ann.post('/new-table', FAR_APART).headers['location'])}join")
        ann.post(f"{path}start")
    finally:
        server.stop()  # which waits for letters on their way
    assert not list(post.iterdir())
    assert "KAIPING_URL is not set" in server.said()


def test_your_turn_by_mail(posting: tuple[Server, Path]):
    server, post = posting
    ann, bo = server.member("ann"), server.member("bo")
    tell_address(bo, "bo@b.example")
    assert "A letter is on its way to bo@b.example" in bo.get("/settings").text
    say_that_it_is_mine(server, post, "bo@b.example")
    bo.post("/settings", {"mail": "on", "mail_gap": 10})
    assert "Nobody has answered" not in bo.get("/settings").text
    path = ann.post("/new-table", FAR_APART).headers["location"]
    bo.post(f"{path}join")
    ann.post(f"{path}start")
    game = ann.game(path)
    if game.acting == ("ann",):
        ann.play(path, '{"type":"pass","actor":"ann"}', ann.version(path))
    (letter,) = letters_in(post, 1)
    assert "To: bo@b.example" in letter
    assert "Your turn: Slow evening" in letter
    assert f"http://127.0.0.1{path}" in letter


def test_every_clause_has_its_anchor(visitor: Visitor):
    for name, clauses in books().items():
        page = visitor.get(f"/rules/{name}").text
        for clause in clauses:
            assert f'id="{clause.id}"' in page
    assert visitor.get("/rules/1066").status_code == 404
    found = visitor.get("/rules/1888-2022", word="certificate limit").text
    assert "certificate limit" in found.lower()
    assert "No clause speaks of that" in visitor.get("/rules/1888-2022", word="zeppelin").text
    assert visitor.get("/rules/").status_code == 200


def test_the_lobby(server: Server, fresh_name: str):
    ann = server.member(f"lobby{fresh_name}")
    for wrong in ({"size": 99}, {"size": "x"}, {"kind": "hot-seat"}, {"game": "1066:1"}, {"undo": "cat"}):
        refused = ann.post("/new-table", {**FAR_APART, **wrong})
        assert refused.status_code == 422
        assert "cannot be opened" in refused.text
    assert "/sign-in" in server.visitor().post("/new-table", FAR_APART).headers["location"]
    hidden = ann.post("/new-table", {**FAR_APART, "kind": "private", "name": "Hidden"}).headers["location"]
    assert hidden in ann.get("/lobby").text
    assert hidden not in server.visitor().get("/lobby").text


def test_a_new_password(server: Server):
    ann, elsewhere = server.member("changer"), server.visitor()
    elsewhere.post("/sign-in", {"username": "changer", "password": PASSWORD})
    program, bystander = server.program(elsewhere), server.program(server.member("bystanding"))
    assert elsewhere.get("/settings").status_code == 200
    new = "another long secret 9"
    fields = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert ann.post("/settings/password", fields | {"old_password": "wrong"}).status_code == 200
    assert program.get("/tables").status_code == 200
    assert ann.post("/settings/password", fields).headers["location"] == "/settings"
    assert "Your password is changed" in ann.get("/settings").text
    assert elsewhere.get("/settings").status_code == 302  # signed out by the change
    assert (program.get("/tables").status_code, bystander.get("/tables").status_code) == (401, 200)
    assert elsewhere.post("/sign-in", {"username": "changer", "password": new}).status_code == 302
    assert "/sign-in" in server.visitor().get("/settings/password").headers["location"]


@pytest.mark.slow
def test_a_session_that_has_run_out_is_nobodys(tmp_path: Path):
    server = Server(tmp_path / "data").start()
    ann, bo = server.member("ann"), server.member("bo")
    key = ann.http.cookies["kaiping_session"]
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as database:
        database.execute("UPDATE django_session SET expire_date = '2001-01-01' WHERE session_key = ?", [key])
        database.commit()
    assert ann.get("/settings").status_code == 302
    assert bo.get("/settings").status_code == 200
    server.stop()
