"""All that is kept of a person, as one file for them; and the end of it, the deletion of the account."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from kaiping.web.games.access import Person, opened_by, own_tables
from kaiping.web.games.models import Guest, Move, Note, Remark, Seat, Table
from kaiping.web.plans.models import Shared
from kaiping.web.site.farewell import take_leave
from kaiping.web.site.limits import too_often
from kaiping.web.site.locked import locked_out
from kaiping.web.site.models import Preferences, SecondStep, Standing
from kaiping.web.site.sudo import SureForm, signed_in

#: files that one address may ask for within an hour
_MOST, _WITHIN = 10, 3600


@never_cache
@login_required
@require_POST
def download(request: HttpRequest) -> HttpResponse:
    if too_often(request, "own-data", _MOST, _WITHIN):
        return locked_out(request)
    data = msgspec.json.format(msgspec.json.encode(all_of(signed_in(request))))
    headers = {"Content-Disposition": 'attachment; filename="kaiping-my-data.json"'}
    return HttpResponse(data, content_type="application/json", headers=headers)


def all_of(user: User) -> dict[str, Any]:
    """Everything that is the person's own or was done by them; of secrets only that there are some."""
    chosen = Preferences.objects.filter(user=user).first()
    step = SecondStep.objects.filter(user=user).first()
    return {
        "made": timezone.now(),
        "account": {
            "name": user.get_username(),
            "email": user.email,
            "joined": user.date_joined,
            "last_sign_in": user.last_login,
            "staff": user.is_staff,
            "two_steps_since": None if step is None else step.since,
            "recovery_codes_left": user.recovery_codes.count(),
        },
        "settings": {} if chosen is None else model_to_dict(chosen, exclude=["id", "user"]),
        "tokens": list(user.api_tokens.values("name", "created")),
        "hooks": list(user.hooks.values("url", "created")),
        "browsers": list(user.push_addresses.values("name", "created")),
        "ratings": list(user.ratings.values("title", "mu", "sigma", "games")),
        "rated_games": list(
            Standing.objects.filter(user=user)
            .order_by("ended")
            .values("game", "title", "ended", "place", "players", "total", "mu", "sigma")
        ),
        "tables": [
            _table(table, user) | {"in_my_lists": not shelved}
            for shelved in (False, True)
            for table in own_tables(Person(user), shelved=shelved).prefetch_related("seats")
        ],
        "planning_boards": [
            _line(line) for line in opened_by(Person(user)).filter(origin__isnull=False).order_by("origin", "pk")
        ],
        "shared_plans": list(Shared.objects.filter(user=user).values_list("game__key", flat=True)),
        "seats_left": list(user.departures.order_by("pk").values("table__key", "seat", "how", "played", "at")),
        "vacations": list(user.vacations.order_by("first").values("first", "last")),
        "invited_to": list(Guest.objects.filter(user=user).values_list("table__key", flat=True)),
        "moves": [
            {"table": key, "number": number, "seat": seat, "action": msgspec.Raw(action.encode()), "at": at}
            for key, number, seat, action, at in Move.objects.filter(user=user)
            .order_by("pk")
            .values_list("table__key", "number", "seat", "action", "at")
        ],
        "remarks": list(
            Remark.objects.filter(user=user).exclude(author="").order_by("pk").values("table__key", "text", "at")
        ),
        "notes": list(Note.objects.filter(user=user).order_by("pk").values("table__key", "text", "drawing")),
    }


def _table(table: Table, user: User) -> dict[str, Any]:
    seats: list[Seat] = list(table.seats.all())
    return {
        "key": table.key,
        "name": table.name,
        "title": table.title,
        "edition": table.edition,
        "kind": table.kind,
        "status": table.status,
        "created": table.created,
        "last_move": table.moved,
        "opened_by_me": table.owner_id == user.pk,
        "my_seats": [seat.name for seat in seats if seat.user_id == user.pk],
        "totals": table.totals,
    }


def _line(line: Table) -> dict[str, Any]:
    """A line of a planning board, with the moves that it has of its own."""
    moves = Move.objects.filter(table=line, number__gt=line.begins, number__lte=line.played).order_by("number")
    return {
        "key": line.key,
        "name": line.name,
        "game": None if line.origin is None else line.origin.key,
        "branches_from": None if line.branch is None else line.branch.key,
        "begins_after": line.begins,
        "created": line.created,
        "last_move": line.moved,
        "actions": [msgspec.Raw(action.encode()) for action in moves.values_list("action", flat=True)],
    }


@sensitive_post_parameters("password", "code")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Asks for the password, and then the account is gone."""
    form = SureForm(request)
    if request.method == "POST" and form.is_valid():
        take_leave(form.user)
        logout(request)
        messages.success(request, _("Your account is deleted. In the games you have played you are somebody now."))
        return redirect("home")
    return render(request, "site/delete_account.html", {"form": form}, status=422 if form.is_bound else 200)
