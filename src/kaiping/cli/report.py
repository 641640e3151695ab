"""What became of a game: who won by what, round by round, and where it turned, as a page that can be printed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kaiping.cli.output import STDOUT, add_output, clear_way, is_page
from kaiping.cli.record import game_at
from kaiping.errors import BadInput


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="GAME",
        type=Path,
        help="a game file; if kaiping analyse has kept its analysis beside it, that is shown, too",
    )
    add_output(parser, "OUT", "OUT.html")


def run(args: argparse.Namespace) -> int:
    if args.output != STDOUT and args.output.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"{args.output}: a report's name ends in .html")
    game = game_at(args.file, None)
    replaced = clear_way(args.output, is_page, "page", force=args.force)
    from kaiping.cli.analyse import kept_of
    from kaiping.report import report
    from kaiping.report.page import document

    text = document(report(game), kept_of(args.file, game))
    if args.output == STDOUT:
        sys.stdout.write(text)
    else:
        args.output.write_bytes(text.encode())
    if replaced:
        print(f"{args.output}{replaced}")
    return 0
