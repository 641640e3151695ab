"""Reading a variant of somebody's own, and the definition that it makes: refused in one sentence if it makes none."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from kaiping.arguments import GREATEST_NUMBER, LEAST_NUMBER, one_line, path, plain, quoted
from kaiping.definition import Definition, Variant
from kaiping.definition.faults import faults
from kaiping.errors import BadInput

#: a variant, its fields as plain data, or the TOML file that holds them
VariantLike = Variant | Mapping[str, Any] | str | Path

#: what says which game it is; a game by other rules is a variant of it, not another edition
FIXED = ("title", "edition", "clauses", "rules_version", "older_rules", "site")
#: no variant comes near this size
MOST_BYTES = 1 << 20


def read_variant(given: VariantLike) -> Variant:
    """A variant as it is handed in."""
    if isinstance(given, Variant):
        return _checked(given)
    if isinstance(given, str | Path):
        try:
            return read_variant(_toml(path(given)))
        except BadInput as wrong:
            raise BadInput(f"{one_line(given)}: {wrong}") from None
    try:
        return _checked(msgspec.convert(given, Variant))
    except msgspec.ValidationError as wrong:
        raise BadInput(f"that is no variant: {plain(wrong)}") from None


def _toml(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            text = stream.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise BadInput("the file is too large for a variant")
        return tomllib.loads(text.decode())
    except FileNotFoundError:
        raise BadInput("there is no such file") from None
    except OSError as wrong:
        raise BadInput(f"it cannot be read: {one_line(wrong.strerror or wrong)}") from None
    except (ValueError, RecursionError) as wrong:  # no text, no TOML, or a name that no file can have
        raise BadInput(f"the file is not TOML: {one_line(wrong)}") from None


def _checked(variant: Variant) -> Variant:
    """A variant that has a name, says what it may, and can be written into a file."""
    if not variant.name.strip() or not variant.name.isprintable() or len(variant.name) > 60:
        raise BadInput(f"a variant needs a short name that can be printed, not {quoted(variant.name)}")
    for field in FIXED:
        if field in variant.changes:
            raise BadInput(f"the variant {quoted(variant.name)} may not change {field}")
    for number in _numbers(variant.changes):
        if not LEAST_NUMBER <= number <= GREATEST_NUMBER:
            raise BadInput(f"the variant {quoted(variant.name)} has a number that is too large for a game file")
    try:
        json.dumps(variant.changes, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as wrong:
        raise BadInput(f"the variant {quoted(variant.name)} cannot be written into a file: {one_line(wrong)}") from None
    return variant


def _numbers(value: object) -> Iterator[int]:
    """Every whole number in plain data."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _numbers(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _numbers(one)


def key_of(variant: Variant | None) -> str:
    """The same text for the same variant."""
    return "" if variant is None else msgspec.json.encode(variant, order="deterministic").decode()


def made(variant: Variant, make: Callable[[], Definition]) -> Definition:
    """The definition that a variant makes; whatever is wrong with it is told as the variant's fault."""
    try:
        printed = make()
        wrong = next(faults(printed), None)
    except msgspec.ValidationError as invalid:
        wrong = plain(invalid)
    except BadInput as refused:
        wrong = str(refused)
    except KeyError as missing:
        wrong = f"there is no {missing}"
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
        wrong = one_line(error)
    if wrong is not None:
        raise BadInput(f"the variant {quoted(variant.name)} cannot be played: {wrong}")
    return printed


def same(one: Definition, other: Definition) -> bool:
    """Whether two definitions say the same."""
    return one is other or _facts(one) == _facts(other)


def _facts(printed: Definition) -> dict[str, Any]:
    found = {name: getattr(printed, name) for name in printed.__struct_fields__}
    return found | {"map": printed.map.hexes, "market": (printed.market.rows, printed.market.zones)}
