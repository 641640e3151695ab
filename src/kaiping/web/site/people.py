"""Profiles and rankings: what people have played, where they came in, what they are rated.

A profile shows what whoever looks may know anyway: tables that they may see, and the rankings. Somebody of whom that
is nothing, and somebody who has closed theirs, cannot be told from somebody who does not exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from kaiping.titles import TITLES
from kaiping.web.games.access import Person, person_of
from kaiping.web.games.models import Guest, Seat, Table
from kaiping.web.site.limits import tried_enough, tried_once_more
from kaiping.web.site.locked import locked_out
from kaiping.web.site.models import Preferences, Rating, Standing
from kaiping.web.site.ratings import Shown, place_of, ranking, ratings_of

#: games and people that are shown
_GAMES, _PEOPLE = 50, 200


@dataclass(frozen=True)
class Result:
    """A game that somebody has played to its end."""

    table: Table
    place: int
    players: int
    total: int
    ended: datetime


@dataclass(frozen=True)
class Record:
    """Somebody at one title."""

    title: str
    rating: Shown
    games: int
    wins: int


@dataclass(frozen=True)
class Profile:
    user: User
    closed: bool
    records: list[Record]
    results: list[Result]

    @property
    def name(self) -> str:
        return self.user.get_username()


def profile_of(name: str, viewer: Person) -> Profile:
    """What one person may know of another; not found if that is nothing."""
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise Http404("there is nobody of that name")
    own = viewer.user is not None and viewer.user.pk == user.pk
    closed = Preferences.objects.filter(user=user, hidden=True).exists()
    profile = Profile(user, closed, [], []) if closed and not own else _profile(user, closed, viewer)
    if not own and not profile.records and not profile.results:
        raise Http404("there is nobody of that name")
    return profile


def open_profiles(tables: Iterable[Table], viewer: Person) -> dict[int, str]:
    """Of those who sit at some tables, by their numbers: whose profiles anybody finds, and one's own."""
    seated = {seat.user_id for table in tables for seat in table.seats.all() if seat.user_id is not None}
    played = Seat.objects.filter(user__in=seated, table__kind=Table.Kind.OPEN, table__status=Table.Status.FINISHED)
    known = {
        *Rating.objects.filter(user__in=seated).values_list("user", flat=True),
        *played.values_list("user", flat=True),
    }
    closed = set(Preferences.objects.filter(user__in=seated, hidden=True).values_list("user", flat=True))
    own = {viewer.user.pk} if viewer.user is not None else set()
    found = User.objects.filter(pk__in=((known - closed) | own) & seated, is_active=True)
    return dict(found.values_list("pk", "username"))


def _profile(user: User, closed: bool, viewer: Person) -> Profile:
    rated = ratings_of(user, TITLES)
    won = Standing.objects.filter(user=user, place=1)
    records = [Record(title, *rated[title], wins=won.filter(title=title).count()) for title in TITLES if title in rated]
    return Profile(user, closed, records, _results(user, viewer))


def _results(user: User, viewer: Person) -> list[Result]:
    """Of the latest games, those that the viewer may see."""
    seen = Q(table__kind=Table.Kind.OPEN)
    if viewer.user is not None:
        mine = Seat.objects.filter(user=viewer.user).values("table")
        invited = Guest.objects.filter(user=viewer.user).values("table")
        seen |= Q(table__in=mine) | Q(table__in=invited) | Q(table__owner=viewer.user)
    seats = Seat.objects.filter(seen, user=user, table__status=Table.Status.FINISHED)
    far_apart = seats.exclude(table__kind=Table.Kind.HOT_SEAT).select_related("table").order_by("-table__moved")
    return [
        Result(seat.table, place_of(seat.name, totals), len(totals), totals[seat.name], seat.table.moved)
        for seat in far_apart[:_GAMES]
        if seat.name in (totals := seat.table.totals)
    ]


def asked_profile(request: HttpRequest, name: str, viewer: Person) -> Profile:
    """The same for a request; names that lead to nothing are counted, as those are that fail to sign in."""
    try:
        return profile_of(name, viewer)
    except Http404:
        tried_once_more(request)
        raise


@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    if tried_enough(request):
        return locked_out(request)
    return render(request, "site/person.html", {"profile": asked_profile(request, name, person_of(request))})


@require_safe
def ranked(request: HttpRequest, title: str | None = None) -> HttpResponse:
    """Of one title, the first if none is named."""
    shown = next(iter(TITLES)) if title is None else title
    if shown not in TITLES:
        raise Http404("there is no such title")
    found: dict[str, Any] = {"title": shown, "titles": list(TITLES), "people": ranking(shown)[:_PEOPLE]}
    return render(request, "site/ranking.html", found)
