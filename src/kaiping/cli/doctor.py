"""Looks a data folder over: the database, its state, its games, the room on the disk."""

from __future__ import annotations

import argparse
import shutil

from kaiping.cli.stored import add_data, folder, report_unopened, whole_database

#: less than this is little
_ROOM = 200 << 20


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    place = folder(args)
    with whole_database(place):
        free = shutil.disk_usage(place).free
        print(f"{place}: {free >> 20} MB free on its disk")
        faults = [*(["there is little room on the disk"] if free < _ROOM else []), *_database_faults()]
        for fault in faults:
            print(fault)
        if not faults:
            print("the database is sound and up to date")
        return max(report_unopened(), int(bool(faults)))


def _database_faults() -> list[str]:
    from django.db import IntegrityError, connection

    found = []
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(5)")
            found += [f"the database is damaged: {row}" for (row,) in cursor.fetchall() if row != "ok"]
    try:
        connection.check_constraints()
    except IntegrityError as wrong:
        found.append(f"rows point to others that are not there: {' '.join(str(wrong).split())}")
    return found
