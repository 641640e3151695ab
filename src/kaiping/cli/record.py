"""A game file of either format as the commands use it: replayed step by step, or up to a moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from kaiping.arguments import one_line
from kaiping.errors import BadInput, IllegalAction
from kaiping.game import Game
from kaiping.records import native, site18xx
from kaiping.records.files import read_json


class Step(NamedTuple):
    """An action of a file: its id, its place, and how many of the game's actions came before and with it."""

    id: Any
    seq: int
    before: int
    after: int


class Record(ABC):
    """A file that has been read, but not yet replayed."""

    #: actions that take effect: id and place in the file; ids may repeat
    places: list[tuple[Any, int]]
    #: how many actions the file holds, undone ones included
    length: int
    #: player -> worth at the end, as recorded
    result: dict[str, int] | None

    @abstractmethod
    def start(self) -> Game:
        """The game before the first action."""

    @abstractmethod
    def steps(self, count: int | None = None) -> Iterator[tuple[Game, Step]]:
        """Replay all actions or the first so many; the game is the same object throughout."""

    @abstractmethod
    def is_silent(self, index: int) -> bool:
        """Whether an action is only talk, without any effect on the game."""

    def game(self, count: int | None = None) -> Game:
        """The game after all actions that take effect, or the first so many."""
        game = self.start()
        for reached, _ in self.steps(count):
            game = reached
        return game

    def at(self, moment: str | None) -> Game:
        """The game just before the action that ``--at`` names; without it as it is at the end."""
        return self.game(None if moment is None else self._index(moment))

    def _index(self, moment: str) -> int:
        if moment.startswith("#"):
            if not moment[1:].isdecimal() or int(moment[1:]) > self.length:
                raise BadInput(f"--at {moment}: the file has the actions #0 to #{self.length - 1}")
            return sum(seq < int(moment[1:]) for _, seq in self.places)
        for index, (name, _) in enumerate(self.places):
            if str(name) == moment:
                return index
        raise BadInput(f"--at {moment}: the file has no action with that id, or it was undone")


class SiteRecord(Record):
    """A file of 18xx.games."""

    def __init__(self, data: Any) -> None:
        self.site = site18xx.read(data)
        self.places = [(action.id, action.seq) for action in self.site.actions]
        self.length = len(data["actions"])
        self.result = None
        if self.site.result is not None:
            names = {str(key): name for key, name in self.site.players.items()}
            self.result = {names.get(str(key), str(key)): worth for key, worth in self.site.result.items()}

    def start(self) -> Game:
        return site18xx.start(self.site)

    def is_silent(self, index: int) -> bool:
        return bool(self.site.actions[index].raw["type"] == "message")

    def steps(self, count: int | None = None) -> Iterator[tuple[Game, Step]]:
        for game, step in site18xx.steps(replace(self.site, actions=self.site.actions[:count])):
            yield game, Step(step.action.id, step.action.seq, step.before, step.after)


class NativeRecord(Record):
    """A file in our own format; ids are 1 to n, and no result is recorded."""

    result = None

    def __init__(self, data: Any) -> None:
        self.native = native.read(data)
        self.length = len(self.native.actions)
        self.places = [(number + 1, number) for number in range(self.length)]

    def start(self) -> Game:
        return native.start(self.native)

    def is_silent(self, index: int) -> bool:
        return False

    def steps(self, count: int | None = None) -> Iterator[tuple[Game, Step]]:
        for game, number in native.steps(replace(self.native, actions=self.native.actions[:count])):
            yield game, Step(number, number - 1, number - 1, number)


def open_record(file: Path) -> Record:
    """Read a game file of either format; what is wrong with it is said in one line."""

    data = read_json(file)
    try:
        return NativeRecord(data) if native.is_native(data) else SiteRecord(data)
    except BadInput as wrong:
        raise BadInput(f"{one_line(file)}: {wrong}") from None
    except (TypeError, ValueError, LookupError, AttributeError) as wrong:
        raise BadInput(f"{one_line(file)} is not a game: {type(wrong).__name__}: {one_line(wrong)}") from None


def game_at(file: Path, moment: str | None) -> Game:
    """The game of a file at a moment, for commands that look at one position."""
    record = open_record(file)
    try:
        return record.at(moment)
    except (BadInput, IllegalAction) as wrong:
        raise BadInput(f"{one_line(file)}: {wrong}") from None
