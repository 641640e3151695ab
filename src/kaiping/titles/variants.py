"""Reading a variant of somebody's own, and the definition that it makes: refused in one sentence if it makes none."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from kaiping.arguments import one_line, plain, quoted
from kaiping.definition import Definition, Variant
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
            return read_variant(_toml(Path(given)))
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
    try:
        json.dumps(variant.changes, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as wrong:
        raise BadInput(f"the variant {quoted(variant.name)} cannot be written into a file: {one_line(wrong)}") from None
    return variant


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


def faults(printed: Definition) -> Iterator[str]:
    """Names that lead nowhere, and numbers of players without their figures."""
    least, most = printed.players
    for number in range(least, most + 1):
        for figure in ("starting_cash", "certificate_limit"):
            if number not in getattr(printed, figure):
                yield f"{figure} says nothing of {number} players"
        handed_out = number * printed.starting_cash.get(number, 0)
        if printed.bank is not None and handed_out > printed.bank:
            yield f"{number} players get {handed_out} in all, and the bank has only {printed.bank}"
    if not printed.phases or not printed.trains:
        yield "there are no phases or no trains"
    for train in printed.trains.values():
        for other in (train.rusted_by, train.on_sale_with):
            if other is not None and other not in printed.trains:
                yield f"the {train.name}-train waits for a train {other}, which there is not"
    for phase in list(printed.phases.values())[1:]:
        if phase.starts_with not in printed.trains:
            yield f"phase {phase.name} starts with a train {phase.starts_with!r}, which there is not"
    for name, company in (*printed.companies.items(), *printed.minors.items()):
        for hex_id, stop in company.home_stops:
            if hex_id not in printed.map.hexes or stop >= len(printed.map.hexes[hex_id].stops):
                yield f"{name} is at home at {hex_id}.{stop}, which is no stop on the map"
    for tile in printed.tile_counts:
        if tile not in printed.tiles:
            yield f"there is no tile {tile}"


def same(one: Definition, other: Definition) -> bool:
    """Whether two definitions say the same."""
    return one is other or _facts(one) == _facts(other)


def _facts(printed: Definition) -> dict[str, Any]:
    found = {name: getattr(printed, name) for name in printed.__struct_fields__}
    return found | {"map": printed.map.hexes, "market": (printed.market.rows, printed.market.zones)}
