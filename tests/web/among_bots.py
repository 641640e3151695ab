"""A server whose bots think as long as a test wishes, and somebody who plays with them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

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
        return [pid for pid in children(self.server.pid) if b"spawn_main" in words_of(pid)]


def children(parent: int) -> list[int]:
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


def words_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def until(true: Callable[[], Any]) -> Any:
    patience = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < patience
        time.sleep(0.02)
    return found


class AmongBots:
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
