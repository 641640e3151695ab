"""Tokens that disasters move: sent back to their companies, face down, or waiting for a space."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kaiping.action import AnyAction, Choose, PlaceToken
from kaiping.board.board import StopId
from kaiping.board.track import moved_stops, shape_at
from kaiping.flow.operating.frame import OperatingRound, president_of
from kaiping.flow.operating.station import covered_tokens
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.state import BANK
from kaiping.titles.g1890.kobe_rapid import TokenOrRight
from kaiping.titles.g1890.own import rules
from kaiping.titles.g1890.waiting import no_more_waiting

UNCOVER = "uncover-token"


def free_stop(table: Play, hex_id: str, first: StopId | None = None) -> int | None:
    """A city of a hex with a space neither taken nor kept for anybody: the one to look at first, or the next."""
    definition, board = table.definition, table.state.board
    stops = shape_at(definition.map, definition.tiles, board, hex_id).stops
    for index in sorted(range(len(stops)), key=lambda number: (hex_id, number) != first):
        place = (hex_id, index)
        if len(board.tokens.get(place, ())) + len(board.reserved.get(place, ())) < stops[index].slots:
            return index
    return None


def fill_spaces(table: Play, hex_id: str) -> None:
    """Tokens that wait on a hex take the spaces that a new tile has brought (1890:C.10.14.10)."""
    state = table.state
    for company in state.waiting_tokens.get(hex_id, ()):
        stop = free_stop(table, hex_id)
        if stop is None:
            return
        no_more_waiting(table, company, hex_id)
        state.board = state.board.with_token(company, (hex_id, stop))
        table.log("token", company=company, hex=hex_id, stop=stop, cost=0)


def relay(
    table: Play, hex_id: str, laid: tuple[str, int] | None, order: Sequence[str], *, homes_first: bool
) -> list[str]:
    """Put an earlier tile, or none, in place of what lies on a hex, and the tokens back; says who has no space left.

    Spaces kept for homes stay kept. Tokens come back in the order given, those of homes before it if so wanted; one
    whose home it is takes its own city if there is room. The token of a private waits beside a full city as otherwise.
    """
    state, privates = table.state, table.definition.privates
    old = state.board
    here = [owner for place, owners in sorted(old.tokens.items()) if place[0] == hex_id for owner in owners]
    kept = [owner for place, owners in sorted(old.reserved.items()) if place[0] == hex_id for owner in owners]
    state.board = old.without_hex(hex_id, laid)
    for owner in kept:
        state.board = state.board.with_kept(owner, _home_on(table, owner, hex_id) or (hex_id, 0))

    def rank(owner: str) -> tuple[bool, int]:
        guest = homes_first and _home_on(table, owner, hex_id) is None
        return guest, order.index(owner) if owner in order else len(order)

    left: list[str] = []
    for owner in sorted(here, key=rank):
        home = _home_on(table, owner, hex_id)
        stop = 0 if owner in privates else free_stop(table, hex_id, first=home)
        if stop is None:
            left.append(owner)
        else:
            state.board = state.board.with_token(owner, (hex_id, stop))
    return left


def _home_on(table: Play, owner: str, hex_id: str) -> StopId | None:
    """The home of a company or minor on a hex, on what lies there now."""
    definition, board = table.definition, table.state.board
    entry = definition.companies.get(owner) or definition.minors.get(owner)
    for home, stop in entry.home_stops if entry is not None else ():
        if home == hex_id:
            now = shape_at(definition.map, definition.tiles, board, hex_id)
            moved = moved_stops(definition.map.hexes[hex_id].shape, now) or {}
            return hex_id, moved.get(stop, 0)
    return None


class StationStep(TokenOrRight):
    """Besides a token: turn one up again for a price (1890:C.10.13.11); who has one that waits is asked, too."""

    def open(self, table: Play, frame: OperatingRound) -> bool:
        waits = any(frame.company in waiting for waiting in table.state.waiting_tokens.values())
        return waits or super().open(table, frame) or next(self._extra(table, frame), None) is not None

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        yield from super().options(table, frame)
        for action in self._extra(table, frame):
            yield action, None

    def _extra(self, table: Play, frame: OperatingRound) -> Iterator[Choose]:
        company = frame.company
        for hex_id, _ in covered_tokens(table, company):
            action = Choose(president_of(table, company), UNCOVER, hex_id)
            if passes(self.check, table, frame, action):
                yield action

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        company = frame.company
        if isinstance(action, PlaceToken) and self._lies_there(table, company, action.hex):
            table.refuse("token_on_hex_already", company=company, hex=action.hex)
        if not isinstance(action, Choose) or action.what != UNCOVER:
            super().check(table, frame, action)
            return
        president = president_of(table, company)
        if action.player != president:
            table.refuse("not_your_turn", where="operating", actor=action.player, turn=president)
        self._check_uncover(table, company, action)

    def check_place(self, table: Play, company: str, hex_id: str, index: int) -> None:
        if self._lies_there(table, company, hex_id):
            table.refuse("token_on_hex_already", company=company, hex=hex_id)
        super().check_place(table, company, hex_id, index)

    def _lies_there(self, table: Play, company: str, hex_id: str) -> bool:
        """Has the company a token on the hex that does nothing, face down or waiting (1890:10.4.3.4)?"""
        covered = any(place == hex_id for place, _ in covered_tokens(table, company))
        return covered or company in table.state.waiting_tokens.get(hex_id, ())

    def _check_uncover(self, table: Play, company: str, action: Choose) -> None:
        quake, cash = rules(table).earthquake, table.state.cash[company]
        if quake is None or action.option not in [hex_id for hex_id, _ in covered_tokens(table, company)]:
            table.refuse("no_such_option", where=UNCOVER, option=action.option, options=UNCOVER)
        if table.state.frozen:
            table.refuse("uncover_later", company=company, hex=action.option)
        if quake.uncover_cost > cash:
            table.refuse("cash_for_token", where="uncover", company=company, cost=quake.uncover_cost, cash=cash)

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        quake, company, state = rules(table).earthquake, frame.company, table.state
        if isinstance(action, Choose) and action.what == UNCOVER and quake is not None:
            place = next(stop for stop in covered_tokens(table, company) if stop[0] == action.option)
            table.pay(company, BANK, quake.uncover_cost)
            state.board = state.board.with_token(company, place)
            table.log("token-uncovered", company=company, hex=action.option, cost=quake.uncover_cost)
        else:
            super().apply(table, frame, action)
