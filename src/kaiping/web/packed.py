"""Texts as they go over the wire: packed once, sent as often as they are asked for.

Packing a table takes longer than finding out who asks for it, and most of those who listen to a game get the same.
Nothing that is packed here holds a secret of one reader, as a form's token would be.
"""

from __future__ import annotations

import gzip
import re

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

#: a third of the time of the usual level, for a fifth more bytes
_LEVEL = 3

_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


class Packed:
    """A text, held in its packed form only."""

    __slots__ = ("content",)

    def __init__(self, text: str) -> None:
        self.content = gzip.compress(text.encode(), _LEVEL, mtime=0)

    @property
    def text(self) -> str:
        return gzip.decompress(self.content).decode()


def packed_answer(request: HttpRequest, packed: Packed, status: int = 200) -> HttpResponse:
    """The text as the browser takes it: packed, or plain."""
    if _GZIP.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(packed.content, status=status, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(packed.text, status=status)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
