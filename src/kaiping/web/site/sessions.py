"""Sessions in the database, as Django keeps them; every request reads one."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.middleware import SessionMiddleware
from django.contrib.sessions.models import Session
from django.db import Error, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from kaiping.web.one_row import OneRow
from kaiping.web.site.away import away

_SESSION = OneRow(Session, "SELECT * FROM django_session WHERE session_key = %s")


class SessionStore(DatabaseSessions):
    def _validate_session_key(self, key: str | None) -> bool:
        """A key as we make them, not one with characters that no database holds."""
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()

    def forget(self) -> None:
        """Do without what is stored, for this request; the browser keeps its cookie."""
        self._session_cache: dict[str, Any] = {}

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as wrong:
            # Django takes whatever the database says for a session that is gone
            if isinstance(wrong.__context__, OperationalError | InterfaceError | InternalError):
                raise wrong.__context__ from wrong.__context__.__cause__
            raise

    def load(self) -> dict[str, Any]:
        session = _SESSION.find(self.session_key)
        if session is None or session.expire_date <= timezone.now():
            self._session_key = None
            return {}
        found: dict[str, Any] = self.decode(session.session_data)
        return found


class Sessions(SessionMiddleware):
    """Django's own, but a database that fails when the answer is ready fails as it does before."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except Error as wrong:
            answer = away(request, wrong)
            if answer is None:
                raise
            return answer
