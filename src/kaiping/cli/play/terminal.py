"""Lines typed at a terminal, with editing, history and completion."""

from __future__ import annotations

from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from kaiping.cli.play.lines import Words


class TerminalLines:
    """Lines from a terminal, with history and completion."""

    interactive = True

    def __init__(self, words: Words) -> None:
        self.words = words
        self.session: PromptSession[str] = PromptSession(complete_while_typing=False)

    def read(self, prompt: str, words: Words | None = None) -> str | None:
        try:
            return self.session.prompt(prompt, completer=_Words(words or self.words)).strip()
        except KeyboardInterrupt:
            print("(quit leaves the game; save keeps it)")
            return ""
        except EOFError:
            return None


class _Words(Completer):
    """Completes the word being typed from those that fit after the words before it."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        before = document.text_before_cursor
        typed = before.split()
        last = "" if before.endswith(" ") or not typed else typed.pop()
        for word in self.words(typed, last):
            if word.lower().startswith(last.lower()):
                yield Completion(word, start_position=-len(last))
