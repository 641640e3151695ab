"""Every lesson can be played: its tasks are solved by its own answers, and what it says holds in the game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from kaiping.action import AnyAction, at_number
from kaiping.game import Game
from kaiping.lessons import Course, Lesson, Verdict, course, filled, judged, lesson, lessons
from kaiping.routes.search import best_run
from kaiping.titles import TITLES, definition
from kaiping.titles.clauses import books

#: fewest lessons of a title, so that somebody who takes them all can play
FEWEST = {"1888": 6, "1880": 4, "1890": 4}
ALL = [one.key for name in TITLES for one in lessons(name)]


def found(key: str) -> Course:
    there = course(key)
    assert there is not None
    return there


def tasks(there: Course) -> Iterator[tuple[int, Game, AnyAction]]:
    for number in range(len(there.marks)):
        answer = there.answer(number)
        if answer is not None:
            yield number, there.moments[number], answer


def open_to(game: Game) -> list[AnyAction]:
    """What may be played, open numbers with their least and with one more."""
    actions = game.legal_actions()
    more = [at_number(action, span.least + span.step) for action, span in actions.ranges.items() if span.open]
    return [*actions, *more]


def fits(pattern: dict[str, object], action: AnyAction) -> bool:
    fields: dict[str, object] = msgspec.to_builtins(action)
    return pattern.items() <= fields.items()


def played(there: Course, number: int, action: AnyAction) -> Game:
    game = there.moments[number].copy()
    game.play(action)
    return game


def test_each_title_has_enough_of_them():
    for name, fewest in FEWEST.items():
        found_here = lessons(name)
        assert len(found_here) >= fewest
        assert len({one.name for one in found_here}) == len(found_here)
        assert sum(one.minutes for one in found_here) <= 30


def test_a_lesson_that_is_not_there():
    assert lesson("1888/nothing") is None
    assert lesson("1889/auction") is None
    assert lesson("") is None
    assert course("1888/nothing") is None


@pytest.mark.parametrize("key", ALL)
def test_its_steps_follow_each_other(key: str):
    there = found(key)
    assert list(there.marks) == sorted(there.marks)
    asked = [mark for mark, step in zip(there.marks, there.lesson.step, strict=True) if step.task]
    assert len(set(asked)) == len(asked), "two tasks at one moment"
    assert asked, "nothing to do in it"
    for number, game, answer in tasks(there):
        assert there.lesson.seat in game.acting, number
        assert game.seat_of(answer) == there.lesson.seat, number
        assert game.why_not(answer) is None, number


@pytest.mark.parametrize("key", ALL)
def test_its_own_answer_is_right(key: str):
    there = found(key)
    for number, game, answer in tasks(there):
        assert judged(there, number, game).verdict == Verdict.OPEN
        said = judged(there, number, played(there, number, answer))
        assert said.verdict == Verdict.RIGHT, number
        assert said.comment, f"nothing is said to the right answer of step {number}"


@pytest.mark.parametrize("key", ALL)
def test_a_wrong_answer_is_told_why(key: str):
    there = found(key)
    for number, game, answer in tasks(there):
        step, others = there.step(number), [one for one in open_to(game) if one != answer]
        for comment in step.wrong:
            meant = [one for one in others if fits(comment.when, one)]
            assert meant, f"step {number}: nothing can be played that is {comment.when}"
            said = [judged(there, number, played(there, number, one)) for one in meant]
            assert any(one.verdict == Verdict.WRONG and one.comment == comment.says for one in said), comment.when
        for one in others[:12]:
            said_to = judged(there, number, played(there, number, one))
            assert said_to.verdict == Verdict.RIGHT or said_to.comment, (number, one)


@pytest.mark.parametrize("key", ALL)
def test_what_else_is_right_earns_as_much(key: str):
    there = found(key)
    for number, game, answer in tasks(there):
        company = getattr(answer, "company", None)
        for pattern in there.step(number).right:
            meant = [one for one in open_to(game) if fits(pattern, one)]
            assert meant, pattern
            if type(answer).__name__ == "LayTile" and company is not None:
                best = best_run(game.after(answer).running(company)).revenue
                assert {best_run(game.after(one).running(company)).revenue for one in meant} == {best}, pattern


def every_text(there: Course) -> Iterator[str]:
    """All that a learner may read, with its figures."""
    for number, step in enumerate(there.lesson.step):
        game, answer = there.moments[number], there.answer(number)
        yield filled(step.says, game)
        if answer is None:
            continue
        yield filled(step.task, game, answer=answer)
        yield filled(step.well, game.after(answer).game, game, answer)
        for one in [other for other in open_to(game) if other != answer]:
            said = judged(there, number, played(there, number, one))
            yield filled(said.comment, game.after(one).game, game, answer)
    last = len(there.marks) - 1
    game, answer = there.moments[last], there.answer(last)
    yield filled(there.lesson.ends, game if answer is None else game.after(answer).game, game)


@pytest.mark.parametrize("key", ALL)
def test_its_figures_are_those_of_the_game(key: str):
    there = found(key)
    for text in {*every_text(there)}:
        assert "{" not in text, text
        assert "?" not in text.replace("add?", "").replace("end?", "").replace("nobody?", ""), text
        assert "None" not in text, text
    for text in there.lesson.texts():
        assert not re.search(r"[¥$]\d", text), f"a sum that nobody checks: {text}"


@pytest.mark.parametrize("key", ALL)
def test_its_clauses_are_in_the_book_and_its_places_on_the_map(key: str):
    there = found(key)
    printed = definition(there.lesson.title)
    known = {clause.id.partition(":")[2] for clause in books()[printed.clauses]}
    assert there.begin.definition.edition == printed.edition
    for step in there.lesson.step:
        assert not step.clause or step.clause in known, step.clause
        for word in step.look:
            kind, _, name = word.partition(":")
            assert kind in {"now", "map", "sheet", "market", "trains", "hex", "company", "player"}, word
            assert kind != "hex" or name in printed.map.hexes, word
            assert kind != "company" or name in printed.companies, word


@pytest.mark.parametrize("key", ALL)
def test_its_texts_are_short(key: str):
    there = found(key)
    for step in there.lesson.step:
        assert len(step.says) <= 330, step.says
        assert len(step.task) <= 150, step.task


def last_run(key: str, kind: str) -> dict[str, int]:
    """What everybody is worth at the end if the last dividend of a lesson is paid or withheld, and all else stays."""
    there = found(key)
    number = max(number for number, _game, _answer in tasks(there))
    game = there.moments[number].copy()
    game.play({"type": "dividend", "company": getattr(there.answer(number), "company", ""), "kind": kind})
    for action in there.line[there.marks[number] + 1 :]:
        game.play(action)
    assert game.finished
    return game.totals()


@pytest.mark.parametrize("key", ["1888/end", "1890/end"])
def test_the_last_dividend_decides_the_game(key: str):
    paid, kept = last_run(key, "pay"), last_run(key, "withhold")
    assert max(paid, key=lambda name: paid[name]) == "Ann"
    assert max(kept, key=lambda name: kept[name]) == "Cy"


def test_texts_of_lessons_are_for_translators_too():
    from kaiping.web.messages import messages

    known = {message.id for message in messages() if message.id}
    some: Lesson = lessons("1888")[0]
    assert set(some.texts()) <= known
