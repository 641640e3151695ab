"""A database that is away, slow, full or read-only: said in a sentence, and nothing is asked of it for saying so."""

from __future__ import annotations

import functools
import logging
import sqlite3
from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.db import Error, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from kaiping.web import patience
from kaiping.web.for_programs import HEALTH, METRICS, from_program, said

_log = logging.getLogger(__name__)

#: seconds after which one may try again
AGAIN = 5

_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, "53100"}
_WAITED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, "57014", "55P03"}
_READ_ONLY = {sqlite3.SQLITE_READONLY, "25006"}
#: a statement that the database does not understand is an error of ours
_OURS = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISUSE}


def _reason(wrong: BaseException | None) -> int | str | None:
    """What the database itself calls it."""
    cause = wrong.__cause__ if wrong is not None else None
    code: int | None = getattr(cause, "sqlite_errorcode", None)
    return code & 0xFF if code is not None else getattr(cause, "sqlstate", None)


def why_away(wrong: BaseException | None) -> str | None:
    """The sentence for a database that cannot be used now; None for everything else that may be wrong."""
    if not isinstance(wrong, OperationalError | InterfaceError | InternalError):
        return None
    reason = _reason(wrong)
    if reason in _FULL:
        return _(
            "The server has no room to write: nothing can be changed until there is. Games can be looked at, and"
            " nothing that was confirmed is lost."
        )
    if reason in _READ_ONLY:
        return _(
            "The database can only be read now: nothing can be changed. Games can be looked at, and nothing that was"
            " confirmed is lost."
        )
    if isinstance(wrong, InternalError) or reason in _OURS:
        return None
    return _(
        "The database does not answer. Try again in a moment, and look first whether what you did was taken: nothing"
        " that was confirmed is lost."
    )


def away(request: HttpRequest, wrong: BaseException | None) -> HttpResponse | None:
    """The answer to a request that the database has failed; None if that is not what happened."""
    sentence = why_away(wrong)
    if sentence is None:
        return None
    _log.warning("the database cannot be used: %s", " ".join(str(wrong).split()))
    if _reason(wrong) in _WAITED:
        patience.in_vain()
    response: HttpResponse
    if from_program(request.path):
        response = HttpResponse(said(503, sentence), status=503, content_type="application/json")
    elif "HX-Request" in request.headers or request.path in (HEALTH, METRICS):
        response = HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8")
    else:
        found = {"status": 503, "sentence": sentence, "account_unknown": True}
        response = HttpResponse(render_to_string("site/error.html", found), status=503)
    response.headers["Retry-After"] = str(AGAIN)
    response.headers["Cache-Control"] = "no-store"
    return response


def without_database(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that needs no database: if that does not say at once who is asking, the page is shown without a name."""

    @functools.wraps(view)
    def shown(request: HttpRequest, *args: object, **more: object) -> HttpResponse:
        try:
            if patience.in_trouble():
                raise OperationalError("the database keeps everybody waiting")
            with patience.waiting_at_most(patience.SHORT):
                _known = request.user.is_authenticated
        except Error:
            request.session.forget()  # type: ignore[attr-defined]
            request.user = AnonymousUser()
            request.account_unknown = True  # type: ignore[attr-defined]
        return view(request, *args, **more)

    return shown
