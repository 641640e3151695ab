"""Browsers that want to be told by web push, and the script that receives it there."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from kaiping.errors import BadInput
from kaiping.web.games.access import person_of
from kaiping.web.push import is_key, service_known
from kaiping.web.site.models import PushAddress

#: browsers that one person may have told us of
_MOST = 10
_KEY = re.compile(r"[A-Za-z0-9_-]{80,100}=?")
_SECRET = re.compile(r"[A-Za-z0-9_-]{20,30}={0,2}")
_WORKER = Path(__file__).resolve().parent / "push_worker.js"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that a browser keeps and wakes for a notice; it must stand at the root to open any page of ours."""
    return HttpResponse(_WORKER.read_bytes(), "text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@login_required
@require_POST
def add_browser(request: HttpRequest) -> HttpResponse:
    """A browser has asked its service for an address, and tells it."""
    endpoint, public, secret = (request.POST.get(name, "") for name in ("endpoint", "public", "secret"))
    if len(endpoint) > 700 or not service_known(endpoint, settings.PUSH_HOSTS):
        raise BadInput(_("this browser's push service is not known here"))
    if not _KEY.fullmatch(public) or not is_key(public) or not _SECRET.fullmatch(secret):
        raise BadInput(_("that is not a browser's address"))
    user = person_of(request).user
    others = PushAddress.objects.filter(user=user).exclude(endpoint=endpoint)
    if others.count() >= _MOST:
        raise BadInput(_("you have %d browsers here; remove one first") % _MOST)
    name = " ".join(request.POST.get("name", "").split())[:60] or _("a browser")
    # whoever signs in at a shared browser takes its notices over
    PushAddress.objects.update_or_create(
        endpoint=endpoint, defaults={"user": user, "name": name, "public": public, "secret": secret}
    )
    return HttpResponse(status=204)


@login_required
@require_POST
def remove_browser(request: HttpRequest, number: int) -> HttpResponse:
    deleted, _rows = PushAddress.objects.filter(user=person_of(request).user, pk=number).delete()
    if not deleted:
        raise Http404("there is no such browser")
    return redirect("settings")
