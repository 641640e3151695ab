"""Seats and clocks on the page: who plays for whom, how much time is left, and what may be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from kaiping.errors import KaipingError
from kaiping.web.games import afterwards, seats, voting
from kaiping.web.games.access import Visit, person_of, view_of
from kaiping.web.games.clocks import duration
from kaiping.web.games.models import Departure, Seat, Shelved, Table
from kaiping.web.games.timekeeping import absence, away_at, clock_of, hands_of
from kaiping.web.games.vacations import in_days
from kaiping.web.games.views.acts import changed, refused
from kaiping.web.games.views.page import started_view


@dataclass(frozen=True)
class _Row:
    """A seat as the panel shows it."""

    name: str
    bot: str
    #: who plays it, if that is not whom it is named after
    player: str
    mine: bool
    waits: bool
    #: until which day they are away
    away: str
    due: datetime | None
    left: str
    may_take: bool
    #: whether it was theirs
    back: bool
    may_replace: bool
    may_vote: bool
    #: whether one person decides that
    alone: bool


@require_safe
@never_cache
def panel(request: HttpRequest, key: str) -> HttpResponse:
    view = started_view(request, key)
    table, clock, user = view.table, clock_of(view.table), view.person.user
    seated = user is not None and any(seat.user_id == user.pk for seat in view.seats)
    gone = away_at(table, view.seats) if table.status == Table.Status.RUNNING else {}
    found = {
        "table": table,
        "rows": [_row(view, seat, gone, seated=seated) for seat in view.seats],
        "pace": "" if clock is None else f"{clock.in_words()}; {clock.consequence()}",
        "patience": duration(table.patience),
        "by_vote": duration(least) if (least := _first_vote(table)) < table.patience else "",
        "may_resign": seated and table.status == Table.Status.RUNNING,
        "may_be_away": clock is None or clock.slow,
        "limited": clock is not None,
        "may_close": seated and table.status == Table.Status.RUNNING and table.voting is None,
        "may_rematch": seated and table.status in (Table.Status.FINISHED, Table.Status.CLOSED),
        "seatings": Table.Seating.choices,
        "may_shelve": user is not None and not (seated and table.status == Table.Status.RUNNING),
        "shelved": user is not None and Shelved.objects.filter(table=table, user=user).exists(),
    }
    return render(request, "games/seats.html", found)


def departed(table: Table, user: User) -> set[str]:
    """Seats that somebody has left."""
    return set(Departure.objects.filter(table=table, user=user).values_list("seat", flat=True))


def _first_vote(table: Table) -> int:
    """Seconds after which somebody may be voted on."""
    return min((voting.vote_after(table, name) for name in seats.people_at(table)), default=table.patience)


def _row(view: Visit, seat: Seat, gone: Mapping[str, date], *, seated: bool) -> _Row:
    table, clock, hand = view.table, clock_of(view.table), hands_of(view.table).get(seat.name)
    running = table.status == Table.Status.RUNNING
    due = None if hand is None or hand.due is None or seat.name in gone else datetime.fromtimestamp(hand.due, UTC)
    player = "" if seat.user is None else seat.user.get_username()
    mine = seat.name in view.own_seats
    left = running and seats.is_left(table, seat)
    away = absence(table, seat.name) if running and seat.user_id is not None and not mine else 0.0
    mine_once = departed(table, view.person.user) if left and view.person.user is not None else set()
    may_replace = running and view.is_owner and ((left and not seat.bot) or (bool(away) and away >= table.patience))
    return _Row(
        name=seat.name,
        bot=seat.bot,
        player="" if player.casefold() == seat.name.rstrip("*").casefold() else player,
        mine=mine,
        away=in_days(gone[seat.name]) if seat.name in gone else "",
        waits=running and not seat.bot and seat.user_id is None,
        due=due,
        left="" if clock is None or hand is None or due is not None or seat.bot else str(int(hand.left)),
        may_take=left and view.person.user is not None and seats.why_not_taken(view, seat) is None,
        back=seat.name in mine_once,
        may_replace=may_replace,
        may_vote=not may_replace
        and seated
        and table.voting is None
        and bool(away)
        and away >= voting.vote_after(table, seat.name),
        alone=voting.needed(table, voting.About.SEAT, seat.name) == 1,
    )


@require_POST
@login_required
def resign(request: HttpRequest, key: str) -> HttpResponse:
    """Give one's seat up: ``to`` is bot or offer, ``bot`` the level of that bot."""
    fields = request.POST
    return changed(
        request, key, lambda view: seats.resign(view, fields.get("to", ""), fields.get("bot", "")), asked=True
    )


@require_POST
@login_required
def take(request: HttpRequest, key: str) -> HttpResponse:
    """Sit down in the ``seat`` that somebody has left."""
    return changed(request, key, lambda view: seats.take(view, request.POST.get("seat", "")), asked=True)


@require_POST
@login_required
def replace(request: HttpRequest, key: str) -> HttpResponse:
    """Let a ``bot`` of some level play the ``seat`` of somebody who does not come."""
    fields = request.POST
    return changed(
        request, key, lambda view: seats.replace(view, fields.get("seat", ""), fields.get("bot", "")), asked=True
    )


@require_POST
@login_required
def vote(request: HttpRequest, key: str) -> HttpResponse:
    """Vote on something: ``about`` is seat or close, ``seat`` whose, ``agree`` yes or no."""
    fields = request.POST
    agree = fields.get("agree", "yes") == "yes"
    return changed(
        request,
        key,
        lambda view: voting.vote(view, fields.get("about", ""), fields.get("seat", ""), agree),
        asked=True,
    )


@require_POST
@login_required
def archive(request: HttpRequest, key: str) -> HttpResponse:
    """Put a table on one's shelf; with ``back`` take it from there."""
    view = view_of(key, person_of(request))
    try:
        afterwards.shelve(view, away="back" not in request.POST)
    except KaipingError as wrong:
        messages.error(request, str(wrong))
    return redirect("lobby")


@require_POST
@login_required
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Another game with the same people: ``seating`` is drawn or rotated."""
    view = started_view(request, key)
    try:
        made = afterwards.rematch(view, request.POST.get("seating", Table.Seating.DRAWN))
    except KaipingError as wrong:
        return refused(request, view, wrong, whole="HX-Request" not in request.headers)
    if "HX-Request" in request.headers:
        return HttpResponse(status=204, headers={"HX-Redirect": made.get_absolute_url()})
    return redirect(made)
