"""Tokens that wait beside a full city for its next space (1890:C.10.14.9)."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, Choose
from kaiping.flow.operating.frame import president_of
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.state import put, without

TAKE_BACK = "take-token-back"


def no_more_waiting(table: Play, company: str, hex_id: str) -> None:
    """A token that has waited on a hex lies there no more, or has its space."""
    waiting = table.state.waiting_tokens
    left = tuple(other for other in waiting[hex_id] if other != company)
    table.state.waiting_tokens = put(without(waiting, hex_id), hex_id, left)


def waits_on(table: Play, company: str) -> list[str]:
    """Hexes on which a token of a company or minor waits."""
    return [hex_id for hex_id, waiting in sorted(table.state.waiting_tokens.items()) if company in waiting]


def hand_on(table: Play, minor: str, company: str, hex_id: str) -> None:
    """A company's token waits in place of a minor's."""
    waiting = table.state.waiting_tokens
    handed = tuple(company if other == minor else other for other in waiting[hex_id])
    table.state.waiting_tokens = {**waiting, hex_id: handed}


def send_back(table: Play, company: str, hex_id: str) -> None:
    """A token, in its space or waiting for one, leaves the map; the price of the next one does not fall by that."""
    state = table.state
    if company in state.waiting_tokens.get(hex_id, ()):
        no_more_waiting(table, company, hex_id)
    else:
        state.board = state.board.without_token(company, hex_id)
    state.returned = {**state.returned, company: state.returned.get(company, 0) + 1}
    table.log("token-returned", company=company, hex=hex_id)


def waiting_name(company: str, hex_id: str) -> str:
    """What a token that waits is called in a choice."""
    return f"{company}-{hex_id}"


def _waiting(table: Play) -> Iterator[tuple[str, str, str]]:
    """Tokens of companies that wait: what each is called, company, hex."""
    for hex_id, names in sorted(table.state.waiting_tokens.items()):
        for company in names:
            if company in table.state.presidents:
                yield waiting_name(company, hex_id), company, hex_id


class RoundWithWaiting(OperatingRules):
    """An operating round in which tokens that wait may be taken back at any time (1890:C.10.14.11)."""

    def options(self, table: Play) -> Iterator[Listed]:
        yield from super().options(table)
        for name, company, _ in _waiting(table):
            yield Choose(president_of(table, company), TAKE_BACK, name), None

    def check(self, table: Play, action: AnyAction) -> None:
        if not isinstance(action, Choose) or action.what != TAKE_BACK:
            super().check(table, action)
            return
        leaders = {name: president_of(table, company) for name, company, _ in _waiting(table)}
        if action.option not in leaders:
            table.refuse("no_such_option", where=TAKE_BACK, option=action.option, options=", ".join(leaders) or "none")
        if action.player != leaders[action.option]:
            table.refuse("not_your_turn", where="operating", actor=action.player, turn=leaders[action.option])

    def apply(self, table: Play, action: AnyAction) -> None:
        if not isinstance(action, Choose) or action.what != TAKE_BACK:
            super().apply(table, action)
            return
        for name, company, hex_id in list(_waiting(table)):
            if name == action.option:
                send_back(table, company, hex_id)
