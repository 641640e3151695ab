"""The stream of a table for programs: answered beside Django (``games/stream.py``), and known by their token."""

from __future__ import annotations

import re

from django.core.handlers.asgi import ASGIRequest
from ninja.errors import Throttled

from kaiping.web.api.application import NO_TOKEN, TOKEN, TOO_OFTEN
from kaiping.web.bodies import Refused
from kaiping.web.games.access import Person

PROGRAMS_PATH = re.compile(r"/api/(v1/)?tables/(?P<key>[a-z0-9]{1,16})/stream")


def by_token(request: ASGIRequest) -> Person:
    """Whose token it is; calls without one are counted as everywhere in the API."""
    try:
        user = TOKEN(request)
    except Throttled:
        raise Refused(429, TOO_OFTEN) from None
    if user is None:
        raise Refused(401, NO_TOKEN)
    return Person(user)
