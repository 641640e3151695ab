"""Station tokens: the home token of a first turn, and one further token a turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from kaiping.action import AnyAction, PlaceToken
from kaiping.board.board import StopId
from kaiping.board.tile import Stop, StopKind
from kaiping.board.track import shape_at
from kaiping.flow.operating.connections import note_connections, reached, reaches_any
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.step import Earns, TurnStep
from kaiping.flow.operating.steps import LeftOut
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.state import BANK


def place_home(table: Play, company: str) -> None:
    """Home tokens are free and go where homes are kept for the company, but for those that come later."""
    state, later = table.state, table.definition.companies[company].home_phases
    kept = sorted(state.board.reserved.items())
    homes = [place for place, owners in kept if company in owners and place[0] not in later]
    for stop in homes:
        state.board = state.board.with_token(company, stop)
        table.log("home-token", company=company, hex=stop[0], stop=stop[1])
    if len(homes) > 1:
        state.free_tokens = {**state.free_tokens, company: len(homes) - 1}


def place_later_homes(table: Play) -> None:
    """Home tokens that come with a phase, where their companies are connected; one may open the way to the next.

    The first home of such a company comes with the first round after it floats.
    """
    for company, entry in table.definition.companies.items():
        if entry.home_phases and company in table.state.floated:
            if company not in table.state.operated:
                place_home(table, company)
            while _place_later_home(table, company):
                pass


def _place_later_home(table: Play, company: str) -> bool:
    state, later = table.state, table.definition.companies[company].home_phases
    for place, owners in sorted(state.board.reserved.items()):
        if company not in owners or place[0] not in later:
            continue
        if any(hex_id == place[0] for hex_id, _ in state.board.tokens_of(company)):
            state.board = state.board.without_reservation(company, place)
            return True
        if table.at_least(later[place[0]]) and place in reached(table, company).stops:
            state.board = state.board.with_token(company, place)
            state.free_tokens = {**state.free_tokens, company: state.free_tokens.get(company, 0) + 1}
            table.log("home-token", company=company, hex=place[0], stop=place[1])
            return True
    return False


def covered_tokens(table: Play, company: str) -> list[StopId]:
    """Where tokens of a company lie face down: a space is kept for it that is not its home."""
    if not table.definition.stations.face_down:
        return []
    homes = {hex_id for hex_id, _ in table.definition.companies[company].home_stops}
    kept = sorted(table.state.board.reserved.items())  # a position does not tell which was turned first
    return [place for place, owners in kept if company in owners and place[0] not in homes]


def next_cost(table: Play, company: str) -> int | None:
    """Price of the company's next token; None when it has none left.

    Tokens of further homes stand outside the count, used or not; one that was sent away has been paid for.
    """
    state, entry = table.state, table.definition.companies[company]
    placed = len(state.board.tokens_of(company)) - state.free_tokens.get(company, 0)
    placed += len(covered_tokens(table, company))
    placed += sum(company in waiting for waiting in state.waiting_tokens.values())
    if placed > entry.stations - len(entry.homes):
        return None
    costs = table.definition.stations.costs
    paid = placed + (state.station_rights.get(company) == 0) + state.returned.get(company, 0)
    return costs[min(paid, len(costs) - 1)] * table.phase.token_factor


def home_to_choose(table: Play, hex_id: str) -> str | None:
    """The company that has still to choose a city of this hex for its home, which keeps others out."""
    definition = table.definition
    cities = shape_at(definition.map, definition.tiles, table.state.board, hex_id).stops
    if len(cities) < 2 and not definition.stations.keeps_joined_home:
        return None
    for (place, _), owners in table.state.board.reserved.items():
        for company in owners:
            if place == hex_id and table.definition.companies[company].chooses_home:
                return company
    return None


def other_home(table: Play, hex_id: str) -> StopId | None:
    """Where homes may go to any city of their hex: the first with a place that is neither taken nor kept."""
    definition, board = table.definition, table.state.board
    if not definition.stations.home_any_place:
        return None
    for index, stop in enumerate(shape_at(definition.map, definition.tiles, board, hex_id).stops):
        place = (hex_id, index)
        if len(board.tokens.get(place, ())) + len(board.reserved.get(place, ())) < stop.slots:
            return place
    return None


def put_token(table: Play, company: str, place: StopId) -> None:
    """Place a token; a home that it leaves without a place is kept in another city of the hex."""
    state, other = table.state, other_home(table, place[0])
    kept = state.board.reserved.get(place, ())
    state.board = state.board.with_token(company, place)
    slots = shape_at(table.definition.map, table.definition.tiles, state.board, place[0]).stops[place[1]].slots
    if other is not None and len(state.board.tokens[place]) + len(kept) > slots:
        state.board = state.board.with_reserved(kept[-1], other)


class TokenStep(TurnStep):
    """One token a turn, in a city that the company reaches."""

    name = "token"
    kinds: tuple[type, ...] = (PlaceToken,)

    def open(self, table: Play, frame: OperatingRound) -> bool:
        if frame.token_placed or not self._can_pay(table, frame.company):
            return False
        return reaches_any(table, frame.company, partial(self._fits, table, frame.company))

    def waits(self, table: Play, frame: OperatingRound) -> bool:
        """By track to a city, or by money for the token."""
        return not frame.token_placed and next_cost(table, frame.company) is not None

    def check_pass(self, table: Play, frame: OperatingRound) -> None:
        """A token is never compulsory."""

    def skip(self, table: Play, frame: OperatingRound) -> None:
        """Nothing follows but that connections are noted where a token could have been paid."""
        keeps = table.definition.running.keeps_route_flag
        if keeps and not frame.token_placed and self._can_pay(table, frame.company):
            note_connections(table, frame.company)

    def foreseen(self, earns: Earns) -> TurnStep:
        return LeftOut(self.name)

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        company = frame.company
        if frame.token_placed or not self._can_pay(table, company):
            return
        for place in sorted(reached(table, company).stops):
            if self._fits(table, company, place):
                yield PlaceToken(company, *place), None

    def _can_pay(self, table: Play, company: str) -> bool:
        """Has the company a token left, and the money for it?"""
        cost = next_cost(table, company)
        return cost is not None and cost <= table.state.cash[company]

    def _fits(self, table: Play, company: str, place: StopId) -> bool:
        """May a token go to a stop if the company reaches it? Most stops take none at first sight."""
        definition, board = table.definition, table.state.board
        stop = shape_at(definition.map, definition.tiles, board, place[0]).stops[place[1]]
        if len(board.tokens.get(place, ())) >= stop.slots or not self._takes_tokens(table, stop):
            return False
        return passes(self.check_place, table, company, *place)

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, PlaceToken)
        company = action.company
        cost = next_cost(table, company)
        if cost is None:
            table.refuse("no_token_left", company=company)
        if frame.token_placed:
            table.refuse("one_token", company=company)
        self.check_place(table, company, action.hex, action.stop)
        place = (action.hex, action.stop)
        if not reaches_any(table, company, lambda stop: stop == place):
            table.refuse("city_not_reached", company=company, hex=action.hex)
        cash = table.state.cash[company]
        if cost > cash:
            table.refuse("cash_for_token", where=str(cost), company=company, cost=cost, cash=cash)

    def check_place(self, table: Play, company: str, hex_id: str, index: int) -> None:
        """Refuse what is no stop for a token of the company, reached or not."""
        definition, board = table.definition, table.state.board
        if hex_id not in definition.map.hexes:
            table.refuse("unknown_hex", hex=hex_id)
        stops = shape_at(definition.map, definition.tiles, board, hex_id).stops
        if not 0 <= index < len(stops) or not self._takes_tokens(table, stops[index]):
            table.refuse("no_city_there", hex=hex_id, stop=index)
        waiting = home_to_choose(table, hex_id)
        if waiting is not None and waiting != company:
            table.refuse("home_hex_kept", hex=hex_id, company=waiting)
        if any(place == hex_id for place, _ in board.tokens_of(company)):
            table.refuse("token_on_hex_already", company=company, hex=hex_id)
        place = (hex_id, index)
        taken = len(board.tokens.get(place, ()))
        slots = stops[index].slots
        if taken >= slots:
            table.refuse("city_full", hex=hex_id, slots=slots)
        kept = board.reserved.get(place, ())
        if taken + len(kept) >= slots and company not in kept and other_home(table, hex_id) is None:
            face_down = [owner for owner in kept if place in covered_tokens(table, owner)]
            if face_down and taken + len(face_down) >= slots:
                table.refuse("covered_token_there", hex=hex_id, companies=", ".join(face_down))
            table.refuse("home_kept_free", hex=hex_id, companies=", ".join(kept))

    def _takes_tokens(self, table: Play, stop: Stop) -> bool:
        if stop.kind is StopKind.OFFBOARD:
            return table.definition.stations.offboard and stop.slots > 0
        return stop.kind is StopKind.CITY

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, PlaceToken)
        note_connections(table, action.company)
        cost = next_cost(table, action.company) or 0
        table.pay(action.company, BANK, cost)
        put_token(table, action.company, (action.hex, action.stop))
        table.log("token", company=action.company, hex=action.hex, stop=action.stop, cost=cost)
        table.replace(replace(frame, token_placed=True))
