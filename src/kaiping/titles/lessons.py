"""The lessons of a title, for somebody who has never played it: its ``data/lessons/``.

A lesson is a few steps of a recorded game that lies beside it, seen from one seat. What the recording plays at a step
is the lesson's own answer, and what it plays from there to the next step is what the others do meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from kaiping.definition import Data
from kaiping.loading import read_toml
from kaiping.titles import TITLES, title

#: fields that an action has, some of them: ``{ type = "bid", private = "KT" }``
Pattern = dict[str, Any]


class Comment(Data, frozen=True, kw_only=True):
    """What is said to an action that fits the pattern, and is not what the step asks for."""

    when: Pattern
    says: str


class Step(Data, frozen=True, kw_only=True):
    #: how many actions of the recording have been played
    at: int
    #: what is to be seen here, and the clause by its number in the title's book
    says: str
    clause: str = ""
    #: what the page points at: ``now``, ``map``, ``sheet``, a tab, or ``hex:C9``
    look: tuple[str, ...] = ()
    #: what is to be done; empty where one only reads
    task: str = ""
    #: what is right besides what the recording plays
    right: tuple[Pattern, ...] = ()
    #: what is said to a right answer
    well: str = ""
    #: to certain wrong ones, and to all others
    wrong: tuple[Comment, ...] = ()
    otherwise: str = ""

    def texts(self) -> Iterator[str]:
        """Everything to be read."""
        found = (self.says, self.task, self.well, self.otherwise, *(comment.says for comment in self.wrong))
        yield from (text for text in found if text)


class Lesson(Data, frozen=True, kw_only=True):
    """What is learnt in some minutes; its ``name`` in addresses is that of its file."""

    title: str = ""
    name: str = ""
    heading: str
    #: what it is about, for the list of all lessons
    about: str
    minutes: int
    #: the recording, and the seat from which it is seen
    game: str = "game.json"
    seat: str = "Ann"
    step: tuple[Step, ...]
    #: said when it is over
    ends: str

    @property
    def key(self) -> str:
        return f"{self.title}/{self.name}"

    @property
    def recording(self) -> Traversable:
        return title(self.title).data / "lessons" / self.game

    def texts(self) -> Iterator[str]:
        """Everything to be read."""
        yield from (self.heading, self.about, self.ends)
        for one in self.step:
            yield from one.texts()


@cache
def lessons(name: str) -> tuple[Lesson, ...]:
    """The lessons of a title in the order in which they are best taken; files are numbered for it."""
    folder = title(name).data / "lessons"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")] if folder.is_dir() else []
    return tuple(_read(name, file) for file in sorted(files, key=lambda file: file.name))


def _read(name: str, file: Traversable) -> Lesson:
    called = file.name.removesuffix(".toml").partition("-")[2]
    return msgspec.convert({**read_toml(file), "title": name, "name": called}, Lesson)


@cache
def lesson(key: str) -> Lesson | None:
    """The lesson of that key, ``1888/auction``; none if there is no such lesson, or no longer."""
    name = key.partition("/")[0]
    return next((one for one in lessons(name) if one.key == key), None) if name in TITLES else None
