"""Lines that the player types: with editing and completion in a terminal, plain where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TextIO


class Lines(Protocol):
    """Where a game's lines come from."""

    #: whether somebody sits at a terminal who can be asked again
    interactive: bool

    def read(self, prompt: str) -> str | None:
        """The next line, or None when there are no more."""


class PlainLines:
    """Lines of a file or a pipe, shown as if they had been typed."""

    interactive = False

    def __init__(self, stream: TextIO, show: Callable[[str], None]) -> None:
        self.stream = stream
        self.show = show

    def read(self, prompt: str) -> str | None:
        line = self.stream.readline()
        if not line:
            self.show(f"{prompt}(no more input)")
            return None
        self.show(f"{prompt}{line.rstrip()}")
        return line.strip()


def open_lines(show: Callable[[str], None], words: Callable[[Sequence[str], str], Iterable[str]]) -> Lines:
    """The player's terminal, or what stands in for it."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from kaiping.cli.play.terminal import TerminalLines  # takes its time, so only where it is of use

        return TerminalLines(words)
    return PlainLines(sys.stdin, show)
