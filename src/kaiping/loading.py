"""Reading a title's data files: its map, its tiles, and an edition with what it lays over the others."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kaiping.board.map import Hex, Map
from kaiping.board.tile import Stop, Tile, parse_track
from kaiping.definition import (
    Company,
    Data,
    Definition,
    OwnPower,
    OwnRules,
    Phase,
    Power,
    Private,
    RunRules,
    Stated,
    TrainKind,
    Variant,
)
from kaiping.errors import BadInput
from kaiping.finance.market import Market


class _MarketData(Data, frozen=True):
    rows: list[str]
    #: letter that marks a field -> colour of its zone
    zones: dict[str, str] = msgspec.field(default_factory=dict)


class _Edition(Stated, frozen=True, kw_only=True):
    """An edition's data once its overlays are resolved, checked strictly."""

    starting_cash: dict[str, int]
    certificate_limit: dict[str, int]
    #: the part of the map that is played on; None: all of it
    scenario: str | None = None
    #: hexes that are played on besides
    more_hexes: tuple[str, ...] = ()
    #: what differs in rows of the map and of the tiles
    map: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    tiles: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    market: _MarketData
    trains: list[TrainKind]
    phases: list[Phase]
    privates: dict[str, Private]
    #: the rules that only this title has; their type is the title's
    own: dict[str, Any] = msgspec.field(default_factory=dict)


def overlay(base: Any, over: Any) -> Any:
    """Lay one table over another: tables merge, lists of named tables merge by name, all else is replaced.

    A table of the base for which the other says ``drop = true`` is left out; one that says ``if_there = true``
    changes what is there, and is nothing where it has been left out.
    """
    if isinstance(base, list) and isinstance(over, dict) and all(isinstance(row, dict) for row in base):
        named = overlay({row["name"]: row for row in base}, over)
        for name, row in named.items():
            if isinstance(row, dict) and "name" not in row:
                raise BadInput(f"there is nothing by the name {name!r} to change; what is new says its name")
        return list(named.values())
    if isinstance(base, dict) and isinstance(over, dict):
        merged = dict(base)
        for key, value in over.items():
            if isinstance(value, dict) and value.get("drop"):
                merged.pop(key, None)
            elif isinstance(value, dict) and value.get("if_there"):
                if key in base:
                    merged[key] = overlay(
                        base[key], {name: field for name, field in value.items() if name != "if_there"}
                    )
            else:
                merged[key] = overlay(base[key], value) if key in base else value
        return merged
    return over


#: tables that an edition states whole, however many rows the table under it has
_WHOLE = ("starting_cash", "certificate_limit", "site")


def resolved_edition(data: Traversable, edition: str) -> dict[str, Any]:
    """What an edition states, with all that it is laid over."""
    over = read_toml(data / "editions" / f"{edition}.toml")
    base_name = over.pop("overlay_of", None)
    return laid_over(resolved_edition(data, base_name) if base_name else read_toml(data / "rules.toml"), over)


def laid_over(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """What an edition or an option says, over what holds without it."""
    replaced = {key for key in _WHOLE if key in over}
    merged: dict[str, Any] = overlay({key: value for key, value in base.items() if key not in replaced}, over)
    return merged


def read_toml(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


#: rows of a map or of tiles, and what differs in them
_Rows = Mapping[str, Mapping[str, Any]]
_NO_ROWS: _Rows = {}


def load_map(
    data: Traversable, scenario: str | None = None, more: tuple[str, ...] = (), changes: _Rows = _NO_ROWS
) -> Map:
    """The board of a title, or the part of it that a scenario is played on and some hexes more."""
    rows = _changed_rows(read_toml(data / "map.toml"), changes)
    hexes = {name: _hex(name, fields) for name, fields in rows.items()}
    if scenario is None:
        return Map(hexes)
    scenarios = read_toml(data / "scenarios.toml")
    if scenario not in scenarios:
        raise BadInput(f"there is no scenario {scenario!r}")
    return Map({name: hexes[name] for name in (*scenarios[scenario].get("hexes", hexes), *more)})


def load_tiles(data: Traversable, changes: _Rows = _NO_ROWS) -> dict[str, Tile]:
    """Every kind of tile of a title."""
    rows = _changed_rows(read_toml(data / "tiles.toml"), changes)
    return {name: _tile(name, fields) for name, fields in rows.items()}


def _changed_rows(printed: dict[str, Any], changes: _Rows) -> dict[str, Any]:
    unknown = changes.keys() - printed.keys()
    if unknown:
        raise BadInput(f"there is nothing printed by the name {sorted(unknown)[0]!r}")
    return {name: {**fields, **changes.get(name, {})} for name, fields in printed.items()}


def load_tile_counts(data: Traversable) -> dict[str, int]:
    """How many there are of each kind of tile, before an edition differs."""
    return msgspec.convert(read_toml(data / "rules.toml")["tile_counts"], dict[str, int])


def load_trains(data: Traversable) -> dict[str, TrainKind]:
    """The trains of a title in order of sale, before an edition differs."""
    return _by_name(msgspec.convert(read_toml(data / "rules.toml")["trains"], list[TrainKind]))


def _by_name(trains: list[TrainKind]) -> dict[str, TrainKind]:
    return {train.name: train for train in trains}


class Ground(Struct, frozen=True):
    """What of a title its routes depend on, before an edition differs."""

    map: Map
    tiles: dict[str, Tile]
    tile_counts: dict[str, int]
    trains: dict[str, TrainKind]
    companies: dict[str, Company]
    subsidies: dict[str, int]
    running: RunRules


def load_ground(data: Traversable) -> Ground:
    """What routes depend on, also for a title whose rounds are not there yet."""
    rules = read_toml(data / "rules.toml")
    return Ground(
        map=load_map(data),
        tiles=load_tiles(data),
        tile_counts=load_tile_counts(data),
        trains=load_trains(data),
        companies=msgspec.convert(rules.get("companies", {}), dict[str, Company]),
        subsidies=msgspec.convert(rules.get("subsidies", {}), dict[str, int]),
        running=msgspec.convert(rules.get("running", {"best_run": "any"}), RunRules),
    )


def load_definition(
    data: Traversable,
    edition: str,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    own_rules: type[OwnRules] | None = None,
    own_powers: Sequence[type[OwnPower]] = (),
    variant: Variant | None = None,
) -> Definition:
    """Read an edition from a title's data folder; the options are laid over it, each by what it changes, and a variant.

    What only the title has is read by the types that it names.
    """
    try:
        resolved = resolved_edition(data, edition)
    except FileNotFoundError:
        raise BadInput(f"there is no edition {edition!r}") from None
    chosen = dict(sorted((options or {}).items()))
    for over in chosen.values():
        resolved = laid_over(resolved, over)
    if variant is not None:
        resolved = laid_over(resolved, {"name": f"{resolved['name']}, {variant.name}"} | variant.changes)
    raw = msgspec.convert(resolved, _Edition)
    reasons = read_toml(data / "clauses" / "reasons.toml")
    return Definition(
        **{key: getattr(raw, key) for key in Stated.__struct_fields__},
        starting_cash={int(n): cash for n, cash in raw.starting_cash.items()},
        certificate_limit={int(n): limit for n, limit in raw.certificate_limit.items()},
        options=tuple(chosen),
        variant=variant,
        own=None if own_rules is None else msgspec.convert(raw.own, own_rules),
        privates=_with_powers(raw.privates, own_powers),
        map=load_map(data, raw.scenario, raw.more_hexes, raw.map),
        tiles=load_tiles(data, raw.tiles),
        market=Market(raw.market.rows, raw.market.zones),
        trains=_by_name(raw.trains),
        phases={phase.name: phase for phase in raw.phases},
        reason_clauses={
            code: f"{raw.clauses}:{found}"
            for code, clause in reasons.items()
            if (found := clause.get(f"{raw.clauses}:{edition}") or clause.get(raw.clauses))
        },
    )


def _with_powers(privates: dict[str, Private], own: Sequence[type[OwnPower]]) -> dict[str, Private]:
    kinds: Any = Union[Power, *own]
    return {
        name: private if private.power is None else replace(private, power=msgspec.convert(private.power, kinds))
        for name, private in privates.items()
    }


def _printed(fields: dict[str, Any]) -> dict[str, Any]:
    """A row of a map or of tiles: stops and track read, lists made tuples."""
    printed = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    printed["stops"] = tuple(Stop.parse(text) for text in fields.get("stops", ()))
    printed["track"] = parse_track(fields.get("track", ""))
    return printed


def _hex(name: str, fields: dict[str, Any]) -> Hex:
    return Hex(name, **_printed(fields))


def _tile(name: str, fields: dict[str, Any]) -> Tile:
    return Tile(name, **_printed(fields))
