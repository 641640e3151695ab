"""The first page: start a game around one screen at once, bring one along, or go on with one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from kaiping.errors import BadInput, KaipingError
from kaiping.web.games.access import own_tables, person_of
from kaiping.web.games.opening import Place, bot_names, editions, open_hot_seat
from kaiping.web.games.robots import follow_up
from kaiping.web.games.views.files import kept_person

#: names that the seats of the form begin with
_NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
_PERSON, _NOBODY = "person", "nobody"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    choices = editions()
    most = max(edition.most for edition in choices)
    found = {
        "editions": choices,
        "seats": [
            {"number": number, "name": _NAMES[(number - 1) % len(_NAMES)], "who": _usual(number)}
            for number in range(1, most + 1)
        ],
        "bots": bot_names(),
        "tables": own_tables(person_of(request))[:10],
    }
    return render(request, "site/home.html", found)


def _usual(number: int) -> str:
    """One person and two bots, to be changed at will."""
    if number == 1:
        return _PERSON
    return bot_names()[0] if number <= 3 else _NOBODY


@require_POST
def hot_seat(request: HttpRequest) -> HttpResponse:
    """Start at once: ``game`` and its options, and for each seat there is ``name1`` and ``who1``."""
    title, edition, options = asked_game(request)
    try:
        table = open_hot_seat(kept_person(request), title, edition, _places(request), options=options)
        follow_up(table)
    except KaipingError as wrong:
        messages.error(request, _("The game cannot start: %s.") % wrong)
        return redirect("home")
    return redirect(table)


def asked_game(request: HttpRequest) -> tuple[str, str | None, list[str]]:
    """The game of a form: ``game`` is ``title:edition``, and its options stand under the name of the game.

    The number of an option that takes one has a field of its own.
    """
    game = request.POST.get("game", "")
    title, _colon, edition = game.partition(":")
    options = []
    for name in request.POST.getlist(f"options:{game}"):
        number = request.POST.get(f"number:{game}:{name}")
        options.append(name if number is None else f"{name}={number.strip()}")
    return title, edition or None, options


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
