"""Names of accounts: brought to one form before they are checked, and none that looks like another."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kaiping.web.site.names import looks, mixes_scripts, used_in_games
from tests.web.server import PASSWORD, Server

FAR_APART = {"game": "1888:2022", "size": 2, "kind": "open", "undo": "anyone", "name": "Old friends"}


def refused(server: Server, name: str, why: str) -> None:
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    answer = server.visitor().post("/sign-up", fields)
    assert answer.status_code == 422, name
    assert why in answer.text, name


def test_look_alikes_are_refused(server: Server):
    server.member("Malice10")
    for name in (
        "ＭＡＬＩＣＥ10",  # full-width letters
        "malice10",
        "MaIice10",  # a capital I for a small l
        "Ma1ice10",
        "Malicelo",
        "rnalice10",
        "Malıce10",  # a dotless i
        "𝓜alice10",  # brought to one form it is the same
    ):
        refused(server, name, "already")
    server.member("Malice11")
    server.member("Màlice10")  # an accent is seen


def test_scripts_are_not_mixed(server: Server):
    refused(server, "mаlin", "scripts")  # the second letter is Cyrillic
    refused(server, "Ωmega", "scripts")
    server.member("малин")
    server.member("太郎さんJr")
    server.member("сосо")  # Cyrillic throughout
    refused(server, "coco", "looks like it")


def test_names_of_the_games(server: Server):
    for name in ("ｂａｎｋ", "ＢＡＮＫ", "ＪＨＲ", "jhr", "роо1"):
        refused(server, name, 'role="alert"')
    refused(server, "ＪＨＲ", "used in the games")
    server.member("Al")  # whom nobody takes for A1


@pytest.mark.parametrize("name", ["Ann", "太郎", "jürgen", "Ольга", "Ελένη", "민준kim", "o'1", "ﷺ", ""])
def test_every_name_looks_like_itself(name: str):
    assert looks(name) == looks(name)
    assert looks(name) & looks(name.upper()) or len(name.upper()) != len(name)
    assert not mixes_scripts(name)
    assert not used_in_games(name)


#: tables of people that came with 0006
ADDED_LATER = ("secondstep", "recoverycode", "leaving", "standing", "rating", "handover")


@pytest.mark.slow
def test_older_accounts_go_on(tmp_path: Path):
    """Names that are refused today, from a folder of the version before: they sign in, sit down and play."""
    server = Server(tmp_path / "data").start()
    alice = server.member("alice")
    alice.post("/settings/address", {"email": "alice@b.example", "password": PASSWORD})
    alice.post("/settings", {"mail": "on", "mail_gap": 5})
    server.stop()
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3")) as database, database:
        for name in ("aIice", "bank", "mаlin"):
            database.execute(
                "INSERT INTO auth_user (password, is_superuser, username, last_name, email, is_staff, is_active,"
                " date_joined, first_name) SELECT password, 0, ?, '', '', 0, 1, date_joined, '' FROM auth_user"
                " WHERE username = 'alice'",
                [name],
            )
        for table in ("delivery", "hook", "namelook", *ADDED_LATER):
            database.execute(f"DROP TABLE site_{table}")
        for column in ("confirmed", "hidden"):
            database.execute(f"ALTER TABLE site_preferences DROP COLUMN {column}")
        database.execute("DELETE FROM django_migrations WHERE app = 'site' AND name > '0002_push_address'")
    server.start()
    try:
        people = {name: server.visitor() for name in ("alice", "aIice", "bank", "mаlin")}
        for name, person in people.items():
            assert person.post("/sign-in", {"username": name, "password": PASSWORD}).status_code == 302
        refused(server, "Alice", "already")
        refused(server, "a1ice", "looks like it")
        refused(server, "Aiice", "already")
        path = people["bank"].post("/new-table", FAR_APART).headers["location"]
        people["aIice"].post(f"{path}join")
        people["bank"].post(f"{path}start")
        assert set(people["bank"].game(path).players) == {"bank*", "aIice"}
        other = people["alice"].post("/new-table", FAR_APART).headers["location"]
        people["bank"].post(f"{other}join")
        people["alice"].post(f"{other}start")
        assert set(people["alice"].game(other).players) == {"bank*", "alice"}
    finally:
        server.stop()
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3")) as database:
        # whoever has had notices goes on having them
        assert database.execute("SELECT confirmed FROM site_preferences").fetchall() == [("alice@b.example",)]
    assert "Traceback" not in server.said(), server.said()
