"""What the commands that work on a server's data folder share: the folder, its settings, its database."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kaiping.errors import BadInput


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, help="where games are kept (default: your data folder)")


def check_installed() -> None:
    """Refuse where what the web table needs is not there."""
    try:
        import django  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise BadInput("the web table needs more packages; install them with: pip install 'kaiping[web]'") from None


def folder(args: argparse.Namespace) -> Path:
    """The data folder that is meant."""
    check_installed()
    from kaiping.web import data

    return (args.data or data.folder()).absolute()


def prepare(place: Path) -> None:
    """Make the folder and its secrets, and name it to Django's settings."""
    from kaiping.web import data

    os.umask(0o077)  # what people play and write is nobody else's business on this machine
    data.prepare(place)
    os.environ[data.VARIABLE] = str(place)
    os.environ["DJANGO_SETTINGS_MODULE"] = "kaiping.web.settings"


@contextmanager
def database() -> Iterator[None]:
    """The database of the folder that was prepared; what is wrong with it is said in a sentence."""
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error, connections

    from kaiping.web.database import check

    check(os.environ.get("KAIPING_DATABASE_URL"))
    try:
        django.setup(set_prefix=False)
        yield
    except (Error, ImproperlyConfigured) as wrong:
        raise BadInput(f"the database cannot be used: {' '.join(str(wrong).split())}") from None
    finally:
        connections.close_all()


@contextmanager
def whole_database(place: Path) -> Iterator[None]:
    """For commands that read all of it: nothing has to be quick, and there must be something."""
    if not place.is_dir():
        raise BadInput(f"there is no data folder {place}")
    prepare(place)
    with database():
        from django.db import connection

        from kaiping.web.database import without_haste

        with without_haste():
            if "games_table" not in connection.introspection.table_names():
                raise BadInput(f"there are no games in {place} yet")
            if _is_older():
                raise BadInput(f"the tables of {place} are of an older version; `kaiping serve` brings them up to date")
            yield


def _is_older() -> bool:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def make_tables() -> None:
    """Tables as this version wants them; of several servers that start at once one makes them.

    All that has to be changed is, or nothing: if it fails, the version before finds what it had left.
    """
    from django.core.management import call_command
    from django.db import connection, transaction

    from kaiping.web.database import one_at_a_time, without_haste

    with one_at_a_time(), without_haste():
        connection.disable_constraint_checking()  # SQLite takes no such word within a transaction
        with transaction.atomic():
            call_command("migrate", verbosity=0, interactive=False)


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
