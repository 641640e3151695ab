"""Reading and writing game files safely: limits, compressed files, and one clear sentence when something is wrong."""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from pathlib import Path
from typing import Any

import msgspec

from kaiping.arguments import GREATEST_NUMBER, LEAST_NUMBER, one_line, plain, quoted
from kaiping.errors import BadInput

#: no game comes near this size; a larger file is nonsense and is not read to its end
MOST_BYTES = 4 * 1024 * 1024
#: the states of a long game, one a line, take far more room than the game
MOST_TRACE_BYTES = 128 * 1024 * 1024
#: a position takes some three thousand
MOST_POSITION_BYTES = 1 << 20
#: ten times the longest games; every action costs time and memory
MOST_ACTIONS = 20_000


# --- reading ------------------------------------------------------------------------------------


def read_bytes(file: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file, unpacked if it is compressed, refused if it is far too large."""
    try:
        with file.open("rb") as stream:
            return _unpacked(stream, one_line(file), most)
    except FileNotFoundError:
        raise BadInput(f"{one_line(file)}: there is no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{one_line(file)} is a folder, not a file") from None
    except OSError as wrong:
        raise BadInput(f"{one_line(file)} cannot be read: {one_line(wrong.strerror or wrong)}") from None
    except ValueError as wrong:  # a name that no file can have
        raise BadInput(f"{one_line(file)} cannot be read: {one_line(wrong)}") from None


def unpacked(data: bytes, most: int = MOST_BYTES) -> bytes:
    """The content of a file that came over the network."""
    return _unpacked(io.BufferedReader(io.BytesIO(data)), "the file", most)


def _unpacked(stream: io.BufferedReader, name: str, most: int) -> bytes:
    packed = stream.peek(2)[:2] == b"\x1f\x8b"
    source: io.BufferedIOBase = gzip.GzipFile(fileobj=stream) if packed else stream
    try:
        data = source.read(most + 1)
    except EOFError:
        raise BadInput(f"{name} cannot be read: the compressed file is cut off") from None
    except (ValueError, gzip.BadGzipFile, zlib.error) as wrong:
        raise BadInput(f"{name} cannot be read: {one_line(wrong)}") from None
    if len(data) > most:
        raise BadInput(f"{name} is larger than {most // 2**20} MB, which no game is")
    return data


def parse_json(text: bytes) -> dict[str, Any]:
    """A JSON object, with no key twice and no number that a game could not mean."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    if not text.strip():
        raise BadInput("the file is empty")
    try:
        data = msgspec.json.decode(text, type=dict[str, Any])
        json.loads(text, object_pairs_hook=_no_key_twice, parse_int=_no_huge_number)
    except RecursionError:
        raise BadInput("the file is nested too deeply to be a game") from None
    except msgspec.ValidationError as wrong:
        raise BadInput(f"the file is not a game: {plain(wrong)}") from None
    except UnicodeDecodeError:
        raise BadInput("the file is not JSON: it holds bytes that are no text") from None
    except msgspec.DecodeError as wrong:
        raise BadInput(f"the file is not JSON: {_malformed(wrong)}") from None
    return data


def read_json(file: Path) -> dict[str, Any]:
    """The JSON object in a file."""
    try:
        return parse_json(read_bytes(file))
    except BadInput as wrong:
        raise BadInput(_about(file, wrong)) from None


def read_json_lines(file: Path, most: int = MOST_TRACE_BYTES) -> list[Any]:
    """One JSON value a line."""
    try:
        return [msgspec.json.decode(line) for line in read_bytes(file, most).splitlines() if line.strip()]
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadInput(f"{one_line(file)} is not JSON lines: {_malformed(wrong)}") from None
    except RecursionError:
        raise BadInput(f"{one_line(file)} is nested too deeply") from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise BadInput(f"the file is not a game: an object has the key {quoted(key)} twice")
        seen.add(key)


def _no_huge_number(digits: str) -> None:
    if len(digits) > 18 and not LEAST_NUMBER <= int(digits) <= GREATEST_NUMBER:
        raise BadInput(f"the file is not a game: the number {one_line(digits, 24)} is too large")


def _about(file: Path, wrong: BadInput) -> str:
    """A sentence that names the file, once."""
    text, name = str(wrong), one_line(file)
    if text.startswith(name):
        return text
    return f"{name}: {text}"


def _malformed(wrong: Exception) -> str:
    text = one_line(wrong)
    if "truncated" in text:
        return "it is cut off"
    return text.removeprefix("JSON is malformed: ")


# --- writing ------------------------------------------------------------------------------------


def write_bytes(file: Path, data: bytes) -> None:
    """Write a whole file or nothing: what stood there before stays until all is written. ``.gz`` is compressed."""
    if file.name.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    try:
        target = file.resolve()
        if target.exists() and not target.is_file():
            if target.is_dir():
                raise BadInput(f"{one_line(file)} is a folder, not a file")
            target.write_bytes(data)  # a pipe or a terminal, which nothing can be renamed to
            return
        _write_at_once(target, data)
    except OSError as wrong:
        raise BadInput(f"{one_line(file)} cannot be written: {one_line(wrong.strerror or wrong)}") from None
    except ValueError as wrong:
        raise BadInput(f"{one_line(file)} cannot be written: {one_line(wrong)}") from None


def _write_at_once(target: Path, data: bytes) -> None:
    fresh = target.with_name(f".{target.name[:100]}.{os.getpid()}.tmp")
    try:
        with fresh.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def squeezed(data: bytes) -> bytes:
    """A position in few bytes."""
    return zlib.compress(data)


def unsqueezed(data: bytes) -> bytes:
    """What was squeezed so, as far as a position can need; refused if it is not whole."""
    try:
        return zlib.decompressobj().decompress(data, MOST_POSITION_BYTES)
    except zlib.error:
        raise BadInput("a position in it is not whole") from None


def lines_of_actions(data: dict[str, Any]) -> bytes:
    """A game as JSON that a person can read: a line for each key, and a line for each action and position."""
    lines = []
    for key, value in data.items():
        if key in ("actions", "positions") and value:
            rows = ",\n".join(f"    {_json(row)}" for row in value)
            lines.append(f'  "{key}": [\n{rows}\n  ]')
        else:
            lines.append(f"  {_json(key)}: {_json(value)}")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
