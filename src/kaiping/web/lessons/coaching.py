"""What the band of a lesson says, from where its learner has come to and what they have played."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from kaiping.action import BuyTrain, LayTile, PlaceToken
from kaiping.game import After
from kaiping.lessons import Course, Lesson, Verdict, course, filled, judged, lessons
from kaiping.phrases import money
from kaiping.routes.search import best_run
from kaiping.web.games.access import Visit
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.models import Table
from kaiping.web.table.outcome import outcome
from kaiping.web.table.viewer import Coach

#: of what an answer brought, so many sentences are told
_MOST = 3


def step_of(table: Table, found: Course) -> int:
    """The step that the learner at a table is at."""
    return found.step_at(table.lesson_step, table.played)


def coach_of(view: Visit) -> Coach | None:
    """The band of a table's lesson; none for whoever only looks on, and for a lesson that is no more."""
    found = course(view.table.lesson)
    if found is None or not view.is_owner:
        return None
    number = step_of(view.table, found)
    step, here = found.step(number), found.moments[number]
    said, answer = judged(found, number, GAMES.game(view.table)), found.answer(number)
    then = here if said.after is None else said.after.game
    through = not step.task or said.verdict == Verdict.RIGHT
    last = number == len(found.marks) - 1
    following = _following(found.lesson) if last and through else None
    book = here.definition.clauses
    return Coach(
        heading=_(found.lesson.heading),
        step=number + 1,
        steps=len(found.marks),
        says=filled(_(step.says), here),
        task=filled(_(step.task), here, answer=answer) if step.task else "",
        clause=step.clause,
        rules=f"{reverse('rules', args=[book])}#{book}:{step.clause}" if step.clause else "",
        look=step.look,
        verdict=said.verdict.value,
        brought=() if said.after is None else brought(said.after),
        comment=filled(_(said.comment), then, here, answer) if said.comment else "",
        ends=filled(_(found.lesson.ends), then, here) if last and through else "",
        through=through,
        go=reverse("lesson", args=[view.table.key]),
        all=f"{reverse('learn')}#{found.lesson.title}",
        following="" if following is None else reverse("take-lesson", args=[following.title, following.name]),
        following_heading="" if following is None else _(following.heading),
    )


def brought(after: After) -> tuple[str, ...]:
    """What an action has led to, and what it adds to the best run of its company."""
    told = outcome(after, _MOST)
    if isinstance(after.action, LayTile | PlaceToken | BuyTrain):
        game, company = after.before, after.action.company
        old, new = best_run(game.running(company)).revenue, best_run(after.running(company)).revenue
        figures = {"company": company, "old": money(game, old), "new": money(game, new)}
        if old != new:
            told.append(_("The best run of %(company)s was %(old)s and is now %(new)s") % figures)
        else:
            told.append(_("The best run of %(company)s stays at %(new)s") % figures)
    return tuple(told)


def _following(lesson: Lesson) -> Lesson | None:
    """The lesson of the same title that comes next."""
    all_of_it = lessons(lesson.title)
    place = all_of_it.index(lesson) + 1
    return all_of_it[place] if place < len(all_of_it) else None
