"""Files that commands write: ``-`` is standard output, and nothing is written over without a word."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from kaiping.arguments import one_line
from kaiping.errors import BadInput
from kaiping.records.files import read_json

#: standard output, as a name of a file
STDOUT = Path("-")


def add_output(parser: argparse.ArgumentParser, metavar: str, help: str) -> None:
    parser.add_argument(
        "-o", "--output", metavar=metavar, type=Path, required=True, help=f"{help}; - is standard output"
    )
    parser.add_argument(
        "--force", action="store_true", help="write over a file of that name without asking, whatever it holds"
    )


def clear_way(
    file: Path,
    like: Callable[[Path], bool],
    what: str,
    *,
    force: bool,
    source: Path | None = None,
    ask: bool = True,
) -> str:
    """Words to add to a report where a file is about to be replaced; never the one that is read.

    Something else than what the command writes is only written over by force; somebody at a terminal is asked.
    """
    if file == STDOUT or not file.is_file() or not file.stat().st_size:
        return ""
    if source is not None and source.is_file() and file.samefile(source):
        raise BadInput(f"{one_line(file)} is the file that is read; choose another name for what is written")
    if not force and not like(file):
        raise BadInput(f"{one_line(file)} exists and is no {what}; choose another name, or write over it with --force")
    if ask and not force and sys.stdin.isatty() and sys.stderr.isatty():
        print(f"{one_line(file)} is there already. Write over it? (yes/no) ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise BadInput(f"{one_line(file)} stays as it is; nothing was written")
    return f" (over the {what} that was there)"


def is_game(file: Path) -> bool:
    """Is it a game file, or at least a JSON object as game files are?"""
    try:
        read_json(file)
    except BadInput:
        return False
    return True


def is_page(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(9).lower() == b"<!doctype"


def is_picture(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(4) in (b"<svg", b"<?xm", b"\x89PNG")
