"""Lines that the player types: with editing and completion in a terminal, plain where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document


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


class TerminalLines:
    """Lines from a terminal, with history and completion."""

    interactive = True

    def __init__(self, words: Callable[[Sequence[str]], Iterable[str]]) -> None:
        self.session: PromptSession[str] = PromptSession(completer=_Words(words), complete_while_typing=False)

    def read(self, prompt: str) -> str | None:
        try:
            return self.session.prompt(prompt).strip()
        except KeyboardInterrupt:
            return ""
        except EOFError:
            return None


class _Words(Completer):
    """Completes the word being typed from those that fit after the words before it."""

    def __init__(self, words: Callable[[Sequence[str]], Iterable[str]]) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        before = document.text_before_cursor
        typed = before.split()
        last = "" if before.endswith(" ") or not typed else typed.pop()
        for word in self.words(typed):
            if word.lower().startswith(last.lower()):
                yield Completion(word, start_position=-len(last))


def open_lines(show: Callable[[str], None], words: Callable[[Sequence[str]], Iterable[str]]) -> Lines:
    """The player's terminal, or what stands in for it."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return TerminalLines(words)
    return PlainLines(sys.stdin, show)
