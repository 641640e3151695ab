"""A backup into an empty data folder or database; then every game of it is opened once."""

from __future__ import annotations

import argparse
from pathlib import Path

from kaiping.cli.stored import add_data, counted, database, folder, make_tables, prepare, report_unopened


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a file that `kaiping backup` has written")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    place = folder(args)
    from kaiping.web import archive, data

    # the secrets first of all: a folder that is prepared without them gets others
    with data.with_secrets(place, archive.head_of(args.file)["secrets"]):
        prepare(place)
        with data.held(place), database():
            from kaiping.web import backup
            from kaiping.web.database import without_haste

            make_tables()
            with without_haste():
                print(f"{place}: {counted(backup.read(args.file))}")
                return report_unopened()
