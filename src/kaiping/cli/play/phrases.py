"""Actions, places and rounds in words, as the terminal shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import msgspec

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
    SellShares,
    UsePower,
)
from kaiping.board.tile import STOP, Shape, StopKind
from kaiping.definition import Private
from kaiping.flow.auction import Auction
from kaiping.flow.offers import Offer
from kaiping.flow.operating.dividend import kept_back
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.operating.station import next_cost
from kaiping.flow.operating.train_purchase import shortfall
from kaiping.flow.shares import proceeds, share_price
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.flow.table import Table
from kaiping.flow.trains import Discards
from kaiping.game import Game
from kaiping.state import BANK, IPO
from kaiping.words import QUESTIONS, answer, interruption

#: edges in the order of their numbers
COMPASS = ("SW", "W", "NW", "NE", "E", "SE")

#: headings of the menu, in the order in which they are shown
HEADINGS: dict[type, str] = {
    Pass: "Pass",
    Consent: "Answer",
    Choose: "Choose",
    Bid: "Privates",
    Par: "Start a company",
    BuyShare: "Buy a share",
    SellShares: "Sell shares",
    ExchangePrivate: "Exchange a private",
    LayTile: "Lay track",
    PlaceToken: "Place a token",
    RunRoutes: "Run trains",
    Dividend: "Dividend",
    BuyTrain: "Buy a train",
    DiscardTrain: "Give up a train",
    BuyPrivate: "Buy a private",
    AcquirePrivate: "Buy a private",
    DeclareBankruptcy: "Bankruptcy",
    UsePower: "Use a private",
    RepayDebt: "Pay back",
}

#: rounds that are only named, by the short names of the titles
ROUNDS = {"DR": "choice of foreign investors"}

_STEPS = {
    "track": "lays track",
    "token": "places a token",
    "run": "runs its trains",
    "dividend": "decides on the dividend",
    "trains": "buys trains",
    "privates": "buys privates",
}

ENDINGS = {
    "bank": "the bank is broken",
    "bankrupt": "a player is bankrupt",
    "final_train": "the last rounds are played",
    "turns": "the last game turn is over",
    "price": "a share price has reached the top",
}


def money(game: Game, amount: int | None) -> str:
    """An amount; "?" if it is not known."""
    return "?" if amount is None else f"{game.definition.currency}{amount:,}"


def round_words(game: Game) -> str:
    """What is going on: the round, and the interruption if there is one."""
    state = game.state
    if state.finished is not None:
        return "the game is over"
    words = ""
    for frame in state.stack:
        match frame:
            case Auction() | SingleAuction():
                words = "auction of the privates"
            case StockRound():
                words = f"stock round {state.turn}"
            case OperatingRound():
                words = f"operating round {state.turn}.{state.round}"
                if state.set_rounds:
                    words += f" of {state.set_rounds}"
                if state.final_round is not None:
                    words += f", the last is {state.final_round}"
            case Discards():
                words += ", trains above the limit"
            case Offer():
                words += ", an offer"
            case MoreTiles(_, private):
                words += f", tiles of {private}"
            case _ if type(frame) in game.title.rounds:
                words = ROUNDS[game.title.rounds[type(frame)]]
            case _:
                fields = msgspec.structs.asdict(frame)
                words += f", {interruption(type(frame).__name__, fields, game.definition.currency)}"
    return words


def is_auction(game: Game) -> bool:
    return any(isinstance(frame, Auction | SingleAuction) for frame in game.state.stack)


def company_on_turn(game: Game) -> str | None:
    """The company that acts, if it is one that acts and not a player."""
    for frame in reversed(game.state.stack):
        match frame:
            case Discards(companies):
                return companies[0]
            case OperatingRound() if frame.order:
                return frame.company
            case MoreTiles(company):
                return company
    return None


def turn_words(game: Game) -> str:
    """What is asked of whoever acts."""
    top = game.state.stack[-1]
    company = company_on_turn(game)
    match top:
        case Offer(purchase):
            what = f"{purchase.train}-train" if isinstance(purchase, BuyTrain) else purchase.private
            return f"{purchase.company} offers {money(game, purchase.price)} for your {what}"
        case Discards():
            return f"{company} must give up a train"
        case MoreTiles(_, private):
            return f"{company} goes on with the power of {private}"
        case OperatingRound():
            rules = game.title.frames[OperatingRound]
            name = rules.step_name(game._table()) if isinstance(rules, OperatingRules) and top.step >= 0 else ""
            cash = money(game, game.cash(top.company))
            if name == "trains" and not game.state.trains.get(top.company):
                missing = shortfall(Table(game.definition, game.title, game.state), top.company)
                short = f", {money(game, missing)} short for the cheapest" if missing else ""
                return f"{company} must buy a train (treasury {cash}{short})"
            return f"{company} {_STEPS.get(name, name)} (treasury {cash})"
        case Auction(contested=str(contested)):
            return f"{contested} is auctioned among its bidders"
        case Auction():
            return "buy the cheapest private, bid for another, or pass"
        case SingleAuction():
            return "bid for the private on offer, or pass"
        case StockRound(player):
            debt = game.state.debt.get(player)
            owed = f", debt {money(game, debt)}" if debt else ""
            return f"sell shares, buy one certificate, or pass (cash {money(game, game.cash(player))}{owed})"
    questions = [action.what for action in game.legal_actions() if isinstance(action, Choose)]
    if questions:
        return f"choose {QUESTIONS[questions[0]]}"
    return interruption(type(top).__name__, msgspec.structs.asdict(top), game.definition.currency)


def place(game: Game, hex_id: str) -> str:
    """A hex with its name."""
    printed = game.definition.map.hexes.get(hex_id)
    return f"{hex_id} {printed.name}" if printed is not None and printed.name else hex_id


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


def price_of_share(game: Game, company: str, source: str) -> int:
    return share_price(game._table(), company, source)


def action_words(game: Game, action: AnyAction, span: Range | None = None) -> str:
    """An action as a player would say it, with what it costs or brings."""
    state, definition = game.state, game.definition

    def amount(price: int) -> str:
        if span is not None and span.greatest > span.least:
            return f"{money(game, span.least)} to {money(game, span.greatest)}"
        return money(game, price)

    match action:
        case Pass(actor):
            return "pass" if actor in state.players else f"{actor} passes"
        case Bid(_, private, price):
            lot = definition.lot(private)
            verb = "bid for" if span is not None and span.greatest > span.least else "take"
            brings = (
                f"pays {money(game, lot.income)} a round"
                if isinstance(lot, Private)
                else f"starts with {money(game, lot.capital)}"
            )
            return f"{verb} {private} {lot.name}: {amount(price)} ({brings})"
        case Par(_, company, price, row):
            if definition.founding is None:
                return f"start {company} at {money(game, price)}, two shares for {money(game, 2 * price)}"
            at = "" if row is None else f", place {row + 1}"
            return f"start {company} at {money(game, price)} a share{at}"
        case BuyShare(_, company, source):
            where = "the IPO" if source == IPO else "the pool"
            return f"{company} from {where} for {money(game, price_of_share(game, company, source))}"
        case SellShares(_, company, percent):
            total = proceeds(game._table(), company, percent)
            return f"{percent} % of {company} for {money(game, total)}"
        case ExchangePrivate(_, private, company, source):
            where = "the IPO" if source == IPO else "the pool"
            return f"{private} for a share of {company} from {where}"
        case LayTile():
            return lay_words(game, action)
        case PlaceToken(company, hex_id, stop):
            city = f", city {stop + 1}" if _cities(game, hex_id) > 1 else ""
            cost = next_cost(Table(definition, game.title, state), company) or 0
            return f"{company} on {place(game, hex_id)}{city}, {money(game, cost)}"
        case RunRoutes():
            return run_words(game, action)
        case Dividend(company, kind):
            revenue = state.revenue.get(company, 0)
            if kind == "pay":
                paid = revenue - kept_back(definition, state.phase, company, revenue)
                return f"pay {money(game, paid)}: {money(game, paid // 10)} a share"
            return f"withhold {money(game, revenue)} for the treasury of {company}"
        case BuyTrain(_, train, source, price, trade_in):
            where = {BANK: "the bank", "pool": "the pool"}.get(source, source)
            old = f" against a {trade_in}-train" if trade_in else ""
            return f"{train}-train from {where} for {amount(price)}{old}"
        case DiscardTrain(_, train):
            return f"{train}-train"
        case BuyPrivate(_, private, price) | AcquirePrivate(_, private, price):
            owner = state.privates.get(private)
            return f"{private} {definition.privates[private].name} from {owner} for {amount(price)}"
        case Consent(_, agree):
            return "agree" if agree else "refuse"
        case DeclareBankruptcy(company):
            return f"declare bankruptcy: the train that {company} must buy cannot be paid"
        case Choose(_, what, option):
            if option in definition.minors:
                minor = definition.minors[option]
                return f"{option} {minor.name}, {place(game, minor.home_stop[0])}"
            return f"{QUESTIONS[what]}: {answer(what, option)}"
        case UsePower(_, private, company):
            named = f"{private} {definition.privates[private].name}"
            return named if company is None else f"{named} for {company}"
        case RepayDebt(_, price):
            return amount(price)
        case _:
            assert_never(action)


def full_words(game: Game, action: AnyAction) -> str:
    """An action in words that do not need the menu around them."""
    match action:
        case Pass() | Consent() | DeclareBankruptcy():
            return action_words(game, action)
        case LayTile():
            return f"lay on {place(game, action.hex)}: {lay_words(game, action)}"
    return f"{HEADINGS[type(action)].lower()}: {action_words(game, action)}"


def _cities(game: Game, hex_id: str) -> int:
    laid = game.state.board.tiles.get(hex_id)
    printed = game.definition.map.hexes.get(hex_id)
    if laid is not None:
        return len(game.definition.tiles[laid[0]].stops)
    return len(printed.stops) if printed is not None else 0


def lay_words(game: Game, action: LayTile) -> str:
    tile = game.definition.tiles[action.tile]
    track = track_words(tile.shapes[action.rotation], game.definition.map.neighbours[action.hex])
    return f"{action.tile}/{action.rotation} {tile.color}  {track}"


def run_words(game: Game, action: RunRoutes) -> str:
    """What a run earns and where it leads."""
    trial = game.copy()
    trial.play(action)
    earned = next((event for event in trial.last_events if event.kind == "run"), None)
    if earned is None or not action.routes:
        return "no train runs"
    words = f"for {money(game, earned['revenue'])}"
    if earned["subsidy"]:
        words += f" and {money(game, earned['subsidy'])} to the treasury"
    return words + ": " + "; ".join(route_words(game, route) for route in action.routes)
