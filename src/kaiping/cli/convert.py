"""Convert a game file: one of 18xx.games into the native format, a native one into that of 18xx.games.

Only games by the rule sets of 18xx.games (see kaiping titles --all) can be written in its format.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kaiping.records.convert import convert


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a game file of either format, plain or compressed")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the file to write")
    parser.add_argument("--short", action="store_true", help="a native file with digests instead of positions")


def run(args: argparse.Namespace) -> int:
    written = convert(args.file, args.output, short=args.short)
    print(f"{args.output}: {written}")
    return 0
