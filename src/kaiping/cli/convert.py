"""Convert a game file: one of 18xx.games into the native format, a native one into that of 18xx.games.

Only games by the rule sets of 18xx.games (see kaiping titles --all) can be written in its format.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from kaiping.cli.output import STDOUT, add_output, clear_way, is_game
from kaiping.records.convert import convert


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a game file of either format, plain or compressed")
    add_output(parser, "FILE", "the file to write")
    parser.add_argument("--short", action="store_true", help="a native file with digests instead of positions")


def run(args: argparse.Namespace) -> int:
    if args.output == STDOUT:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "game.json"
            convert(args.file, file, short=args.short)
            sys.stdout.write(file.read_text(encoding="utf-8"))
        return 0
    replaced = clear_way(args.output, is_game, "game file", force=args.force, source=args.file)
    written = convert(args.file, args.output, short=args.short)
    print(f"{args.output}: {written}{replaced}")
    return 0
