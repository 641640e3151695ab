"""Kobe Rapid: its token in Kobe, the right to ignore it, and what it earns by the trains of others."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, Choose, PlaceToken, RunRoutes
from kaiping.board.track import shape_at
from kaiping.definition import StationOfPrivate, stop_at
from kaiping.errors import IllegalAction
from kaiping.flow.operating.frame import OperatingRound, president, update
from kaiping.flow.operating.station import TokenStep
from kaiping.flow.rules import Option
from kaiping.flow.table import Table
from kaiping.state import BANK

RIGHT = "station-right"


def stations(table: Table) -> Iterator[tuple[str, StationOfPrivate]]:
    """Privates of players that have a token on the map."""
    for name, private in table.definition.privates.items():
        if isinstance(private.power, StationOfPrivate) and table.state.privates[name] in table.state.players:
            yield name, private.power


def late_bought(table: Table, player: str, name: str) -> None:
    """Tokens of others leave the city, and their companies may pass it (1890:C.8.2.9, C.8.2.10, C.8.2.18)."""
    power, state = table.definition.privates[name].power, table.state
    if not isinstance(power, StationOfPrivate):
        return
    for company in table.definition.companies:
        if company not in power.stays and _has_token(table, company, power.hex):
            state.board = state.board.without_token(company, power.hex)
            state.rights[company] = 0
            table.log("token-returned", company=company, hex=power.hex)
    state.board = state.board.with_token(name, (power.hex, 0))
    table.log("private-station", private=name, hex=power.hex)


def _has_token(table: Table, company: str, hex_id: str) -> bool:
    return any(place == hex_id for place, _ in table.state.board.tokens_of(company))


def pay_station(table: Table, action: RunRoutes) -> None:
    """Each route of a company without a token in the city that counts it pays half its value (1890:C.8.2.19)."""
    definition, state = table.definition, table.state
    for name, power in stations(table):
        if _has_token(table, action.company, power.hex):
            continue
        stops = shape_at(definition.map, definition.tiles, state.board, power.hex).stops
        calls = [stop_at(stop) for route in action.routes for stop in route.stops]
        income = sum(
            stops[index].values[table.phase.value_index] * power.income_percent // 100
            for hex_id, index in calls
            if hex_id == power.hex
        )
        if income:
            table.pay(BANK, state.privates[name], income)
            table.log("private-income", private=name, owner=state.privates[name], amount=income)


class TokenOrRight(TokenStep):
    """Instead of a token a company may pay to ignore that of the private (1890:C.8.2.13 to C.8.2.17)."""

    kinds = (PlaceToken, Choose)

    def options(self, table: Table, frame: OperatingRound) -> Iterator[Option]:
        yield from super().options(table, frame)
        for name, _ in stations(table):
            action = Choose(president(table, frame.company), RIGHT, name)
            try:
                self.check(table, frame, action)
            except IllegalAction:
                continue
            yield action, None

    def check(self, table: Table, frame: OperatingRound, action: AnyAction) -> None:
        if isinstance(action, Choose):
            self._check_right(table, frame, action)
        else:
            super().check(table, frame, action)

    def _check_right(self, table: Table, frame: OperatingRound, action: Choose) -> None:
        company, cash = frame.company, table.state.cash[frame.company]
        director = president(table, company)
        if action.player != director:
            table.refuse("not_your_turn", where="operating", actor=action.player, turn=director)
        power = dict(stations(table)).get(action.option)
        if action.what != RIGHT or power is None:
            table.refuse("no_such_option", where=RIGHT, option=action.option, options=RIGHT)
        if frame.token_placed:
            table.refuse("one_token", company=company)
        if company in table.state.rights:
            table.refuse("right_owned", company=company, private=action.option)
        if company in power.no_right:
            table.refuse("right_forbidden", company=company, private=action.option)
        if company in power.stays or _has_token(table, company, power.hex):
            table.refuse("right_not_needed", company=company, hex=power.hex)
        if power.right_price > cash:
            table.refuse("cash_for_right", company=company, cost=power.right_price, cash=cash)

    def apply(self, table: Table, frame: OperatingRound, action: AnyAction) -> None:
        if not isinstance(action, Choose):
            super().apply(table, frame, action)
            return
        price = dict(stations(table))[action.option].right_price
        table.pay(frame.company, BANK, price)
        table.state.rights[frame.company] = price
        table.log("right-bought", company=frame.company, private=action.option, cost=price)
        update(table, token_placed=True)
