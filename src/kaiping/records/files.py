"""Reading game files safely: size limits, compressed files, and one clear sentence when something is wrong."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path
from typing import Any

import msgspec

from kaiping.errors import BadInput

#: no game comes near this size; a larger file is nonsense and is not read to its end
MOST_BYTES = 32 * 1024 * 1024


def read_bytes(file: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file, unpacked if it is compressed, refused if it is far too large."""
    try:
        with file.open("rb") as stream:
            head = stream.read(2)
            stream.seek(0)
            source: io.BufferedIOBase = gzip.open(stream) if head == b"\x1f\x8b" else stream  # type: ignore[assignment]
            data = source.read(most + 1)
    except FileNotFoundError:
        raise BadInput(f"{file}: there is no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{file} is a folder, not a file") from None
    except (OSError, EOFError, zlib.error) as wrong:
        raise BadInput(f"{file} cannot be read: {wrong}") from None
    if len(data) > most:
        raise BadInput(f"{file} is larger than {most // 2**20} MB, which no game is")
    return data


def read_json(file: Path) -> Any:
    """The JSON in a file."""
    try:
        return msgspec.json.decode(read_bytes(file))
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadInput(f"{file} is not JSON: {wrong}") from None
    except RecursionError:
        raise BadInput(f"{file} is nested too deeply to be a game") from None


def read_json_lines(file: Path, most: int = 4 * MOST_BYTES) -> list[Any]:
    """One JSON value a line."""
    try:
        return [msgspec.json.decode(line) for line in read_bytes(file, most).splitlines() if line.strip()]
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadInput(f"{file} is not JSON lines: {wrong}") from None
