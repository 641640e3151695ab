"""Positions in which a kind of action is legal, from games of bots.

The games lie in tests/data/positions, each as far as it is needed, and `places.json` beside them says which position of
which game has which name. To look for a new position, or for all of them again after a change of the rules:

    FIND_POSITIONS=1 pytest tests/web/browser tests/cli/test_forced_sales.py

What is stored and still fits stays as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from kaiping.action import AnyAction, Pass
from kaiping.bots import Bot, bot
from kaiping.errors import KaipingError
from kaiping.game import Game
from kaiping.records import native
from kaiping.records.files import lines_of_actions
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.server import Visitor

FOLDER = Path(__file__).resolve().parents[2] / "data" / "positions"
PLACES = FOLDER / "places.json"
FINDING = bool(os.environ.get("FIND_POSITIONS"))
_HOW = "run it again with FIND_POSITIONS=1 (see tests/web/browser/positions.py)"

_MOST = 40
#: actions after which a game is left
_LONG = 1500

#: does a game fit after so many actions?
Fits = Callable[[Game, int], bool]


class Games(NamedTuple):
    """Games in which to look for a position, one after the other."""

    title: str
    robot: str = "random"
    options: tuple[str, ...] = ()
    #: the seed of the first: of the bots, and of the game where an option has chance in it
    seed: int = 0

    def __str__(self) -> str:
        return "-".join((self.title, self.robot, *self.options, str(self.seed)))

    def played(self, number: int) -> Game:
        """One of the games, by the bots."""
        return _played(self._replace(seed=self.seed + number))


#: those who play: bots that stay as they are, so that the games stay
_ROBOTS: dict[str, Bot] = {"random": bot("random"), "greedy": GREEDY_0}

#: where it does not matter which title is played
PLAIN = Games("1888")


@cache
def _played(how: Games) -> Game:
    seed = how.seed if how.options else None
    game = Game(how.title, players=["Ann", "Bo", "Cy"], options=how.options, seed=seed)
    robot, chance = _ROBOTS[how.robot], Random(how.seed)
    while game.finished is None and game.played < _LONG:
        game.play(robot.choose(game, chance))
    return game


def position(
    name: str, wanted: Callable[[AnyAction], bool], games: Games = PLAIN, *, after: int = 0, may_pass: bool = False
) -> Game:
    """A position in which an action that is wanted is legal, and a pass too if that is wanted."""

    def fits(whole: Game, place: int) -> bool:
        legal = list(whole.at(place).legal_actions())
        passing = not may_pass or any(isinstance(action, Pass) for action in legal)
        return passing and any(wanted(action) for action in legal)

    whole, place = found(name, fits, games, after=after)
    return whole.at(place)


def before(event: str, games: Games) -> tuple[Game, AnyAction]:
    """The position before an action that brings such an event about, and the action."""

    def fits(whole: Game, place: int) -> bool:
        if place == whole.played:
            return False
        return any(one.kind == event for one in whole.at(place + 1).last_events)

    whole, place = found(f"before {event}", fits, games)
    return whole.at(place), whole.actions[place]


def whole_game(games: Games) -> Game:
    """A game to its end."""
    whole, _ = found(f"the end of {games}", lambda game, place: game.at(place).finished is not None, games)
    return whole


def finished_game() -> Game:
    return whole_game(PLAIN._replace(seed=6))


def found(name: str, fits: Fits, games: Games, *, after: int = 0) -> tuple[Game, int]:
    """The game in which the position of that name is, and after how many actions."""
    places = _places()
    if name in places:
        file, place = places[name]
        try:
            whole = _stored(file)
        except KaipingError as fault:
            if not FINDING:
                pytest.fail(f"the stored game {file} is not legal any more ({fault}): {_HOW}", pytrace=False)
        else:
            if place <= whole.played and fits(whole, place):
                return whole, place
    if not FINDING:
        pytest.fail(f"there is no stored position {name!r} that fits: {_HOW}", pytrace=False)
    for number in range(_MOST):
        whole = games.played(number)
        for place in range(after, whole.played + 1):
            if fits(whole, place):
                _store(name, games._replace(seed=games.seed + number), place)
                return whole, place
    raise LookupError("no game has such a position")


def _places() -> dict[str, tuple[str, int]]:
    return {name: (file, place) for name, (file, place) in json.loads(PLACES.read_text()).items()}


@cache
def _stored(file: str) -> Game:
    return native.from_data(json.loads((FOLDER / f"{file}.json").read_text()))


def _store(name: str, how: Games, place: int) -> None:
    places = {**_places(), name: (str(how), place)}
    whole = _played(how)
    last = max(place for file, place in places.values() if file == str(how))
    # one action more: some want to know what was played
    data = native.to_data(whole.at(min(last + 1, whole.played)))
    (FOLDER / f"{how}.json").write_bytes(lines_of_actions(data))
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(places[name])}" for name in sorted(places))
    PLACES.write_text(f"{{\n{lines}\n}}\n")
    for file in FOLDER.glob("*.json"):
        if file != PLACES and file.stem not in {file for file, _ in places.values()}:
            file.unlink()
    _stored.cache_clear()


def bring(visitor: Visitor, game: Game) -> str:
    """Set a game up at a table of the visitor's own; its address."""
    answer = visitor.post("/bring", files={"file": ("game.json", lines_of_actions(native.to_data(game)))})
    path = answer.headers["location"]
    assert path.startswith("/game/"), answer.text
    return str(path)
