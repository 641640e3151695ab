"""The present position: as plain data, for tables, pages and programs of any language, and as text."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kaiping import ledger
from kaiping.definition import Variant
from kaiping.game import Game
from kaiping.records.exact import code, plain_value, state_data, wrapped
from kaiping.records.position_words import text
from kaiping.state import POOL, State
from kaiping.titles import is_told_by_data


class PhaseNow(Struct, frozen=True):
    name: str
    train_limit: int
    colors: tuple[str, ...]
    operating_rounds: int


class CertificateCount(Struct, frozen=True):
    held: int
    limit: int


class TrainsOfBank(Struct, frozen=True):
    #: the kind on top of the stack
    next: str | None
    #: kind -> how many; None where there is no end to them
    left: dict[str, int | None]
    #: kind -> price
    on_sale: dict[str, int]


class TokensLeft(Struct, frozen=True):
    number: int
    next_cost: int | None


class PrivateNow(Struct, frozen=True):
    #: None while the bank has it
    owner: str | None
    price: int
    income: int
    used: bool
    #: in an auction: the least that may be bid, and the bids that stand: player, amount
    asked: int | UnsetType = UNSET
    bids: tuple[tuple[str, int], ...] | UnsetType = UNSET


class Position(Struct, frozen=True, kw_only=True):
    """Everything about a position in JSON's types, as far as it is known: what is hidden is None or left out."""

    title: str
    edition: str
    rules: str
    options: tuple[str, ...]
    currency: str
    players: tuple[str, ...]
    round: ledger.Round
    phase: PhaseNow
    acting: tuple[str, ...]
    #: companies and minors still to operate in this round; between rounds all companies that would
    order: tuple[str, ...]
    priority: str
    #: why the game will end, why it has ended, and who is bankrupt
    ending: str | None
    finished: str | None
    bankrupt: str | None
    bank: int | None
    #: of players, companies and minors
    cash: dict[str, int]
    certificates: dict[str, CertificateCount]
    #: owner -> company -> per cent
    shares: dict[str, dict[str, int]]
    presidents: dict[str, str]
    par: dict[str, int]
    price: dict[str, int]
    #: row and column on the market
    cell: dict[str, tuple[int, int]]
    #: "row,column" -> companies, topmost first
    market: dict[str, tuple[str, ...]]
    floated: tuple[str, ...]
    operated: tuple[str, ...]
    #: companies that could once run between two large stops
    routed: tuple[str, ...]
    revenue: dict[str, int]
    trains: dict[str, tuple[str, ...]]
    depot: TrainsOfBank
    pool: tuple[str, ...]
    scrapped: dict[str, int]
    first_train_bought: bool
    #: company -> "hex.stop", ...
    tokens: dict[str, tuple[str, ...]]
    tokens_left: dict[str, TokensLeft]
    #: "hex.stop" -> companies for which a space is kept there
    homes: dict[str, tuple[str, ...]]
    #: hex -> "tile/rotation"
    tiles: dict[str, str]
    tiles_left: dict[str, int]
    tiles_lost: tuple[str, ...]
    privates: dict[str, PrivateNow]
    #: what players are worth
    totals: dict[str, int]
    #: what is going on, the last of it on top
    stack: tuple[dict[str, Any], ...]

    #: all of it for ``from_position``, by the fields of the state; left out while something is hidden, and where the
    #: game is by a definition that a program has made
    state: dict[str, Any] | UnsetType = UNSET

    #: what somebody has laid over the edition
    variant: Variant | UnsetType = UNSET

    #: what only this title has, by the names of its fields
    own: dict[str, Any] | UnsetType = UNSET

    # --- where there is any of it ---

    minors: dict[str, str] | UnsetType = UNSET
    debt: dict[str, int] | UnsetType = UNSET
    #: company -> per cent of its president's certificate
    certificate: dict[str, int] | UnsetType = UNSET
    #: company -> starting price and place in the operating order
    rows: dict[str, tuple[int, int]] | UnsetType = UNSET
    #: "owner company" -> numbers of ordinary shares
    numbers: dict[str, tuple[int, ...]] | UnsetType = UNSET
    unsaleable: tuple[str, ...] | UnsetType = UNSET
    closed: tuple[str, ...] | UnsetType = UNSET
    free_tokens: dict[str, int] | UnsetType = UNSET
    station_rights: dict[str, int] | UnsetType = UNSET
    paid_by_share: tuple[str, ...] | UnsetType = UNSET
    #: share prices do not move, whatever the phase says
    frozen: bool | UnsetType = UNSET
    #: company -> hexes
    covered_tokens: dict[str, tuple[str, ...]] | UnsetType = UNSET
    #: hex -> companies
    waiting_tokens: dict[str, tuple[str, ...]] | UnsetType = UNSET
    returned_tokens: dict[str, int] | UnsetType = UNSET


def position(game: Game) -> dict[str, Any]:
    """Everything about the position in JSON's types; equal states give equal positions, whatever led to them."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(typed_position(game)))
    return found


def typed_position(game: Game) -> Position:
    state, definition = game.state, game.definition
    tokens = {company: ledger.tokens(game, company) for company in definition.companies}
    phase = definition.phases[state.phase]
    depot = ledger.depot(game)
    return Position(
        title=definition.title,
        edition=definition.edition,
        rules=definition.rules_version,
        options=definition.options,
        currency=definition.currency,
        players=state.players,
        round=ledger.round_now(game),
        phase=PhaseNow(phase.name, phase.train_limit, phase.colors, phase.operating_rounds),
        acting=game.acting,
        order=ledger.order_left(game),
        priority=state.priority,
        ending=state.ending,
        finished=state.finished,
        bankrupt=state.bankrupt,
        bank=game.bank,
        cash=state.cash,
        certificates={row.name: CertificateCount(row.certificates, row.limit) for row in ledger.players(game)},
        shares=_shares(state),
        presidents=state.presidents,
        par=state.par,
        price={row.code: row.price for row in ledger.companies(game) if row.price is not None},
        cell=state.cells,
        market={f"{row},{column}": stack for (row, column), stack in sorted(state.market.items())},
        floated=_sorted(state.floated, definition.companies),
        operated=_sorted(state.operated, definition.companies),
        routed=_sorted(state.routed, definition.companies),
        revenue=state.revenue,
        trains={owner: trains for owner, trains in state.trains.items() if owner != POOL},
        depot=TrainsOfBank(
            depot.next,
            {kind.name: kind.left for kind in depot.trains},
            {kind.name: kind.price for kind in depot.trains if kind.on_sale},
        ),
        pool=depot.pool,
        scrapped=state.scrapped,
        first_train_bought=state.first_train_bought,
        tokens=_tokens(state),
        tokens_left={company: TokensLeft(one.left, one.next_cost) for company, one in tokens.items()},
        homes={f"{hex_id}.{stop}": kept for (hex_id, stop), kept in sorted(state.board.reserved.items())},
        tiles={hex_id: f"{tile}/{turned}" for hex_id, (tile, turned) in sorted(state.board.tiles.items())},
        tiles_left=ledger.tiles_left(game),
        tiles_lost=tuple(sorted(state.lost_tiles)),
        privates={one.code: _private(one) for one in ledger.privates(game)},
        totals=game.totals(),
        stack=tuple(plain_value(frame) for frame in state.stack),
        state=UNSET if game.hides or not is_told_by_data(definition) else state_data(state),
        variant=definition.variant or UNSET,
        own=UNSET if state.own is None else _own(state.own),
        **{name: value for name, value in _more(game).items() if value},
    )


def position_text(game: Game) -> str:
    """The position as text that a person can read, paste and compare line by line, with its code at the end."""
    found = position(game)
    words = text(found, game.definition)
    if "state" not in found:
        return words
    return f"{words}\n{wrapped(code(game))}\n"


def _own(own: Struct) -> dict[str, Any]:
    return {name: plain_value(getattr(own, name)) for name in own.__struct_fields__}


def _more(game: Game) -> dict[str, Any]:
    """What many positions have nothing of."""
    definition, state = game.definition, game.state
    return {
        "minors": state.minors,
        "debt": state.debt,
        "certificate": state.certificates,
        "rows": state.rows,
        "numbers": {f"{owner} {company}": held for (owner, company), held in sorted(state.numbers.items())},
        "unsaleable": tuple(sorted(f"{company}_{number}" for company, number in state.unsaleable)),
        "closed": tuple(sorted(state.closed_companies)),
        "free_tokens": state.free_tokens,
        "station_rights": state.station_rights,
        "paid_by_share": _sorted(state.paid_by_share, definition.companies),
        "frozen": state.frozen,
        "covered_tokens": {
            company: hexes for company in definition.companies if (hexes := ledger.tokens(game, company).covered)
        },
        "waiting_tokens": dict(sorted(state.waiting_tokens.items())),
        "returned_tokens": state.returned,
    }


def _sorted(names: frozenset[str], order: dict[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in order if name in names)


def _shares(state: State) -> dict[str, dict[str, int]]:
    shares: dict[str, dict[str, int]] = {}
    for (owner, company), percent in sorted(state.holdings.items()):
        shares.setdefault(owner, {})[company] = percent
    return shares


def _tokens(state: State) -> dict[str, tuple[str, ...]]:
    tokens: dict[str, tuple[str, ...]] = {}
    for (hex_id, stop), companies in sorted(state.board.tokens.items()):
        for company in companies:
            tokens[company] = (*tokens.get(company, ()), f"{hex_id}.{stop}")
    return tokens


def _private(row: ledger.Private) -> PrivateNow:
    if row.asked is None:
        return PrivateNow(row.owner, row.price, row.income, row.used)
    bids = tuple((bid.player, bid.amount) for bid in row.bids)
    return PrivateNow(row.owner, row.price, row.income, row.used, row.asked, bids)
