"""The game at a table: position, legal actions, plays, what happened; chat, notes, programs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router

from kaiping.action import AnyAction
from kaiping.arguments import plain
from kaiping.draw.png import to_png
from kaiping.errors import BadInput
from kaiping.game import Game, Look, Names, Picture
from kaiping.records.convert import FORMATS
from kaiping.records.files import lines_of_actions
from kaiping.web.api import schemas
from kaiping.web.api.pages import IN_PAGES, MOST, Cursor, Limit, Number, cursor_at, goes_on, place_at
from kaiping.web.api.schemas import (
    AgreeIn,
    EventsOut,
    HexName,
    LegalActionsOut,
    Moment,
    NoteBody,
    PlayedOut,
    PlayIn,
    ProgramIn,
    ProgramOut,
    RedoIn,
    RemarkIn,
    RemarkOut,
    State,
    UndoIn,
    Why,
    WorthOut,
)
from kaiping.web.api.tables import REFUSALS, Key, seen, started
from kaiping.web.games import changes, programs, taking_back
from kaiping.web.games.access import Visit
from kaiping.web.games.errors import NotYours
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.models import Note, Table
from kaiping.web.games.robots import follow_up
from kaiping.web.games.seen import as_seen, check_open
from kaiping.web.games.thoughts import thinking
from kaiping.web.games.unchanged import tag_of, tagged, unchanged
from kaiping.web.table.worth import worth

router = Router(tags=["games"])

At = Annotated[Moment | None, Query()]
AtHex = Annotated[HexName | None, Query()]
Wide = Annotated[int, Query(ge=1, le=4000)]


def _at(view: Visit, moment: int | None = None) -> Game:
    """The game as whoever asks may know it, now or after so many actions."""
    game = as_seen(view, GAMES.game(view.table))
    if moment is None:
        return game
    if moment > view.table.played:
        raise BadInput(f"the game has {view.table.played} actions")
    return game.at(moment)


def _known(request: HttpRequest, view: Visit, response: HttpResponse) -> HttpResponse | None:
    """What to say if whoever asks has the answer already; if not, the answer is given its tag."""
    tag = tag_of(request, view)
    tagged(response, tag)
    return unchanged(request, tag)


@router.get("/tables/{key}/state", response={200: State, 304: None, **REFUSALS})
def get_state(request: HttpRequest, response: HttpResponse, key: Key, at: At = None) -> dict[str, Any] | HttpResponse:
    """The position as plain data, now or after so many actions."""
    view = started(request, key)
    if known := _known(request, view, response):
        return known
    game = _at(view, at)
    return {"version": view.table.revision, "played": game.played, **game.position()}


@router.get("/tables/{key}/actions", response={200: LegalActionsOut, 304: None, **REFUSALS})
def list_actions(request: HttpRequest, response: HttpResponse, key: Key) -> dict[str, Any] | HttpResponse:
    """Everything that may be played now, with the seat that answers for it; in a game with secrets one's own only."""
    view = started(request, key)
    if known := _known(request, view, response):
        return known
    game = _at(view)
    legal = game.legal_actions()
    return {
        "version": view.table.revision,
        "acting": list(game.acting),
        "actions": [
            {
                "action": msgspec.to_builtins(action),
                "seat": game.seat_of(action),
                "range": msgspec.to_builtins(legal.ranges.get(action)),
                "number": action.number if legal.ranges.get(action) else None,
            }
            for action in legal
        ],
    }


@router.post("/tables/{key}/actions", response={200: PlayedOut, **REFUSALS})
def play(request: HttpRequest, key: Key, wanted: PlayIn) -> dict[str, Any]:
    """Play an action for one's own seat; ``version`` is that of the position it was chosen in."""
    view = started(request, key)
    before = view.table.played
    changes.play(view, _action(wanted.action), wanted.version)
    return _played(view, before)


@router.post("/tables/{key}/why-not", response={200: Why | None, **REFUSALS})
def why_not(request: HttpRequest, key: Key, wanted: PlayIn) -> dict[str, Any] | None:
    """Nothing if the action may be played, or the reason and the clause that forbid it."""
    reason = _at(started(request, key)).why_not(_action(wanted.action))
    return None if reason is None else {"detail": reason.text, "code": reason.code, "clause": reason.clause}


@router.get("/tables/{key}/worth", response={200: WorthOut | None, **REFUSALS})
def get_worth(request: HttpRequest, key: Key, hex: AtHex = None, at: At = None) -> dict[str, Any] | None:
    """What each legal tile and token would add to the best run, on one hex or on all; nothing if no company acts."""
    found = worth(_at(started(request, key), at), hex or "")
    if found is None:
        return None
    return {
        "company": found.company,
        "trains": found.trains,
        "owned": found.owned,
        "revenue": found.revenue,
        "proven": found.proven,
        "gains": [
            {"action": msgspec.to_builtins(action), "gain": gain.amount, "proven": gain.proven}
            for action, gain in found.gains.items()
        ],
        "left_out": [msgspec.to_builtins(action) for action in found.left_out],
    }


@router.get(
    "/tables/{key}/picture", response={304: None, **REFUSALS}, openapi_extra={"responses": {200: schemas.PICTURE}}
)
def get_picture(
    request: HttpRequest,
    key: Key,
    what: Picture = "map",
    format: Literal["svg", "png"] = "svg",
    at: At = None,
    theme: Look = "light",
    language: Names | None = None,
    width: Wide = 1200,
) -> HttpResponse:
    """The map, the market or the tiles as a picture, so many points wide.

    Places are named in English and in the language of the country, or in one ``language`` alone.
    """
    view = started(request, key)
    tag = tag_of(request, view)
    known = unchanged(request, tag)
    if known is not None:
        return known
    svg = _at(view, at).svg(what=what, theme=theme, language=language, width=width)
    return tagged(_picture(svg, format), tag)


def _picture(svg: str, form: str) -> HttpResponse:
    if form == "png":
        return HttpResponse(to_png(svg), content_type="image/png")
    return HttpResponse(svg, content_type="image/svg+xml")


@router.post("/tables/{key}/undo", response={200: PlayedOut, **REFUSALS})
def undo(request: HttpRequest, key: Key, wanted: UndoIn) -> dict[str, Any]:
    """Take back to before one's own latest action, or to a moment.

    Where each takes back only their own, those whose actions would fall are asked: then nothing has changed yet, and
    the table's `asking` says whose consent is missing. A game that is over goes back only by its latest action, and if
    everybody who sits there agrees.
    """
    view = started(request, key)
    taking_back.undo(view, wanted.version, wanted.to)
    return _played(view, view.table.played)


@router.post("/tables/{key}/agree", response={200: PlayedOut, **REFUSALS})
def answer_undo(request: HttpRequest, key: Key, wanted: AgreeIn) -> dict[str, Any]:
    """Answer somebody who asks to take something back; who has asked may withdraw it by a no."""
    view = started(request, key)
    taking_back.answer(view, wanted.version, wanted.agree)
    return _played(view, view.table.played)


@router.post("/tables/{key}/redo", response={200: PlayedOut, **REFUSALS})
def redo(request: HttpRequest, key: Key, wanted: RedoIn) -> dict[str, Any]:
    """Play again what was taken back: a step of it, or all that one may."""
    view = started(request, key)
    before = view.table.played
    taking_back.redo(view, wanted.version, whole=wanted.all)
    return _played(view, before)


def _action(data: dict[str, Any]) -> AnyAction:
    try:
        action: AnyAction = msgspec.convert(data, AnyAction)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"that is not an action: {plain(wrong)}") from None
    return action


def _played(view: Visit, before: int) -> dict[str, Any]:
    game, table = as_seen(view, follow_up(view.table, view)), view.table
    return {
        "version": table.revision,
        "played": table.played,
        "acting": table.acting,
        "thinking": [thinker.seat for thinker in thinking(table, view.bots)],
        "finished": table.finished,
        "log": [game.describe(event) for event in game.events_since(before)],
    }


@router.get("/tables/{key}/events", response={200: EventsOut, 304: None, **REFUSALS}, openapi_extra=IN_PAGES)
def list_events(
    request: HttpRequest,
    response: HttpResponse,
    key: Key,
    since: At = None,
    limit: Limit = None,
    cursor: Cursor = None,
) -> dict[str, Any] | HttpResponse:
    """What has happened (``since`` so many actions), in data and in words; ``stream`` tells when to ask."""
    view = started(request, key)
    if known := _known(request, view, response):
        return known
    game = _at(view)
    begin = ((since or 0) + 1, 0) if cursor is None else place_at(cursor, tuple[Number, Number])
    places = (
        ((moment.played, place), event)
        for moment in game.moments(begin[0])
        for place, event in enumerate(moment.last_events)
        if (moment.played, place) >= begin
    )
    found: list[dict[str, Any]] = []
    for where, event in places:
        if len(found) == limit:
            goes_on(request, response, cursor_at(*where))
            break
        data = msgspec.to_builtins(event.data, str_keys=True)
        found.append({"number": where[0], "kind": event.kind, "data": data, "text": game.describe(event)})
    return {"version": view.table.revision, "played": view.table.played, "events": found}


@router.get("/tables/{key}/stream", response=REFUSALS, openapi_extra={"responses": {200: schemas.STREAM}})
def stream(request: HttpRequest, key: Key) -> HttpResponse:
    """Server-sent events that tell when to ask again, beginning with how the table stands now.

    ``moved`` has the ``version`` of the position, ``chat`` the ``count`` of remarks; ``seats`` says that somebody has
    sat down or left, and ``gone``, the last, that the table was taken away. Whoever comes back after a lost connection
    is told the present state at once. A line that begins with a colon comes every fifteen seconds, and means nothing.
    """
    raise Http404("there is no such stream")  # reached only under a server that does not run our ASGI application


@router.get("/tables/{key}/export", response=REFUSALS, openapi_extra={"responses": {200: schemas.FILE}})
def export_game(
    request: HttpRequest, key: Key, format: Literal["native", "short", "18xx"] = "native", at: At = None
) -> HttpResponse:
    """The game as a file: ``native``, ``short`` (native, with digests instead of positions) or ``18xx``."""
    write = FORMATS[format]
    view = started(request, key)
    check_open(GAMES.game(view.table))
    return HttpResponse(lines_of_actions(write(_at(view, at))), content_type="application/json")


# --- words and programs -----------------------------------------------------------------------------


@router.get("/tables/{key}/chat", response={200: list[RemarkOut], **REFUSALS}, tags=["words"], openapi_extra=IN_PAGES)
def list_remarks(
    request: HttpRequest, response: HttpResponse, key: Key, limit: Limit = MOST, cursor: Cursor = None
) -> list[Any]:
    """What was said last, in the order in which it was said; further pages have what was said before."""
    rows = seen(request, key).table.remarks.filter(aside=False).order_by("-pk")
    if cursor is not None:
        rows = rows.filter(pk__lt=place_at(cursor, tuple[Number])[0])
    most = limit or MOST
    found = list(rows[: most + 1])
    if len(found) > most:
        goes_on(request, response, cursor_at(found[most - 1].pk))
    return found[:most][::-1]


@router.post("/tables/{key}/chat", response={201: RemarkOut, **REFUSALS}, tags=["words"])
def say(request: HttpRequest, key: Key, wanted: RemarkIn) -> tuple[int, Any]:
    """Say something at the table."""
    view = seen(request, key)
    return 201, changes.remark(view.table, wanted.text, view.person.name or "", view.person.user)


@router.get("/tables/{key}/notes", response={200: NoteBody, **REFUSALS}, tags=["words"])
def get_notes(request: HttpRequest, key: Key) -> dict[str, str]:
    """One's own scratch pad."""
    view = seen(request, key)
    found = Note.objects.filter(table=view.table, user=view.person.user).first()
    return {"text": found.text if found else ""}


@router.put("/tables/{key}/notes", response={200: NoteBody, **REFUSALS}, tags=["words"])
def write_notes(request: HttpRequest, key: Key, wanted: NoteBody) -> dict[str, str]:
    """Keep another text on one's own scratch pad."""
    view = seen(request, key)
    Note.objects.update_or_create(table=view.table, user=view.person.user, keeper="", defaults={"text": wanted.text})
    return {"text": wanted.text}


@router.get("/tables/{key}/programs", response={200: list[ProgramOut], **REFUSALS}, tags=["programs"])
def list_programs(request: HttpRequest, key: Key) -> list[dict[str, str]]:
    """The programs of one's own seats."""
    return _programs(seen(request, key))


@router.post("/tables/{key}/programs", response={200: list[ProgramOut], **REFUSALS}, tags=["programs"])
def start_program(request: HttpRequest, key: Key, wanted: ProgramIn) -> list[dict[str, str]]:
    """Ask the table to act for one's seat until the situation changes."""
    view = started(request, key)
    wish = wanted.dict(exclude={"kind", "seat"})
    programs.start(view.table, GAMES.game(view.table), _own_seat(view, wanted.seat), wanted.kind, wish)
    follow_up(view.table)
    return _programs(view)


@router.delete("/tables/{key}/programs", response={200: list[ProgramOut], **REFUSALS}, tags=["programs"])
def stop_program(request: HttpRequest, key: Key, seat: str | None = None) -> list[dict[str, str]]:
    """Act for oneself again."""
    view = started(request, key)
    programs.stop(view.table, _own_seat(view, seat))
    return _programs(view)


def _own_seat(view: Visit, seat: str | None) -> str:
    own = view.own_seats
    chosen = seat or (min(own) if own else "")
    if chosen not in own:
        raise NotYours("That is not your seat.")
    return chosen


def _programs(view: Visit) -> list[dict[str, str]]:
    table: Table = view.table
    return [
        {"seat": one.seat, "kind": one.kind, "words": programs.in_words(one), "stopped": one.stopped}
        for one in table.programs.filter(seat__in=view.own_seats)
    ]
