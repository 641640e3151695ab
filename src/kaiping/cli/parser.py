"""Arguments: what argparse finds wrong becomes one line like any other bad input; options that commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from kaiping.errors import BadInput


class Parser(argparse.ArgumentParser):
    """A parser that raises instead of printing its usage and leaving."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} (see {self.prog} --help)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_title(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    parser.add_argument("title", metavar="TITLE", nargs="?" if optional else None, help="such as 1888 or 1888:2021")
    parser.add_argument("--edition", metavar="E", help="an edition of the title (default: the newest printed)")


def split_title(args: argparse.Namespace) -> None:
    """Take "1888:2021" apart into title and edition, as ``kaiping titles`` prints them."""
    title, colon, edition = (args.title or "").partition(":")
    if not colon:
        return
    if args.edition not in (None, edition):
        raise BadInput(f"{args.title} and --edition {args.edition} name two editions; name one")
    if not edition:
        raise BadInput(f"{args.title}: name an edition after the colon, as kaiping titles lists them")
    args.title, args.edition = title, edition


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        metavar="X",
        action="append",
        default=[],
        help="an option of the title, as kaiping titles lists them, with =N if it takes a number; may be repeated",
    )
    parser.add_argument(
        "--variant", metavar="FILE", type=Path, help="rules of your own: a TOML file that is laid over the edition"
    )


def add_at(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--at",
        metavar="ID",
        help="the moment just before the action with this id ('#N': before the N-th of the file, from 0); "
        "without it the last position",
    )


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A type for arguments: a whole number within limits."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if value < least or (most is not None and value > most):
            limits = f"at least {least}" if most is None else f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"{value} is not {limits}")
        return value

    return number
