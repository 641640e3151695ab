"""Kobe Rapid: its token in Kobe, the right to ignore it, and what it earns by the trains of others."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, Choose, PlaceToken, RunRoutes
from kaiping.board.track import color_at, shape_at
from kaiping.definition import StationOfPrivate, stop_at
from kaiping.flow.operating.frame import OperatingRound, president_of, update
from kaiping.flow.operating.station import TokenStep, next_cost
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.state import BANK
from kaiping.titles.g1890.waiting import no_more_waiting

RIGHT = "station-right"


def stations(table: Play) -> Iterator[tuple[str, StationOfPrivate]]:
    """Privates of players that have a token on the map."""
    for name, private in table.definition.privates.items():
        if isinstance(private.power, StationOfPrivate) and table.state.privates[name] in table.state.players:
            yield name, private.power


def late_bought(table: Play, player: str, name: str) -> None:
    """Tokens of others leave the city, and their companies may pass it (1890:C.8.2.9, C.8.2.10, C.8.2.18)."""
    power, state = table.definition.privates[name].power, table.state
    if not isinstance(power, StationOfPrivate):
        return
    for company in table.definition.companies:
        waits = company in state.waiting_tokens.get(power.hex, ())
        if company not in power.stays and (waits or _has_token(table, company, power.hex)):
            if waits:
                no_more_waiting(table, company, power.hex)
            else:
                state.board = state.board.without_token(company, power.hex)
            state.station_rights = {**state.station_rights, company: 0}
            table.log("token-returned", company=company, hex=power.hex)
    state.board = state.board.with_token(name, (power.hex, 0))
    table.log("private-station", private=name, hex=power.hex)


def _has_token(table: Play, company: str, hex_id: str) -> bool:
    return any(place == hex_id for place, _ in table.state.board.tokens_of(company))


def pay_station(table: Play, action: RunRoutes) -> None:
    """Each route of a company without a token in the city that counts it pays half its value (1890:C.8.2.19)."""
    state = table.state
    for name, power in stations(table):
        if _has_token(table, action.company, power.hex):
            continue
        calls = [stop_at(stop) for route in action.routes for stop in route.stops]
        found = [_income(table, power, index) for hex_id, index in calls if hex_id == power.hex]
        income = max(found, default=0) if power.once else sum(found)
        if income:
            table.pay(BANK, state.privates[name], income)
            table.log("private-income", private=name, owner=state.privates[name], amount=income)


def _income(table: Play, power: StationOfPrivate, index: int) -> int:
    """What one call at the city brings (1890:C.8.2.19; by the colour of the city: 1890:C.10.6.1)."""
    printed = table.definition.map, table.definition.tiles, table.state.board
    color = color_at(*printed, power.hex)
    if color in power.incomes:
        return power.incomes[color]
    return shape_at(*printed, power.hex).stops[index].values[table.phase.value_index] * power.income_percent // 100


def right_price(table: Play, company: str, power: StationOfPrivate) -> int:
    """What the right costs a company; without a token left it pays the full price."""
    if not power.right_like_token:
        return power.right_price
    return next_cost(table, company) or power.right_price


class TokenOrRight(TokenStep):
    """Instead of a token a company may pay to ignore that of the private (1890:C.8.2.13 to C.8.2.17)."""

    kinds = (PlaceToken, Choose)

    def waits(self, table: Play, frame: OperatingRound) -> bool:
        """The right may be had without a token, too."""
        return not frame.token_placed

    def open(self, table: Play, frame: OperatingRound) -> bool:
        return super().open(table, frame) or next(self._rights(table, frame), None) is not None

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        yield from super().options(table, frame)
        for action in self._rights(table, frame):
            yield action, None

    def _rights(self, table: Play, frame: OperatingRound) -> Iterator[Choose]:
        for name, _ in stations(table):
            action = Choose(president_of(table, frame.company), RIGHT, name)
            if passes(self.check, table, frame, action):
                yield action

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        if isinstance(action, Choose):
            self._check_right(table, frame, action)
        else:
            super().check(table, frame, action)

    def _check_right(self, table: Play, frame: OperatingRound, action: Choose) -> None:
        company, cash = frame.company, table.state.cash[frame.company]
        president = president_of(table, company)
        if action.player != president:
            table.refuse("not_your_turn", where="operating", actor=action.player, turn=president)
        power = dict(stations(table)).get(action.option)
        if action.what != RIGHT or power is None:
            table.refuse("no_such_option", where=RIGHT, option=action.option, options=RIGHT)
        if frame.token_placed:
            table.refuse("one_token", company=company)
        if company in table.state.station_rights:
            table.refuse("right_owned", company=company, private=action.option)
        if company in power.no_right:
            table.refuse("right_forbidden", company=company, private=action.option)
        if company in power.stays or _has_token(table, company, power.hex):
            table.refuse("right_not_needed", company=company, hex=power.hex)
        cost = right_price(table, company, power)
        if cost > cash:
            table.refuse("cash_for_right", company=company, cost=cost, cash=cash)

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        if not isinstance(action, Choose):
            super().apply(table, frame, action)
            return
        price = right_price(table, frame.company, dict(stations(table))[action.option])
        table.pay(frame.company, BANK, price)
        table.state.station_rights = {**table.state.station_rights, frame.company: price}
        table.log("right-bought", company=frame.company, private=action.option, cost=price)
        update(table, token_placed=True)
