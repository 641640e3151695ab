"""Before the start: who sits at the table, and who may join, leave, bring bots and begin."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from kaiping.errors import KaipingError
from kaiping.titles import definition, options_on
from kaiping.titles.about import edition_name
from kaiping.web.games import opening
from kaiping.web.games.access import Visit, person_of, view_of, watch
from kaiping.web.games.models import Table
from kaiping.web.games.robots import follow_up
from kaiping.web.games.timekeeping import clock_of


def waiting_page(request: HttpRequest, view: Visit) -> HttpResponse:
    table = view.table
    printed = definition(table.title, table.edition, table.options)
    least, _most = printed.players
    home = settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")
    invitation = home + reverse("invitation", args=[table.invitation])
    kept = opening.kept_for(table)
    found = {
        "table": table,
        "kept": kept,
        "asked": view.person.user in kept,
        "edition": edition_name(table.title, table.edition),
        "options": options_on(printed),
        "seats": view.seats,
        "own": view.own_seats,
        "free": max(0, table.size - len(view.seats) - len(kept)),
        "may_start": view.is_owner and len(view.seats) >= least and not kept,
        "least": least,
        "clock": clock_of(table),
        "is_owner": view.is_owner,
        "invitation": invitation if view.own_seats or view.is_owner else "",
    }
    return render(request, "games/waiting.html", found)


def _seat_change(act: Callable[[Visit, HttpRequest], object]) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that changes the seats and shows the table again, with a sentence if it was refused."""

    @require_POST
    @login_required
    def changed(request: HttpRequest, key: str) -> HttpResponse:
        view = view_of(key, person_of(request))
        try:
            act(view, request)
        except KaipingError as wrong:
            messages.error(request, str(wrong))
        return redirect(view.table)

    return changed


join = _seat_change(lambda view, _request: opening.join(view))
leave = _seat_change(lambda view, request: opening.leave(view, request.POST.get("seat", "")))
add_bot = _seat_change(lambda view, request: opening.add_bot(view, request.POST.get("bot", "")))


def _start(view: Visit, _request: HttpRequest) -> None:
    opening.start(view)
    follow_up(view.table)


start = _seat_change(_start)


@require_POST
def delete(request: HttpRequest, key: str) -> HttpResponse:
    view = view_of(key, person_of(request))
    if not view.is_owner:
        raise Http404("there is no such table")
    try:
        opening.delete(view)
    except KaipingError as wrong:
        messages.error(request, str(wrong))
        return redirect(view.table)
    return redirect("lobby")


@require_safe
def watch_table(request: HttpRequest, token: str) -> HttpResponse:
    """Follow the link of a table around one screen: whoever has it may look on, and do nothing else."""
    table = get_object_or_404(Table, invitation=token, kind=Table.Kind.HOT_SEAT, origin=None)
    watch(request.session, table)
    return redirect(table)


@require_safe
@login_required
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Follow an invitation: whoever has the link may see the table from now on."""
    table = get_object_or_404(Table, invitation=token)
    user = person_of(request).user
    if user is None or table.kind == Table.Kind.HOT_SEAT:
        raise Http404("there is no such table")
    opening.invite(table, user)
    return redirect(table)
