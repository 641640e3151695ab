"""Across tables: where it is one's turn next, and when one is away."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kaiping.errors import BadInput, KaipingError
from kaiping.web.games.access import person_of, seats_in_play
from kaiping.web.games.models import Vacation
from kaiping.web.games.timekeeping import end_vacation, plan_vacation
from kaiping.web.games.turns import look_again, turns_of
from kaiping.web.games.vacations import left_in, today
from kaiping.web.present import now


@require_safe
@never_cache
def next_turn(request: HttpRequest) -> HttpResponse:
    """A link to the next table that waits for whoever asks, besides the one they look at: ``besides`` is its key."""
    person, besides = person_of(request), request.GET.get("besides", "")
    seats = [seat for seat in seats_in_play(person) if seat.table.key != besides]
    turns = turns_of(person, seats)
    found = {"next": turns[0] if turns else None, "more": len(turns), "again": look_again(seats)}
    return render(request, "games/next.html", found)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def vacation(request: HttpRequest) -> HttpResponse:
    """When one is away: from ``first`` to ``last``, both included."""
    user = person_of(request).user
    if user is None:
        raise Http404("there is no such page")
    status = 200
    if request.method == "POST":
        try:
            plan_vacation(user, _day(request, "first"), _day(request, "last"))
            return redirect("vacation")
        except KaipingError as wrong:
            messages.error(request, _("That cannot be planned: %s.") % wrong)
            status = 422
    day = today(now())
    found = {
        "planned": Vacation.objects.filter(user=user, last__gte=day).order_by("first"),
        "year": day.year,
        "left": left_in(user, day.year),
        "days": settings.VACATION_DAYS,
        "today": day.isoformat(),
        "first": request.POST.get("first", ""),
        "last": request.POST.get("last", ""),
    }
    return render(request, "games/vacation.html", found, status=status)


def _day(request: HttpRequest, name: str) -> date:
    try:
        return date.fromisoformat(request.POST.get(name, ""))
    except ValueError:
        raise BadInput(_("name the first and the last day")) from None


@require_POST
@login_required
def end(request: HttpRequest, number: int) -> HttpResponse:
    """Not to be away after all."""
    user = person_of(request).user
    if user is None or not Vacation.objects.filter(user=user, pk=number).exists():
        raise Http404("there is no such vacation")
    try:
        end_vacation(user, number)
    except KaipingError as wrong:
        messages.error(request, str(wrong))
    return redirect("vacation")
