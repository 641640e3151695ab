"""The native format: one JSON object with the setup, the actions and positions; versioned, read strictly.

{
  "kaiping": 2,
  "title": "1888",
  "edition": "2022",
  "rules": "3",
  "players": ["Ann", "Bo", "Cy"],
  "seed": null,
  "options": [],
  "actions": [
    {"type": "bid", "player": "Ann", "private": "KT", "price": 25}
  ],
  "positions": [
    {"after": 25, "rules": "3", "position": "eJy..."}
  ]
}

Actions are numbered from 1 where a fault is reported. There is a position at the end of every round, and where the
version of the rules changed; with them a game can be looked at and played on whatever rules are changed later. A short
file has their digests instead. Files of the format 1, which had no positions, are read as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kaiping.action import AnyAction
from kaiping.arguments import one_line, plain, quoted
from kaiping.definition import Variant
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.past import Age, Unplayed, ages_until, older_until
from kaiping.records.exact import Exact, check_told, from_position, state_data
from kaiping.records.files import MOST_ACTIONS, lines_of_actions, write_bytes
from kaiping.records.refused import Refused
from kaiping.records.replay import Kept, check_kept, kept_position, kind_of, replay
from kaiping.titles import definition

#: version of the format, the value of the key "kaiping"
FORMAT = 2
_FORMATS = (1, FORMAT)

_KINDS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyAction))


class NativeFile(Struct, forbid_unknown_fields=True):
    """The file as it is written; actions are read one by one, so that a fault has its number."""

    kaiping: int
    title: str
    edition: str
    rules: str
    players: list[str]
    actions: list[Any]
    seed: int | None = None
    options: list[str] = []
    #: what somebody has laid over the edition
    variant: Variant | None = None
    #: the position that the game was begun from, where that is not the setup
    start: dict[str, Any] | None = None
    #: player -> name of the bot in that seat
    bots: dict[str, str] = {}
    #: what of an older file could not be played any more when it was read
    unplayed: Unplayed | None = None
    positions: list[Kept] = []


class NativeGame(Struct, frozen=True):
    """A file that has been read, but not yet played."""

    title: str
    edition: str
    players: tuple[str, ...]
    seed: int | None
    options: tuple[str, ...]
    actions: tuple[AnyAction, ...]
    start: dict[str, Any] | None = None
    rules: str = ""
    unplayed: Unplayed | None = None
    positions: tuple[Kept, ...] = ()
    #: which of the actions are by older rules
    ages: tuple[Age, ...] = ()
    variant: Variant | None = None
    #: player -> name of the bot in that seat
    bots: Mapping[str, str] = {}


#: keys that only the native format has
_OWN_KEYS = frozenset({"kaiping", "edition"})


def is_native(data: Any) -> bool:
    """Is this meant as a file of the native format? Those of 18xx.games name no edition."""
    return isinstance(data, dict) and not _OWN_KEYS.isdisjoint(data)


def read(data: Any) -> NativeGame:
    """Check everything about a file that can be checked before playing it."""
    if not isinstance(data, dict) or "kaiping" not in data:
        raise BadInput("the file is not a game: it has no key 'kaiping'")
    if data["kaiping"] not in _FORMATS or isinstance(data["kaiping"], bool):
        found = quoted(data["kaiping"])
        raise BadInput(f"the file has the format {found}; this program reads the formats 1 and {FORMAT}")
    try:
        file = msgspec.convert(data, NativeFile)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"the file is not a game: {plain(wrong)}") from None
    printed = definition(file.title, file.edition, file.options, file.variant)
    if printed.chance and file.seed is None:
        raise BadInput("the file has no seed, and the game hangs on chance")
    rules = printed.rules_version
    for played in {file.rules, *(kept.rules for kept in file.positions)}:
        if played not in (rules, *printed.older_rules):
            raise BadInput(f"the file was played by the rules {quoted(played)}; this program has the rules {rules!r}")
    if len(file.actions) > MOST_ACTIONS:
        raise BadInput(f"the file has {len(file.actions)} actions; no game has more than {MOST_ACTIONS}")
    for player in file.bots:
        if player not in file.players:
            raise BadInput(f"the file has a bot for {quoted(player)}, who is none of its players")
    actions = tuple(_action(number, raw) for number, raw in enumerate(file.actions, 1))
    return NativeGame(
        file.title,
        file.edition,
        tuple(file.players),
        file.seed,
        printed.options,
        actions,
        file.start,
        file.rules,
        file.unplayed,
        tuple(file.positions),
        _ages(file, rules),
        printed.variant,
        file.bots,
    )


def _ages(file: NativeFile, rules: str) -> tuple[Age, ...]:
    """Until which action each of the older versions of the rules was played by."""
    check_kept(file.positions, len(file.actions))
    until = {kept.rules: kept.after for kept in file.positions} | {file.rules: len(file.actions)}
    return tuple(Age(after, played) for played, after in until.items() if played != rules and after)


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
        rules = definition(native.title, native.edition, native.options, native.variant).rules_version
        position = Exact(native.title, native.edition, rules, native.options, native.start, native.variant)
        game = from_position(position, seed=native.seed)
        game.bots = native.bots
        return game
    try:
        game = Game(
            native.title,
            edition=native.edition,
            players=native.players,
            seed=native.seed,
            options=native.options,
            variant=native.variant,
        )
    except BadInput as wrong:
        raise BadInput(one_line(wrong)) from None
    game.bots = native.bots
    return game


def steps(native: NativeGame) -> Iterator[tuple[Game, int]]:
    """Play a file; after each action the game (the same object throughout) and how many have been played.

    Whatever is refused is an error here, also if it was played by older rules and no position tells what came of it.
    """
    game = start(native)
    for number in play_on(game, native):
        yield game, number
    left = game.unplayed
    if left is not None and left != native.unplayed:
        raise Refused(left.number, kind_of(left.actions[0]), left.why)


def play_on(game: Game, native: NativeGame) -> Iterator[int]:
    """Play a file on the game that it starts with."""
    game.unplayed = native.unplayed
    yield from replay(game, native.actions, native.positions, older_until(native.ages), native.rules)
    game.ages = ages_until(native.ages, game.played)


def from_data(data: Any) -> Game:
    """The game that a file holds; every action is checked."""
    native = read(data)
    game = start(native)
    for _ in play_on(game, native):
        pass
    return game


def to_data(game: Game, *, short: bool = False, bots: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The game up to its present position as plain data; in short with digests instead of positions.

    ``bots`` says which seats are played by which of them, for whoever plays on; without it the game's own are named.
    """
    definition = game.definition
    bots = game.bots if bots is None else bots
    if not isinstance(bots, Mapping):
        raise BadInput(f"bots are named by seat, as in {{'Ann': 'greedy'}}, not by {quoted(bots)}")
    for player in bots:
        if player not in game.players:
            raise BadInput(f"there is a bot for {quoted(player)}, who is none of the players")
    check_told(definition)
    begun = {} if game.start is None else {"start": state_data(game.start)}
    return {
        "kaiping": FORMAT,
        "title": definition.title,
        "edition": definition.edition,
        "rules": game.definition.rules_version,
        "players": list(game.players),
        "seed": game.seed,
        "options": list(definition.options),
        **({} if definition.variant is None else {"variant": msgspec.to_builtins(definition.variant)}),
        **({"bots": dict(bots)} if bots else {}),
        **begun,
        **({} if game.unplayed is None else {"unplayed": msgspec.to_builtins(game.unplayed)}),
        "actions": [msgspec.json.decode(msgspec.json.encode(action)) for action in game.actions],
        "positions": [msgspec.to_builtins(kept) for kept in _positions(game, short=short)],
    }


def _positions(game: Game, *, short: bool) -> Iterator[Kept]:
    """Those at the ends of rounds and of versions of the rules, the present one, and where this one led elsewhere.

    To these no actions lead any more: a short file has them, too, and with them the digests of what else was reached.
    """
    ages = ages_until(game.ages, game.played)
    played = {event["number"] for event in game.events if event.kind == "as-played"}
    otherwise = {event["number"]: event["digest"] for event in game.events if event.kind == "played-otherwise"}
    numbers = (
        {number for number, _event in game.rounds()} | {age.until for age in ages} | {*played, *otherwise, game.played}
    )
    today = game.definition.rules_version
    for number in sorted(numbers - {0}):
        rules = next((age.rules for age in ages if number <= age.until), today)
        found = kept_position(number, rules, game.at(number).state, short=short and number not in played)
        yield replace(found, digest=otherwise[number]) if number in otherwise else found


def save(game: Game, file: Path, *, short: bool = False, bots: Mapping[str, str] | None = None) -> None:
    """Write the game to a file, whole or not at all; compressed if its name ends in ``.gz``."""
    try:
        data = lines_of_actions(to_data(game, short=short, bots=bots))
    except ValueError as wrong:  # names that no file can hold
        raise BadInput(f"the game cannot be written: {one_line(wrong)}") from None
    write_bytes(file, data)
