"""The recorded states of 18xx.games files, and the fields in which ours must equal them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kaiping.event import Event
from kaiping.flow.auction import Auction
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.trains import top_train
from kaiping.game import Game
from kaiping.state import BANK, IPO, POOL

#: fields that are compared, in this order
FIELDS = (
    "round", "phase", "acting", "bank", "cash", "price", "cell", "par", "floated", "shares", "president",
    "trains", "depot", "pool_trains", "tokens", "tiles", "privates", "value", "bids", "revenue", "check",
    "finished", "end_reason", "debt", "permits", "pres_pct", "full_cap", "communism", "marker", "par_chart",
    "fi_owner", "assigned", "final_or",
)  # fmt: skip


def state_of(game: Game) -> dict[str, Any]:
    """Our position in the words of the traces."""
    state, definition = game.state, game.definition
    cells = definition.market.cells
    return {
        "round": round_name(game),
        "phase": state.phase,
        "acting": list(game.acting),
        "bank": state.bank,
        "cash": {_site_name(game, owner): cash for owner, cash in state.cash.items()},
        "price": {
            company: cells[state.cells[company]].price if company in state.cells else None
            for company in definition.companies
        },
        "cell": {company: list(cell) for company, cell in state.cells.items()},
        "par": state.par,
        "floated": sorted(state.floated),
        "shares": _shares(game),
        "president": state.presidents,
        "trains": {owner: list(trains) for owner, trains in state.trains.items() if owner != POOL},
        "depot": _depot(game),
        "pool_trains": sorted(state.trains.get(POOL, ())),
        "tokens": _tokens(game),
        "tiles": {hex_id: f"{tile}/{rotation}" for hex_id, (tile, rotation) in state.board.tiles.items()},
        "privates": {name: None if owner == BANK else owner for name, owner in state.privates.items()},
        "value": game.totals(),
        "bids": _bids(game),
        "finished": state.finished is not None,
        "end_reason": state.finished,
        "debt": state.debt,
        "permits": getattr(state.own, "permits", {}),
        "pres_pct": state.certificates,
        "full_cap": sorted(getattr(state.own, "fully_paid", ())),
        "communism": definition.phases[state.phase].frozen,
        "marker": getattr(state.own, "marker", None),
        "par_chart": _par_chart(game),
        "fi_owner": {
            _site_name(game, minor): None if owner == BANK else owner for minor, owner in state.minors.items()
        },
        "assigned": [],
        "final_or": getattr(state.own, "final_round", None),
    }


def round_name(game: Game) -> str | None:
    """Kind of round, number of its stock round, number in the set."""
    state = game.state
    for frame in reversed(state.stack):
        kind = game.title.rounds.get(type(frame))
        if kind == "OR":
            return f"OR {state.turn}.{state.round}"
        if kind is not None:
            return f"{kind} {max(1, state.turn)}.1"
    return None


def _site_name(game: Game, owner: str) -> str:
    """What the site calls an owner: minors have numbers there."""
    minor = game.definition.minors.get(owner)
    return minor.site if minor else owner


def _par_chart(game: Game) -> dict[str, list[str | None]]:
    rows = game.definition.shares.rows
    taken = {place: company for company, place in game.state.rows.items()}
    return {
        str(price): [taken.get((price, row)) for row in range(rows.count if rows else 0)]
        for price in game.definition.market.par_cells
    }


def _shares(game: Game) -> dict[str, dict[str, int]]:
    shares: dict[str, dict[str, int]] = {}
    names = {POOL: "market"}
    for (owner, company), percent in game.state.holdings.items():
        name = f"ipo:{company}" if owner == IPO else names.get(owner, _site_name(game, owner))
        shares.setdefault(name, {})[company] = percent
    return shares


def _depot(game: Game) -> dict[str, Any]:
    left: dict[str, Any] = dict(game.state.depot)
    for kind in game.definition.trains.values():
        if kind.count is None:
            left[kind.name] = "inf"
    top = top_train(game.definition, game.state)
    return {"next": top.name if top else None, "left": left}


def _tokens(game: Game) -> dict[str, list[str]]:
    tokens: dict[str, list[str]] = {}
    for (hex_id, stop), companies in game.state.board.tokens.items():
        for company in companies:
            tokens.setdefault(_site_name(game, company), []).append(f"{hex_id}:{stop}")
    return {company: sorted(places) for company, places in tokens.items()}


def _bids(game: Game) -> dict[str, list[list[Any]]]:
    bids: dict[str, list[list[Any]]] = {}
    for frame in game.state.stack:
        if isinstance(frame, Auction | SingleAuction):
            for private, player, price in frame.bids:
                bids.setdefault(private, []).append([player, price])
    return bids


def earned(events: Iterable[Event]) -> dict[str, Any]:
    """What a run or a dividend among these events brought, in the words of the traces."""
    for event in events:
        if event.kind == "run":
            found = {"revenue": event["revenue"], "subsidy": event["subsidy"]}
            return {"revenue": event["revenue"], "check": found}
        if event.kind in ("paid", "withheld"):
            return {"revenue": event["amount"]}
    return {}


def difference(game: Game, recorded: dict[str, Any], events: Iterable[Event] = ()) -> str | None:
    """The first field in which our position differs from the recorded one, with both values.

    ``events`` are those of the action just played: what it earned is compared as well.
    """
    ours = {"revenue": None, "check": None, **state_of(game), **earned(events)}
    for field in FIELDS:
        if field not in recorded:
            continue
        mine, theirs = _comparable(field, ours[field]), _comparable(field, recorded[field])
        if mine != theirs:
            return _describe(field, mine, theirs)
    return None


def _comparable(field: str, value: Any) -> Any:
    if field in ("floated", "pool_trains", "full_cap"):
        return sorted(value)
    if field == "bids":
        return {private: sorted(bids) for private, bids in value.items() if bids}
    if field in ("trains", "tokens"):
        # which of two equal trains a company gives away is no matter of rules, so their order is none either
        return {owner: sorted(things) for owner, things in value.items() if things}
    if field == "shares":
        return {owner: held for owner, held in value.items() if held}
    return value


def _describe(field: str, ours: Any, recorded: Any) -> str:
    if isinstance(ours, dict) and isinstance(recorded, dict):
        for key in sorted({*ours, *recorded}, key=str):
            if ours.get(key) != recorded.get(key):
                return _describe(f"{field}.{key}", ours.get(key), recorded.get(key))
    return f"{field} ours {ours}, recorded {recorded}"
