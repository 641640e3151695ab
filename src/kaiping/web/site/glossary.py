"""The words of the games for people who read the rules; ``docs/glossary.md`` has the same, and a test compares them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from kaiping.definition import Data
from kaiping.loading import read_toml
from kaiping.titles import TITLES
from kaiping.titles.about import Word, about

#: words that are said of other things, too
_EVERYDAY = frozenset({"run", "price", "stop", "company"})


class Section(Data, frozen=True):
    heading: str
    words: tuple[Word, ...]
    #: whether its words lead here wherever they stand
    linked: bool = True


@cache
def _shared() -> tuple[Section, ...]:
    found = read_toml(Path(__file__).parent / "glossary.toml")
    return msgspec.convert(found["section"], tuple[Section, ...])


@cache
def glossary() -> tuple[Section, ...]:
    """What all titles share, and for each title the words that only it has."""
    own = (Section(name, about(name).words, linked=False) for name in TITLES if about(name).words)
    return (*_shared(), *own)


def texts() -> Iterator[str]:
    """Everything to be read of what all titles share."""
    for section in _shared():
        yield section.heading
        for one in section.words:
            yield from (one.word, one.means)


@cache
def _known() -> tuple[re.Pattern[str], dict[str, str]]:
    """The words that are linked, longer ones first, and their anchors."""
    words = {
        one.word: slugify(one.word)
        for section in glossary()
        if section.linked
        for one in section.words
        if one.word not in _EVERYDAY
    }
    listed = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"\b({listed})(s?)\b"), words


def linked(text: str) -> SafeString:
    """A text whose words lead to what they mean, each where it stands first."""
    pattern, words = _known()
    address, seen = reverse("glossary"), set[str]()

    def link(found: re.Match[str]) -> str:
        word = found[1]
        if word in seen:
            return found[0]
        seen.add(word)
        return format_html('<a class="word" href="{}#{}">{}</a>', address, words[word], found[0])

    return mark_safe(pattern.sub(link, escape(text)))
