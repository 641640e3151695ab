"""What the commands that work on a server's data folder share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

from kaiping.cli.serve import check_installed
from kaiping.errors import BadInput


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, help="where games are kept (default: your data folder)")


def folder(args: argparse.Namespace) -> Path:
    """The data folder that is meant."""
    check_installed()
    from kaiping.web import data

    return (args.data or data.folder()).absolute()


def open_database(place: Path, *, fresh: bool = False) -> None:
    """Make the models of a data folder usable; with ``fresh`` its tables are made or brought up to date."""
    from kaiping.web import data, database

    if not fresh and not place.is_dir():
        raise BadInput(f"there is no data folder {place}")
    os.umask(0o077)
    data.prepare(place)
    os.environ[data.VARIABLE] = str(place)
    os.environ["DJANGO_SETTINGS_MODULE"] = "kaiping.web.settings"
    database.check(os.environ.get("KAIPING_DATABASE_URL"))
    import django
    from django.core.management import call_command
    from django.db import Error, connection

    try:
        django.setup(set_prefix=False)
        if fresh:
            call_command("migrate", verbosity=0, interactive=False)
        elif "games_table" not in connection.introspection.table_names():
            raise BadInput(f"there are no games in {place} yet")
    except Error as wrong:
        raise BadInput(f"the database cannot be used: {' '.join(str(wrong).split())}") from None


def counted(rows: Mapping[str, int]) -> str:
    """What of it people would count."""
    names = {"auth.user": "accounts", "games.table": "tables", "games.move": "moves"}
    return ", ".join(f"{rows.get(model, 0)} {name}" for model, name in names.items())


def report_unopened() -> int:
    """Open every game; 1 if one cannot be."""
    from kaiping.web import backup

    wrong = 0
    for table, why in backup.unopened():
        print(f"the game {table.key} ({table.title}) cannot be opened: {why}")
        wrong = 1
    if not wrong:
        print("every game opens")
    return wrong
