"""Games of people far apart: open ones, one's own, and a new one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from kaiping.errors import BadInput, KaipingError
from kaiping.web.games.access import open_tables, own_tables, person_of
from kaiping.web.games.models import Table
from kaiping.web.games.opening import open_online
from kaiping.web.site.game_form import asked_game, offers, typed

_SHOWN = 50


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, posted: QueryDict | None = None) -> HttpResponse:
    """The page, with its form as somebody has filled it in if that was refused."""
    person = person_of(request)
    mine = list(own_tables(person).prefetch_related("seats")[:_SHOWN])
    seats = {
        seat.name for table in mine for seat in table.seats.all() if seat.user_id == getattr(person.user, "pk", -1)
    }
    tables = open_tables().prefetch_related("seats")
    found = {
        "mine": [{"table": table, "my_turn": bool(seats & set(table.acting))} for table in mine],
        "waiting": tables.filter(status=Table.Status.WAITING)[:_SHOWN],
        "running": tables.filter(status=Table.Status.RUNNING)[:_SHOWN],
        "finished": tables.filter(status=Table.Status.FINISHED)[:_SHOWN],
        "offers": offers(posted),
        "undo": Table.Undo.choices,
        "typed": typed(QueryDict() if posted is None else posted, name="", size="3", kind="open", undo=Table.Undo.OWN),
    }
    return render(request, "site/lobby.html", found, status=200 if posted is None else 422)


@require_POST
@login_required
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table for people far apart: ``game`` and its options, ``size``, ``kind``, ``undo``, ``name``."""
    fields = request.POST
    title, edition, options = asked_game(request)
    try:
        kind, undo, size = fields.get("kind", ""), fields.get("undo", ""), fields.get("size", "")
        if kind not in (Table.Kind.OPEN, Table.Kind.PRIVATE) or undo not in Table.Undo or not size.isdecimal():
            raise BadInput(_("the form was not filled in"))
        table = open_online(
            person_of(request),
            title,
            edition,
            Table.Kind(kind),
            int(size[:3]),
            Table.Undo(undo),
            fields.get("name", ""),
            options,
        )
    except KaipingError as wrong:
        messages.error(request, _("The table cannot be opened: %s.") % wrong)
        return _page(request, fields)
    return redirect(table)
