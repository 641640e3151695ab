"""What a page may ask to be done in a game: play, take back, play again, programs."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from kaiping.action import from_json
from kaiping.errors import BadInput, IllegalAction, KaipingError
from kaiping.web.games import changes, programs, taking_back
from kaiping.web.games.access import Visit, view_of
from kaiping.web.games.errors import NotYours, TooLate
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.robots import follow_up
from kaiping.web.games.views.page import answer, started_view

#: no action is longer; a run of many trains over the whole map has a few hundred letters
_LONGEST_ACTION = 8_000


@require_POST
def play(request: HttpRequest, key: str) -> HttpResponse:
    def act(view: Visit) -> None:
        text = request.POST.get("action", "")
        if len(text) > _LONGEST_ACTION:
            raise BadInput(_("that is too long for an action"))
        changes.play(view, from_json(text), version(request))

    return _changed(request, key, act)


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take back to before one's own latest action, or to action ``to``; others are asked where their actions fall."""
    to = request.POST.get("to", "")
    if to and (not to.isdecimal() or len(to) > 6):
        raise Http404("the game has no such moment")
    return _changed(request, key, lambda view: taking_back.undo(view, version(request), int(to) if to else None))


@require_POST
def agree(request: HttpRequest, key: str) -> HttpResponse:
    """Answer somebody who asks to take something back: ``agree`` is yes or no."""
    yes = request.POST.get("agree") == "yes"
    return _changed(request, key, lambda view: taking_back.answer(view, version(request), yes))


@require_POST
def redo(request: HttpRequest, key: str) -> HttpResponse:
    return _changed(request, key, lambda view: taking_back.redo(view, version(request)))


@require_http_methods(["POST", "DELETE"])
def program(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for a program, or stop it: ``kind``, ``seat``; to buy ``company``, ``source``, ``until``, ``figure``."""

    def act(view: Visit) -> None:
        fields = request.POST if request.method == "POST" else request.GET
        seat = fields.get("seat") or next(iter(sorted(view.own_seats)), "")
        if seat not in view.own_seats:
            raise NotYours(_("That is not your seat."))
        if request.method == "DELETE" or fields.get("kind") == "stop":
            programs.stop(view.table, seat)
            return
        wish = {name: fields.get(name) for name in ("company", "source", "until", "figure", "percent")}
        programs.start(view.table, GAMES.game(view.table), seat, fields.get("kind", ""), wish)

    return _changed(request, key, act, asked=True)


def version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    if not text.isdecimal() or len(text) > 9:
        raise BadInput(_("the page does not say which position it shows; reload it"))
    return int(text)


def _changed(request: HttpRequest, key: str, act: Callable[[Visit], object], *, asked: bool = False) -> HttpResponse:
    """Do it, let bots and programs follow, and show the table; a refusal is shown on it in one sentence.

    ``asked``: the programs themselves were changed, so they are looked at anew.
    """
    view = started_view(request, key)
    whole = "HX-Request" not in request.headers
    try:
        act(view)
        game = follow_up(view.table, None if asked else view)
    except TooLate as late:
        view = view_of(key, view.person)
        return answer(request, view, GAMES.game(view.table), whole=whole, status=409, notice=str(late))
    except NotYours as wrong:
        return answer(request, view, GAMES.game(view.table), whole=whole, status=403, refusal=str(wrong))
    except IllegalAction as wrong:
        return answer(request, view, GAMES.game(view.table), whole=whole, status=422, refusal=wrong.reason)
    except KaipingError as wrong:
        return answer(request, view, GAMES.game(view.table), whole=whole, status=422, refusal=str(wrong))
    if whole:
        return redirect(view.table)
    if asked or view.programs:  # some may have stopped
        view = Visit(view.table, view.person)
    return answer(request, view, game, whole=False)
