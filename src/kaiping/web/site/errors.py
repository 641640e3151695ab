"""Pages for what went wrong: one sentence, never a traceback."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import DataError, IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from kaiping.errors import KaipingError
from kaiping.web.for_programs import from_program, said
from kaiping.web.games.errors import TooLate
from kaiping.web.site.away import away

_log = logging.getLogger(__name__)


def _page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    if from_program(request.path):
        return HttpResponse(said(status, sentence), status=status, content_type="application/json")
    return render(request, "site/error.html", {"status": status, "sentence": sentence}, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if from_program(request.path):  # all that changes anything there wants a token instead
        response = _page(request, 405, "Method not allowed")
        response.headers["Allow"] = "GET, HEAD"
        return response
    return _page(request, 403, _("The page was too old to be trusted. Go back, reload it, and try again."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 400, _("The browser sent something that cannot be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403, _("That is not yours to do."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Below ``/game/`` it says what may be the matter, the same whether there is such a game or not."""
    sentence = _("There is nothing here, or nothing that you may see.")
    if request.path.startswith("/game/") and "HX-Request" not in request.headers:
        return render(request, "site/no_game.html", {"status": 404, "sentence": sentence}, status=404)
    return _page(request, 404, sentence)


def server_error(request: HttpRequest) -> HttpResponse:
    return away(request, sys.exc_info()[1]) or _page(
        request, 500, _("Something went wrong on the server. Nothing that was confirmed is lost.")
    )


class UnicodeOnly:
    """Forms and addresses are read as UTF-8, whatever encoding a header names: some that Python knows are no text."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.encoding = settings.DEFAULT_CHARSET
        return self.get_response(request)


class PlainErrors:
    """What the library refuses anywhere becomes a page with its sentence; NUL, which no database holds, is refused.

    What somebody else has taken away or taken first while a request was on its way is no error of the server either:
    the database's constraints decide who was first, and the other is told.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        program = from_program(request.path)
        # a program's body is read by the API, and can be read only once
        fields = [*request.GET.items(), *(() if program else request.POST.items())]
        if any("\0" in text for text in (request.path, *(str(part) for field in fields for part in field))):
            return bad_request(request, ValueError("NUL"))
        response = self.get_response(request)
        return _for_program(response) if program and response.status_code >= 400 else response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, TooLate):
            return _page(request, 409, str(exception))
        if isinstance(exception, KaipingError):
            return _page(request, 422, str(exception))
        if isinstance(exception, IntegrityError | ObjectDoesNotExist):
            _log.warning("%s came too late: %s", request.path, _first_line(exception))
            return _page(request, 409, _("Somebody was faster: what the page showed has changed. Load it again."))
        if isinstance(exception, DataError):
            _log.warning("%s holds what the database cannot: %s", request.path, _first_line(exception))
            return _page(request, 422, _("Something in it is too long, or no text."))
        return away(request, exception)


def _first_line(wrong: Exception) -> str:
    """What the database says; further down it repeats what people have written."""
    return str(wrong).partition("\n")[0]


def _for_program(response: HttpResponseBase) -> HttpResponseBase:
    """What Django and the library refuse by themselves, as a wrong method, becomes JSON as all else."""
    if isinstance(response, HttpResponse) and not response.headers.get("Content-Type", "").startswith("application/"):
        sentence = response.content.decode() or HTTPStatus(response.status_code).phrase
        response.content = said(response.status_code, sentence)
        response.headers["Content-Type"] = "application/json"
    return response
