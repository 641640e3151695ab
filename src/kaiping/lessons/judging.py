"""What an answer to the task of a step is worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from kaiping.action import AnyAction
from kaiping.game import After, Game
from kaiping.lessons.course import Course
from kaiping.titles.lessons import Pattern


class Verdict(StrEnum):
    #: nothing has been played yet
    OPEN = ""
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True)
class Judged:
    verdict: Verdict
    #: what is said to it, with its figures still to be filled in
    comment: str = ""
    #: what the answer has brought
    after: After | None = None


def judged(course: Course, number: int, game: Game) -> Judged:
    """The first action that was played since a step began; where there is no task, or nothing was played, nothing."""
    step, mark = course.step(number), course.marks[number]
    answer = course.answer(number)
    if answer is None or game.played <= mark:
        return Judged(Verdict.OPEN)
    action, before = game.actions[mark], course.moments[number]
    after = before.after(action)
    if action == answer or any(_fits(one, action) for one in step.right) or _same(before, after, answer):
        return Judged(Verdict.RIGHT, step.well, after)
    comment = next((one.says for one in step.wrong if _fits(one.when, action)), step.otherwise)
    return Judged(Verdict.WRONG, comment, after)


def _fits(pattern: Pattern, action: AnyAction) -> bool:
    """Does an action have all the fields of a pattern?"""
    fields = msgspec.to_builtins(action)
    return all(fields.get(name) == value for name, value in pattern.items())


def _same(before: Game, after: After, answer: AnyAction) -> bool:
    """Does an action lead where the answer leads, such as a run along other track that earns as much?"""
    return type(after.action) is type(answer) and after.state == before.after(answer).state
