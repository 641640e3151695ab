"""Every route of a table with no session, a wrong user and the right user; and nobody acts for another seat."""

from __future__ import annotations

import re
from dataclasses import dataclass

import httpx
import pytest

from tests.web.server import Server, Visitor, version_in

PASS = '{"type":"pass","actor":"%s"}'


@dataclass
class Table:
    """A private table of two people and a bot, in play; ``other`` has an account but no invitation."""

    path: str
    ann: Visitor
    ann_name: str
    bo: Visitor
    bo_name: str
    other: Visitor
    stranger: Visitor

    def acting(self) -> tuple[Visitor, str]:
        """Who is on turn (the bot has been)."""
        name = self.ann.game(self.path).acting[0]
        return {self.ann_name: self.ann, self.bo_name: self.bo}[name], name


def open_table(server: Server, kind: str) -> Table:
    import secrets

    names = [f"{name}{secrets.token_hex(4)}" for name in ("ann", "bo", "eve")]
    ann, bo, other = (server.member(name) for name in names)
    answer = ann.post("/new-table", {"game": "1888:2022", "size": 3, "kind": kind, "undo": "own", "name": "Evening"})
    path = answer.headers["location"]
    invitation = re.search(r"/invitation/[\w-]+", ann.get(path).text)
    assert invitation
    assert bo.get(invitation[0]).headers["location"] == path
    assert bo.post(f"{path}join").status_code == 302
    assert ann.post(f"{path}bot", {"bot": "greedy"}).status_code == 302
    assert ann.post(f"{path}start").status_code == 302
    return Table(path, ann, names[0], bo, names[1], other, server.visitor())


@pytest.fixture(scope="module")
def private(server: Server) -> Table:
    return open_table(server, "private")


@pytest.fixture(scope="module")
def public(server: Server) -> Table:
    return open_table(server, "open")


READ = ["", "body", "part?name=tiles", "chat", "notes", "export", "picture", "stream"]
WRITE = ["play", "undo", "agree", "redo", "program", "chat", "notes", "fork", "join", "leave", "bot", "start", "delete"]


def status(visitor: Visitor, path: str) -> int:
    with visitor.http.stream("GET", path) as answer:
        return answer.status_code


@pytest.mark.parametrize("route", READ)
def test_a_private_table_is_read_by_its_people_only(private: Table, route: str):
    assert status(private.stranger, private.path + route) == 404
    assert status(private.other, private.path + route) == 404
    assert status(private.bo, private.path + route) == 200


@pytest.mark.parametrize("route", WRITE)
def test_a_private_table_is_changed_by_its_people_only(private: Table, route: str):
    before = private.ann.game(private.path).played
    fields = {"version": 0, "action": PASS % private.ann_name, "text": "x", "kind": "pass", "seat": private.ann_name}
    assert private.other.post(private.path + route, fields).status_code == 404
    answer = private.stranger.post(private.path + route, fields)
    assert answer.status_code == 404 or "/sign-in" in answer.headers["location"]
    assert private.ann.game(private.path).played == before
    assert "x" not in [
        remark.strip() for remark in re.findall(r"</b>: (.*?)</li>", private.ann.get(f"{private.path}chat").text)
    ]


@pytest.mark.parametrize("route", READ)
def test_an_open_table_is_read_by_everybody(public: Table, route: str):
    assert status(public.other, public.path + route) == 200
    # a scratch pad needs somebody to belong to
    assert status(public.stranger, public.path + route) == (404 if route == "notes" else 200)


@pytest.mark.parametrize("route", ["play", "undo", "redo", "program"])
def test_spectators_do_not_act(public: Table, route: str):
    version = public.ann.version(public.path)
    fields = {"version": version, "action": PASS % public.acting()[1], "kind": "pass", "seat": public.acting()[1]}
    for spectator in (public.other, public.stranger):
        answer = spectator.post(public.path + route, fields, htmx=True)
        assert answer.status_code == 403, answer.text
    assert public.ann.version(public.path) == version


def test_nobody_acts_for_another_seat(public: Table):
    visitor, name = public.acting()
    wrong = public.bo if visitor is public.ann else public.ann
    version = visitor.version(public.path)
    refused = wrong.play(public.path, PASS % name, version)
    assert refused.status_code == 403
    assert name in refused.text
    # an action for one's own seat out of turn is the engine's to refuse
    own = public.bo_name if visitor is public.ann else public.ann_name
    assert wrong.play(public.path, PASS % own, version).status_code == 422
    # a program for another seat
    assert wrong.post(f"{public.path}program", {"kind": "pass", "seat": name}).status_code == 403
    assert visitor.version(public.path) == version
    assert visitor.play(public.path, PASS % name, version).status_code == 200


def test_the_table_chose_who_may_take_back(private: Table):
    """Each takes back their own; who has done nothing has nothing to take back."""
    visitor, name = private.acting()
    wrong = private.bo if visitor is private.ann else private.ann
    answer = visitor.play(private.path, PASS % name, visitor.version(private.path))
    version = version_in(answer)
    assert wrong.post(f"{private.path}undo", {"version": version}, htmx=True).status_code == 422
    assert visitor.post(f"{private.path}undo", {"version": version}, htmx=True).status_code == 200


def test_a_scratch_pad_is_read_by_its_writer_only(public: Table):
    assert public.ann.post(f"{public.path}notes", {"text": "sell LYR first"}, htmx=True).status_code == 204
    assert "sell LYR first" in public.ann.get(f"{public.path}notes").text
    for other in (public.bo, public.other):
        page = other.get(f"{public.path}notes")
        assert page.status_code == 200
        assert "sell LYR" not in page.text


def test_notes_without_an_account(server: Server):
    one, two = server.visitor(), server.visitor()
    path = one.hot_seat()
    one.post(f"{path}notes", {"text": "mine"})
    one.post(f"{path}notes", {"text": "mine again"})
    assert "mine again" in one.get(f"{path}notes").text
    assert two.get(f"{path}notes").status_code == 404


def test_chat(public: Table):
    said = public.other.post(f"{public.path}chat", {"text": "good luck <b>all</b>"}, htmx=True)
    assert said.status_code == 200
    page = public.ann.get(f"{public.path}chat").text
    assert "good luck &lt;b&gt;all" in page
    assert public.stranger.post(f"{public.path}chat", {"text": "hello"}).status_code == 403
    assert public.ann.post(f"{public.path}chat", {"text": "x" * 1001}).status_code == 422
    assert public.ann.post(f"{public.path}chat", {"text": " \n "}).status_code == 422


def test_seats_before_the_start(server: Server, fresh_name: str):
    ann, bo, cy = (server.member(fresh_name + letter) for letter in "abc")
    path = ann.post(
        "/new-table", {"game": "1888:2022", "size": 2, "kind": "open", "undo": "anyone", "name": ""}
    ).headers["location"]
    assert path in cy.get("/lobby").text
    assert bo.post(f"{path}start").status_code == 302
    assert "only who opened the table" in bo.get(path).text
    assert ann.post(f"{path}start").status_code == 302
    assert "players" in ann.get(path).text  # one is too few
    bo.post(f"{path}join")
    bo.post(f"{path}join")
    assert "all seats are taken" in bo.get(path).text
    cy.post(f"{path}join")
    assert "all seats are taken" in cy.get(path).text
    cy.post(f"{path}leave", {"seat": fresh_name + "b"})
    assert "only who opened" in cy.get(path).text
    bo.post(f"{path}leave", {"seat": fresh_name + "b"})
    cy.post(f"{path}join")
    ann.post(f"{path}leave", {"seat": fresh_name + "c"})  # whoever opened the table may send somebody away
    bo.post(f"{path}join")
    ann.post(f"{path}start")
    game = ann.game(path)
    assert set(game.players) == {fresh_name + "a", fresh_name + "b"}
    ann.post(f"{path}leave", {"seat": fresh_name + "a"})
    assert ann.game(path).players == game.players
    assert ann.post(f"{path}delete").status_code == 302
    assert ann.get(path).status_code == 200  # others play


def test_nothing_is_taken_without_the_token_of_the_form(server: Server):
    visitor = server.visitor()
    path = visitor.hot_seat()
    version = visitor.version(path)
    for route in (*(path + name for name in WRITE), "/hot-seat", "/bring", "/sign-in", "/sign-up"):
        answer = visitor.http.post(route, data={"version": version, "action": PASS % "Ann"})
        assert answer.status_code == 403, route
        assert "Traceback" not in answer.text
    assert visitor.version(path) == version
    member = server.member("csrfuser")
    for route in ("/new-table", "/settings", "/settings/token", "/sign-out"):
        assert member.http.post(route).status_code == 403, route
    # from another site, even with the token
    answer = visitor.http.post(
        path + "play",
        data={"version": version, "action": PASS % "Ann"},
        headers={"X-CSRFToken": visitor.token(), "Origin": "https://evil.example"},
    )
    assert answer.status_code == 403


def test_an_invitation_needs_an_account(private: Table, server: Server):
    invitation = re.search(r"/invitation/[\w-]+", server.program(private.ann).get("/tables").text)
    assert invitation
    assert "/sign-in" in private.stranger.get(invitation[0]).headers["location"]
    assert private.other.get("/invitation/nonsense").status_code == 404
    newcomer = server.member("newcomer")
    assert newcomer.get(private.path).status_code == 404
    assert newcomer.get(invitation[0]).headers["location"] == private.path
    assert newcomer.get(private.path).status_code == 200
    assert newcomer.play(private.path, PASS % private.ann_name, 0).status_code in (403, 409)


def test_tables_follow_a_browser_into_its_account(server: Server):
    visitor = server.visitor()
    path = visitor.hot_seat()
    password = "a long enough secret 8"
    visitor.post("/sign-up", {"username": "adopter", "password1": password, "password2": password})
    assert visitor.get(path).status_code == 200
    elsewhere = server.visitor()
    elsewhere.post("/sign-in", {"username": "adopter", "password": password})
    assert elsewhere.get(path).status_code == 200
    visitor.post("/sign-out")
    assert visitor.get(path).status_code == 404


def test_a_waiting_table_has_no_game_yet(server: Server):
    ann = server.member("waiter")
    path = ann.post(
        "/new-table", {"game": "1888:2022", "size": 3, "kind": "private", "undo": "owner", "name": "soon"}
    ).headers["location"]
    assert "soon" in ann.get(path).text
    for route in ("body", "part?name=tiles", "export", "picture"):
        assert ann.get(path + route).status_code == 404
    assert ann.play(path, PASS % "waiter", 0).status_code == 404


def test_no_database_has_to_hold_nul(public: Table):
    for path, fields in (("chat", {"text": "a\x00b"}), ("leave", {"seat": "\x00"}), ("notes", {"text": "\x00"})):
        assert public.ann.post(public.path + path, fields).status_code == 400
    assert public.ann.get("/invitation/%00").status_code == 400
    assert public.ann.get("/rules/1888-2022?word=%00").status_code == 400


def test_wrong_methods(public: Table):
    for route in ("play", "undo", "fork", "join", "start"):
        assert public.ann.get(public.path + route).status_code == 405
    answer: httpx.Response = public.ann.http.request(
        "DELETE", f"{public.path}program?seat={public.ann_name}", headers={"X-CSRFToken": public.ann.token()}
    )
    assert answer.status_code in (200, 302)


def test_a_table_around_one_screen_is_watched_by_its_link(server: Server):
    owner, stranger, watcher = server.visitor(), server.visitor(), server.visitor()
    path = owner.hot_seat()
    link = re.search(r"/watch/[\w-]+", owner.get(path).text)
    assert link
    assert watcher.get(path).status_code == 404
    assert watcher.get(link[0]).headers["location"] == path
    for route in READ:
        assert status(stranger, path + route) == 404, route
        assert status(watcher, path + route) == (404 if route == "notes" else 200), route
    page = watcher.get(path).text
    assert "/watch/" not in page
    buttons = re.findall(r'<button class="choice" name="action"[^>]*>', page)
    assert buttons
    assert all("disabled" in button for button in buttons)
    version = watcher.version(path)
    for route in ("play", "undo", "redo", "program", "chat", "join", "leave", "bot", "start", "delete"):
        fields = {"version": version, "action": PASS % "Ann", "text": "x", "kind": "pass", "seat": "Ann"}
        assert watcher.post(path + route, fields).status_code in (302, 403, 404, 422), route
        assert owner.game(path).played == 0
    assert "x</" not in owner.get(f"{path}chat").text
    assert owner.get(path).status_code == 200
    assert server.visitor().get("/watch/nothing").status_code == 404


def test_only_tables_around_one_screen_are_watched_by_a_link(server: Server, fresh_name: str):
    ann = server.member(f"watched{fresh_name}")
    fields = {"game": "1888:2022", "size": 3, "kind": "private", "undo": "own", "name": "Evening"}
    path = ann.post("/new-table", fields).headers["location"]
    invitation = re.search(r"/invitation/([\w-]+)", ann.get(path).text)
    assert invitation
    assert server.visitor().get(f"/watch/{invitation[1]}").status_code == 404
