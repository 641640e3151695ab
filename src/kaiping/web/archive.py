"""The file of a backup from outside: what it says of itself, which is read before there are settings and a database."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

import msgspec

from kaiping.errors import BadInput

FORMAT = 1
#: what reading a file brings that is not whole
DAMAGED = (gzip.BadGzipFile, zlib.error, EOFError, ValueError, LookupError)


def head_of(file: Path) -> dict[str, Any]:
    """The first line of a file, which must be one of ours."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            head = json.loads(stream.readline())
        if head["kaiping-backup"] != FORMAT:
            raise BadInput(f"{file} has the format {head['kaiping-backup']!r:.20}; this program reads {FORMAT}")
        for part in ("migrations", "secrets"):
            msgspec.convert(head[part], dict[str, str])
    except (*DAMAGED, TypeError, msgspec.ValidationError):
        raise BadInput(f"{file} is no backup of Kaiping") from None
    found: dict[str, Any] = head
    return found
