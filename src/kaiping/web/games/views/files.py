"""A game as a file or a picture, and a line beside it to try things in."""

from __future__ import annotations

from typing import get_args

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from kaiping.draw.png import to_png
from kaiping.errors import BadInput, KaipingError
from kaiping.game import Game, Picture
from kaiping.records.convert import FORMATS
from kaiping.records.files import lines_of_actions
from kaiping.records.position import position_text
from kaiping.web.games.access import Person, Visit, keeper_of, person_of
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.robots import follow_up
from kaiping.web.games.seen import check_open
from kaiping.web.games.unchanged import tag_of, tagged, unchanged
from kaiping.web.games.views.page import asked_moment, started_view
from kaiping.web.plans.lines import begin, game_of
from kaiping.web.site.limits import too_often


@require_safe
def export(request: HttpRequest, key: str) -> HttpResponse:
    view = started_view(request, key)
    moment = asked_moment(request, view)
    form = request.GET.get("format", "native")
    write = FORMATS.get(form)
    if write is None and form != "position":
        return _refused(_("the formats are native, short, 18xx and position"), 400)
    try:
        check_open(GAMES.game(view.table))
        if write is None:
            text = position_text(_at(GAMES.game(view.table), moment))
            return _file(text.encode(), "text/plain; charset=utf-8", f"{view.table.title}-{key}.txt")
        data = lines_of_actions(write(_at(GAMES.game(view.table), moment)))
    except (KaipingError, ValueError) as wrong:
        return _refused(str(wrong), 422)
    return _file(data, "application/json", f"{view.table.title}-{key}.json")


@require_safe
def picture(request: HttpRequest, key: str) -> HttpResponse:
    view = started_view(request, key)
    moment = asked_moment(request, view)
    what, form = request.GET.get("what", "map"), request.GET.get("format", "svg")
    kind: Picture | None = next((one for one in get_args(Picture) if one == what), None)
    if kind is None or form not in ("svg", "png"):
        return _refused(_("there are pictures of map, market and tiles, as svg and png"), 400)
    tag = tag_of(request, view)
    return unchanged(request, tag) or tagged(_picture(view, moment, kind, form), tag)


def _picture(view: Visit, moment: int | None, kind: Picture, form: str) -> HttpResponse:
    svg = _at(GAMES.game(view.table), moment).svg(what=kind)
    name = f"{view.table.title}-{view.table.key}-{kind}.{form}"
    try:
        if form == "png":
            return _file(to_png(svg), "image/png", name)
    except BadInput as wrong:
        return _refused(str(wrong), 422)
    return _file(svg.encode(), "image/svg+xml", name)


@require_POST
def fork(request: HttpRequest, key: str) -> HttpResponse:
    """Try from here: a line of one's own beside the game, or a branch of one, from the moment shown.

    ``name`` calls it something; ``bots`` says whether the bots of the game play in it, ``yes`` or ``no``.
    """
    view = started_view(request, key)
    text, bots = request.POST.get("at", ""), {"yes": True, "no": False}.get(request.POST.get("bots", ""))
    if text and (not text.isdecimal() or len(text) > 6 or int(text) > view.table.played):
        raise Http404("the game has no such moment")
    try:
        moment = int(text) if text else None
        table = begin(kept_person(request), view, moment, request.POST.get("name", ""), bots=bots, anew=False)
        follow_up(table)
    except KaipingError as wrong:
        if "HX-Request" in request.headers:
            return _refused(str(wrong), 422)
        return render(request, "plans/barred.html", {"game": game_of(view.table), "why": str(wrong)}, status=422)
    if "HX-Request" in request.headers:
        return HttpResponse(status=204, headers={"HX-Redirect": table.get_absolute_url()})
    return redirect(table)


def kept_person(request: HttpRequest, what: str = "tables", most: int | None = None) -> Person:
    """Whoever asks, known by the browser if not by an account, so that the new table has somebody to belong to.

    A browser can forget who it is, so that tables without an account are counted by address, each kind by itself.
    """
    person = person_of(request)
    if person.user is not None:
        return person
    if too_often(request, what, settings.TABLES_UNKNOWN if most is None else most, 3600):
        raise BadInput(_("too many tables were opened without an account; make one, or try again in an hour"))
    return Person(None, keeper_of(request.session))


def _at(game: Game, moment: int | None) -> Game:
    return game if moment is None else game.at(moment)


def _file(data: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _refused(sentence: str, status: int) -> HttpResponse:
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
