"""A private given up for a share of a company with a token at a certain place."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import ExchangePrivate
from kaiping.definition import ExchangeForShare
from kaiping.flow.play import Play
from kaiping.flow.rules import FrameRules, passes
from kaiping.flow.shares import SHARE, check_float, take_share
from kaiping.state import CLOSED, IPO, POOL


def power(table: Play, private: str) -> ExchangeForShare:
    """The power to exchange that a private has."""
    found = table.definition.privates[private].power if private in table.definition.privates else None
    if not isinstance(found, ExchangeForShare):
        table.refuse("no_such_power", private=private)
    return found


def actions(rules: FrameRules, table: Play) -> Iterator[ExchangePrivate]:
    """Exchanges open now, whoever may make them."""
    state, definition = table.state, table.definition
    for name, private in definition.privates.items():
        owner = state.privates[name]
        if not isinstance(private.power, ExchangeForShare) or owner not in state.players:
            continue
        for company in definition.companies:
            for source in (IPO, POOL):
                if state.held(source, company):
                    action = ExchangePrivate(owner, name, company, source)  # type: ignore[arg-type]
                    if passes(rules.check, table, action):
                        yield action


def check(
    table: Play,
    action: ExchangePrivate,
    *,
    turn: str | None,
    sold_this_turn: bool = False,
    sold: frozenset[tuple[str, str]] = frozenset(),
) -> None:
    """Refuse an exchange; ``turn`` is the player whose stock turn it is, ``sold`` who sold what in this round."""
    state = table.state
    found = power(table, action.private)
    if state.privates[action.private] != action.player:
        owner = state.privates[action.private]
        where = "exchange_sold" if owner in table.definition.companies else "exchange"
        table.refuse("not_owner_of_private", where=where, player=action.player, private=action.private)
    if found.as_purchase:
        if turn != action.player:
            table.refuse("exchange_only_in_stock_turn", private=action.private)
        if sold_this_turn:
            table.refuse("exchange_after_sale", player=action.player, private=action.private)
    if action.company not in table.definition.companies:
        table.refuse("unknown_company", company=action.company)
    if action.source not in found.sources:
        table.refuse("exchange_source", private=action.private, source=action.source)
    if action.company not in state.par or not state.held(action.source, action.company):
        table.refuse("no_share_there", where=action.source, company=action.company, source=action.source)
    if found.is_purchase and (action.player, action.company) in sold:
        table.refuse("sold_this_round", player=action.player, company=action.company)
    if not any(stop[0] in found.hexes for stop in state.board.tokens_of(action.company)):
        table.refuse("exchange_needs_token", company=action.company, hexes=", ".join(found.hexes))
    total = state.held(action.player, action.company) + SHARE
    limit = table.definition.shares.holding_limit
    if total > limit:
        table.refuse("holding_limit", player=action.player, company=action.company, total=total, limit=limit)


def apply(table: Play, action: ExchangePrivate) -> None:
    table.state.privates = {**table.state.privates, action.private: CLOSED}
    table.log("exchanged", player=action.player, private=action.private, company=action.company)
    take_share(table, action.player, action.company, action.source)
    check_float(table, action.company)
