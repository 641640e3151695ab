"""Replay recorded games and compare them with what was recorded: the result, every state, every listing.

Files are native or of 18xx.games, plain or compressed. TRACE and LIST may be given once for each FILE, in order;
without a value, or in another number, those beside each FILE are taken (FILE's name with .states.jsonl.gz or
.legal.jsonl.gz).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kaiping.arguments import one_line
from kaiping.cli.parser import add_json, print_json
from kaiping.cli.record import Record, open_record
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records.files import read_json, read_json_lines
from kaiping.records.legal import differences
from kaiping.records.refused import Refused
from kaiping.records.replay import NOTES
from kaiping.records.trace import difference

STATES, LEGAL, INITIAL = ".states.jsonl", ".legal.jsonl", ".initial.json"


class Failure(NamedTuple):
    """What does not hold for a file; ``unreadable``: there is no game to compare at all."""

    file: Path
    at: Any
    what: str
    unreadable: bool = False

    def __str__(self) -> str:
        where = "the start" if self.at is None else f"action {self.at}"
        return f"{self.file}: {self.what}" if self.unreadable else f"{self.file} at {where}: {self.what}"


class Task(NamedTuple):
    """A file and what to compare it with."""

    file: Path
    states: Path | None
    legal: Path | None


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a recorded game")
    for name, what in (("states", "TRACE"), ("legal", "LIST")):
        parser.add_argument(
            f"--{name}",
            metavar=what,
            nargs="?",
            action="append",
            type=Path,
            help="compare every state" if name == "states" else "compare every listing of legal actions",
        )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    tasks = list(_tasks(args.files, args.states, args.legal))
    failures, notes = [], []
    actions = exact = 0
    for task in tasks:
        count, failure, told = _check(task)
        notes += [{"file": str(task.file), "what": what} for what in told]
        actions += count
        exact += failure is None
        if failure is not None:
            if failure.unreadable and len(tasks) == 1:
                raise BadInput(str(failure))
            failures.append(failure)
        if not args.json:
            print(f"OK {task.file} {count} actions" if failure is None else f"DIVERGES {failure}", flush=True)
            for what in told:
                print(f"   {what}")
    if args.json:
        rows = [{"file": str(one.file), "at": one.at, "what": one.what} for one in failures]
        found = {"games": len(tasks), "exact": exact, "actions": actions, "failures": rows}
        print_json(found | ({"notes": notes} if notes else {}))
    else:
        print(f"{exact} of {len(tasks)} exact")
    missing = [one_line(task.file) for task in tasks if not task.file.exists()]
    if missing:
        raise BadInput(f"{', '.join(missing)}: there is no such file")
    return 1 if failures else 0


# --- which files belong together ----------------------------------------------------------------


def _tasks(files: list[Path], states: list[Path | None] | None, legal: list[Path | None] | None) -> Iterator[Task]:
    """Pair games with their traces and lists; these are never games themselves, also where a pattern names all."""
    games = [file for file in files if not _is_companion(file)]
    if not games:
        raise BadInput(f"{files[0]} belongs to a recorded game, but is not one itself")
    traces, lists = _companions(games, states, STATES), _companions(games, legal, LEGAL)
    if legal is not None and not any(lists):
        raise BadInput("there is no list of legal actions beside any of the games")
    for file, trace, listing in zip(games, traces, lists, strict=True):
        if states is not None and trace is None:
            raise BadInput(f"there is no trace beside {file}")
        yield Task(file, trace, listing)


def _is_companion(file: Path) -> bool:
    return any(file.name.removesuffix(".gz").endswith(ending) for ending in (STATES, LEGAL, INITIAL))


def _companions(games: list[Path], given: list[Path | None] | None, ending: str) -> list[Path | None]:
    if given is None:
        return [None] * len(games)
    named = [file for file in given if file is not None]
    if len(named) == len(games):
        return list(named)
    by_name = {file.name: file for file in named}
    return [_companion(file, ending, by_name) for file in games]


def _companion(file: Path, ending: str, given: dict[str, Path]) -> Path | None:
    for name in (f"{_stem(file)}{ending}.gz", f"{_stem(file)}{ending}"):
        if name in given:
            return given[name]
        if file.with_name(name).exists():
            return file.with_name(name)
    return None


def _stem(file: Path) -> str:
    return file.name.removesuffix(".gz").removesuffix(".json")


def _initial(task: Task) -> Any:
    """The state before the first action, where it is recorded."""
    if task.states is None:
        return None
    stem = task.states.name.removesuffix(".gz").removesuffix(STATES)
    for place in (task.states.with_name(f"{stem}{INITIAL}"), task.file.with_name(f"{_stem(task.file)}{INITIAL}")):
        if place.exists():
            return read_json(place)
    return None


def _by_place(file: Path | None) -> dict[int, Any]:
    """The lines of a trace or list by the place of their action."""
    if file is None:
        return {}
    lines = {}
    for line in read_json_lines(file):
        if not isinstance(line, dict) or not isinstance(line.get("seq"), int):
            raise BadInput(f"{file} is not a trace or list of a game: a line has no seq")
        lines[line["seq"]] = line
    return lines


# --- comparing ------------------------------------------------------------------------------------


class _Differs(Exception):
    """Ends a comparison."""

    def __init__(self, at: Any, what: str) -> None:
        self.at = at
        self.what = what


def _check(task: Task) -> tuple[int, Failure | None, list[str]]:
    """Replay one file; how many actions stood, the first thing that differs, what of older rules holds no more."""
    try:
        record = open_record(task.file)
        states, legal, initial = _by_place(task.states), _by_place(task.legal), _initial(task)
    except BadInput as wrong:
        return 0, Failure(task.file, None, _without(str(wrong), task.file), unreadable=True), []
    compared = task.states is not None or task.legal is not None
    try:
        game = _compare(record, states if task.states else None, legal, initial)
    except _Differs as found:
        return 0, Failure(task.file, found.at, found.what), []
    except Refused as wrong:
        # where a trace says what should have happened we are to blame, otherwise the file is
        unreadable = not compared
        what = str(wrong) if unreadable else f"refused: {wrong.cause}"
        return 0, Failure(task.file, wrong.at, what, unreadable), []
    except BadInput as wrong:
        return 0, Failure(task.file, None, _without(str(wrong), task.file), unreadable=True), []
    told = [game.describe(event) for event in game.events if event.kind in NOTES]
    return len(record.places), None, told


def _without(text: str, file: Path) -> str:
    """A complaint without the file's name at its head, which stands before it anyway."""
    return text.removeprefix(f"{file}: ").removeprefix(f"{file} ")


def _compare(record: Record, states: dict[int, Any] | None, legal: dict[int, Any], initial: Any) -> Game:
    """Refused where anything differs; the game at its end."""
    game = record.start()
    if initial is not None:
        _same(None, difference, game, initial)
    _compare_listing(record, 0, game, legal)
    at = None
    for index, (game, step) in enumerate(record.steps()):
        at = step.id
        if states is not None and not record.is_silent(index):
            recorded = states.pop(step.seq, None)
            if recorded is None:
                raise _Differs(at, "no state is recorded for it")
            _same(at, difference, game, recorded, game.events_since(step.before))
        _compare_listing(record, index + 1, game, legal)
    if states:
        raise _Differs(at, f"a state is recorded for action #{min(states)}, which does not stand")
    if legal:
        raise _Differs(at, f"a list is recorded for action #{min(legal)}, which does not stand")
    _compare_result(game, record.result, at)
    return game


def _compare_listing(record: Record, index: int, game: Game, legal: dict[int, Any]) -> None:
    """What we offer before the action that comes next."""
    if index < len(record.places):
        name, seq = record.places[index]
        entry = legal.pop(seq, None)
        if entry is not None:
            _same(name, differences, game, entry)


def _same(at: Any, compare: Callable[..., str | None], *values: Any) -> None:
    """Raise the difference that a comparison finds."""
    try:
        what = compare(*values)
    except (TypeError, ValueError, LookupError, AttributeError) as wrong:
        what = f"what is recorded cannot be compared: {type(wrong).__name__}: {wrong}"
    if what is not None:
        raise _Differs(at, what)


def _compare_result(game: Game, result: dict[str, int] | None, at: Any) -> None:
    if result is None:
        return
    totals = game.totals()
    for player in {**totals, **result}:
        ours, recorded = totals.get(player), result.get(player)
        if ours != recorded:
            raise _Differs(at, f"result.{player} ours {ours}, recorded {recorded}")
