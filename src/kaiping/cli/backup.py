"""Everything that a server keeps, in one file, also while it runs; then every game of it is opened once."""

from __future__ import annotations

import argparse
from pathlib import Path

from kaiping.cli.stored import add_data, counted, folder, report_unopened, whole_database


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write; it must not be there yet")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    place = folder(args)
    with whole_database(place):
        from kaiping.web import backup

        print(f"{args.file}: {counted(backup.write(args.file, place))}")
        return report_unopened()
