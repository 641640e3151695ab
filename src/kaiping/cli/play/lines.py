"""Lines that the player types: with editing and completion in a terminal, plain where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TextIO, TypeAlias

#: words that may come after those typed already, where one is begun
Words: TypeAlias = Callable[[Sequence[str], str], Iterable[str]]


class Lines(Protocol):
    """Where a game's lines come from."""

    #: whether somebody sits at a terminal who can be asked again
    interactive: bool

    def read(self, prompt: str, words: Words | None = None) -> str | None:
        """The next line, or None when there are no more; ``words`` are to be completed in place of the game's."""


class PlainLines:
    """Lines of a file or a pipe, shown as if they had been typed."""

    interactive = False

    def __init__(self, stream: TextIO, show: Callable[[str], None]) -> None:
        self.stream = stream
        self.show = show

    def read(self, prompt: str, words: Words | None = None) -> str | None:
        line = self.stream.readline()
        if not line:
            self.show(f"{prompt}(no more input)")
            return None
        self.show(f"{prompt}{line.rstrip()}")
        return line.strip()


def no_words(before: Sequence[str], last: str) -> Iterable[str]:
    """Nothing is completed where a number or a plain answer is wanted."""
    return ()


def files(begun: str) -> list[str]:
    """Files and folders whose names go on from what is typed."""
    folder, slash, start = begun.rpartition("/")
    place = Path(f"{folder}{slash}" or ".").expanduser()
    try:
        found = sorted(one for one in place.iterdir() if one.name.startswith(start))
    except OSError:
        return []
    hidden = start.startswith(".")
    return [
        f"{folder}{slash}{one.name}{'/' if one.is_dir() else ''}"
        for one in found
        if hidden or not one.name.startswith(".")
    ]


def open_lines(show: Callable[[str], None], words: Words) -> Lines:
    """The player's terminal, or what stands in for it."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from kaiping.cli.play.terminal import TerminalLines  # takes its time, so only where it is of use

        return TerminalLines(words)
    return PlainLines(sys.stdin, show)
