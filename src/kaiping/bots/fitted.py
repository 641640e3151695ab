"""Figures that were fitted to games: a file in the title's data, which says what it was made of."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from msgspec.json import decode

from kaiping.flow.title import Title
from kaiping.titles import title as find_title

Fitted = TypeVar("Fitted")


def fitted(title: Title, file: str, kind: type[Fitted]) -> Fitted:
    """What a title has in such a file; what the kind says by itself where there is none."""
    return _read(title.name, file, kind)


@cache
def _read(title: str, file: str, kind: type[Fitted]) -> Fitted:
    found = find_title(title).data / file
    return decode(found.read_bytes(), type=kind) if found.is_file() else kind()
