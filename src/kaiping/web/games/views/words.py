"""Chat at the table, the private scratch pad, and what one draws on the map for oneself."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from kaiping.errors import BadInput
from kaiping.web.games.access import Person, Visit, person_of, view_of
from kaiping.web.games.changes import remark
from kaiping.web.games.drawings import checked
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.hearing import has_heard, unheard
from kaiping.web.games.models import Note, Table

_LONGEST_REMARK = 1_000
_LONGEST_NOTE = 20_000
_SHOWN = 200
_LONGEST_NUMBER = 9


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def chat(request: HttpRequest, key: str) -> HttpResponse:
    """The latest remarks; people with an account, and whoever holds the screen of a hot seat, may add one.

    ``news``: only what one has not read. A POST with ``read`` says how many remarks one has.
    """
    view = view_of(key, person_of(request))
    status, refusal = 200, ""
    if request.method == "POST" and "read" in request.POST:
        said = request.POST["read"]
        if said.isdecimal() and len(said) < _LONGEST_NUMBER:
            has_heard(view.table, view.person, int(said))
        return HttpResponse(status=204)
    if request.method != "POST" and "news" in request.GET:
        links = {"chat": request.path}
        return render(request, "table/unheard.html", {"unheard": unheard(view), "links": links})
    if request.method == "POST":
        text = " ".join(request.POST.get("text", "").split())
        if not may_speak(view):
            status, refusal = 403, _("Sign in to say something.")
        elif not text or len(text) > _LONGEST_REMARK:
            status, refusal = 422, _("Say something of at most %d letters.") % _LONGEST_REMARK
        else:
            remark(view.table, text, author=view.person.name or _("at the screen"), user=view.person.user)
    latest = list(view.table.remarks.filter(aside=False).order_by("-pk")[:_SHOWN])[::-1]
    found = {"table": view.table, "remarks": latest, "may_speak": may_speak(view), "refusal": refusal}
    return render(request, "games/chat.html", found, status=status)


def may_speak(view: Visit) -> bool:
    """Spectators too, but nobody without a name."""
    return view.person.user is not None or (view.table.kind == Table.Kind.HOT_SEAT and view.is_owner)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def notes(request: HttpRequest, key: str) -> HttpResponse:
    """One's own scratch pad: nobody else can read it, whoever they are."""
    view = view_of(key, person_of(request))
    whose = _whose(view.person)
    status, refusal = 200, ""
    if request.method == "POST":
        text = request.POST.get("text", "")
        if len(text) <= _LONGEST_NOTE:
            Note.objects.update_or_create(table=view.table, **whose, defaults={"text": text})
            if "HX-Request" in request.headers:
                return HttpResponse(status=204)
        else:
            status, refusal = 422, _("The scratch pad holds %d letters.") % _LONGEST_NOTE
    note = Note.objects.filter(table=view.table, **whose).first()
    found = {"table": view.table, "text": note.text if note else "", "refusal": refusal}
    return render(request, "games/notes.html", found, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def drawing(request: HttpRequest, key: str) -> HttpResponse:
    """What one has drawn on the map for oneself, as JSON: nobody else can see it, whoever they are."""
    view = view_of(key, person_of(request))
    whose = _whose(view.person)
    if request.method == "POST":
        try:
            drawn = checked(request.POST.get("drawing", ""), GAMES.game(view.table).definition.map.hexes)
        except BadInput as fault:
            return JsonResponse({"detail": str(fault)}, status=422)
        Note.objects.update_or_create(table=view.table, **whose, defaults={"drawing": drawn})
        return HttpResponse(status=204)
    note = Note.objects.filter(table=view.table, **whose).first()
    return HttpResponse(note.drawing if note and note.drawing else "{}", content_type="application/json")


def _whose(person: Person) -> dict[str, Any]:
    """By what one's own scratch pad is found."""
    if person.user is None and not person.keeper:
        raise Http404("there is no scratch pad without an account")
    return {"user": person.user, "keeper": "" if person.user else person.keeper}
