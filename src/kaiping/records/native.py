"""The native format: one JSON object with the setup and the actions, readable, versioned, read strictly.

{
  "kaiping": 1,
  "title": "1888",
  "edition": "2022",
  "rules": "3",
  "players": ["Ann", "Bo", "Cy"],
  "seed": null,
  "options": [],
  "actions": [
    {"type": "bid", "player": "Ann", "private": "KT", "price": 25}
  ]
}

Actions are numbered from 1 where a fault is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.errors import BadInput, IllegalAction
from kaiping.game import Game, Unplayed
from kaiping.records.exact import Exact, from_position, state_data
from kaiping.records.files import (
    GREATEST_NUMBER,
    LEAST_NUMBER,
    MOST_ACTIONS,
    lines_of_actions,
    one_line,
    plain,
    quoted,
    write_bytes,
)
from kaiping.records.older import Older
from kaiping.records.refused import Refused
from kaiping.titles import definition

#: version of the format, the value of the key "kaiping"
FORMAT = 1

_KINDS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyAction))


class _File(Struct, forbid_unknown_fields=True):
    """The file as it is written; actions are read one by one, so that a fault has its number."""

    kaiping: int
    title: str
    edition: str
    rules: str
    players: list[str]
    actions: list[Any]
    seed: int | None = None
    options: list[str] = []
    #: the position that the game was begun from, where that is not the setup
    start: dict[str, Any] | None = None
    #: what of an older file could not be played any more when it was read
    unplayed: Unplayed | None = None


class NativeGame(Struct, frozen=True):
    """A file that has been read, but not yet played."""

    title: str
    edition: str
    players: tuple[str, ...]
    seed: int | None
    options: tuple[str, ...]
    actions: tuple[AnyAction, ...]
    start: dict[str, Any] | None = None
    #: by an earlier version of the rules, under which other steps of a turn asked for an answer
    older: bool = False
    rules: str = ""
    unplayed: Unplayed | None = None


def is_native(data: Any) -> bool:
    """Is this meant as a file of the native format?"""
    return isinstance(data, dict) and "kaiping" in data


def read(data: Any) -> NativeGame:
    """Check everything about a file that can be checked before playing it."""
    if not is_native(data):
        raise BadInput("the file is not a game: it has no key 'kaiping'")
    if data["kaiping"] != FORMAT or isinstance(data["kaiping"], bool):
        raise BadInput(f"the file has the format {quoted(data['kaiping'])}; this program reads the format {FORMAT}")
    try:
        file = msgspec.convert(data, _File)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"the file is not a game: {plain(wrong)}") from None
    printed = definition(file.title, file.edition, file.options)
    if printed.chance and file.seed is None:
        raise BadInput("the file has no seed, and the game hangs on chance")
    rules = printed.rules_version
    if file.rules not in (rules, *printed.older_rules):
        raise BadInput(f"the file was played by the rules {quoted(file.rules)}; this program has the rules {rules!r}")
    if len(file.actions) > MOST_ACTIONS:
        raise BadInput(f"the file has {len(file.actions)} actions; no game has more than {MOST_ACTIONS}")
    actions = tuple(_action(number, raw) for number, raw in enumerate(file.actions, 1))
    return NativeGame(
        file.title,
        file.edition,
        tuple(file.players),
        file.seed,
        printed.options,
        actions,
        file.start,
        file.rules != rules,
        file.rules,
        file.unplayed,
    )


def _action(number: int, raw: Any) -> AnyAction:
    kind = raw.get("type") if isinstance(raw, dict) else None
    if isinstance(kind, str) and kind not in _KINDS:
        raise Refused(number, kind, f"the action type {quoted(kind)} is not known")
    try:
        action: AnyAction = msgspec.convert(raw, AnyAction)
    except msgspec.ValidationError as wrong:
        raise Refused(number, kind if isinstance(kind, str) else "no type", plain(wrong)) from None
    return action


def start(native: NativeGame) -> Game:
    """The game of a file before its first action."""
    if native.start is not None:
        rules = definition(native.title, native.edition, native.options).rules_version
        position = Exact(native.title, native.edition, rules, native.options, native.start)
        return from_position(position, seed=native.seed)
    try:
        return Game(
            native.title, edition=native.edition, players=native.players, seed=native.seed, options=native.options
        )
    except BadInput as wrong:
        raise BadInput(one_line(wrong)) from None


def steps(native: NativeGame) -> Iterator[tuple[Game, int]]:
    """Play a file; after each action the game (the same object throughout) and how many have been played."""
    game = start(native)
    for number in _play(game, native):
        yield game, number


def _play(game: Game, native: NativeGame) -> Iterator[int]:
    play = Older(game).play if native.older else game.play
    for number, action in enumerate(native.actions, 1):
        try:
            play(action)
        except (IllegalAction, BadInput) as wrong:
            raise Refused(number, _kind(action), wrong) from None
        except OverflowError:
            raise Refused(number, _kind(action), "a number is too large") from None
        yield number


def _kind(action: AnyAction) -> str:
    return str(type(action).__struct_config__.tag)


def from_data(data: Any) -> Game:
    """The game that a file holds; every action is checked.

    A game by older rules is played as far as those of today allow, and keeps the rest.
    """
    native = read(data)
    game = start(native)
    for _ in play_on(game, native):
        pass
    return game


def play_on(game: Game, native: NativeGame) -> Iterator[int]:
    """Play a file; one by older rules as far as those of today allow."""
    game.unplayed = native.unplayed
    try:
        yield from _play(game, native)
    except Refused as wrong:
        if not native.older or not isinstance(wrong.at, int):
            raise
        left = native.actions[wrong.at - 1 :]
        game.unplayed = game.unplayed or Unplayed(native.rules, wrong.at, wrong.cause, left)


def to_data(game: Game) -> dict[str, Any]:
    """The game up to its present position as plain data."""
    definition = game.definition
    if game.seed is not None and not LEAST_NUMBER <= game.seed <= GREATEST_NUMBER:
        raise BadInput(f"the game cannot be written: the seed {quoted(game.seed)} is too large")
    begun = {} if game.start is None else {"start": state_data(game.start)}
    return {
        "kaiping": FORMAT,
        "title": definition.title,
        "edition": definition.edition,
        "rules": game.definition.rules_version,
        "players": list(game.players),
        "seed": game.seed,
        "options": list(definition.options),
        **begun,
        **({} if game.unplayed is None else {"unplayed": msgspec.to_builtins(game.unplayed)}),
        "actions": [msgspec.json.decode(msgspec.json.encode(action)) for action in game.actions],
    }


def save(game: Game, file: Path) -> None:
    """Write the game to a file, whole or not at all; compressed if its name ends in ``.gz``."""
    try:
        data = lines_of_actions(to_data(game))
    except ValueError as wrong:  # names that no file can hold
        raise BadInput(f"the game cannot be written: {one_line(wrong)}") from None
    write_bytes(file, data)
