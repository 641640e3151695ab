"""The hooks of a person: addresses of programs that are told "your turn". Sent to by ``games/hooks.py``."""

from __future__ import annotations

import ipaddress
import json
import secrets
from threading import Event
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from kaiping.errors import BadInput
from kaiping.web.games.access import person_of
from kaiping.web.outside import is_outside
from kaiping.web.push import place_of
from kaiping.web.site.models import Delivery, Hook

#: set when there is something to deliver, for the thread of this process that does
WAITING = Event()
#: hooks that one person may have, and notices that may be on their way to one
_MOST = 5
_MOST_WAITING = 50
_LONGEST = 500


def add_hook(user: User, url: str) -> Hook:
    """A new one, with a secret that signs what is sent there; it is told hello at once."""
    url = url.strip()
    check_address(url)
    if Hook.objects.filter(user=user).count() >= _MOST:
        raise BadInput(_("you have %d hooks; delete one first") % _MOST)
    hook = Hook.objects.create(user=user, url=url, secret=f"hook_{secrets.token_urlsafe(32)}")
    deliver(hook, {"event": "hello"})
    return hook


def check_address(url: str) -> None:
    """Refuse what is no address of the open internet; names are looked up when something is sent (``outward.py``)."""
    place = place_of(url)
    if place is None or len(url) > _LONGEST:
        raise BadInput(_("a hook is an address such as https://bot.example/turn"))
    if place.host in settings.HOOK_HOSTS:
        return
    if place.scheme != "https":
        raise BadInput(_("a hook must begin with https://"))
    if place.host == "localhost" or _is_near(place.host):
        raise BadInput(_("a hook must be on the open internet"))


def _is_near(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return not is_outside(host)


def switch_on(hook: Hook) -> None:
    """Try it again, from now on."""
    hook.failing = hook.off = None
    hook.complaint = ""
    hook.save(update_fields=["failing", "off", "complaint"])
    deliver(hook, {"event": "hello"})


def deliver(hook: Hook, message: dict[str, Any]) -> None:
    """Put a notice on its way, unless too many are waiting there already."""
    if hook.off is None and hook.deliveries.count() < _MOST_WAITING:
        now = timezone.now()
        body = json.dumps(message | {"at": now.isoformat(timespec="seconds")})
        Delivery.objects.create(hook=hook, name=secrets.token_hex(16), body=body, due=now)
        transaction.on_commit(WAITING.set)


# --- the page -----------------------------------------------------------------------------------------


@login_required
@require_POST
def new_hook(request: HttpRequest) -> HttpResponse:
    hook = add_hook(_user(request), request.POST.get("url", ""))
    request.session["fresh_hook"] = hook.secret  # shown once, on the next page
    return redirect("settings")


@login_required
@require_POST
def delete_hook(request: HttpRequest, number: int) -> HttpResponse:
    hook_of(_user(request), number).delete()
    return redirect("settings")


@login_required
@require_POST
def resume_hook(request: HttpRequest, number: int) -> HttpResponse:
    switch_on(hook_of(_user(request), number))
    return redirect("settings")


def hook_of(user: User | None, number: int) -> Hook:
    found = Hook.objects.filter(user=user, pk=number).first()
    if found is None:
        raise Http404("there is no such hook")
    return found


def _user(request: HttpRequest) -> User:
    user = person_of(request).user
    if user is None:
        raise Http404("nobody is signed in")
    return user
