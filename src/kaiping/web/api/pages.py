"""Long lists come in pages: ``limit`` says how many, and the header ``Link`` of an answer where the next ones are."""

from __future__ import annotations

import base64
import binascii
from datetime import datetime
from typing import Annotated, Any, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Query

from kaiping.errors import BadInput

T = TypeVar("T")

#: what places are made of: no date that a database cannot hold, no number that it cannot
AwareMoment = Annotated[datetime, msgspec.Meta(tz=True)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]

#: the most that a page holds
MOST = 200

Limit = Annotated[int | None, Query(ge=1, le=MOST, description="how many at most")]
Cursor = Annotated[
    str | None,
    Query(pattern=r"^[A-Za-z0-9_-]{1,100}$", description="where to go on, as the header Link of the page before says"),
]

#: for the description of what comes in pages
IN_PAGES: dict[str, Any] = {
    "responses": {
        200: {
            "headers": {
                "Link": {
                    "description": "The address of the next page, if there is one, as RFC 8288 says",
                    "schema": {"type": "string"},
                    "example": '</api/v1/tables?limit=20&cursor=WzEyXQ>; rel="next"',
                }
            }
        }
    }
}


def cursor_at(*place: Any) -> str:
    """A place in a list, as callers hand it back to us."""
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).rstrip(b"=").decode()


def place_at(cursor: str, kind: type[T]) -> T:
    """The place that a cursor stands for; the kind is that of all its parts.

    >>> place_at(cursor_at(12, 3), tuple[int, int])
    (12, 3)
    """
    try:
        written = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        return msgspec.json.decode(written, type=kind)
    except (binascii.Error, msgspec.DecodeError, UnicodeError):
        raise BadInput("that is not a cursor of this list") from None


def goes_on(request: HttpRequest, response: HttpResponse, cursor: str) -> None:
    """There is a further page, from that place on."""
    query = request.GET.copy()
    query["cursor"] = cursor
    response["Link"] = f'<{request.path}?{query.urlencode()}>; rel="next"'
