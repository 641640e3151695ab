"""Income that the route search does not know yet: ferry fees, bonuses between places, stops worth more, stops left out.

The search is being taught all of this; then this module goes, and what it knows is handed to ``problem``.
"""

from __future__ import annotations

from kaiping.action import Route
from kaiping.definition import FreeFerries, StopBonus
from kaiping.flow.operating.frame import president
from kaiping.flow.table import Table
from kaiping.routes.check import Fault
from kaiping.routes.income import Problem


def may_skip(table: Table, wrong: Fault) -> bool:
    """A route too long for a train that leaves stops out is no fault (1880-2022:X.5.7)."""
    kind = table.definition.trains.get(str(wrong.figures.get("train")))
    return wrong.code == "route_too_long" and kind is not None and kind.skips


def more_income(table: Table, what: Problem, route: Route) -> int:
    """What a route earns beyond the sum of its stops, or less."""
    definition, company = table.definition, what.company
    rules, kind = definition.running, definition.trains[route.train]
    hexes = [point.split(".")[0] for point in route.path]
    ferries = {ferry for name in hexes if (ferry := definition.map.hexes[name].ferry)}
    fees = 0 if _privates(table, company, FreeFerries) else rules.ferry_fee * len(ferries)
    values = {stop: _value(what, stop) for stop in route.stops}
    called = {stop.split(".")[0] for stop in route.stops}
    bonuses = [one for one in rules.bonuses if all(called.intersection(side) for side in one.between)]
    counted = set(route.stops)
    if kind.skips and kind.range is not None:
        ends = {
            stop for stop in route.stops if any(stop.split(".")[0] in side for one in bonuses for side in one.between)
        }
        counted = _counted(what, values, kind.range, ends)
    total = sum(values[stop] for stop in counted) - sum(values.values())
    for private in _privates(table, company, StopBonus):
        power = definition.privates[private].power
        if isinstance(power, StopBonus):
            total += power.amount * any(stop.split(".")[0] == power.hex for stop in counted)
    return total + sum(one.amount for one in bonuses) - fees


def _value(what: Problem, stop: str) -> int:
    hex_id, index = stop.split(".")
    return what.values[what.network.numbers[hex_id, int(index)]]


def _counted(what: Problem, values: dict[str, int], number: int, wanted: set[str]) -> set[str]:
    """The dearest stops, those of a bonus and a token of the company among them (1880-2022:X.5.8)."""

    def has_token(stop: str) -> bool:
        hex_id, index = stop.split(".")
        return bool(what.tokens >> what.network.numbers[hex_id, int(index)] & 1)

    ranked = sorted(values, key=lambda stop: (stop not in wanted, -values[stop]))
    chosen = ranked[:number]
    if not any(has_token(stop) for stop in chosen):
        chosen = [*chosen[:-1], max((stop for stop in values if has_token(stop)), key=lambda stop: values[stop])]
    return set(chosen)


def _privates(table: Table, company: str, kind: type) -> list[str]:
    """Privates with such a power that belong to whoever decides for the company."""
    player = president(table, company)
    privates = table.definition.privates
    return [
        name
        for name, owner in table.state.privates.items()
        if owner == player and isinstance(privates[name].power, kind)
    ]
