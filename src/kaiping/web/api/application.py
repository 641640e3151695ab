"""The API itself: its routes, who may use it, how often, and how it says no."""

from __future__ import annotations

import threading
from math import ceil

from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import Throttled
from ninja.security import HttpBearer
from ninja.throttling import AnonRateThrottle, AuthRateThrottle

from kaiping import __version__
from kaiping.errors import IllegalAction, KaipingError
from kaiping.web.address import caller_address
from kaiping.web.api.games import router as games
from kaiping.web.api.tables import router as tables
from kaiping.web.games.errors import NotYours, TooLate
from kaiping.web.site.models import ApiToken


class Token(HttpBearer):
    """``Authorization: Bearer kaiping_...``, a token from one's settings; whoever has none is counted."""

    def __call__(self, request: HttpRequest) -> User | None:
        found: User | None = super().__call__(request)
        if found is None and not _UNKNOWN.allow_request(request):
            raise Throttled(wait=ceil(_UNKNOWN.wait() or 0))
        return found

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        found = ApiToken.objects.filter(fingerprint=ApiToken.fingerprint_of(token)).select_related("user").first()
        if found is None or not found.user.is_active:
            return None
        request.user = found.user
        return found.user


# The library keeps what it counts in the limit itself, which all threads share: each has its own, over one store.


class UnknownRate(threading.local, AnonRateThrottle):
    """Calls without a token that holds, for each address."""

    def get_ident(self, request: HttpRequest) -> str:
        return caller_address(request)


_UNKNOWN = UnknownRate(settings.API_RATE_UNKNOWN)


class KnownRate(threading.local, AuthRateThrottle):
    """Calls with a token, for each account."""

    def get_ident(self, request: HttpRequest) -> str:
        return caller_address(request)


api = NinjaAPI(
    title="Kaiping",
    version=__version__,
    description="Railway games of the 18xx family: tables, legal actions, plays. Tokens are made in one's settings.",
    docs_url=None,  # its page needs scripts that our content policy forbids; openapi.json is served
    auth=Token(),
    throttle=[_UNKNOWN, KnownRate(settings.API_RATE)],
    urls_namespace="api",
)
api.add_router("", tables)
api.add_router("", games)


@api.exception_handler(Throttled)
def _too_often(request: HttpRequest, wrong: Throttled) -> HttpResponse:
    response = api.create_response(request, {"detail": "Too many requests."}, status=429)
    if wrong.wait:
        response["Retry-After"] = str(ceil(wrong.wait))
    return response


@api.exception_handler(TooLate)
def _too_late(request: HttpRequest, wrong: TooLate) -> HttpResponse:
    return api.create_response(request, {"detail": str(wrong)}, status=409)


@api.exception_handler(NotYours)
def _not_yours(request: HttpRequest, wrong: NotYours) -> HttpResponse:
    return api.create_response(request, {"detail": str(wrong)}, status=403)


@api.exception_handler(IllegalAction)
def _illegal(request: HttpRequest, wrong: IllegalAction) -> HttpResponse:
    reason = wrong.reason
    said = {"detail": reason.text, "code": reason.code, "clause": reason.clause}
    return api.create_response(request, said, status=422)


@api.exception_handler(KaipingError)
def _refused(request: HttpRequest, wrong: KaipingError) -> HttpResponse:
    return api.create_response(request, {"detail": str(wrong)}, status=422)


@api.exception_handler(UnicodeError)
def _no_text(request: HttpRequest, wrong: UnicodeError) -> HttpResponse:
    """Halves of characters, which JSON can name and nothing can write."""
    return api.create_response(request, {"detail": "there is something in it that is no text"}, status=422)


@api.exception_handler(Http404)
def _missing(request: HttpRequest, wrong: Http404) -> HttpResponse:
    return api.create_response(request, {"detail": str(wrong) or "there is nothing here"}, status=404)
