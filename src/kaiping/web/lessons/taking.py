"""Taking a lesson: a table around one screen that begins with its first position, one for each person and lesson."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from kaiping.action import AnyAction
from kaiping.lessons import Course, Verdict, course, judged
from kaiping.web.games.access import Person, Visit, opened_by
from kaiping.web.games.bell import ring
from kaiping.web.games.changes import advance, record, running_game
from kaiping.web.games.errors import Barred, NotYours
from kaiping.web.games.models import Move, Table
from kaiping.web.games.opening import copy_of
from kaiping.web.games.taking_back import undo
from kaiping.web.lessons.coaching import step_of


def begin(person: Person, key: str) -> Table:
    """The person's table of a lesson, where they left it; or a new one."""
    found = course(key)
    if found is None:
        raise Barred("no_lesson", _("there is no such lesson"))
    mine = opened_by(person).filter(lesson=key).order_by("-moved").first()
    if mine is not None and _fits(mine, found):
        return mine
    done = mine is not None and mine.lesson_done
    with transaction.atomic():
        table = copy_of(person, found.begin, _(found.lesson.heading))
        Table.objects.filter(pk=table.pk).update(lesson=key, lesson_done=done)
        if mine is not None:
            mine.delete()
    table.lesson, table.lesson_done = key, done
    return table


def _fits(table: Table, found: Course) -> bool:
    """Was a table begun with the position that the lesson has today, by the rules of today?"""
    begins = found.begin
    return table.rules == begins.definition.rules_version and table.edition == begins.definition.edition


def progress(person: Person) -> dict[str, tuple[int, bool]]:
    """Lesson -> the step that a person has come to, and whether they have come to its end."""
    rows = opened_by(person).exclude(lesson="").order_by("moved")
    return {key: (step, done) for key, step, done in rows.values_list("lesson", "lesson_step", "lesson_done")}


# --- the buttons of the band --------------------------------------------------------------------------


def go(view: Visit, version: int, what: str) -> None:
    """``next`` step, one step ``back``, take the answer ``off``, ``show`` the lesson's own, or all ``again``."""
    table, found = view.table, course(view.table.lesson)
    if found is None or not view.is_owner:
        raise NotYours(_("This is no lesson of yours."))
    number = step_of(table, found)
    game = running_game(table, version)
    match what:
        case "next" if _is_through(found, number, view, version):
            _turn_to(view, found, min(number + 1, len(found.marks) - 1))
        case "next":
            raise Barred("not_done", _("do what the step asks for first, or let it be shown"))
        case "back":
            _turn_to(view, found, max(number - 1, 0))
        case "off" if game.played > found.marks[number]:
            _turn_to(view, found, number)
        case "show" if (answer := found.answer(number)) is not None:
            _turn_to(view, found, number, answer)
        case "again":
            _turn_to(view, found, 0)
        case _:
            raise Barred("nothing_to_do", _("there is nothing to do"))


def note_end(view: Visit) -> None:
    """Remember that a lesson was taken to its end, if something has just been done that ends it."""
    table, found = view.table, course(view.table.lesson)
    if found is None or table.lesson_done or not view.is_owner:
        return
    number = len(found.marks) - 1
    if step_of(table, found) == number and _is_through(found, number, view, table.revision):
        Table.objects.filter(pk=table.pk).update(lesson_done=True)
        table.lesson_done = True


def _is_through(found: Course, number: int, view: Visit, version: int) -> bool:
    game = running_game(view.table, version)
    return not found.step(number).task or judged(found, number, game).verdict == Verdict.RIGHT


def _turn_to(view: Visit, found: Course, number: int, answer: AnyAction | None = None) -> None:
    """The position of a step as the lesson has it, whatever was played instead; with an answer, that is played there.

    What of it lies on the table already stays, so that it can be taken back as it was played.
    """
    table = view.table
    wanted = found.line[: found.marks[number]] + (() if answer is None else (answer,))
    game = running_game(table, table.revision)
    pairs = zip(game.actions, wanted, strict=False)
    same = next((place for place, (old, new) in enumerate(pairs) if old != new), min(game.played, len(wanted)))
    if same < game.played:
        game = undo(view, table.revision, same)
    asked = {mark for mark, step in zip(found.marks, found.lesson.step, strict=True) if step.task}
    for place, action in enumerate(wanted[same:], same):
        seat = game.seat_of(action) or ""
        game = record(table, game, action, seat, _how(found, seat, place in asked), view.person.user)
    with transaction.atomic():
        advance(table, lesson_step=number)
        ring(table.pk)
    table.revision += 1
    table.lesson_step = number


def _how(found: Course, seat: str, asked: bool) -> Move.How:
    """The learner's own answers are a person's; what the lesson plays for them falls with these."""
    if seat != found.lesson.seat:
        return Move.How.BOT
    return Move.How.PERSON if asked else Move.How.PROGRAM
