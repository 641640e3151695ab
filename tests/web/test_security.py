"""Headers, passwords, limits, and what the server writes down."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.server import PASSWORD, Server, Visitor


@pytest.mark.parametrize("path", ["/", "/lobby", "/sign-in", "/rules/", "/rules/1888-2022", "/nothing", "/api/titles"])
def test_headers(server: Server, path: str):
    headers = server.visitor().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers


def test_files_of_pages_carry_no_policies(server: Server):
    """A page's own policies hold for its scripts and styles; a picture can be opened as a page of its own."""
    visitor = server.visitor()
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', visitor.get("/").text))
    assert {file.rpartition(".")[2] for file in files} >= {"js", "css", "svg"}
    for file in files:
        headers = visitor.get(file).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
        assert ("content-security-policy" in headers) == file.endswith(".svg")


def test_pages_hold_nothing_that_the_policy_forbids(visitor: Visitor):
    path = visitor.hot_seat()
    for place in ("/", "/lobby", "/sign-up", "/rules/1888-2022", path, f"{path}chat", f"{path}notes"):
        page = visitor.get(place).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), place
        assert not re.search(r"<style|\sstyle=|\son\w+=\"|javascript:", page), place
        assert not re.search(r'(src|href)="https?://(?!127\.0\.0\.1)', page), place


def test_cookies(server: Server):
    answer = server.visitor().http.post("/sign-up")
    assert answer.status_code == 403
    visitor = server.visitor()
    fields = {"username": "cookies", "password1": PASSWORD, "password2": PASSWORD}
    cookies = visitor.post("/sign-up", fields).headers.get_list("set-cookie")
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


def test_passwords_by_argon2(server: Server):
    server.member("argonaut")
    with sqlite3.connect(server.data / "kaiping.sqlite3") as database:
        ((password,),) = database.execute("SELECT password FROM auth_user WHERE username = 'argonaut'")
        assert password.startswith("argon2$argon2id$")
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_tokens_are_not_kept(server: Server):
    program = server.program(server.member("tokenless"))
    token = program.headers["Authorization"].removeprefix("Bearer ")
    with sqlite3.connect(server.data / "kaiping.sqlite3") as database:
        assert token not in str(database.execute("SELECT * FROM site_apitoken").fetchall())


def test_weak_passwords_and_names_of_the_game(server: Server):
    visitor = server.visitor()
    weak = ("12345678", "short1", " " * 8, "\u200b" * 8, "4711 0815 4711", "９" * 9, "abcabcabcabc", "xy xy xy xy")
    for name, password in (*(("weak", one) for one in weak), ("bank", PASSWORD), ("JHR", PASSWORD)):
        fields = {"username": name, "password1": password, "password2": password}
        answer = visitor.post("/sign-up", fields)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    server.member("doppel")
    answer = visitor.post("/sign-up", {"username": "Doppel", "password1": PASSWORD, "password2": PASSWORD})
    assert answer.status_code == 422  # names that differ only in capitals would be mistaken for each other


def test_signing_in_is_limited(server: Server):
    server.member("target")
    visitor = server.visitor()
    answers = [
        visitor.post("/sign-in", {"username": "target", "password": f"wrong{number}"}).status_code
        for number in range(9)
    ]
    assert 429 in answers
    locked = visitor.post("/sign-in", {"username": "target", "password": PASSWORD})
    assert locked.status_code == 429
    assert "Try again" in locked.text
    # somebody else from the same address is not locked out
    assert server.member("bystander").get("/settings").status_code == 200


def test_no_way_out_of_the_site(server: Server):
    visitor = server.visitor()
    fields = {"username": "leaver", "password1": PASSWORD, "password2": PASSWORD, "next": "https://evil.example/"}
    assert visitor.post("/sign-up", fields).headers["location"] == "/lobby"


def test_other_hosts_are_refused(server: Server):
    assert httpx.get(server.url, headers={"Host": "evil.example"}, timeout=60).status_code == 400


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    limits = {"KAIPING_API_RATE": "5/m", "KAIPING_API_RATE_UNKNOWN": "3/m"}
    running = Server(
        tmp_path / "data", KAIPING_URL="https://table.example", KAIPING_PROXIES="127.0.0.1", **limits
    ).start()
    yield running
    running.stop()


def test_guessed_tokens_are_limited(strict: Server):
    wrong = {"Authorization": "Bearer kaiping_wrong"}
    guesses = [httpx.get(f"{strict.url}/api/tables", headers=wrong, timeout=60) for _ in range(5)]
    assert [guess.status_code for guess in guesses] == [401, 401, 401, 429, 429]
    assert 0 < int(guesses[-1].headers["retry-after"]) <= 60
    assert httpx.get(f"{strict.url}/api/tables", timeout=60).status_code == 429
    assert httpx.get(f"{strict.url}/api/titles", timeout=60).status_code == 429


def test_the_api_is_limited_and_a_public_server_is_strict(strict: Server):
    unknown = [httpx.get(f"{strict.url}/api/titles", timeout=60).status_code for _ in range(5)]
    assert unknown == [200, 200, 200, 429, 429]
    headers = {"Host": "table.example", "X-Forwarded-Proto": "https"}
    page = httpx.get(f"{strict.url}/sign-in", headers=headers, timeout=60)
    assert page.status_code == 200
    assert "max-age" in page.headers["strict-transport-security"]
    assert all("Secure" in cookie for cookie in page.headers.get_list("set-cookie"))


def test_the_data_folder_is_private(server: Server):
    assert (server.data / "secret-key").stat().st_mode & 0o777 == 0o600
    assert server.data.stat().st_mode & 0o077 == 0
    assert (server.data / "kaiping.sqlite3").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_new_accounts_from_one_address_are_limited(tmp_path: Path):
    server = Server(tmp_path / "data", KAIPING_SIGN_UPS="2").start()
    try:
        for name in ("ann", "bo"):
            server.member(name)
        fields = {"username": "cy", "password1": PASSWORD, "password2": PASSWORD}
        assert server.visitor().post("/sign-up", fields | {"password2": "another"}).status_code == 422
        assert server.visitor().post("/sign-up", fields).status_code == 429
    finally:
        server.stop()
