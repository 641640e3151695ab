"""A title on paper: map, tiles, market, charters, certificates, privates, trains and an aid as a PDF, to scale."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kaiping.cli.output import STDOUT, add_output, clear_way
from kaiping.cli.parser import add_title, split_title
from kaiping.errors import BadInput
from kaiping.paper.sheets import HEX, PAPERS


def configure(parser: argparse.ArgumentParser) -> None:
    add_title(parser)
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="size of the sheets (default: a4)")
    parser.add_argument(
        "--hex", metavar="MM", type=float, default=HEX, help=f"width of a hex from flat to flat (default: {HEX:g} mm)"
    )
    add_output(parser, "OUT", "OUT.pdf")


def run(args: argparse.Namespace) -> int:
    if args.output != STDOUT and args.output.suffix.lower() != ".pdf":
        raise BadInput(f"{args.output}: the file's name ends in .pdf")
    split_title(args)
    from kaiping.game import Game
    from kaiping.paper.pdf import to_pdf
    from kaiping.titles import definition

    printed = definition(args.title, args.edition)
    replaced = clear_way(args.output, _is_pdf, "PDF", force=args.force)
    game = Game(args.title, edition=printed.edition, players=[f"Player {n + 1}" for n in range(printed.players[0])])
    data = to_pdf(game, paper=args.paper, hex_wide=args.hex)
    if args.output == STDOUT:
        sys.stdout.buffer.write(data)
    else:
        args.output.write_bytes(data)
    if replaced:
        print(f"{args.output}{replaced}")
    return 0


def _is_pdf(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(5) == b"%PDF-"
