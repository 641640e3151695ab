"""The API itself: its routes, who may use it, how often, and how it says no."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from math import ceil
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.security import HttpBearer
from ninja.throttling import AnonRateThrottle, AuthRateThrottle

from kaiping import __version__
from kaiping.arguments import one_line
from kaiping.errors import IllegalAction, KaipingError
from kaiping.records.refused import Refused
from kaiping.web.address import caller_address
from kaiping.web.api.description import complete
from kaiping.web.api.games import router as games
from kaiping.web.api.people import router as people
from kaiping.web.api.queries import only_known_queries
from kaiping.web.api.seats import router as seats
from kaiping.web.api.tables import router as tables
from kaiping.web.for_programs import refusal
from kaiping.web.games.errors import Barred, NotYours, TooLate
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
        request.api_token = found  # type: ignore[attr-defined]
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


class Api(NinjaAPI):
    """The library's own; its description says more."""

    _lock = threading.Lock()
    _description: OpenAPISchema | None = None

    def get_openapi_schema(self, **more: Any) -> OpenAPISchema:
        """Made once: it takes a second."""
        with self._lock:
            if self._description is None:
                found = super().get_openapi_schema(**more)
                complete(found)
                self._description = found
            return self._description

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__


TOKEN = Token()
#: said to those who have no token, and to those who ask again too soon
NO_TOKEN = "This needs a token that holds, as Authorization: Bearer kaiping_...; one's settings make them."
TOO_OFTEN = "Too many requests."

api = Api(
    title="Kaiping",
    version=__version__,
    description="Railway games of the 18xx family: tables, legal actions, plays. Tokens are made in one's settings.",
    docs_url=None,  # its page needs scripts that our content policy forbids; openapi.json is served
    auth=TOKEN,
    throttle=[_UNKNOWN, KnownRate(settings.API_RATE)],
    urls_namespace="api",
)
for _router in (people, tables, games, seats):
    only_known_queries(_router)
    api.add_router("", _router)


def _refused(request: HttpRequest, status: int, sentence: str, **more: Any) -> HttpResponse:
    return api.create_response(request, refusal(status, sentence, **more), status=status)


@api.exception_handler(Throttled)
def _too_often(request: HttpRequest, wrong: Throttled) -> HttpResponse:
    response = _refused(request, 429, TOO_OFTEN)
    if wrong.wait:
        response["Retry-After"] = str(ceil(wrong.wait))
    return response


@api.exception_handler(AuthenticationError)
def _no_token(request: HttpRequest, wrong: AuthenticationError) -> HttpResponse:
    response = _refused(request, 401, NO_TOKEN)
    response["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(HttpError)
def _not_understood(request: HttpRequest, wrong: HttpError) -> HttpResponse:
    sentence = str(wrong)
    if sentence == "Cannot parse request body":
        sentence = "The body cannot be read as JSON."
    if wrong.status_code == 400 and request.method != "GET" and "json" not in (request.content_type or ""):
        sentence = f"The body is to be JSON (Content-Type: application/json), not {one_line(request.content_type, 60)}."
    return _refused(request, wrong.status_code, sentence)


@api.exception_handler(ValidationError)
def _faulty(request: HttpRequest, wrong: ValidationError) -> HttpResponse:
    """What does not fit the schema: the first fault as the sentence, all of them as fields."""
    faults = [{"where": _where(one["loc"]), "detail": _WORDS.get(one["type"], str(one["msg"]))} for one in wrong.errors]
    sentence = "; ".join(f"{fault['where']}: {fault['detail']}" for fault in faults[:1])
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return _refused(request, 422, sentence + more, fields=faults)


#: what the library says of the commonest faults, in our words
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_type": "should be a text",
    "int_type": "should be a whole number",
    "int_parsing": "should be a whole number",
    "bool_parsing": "should be true or false",
    "bool_type": "should be true or false",
    "list_type": "should be a list",
    "model_attributes_type": "should be an object",
    "dict_type": "should be an object",
}


def _where(place: Sequence[Any]) -> str:
    """The place of a fault as a caller would write it; of a body its name among our arguments says nothing."""
    source, *inner = place
    return ".".join(str(part) for part in (source, *(inner[1:] if source == "body" else inner)))


@api.exception_handler(TooLate)
def _too_late(request: HttpRequest, wrong: TooLate) -> HttpResponse:
    return _refused(request, 409, str(wrong))


@api.exception_handler(NotYours)
def _not_yours(request: HttpRequest, wrong: NotYours) -> HttpResponse:
    return _refused(request, 403, str(wrong))


#: of what a table does not allow, where that is for others or of a table that is there no more
_STATUSES = {"not_the_owner": 403, "table_gone": 404}


@api.exception_handler(Barred)
def _barred(request: HttpRequest, wrong: Barred) -> HttpResponse:
    return _refused(request, _STATUSES.get(wrong.code, 422), str(wrong), code=wrong.code)


@api.exception_handler(IllegalAction)
def _illegal(request: HttpRequest, wrong: IllegalAction) -> HttpResponse:
    reason = wrong.reason
    said = str(wrong) if isinstance(wrong, Refused) else reason.text  # in a file it matters which action it is
    return _refused(request, 422, said, code=reason.code, clause=reason.clause)


@api.exception_handler(KaipingError)
def _bad_input(request: HttpRequest, wrong: KaipingError) -> HttpResponse:
    return _refused(request, 422, str(wrong))


@api.exception_handler(UnicodeError)
def _no_text(request: HttpRequest, wrong: UnicodeError) -> HttpResponse:
    """Halves of characters, which JSON can name and nothing can write."""
    return _refused(request, 422, "there is something in it that is no text")


@api.exception_handler(Http404)
def _missing(request: HttpRequest, wrong: Http404) -> HttpResponse:
    return _refused(request, 404, str(wrong) or "there is nothing here")
