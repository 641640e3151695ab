"""Actions and track in words, as the terminal shows them; what it shares with the page is in kaiping.phrases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from kaiping import ledger
from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Range,
    RepayDebt,
    Route,
    RunRoutes,
    SellBlocks,
    SellShares,
    UsePower,
)
from kaiping.board.tile import STOP, Shape, StopKind
from kaiping.board.track import shape_at
from kaiping.definition import PaymentOnSellOut, Private
from kaiping.game import Game
from kaiping.lot_words import option_words
from kaiping.phrases import blocks_words, heading, money, place, set_words, shortfall_words, turn_words
from kaiping.state import BANK, IPO
from kaiping.words import answer, owner_words, question

#: edges in the order of their numbers
COMPASS = ("SW", "W", "NW", "NE", "E", "SE")


def asked_words(game: Game) -> str:
    """What is asked of whoever acts, and what there is to pay it with."""
    words = turn_words(game)
    means = _means(game)
    return f"{words} ({means})" if means else words


def _means(game: Game) -> str:
    kind, turn = ledger.uninterrupted(game), ledger.round_now(game)
    if kind == "operating round" and turn.company is not None:
        missing = 0
        if turn.step == "trains" and not game.state.trains.get(turn.company):
            missing = ledger.train_shortfall(game, turn.company) or 0
        short = f", {money(game, missing)} short for the cheapest train, which it must buy" if missing else ""
        sales = shortfall_words(game)
        return f"treasury {money(game, game.cash(turn.company))}{short}{'; ' if sales else ''}{sales}"
    if kind == "stock round":
        player = game.acting[0]
        debt = game.state.debt.get(player)
        owed = f", debt {money(game, debt)}" if debt else ""
        return f"cash {money(game, game.cash(player))}{owed}"
    return ""


def route_words(game: Game, route: Route) -> str:
    """A route by the names of its stops."""
    hexes = game.definition.map.hexes
    stops = (stop.partition(".")[0] for stop in route.stops)
    return f"{route.train}-train " + " – ".join(hexes[hex_id].name or hex_id for hex_id in stops)


def track_words(shape: Shape, across: Sequence[str | None]) -> str:
    """The track of a tile as it lies, with the hexes that it leads to: "W C7 – E C11", "city 20: NW B8, SE D10"."""

    def way(edge: int) -> str:
        return f"{COMPASS[edge]} {across[edge] or ''}".strip()

    parts = [f"{way(a)} – {way(b)}" for a, b in shape.track if a < STOP and b < STOP]
    for index, stop in enumerate(shape.stops):
        exits = sorted(end for pair in shape.track if STOP + index in pair for end in pair if end < STOP)
        values = "/".join(map(str, dict.fromkeys(stop.values)))
        kind = "city" if stop.kind is StopKind.CITY else stop.kind.value
        slots = f" with {stop.slots} slots" if stop.slots > 1 else ""
        parts.append(f"{kind} {values}{slots}: {', '.join(way(edge) for edge in exits) or 'no track'}")
    return "; ".join(parts)


def action_words(game: Game, action: AnyAction, span: Range | None = None) -> str:
    """An action as a player would say it, with what it costs or brings."""
    state, definition = game.state, game.definition

    def amount(price: int) -> str:
        if span is not None and span.open:
            return f"{money(game, span.least)} to {money(game, span.greatest)}"
        return money(game, price)

    match action:
        case Pass(actor):
            return pass_words(game, actor)
        case Bid(_, private, price):
            lot = definition.lot(private)
            verb = "bid for" if span is not None and span.open else "take"
            brings = (
                f"pays {money(game, lot.income)} a round"
                if isinstance(lot, Private)
                else f"starts with {money(game, lot.capital)}"
            )
            return f"{verb} {private} {lot.name}: {amount(price)} ({brings})"
        case Par(_, company, price, row):
            if len(definition.shares.president_percents) == 1:
                return f"start {company} at {money(game, price)}, two shares for {money(game, 2 * price)}"
            at = "" if row is None else f", place {row + 1}"
            return f"start {company} at {money(game, price)} a share{at}"
        case BuyShare(_, company, source):
            where = owner_words(source, pool=definition.shares.pool_limit is not None)
            return f"{company} from {where} for {money(game, ledger.share_cost(game, action))}"
        case SellShares(_, company, percent):
            total = ledger.sale_proceeds(game, action)
            return f"{percent} % of {company} for {money(game, total)}"
        case SellBlocks():
            return f"{blocks_words(action)}: {set_words(game, action)}"
        case ExchangePrivate(_, private, company, source):
            where = "the IPO" if source == IPO else "the pool"
            return f"{private} for a share of {company} from {where}"
        case LayTile():
            return lay_words(game, action)
        case PlaceToken(company, hex_id, stop):
            stops = shape_at(definition.map, definition.tiles, state.board, hex_id).stops
            city = f", city {stop + 1}" if len(stops) > 1 else ""
            cost = ledger.token_cost(game, action)
            return f"{company} on {place(game, hex_id)}{city}, {money(game, cost)}"
        case RunRoutes():
            return run_words(game, action)
        case Dividend(company, kind):
            revenue, paid = ledger.dividend_paid(game, action)
            if kind == "pay":
                return f"pay {money(game, paid)}: {money(game, paid // 10)} a share"
            return f"withhold {money(game, revenue)} for the treasury of {company}"
        case BuyTrain(_, train, source, price, trade_in):
            where = {BANK: "the bank", "pool": "the pool"}.get(source, source)
            old = f" against a {trade_in}-train" if trade_in else ""
            return f"{train}-train from {where} for {amount(price)}{old}"
        case DiscardTrain(_, train):
            return f"{train}-train"
        case BuyPrivate(_, private, price) | AcquirePrivate(_, private, price):
            owner = owner_words(state.privates.get(private, BANK))
            return f"{private} {definition.privates[private].name} from {owner} for {amount(price)}"
        case Consent(_, agree):
            return "agree" if agree else "refuse"
        case DeclareBankruptcy(company):
            return f"declare bankruptcy: the train that {company} must buy cannot be paid"
        case Choose(_, what, option):
            short = option_words(game, action).short
            if option in definition.minors:
                return f"{option} {definition.minors[option].name}, {short}"
            told = short or _told(game, action)
            brings = f" ({told})" if short or (told and option not in told) else ""
            return f"{question(what, definition.president)}: {answer(what, option)}{brings}"
        case UsePower(_, private):
            if (minor_name := definition.privates[private].from_minor) is not None:
                return f"{minor_name} becomes the private {private}"
            return f"{private} {definition.privates[private].name}: {_power_words(game, action)}"
        case RepayDebt(_, price):
            return amount(price)
        case _:
            assert_never(action)


#: what a company does not do, or no more, that passes in a step of its turn
_NOT_DONE = {
    "track": "lays no more track",
    "token": "places no token",
    "trains": "buys no more trains",
    "privates": "buys no private",
}


#: events that only say how the game goes on
_GOING_ON = ("turn", "stock-round", "operating-round")


def pass_words(game: Game, actor: str) -> str:
    """What passing means here."""
    if actor not in game.state.players:
        return f"{actor} {_NOT_DONE.get(ledger.round_now(game).step or '', 'passes')}"
    if len(game.state.stack) > 1 and ledger.uninterrupted(game) != "stock round":
        told = _told(game, Pass(actor))
        return f"pass: {told}" if told else "pass"
    return "pass"


def _power_words(game: Game, action: UsePower) -> str:
    """What the use of a power brings, and what is given up for it."""
    power = game.definition.privates[action.private].power
    paid = game.after(action).event("private-paid")
    if paid is not None and isinstance(power, PaymentOnSellOut):
        later = [money(game, amount) for amount in power.amounts.values() if amount > paid["amount"]]
        lost = f", gives up {' and '.join(later)} later" if later else ""
        return f"takes {money(game, paid['amount'])} for {action.private} now{lost}"
    return _told(game, action) or (f"for {action.company}" if action.company else "use it")


def _told(game: Game, action: AnyAction) -> str:
    """The first thing that an action would bring about, as the log says it."""
    events = game.after(action).events
    return game.describe(events[0]) if events and events[0].kind not in _GOING_ON else ""


def full_words(game: Game, action: AnyAction) -> str:
    """An action in words that do not need the menu around them."""
    match action:
        case Pass() | Consent() | DeclareBankruptcy():
            return action_words(game, action)
        case LayTile():
            return f"lay on {place(game, action.hex)}: {lay_words(game, action)}"
    return f"{heading(type(action)).lower()}: {action_words(game, action)}"


def lay_words(game: Game, action: LayTile) -> str:
    tile = game.definition.tiles[action.tile]
    track = track_words(tile.shapes[action.rotation], game.definition.map.neighbours[action.hex])
    return f"{action.tile}/{action.rotation} {tile.color}  {track}"


def run_words(game: Game, action: RunRoutes) -> str:
    """What a run earns and where it leads."""
    earned = game.after(action).event("run")
    if earned is None or not action.routes:
        return "no train runs"
    words = f"for {money(game, earned['revenue'])}"
    if earned["subsidy"]:
        words += f" and {money(game, earned['subsidy'])} to the treasury"
    return words + ": " + "; ".join(route_words(game, route) for route in action.routes)
