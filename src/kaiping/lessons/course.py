"""A lesson as a game: where it begins, what is played in it, and the position of each step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import msgspec

from kaiping.action import AnyAction
from kaiping.game import Game
from kaiping.records.native import from_data
from kaiping.titles.lessons import Lesson, Step
from kaiping.titles.lessons import lesson as find_lesson


@dataclass(frozen=True, eq=False)
class Course:
    lesson: Lesson
    #: what the lesson itself plays, from its first step to the answer of its last
    line: tuple[AnyAction, ...]
    #: how many of these have been played where each step begins
    marks: tuple[int, ...]
    #: the game where each step begins, from the first position of the lesson on
    moments: tuple[Game, ...]

    @property
    def begin(self) -> Game:
        return self.moments[0].at(0)

    def answer(self, number: int) -> AnyAction | None:
        """What the lesson itself plays at a step; nothing where one only reads."""
        return self.line[self.marks[number]] if self.lesson.step[number].task else None

    def step_at(self, number: int, played: int) -> int:
        """The step that somebody is at who had come to one and may have taken something back."""
        number = min(max(number, 0), len(self.marks) - 1)
        while number and self.marks[number] > played:
            number -= 1
        return number

    def step(self, number: int) -> Step:
        return self.lesson.step[number]


@cache
def course(key: str) -> Course | None:
    """The lesson of that key as a game; none if there is no such lesson."""
    found = find_lesson(key)
    return None if found is None else _course(found)


def _course(lesson: Lesson) -> Course:
    whole, first, last = recorded(lesson), lesson.step[0].at, lesson.step[-1]
    line = whole.actions[first : last.at + (1 if last.task else 0)]
    before = whole.at(first)
    game = Game.from_state(before.title, before.definition, before.state, before.seed)
    marks = tuple(step.at - first for step in lesson.step)
    for action in line:
        game.play(action)
    return Course(lesson, line, marks, tuple(game.at(mark) for mark in marks))


@lru_cache(4)
def _played(file: str, text: bytes) -> Game:
    return from_data(msgspec.json.decode(text))


def recorded(lesson: Lesson) -> Game:
    """The recording of a lesson; lessons of a title mostly share one."""
    return _played(str(lesson.recording), lesson.recording.read_bytes())
