"""Texts as they go over the wire: packed once, sent as often as they are asked for.

Packing a table takes longer than finding out who asks for it, and most of those who listen to a game get the same.
Nothing that is packed once holds a secret of one reader, as a form's token would be. Whole pages do: they are packed
for each reader.
"""

from __future__ import annotations

import gzip
import re
import secrets
from collections.abc import Callable
from functools import cached_property

import brotli
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

#: brotli at this level takes no longer than gzip at its own, for a sixth fewer bytes
_BROTLI = 3
#: a whole page, for one reader: a little longer than gzip, for a fifth fewer bytes
_BROTLI_PAGE = 5
#: shorter pages are sent as they are
_SHORT = 200
#: a packed page is longer by so many bytes at most, and nobody knows how many: from how well it packs beside words of
#: one's own its secrets could be guessed (BREACH); Django's gzip does the same
_MOST_PADDING = 100
#: a third of the time of the usual level, for a fifth more bytes
_GZIP = 3

_REFUSED = r"(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))"
_TAKES_BROTLI = re.compile(rf"\bbr\b{_REFUSED}")
_TAKES_GZIP = re.compile(rf"\bgzip\b{_REFUSED}")


class Packed:
    """A text, held in its packed form only."""

    def __init__(self, text: str) -> None:
        self.brotli: bytes = brotli.compress(text.encode(), quality=_BROTLI)

    @property
    def text(self) -> str:
        text: bytes = brotli.decompress(self.brotli)
        return text.decode()

    @cached_property
    def gzip(self) -> bytes:
        """For browsers on a plain connection, which take nothing newer."""
        return gzip.compress(self.text.encode(), _GZIP, mtime=0)


def packed_answer(request: HttpRequest, packed: Packed, status: int = 200) -> HttpResponse:
    """The text as the browser takes it: packed, or plain."""
    takes = request.headers.get("Accept-Encoding", "")
    if _TAKES_BROTLI.search(takes):
        response = HttpResponse(packed.brotli, status=status, headers={"Content-Encoding": "br"})
    elif _TAKES_GZIP.search(takes):
        response = HttpResponse(packed.gzip, status=status, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(packed.text, status=status)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _padded(text: bytes) -> bytes:
    """Packed by brotli, with some bytes that whoever unpacks it leaves out: a block of metadata (RFC 7932, 9.2)."""
    compressor = brotli.Compressor(quality=_BROTLI_PAGE)
    packed: bytes = compressor.process(text) + compressor.flush()  # a flushed stream ends at the end of a byte
    more = secrets.randbelow(_MOST_PADDING)
    block = 0b01_0_11_0 | more << 6  # not the last; no text; reserved; its length, less one, in one byte
    return packed + block.to_bytes(2, "little") + bytes(more + 1) + b"\3"  # the last block is empty


class PackedPages:
    """Whole pages, by brotli where the browser takes it; what else there is, is left to Django's gzip."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or response.has_header("Content-Encoding"):
            return response
        if len(response.content) < _SHORT or not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if _TAKES_BROTLI.search(request.headers.get("Accept-Encoding", "")):
            response.content = _padded(response.content)
            response.headers["Content-Length"] = str(len(response.content))
            response.headers["Content-Encoding"] = "br"
        return response
