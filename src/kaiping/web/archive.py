"""The file of a backup from outside: what it says of itself, which is read before there are settings and a database."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from kaiping.errors import BadInput

FORMAT = 1


def head_of(file: Path) -> dict[str, Any]:
    """The first line of a file, which must be one of ours."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            head = json.loads(stream.readline())
        if head["kaiping-backup"] != FORMAT:
            raise BadInput(f"{file} has the format {head['kaiping-backup']!r:.20}; this program reads {FORMAT}")
    except (gzip.BadGzipFile, EOFError, ValueError, TypeError, LookupError, UnicodeError):
        raise BadInput(f"{file} is no backup of Kaiping") from None
    found: dict[str, Any] = head
    return found
