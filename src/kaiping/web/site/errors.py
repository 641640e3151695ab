"""Pages for what went wrong: one sentence, never a traceback."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from kaiping.errors import KaipingError


def _page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    return render(request, "site/error.html", {"status": status, "sentence": sentence}, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _page(request, 403, _("The page was too old to be trusted. Go back, reload it, and try again."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 400, _("The browser sent something that cannot be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403, _("That is not yours to do."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 404, _("There is nothing here, or nothing that you may see."))


def server_error(request: HttpRequest) -> HttpResponse:
    return _page(request, 500, _("Something went wrong on the server. Nothing that was confirmed is lost."))


class PlainErrors:
    """What the library refuses anywhere becomes a page with its sentence."""

    def __init__(self, get_response):  # type: ignore[no-untyped-def]
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response: HttpResponse = self.get_response(request)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, KaipingError):
            return _page(request, 422, str(exception))
        return None
