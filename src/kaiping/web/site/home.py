"""The first page: start a game around one screen at once, bring one along, or go on with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePath

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from kaiping.errors import BadInput, KaipingError
from kaiping.records.files import MOST_BYTES
from kaiping.titles import TITLES
from kaiping.titles.lessons import lessons
from kaiping.web.games.access import invitations, own_tables, person_of
from kaiping.web.games.importing import read_game, read_pasted
from kaiping.web.games.models import Table
from kaiping.web.games.opening import Place, bot_names, copy_of, open_hot_seat
from kaiping.web.games.robots import follow_up
from kaiping.web.games.turns import turns_of
from kaiping.web.games.views.files import kept_person
from kaiping.web.plans.lines import boards_of
from kaiping.web.site.game_form import asked_game, offers
from kaiping.web.site.how import grown_map

#: names that the seats of the form begin with
_NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
_PERSON, _NOBODY = "person", "nobody"
#: seats that are shown at once; the others when somebody asks for them
_FEW = 3
#: games that are shown at once, and with those that are folded below them
_SHOWN, _MOST = 4, 10
_OVER = (Table.Status.FINISHED, Table.Status.CLOSED)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, typed: QueryDict | None = None, wrong: Mapping[str, str] | None = None) -> HttpResponse:
    """The page, with its form as somebody has filled it in if that was refused, and what is wrong by the part of the
    page in which it is.
    """
    fields, person = QueryDict() if typed is None else typed, person_of(request)
    choices = offers(typed)
    most = max(offer.edition.most for offer in choices)
    seats = [
        {
            "number": number,
            "name": fields.get(f"name{number}", _NAMES[(number - 1) % len(_NAMES)]),
            "who": fields.get(f"who{number}", _usual(number)),
        }
        for number in range(1, most + 1)
    ]
    names = Counter(str(seat["name"]).strip() for seat in seats if seat["who"] != _NOBODY)
    again = [seat["number"] for seat in seats if seat["who"] != _NOBODY and names[str(seat["name"]).strip()] > 1]
    turns = turns_of(person)
    going = list(own_tables(person).exclude(status__in=_OVER).prefetch_related("seats")[:_MOST])
    prefetch_related_objects([turn.table for turn in turns], "seats")
    found = {
        "offers": choices,
        "titles": list(TITLES),
        "seats": seats[:_FEW],
        "more_seats": seats[_FEW:],
        "crowd": any(seat["who"] != _NOBODY for seat in seats[_FEW:]),
        "wrong": wrong or {},
        "again": again if wrong and "start" in wrong else [],
        "position": fields.get("position", ""),
        "going": going[:_SHOWN],
        "further": going[_SHOWN:],
        "over": own_tables(person).filter(status__in=_OVER).prefetch_related("seats")[:_MOST],
        "folded": bool(going) and typed is None,
        "turns": turns,
        "invitations": invitations(person).prefetch_related("seats")[:10],
        "boards": boards_of(person, 10),
    }
    # who has played before knows where to go
    if not going and not found["over"]:
        found["newcomer"] = next(iter(lessons(next(iter(TITLES)))), None)
        found["picture"] = grown_map(next(iter(TITLES)), get_language())
    return render(request, "site/home.html", found, status=200 if typed is None else 422)


def _usual(number: int) -> str:
    """One person and two bots, to be changed at will."""
    if number == 1:
        return _PERSON
    return bot_names()[0] if number <= _FEW else _NOBODY


@require_POST
def hot_seat(request: HttpRequest) -> HttpResponse:
    """Start at once: ``game`` and its options, and for each seat there is ``name1`` and ``who1``."""
    title, edition, options = asked_game(request)
    try:
        table = open_hot_seat(kept_person(request), title, edition, _places(request), options=options)
        follow_up(table)
    except KaipingError as wrong:
        return _page(request, request.POST, {"start": _("The game cannot start: %s.") % wrong})
    return redirect(table)


def _places(request: HttpRequest) -> list[Place]:
    places = []
    for number in range(1, 13):
        who = request.POST.get(f"who{number}", _NOBODY)
        if who == _NOBODY:
            continue
        name = request.POST.get(f"name{number}", "").strip() or _("Player %d") % number
        places.append(Place(name, "" if who == _PERSON else who))
    if not places:
        raise BadInput(_("nobody sits at the table"))
    return places


def _named_after(file: str | None) -> str:
    """What a game from a file is called: as the file is, so that several can be told apart."""
    name = PurePath(file or "").name.removesuffix(".gz").removesuffix(".json").strip()
    name = name[: Table._meta.get_field("name").max_length]
    return name if name and name.isprintable() else _("brought along")


@require_POST
def bring(request: HttpRequest) -> HttpResponse:
    """A game file from elsewhere, or a position, becomes a table around one screen."""
    upload, pasted = request.FILES.get("file"), request.POST.get("position", "").strip()
    try:
        if upload is None and not pasted:
            raise BadInput(_("choose a game file, or paste a position"))
        if upload is None:
            table = copy_of(kept_person(request), read_pasted(pasted), _("from a position"))
            return redirect(table)
        if upload.size is None or upload.size > MOST_BYTES:
            raise BadInput(_("the file is larger than %d MB, which no game is") % (MOST_BYTES // 2**20))
        table = copy_of(kept_person(request), read_game(upload.read()), _named_after(upload.name))
    except KaipingError as wrong:
        return _page(request, request.POST, {"position" if pasted and upload is None else "file": str(wrong)})
    return redirect(table)
