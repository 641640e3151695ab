"""kaiping play at a terminal: line editing, completion, colours, and leaving by Ctrl-D."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import kaiping
from tests.cli.program import ROOT

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, *args: str) -> None:
        self.screen, inside = pty.openpty()
        settings = {"PYTHONPATH": str(ROOT / "src"), "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kaiping", *args],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, **settings, "COLUMNS": "80", "LINES": "24"},
            close_fds=True,
        )
        os.close(inside)
        self.shown = b""

    def wait_for(self, text: str, seconds: float = 90) -> None:
        """Read until a text has appeared; what came before it is forgotten."""
        wanted, end = text.encode(), time.monotonic() + seconds
        while wanted not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self.screen, 65536)
                except OSError:  # the program has ended
                    assert wanted in self.shown, self.shown
        self.shown = self.shown.partition(wanted)[2]

    def type(self, keys: str) -> None:
        os.write(self.screen, keys.encode())


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    found = Terminal("play", "1888", "--players", "Ann,Bo,Cy")
    yield found
    found.process.kill()
    found.process.wait()
    os.close(found.screen)


def test_a_game_at_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    terminal.wait_for("Choose by number")
    terminal.wait_for("\x1b[1m")  # something is bold
    terminal.wait_for("Ann>")
    terminal.type("hold\t")
    terminal.wait_for("ings")  # completed by the Tab key
    terminal.type("\r")
    terminal.wait_for("Certs")
    terminal.wait_for("Ann>")
    terminal.type("bid FC\r")
    terminal.wait_for("how much")
    terminal.type("160\r")
    terminal.wait_for("for FC")
    terminal.wait_for("Bo>")
    terminal.type("quit\x03")  # Ctrl-C forgets the line
    terminal.wait_for("Bo>")
    terminal.type("trains\r")
    terminal.wait_for("in a set")
    terminal.wait_for("Bo>")
    terminal.type("\x04")  # Ctrl-D leaves, and asks first
    terminal.wait_for("Save it first?")
    terminal.type(f"{file}\r")
    terminal.wait_for("Saved in")
    assert terminal.process.wait(60) == 0
    assert kaiping.load(file).played == 1
