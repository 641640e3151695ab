"""Bots that think: elsewhere, while everybody goes on, and the table hears of it in the end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.server import Server

#: seconds for which a test waits for what has to come
PATIENCE = 60


class Thinking:
    """A server whose bots of the level ``patient`` think as long as the gate is shut."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.gate = folder / "gate"
        self.server = Server(folder / "data", *args, KAIPING_TEST_GATE=str(self.gate), KAIPING_THOUGHT="1")
        self.server.runs = ("-m", "tests.web.thinking_program")

    def shut(self) -> None:
        self.gate.touch()

    def open(self) -> None:
        self.gate.unlink(missing_ok=True)

    def minds(self) -> list[int]:
        """The processes in which bots think."""
        return [pid for pid in _children(self.server.pid) if b"spawn_main" in _words(pid)]


def _children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            state, its_parent = stat.rpartition(")")[2].split()[:2]
            if int(its_parent) == parent and state != "Z":
                found.append(int(entry.name))
    return found


def _words(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Thinking]:
    found = Thinking(tmp_path_factory.mktemp("thinking"))
    found.server.start()
    yield found
    found.open()
    found.server.stop()
    assert "Traceback" not in found.server.said(), found.server.said()


@pytest.fixture
def thinking(running: Thinking) -> Iterator[Thinking]:
    running.shut()
    yield running
    running.open()


def until(true: Callable[[], Any]) -> Any:
    patience = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < patience
        time.sleep(0.02)
    return found


class Sitting:
    """One person, and bots of some levels, around one screen."""

    def __init__(self, thinking: Thinking, name: str, *bots: str) -> None:
        self.member = thinking.server.member(name)
        self.program: httpx.Client = thinking.server.program(self.member)
        seats = [{"name": "Ann"}, *({"name": who, "bot": bot} for who, bot in zip(("Bo", "Cy"), bots, strict=False))]
        answer = self.program.post("/tables", json={"title": "1888", "kind": "hot-seat", "seats": seats})
        assert answer.status_code == 201, answer.text
        self.key = answer.json()["key"]
        self.path = f"/game/{self.key}/"

    @property
    def stands(self) -> dict[str, Any]:
        found: dict[str, Any] = self.program.get(f"/tables/{self.key}").json()
        return found

    def passes(self) -> dict[str, Any]:
        wish = {"action": {"type": "pass", "actor": "Ann"}, "version": self.stands["version"]}
        answer = self.program.post(f"/tables/{self.key}/actions", json=wish)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def body(self) -> str:
        return self.member.get(f"{self.path}body").text

    def said(self) -> list[str]:
        return [one["text"] for one in self.program.get(f"/tables/{self.key}/chat").json()]


def test_everybody_is_told_and_nobody_waits(thinking: Thinking, fresh_name: str):
    sitting = Sitting(thinking, fresh_name, "patient", "patient")
    assert sitting.stands["thinking"] == []
    assert "thinking" not in sitting.body()
    played = sitting.passes()
    assert (played["acting"], played["thinking"], played["played"]) == (["Bo"], ["Bo"], 1)
    assert "Bo (patient) is thinking" in " ".join(sitting.body().split())
    assert sitting.member.get(sitting.path).status_code == 200
    assert sitting.stands["thinking"] == ["Bo"]
    thinking.open()
    stands = until(lambda: (found := sitting.stands)["acting"] == ["Ann"] and found)
    assert stands["thinking"] == []
    assert stands["played"] > 2
    assert "thinking" not in sitting.body()
    assert len(thinking.minds()) == 1


def test_a_thought_about_what_was_taken_back_is_dropped(thinking: Thinking, fresh_name: str):
    sitting = Sitting(thinking, fresh_name, "patient", "casual")
    sitting.passes()
    undone = sitting.program.post(f"/tables/{sitting.key}/undo", json={"version": sitting.stands["version"]}).json()
    assert (undone["played"], undone["acting"], undone["thinking"]) == (0, ["Ann"], [])
    thinking.open()
    other = Sitting(thinking, f"{fresh_name}2", "patient", "casual")
    other.passes()
    until(lambda: other.stands["acting"] == ["Ann"])  # what was thought before it has long been told
    assert (sitting.stands["played"], sitting.stands["acting"]) == (0, ["Ann"])
    assert sitting.passes()["played"] >= 1
    until(lambda: sitting.stands["acting"] == ["Ann"])


def test_a_process_that_is_killed_is_started_again(thinking: Thinking, fresh_name: str):
    sitting = Sitting(thinking, fresh_name, "patient", "casual")
    sitting.passes()
    (mind,) = until(thinking.minds)
    os.kill(mind, signal.SIGKILL)
    until(lambda: [pid for pid in thinking.minds() if pid != mind])
    thinking.open()
    until(lambda: sitting.stands["acting"] == ["Ann"])
    assert not sitting.said()


@pytest.mark.parametrize("bot", ["faulty", "deadly", "illegal"])
def test_a_bot_that_fails_is_replaced_and_the_table_says_so(thinking: Thinking, fresh_name: str, bot: str):
    thinking.open()
    sitting = Sitting(thinking, fresh_name, bot, "casual")
    sitting.passes()
    until(lambda: sitting.stands["acting"] == ["Ann"])
    told = f"The bot in Bo's seat could not think to the end: casual acts instead of {bot}."
    assert sitting.said() == [told]
    sitting.passes()
    until(lambda: sitting.stands["acting"] == ["Ann"])
    assert sitting.said() == [told]


def test_it_ends_with_the_server_and_the_next_goes_on(tmp_path: Path, fresh_name: str):
    running = Thinking(tmp_path)
    running.shut()
    running.server.start()
    sitting = Sitting(running, fresh_name, "patient", "casual")
    sitting.passes()
    (mind,) = until(running.minds)
    os.kill(running.server.pid, signal.SIGKILL)  # it alone
    until(lambda: b"spawn_main" not in _words(mind))
    running.server.stop()
    running.server.start()
    sitting.program.base_url = httpx.URL(f"{running.server.url}/api/v1")
    (mind,) = until(running.minds)  # what was forgotten is thought about again
    running.open()
    until(lambda: sitting.stands["acting"] == ["Ann"])
    running.server.stop()
    assert b"spawn_main" not in _words(mind)
