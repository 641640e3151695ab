"""What a page may ask to be done in a game: play, take back, play again, programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from kaiping.action import from_json
from kaiping.errors import BadInput, IllegalAction, KaipingError
from kaiping.web.games import changes, only, programs, taking_back
from kaiping.web.games.access import Visit, view_of
from kaiping.web.games.errors import NotYours, TooLate
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.robots import follow_up
from kaiping.web.games.views.page import answer, started_view
from kaiping.web.lessons.taking import note_end

#: no action is longer; a run of many trains over the whole map has a few hundred letters
_LONGEST_ACTION = 8_000


#: the header that says how many actions of an answer are one's own: what one did, and what followed without a choice
_OWN = "Kaiping-Own"


@require_POST
def play(request: HttpRequest, key: str) -> HttpResponse:
    """Play an ``action``; with ``only`` also what then has only one answer, as long as it is the same person's.

    With ``rest`` the company is done after it: what its turn has still to offer is passed.
    """
    own = 1

    def act(view: Visit) -> None:
        nonlocal own
        text = request.POST.get("action", "")
        if len(text) > _LONGEST_ACTION:
            raise BadInput(_("that is too long for an action"))
        game = changes.play(view, from_json(text), version(request))
        if request.POST.get("only") or request.POST.get("rest"):
            own += only.play_on(view, game, rest=bool(request.POST.get("rest")))

    answered = changed(request, key, act)
    answered[_OWN] = str(own)
    return answered


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take back to before one's own latest action, or to action ``to``; others are asked where their actions fall."""
    to = request.POST.get("to", "")
    if to and (not to.isdecimal() or len(to) > 6):
        raise Http404("the game has no such moment")
    return changed(request, key, lambda view: taking_back.undo(view, version(request), int(to) if to else None))


@require_POST
def agree(request: HttpRequest, key: str) -> HttpResponse:
    """Answer somebody who asks to take something back: ``agree`` is yes or no."""
    yes = request.POST.get("agree") == "yes"
    return changed(request, key, lambda view: taking_back.answer(view, version(request), yes))


@require_POST
def redo(request: HttpRequest, key: str) -> HttpResponse:
    """Play again what was taken back, a step of it or with ``all`` as much as may be."""
    whole = bool(request.POST.get("all"))
    return changed(request, key, lambda view: taking_back.redo(view, version(request), whole=whole))


@require_http_methods(["POST", "DELETE"])
def program(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for a program, or stop it: ``kind``, ``seat``; to buy ``company``, ``source``, ``until``, ``figure``;
    one ``action``."""

    def act(view: Visit) -> None:
        fields = request.POST if request.method == "POST" else request.GET
        seat = fields.get("seat") or next(iter(sorted(view.own_seats)), "")
        if seat not in view.own_seats:
            raise NotYours(_("That is not your seat."))
        if request.method == "DELETE" or fields.get("kind") == "stop":
            programs.stop(view.table, seat)
            return
        wish = {name: fields.get(name) for name in ("company", "source", "until", "figure", "percent", "action")}
        programs.start(view.table, GAMES.game(view.table), seat, fields.get("kind", ""), wish)

    return changed(request, key, act, asked=True)


def version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    if not text.isdecimal() or len(text) > 9:
        raise BadInput(_("the page does not say which position it shows; reload it"))
    return int(text)


def changed(request: HttpRequest, key: str, act: Callable[[Visit], object], *, asked: bool = False) -> HttpResponse:
    """Do it, let bots and programs follow, and show the table; a refusal is shown on it in one sentence.

    ``asked``: the programs themselves were changed, so they are looked at anew.
    """
    view = started_view(request, key)
    whole = "HX-Request" not in request.headers
    try:
        act(view)
        if view.table.lesson:
            note_end(view)
        game = follow_up(view.table, None if asked else view)
    except TooLate as late:
        view = view_of(key, view.person)
        return answer(request, view, GAMES.game(view.table), whole=whole, status=409, notice=str(late))
    except KaipingError as wrong:
        return refused(request, view, wrong, whole=whole)
    if whole:
        return redirect(view.table)
    if asked or view.programs:  # some may have stopped
        view = replace(view, programmed=True)  # with what they have read
    return answer(request, view, game, whole=False)


def refused(request: HttpRequest, view: Visit, wrong: KaipingError, *, whole: bool) -> HttpResponse:
    """The table as it is, and in one sentence why it stays so."""
    status = 403 if isinstance(wrong, NotYours) else 422
    refusal = wrong.reason if isinstance(wrong, IllegalAction) else str(wrong)
    return answer(request, view, GAMES.game(view.table), whole=whole, status=status, refusal=refusal)
