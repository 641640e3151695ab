"""The language in which words are shown: English, unless whoever shows them brings a translation.

The library's own texts are English and pass through ``gettext`` and ``ngettext`` here on their way out. The web table
hands in Django's, which know each reader's language, once at its start; nothing else changes them.
"""

from __future__ import annotations

from collections.abc import Callable

One = Callable[[str], str]
Many = Callable[[str, str, int], str]

_in_use: list[tuple[One, Many]] = []


def gettext(text: str) -> str:
    """A text in the reader's language."""
    return _in_use[-1][0](text) if _in_use else text


def gettext_noop(text: str) -> str:
    """A text that translators are to see here, and that is shown in the reader's language later."""
    return text


def ngettext(one: str, many: str, number: int) -> str:
    """A text about one or many things in the reader's language."""
    if _in_use:
        return _in_use[-1][1](one, many, number)
    return one if number == 1 else many


def speak(one: One, many: Many) -> None:
    """Let all words pass through these."""
    _in_use[:] = [(one, many)]
