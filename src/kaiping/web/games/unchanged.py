"""Answers that a reader has already: that is found out, and said, before any game is opened or drawn.

The tag of an answer is made from the table's row and from all else that the answer depends on, never from the answer.
It names the reader, too: nobody's view is taken for another's, whatever tag they send.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

import kaiping
from kaiping.web.games.access import Visit


def tag_of(request: HttpRequest, view: Visit, *also: object) -> str:
    """What stands at an address of a table for whoever asks, as long as nothing changes."""
    table, person = view.table, view.person
    depends_on = (
        program(),
        get_language(),
        request.get_full_path(),
        # the position, what has been taken back, and when: a table that comes from a backup may count the same again
        (table.pk, table.name, table.kind, table.status, table.rules, table.undo),
        (table.revision, table.played, table.written, table.seated, table.moved, table.asking),
        (table.voting, table.ticking, table.due, table.begins, table.lesson_step),
        # who asks, and what that means at this table
        (person.user and person.user.pk, person.name, person.keeper, view.is_owner, sorted(view.own_seats)),
        sorted(view.bots.items()),
        also,
        [(one.seat, one.kind, one.wish, one.stopped) for one in view.programs if one.seat in view.own_seats],
    )
    return f'W/"{blake2b(repr(depends_on).encode(), digest_size=16).hexdigest()}"'


@cache
def program() -> str:
    """A fingerprint of all that answers are made by: those of another version may look different."""
    found, top = blake2b(digest_size=16), Path(kaiping.__file__).parent
    for file in sorted(top.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            found.update(f"{file.relative_to(top)} {file.stat().st_size} ".encode())
            found.update(file.read_bytes())
    return found.hexdigest()


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """304, if whoever asks has the answer of this tag."""
    known = get_conditional_response(request, etag=tag)
    return None if known is None else tagged(known, tag)


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """To be kept by the reader alone, who asks each time whether it still holds.

    What was refused is not kept, nor what says itself that it should not be.
    """
    if response.status_code not in (200, 304):
        add_never_cache_headers(response)
    elif not response.has_header("Cache-Control"):
        response.headers["ETag"] = tag
        response.headers["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ("Accept-Encoding",))
    return response
