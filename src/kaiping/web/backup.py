"""Everything that a server keeps in one file, written while it runs, and back into an empty database.

The file is gzipped JSON, a line for each row as Django writes it, between a line that tells the format and the secrets
of the data folder and one that counts the rows. What can be made again is left out: sessions, locks, static files.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from kaiping.errors import BadInput, KaipingError
from kaiping.web import data
from kaiping.web.archive import DAMAGED, FORMAT, head_of
from kaiping.web.games.game_cache import opened
from kaiping.web.games.models import Move, Table

_LABELS = ("auth", "site", "games", "plans")
_LEFT_OUT = ("auth.permission", "auth.group")


# --- writing --------------------------------------------------------------------------------------


def write(file: Path, place: Path) -> Counter[str]:
    """Write all rows as they are at one moment; the file is there only once it is whole."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with _new_file(fresh) as stream, _snapshot():
            head = {"kaiping-backup": FORMAT, "migrations": _migrations(), "secrets": data.secrets_of(place)}
            stream.write(json.dumps(head) + "\n")
            rows: Counter[str] = Counter()
            for model in _models():
                rows[_label(model)] = model._default_manager.count()
                serializers.serialize("jsonl", model._default_manager.order_by("pk").iterator(), stream=stream)
            stream.write(json.dumps({"rows": rows}) + "\n")
        os.link(fresh, file)
    except FileExistsError:
        raise BadInput(f"{file} is there already; name another file") from None
    finally:
        with suppress(FileNotFoundError):
            fresh.unlink()
    return rows


@contextmanager
def _new_file(file: Path) -> Iterator[TextIO]:
    """For nobody else to read: there are addresses and secrets in it."""
    with (
        os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw,
        gzip.open(raw, "wt", encoding="utf-8") as stream,
    ):
        yield stream


@contextmanager
def _snapshot() -> Iterator[None]:
    """All that is read inside is of one moment; nobody who writes has to wait."""
    level = " ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"BEGIN{level}")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _models() -> list[type[Model]]:
    """In an order in which each comes after those that it points to."""
    found = [apps.get_app_config(label) for label in _LABELS]
    ordered = serializers.sort_dependencies([(config, None) for config in found])
    return [model for model in ordered if _label(model) not in _LEFT_OUT]


def _label(model: type[Model]) -> str:
    return model._meta.label_lower


def _migrations() -> dict[str, str]:
    """The last migration of each of our parts."""
    loader = MigrationLoader(connection)
    return {app: name for app, name in loader.graph.leaf_nodes() if app in _LABELS}


# --- reading --------------------------------------------------------------------------------------


def read(file: Path) -> Counter[str]:
    """Put all rows into a database that has none yet, or nothing at all."""
    _check_migrations(head_of(file)["migrations"])
    if any(model._default_manager.exists() for model in _models()):
        raise BadInput("the database is not empty; a backup is put into an empty one")
    rows: Counter[str] = Counter()
    try:
        with transaction.atomic(), gzip.open(file, "rt", encoding="utf-8") as stream:
            stream.readline()
            for line in stream:
                if line.startswith('{"rows": '):
                    break
                for found in serializers.deserialize("jsonl", line):
                    found.save()
                    rows[_label(type(found.object))] += 1
            else:
                raise EOFError
            if +rows != +Counter(json.loads(line)["rows"]):
                raise EOFError
            connection.check_constraints()
            with connection.cursor() as cursor:
                for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
                    cursor.execute(statement)
    except (*DAMAGED, DeserializationError):
        raise BadInput(f"{file} is not whole; nothing has been restored") from None
    return rows


def _check_migrations(written: dict[str, str]) -> None:
    loader = MigrationLoader(connection)
    for app, name in written.items():
        if (app, name) not in loader.disk_migrations:
            raise BadInput(f"the backup is of a newer version, with {app}.{name:.60}; restore it with that one")


# --- looking it over --------------------------------------------------------------------------------


def unopened() -> Iterator[tuple[Table, str]]:
    """Tables whose games cannot be opened, and why; nothing is changed."""
    for table in Table.objects.exclude(status=Table.Status.WAITING).order_by("pk").iterator():
        try:
            stored = Move.objects.filter(table=table, number__lte=table.played).count()
            if stored != table.played:
                raise BadInput(f"{table.played - stored} of its {table.played} moves are missing")
            game, _first, _ids = opened(table)
            for moment in game.moments():
                moment.state.finished  # noqa: B018  all that is read of a moment is read with its state
        except (KaipingError, ValueError) as wrong:
            yield table, " ".join(str(wrong).split())
