"""The table on the page: whole, its body alone, or a part that was asked for."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from kaiping.errors import BadInput, Reason
from kaiping.game import Game
from kaiping.web.games.access import Visit, is_deserted, person_of, view_of
from kaiping.web.games.afterwards import may_follow, rematch_of
from kaiping.web.games.clocks import Hand, Kind, left_of
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.gate import GATE
from kaiping.web.games.hearing import fresh, unheard
from kaiping.web.games.latest import own_latest, ran_out, times
from kaiping.web.games.models import Departure, Remark, Table
from kaiping.web.games.programs import in_words
from kaiping.web.games.robots import nudge
from kaiping.web.games.seats import why_not_taken
from kaiping.web.games.seen import as_seen
from kaiping.web.games.taking_back import Asked, Way, left_to_redo, way
from kaiping.web.games.thoughts import thinking
from kaiping.web.games.timekeeping import away_at, clock_of, hands_of, vacations_at
from kaiping.web.games.unchanged import tag_of, tagged, unchanged
from kaiping.web.games.vacations import in_days
from kaiping.web.games.views.waiting import waiting_page
from kaiping.web.games.voting import Vote, needed
from kaiping.web.lessons.coaching import coach_of
from kaiping.web.packed import packed_answer
from kaiping.web.plans.sharing import share_of_line
from kaiping.web.present import now
from kaiping.web.site.models import Preferences
from kaiping.web.table import Around, Links, Programmed, Viewer
from kaiping.web.table import body as table_body
from kaiping.web.table import page as table_page
from kaiping.web.table import part as table_part
from kaiping.web.table.log import TAIL, by_moment, stamps
from kaiping.web.table.viewer import Asking, Bank, PlanLine, Running, Voting


@require_safe
@never_cache
def page(request: HttpRequest, key: str) -> HttpResponse:
    view = view_of(key, person_of(request))
    if view.table.status == Table.Status.WAITING:
        return waiting_page(request, view)
    nudge(view.table, view.bots)
    moment, notice = moment_or_latest(request, view)
    return answer(request, view, GAMES.game(view.table), whole=True, moment=moment, notice=notice)


@require_safe
@vary_on_headers("HX-Request")
def body(request: HttpRequest, key: str) -> HttpResponse:
    view = started_view(request, key)
    nudge(view.table, view.bots)
    (moment, notice), tag = moment_or_latest(request, view), tag_of(request, view, fresh(view))
    return unchanged(request, tag) or tagged(
        answer(request, view, GAMES.game(view.table), whole=False, moment=moment, notice=notice), tag
    )


@require_safe
def part(request: HttpRequest, key: str) -> HttpResponse:
    view = started_view(request, key)
    moment, tag = asked_moment(request, view), tag_of(request, view)
    return unchanged(request, tag) or tagged(_part(request, view, moment), tag)


def _part(request: HttpRequest, view: Visit, moment: int | None) -> HttpResponse:
    query = {name: value for name, value in request.GET.items() if isinstance(value, str)}
    try:
        template, found = table_part(
            query.get("name", ""),
            as_seen(view, GAMES.game(view.table)),
            viewer_of(view),
            query,
            moment=moment,
            links=links(view),
        )
    except BadInput as wrong:
        return HttpResponse(str(wrong), status=400, content_type="text/plain; charset=utf-8")
    if query.get("name") == "log":
        found |= {"stamps": stamps(times(view.table)), "told": by_moment(told(view.table))}
    drawn = render(request, template, found)
    if found.get("unproven") or found.get("left_out"):  # a search that ran out of time may find more another time
        add_never_cache_headers(drawn)
    return drawn


def told(table: Table, first: int = 0) -> tuple[tuple[int, str], ...]:
    """What the table itself has told since so many actions had been played."""
    if not table.said and table.clock is None:
        return ()
    found = Remark.objects.filter(table=table, author="", played__gte=first, played__lte=table.played)
    return tuple(found.order_by("pk").values_list("played", "text"))


def started_view(request: HttpRequest, key: str) -> Visit:
    """A table that somebody may see and whose game has begun."""
    view = view_of(key, person_of(request))
    if view.table.status == Table.Status.WAITING:
        raise Http404("the game has not begun")
    return view


def asked_moment(request: HttpRequest, view: Visit) -> int | None:
    """``?at=N``: the table as it was after so many actions."""
    text = request.GET.get("at", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 6 or int(text) > view.table.played:
        raise Http404("the game has no such moment")
    return int(text)


def moment_or_latest(request: HttpRequest, view: Visit) -> tuple[int | None, str]:
    """The moment that is asked for; where the game has none such, as after an undo, its latest, and that it is."""
    try:
        return asked_moment(request, view), ""
    except Http404:
        return None, _("The game has no such moment, or has it no more: this is its latest.")


def answer(
    request: HttpRequest,
    view: Visit,
    game: Game,
    *,
    whole: bool,
    moment: int | None = None,
    status: int = 200,
    notice: str = "",
    refusal: Reason | str | None = None,
) -> HttpResponse:
    """The table as this person sees it."""
    undoing = way(view)
    viewer, addresses, around = viewer_of(view, undoing), links(view, undoing), _around(view, notice, refusal)
    if game.secret:  # a line has its game open beside it, or it would not be there
        addresses = replace(addresses, export="", **({} if view.table.origin_id else {"fork": "", "plan": ""}))
    seen = as_seen(view, game)
    with GATE.passing(urgent=request.method == "POST"):
        if not whole:
            drawn = table_body(seen, viewer, moment=moment, links=addresses, around=around)
            return packed_answer(request, drawn, status)
        found = table_page(seen, viewer, moment=moment, links=addresses, around=around)
        shell = {"notify": _wants_notice(view), "next_turn": _next_turn(view), "you": _only_seat(view)}
        shell["takers"] = _takers(view)
        shell["coached"] = around.coach is not None
        return render(request, "table/page.html", found | shell, status=status)


def _only_seat(view: Visit) -> str:
    """The seat that the page may call "you"; who sits in several, as around one screen, knows better."""
    return next(iter(view.own_seats)) if len(view.own_seats) == 1 else ""


def _takers(view: Visit) -> str:
    """Who plays the seats that bear another's name, as JSON; empty where nobody does."""
    found = {seat.name: seat.user.get_username() for seat in view.seats if seat.user is not None}
    others = {name: who for name, who in found.items() if name not in (who, f"{who}*")}
    return json.dumps(others) if others and view.table.kind != Table.Kind.HOT_SEAT else ""


def viewer_of(view: Visit, undoing: Way | None = None) -> Viewer:
    own = view.own_seats if view.table.status != Table.Status.CLOSED else frozenset()
    name = view.person.name if view.table.kind != Table.Kind.HOT_SEAT else None
    undoing = way(view) if undoing is None else undoing
    return Viewer(name=name, seats=own, may_undo=bool(undoing), asks_undo=undoing == Way.BY_CONSENT, spectator=not own)


def _around(view: Visit, notice: str, refusal: Reason | str | None) -> Around:
    table = view.table
    again, anothers = left_to_redo(view)
    return Around(
        version=table.revision,
        name=table.named(view.seats),
        called=table.name,
        bots=tuple(view.bots.items()),
        thinking=thinking(table, view.bots),
        programs=tuple(
            Programmed(program.seat, in_words(program), program.stopped)
            for program in view.programs
            if program.seat in view.own_seats
        ),
        redo=table.written > table.played,
        again=again,
        anothers=anothers,
        notice=notice,
        refusal=refusal,
        asking=_asking(view),
        voting=_voting(view),
        clocks=_clocks(view),
        banks=_banks(view),
        **_free(view),
        closed=table.status == Table.Status.CLOSED,
        waits=tuple(name for name, hand in hands_of(table).items() if hand.stands and name in table.acting),
        deserted=is_deserted(table, view.seats),
        rematch=reverse("games:page", args=[other]) if (other := rematch_of(table)) else "",
        line=_line(view),
        coach=coach_of(view) if view.table.lesson else None,
        since=own_latest(view),
        ran_out=ran_out(view),
        unheard=unheard(view),
        told=told(table, table.played - TAIL),
        times=times(table),
    )


def _line(view: Visit) -> PlanLine | None:
    """Where a line of a plan leads back to."""
    line = view.table
    if line.origin is None:
        return None
    if view.is_owner:
        game, board = line.origin.get_absolute_url(), reverse("plans:board", args=[line.origin.key])
    else:
        shared = share_of_line(line)
        game, board = "", "" if shared is None else reverse("shared-plan", args=[shared.token])
    return PlanLine(name=str(line.origin), game=game, board=board, begins=line.begins, own=view.is_owner)


def _asking(view: Visit) -> Asking | None:
    """What somebody at the table asks the others for."""
    asked: Asked | None = view.table.asking
    if asked is None:
        return None
    return Asking(
        seat=asked["seat"],
        to=asked["to"],
        waits=tuple(asked["waits"]),
        mine=bool(view.own_seats & {*asked["waits"]}),
        own=asked["seat"] in view.own_seats,
    )


def _voting(view: Visit) -> Voting | None:
    """What the people at the table vote on."""
    running: Vote | None = view.table.voting
    if running is None:
        return None
    about, seat, yes = running["about"], running["seat"], running["yes"]
    mine = bool(view.own_seats - {seat})
    return Voting(
        about=about,
        seat=seat,
        yes=tuple(yes),
        needed=needed(view.table, about, seat),
        open=mine and not view.own_seats & {*yes},
        mine=mine,
        about_me=seat in view.own_seats,
    )


def _free(view: Visit) -> dict[str, Any]:
    """Seats that this person may take: those that wait, and their own that a bot plays."""
    left = [seat for seat in view.seats if seat.user_id is None]
    if view.person.user is None or view.own_seats or not left or view.table.status != Table.Status.RUNNING:
        return {}
    mine = dict(Departure.objects.filter(table=view.table, user=view.person.user).values_list("seat", "how"))
    takes = [seat for seat in left if (not seat.bot or seat.name in mine) and why_not_taken(view, seat) is None]
    return {
        "free": tuple(seat.name for seat in takes if seat.name not in mine),
        "back": (back := next((seat.name for seat in takes if seat.name in mine), "")),
        "resigned": mine.get(back) == Departure.How.RESIGNED,
    }


def _clocks(view: Visit) -> tuple[Running, ...]:
    """Of those who are to act."""
    hands, clock = hands_of(view.table) if view.table.due is not None else {}, clock_of(view.table)
    away = away_at(view.table, view.seats) if hands and clock is not None and clock.slow else {}
    return tuple(
        Running(
            seat=seat,
            until=int(hands[seat].due or 0),
            mine=seat in view.own_seats,
            away=in_days(away[seat]) if seat in away else "",
        )
        for seat in view.table.acting
        if seat in hands and hands[seat].due is not None
    )


def _banks(view: Visit) -> tuple[Bank, ...]:
    """What each person has left; of time for one move only that of who acts counts, for the next turn has its own."""
    table, clock = view.table, clock_of(view.table)
    if clock is None or clock.kind is not Kind.BANK or table.status != Table.Status.RUNNING:
        return ()
    hands = hands_of(table)
    away = vacations_at(table, view.seats) if (gone := away_at(table, view.seats) if clock.slow else {}) else {}
    found = ((seat.name, hands.get(seat.name) or Hand(clock.seconds)) for seat in view.seats if not seat.bot)
    return tuple(
        Bank(name, int(left_of(clock, hand, now(), away[name])))
        if name in gone
        else Bank(name, int(hand.left), None if hand.due is None else int(hand.due))
        for name, hand in found
    )


def _watch(view: Visit, base: str) -> str:
    """What to send to somebody who should look on: of an open table its page, of one around a screen a link."""
    if view.table.kind == Table.Kind.OPEN:
        return base
    if view.table.origin_id is not None or view.table.lesson:
        return ""
    around_a_screen = view.table.kind == Table.Kind.HOT_SEAT
    return reverse("watch", args=[view.table.invitation]) if view.is_owner and around_a_screen else ""


def _wants_notice(view: Visit) -> bool:
    """Whether the browser should tell this person that it is their turn."""
    user = view.person.user
    if user is None or not view.own_seats or view.table.kind == Table.Kind.HOT_SEAT:
        return False
    chosen = Preferences.objects.filter(user=user).first()
    return chosen is None or chosen.browser


def _next_turn(view: Visit) -> str:
    """Where to ask for the next table that waits for this person."""
    return f"{reverse('next-turn')}?besides={view.table.key}" if view.person.user is not None else ""


@cache
def _of_the_book(name: str, *which: str) -> str:
    """The address of a page about a title or its book; there are few of them, and every table has them."""
    return reverse(name, args=which)


def links(view: Visit, undoing: Way | None = None) -> Links:
    """Addresses of the table; those that only players may use are empty for others."""
    undoing = way(view) if undoing is None else undoing
    base = reverse("games:page", args=[view.table.key])

    def to(name: str) -> str:
        return f"{base}{name}"

    plays = bool(view.own_seats) and view.table.status != Table.Status.CLOSED
    known = view.person.user is not None or bool(view.person.keeper)
    game = view.table.origin
    tries = game is None or view.is_owner
    return Links(
        page=base,
        body=to("body"),
        part=to("part"),
        stream=to("stream"),
        play=to("play") if plays else "",
        undo=to("undo") if undoing else "",
        redo=to("redo") if undoing else "",
        agree=to("agree"),
        vote=to("vote"),
        take=to("take"),
        rematch=to("rematch") if view.own_seats and may_follow(view.table) else "",
        seats=to("seats") if view.table.kind != Table.Kind.HOT_SEAT else "",
        program=to("program") if plays else "",
        chat=to("chat"),
        notes=to("notes") if known else "",
        drawing=to("drawing") if known else "",
        export=to("export"),
        picture=to("picture"),
        fork=to("fork") if tries else "",
        plan=(to("plan/") if game is None else reverse("plans:board", args=[game.key])) if tries else "",
        report=to("report") if view.table.status == Table.Status.FINISHED else "",
        rules=_of_the_book("rules", GAMES.game(view.table).definition.clauses),
        how=_of_the_book("how-it-goes", view.table.title),
        learn=f"{_of_the_book('learn')}#{view.table.title}",
        watch=_watch(view, base),
    )
