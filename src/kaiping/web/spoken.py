"""Texts in one reader's language, each looked up once: a table says the same words again and again.

To ask Django which language is spoken takes longer than to find the words, and a table asks some two hundred times.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils import translation

#: more texts than there are: what is told of people and games is put into them afterwards
_MOST = 10_000
#: language -> text -> what is said for it
_texts: dict[str, dict[str, str]] = {}
#: those of the language in which something is drawn just now, and the language
_spoken: ContextVar[tuple[str, dict[str, str]] | None] = ContextVar("spoken", default=None)


@contextmanager
def one_language() -> Iterator[None]:
    """Whatever is said in here is said in the language that is spoken now."""
    language = translation.get_language() or ""
    token = _spoken.set((language, _texts.setdefault(language, {})))
    try:
        yield
    finally:
        _spoken.reset(token)


def language() -> str:
    """The language that is spoken now."""
    spoken = _spoken.get()
    return spoken[0] if spoken is not None else translation.get_language() or ""


def gettext(text: str) -> str:
    """As Django's."""
    spoken = _spoken.get()
    if spoken is None:
        return translation.gettext(text)
    texts = spoken[1]
    found = texts.get(text)
    if found is None:
        found = translation.gettext(text)
        if len(texts) < _MOST:
            texts[text] = found
    return found
