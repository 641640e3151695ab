"""The present position: as plain data, for tables, pages and programs of any language, and as text."""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from kaiping.flow.auction import Auction, least_bid, unsold
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.operating.station import covered_tokens, next_cost
from kaiping.flow.operating.track import tiles_left
from kaiping.flow.shares import certificate_limit, certificates, operating_order, price
from kaiping.flow.table import Table
from kaiping.flow.trains import on_sale, top_train
from kaiping.game import Game
from kaiping.records.position_words import text
from kaiping.state import BANK, POOL, State

#: rounds in full, by the short names of the titles
_ROUNDS = {"ISR": "auction", "DR": "choice of investors", "SR": "stock round", "OR": "operating round"}


def position(game: Game) -> dict[str, Any]:
    """Everything about the position in JSON's types; equal states give equal positions, whatever led to them."""
    state, definition = game.state, game.definition
    table = Table(definition, game.title, state)
    more = {} if definition.founding is None else _founding(state)
    if definition.train_rules.minors_own:
        more = _minors(state)
    return (
        more
        | _variants(table)
        | {
            "title": definition.title,
            "edition": definition.edition,
            "currency": definition.currency,
            "players": list(state.players),
            "round": _round(table),
            "phase": _phase(table),
            "acting": list(game.acting),
            "order": _order(table),
            "priority": state.priority,
            "ending": state.ending,
            "finished": state.finished,
            "bankrupt": state.bankrupt,
            "bank": game.bank,
            "cash": dict(state.cash),
            "certificates": {
                player: {"held": certificates(table, player), "limit": certificate_limit(table)}
                for player in state.players
            },
            "shares": _shares(state),
            "presidents": dict(state.presidents),
            "par": dict(state.par),
            "price": {company: price(table, company) for company in state.cells},
            "cell": {company: list(cell) for company, cell in state.cells.items()},
            "market": {f"{row},{column}": list(stack) for (row, column), stack in sorted(state.market.items())},
            "floated": _sorted(state.floated, definition.companies),
            "operated": _sorted(state.operated, definition.companies),
            "routed": _sorted(state.routed, definition.companies),
            "revenue": dict(state.revenue),
            "trains": {owner: list(trains) for owner, trains in state.trains.items() if owner != POOL},
            "depot": _depot(table),
            "pool": list(state.trains.get(POOL, ())),
            "scrapped": dict(state.scrapped),
            "first_train_bought": state.first_train_bought,
            "tokens": _tokens(state),
            "tokens_left": {company: _tokens_left(table, company) for company in definition.companies},
            "homes": {f"{hex_id}.{stop}": list(kept) for (hex_id, stop), kept in sorted(state.board.reserved.items())},
            "tiles": {hex_id: f"{tile}/{turned}" for hex_id, (tile, turned) in sorted(state.board.tiles.items())},
            "tiles_left": {tile: tiles_left(definition, state, tile) for tile in definition.tile_counts},
            "tiles_lost": sorted(state.lost_tiles),
            "privates": _privates(table),
            "totals": game.totals(),
            "stack": [_plain(frame) for frame in state.stack],
        }
    )


def position_text(game: Game) -> str:
    """The position as text that a person can read, paste and compare line by line."""
    return text(position(game), game.definition)


def _founding(state: State) -> dict[str, Any]:
    """What companies get when they are founded, and what comes of it, in titles that have this."""
    return {
        "certificate": dict(state.certificates),
        "permits": dict(state.permits),
        "rows": {company: list(place) for company, place in state.rows.items()},
        "fully_paid": sorted(state.fully_paid),
        "minors": dict(state.minors),
        "debt": dict(state.debt),
        "marker": state.marker,
        "final_round": state.final_round,
        "numbers": {f"{owner} {company}": list(held) for (owner, company), held in sorted(state.numbers.items())},
        "unsaleable": sorted(f"{company}_{number}" for company, number in state.unsaleable),
    }


def _minors(state: State) -> dict[str, Any]:
    """Minors that work like companies, what has closed, and tokens that were free, in titles that have this."""
    return {
        "minors": dict(state.minors),
        "closed": sorted(state.closed_companies),
        "free_tokens": dict(state.free_tokens),
        "rights": dict(state.rights),
    }


def _variants(table: Table) -> dict[str, Any]:
    """What only some variants bring about, where they are played."""
    definition, state = table.definition, table.state
    found: dict[str, Any] = {}
    if definition.shares.by_train is not None:
        found["growing"] = _sorted(state.growing, definition.companies)
    if definition.earthquake is not None:
        covered = {company: covered_tokens(table, company) for company in definition.companies}
        found["shaken"] = state.shaken
        found["debt"] = dict(state.debt)
        found["covered_tokens"] = {company: [hex_id for hex_id, _ in at] for company, at in covered.items() if at}
        laid = sorted(state.underneath.items())
        found["underneath"] = {hex_id: [f"{tile}/{turned}" for tile, turned in tiles] for hex_id, tiles in laid}
    if definition.air_raids is not None:
        found["waiting_tokens"] = {hex_id: list(names) for hex_id, names in sorted(state.waiting_tokens.items())}
    if state.returned:
        found["returned_tokens"] = dict(state.returned)
    return found


def _sorted(names: frozenset[str], order: dict[str, Any]) -> list[str]:
    return [name for name in order if name in names]


def _round(table: Table) -> dict[str, Any]:
    """Which round it is; in an operating round also whose turn, and which step of it."""
    state = table.state
    names = table.title.rounds
    kind = next((_ROUNDS[names[type(frame)]] for frame in reversed(state.stack) if type(frame) in names), None)
    found: dict[str, Any] = {"kind": kind, "turn": state.turn, "number": state.round, "of": state.set_rounds}
    for frame in state.stack:
        if isinstance(frame, OperatingRound) and frame.order:
            rules = table.title.frames[type(frame)]
            found["company"] = frame.company
            steps = rules.turn_steps(table, frame) if isinstance(rules, OperatingRules) else ()
            if 0 <= frame.step < len(steps):
                found["step"] = steps[frame.step].name
    return found


def _phase(table: Table) -> dict[str, Any]:
    phase = table.phase
    return {
        "name": phase.name,
        "train_limit": phase.train_limit,
        "colors": list(phase.colors),
        "operating_rounds": phase.operating_rounds,
    }


def _order(table: Table) -> list[str]:
    """Companies still to operate in this round, or between rounds all that would."""
    for frame in table.state.stack:
        if isinstance(frame, OperatingRound):
            return list(frame.order)
    return list(operating_order(table, table.state.floated))


def _shares(state: State) -> dict[str, dict[str, int]]:
    shares: dict[str, dict[str, int]] = {}
    for (owner, company), percent in sorted(state.holdings.items()):
        shares.setdefault(owner, {})[company] = percent
    return shares


def _depot(table: Table) -> dict[str, Any]:
    """The bank's trains; kinds without limit have no number left."""
    definition, state = table.definition, table.state
    return {
        "next": None if (top := top_train(definition, state)) is None else top.name,
        "left": {k.name: None if k.count is None else state.depot.get(k.name, 0) for k in definition.trains.values()},
        "on_sale": {kind.name: kind.price for kind in on_sale(table)},
    }


def _tokens(state: State) -> dict[str, list[str]]:
    tokens: dict[str, list[str]] = {}
    for (hex_id, stop), companies in sorted(state.board.tokens.items()):
        for company in companies:
            tokens.setdefault(company, []).append(f"{hex_id}.{stop}")
    return tokens


def _tokens_left(table: Table, company: str) -> dict[str, Any]:
    placed = len(table.state.board.tokens_of(company))
    cost = next_cost(table, company)
    return {"number": table.definition.companies[company].stations - placed, "next_cost": cost}


def _privates(table: Table) -> dict[str, dict[str, Any]]:
    state = table.state
    auction = table.top if state.stack and isinstance(table.top, Auction) else None
    privates: dict[str, dict[str, Any]] = {}
    for name, private in table.definition.privates.items():
        owner = state.privates[name]
        row: dict[str, Any] = {
            "owner": None if owner == BANK else owner,
            "price": private.price,
            "income": table.definition.private_income(name, state.phase),
            "used": name in state.powers_used,
        }
        if auction is not None and name in unsold(table):
            row["asked"] = least_bid(table, name)
            row["bids"] = [[player, amount] for _, player, amount in auction.on(name)]
        privates[name] = row
    return privates


def _plain(value: Any) -> Any:
    """Any value of a frame in JSON's types."""
    if isinstance(value, Struct):
        named = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        return {"type": str(value.__struct_config__.tag), **named}
    if isinstance(value, frozenset | set):
        return sorted((_plain(one) for one in value), key=repr)
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return value.value if isinstance(value, Enum) else value
