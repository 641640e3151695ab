"""Titles and tables: what can be played, opening a table, sitting down, starting."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Path, Router

from kaiping.bots import offered
from kaiping.errors import BadInput
from kaiping.web.api.pages import IN_PAGES, MOST, AwareMoment, Cursor, Limit, Number, cursor_at, goes_on, place_at
from kaiping.web.api.schemas import GAME_FILE, BotIn, ForkIn, LeaveIn, LevelOut, Refusal, TableIn, TableOut, TitleOut
from kaiping.web.games import opening
from kaiping.web.games.access import Person, Visit, open_tables, own_tables, view_of
from kaiping.web.games.afterwards import rematch_of
from kaiping.web.games.clocks import Clock
from kaiping.web.games.errors import Barred
from kaiping.web.games.importing import read_game
from kaiping.web.games.models import Table
from kaiping.web.games.robots import follow_up
from kaiping.web.games.seats import is_left
from kaiping.web.games.thoughts import thinking
from kaiping.web.games.timekeeping import hands_of
from kaiping.web.games.voting import needed
from kaiping.web.plans.lines import begin, game_of, lines_beside

router = Router(tags=["tables"])

Key = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$")]

#: what every route may answer instead of its result
REFUSALS = dict.fromkeys((400, 401, 403, 404, 409, 422, 429, 503), Refusal)


def person(request: HttpRequest) -> Person:
    """Whose token it is."""
    return Person(request.auth)  # type: ignore[attr-defined]


def seen(request: HttpRequest, key: str) -> Visit:
    return view_of(key, person(request))


def started(request: HttpRequest, key: str) -> Visit:
    view = seen(request, key)
    if view.table.status == Table.Status.WAITING:
        raise Barred("not_begun", "the game has not started yet")
    return view


def _terms(wanted: TableIn) -> opening.Terms:
    clock = None if wanted.clock is None else msgspec.convert(wanted.clock.dict(), Clock)
    return opening.Terms(Table.Undo(wanted.undo), clock, wanted.patience, wanted.hand_back)


def described(view: Visit) -> dict[str, Any]:
    """A table as the API tells of it."""
    table = view.table
    invited = view.own_seats or view.is_owner
    return {
        **{name: getattr(table, name) for name in ("key", "name", "title", "edition", "kind", "status", "undo")},
        **{name: getattr(table, name) for name in ("options", "size", "acting", "finished", "totals", "played")},
        "thinking": [thinker.seat for thinker in thinking(table, view.bots)],
        "version": table.revision,
        "asking": table.asking,
        "created": table.created,
        "moved": table.moved,
        "seats": [
            {
                "name": seat.name,
                "bot": seat.level,
                "yours": seat.name in view.own_seats,
                "free": is_left(table, seat),
            }
            for seat in view.seats
        ],
        "voting": table.voting
        and {**table.voting, "needed": needed(table, table.voting["about"], table.voting["seat"])},
        **{name: getattr(table, name) for name in ("clock", "patience", "hand_back")},
        "clocks": [
            {"seat": seat, "left": hand.left, "since": _moment(hand.since), "due": _moment(hand.due)}
            for seat, hand in hands_of(table).items()
            if table.clock is not None
        ],
        "kept": [user.get_username() for user in opening.kept_for(table)],
        "rematch": rematch_of(table),
        "line": _line(table),
        "invitation": reverse("invitation", args=[table.invitation])
        if invited and table.kind != Table.Kind.HOT_SEAT
        else "",
    }


def _line(table: Table) -> dict[str, Any] | None:
    if table.origin is None:
        return None
    branch = "" if table.branch is None else table.branch.key
    return {"game": table.origin.key, "branch": branch, "begins": table.begins}


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


@router.get("/titles", response={200: list[TitleOut], 429: Refusal}, auth=None)
def list_titles(request: HttpRequest) -> list[dict[str, Any]]:
    """Every title and edition that can be played, with its options."""
    return [
        {
            "title": one.title,
            "edition": one.edition,
            "players": (one.least, one.most),
            "default": one.default,
            "options": [
                {"name": option.name, "summary": option.summary, "kind": option.kind.value}
                | {"excludes": option.excludes, "needs": option.needs, "number": option.number}
                for option in one.options
            ],
        }
        for one in opening.editions()
    ]


@router.get("/bots", response={200: list[str], 429: Refusal}, auth=None)
def list_bots(request: HttpRequest) -> list[str]:
    """The names of all bots that can take a seat; ``levels`` says what playing against them is like."""
    return opening.bot_names()


@router.get("/levels", response={200: list[LevelOut], 429: Refusal}, auth=None)
def list_levels(request: HttpRequest) -> list[dict[str, Any]]:
    """The levels at which bots play, in the order in which people are offered them: the one for tests comes last."""
    return [{"name": one.name, "sentence": one.sentence, "thinks": one.thinks} for one in offered()]


@router.get("/tables", response={200: list[TableOut], **REFUSALS}, openapi_extra=IN_PAGES)
def list_tables(
    request: HttpRequest,
    response: HttpResponse,
    open: bool = False,
    archived: bool = False,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> list[dict[str, Any]]:
    """One's own tables, or with ``open`` those that anybody may look at; where something happened last comes first.

    With ``archived`` those of one's own that one has taken out of one's lists.
    """
    who = person(request)
    rows = (open_tables() if open else own_tables(who, shelved=archived)).order_by("-moved", "-pk")
    if cursor is not None:
        moved, number = place_at(cursor, tuple[AwareMoment, Number])
        rows = rows.filter(Q(moved__lt=moved) | Q(moved=moved, pk__lt=number))
    most = limit or MOST
    found = list(rows[: most + 1])
    if len(found) > most:
        goes_on(request, response, cursor_at(found[most - 1].moved, found[most - 1].pk))
    return [described(Visit(table, who)) for table in found[:most]]


@router.post("/tables", response={201: TableOut, **REFUSALS})
def open_table(request: HttpRequest, wanted: TableIn) -> tuple[int, dict[str, Any]]:
    """Open a table."""
    who = person(request)
    if wanted.kind == "hot-seat":
        if wanted.clock is not None:
            raise BadInput("around one screen there are no clocks")
        places = [opening.Place(seat.name.strip(), seat.bot) for seat in wanted.seats]
        table = opening.open_hot_seat(who, wanted.title, wanted.edition, places, wanted.name, wanted.options)
        follow_up(table)
    else:
        if wanted.seats or wanted.size is None:
            raise BadInput("a table for people far apart has a size; seats are taken one by one")
        table = opening.open_online(
            who,
            wanted.title,
            wanted.edition,
            Table.Kind(wanted.kind),
            wanted.size,
            _terms(wanted),
            wanted.name,
            wanted.options,
        )
    return 201, described(view_of(table.key, who))


@router.get("/tables/{key}", response={200: TableOut, **REFUSALS})
def get_table(request: HttpRequest, key: Key) -> dict[str, Any]:
    """A table: who sits there, and how it stands."""
    return described(seen(request, key))


@router.delete("/tables/{key}", response={204: None, **REFUSALS})
def delete_table(request: HttpRequest, key: Key) -> tuple[int, None]:
    """Take a table away for good."""
    opening.delete(seen(request, key))
    return 204, None


@router.post("/tables/{key}/join", response={200: TableOut, **REFUSALS})
def join_table(request: HttpRequest, key: Key) -> dict[str, Any]:
    """Sit down at a table that waits for players."""
    opening.join(seen(request, key))
    return described(seen(request, key))


@router.post("/invitations/{token}", response={200: TableOut, **REFUSALS})
def follow_invitation(request: HttpRequest, token: Annotated[str, Path(pattern=r"^[\w-]{1,40}$")]) -> dict[str, Any]:
    """Follow an invitation to a private table; joining is a further step."""
    found = Table.objects.filter(invitation=token).exclude(kind=Table.Kind.HOT_SEAT).first()
    who = person(request)
    if found is None or who.user is None:
        raise Http404("there is no such invitation")
    opening.invite(found, who.user)
    return described(view_of(found.key, who))


@router.post("/tables/{key}/leave", response={200: TableOut, **REFUSALS})
def leave_table(request: HttpRequest, key: Key, wanted: LeaveIn) -> dict[str, Any]:
    """Give a seat up before the game starts: one's own, or as the owner of the table any; also one that is kept."""
    view = seen(request, key)
    opening.leave(view, wanted.seat)
    view.table.refresh_from_db()
    return described(Visit(view.table, view.person))


@router.post("/tables/{key}/bots", response={200: TableOut, **REFUSALS})
def add_bot(request: HttpRequest, key: Key, wanted: BotIn) -> dict[str, Any]:
    """Let a bot take a free seat; for the owner of the table."""
    opening.add_bot(seen(request, key), wanted.bot)
    return described(seen(request, key))


@router.post("/tables/{key}/start", response={200: TableOut, **REFUSALS})
def start_table(request: HttpRequest, key: Key) -> dict[str, Any]:
    """Begin to play; for the owner of the table."""
    view = seen(request, key)
    opening.start(view)
    follow_up(view.table)
    return described(seen(request, key))


@router.post("/tables/{key}/fork", response={201: TableOut, **REFUSALS})
def fork_table(request: HttpRequest, key: Key, wanted: ForkIn | None = None) -> tuple[int, dict[str, Any]]:
    """Try from here: a line of one's own beside the game, up to a moment the same."""
    view, wish = started(request, key), wanted or ForkIn()
    if wish.at is not None and wish.at > view.table.played:
        raise BadInput(f"the game has {view.table.played} actions")
    line = begin(view.person, view, wish.at, wish.name or "", bots=wish.bots)
    follow_up(line)
    return 201, described(view_of(line.key, view.person))


@router.get("/tables/{key}/lines", response={200: list[TableOut], **REFUSALS})
def list_lines(request: HttpRequest, key: Key) -> list[dict[str, Any]]:
    """The lines of one's planning board beside a game, the oldest first."""
    view = started(request, key)
    lines = lines_beside(view.person, game_of(view.table)).select_related("origin", "branch")
    return [described(Visit(line, view.person)) for line in lines]


@router.post("/import", response={201: TableOut, **REFUSALS}, openapi_extra={"requestBody": GAME_FILE})
def import_game(request: HttpRequest) -> tuple[int, dict[str, Any]]:
    """A game file of either format, as the body of the request, becomes a table around one screen."""
    who = person(request)
    table = opening.copy_of(who, read_game(request.body), "brought along")
    return 201, described(view_of(table.key, who))
