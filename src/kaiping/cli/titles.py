"""Every title, its editions or scenarios, their options and player counts."""

from __future__ import annotations

import argparse
import sys
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

from kaiping.cli.parser import add_json, print_json
from kaiping.errors import BadInput
from kaiping.titles import TITLES, definition, options_of
from kaiping.titles.about import about, book_of, edition_name
from kaiping.titles.options import Option, OptionNumber


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="TITLE", nargs="?", help="only this title, or one edition such as 1890:C")
    parser.add_argument("--all", action="store_true", help="also the rule sets of other programs, for their files")
    parser.add_argument("--how", action="store_true", help="how the game goes, on one page; needs a TITLE")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    title, _, edition = (args.title or "").partition(":")
    if args.title is not None:
        definition(title, edition or None)  # refused if there is none
    rows = [
        row
        for row in editions()
        if (args.all or edition or not row["house_rules"])
        and (not title or row["title"] == title)
        and (not edition or row["edition"] == edition)
    ]
    if args.json:
        print_json(rows)
        return 0
    # in a terminal lines are folded; to others they stay whole, to be searched
    width = get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    if args.how:
        if not title:
            raise BadInput("--how needs a title: kaiping titles 1888 --how")
        print("\n".join(wrap(_title(title), width, break_on_hyphens=False)))
        _show_how(title, width)
        return 0
    told = None
    for row in rows:
        if row["title"] != told:
            told = row["title"]
            print("\n".join(wrap(_title(told), width, subsequent_indent=" " * 4, break_on_hyphens=False)))
        least, most = row["players"]
        words = [f"{row['title']}:{row['edition']}".ljust(22), f"{least}-{most} players", row["name"]]
        if row["default"]:
            words.append("the default")
        if row["house_rules"]:
            words.append("for game files of another program")
        print("  ".join(words))
        for option in row["about_options"]:
            name = option["name"] + ("=N" if option["number"] else "")
            does = f"{option['label']}. {option['summary']}{_limits(option['number'])}"
            line = f"  --option {name} ({option['clause']}): {does}"
            print("\n".join(wrap(line, width, subsequent_indent=" " * 4, break_on_hyphens=False)))
    return 0


def _title(name: str) -> str:
    """What a title is, in a few sentences."""
    found = about(name)
    return f"{name}: {found.place}, {found.years}. {found.hours}, {found.level}. {found.peculiar} {found.suits}"


def _show_how(name: str, width: int) -> None:
    """What the rounds, trains and phases of a title are, on one page."""
    for chapter in about(name).how:
        print(f"\n{chapter.heading}")
        for one in chapter.sentences:
            line = f"  {one.says} ({book_of(name)}:{one.clause})"
            print("\n".join(wrap(line, width, subsequent_indent="    ", break_on_hyphens=False)))


def editions() -> list[dict[str, Any]]:
    """One row for each edition of each title."""
    rows = []
    for title in TITLES.values():
        for edition in title.editions:
            printed = definition(title.name, edition)
            offered = options_of(title.name, edition)
            rows.append(
                {
                    "title": title.name,
                    "edition": edition,
                    "name": edition_name(title.name, edition),
                    "players": list(printed.players),
                    "options": [option.name for option in offered],
                    "about_options": [_about(option, printed.clauses) for option in offered],
                    "default": edition == title.default_edition,
                    "house_rules": printed.house_rules,
                    "rulebook": printed.clauses,
                }
            )
    return rows


def _about(option: Option, book: str) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": option.label,
        "summary": option.summary,
        "kind": option.kind.value,
        "clause": option.cited(book),
        "excludes": list(option.excludes),
        "needs": list(option.needs),
        "number": _number(option.number),
    }


def _number(number: OptionNumber | None) -> dict[str, Any] | None:
    if number is None:
        return None
    return {name: getattr(number, name) for name in ("label", "least", "greatest", "step", "default")}


def _limits(number: dict[str, Any] | None) -> str:
    """Which numbers an option takes, after its summary."""
    if number is None:
        return ""
    step = "" if number["step"] == 1 else f" in steps of {number['step']}"
    return f" N is {number['label']}, from {number['least']} to {number['greatest']}{step}."
