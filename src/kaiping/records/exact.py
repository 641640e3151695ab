"""A position as a value: everything of it as JSON and as one code to paste, and back to a game that plays on.

The seed of games with chance is not part of it: what is still to come must not be read out of a position.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from kaiping.arguments import one_line, plain
from kaiping.board.board import Board
from kaiping.definition import Definition, Variant
from kaiping.errors import BadInput, KaipingError
from kaiping.flow.setup import check_players
from kaiping.flow.title import Title
from kaiping.game import Game
from kaiping.invariants import violations
from kaiping.records.files import parse_json, read_bytes, unsqueezed
from kaiping.state import State
from kaiping.titles import definition as find_definition
from kaiping.titles import is_told_by_data
from kaiping.titles import title as find_title

#: what the code of a position begins with
MARK = "kaiping-position"
_CODE = re.compile(rf"{MARK}:([\w\s-]+={{0,2}})")
#: what is raised on the way through a position that makes no sense
STUMBLES = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
#: what fields were called in earlier positions
_RENAMED = {"growing": "paid_by_share", "rights": "station_rights"}
#: fields of a state: what nobody may know, and what a title has of its own, whose fields stand beside the others
_HIDDEN, _OWN = _NOT_WRITTEN = "seed", "own"


class Exact(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position without its history; ``state`` has the fields of ``kaiping.state.State`` but those at their start."""

    title: str
    edition: str
    rules: str
    options: tuple[str, ...]
    state: dict[str, Any]
    variant: Variant | None = None


class _Stops(Struct, frozen=True, forbid_unknown_fields=True):
    """A board: hex -> tile and rotation; then hex, stop and companies."""

    tiles: dict[str, tuple[str, int]]
    tokens: tuple[tuple[str, int, tuple[str, ...]], ...]
    reserved: tuple[tuple[str, int, tuple[str, ...]], ...]


# --- writing --------------------------------------------------------------------------------------


def exact(game: Game) -> Exact:
    """The position of a game, which must be known as a whole."""
    if game.hides:
        raise BadInput("a position of which something is hidden cannot be written as a whole before the game is over")
    definition = game.definition
    check_told(definition)
    return Exact(
        definition.title,
        definition.edition,
        definition.rules_version,
        definition.options,
        state_data(game.state),
        definition.variant,
    )


def check_told(definition: Definition) -> None:
    """Refuse to write what could not be read again as it was."""
    if not is_told_by_data(definition):
        raise BadInput(
            "the game cannot be written: its definition was made by a program; "
            "what it changes can be written as a variant, which files hold (docs/options.md)"
        )


def state_data(state: State) -> dict[str, Any]:
    """Every field of a state in JSON's types, those left out that are as in an empty one; equal states, equal data."""
    return _part_data(state) | ({} if state.own is None else _part_data(state.own))


def _part_data(part: Struct) -> dict[str, Any]:
    found, defaults = {}, _defaults(type(part))
    for name, kind in _kinds(type(part)).items():
        value = getattr(part, name)
        if name not in _NOT_WRITTEN and value != defaults.get(name, _NOTHING):
            found[name] = _written(value, kind)
    return found


def code(game: Game) -> str:
    """The position in one word that can be pasted."""
    data = msgspec.json.encode(exact(game))
    return f"{MARK}:{base64.urlsafe_b64encode(zlib.compress(data, 9)).decode()}"


def wrapped(word: str, width: int = 76) -> str:
    """A code in lines that can be read in a terminal; it may be pasted so."""
    return "\n".join(word[start : start + width] for start in range(0, len(word), width))


_NOTHING = object()


@cache
def _kinds(part: type[Struct]) -> dict[str, Any]:
    return {name: kind for name, kind in get_type_hints(part).items() if name in part.__struct_fields__}


@cache
def _defaults(part: type[Struct]) -> dict[str, Any]:
    fields = msgspec.structs.fields(part)
    return {
        field.name: field.default_factory() if field.default is msgspec.NODEFAULT else field.default
        for field in fields
        if not field.required
    }


def _written(value: Any, kind: Any) -> Any:
    if isinstance(value, Board):
        return {
            "tiles": {hex_id: list(tile) for hex_id, tile in sorted(value.tiles.items())},
            "tokens": _stops(value.tokens),
            "reserved": _stops(value.reserved),
        }
    if isinstance(value, dict) and _is_by_pair(kind):
        return [[list(key), plain_value(held)] for key, held in sorted(value.items())]
    return plain_value(value)


def _stops(table: Mapping[tuple[str, int], tuple[str, ...]]) -> list[list[Any]]:
    return [[hex_id, stop, list(names)] for (hex_id, stop), names in sorted(table.items())]


def _is_by_pair(kind: Any) -> bool:
    """Is it a table by pairs, which JSON has no keys for?"""
    return get_origin(kind) is dict and get_origin(get_args(kind)[0]) is tuple


def plain_value(value: Any) -> Any:
    """A value of a state in JSON's types; sets and tables in a settled order."""
    if isinstance(value, Struct):
        named = {field: plain_value(getattr(value, field)) for field in value.__struct_fields__}
        return {"type": str(value.__struct_config__.tag), **named}
    if isinstance(value, frozenset):
        return sorted((plain_value(one) for one in value), key=repr)
    if isinstance(value, tuple):
        return [plain_value(one) for one in value]
    if isinstance(value, dict):
        return {str(key): plain_value(one) for key, one in sorted(value.items())}
    return value


# --- reading --------------------------------------------------------------------------------------


def from_position(position: Exact | Mapping[str, Any] | str, *, seed: int | None = None) -> Game:
    """A game that plays on from a position: its data, its code, or a text in which the code stands."""
    try:
        found = position if isinstance(position, Exact) else _read(position)
        return _game(found, seed)
    except KaipingError:
        raise
    except STUMBLES as wrong:
        raise BadInput(f"that is no position of a game: {_stumbled(wrong)}") from None


def _stumbled(wrong: Exception) -> str:
    """What was in the way; of a name that leads nowhere Python tells the name alone."""
    return f"it names {one_line(wrong)}, which there is not" if isinstance(wrong, KeyError) else one_line(wrong)


def is_position(data: Any) -> bool:
    return isinstance(data, dict) and "state" in data and "title" in data


def has_code(text: bytes) -> bool:
    """Does a text hold the code of a position?"""
    return f"{MARK}:".encode() in text and not text.lstrip().startswith(b"{")


def read_position(file: Path, seed: int | None = None) -> Game:
    """The game from a position in a file: its data, its code, or a text in which the code stands."""
    data = read_bytes(file)
    try:
        return from_position(data.decode(errors="replace") if has_code(data) else parse_json(data), seed=seed)
    except BadInput as wrong:
        raise BadInput(f"{one_line(file)}: {wrong}") from None


def _read(position: Mapping[str, Any] | str) -> Exact:
    if isinstance(position, str):
        return _decoded(position)
    if not is_position(position):
        if isinstance(position, Mapping) and "title" in position:
            raise BadInput(
                "that is not the whole of a position: the game hides something, its definition was made by a program, "
                "or parts were left out"
            )
        raise BadInput("that is no position of a game: it has no title and state")
    known = {name: position[name] for name in Exact.__struct_fields__ if name in position}
    try:
        return msgspec.convert(known, Exact)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"that is no position of a game: {plain(wrong)}") from None


def _decoded(text: str) -> Exact:
    found = _CODE.search(text)
    if found is None:
        raise BadInput(f"there is no position in that text: its code begins with {MARK}:")
    try:
        packed = base64.urlsafe_b64decode("".join(found[1].split()))
        return msgspec.json.decode(unsqueezed(packed), type=Exact)
    except (binascii.Error, BadInput, msgspec.DecodeError, UnicodeError):
        raise BadInput("the code of that position is not whole; copy all of it") from None


def _game(position: Exact, seed: int | None) -> Game:
    title = find_title(position.title)
    definition = find_definition(position.title, position.edition, position.options, position.variant)
    if position.rules not in (definition.rules_version, *definition.older_rules):
        rules = definition.rules_version
        raise BadInput(f"the position is by the rules {position.rules[:20]!r}; this program has the rules {rules!r}")
    game = Game.from_state(title, definition, state_from(title, definition, position.state), seed)
    check_possible(game)
    return game


def check_possible(game: Game) -> None:
    """Refuse a position, well written as it may be, to which no game leads or at which the rules would stumble."""
    if game.state.finished is None and not game.state.stack:
        raise BadInput("that is no position of a game: nothing is going on in it")
    try:
        if wrong := violations(game.table()):
            raise BadInput(f"that position cannot be: {one_line(wrong[0])}")
        len(game.legal_actions())
    except STUMBLES as stumbled:
        raise BadInput(f"that is no position of a game: {_stumbled(stumbled)}") from None


def state_from(title: Title, definition: Definition, data: Mapping[str, Any]) -> State:
    """The state that was written so; refused if anything in it is of the wrong kind."""
    data = {_RENAMED.get(name, name): value for name, value in data.items()}
    own = title.own_state
    shared, owned = _kinds(State), {} if own is None else _kinds(own)
    if unknown := sorted(data.keys() - shared.keys() - owned.keys()):
        raise BadInput(f"that is no position of a game: {one_line(unknown[0])[:40]} is not known")
    try:
        fields = {name: _value(name, data[name], kind, title) for name, kind in shared.items() if name in data}
        extra = {name: _value(name, data[name], kind, title) for name, kind in owned.items() if name in data}
        state = State(**fields | {_HIDDEN: None, _OWN: None if own is None else own(**extra)})
    except msgspec.ValidationError as wrong:
        raise BadInput(f"that is no position of a game: {plain(wrong)}") from None
    except TypeError:
        raise BadInput("that is no position of a game: something is missing in it") from None
    check_players(definition, state.players)
    _put_in_order(state, definition)
    return state


def _value(name: str, value: Any, kind: Any, title: Title) -> Any:
    if kind is Board:
        stops = msgspec.convert(value, _Stops)
        tokens, reserved = (
            {(hex_id, stop): names for hex_id, stop, names in table} for table in (stops.tokens, stops.reserved)
        )
        return Board(stops.tiles, tokens, reserved)
    if name == "stack":
        return msgspec.convert(value, _stack_kind(title))
    if _is_by_pair(kind):
        return dict(msgspec.convert(value, _pairs_kind(kind)))
    return msgspec.convert(value, kind)


def _stack_kind(title: Title) -> Any:
    """Frames of the title, told apart by their names."""
    frames: Any = Union[tuple(title.frames)]  # noqa: UP007
    return tuple.__class_getitem__((frames, ...))


def _pairs_kind(kind: Any) -> Any:
    """A table by pairs as it is written: a list of pair and value."""
    return list.__class_getitem__(tuple.__class_getitem__(get_args(kind)))


def _put_in_order(state: State, definition: Definition) -> None:
    """Tables in the order in which a game that is set up has them."""
    owners = (*state.players, *definition.companies, *definition.minors)
    for name, order in {
        "cash": owners,
        "privates": definition.privates,
        "minors": definition.minors,
        "depot": definition.trains,
        "par": definition.companies,
        "presidents": definition.companies,
    }.items():
        setattr(state, name, _ordered(getattr(state, name), order))


def _ordered(table: dict[str, Any], order: Iterable[str]) -> dict[str, Any]:
    places = {name: place for place, name in enumerate(order)}
    return dict(sorted(table.items(), key=lambda row: places.get(row[0], len(places))))
