"""What is wrong with a definition that somebody has made or changed: told before a game is made of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from kaiping import arguments
from kaiping.definition import Definition
from kaiping.errors import BadInput


def check_definition(printed: Definition, players: int) -> None:
    """Refuse a definition of somebody's own that holds a text where a number is wanted, or leads nowhere.

    It need have figures only for as many as play. What has been found sound is not looked through again.
    """
    if players in printed.memo.get("sound", ()):
        return
    for field in msgspec.structs.fields(Definition):
        if field.name == "own":  # is code, not data
            continue
        try:
            msgspec.convert(getattr(printed, field.name), field.type)
        except msgspec.ValidationError as wrong:
            raise BadInput(f"{field.name} of the definition cannot be: {arguments.plain(wrong)}") from None
    least, most = printed.players
    if (fault := next(faults(printed, {players} & {*range(least, most + 1)}), None)) is not None:
        raise BadInput(f"the definition cannot be played: {fault}")
    printed.memo["sound"] = {*printed.memo.get("sound", ()), players}


def faults(printed: Definition, numbers: Iterable[int] | None = None) -> Iterator[str]:
    """Figures below nothing, names that lead nowhere, and numbers of players, all or some, without their figures."""
    least, most = printed.players
    yield from _below_nothing(printed)
    yield from _players(printed, range(least, most + 1) if numbers is None else numbers)
    for what in ("companies", "phases", "trains"):
        if not getattr(printed, what):
            yield f"there are no {what}"
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


def _players(printed: Definition, numbers: Iterable[int]) -> Iterator[str]:
    for number in numbers:
        for figure in ("starting_cash", "certificate_limit"):
            if number not in getattr(printed, figure):
                yield f"{figure} says nothing of {number} players"
        handed_out = number * printed.starting_cash.get(number, 0)
        if printed.bank is not None and handed_out > printed.bank:
            yield f"{number} players get {handed_out} in all, and the bank has only {printed.bank}"


def _below_nothing(printed: Definition) -> Iterator[str]:
    """Nothing that is printed on a board, a card or a sheet is below nothing."""
    fields = {name: getattr(printed, name) for name in printed.__struct_fields__ if name not in ("own", "variant")}
    found = fields | {"map": printed.map.hexes, "market": [cell.price for cell in printed.market.cells.values()]}
    for place, figure in _figures(found):
        if figure < 0:
            yield f"{place} is {figure}, and may not be below nothing"


def _figures(what: object, place: str = "") -> Iterator[tuple[str, float]]:
    """Every number in plain data, and where it stands."""
    match what:
        case bool() | str():
            return
        case int() | float():
            yield place, what
        case msgspec.Struct():
            for name in what.__struct_fields__:
                yield from _figures(getattr(what, name), f"{place}.{name}")
        case Mapping():
            for key, value in what.items():
                yield from _figures(value, f"{place}.{key}" if place else str(key))
        case Collection():
            for number, value in enumerate(what):
                yield from _figures(value, f"{place}[{number}]")
