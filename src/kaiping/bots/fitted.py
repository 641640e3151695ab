"""Figures that were fitted to games: a file in the title's data, which says what it was made of."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.json import decode

from kaiping.flow.title import Title
from kaiping.titles import title as find_title

Fitted = TypeVar("Fitted")

#: what has been read, by title, file and kind
_READ: dict[tuple[str, str, type], Any] = {}


def fitted(title: Title, file: str, kind: type[Fitted]) -> Fitted:
    """What a title has in such a file; what the kind says by itself where there is none."""
    key = (title.name, file, kind)
    if key not in _READ:
        found = find_title(title.name).data / file
        _READ[key] = decode(found.read_bytes(), type=kind) if found.is_file() else kind()
    made: Fitted = _READ[key]
    return made
