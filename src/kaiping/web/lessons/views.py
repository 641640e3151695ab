"""The list of all lessons, and the buttons of the band at the table of one."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kaiping.errors import KaipingError
from kaiping.lessons import Lesson, lesson, lessons
from kaiping.titles import TITLES
from kaiping.titles.about import about
from kaiping.web.games.access import Visit, person_of
from kaiping.web.games.views.acts import changed, version
from kaiping.web.games.views.files import kept_person
from kaiping.web.lessons.taking import begin, progress
from kaiping.web.lessons.taking import go as go_on

#: lessons are short and many, and a class may sit behind one address: so many times as many as other tables
_MANY = 10


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """All lessons, title by title, with what this person has taken of them."""
    taken = progress(person_of(request))
    titles = [_title(name, taken) for name in TITLES]
    every = [row for one in titles for row in one["lessons"]]
    first = next((row for row in every if not row["done"]), None)
    return render(request, "lessons/learn.html", {"titles": titles, "first": first, "begun": bool(taken)})


def _title(name: str, taken: dict[str, tuple[int, bool]]) -> dict[str, Any]:
    rows = [_row(one, taken) for one in lessons(name)]
    return {
        "title": name,
        "about": about(name),
        "lessons": rows,
        "done": sum(row["done"] for row in rows),
        "minutes": sum(row["lesson"].minutes for row in rows),
    }


def _row(one: Lesson, taken: dict[str, tuple[int, bool]]) -> dict[str, Any]:
    step, done = taken.get(one.key, (0, False))
    return {"lesson": one, "done": done, "begun": one.key in taken, "step": step + 1, "steps": len(one.step)}


@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest, title: str, name: str) -> HttpResponse:
    """Sit down to a lesson, or where it was left; whoever only follows its address is shown the list."""
    found = lesson(f"{title}/{name}")
    if found is None:
        raise Http404("there is no such lesson")
    if request.method != "POST":
        return redirect("learn")
    try:
        where = begin(kept_person(request, "lessons", _MANY * settings.TABLES_UNKNOWN), found.key).get_absolute_url()
    except KaipingError as wrong:
        messages.error(request, str(wrong))
        where = reverse("learn")
    if "HX-Request" in request.headers:
        return HttpResponse(status=204, headers={"HX-Redirect": where})
    return redirect(where)


@require_POST
def go(request: HttpRequest, key: str) -> HttpResponse:
    """A button of the band: ``do`` says which."""

    def act(view: Visit) -> None:
        go_on(view, version(request), request.POST.get("do", ""))

    return changed(request, key, act)
