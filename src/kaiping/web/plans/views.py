"""The pages of a planning board, and what its owner may do with its lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from kaiping.errors import KaipingError
from kaiping.web.games.access import Visit, person_of, view_of, watch
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.models import Table
from kaiping.web.games.opening import delete
from kaiping.web.games.robots import follow_up
from kaiping.web.games.seen import check_open
from kaiping.web.games.views.page import started_view
from kaiping.web.plans import lines as plan
from kaiping.web.plans.board import board
from kaiping.web.plans.comparing import compared
from kaiping.web.plans.models import Shared
from kaiping.web.plans.sharing import is_over, lines_of, share_of, shared_by, withdraw
from kaiping.web.plans.sharing import share as share_plan

#: how a comparison names the game itself
GAME = "game"


# --- its owner ------------------------------------------------------------------------------------------


def _game_view(request: HttpRequest, key: str) -> Visit:
    """A game that somebody may see; the address of a line leads to that of its game."""
    view = started_view(request, key)
    return view if view.table.origin is None else view_of(view.table.origin.key, view.person)


def _barred(request: HttpRequest, game: Table) -> HttpResponse | None:
    """Beside a game that hides something there is no plan before its end."""
    try:
        check_open(GAMES.game(game))
    except KaipingError as wrong:
        return render(request, "plans/barred.html", {"game": game, "why": str(wrong), "hidden": True}, status=422)
    return None


@require_safe
@never_cache
def page(request: HttpRequest, key: str) -> HttpResponse:
    view = _game_view(request, key)
    game = view.table
    if game.key != key:
        return redirect("plans:board", game.key)
    if (barred := _barred(request, game)) is not None:
        return barred
    found = board(game, plan.lines_beside(view.person, game).prefetch_related("seats"))
    link = share_of(view.person, game)
    home = settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")
    return render(
        request,
        "plans/board.html",
        {
            "board": found,
            "game": game,
            "own": True,
            "compare": reverse("plans:compare", args=[game.key]),
            "over": is_over(game),
            "link": "" if link is None else home + reverse("shared-plan", args=[link.token]),
            "longest": plan.LONGEST_NAME,
            "most": plan.MOST_LINES,
        },
    )


@require_safe
@never_cache
def compare(request: HttpRequest, key: str) -> HttpResponse:
    view = _game_view(request, key)
    if (barred := _barred(request, view.table)) is not None:
        return barred
    lines = list(plan.lines_beside(view.person, view.table))
    around = {"board": reverse("plans:board", args=[view.table.key]), "own": True}
    return _comparison(request, view.table, lines, around)


def _comparison(request: HttpRequest, game: Table, lines: list[Table], around: dict[str, Any]) -> HttpResponse:
    """``first`` and ``second`` are keys of lines or the game, ``at`` a station of both."""
    known = {GAME: game, **{line.key: line for line in lines}}
    newest = lines[-1].key if lines else GAME
    first, second = request.GET.get("first") or GAME, request.GET.get("second") or newest
    if first not in known or second not in known:
        raise Http404("there is no such line")
    found = {
        **around,
        "game": game,
        "known": list(known.items()),
        "first": first,
        "second": second,
        "one": known[first],
        "other": known[second],
        "compared": compared(known[first], known[second], request.GET.get("at", "")),
    }
    return render(request, "plans/compare.html", found)


def _changed(request: HttpRequest, key: str, act: Callable[[Visit, Table], Table | None]) -> HttpResponse:
    """Do something to one's ``line`` and show the board, or the line to which it led; a refusal is told there."""
    view = _game_view(request, key)
    line = plan.own_line(view.person, view.table, request.POST.get("line", ""))
    try:
        onward = act(view, line)
    except KaipingError as wrong:
        said = str(wrong)
        messages.error(request, f"{said[:1].upper()}{said[1:]}.")
        onward = None
    address = reverse("plans:board", args=[view.table.key])
    return redirect(address if onward is None else f"{address}#{onward.key}")


@require_POST
def rename(request: HttpRequest, key: str) -> HttpResponse:
    def act(view: Visit, line: Table) -> Table:
        plan.rename(line, request.POST.get("name", ""))
        return line

    return _changed(request, key, act)


@require_POST
def remove(request: HttpRequest, key: str) -> HttpResponse:
    return _changed(request, key, lambda view, line: delete(Visit(line, view.person)))


@require_POST
def bots(request: HttpRequest, key: str) -> HttpResponse:
    """Let the game's bots play in a line, or play their seats oneself: ``play`` is yes or no."""

    def act(view: Visit, line: Table) -> Table:
        plan.let_bots_play(line, view.table, play=request.POST.get("play") == "yes")
        follow_up(line)
        return line

    return _changed(request, key, act)


@require_POST
def carry(request: HttpRequest, key: str) -> HttpResponse:
    """Carry a line over to now."""
    return _changed(request, key, lambda view, line: plan.carry_over(view.person, view.table, line))


@require_POST
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Make the link by which others may read the board, or with ``end`` take it back."""
    view = _game_view(request, key)
    if view.person.user is None and not view.person.keeper:
        raise Http404("there is no plan without somebody whose it is")
    try:
        if request.POST.get("end"):
            withdraw(view.person, view.table)
        else:
            share_plan(view.person, view.table)
    except KaipingError as wrong:
        said = str(wrong)
        messages.error(request, f"{said[:1].upper()}{said[1:]}.")
    return redirect("plans:board", view.table.key)


# --- whoever has the link -------------------------------------------------------------------------------


def _shared(token: str) -> Shared:
    found = shared_by(token)
    if found is None:
        raise Http404("there is no such plan")
    return found


@require_safe
@never_cache
def shared_page(request: HttpRequest, token: str) -> HttpResponse:
    shared = _shared(token)
    return render(
        request,
        "plans/board.html",
        {
            "board": board(shared.game, lines_of(shared).order_by("pk").prefetch_related("seats")),
            "game": shared.game,
            "whose": "" if shared.user is None else shared.user.get_username(),
            "seen": Visit(shared.game, person_of(request)).may_see(),
            "token": token,
            "compare": reverse("shared-compare", args=[token]),
            "over": True,
        },
    )


@require_safe
@never_cache
def shared_compare(request: HttpRequest, token: str) -> HttpResponse:
    shared = _shared(token)
    around = {
        "board": reverse("shared-plan", args=[token]),
        "token": token,
        "seen": Visit(shared.game, person_of(request)).may_see(),
    }
    return _comparison(request, shared.game, list(lines_of(shared).order_by("pk")), around)


@require_safe
def shared_line(request: HttpRequest, token: str, key: str) -> HttpResponse:
    """A line of a plan that is shared: whoever has the link may look on, and do nothing else."""
    line = lines_of(_shared(token)).filter(key=key).first()
    if line is None:
        raise Http404("there is no such line")
    watch(request.session, line)
    return redirect(line)
