"""The clauses of a rulebook in our own words, and which of them a passing test covers.

Without BOOK: all rulebooks. --coverage needs a checkout with its tests; where what the last test run recorded is
older than the code, the tests that cite clauses are run first. It exits 1 if a testable clause has no test.
"""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from kaiping.cli.coverage import proved_clauses
from kaiping.cli.parser import add_json, print_json
from kaiping.titles.clauses import Clause, book, books


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", metavar="BOOK", nargs="?", help=f"one of {', '.join(books())}")
    parser.add_argument("--coverage", action="store_true", help="which clauses a passing test covers")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    chosen = books() if args.book is None else {args.book: book(args.book)}
    if args.coverage:
        return _show_coverage(chosen, single=args.book is not None, as_json=args.json)
    if args.json:
        print_json([msgspec.to_builtins(clause) for clauses in chosen.values() for clause in clauses])
    elif args.book is None:
        for name, clauses in chosen.items():
            print(f"{name:<12} {len(clauses)} clauses, {sum(one.needs_test for one in clauses)} testable")
    else:
        _show_book(chosen[args.book])
    return 0


def _show_book(clauses: tuple[Clause, ...]) -> None:
    section = None
    for clause in clauses:
        if clause.section != section:
            print(("" if section is None else "\n") + clause.section)
            section = clause.section
        print(f"  {clause.id}  {clause.says}")


def _coverage(name: str, clauses: tuple[Clause, ...], proved: dict[str, list[str]]) -> dict[str, Any]:
    wanted = [clause.id for clause in clauses if clause.needs_test]
    missing = [clause for clause in wanted if not proved.get(clause)]
    return {
        "edition": name,
        "testable": len(wanted),
        "covered": len(wanted) - len(missing),
        "missing": missing,
        "untestable": {clause.id: clause.untestable for clause in clauses if clause.untestable is not None},
    }


def _show_coverage(chosen: dict[str, tuple[Clause, ...]], *, single: bool, as_json: bool) -> int:
    proved = proved_clauses()
    rows = [_coverage(name, clauses, proved) for name, clauses in chosen.items()]
    if as_json:
        print_json(rows[0] if single else rows)
    else:
        for row, clauses in zip(rows, chosen.values(), strict=True):
            _print_coverage(row, clauses)
    return 1 if any(row["missing"] for row in rows) else 0


def _print_coverage(row: dict[str, Any], clauses: tuple[Clause, ...]) -> None:
    print(
        f"{row['edition']}: {row['covered']} of {row['testable']} testable clauses covered, "
        f"{len(row['missing'])} missing, {len(row['untestable'])} untestable"
    )
    says = {clause.id: clause.says for clause in clauses}
    for clause in row["missing"]:
        print(f"  missing     {clause}  {says[clause]}")
    for clause, why in row["untestable"].items():
        print(f"  untestable  {clause}  {why}")
