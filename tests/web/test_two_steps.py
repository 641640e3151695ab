"""Signing in by two steps: codes of an app and recovery codes each hold once, and guessing is slow."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import httpx
import pyotp
import pytest

from tests.web.server import PASSWORD, Server, Visitor


def change(server: Server, statement: str, *values: object) -> None:
    """Past the server."""
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as database, database:
        database.execute(statement, values)


def forget_latest(server: Server, name: str) -> None:
    """As if half a minute had passed since the last code."""
    change(
        server,
        "UPDATE site_secondstep SET latest = 0 WHERE user_id = (SELECT id FROM auth_user WHERE username = ?)",
        name,
    )


def latest_code(server: Server, name: str, app: pyotp.TOTP) -> str:
    """The code that somebody gave last, whatever time it is by now."""
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as database:
        found = database.execute(
            "SELECT latest FROM site_secondstep JOIN auth_user ON auth_user.id = user_id WHERE username = ?", [name]
        )
        return app.generate_otp(found.fetchone()[0])


def set_up(person: Visitor) -> tuple[pyotp.TOTP, list[str]]:
    """The app, and the recovery codes."""
    page = person.get("/settings/two-steps").text
    assert "<svg" in page
    assert "style=" not in page, "which the policy of the pages forbids"
    secret = re.search(r"<code>([A-Z2-7 ]+)</code>", page)
    assert secret
    app = pyotp.TOTP(secret[1].replace(" ", ""))
    assert person.post("/settings/two-steps", {"password": "guessed", "first": app.now()}).status_code == 422
    assert "not right" in person.post("/settings/two-steps", {"password": PASSWORD, "first": "000000x"}).text
    assert person.post("/settings/two-steps", {"password": PASSWORD, "first": app.now()}).status_code == 302
    shown = person.get("/settings/two-steps").text
    codes = re.findall(r"<li><code>([\w-]+)</code></li>", shown)
    assert len(codes) == 8
    assert codes[0] not in person.get("/settings/two-steps").text, "shown once"
    return app, codes


def sign_in(server: Server, name: str, onward: str = "") -> tuple[Visitor, httpx.Response]:
    visitor = server.visitor()
    return visitor, visitor.post("/sign-in", {"username": name, "password": PASSWORD, "next": onward})


def test_two_steps(server: Server):
    ann = server.member("twofold")
    program = server.program(ann)
    app, codes = set_up(ann)
    visitor, half = sign_in(server, "twofold", "/rules/")
    assert half.headers["location"] == "/sign-in/code"
    assert visitor.get("/settings").status_code == 302, "the password alone opens nothing"
    used = latest_code(server, "twofold", app)
    assert "does not hold" in visitor.post("/sign-in/code", {"code": used}).text, "it was used for setting it up"
    forget_latest(server, "twofold")
    now = app.now()
    assert visitor.post("/sign-in/code", {"code": f"{now[:3]} {now[3:]}"}).headers["location"] == "/rules/"
    assert visitor.get("/settings").status_code == 200
    other, _half = sign_in(server, "twofold")
    assert other.post("/sign-in/code", {"code": now}).status_code == 422, "a code holds once"
    assert other.post("/sign-in/code", {"code": codes[0].upper().replace("-", " ")}).status_code == 302
    third, _half = sign_in(server, "twofold")
    assert third.post("/sign-in/code", {"code": codes[0]}).status_code == 422, "a recovery code, too"
    assert program.get("/me").status_code == 200, "programs are not asked"
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as database:
        kept = "".join(text for (text,) in database.execute("SELECT fingerprint FROM site_recoverycode"))
    assert codes[1].replace("-", "") not in kept
    # what matters asks for both
    assert ann.post("/settings/address", {"email": "t@b.example", "password": PASSWORD}).status_code == 422
    sure = {"email": "t@b.example", "password": PASSWORD, "code": codes[1]}
    assert ann.post("/settings/address", sure | {"password": "guessed"}).status_code == 422
    assert ann.post("/settings/address", sure).status_code == 302, "a wrong password uses no code up"
    assert ann.post("/settings/two-steps", {"do": "off", "password": PASSWORD}).status_code == 422
    assert ann.post("/settings/two-steps", {"do": "off", "password": PASSWORD, "code": codes[2]}).status_code == 302
    assert sign_in(server, "twofold")[1].headers["location"] == "/lobby"


@pytest.mark.slow
def test_guessing_codes_is_slow(server: Server):
    _app, codes = set_up(server.member("guessed"))
    visitor, _half = sign_in(server, "guessed")
    said = [visitor.post("/sign-in/code", {"code": "123"}).text for _ in range(5)]
    assert all("does not hold" in text for text in said)
    late = visitor.post("/sign-in/code", {"code": codes[0]})
    assert late.status_code == 422, "right ones wait as well"
    assert "try again in 1 minutes" in late.text
    while (answer := visitor.post("/sign-in/code", {"code": "123"})).status_code == 422:
        pass
    assert answer.status_code == 429, "and the address is locked as after wrong passwords"


@pytest.mark.slow
def test_a_step_that_was_begun_runs_out(server: Server):
    ann = server.member("halfway")
    app, _codes = set_up(ann)
    visitor, _half = sign_in(server, "halfway")
    assert server.visitor().post("/sign-in/code", {"code": app.now()}).headers["location"] == "/sign-in"
    forget_latest(server, "halfway")
    new = "another long secret 9"
    ann.post("/settings/password", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert visitor.post("/sign-in/code", {"code": app.now()}).headers["location"] == "/sign-in", "the password changed"


@pytest.mark.slow
def test_a_lost_telephone(server: Server):
    set_up(server.member("lost"))
    command = [sys.executable, "-m", "kaiping", "people", "lost", "--one-step", "--data", str(server.data)]
    assert "password alone" in subprocess.run(command, capture_output=True, text=True).stdout
    assert sign_in(server, "lost")[1].headers["location"] == "/lobby"
