"""Tables around one screen: name them, delete them, and move them to an account or another browser by a link.

The link works once and for a week; making another ends the one before. Whoever follows it and says yes has the table
from then on, and the browser that had it before has it no more.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kaiping.web.games.access import Person, keeper_of, opened_by, person_of, view_of
from kaiping.web.games.models import Note, Table
from kaiping.web.games.renaming import count_up
from kaiping.web.site.models import ApiToken, HandOver

_HOLDS = timedelta(days=7)
_LONGEST_NAME = 80
#: where the session keeps a link that is shown once
_FRESH = "fresh_hand_over"


def _own(request: HttpRequest, key: str) -> Table:
    """A table around one screen that is this person's; to others there is no such page, nor for lines of a plan."""
    view = view_of(key, person_of(request))
    if not view.is_owner or view.table.kind != Table.Kind.HOT_SEAT or view.table.origin_id or view.table.lesson:
        raise Http404("there is no such table")
    return view.table


@never_cache
@require_safe
def manage(request: HttpRequest, key: str) -> HttpResponse:
    table = _own(request, key)
    fresh: dict[str, str] = request.session.pop(_FRESH, {})
    token = fresh.get(key)
    home = settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")
    link = home + reverse("take-over", args=[token]) if token else ""
    return render(request, "site/hot_seat.html", {"table": table, "link": link, "longest": _LONGEST_NAME})


@require_POST
def rename(request: HttpRequest, key: str) -> HttpResponse:
    table = _own(request, key)
    name = " ".join(request.POST.get("name", "").split())
    if len(name) > _LONGEST_NAME or not name.isprintable():
        messages.error(request, _("A name may have %d letters.") % _LONGEST_NAME)
    else:
        Table.objects.filter(pk=table.pk).update(name=name)
    return redirect("hot-seat-manage", key)


@require_POST
def hand_over(request: HttpRequest, key: str) -> HttpResponse:
    """Make a link; it is shown once, on the next page."""
    table = _own(request, key)
    token = secrets.token_urlsafe(24)
    fields = {"fingerprint": ApiToken.fingerprint_of(token), "made": timezone.now()}
    HandOver.objects.update_or_create(table=table, defaults=fields)
    request.session[_FRESH] = {key: token}
    return redirect("hot-seat-manage", key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link leads: a button, and then the table is this person's. Of two at once, one has it."""
    holds = timezone.now() - _HOLDS
    rows = HandOver.objects.filter(fingerprint=ApiToken.fingerprint_of(token), made__gte=holds, table__origin=None)
    found = rows.select_related("table").first()
    if found is None:
        raise Http404("the link has been used or has run out")
    if request.method != "POST":
        return render(request, "site/take_over.html", {"table": found.table})
    person = person_of(request)
    with transaction.atomic():
        gone, _rows = rows.delete()
        if not gone:
            raise Http404("the link has been used or has run out")
        table = Table.objects.select_for_update().get(pk=found.table_id)
        # private, and of whoever had it
        Note.objects.filter(table=table).delete()
        opened_by(Person(table.owner, table.keeper)).filter(origin=table).delete()
        table.owner, table.keeper = person.user, "" if person.user else keeper_of(request.session)
        table.save(update_fields=["owner", "keeper"])
        count_up(table)
    messages.success(request, _("The game is yours now."))
    return redirect(table)
