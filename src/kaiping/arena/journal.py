"""What is kept of a contest: a line of JSON for each game, written when it ends, so that it can go on later."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import msgspec

from kaiping.arena.contest import Contest
from kaiping.arena.play import Outcome
from kaiping.arguments import one_line
from kaiping.errors import BadInput

_HEAD = msgspec.json.Decoder(Contest)
_LINE = msgspec.json.Decoder(Outcome)


class Journal:
    """The games of one contest in a file; without a file they are only remembered."""

    def __init__(self, held: Contest, file: Path | None) -> None:
        self.outcomes: dict[int, Outcome] = {}
        self._stream: IO[bytes] | None = None
        if file is None:
            return
        try:
            whole = self._read(held, file) if file.exists() else 0
            self._stream = file.open("r+b" if whole else "wb")
            self._stream.seek(whole)
            self._stream.truncate()
            if not whole:
                self._write(msgspec.json.encode(held))
        except OSError as wrong:
            raise BadInput(f"{one_line(file)}: {wrong.strerror}") from None

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.index] = outcome
        self._write(msgspec.json.encode(outcome))

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()

    def _write(self, line: bytes) -> None:
        if self._stream is not None:
            self._stream.write(line + b"\n")
            self._stream.flush()
            os.fsync(self._stream.fileno())

    def _read(self, held: Contest, file: Path) -> int:
        """Take what was played; says how many bytes are whole lines, since the last may have been cut off."""
        data = file.read_bytes()
        whole = data.rfind(b"\n") + 1
        if not whole:
            if data:
                raise BadInput(f"{one_line(file)} is no file of an arena")
            return 0
        head, *lines = data[:whole].splitlines()
        try:
            of = _HEAD.decode(head)
            played = [_LINE.decode(line) for line in lines]
        except (msgspec.DecodeError, UnicodeError):
            raise BadInput(f"{one_line(file)} is no file of an arena") from None
        if of != held:
            raise BadInput(f"{one_line(file)} holds games of another contest ({_words(of)}); choose another file")
        self.outcomes = {one.index: one for one in played}
        return whole


def _words(of: Contest) -> str:
    name = ", ".join((f"{of.title}:{of.edition}", *of.options))
    return f"{name}, {of.players} players, {', '.join(of.bots)}, seed {of.seed}"


def write_parquet(outcomes: Iterable[Outcome], file: Path) -> None:
    """A row for each seat of each game."""
    try:
        from pyarrow import Table, parquet
    except ImportError:
        raise BadInput('Parquet needs the extra "arena": pip install "kaiping[arena]"') from None
    rows = [
        {
            "game": one.index,
            "seed": one.seed,
            "seat": number + 1,
            "bot": name,
            "worth": one.worth[number],
            "place": one.places[number],
            "won": one.places[number] == 1,
            "decisions": one.decisions[number],
            "seconds": one.seconds[number],
            "actions": one.actions,
            "ended": one.ended,
            "phase": one.phase,
            "turns": one.turns,
            "fault": one.fault,
        }
        for one in sorted(outcomes, key=lambda one: one.index)
        for number, name in enumerate(one.seats)
    ]
    try:
        parquet.write_table(Table.from_pylist(rows), file)
    except OSError as wrong:
        raise BadInput(f"{one_line(file)}: {wrong.strerror or wrong}") from None
