"""Where games are stored: SQLite in the data folder, or the PostgreSQL that ``KAIPING_DATABASE_URL`` names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from kaiping.errors import BadInput
from kaiping.web import data, patience

#: readers do not wait for a writer, and what has been committed is on the disk
_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-8000;"

#: milliseconds that PostgreSQL works on one statement: a little less than we wait for it
_STATEMENT = 1800


def database(url: str | None, place: Path) -> dict[str, Any]:
    """Django's settings of a database.

    >>> database("postgresql://ann:secret@db.example/kaiping", Path("unused"))["HOST"]
    'db.example'
    """
    if not url:
        return sqlite(place / "kaiping.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)))
    if parts.scheme not in ("postgres", "postgresql"):
        raise BadInput("KAIPING_DATABASE_URL should look like postgresql://user:password@host:5432/name")
    try:
        port = parts.port
    except ValueError:
        raise BadInput("the port in KAIPING_DATABASE_URL is not a number") from None
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    from kaiping.web.postgresql.connection import Connection

    # Requests run in threads that come and go, so connections live in a pool of their own.
    options["pool"] = {"min_size": 1, "max_size": 16, "reconnect_timeout": 2, "connection_class": Connection}
    options.setdefault("connect_timeout", 2)
    # so that the database does not go on with what nobody waits for any more
    options["options"] = f"{options.get('options', '')} -c statement_timeout={_STATEMENT}".strip()
    return {
        "ENGINE": "kaiping.web.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(port or ""),
        "OPTIONS": options,
    }


def check(url: str | None) -> None:
    """Can the server be reached at all? Asked once at the start, where a pool would try again and again."""
    if not url or not url.startswith("postgres"):
        return
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as wrong:
        raise BadInput(f"the database cannot be used: {' '.join(str(wrong).split())}") from None


#: any number, as long as all servers know it
_PREPARING = 1888_1880_1890


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Of several servers that start at once on one database, one makes its tables and the others wait for them."""
    from django.conf import settings

    chosen = settings.DATABASES["default"]
    if chosen["ENGINE"].endswith("sqlite3"):
        with data.one_at_a_time(Path(f"{chosen['NAME']}.preparing")):
            yield
        return
    import psycopg

    with psycopg.connect(os.environ["KAIPING_DATABASE_URL"], autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [_PREPARING])
        yield


@contextmanager
def without_haste() -> Iterator[None]:
    """What nobody waits for, as when tables are made: it may take as long as it takes."""
    from django.db import connection

    unbounded = "SET statement_timeout = 0" if connection.vendor == "postgresql" else "PRAGMA busy_timeout = 60000"
    with patience.waiting_at_most(None):
        try:
            with connection.cursor() as cursor:
                cursor.execute(unbounded)
            yield
        finally:
            connection.close()
            if connection.vendor == "postgresql":
                connection.close_pool()  # type: ignore[attr-defined]


def sqlite(file: Path) -> dict[str, Any]:
    """One file; a writer waits its turn for two seconds, and takes the lock before it reads what it will change."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "CONN_MAX_AGE": None,  # threads that stay keep theirs
        "OPTIONS": {"timeout": patience.LIMIT, "transaction_mode": "IMMEDIATE", "init_command": _PRAGMAS},
    }
