"""Between people at a table: resigning, taking a seat, replacing, votes, another game, vacations."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Path, Router

from kaiping.web.api.schemas import (
    ArchiveIn,
    RematchIn,
    ReplaceIn,
    ResignIn,
    TableOut,
    TakeIn,
    VacationIn,
    VacationOut,
    VoteIn,
)
from kaiping.web.api.tables import REFUSALS, Key, described, person, seen, started
from kaiping.web.games import afterwards, seats, voting
from kaiping.web.games.access import view_of
from kaiping.web.games.models import Vacation
from kaiping.web.games.robots import follow_up
from kaiping.web.games.timekeeping import end_vacation, plan_vacation

router = Router(tags=["seats"])

Number = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.post("/tables/{key}/resign", response={200: TableOut, **REFUSALS})
def resign(request: HttpRequest, key: Key, wanted: ResignIn) -> dict[str, Any]:
    """Give one's seat up in a running game: a bot plays on, or the game waits for somebody who takes it."""
    view = started(request, key)
    seats.resign(view, wanted.to, wanted.bot)
    follow_up(view.table)
    return described(view_of(key, view.person))


@router.post("/tables/{key}/take", response={200: TableOut, **REFUSALS})
def take_seat(request: HttpRequest, key: Key, wanted: TakeIn) -> dict[str, Any]:
    """Take a seat that its person has left, or come back to one's own if the table allows that."""
    view = started(request, key)
    seats.take(view, wanted.seat)
    follow_up(view.table)  # bots may have waited for them
    return described(view_of(key, view.person))


@router.post("/tables/{key}/replace", response={200: TableOut, **REFUSALS})
def replace_absent(request: HttpRequest, key: Key, wanted: ReplaceIn) -> dict[str, Any]:
    """Let a bot play for somebody who has been waited for longer than the table's patience; for its owner."""
    view = started(request, key)
    seats.replace(view, wanted.seat, wanted.bot)
    follow_up(view.table)
    return described(view_of(key, view.person))


@router.post("/tables/{key}/vote", response={200: TableOut, **REFUSALS})
def vote(request: HttpRequest, key: Key, wanted: VoteIn) -> dict[str, Any]:
    """Vote that a bot plays for somebody who does not come (most of the others), or to close the table (all).

    The first who is for it begins the vote; whoever is against it ends it. About a seat that is possible when it has
    been waited for half the table's patience.
    """
    view = started(request, key)
    voting.vote(view, wanted.about, wanted.seat, wanted.agree)
    follow_up(view.table)
    return described(view_of(key, view.person))


@router.post("/tables/{key}/archive", response={200: TableOut, **REFUSALS})
def archive_table(request: HttpRequest, key: Key, wanted: ArchiveIn) -> dict[str, Any]:
    """Take a table out of one's own lists, or put it back."""
    view = seen(request, key)
    afterwards.shelve(view, away=wanted.archived)
    return described(view)


@router.post("/tables/{key}/rematch", response={200: TableOut, **REFUSALS})
def rematch(request: HttpRequest, key: Key, wanted: RematchIn) -> dict[str, Any]:
    """Another game with the same people when this one is over: opens its table, or sits down at it."""
    view = started(request, key)
    return described(view_of(afterwards.rematch(view, wanted.seating).key, view.person))


# --- vacations ----------------------------------------------------------------------------------------


@router.get("/vacations", response={200: list[VacationOut], **REFUSALS}, tags=["people"])
def list_vacations(request: HttpRequest) -> list[Vacation]:
    """When one is away: one's clocks at slow tables stand still."""
    return list(Vacation.objects.filter(user=person(request).user).order_by("first"))


@router.post("/vacations", response={201: VacationOut, **REFUSALS}, tags=["people"])
def add_vacation(request: HttpRequest, wanted: VacationIn) -> tuple[int, Vacation]:
    """Be away for some days, both included."""
    user = person(request).user
    assert user is not None
    return 201, plan_vacation(user, wanted.first, wanted.last)


@router.delete("/vacations/{number}", response={204: None, **REFUSALS}, tags=["people"])
def delete_vacation(request: HttpRequest, number: Number) -> tuple[int, None]:
    """Not to be away after all; days that have passed stay."""
    user = person(request).user
    if user is None or not Vacation.objects.filter(user=user, pk=number).exists():
        raise Http404("there is no such vacation")
    end_vacation(user, number)
    return 204, None
