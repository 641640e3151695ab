"""For whoever runs the server: is it well, its figures, its page, its log."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from kaiping.web.log import Asked, JsonLine, Line, discreet, working_on
from kaiping.web.recent import Recent, Slow
from tests.web.databases import by_hand, postgresql
from tests.web.server import Server, Visitor
from tests.web.test_matrix import routes
from tests.web.test_operations import children
from tests.web.test_serve import refused, serve

TOKEN = "a token for figures, which nobody guesses"


def figures(server: Server, **headers: str) -> dict[tuple[str, ...], float]:
    """What ``/metrics`` tells: by name and labels, without the worker."""
    answer = httpx.get(f"{server.url}/metrics", headers=headers, timeout=60)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found: dict[tuple[str, ...], float] = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            assert sample.labels["worker"].isdecimal()
            labels = (value for name, value in sorted(sample.labels.items()) if name != "worker")
            key = (sample.name, *labels)
            found[key] = found.get(key, 0) + sample.value
    return found


def make_staff(server: Server, *args: str) -> str:
    command = [sys.executable, "-m", "kaiping", "staff", "--data", str(server.data), *args]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == (2 if done.stderr else 0)
    return done.stdout or done.stderr


# --- is it well? --------------------------------------------------------------------------------------


def test_well(server: Server):
    for method in ("GET", "HEAD"):
        # whoever watches over a server may not know its name, and has no session
        answer = httpx.request(method, f"{server.url}/healthz", headers={"Host": "10.0.0.7"}, timeout=60)
        assert (answer.status_code, answer.text) == (200, "ok" if method == "GET" else "")
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


# --- figures ------------------------------------------------------------------------------------------


def test_what_is_counted(server: Server, visitor: Visitor):
    before = figures(server)
    path = visitor.hot_seat("greedy", "person", "person")
    visitor.get(f"{path}body")
    for number in range(3):
        visitor.get(f"/nowhere/{number}")
    with visitor.http.stream("GET", f"{path}stream"):
        after = figures(server)

    def more(*key: str) -> float:
        return after.get(key, 0) - before.get(key, 0)

    assert more("kaiping_requests_total", "POST", "hot-seat", "3xx") == 1
    assert more("kaiping_requests_total", "GET", "games:body", "2xx") == 1
    assert more("kaiping_request_seconds_count", "games:body") == 1
    assert more("kaiping_cold_openings_total") == 1
    assert more("kaiping_database_seconds_count") > 5
    assert more("kaiping_streams") == 1
    assert after["kaiping_games_cached",] >= 1
    assert after["kaiping_connections",] >= 1
    assert after["process_resident_memory_bytes",] > 10_000_000
    assert any(key[0] == "kaiping_build_info" for key in after)
    # what callers make up is no route of ours
    assert more("kaiping_requests_total", "GET", "none", "4xx") == 3
    assert not any("nowhere" in part for key in after for part in key)


def test_moves_by_who_made_them(server: Server, visitor: Visitor):
    before = figures(server)
    path = visitor.hot_seat("greedy", "person", "person")
    game = visitor.game(path)
    action = json.dumps({"type": "pass", "actor": game.acting[0]})
    assert visitor.play(path, action, visitor.version(path)).status_code == 200
    after = figures(server)
    made = {how: after["kaiping_moves_total", how] - before["kaiping_moves_total", how] for how in ("person", "bot")}
    assert made["person"] == 1
    assert made["bot"] >= 1


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via", "X-Real-IP", "Host"])
def test_figures_are_not_for_the_world(server: Server, header: str):
    """What a proxy passes on comes from this machine, too; another name may be a trick of a page somewhere."""
    value = "localhost.evil.example" if header == "Host" else "127.0.0.1"
    answer = httpx.get(f"{server.url}/metrics", headers={header: value}, timeout=60)
    assert answer.status_code == (400 if header == "Host" else 404)
    assert "kaiping_" not in answer.text


# --- several workers, a token, a log for programs -----------------------------------------------------


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = tmp_path_factory.mktemp("running") / "data"
    running = Server(place, "--workers", "2", "--log", "json", KAIPING_METRICS=TOKEN).start()
    yield running
    running.stop()


@pytest.mark.slow
def test_workers_tell_as_one(two: Server):
    """Whichever of them is asked, it tells what all have counted."""
    asked = 0
    until = time.monotonic() + 120
    while True:
        for _ in range(20):  # each on a connection of its own
            assert httpx.get(f"{two.url}/healthz", timeout=60).status_code == 200
        asked += 20
        text = httpx.get(f"{two.url}/metrics", timeout=60).text
        shares = re.findall(r'kaiping_requests_total\{method="GET",route="healthz",.*worker="(\d)"\} (\d+)', text)
        assert sum(int(number) for _worker, number in shares) == asked
        if len(shares) == 2:
            break
        assert time.monotonic() < until, shares


@pytest.mark.slow
def test_a_worker_that_is_killed_has_a_successor_of_its_number(two: Server):
    def began() -> dict[str, str]:
        page = httpx.get(f"{two.url}/metrics", timeout=60).text
        return dict(re.findall(r'process_start_time_seconds\{worker="(\d)"\} (\S+)', page))

    def wait_for(ready: Callable[[dict[str, str]], bool]) -> dict[str, str]:
        until = time.monotonic() + 120
        while not ready(found := began()):
            assert time.monotonic() < until, found
            time.sleep(0.2)
        return found

    before = wait_for(lambda found: len(found) == 2)
    workers = [pid for pid in children(two.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(workers[0], signal.SIGKILL)
    after = wait_for(lambda found: len(found) == 2 and found != before)
    assert before.keys() == after.keys() == {"1", "2"}
    assert sum(before[number] == after[number] for number in "12") == 1


@pytest.mark.slow
def test_a_token_opens_the_figures(two: Server):
    passed_on = {"X-Forwarded-For": "203.0.113.9", "Host": "table.example"}
    for wrong in ("", f"Bearer {TOKEN}x", f"Basic {TOKEN}", f"Bearer {TOKEN[:-1]}", "Bearer"):
        headers = [*passed_on.items(), ("Authorization", wrong)]
        assert httpx.get(f"{two.url}/metrics", headers=headers, timeout=60).status_code in (400, 404)
    assert figures(two, Authorization=f"Bearer {TOKEN}", **passed_on)


@pytest.mark.slow
def test_each_line_of_the_log_is_an_object(two: Server):
    ann = two.member("logged")
    path = ann.hot_seat()
    with sqlite3.connect(two.data / "kaiping.sqlite3", timeout=60) as database:
        database.execute("ALTER TABLE games_note RENAME TO notes_away")
        database.commit()
        try:
            assert ann.get(f"{path}notes", secret="not to be written").status_code == 500
        finally:
            database.execute("ALTER TABLE notes_away RENAME TO games_note")
            database.commit()
    lines = [json.loads(line) for line in two.said().splitlines()]
    wrong = next(line for line in lines if line["level"] == "error")
    assert (wrong["logger"], wrong["method"], wrong["path"]) == ("django.request", "GET", f"{path}notes")
    assert wrong["status"] == 500
    assert wrong["request"]
    assert "Traceback" in wrong["exception"]
    assert "not to be written" not in two.said()
    assert TOKEN not in two.said()


def test_settings_that_cannot_be(tmp_path: Path):
    place = str(tmp_path / "data")
    refused(serve("--port", "0", "--data", place, KAIPING_METRICS="short"), "KAIPING_METRICS")
    refused(serve("--port", "0", "--data", place, KAIPING_LOG="xml"), "KAIPING_LOG should be plain or json")


# --- the page -----------------------------------------------------------------------------------------


def test_the_page_of_whoever_runs_it(server: Server, fresh_name: str):
    """Who sees it at all stands in the matrix."""
    name = f"runs{fresh_name}"
    ann = server.member(name)
    ann.hot_seat("greedy", "person", "person")
    assert "/running" not in ann.get("/").text
    assert make_staff(server, name) == f"{name} is staff\n"
    assert name in make_staff(server).split()
    page = ann.get("/running")
    assert page.status_code == 200
    assert page.headers["cache-control"].startswith("max-age=0")
    assert 'href="/running"' in ann.get("/").text
    words = " ".join(re.sub(r"<[^>]+>", " ", page.text).split())
    assert re.search(r"in play [1-9]", words)
    assert re.search(r"Accounts [1-9]", words)
    assert re.search(r"hour [\d.]+ \d+ [1-9]", words)  # a bot has moved
    assert re.search(r"(GET|POST) /\S* [\w:-]+, \d\d\d", words)
    for title in ("Open connections", "Listening pages", "Data folder", "Database", "SQLite", "Recent errors"):
        assert title in words
    assert make_staff(server, name, "--remove") == f"{name} is no longer staff\n"
    assert ann.get("/running").status_code == 404
    assert "there is no account" in make_staff(server, "nobody at all")


@pytest.mark.slow
def test_the_page_over_the_other_database(tmp_path: Path):
    with postgresql() as url:
        server = Server(tmp_path / "data", KAIPING_DATABASE_URL=url).start()
        try:
            ann = server.member("ann")
            ann.hot_seat("greedy", "person", "person")
            by_hand(url).execute("UPDATE auth_user SET is_staff = true")
            page = ann.get("/running")
            assert page.status_code == 200
            assert "PostgreSQL" in page.text
        finally:
            server.stop()


# --- what is remembered, and what is written ----------------------------------------------------------


def slow(seconds: float, ago: float = 0.0) -> Slow:
    return Slow(time.time() - ago, seconds, "GET", "home", "/", 200)


def test_the_slowest_are_kept():
    recent = Recent(most=3)
    for seconds in (0.1, 0.5, 0.2, 0.4, 0.05, 0.3):
        if recent.is_slow(seconds):
            recent.took(slow(seconds))
    assert [one.seconds for one in recent.slow] == [0.5, 0.4, 0.3]
    assert not recent.is_slow(0.2)


def test_after_an_hour_others_are_the_slowest():
    recent = Recent(most=2)
    for seconds in (9.0, 8.0):
        recent.took(slow(seconds, ago=3601))
    assert recent.slow == []
    assert recent.is_slow(0.01)
    recent.took(slow(0.01))
    assert [one.seconds for one in recent.slow] == [0.01]


def test_no_line_holds_a_secret():
    """Every route with a part that lets its holder in, and whatever else does."""
    secret = "AAbb_-11.zz:9"
    paths = {re.sub(r"<(token|uidb64)>", secret, route) for route, _method in routes()}
    opening = [f"/{path}" for path in paths if secret in path]
    assert len(opening) >= 5
    for text in (
        *opening,
        "Bearer abc.def",
        "kaiping_0123456789abcdef0123456789",
        "postgresql://ann:pa55word@db/kaiping",
        "Max retries exceeded with url: /send/abcdef (Caused by",
    ):
        record = logging.LogRecord("x", logging.ERROR, "", 0, "Not Found: %s", (text,), None)
        with working_on(Asked.now("GET", text)):
            for line in (Line().format(record), JsonLine().format(record), discreet(text)):
                for part in (secret, "abc", "0123", "pa55", "zz:9"):
                    assert part not in line, line


def test_a_line_for_programs():
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("kaiping.x", logging.WARNING, "", 0, "no %s", ("\ud800",), sys.exc_info())
    record.ms, record.status_code = 12, 503
    with working_on(Asked.now("GET", "/lobby")):
        line = JsonLine().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert found.pop("time").endswith("+00:00")
    assert "ValueError: two\nlines" in found.pop("exception")
    assert found.pop("request").startswith(f"{os.getpid():x}-")
    about = {"method": "GET", "path": "/lobby", "status": 503, "ms": 12}
    assert found == {"level": "warning", "logger": "kaiping.x", "message": "no \ud800", **about}
