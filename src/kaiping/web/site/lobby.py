"""Games of people far apart: open ones, one's own, and a new one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from kaiping.errors import BadInput, KaipingError
from kaiping.web.games.access import invitations, open_tables, own_tables, person_of, with_free_seats
from kaiping.web.games.models import Table
from kaiping.web.games.opening import open_online
from kaiping.web.games.turns import turns_of
from kaiping.web.site.game_form import asked_game, offers, typed
from kaiping.web.site.people import open_profiles
from kaiping.web.site.terms_form import WrongField, asked_terms, terms_choices, typed_terms

_SHOWN = 50
_OVER = (Table.Status.FINISHED, Table.Status.CLOSED)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, posted: QueryDict | None = None, wrong: KaipingError | None = None) -> HttpResponse:
    """The page, with its form as somebody has filled it in if that was refused, and why beside the field."""
    person = person_of(request)
    own = own_tables(person, shelved="shelf" in request.GET).prefetch_related("seats")
    turns = turns_of(person)
    urgent = {turn.table.pk: number for number, turn in enumerate(turns)}
    going = sorted(own.exclude(status__in=_OVER)[:_SHOWN], key=lambda table: urgent.get(table.pk, len(urgent)))
    asked = list(invitations(person).prefetch_related("seats")[:_SHOWN])
    tables = open_tables().prefetch_related("seats")
    others = tables.exclude(pk__in=[table.pk for table in going if getattr(table, "left", False)])
    if person.user is not None:
        others = others.exclude(owner=person.user).exclude(seats__user=person.user)
    lists = {
        "mine": going,
        "over": list(own.filter(status__in=_OVER)[:_SHOWN]),
        "invitations": asked,
        "waiting": [
            *tables.filter(status=Table.Status.WAITING).exclude(pk__in=[table.pk for table in asked])[:_SHOWN],
            *with_free_seats(person).prefetch_related("seats")[:_SHOWN],
        ],
        "running": list(others.filter(status=Table.Status.RUNNING)[:_SHOWN]),
        "finished": list(others.filter(status__in=_OVER)[:_SHOWN]),
    }
    found = {
        **lists,
        "profiles": open_profiles([table for shown in lists.values() for table in shown], person),
        "my_turns": {turn.table.pk: turn for turn in turns},
        "shelved": own_tables(person, shelved=True).exists(),
        "offers": offers(posted),
        "undo": Table.Undo.choices,
        "wrong": {wrong.field: str(wrong)} if isinstance(wrong, WrongField) else {},
        **terms_choices(),
        "typed": {
            **typed(QueryDict() if posted is None else posted, name="", size="3", kind="open", undo=Table.Undo.OWN),
            **typed_terms(posted),
        },
    }
    return render(request, "site/lobby.html", found, status=200 if posted is None else 422)


@require_POST
@login_required
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table for people far apart: ``game`` and its options, ``size``, ``kind``, ``name``, and its terms."""
    fields = request.POST
    title, edition, options = asked_game(request)
    try:
        kind, size = fields.get("kind", ""), fields.get("size", "")
        if kind not in (Table.Kind.OPEN, Table.Kind.PRIVATE) or not size.isdecimal():
            raise BadInput(_("the form was not filled in"))
        table = open_online(
            person_of(request),
            title,
            edition,
            Table.Kind(kind),
            int(size[:3]),
            asked_terms(fields),
            fields.get("name", ""),
            options,
        )
    except KaipingError as wrong:
        messages.error(request, _("The table cannot be opened: %s.") % wrong)
        return _page(request, fields, wrong)
    return redirect(table)
