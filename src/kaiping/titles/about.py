"""What a title is, for somebody who has to choose a game and knows none: its ``data/about.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from kaiping.definition import Data
from kaiping.errors import BadInput
from kaiping.loading import read_toml
from kaiping.titles import definition, options_on, title


class AboutEdition(Data, frozen=True, kw_only=True):
    """What an edition is called among those of its title, and what is to be known of it besides."""

    name: str
    note: str = ""
    #: where they differ from the title's
    hours: str = ""
    level: str = ""


class Sentence(Data, frozen=True):
    """A short sentence, and the clause that it stands for, by its number in the title's book."""

    says: str
    clause: str


class Chapter(Data, frozen=True):
    heading: str
    sentences: tuple[Sentence, ...]
    #: what is shown beside it: ``shares``, ``prices``, ``turn`` or ``trains``; and the lessons in which it is learnt
    picture: str = ""
    lessons: tuple[str, ...] = ()


class WorkedStep(Data, frozen=True):
    """What is to be said of one action of the recording; what it brings is told by the game."""

    says: str
    clause: str


class Worked(Data, frozen=True, kw_only=True):
    """A company's turn in the recording of the lessons, action by action."""

    company: str
    #: a company that was started as most are, whose certificates are shown
    shares: str
    #: how many actions have been played before it
    at: int
    says: str
    steps: tuple[WorkedStep, ...]


class Word(Data, frozen=True):
    """A word of the games, and what it means."""

    word: str
    means: str


class About(Data, frozen=True, kw_only=True):
    #: where and when it is played
    place: str
    years: str
    #: how long a game takes, and how hard it is
    hours: str
    level: str
    #: what no other of these games has
    peculiar: str
    #: for whom it is good
    suits: str
    editions: dict[str, AboutEdition]
    #: how a game goes, on one page
    how: tuple[Chapter, ...]
    worked: Worked
    #: words that only this title has
    words: tuple[Word, ...] = ()

    def texts(self) -> Iterator[str]:
        """Everything to be read."""
        yield from (self.place, self.years, self.hours, self.level, self.peculiar, self.suits)
        for one in self.editions.values():
            yield from (text for text in (one.name, one.note, one.hours, one.level) if text)
        for chapter in self.how:
            yield chapter.heading
            yield from (sentence.says for sentence in chapter.sentences)
        yield from (text for one in self.words for text in (one.word, one.means))
        yield self.worked.says
        yield from (step.says for step in self.worked.steps)


@cache
def about(name: str) -> About:
    return msgspec.convert(read_toml(title(name).data / "about.toml"), About)


def book_of(name: str) -> str:
    """The book whose clauses the page on how a game goes cites: that of the edition played where none is named."""
    return definition(name).clauses


def edition_name(name: str, edition: str) -> str:
    """What people call an edition; a stranger's keeps its own name."""
    found = about(name).editions.get(edition)
    return edition if found is None else found.name


def played_by(name: str, edition: str, options: Iterable[str]) -> list[str]:
    """An edition and options as people call them; options that are gone keep the names that files give them."""
    try:
        labels = [one.label for one in options_on(definition(name, edition, options))]
    except BadInput:
        labels = list(options)
    return [edition_name(name, edition), *labels]
