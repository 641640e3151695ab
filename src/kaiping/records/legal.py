"""The lists of what 18xx.games offers before an action, and how ours compares with them, kind by kind."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from kaiping.action import (
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    ExchangePrivate,
    LayTile,
    Par,
    PlaceToken,
    Range,
    SellShares,
    UsePower,
)
from kaiping.definition import OwnPower
from kaiping.flow.auction import Auction, spendable
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.track import terrain_cost
from kaiping.flow.play import Play
from kaiping.flow.shares import share_price
from kaiping.game import Game
from kaiping.state import BANK, IPO, POOL


def differences(game: Game, entry: dict[str, Any]) -> str | None:
    """The first kind in which our listing differs from the recorded one, with what is missing or too much."""
    ours = _ours(game)
    recorded = _recorded(game, entry)
    for kind in sorted({*ours, *recorded} - _left_out(entry)):
        mine, theirs = ours.get(kind, set()), recorded.get(kind, set())
        if mine != theirs:
            missing, extra = sorted(theirs - mine, key=str), sorted(mine - theirs, key=str)
            return f"legal {kind}: missing {missing[:4]}, too much {extra[:4]}"
    return None


def _left_out(entry: dict[str, Any]) -> set[str]:
    """Kinds that are open but not listed: which trains may be given up is told in operating rounds only."""
    return {"discard"} if "discard_train" in entry["actions"] and "discard" not in entry else set()


def _ours(game: Game) -> dict[str, set[Any]]:
    listed: dict[str, set[Any]] = defaultdict(set)
    legal = game.legal_actions()
    table = game.table()
    for action in legal:
        kind, item = _item(game, table, action, legal.ranges.get(action))
        if kind:
            listed[kind].add(item)
    return listed


def _item(game: Game, table: Play, action: AnyAction, span: Range | None) -> tuple[str, Any]:
    """One of our actions in the words of the lists."""
    most = span.greatest if span else 0
    definition = game.definition
    match action:
        case Bid(player, private, least):
            # the lists give no fixed price for the private that is bought outright
            outright = isinstance(table.top, Auction)
            return "bid", (private, least, spendable(table, player, private) if outright else most)
        case Choose(_, what, option):
            return ("draft", definition.minors[option].site) if what == "investor" else _choice(what, option)
        case UsePower(_, private, company):
            return ("choices", _PAYMENT) if company is None else (f"use {private}", True)
        case Par(_, company, cost):
            return "par", (company, cost)
        case BuyShare(_, company, source):
            cost = share_price(table, company, source)
            return "buy", ("ipo" if source == IPO else "market", company, cost)
        case SellShares(_, company, percent):
            return "sell", (company, percent)
        case LayTile(_, hex_id, tile, rotation, private):
            if private is not None:
                return f"power {private}", (hex_id, tile, rotation)
            return "lay", (hex_id, tile, rotation, terrain_cost(table, action.company, hex_id))
        case PlaceToken(_, hex_id, stop):
            return "token", f"{hex_id}:{stop}"
        case BuyTrain(_, train, source, cost, trade_in):
            if trade_in is not None:
                return "trade_in", (train, trade_in, cost)
            return "train", (train, source, cost, most or cost)
        case BuyPrivate(_, private, least):
            return "buy_company", (private, least, most)
        case DiscardTrain(_, train):
            return "discard", train
        case ExchangePrivate(_, private, company, source):
            return f"exchange {private}", ("ipo" if source == IPO else "market", company)
    return "", None


#: stands for the text with which the site offers a payment
_PAYMENT = "payment"


def _choice(what: str, option: str) -> tuple[str, Any]:
    """An answer as the lists have it; the place of a company is part of its start there."""
    return ("", None) if what == "row" else ("choices", option)


def _recorded_choice(choice: Any) -> str:
    """The site's words for an answer in ours."""
    text = str(choice)
    if "treasury" in text:
        return "company"
    if text.startswith("Receive"):
        return _PAYMENT
    return "owner" if " to " in text else text.lower() if text in ("Replace", "Discard") else text


def _has_use(game: Game, private: str) -> bool:
    """The site offers what a private gives also where every company of its owner has it."""
    power, state = game.definition.privates[private].power, game.state
    if not isinstance(power, OwnPower):
        return True
    own = [company for company in state.floated if state.presidents[company] == state.privates[private]]
    return any(power.is_of_use(game.table(), company) for company in own)


def _recorded(game: Game, entry: dict[str, Any]) -> dict[str, set[Any]]:
    """What the site offers, less what it lists without looking at the money."""
    state = game.state
    listed: dict[str, set[Any]] = defaultdict(set)
    listed["bid"] = {(lot, least, most) for lot, least, most in entry.get("bid", []) if least <= most}
    listed["par"] = {(company, cost) for company, prices in entry.get("par", {}).items() for cost in prices}
    listed["buy"] = {tuple(item) for item in entry.get("buy", [])}
    if "sell_shares" in entry["actions"]:
        listed["sell"] = {(company, part) for company, sales in entry["sell"].items() for part in sales}
    listed["token"] = set(entry.get("token", []))
    listed["discard"] = set(entry.get("discard", []))
    top = state.stack[-1]
    cash = state.cash[top.company] if isinstance(top, OperatingRound) and top.order else 0
    listed["lay"] = {
        (hex_id, tile, rotation, cost)
        for hex_id, tile, rotations, cost in entry.get("lay", [])
        for rotation in rotations
        if cost <= cash
    }
    listed["trade_in"] = {tuple(item) for item in entry.get("trade_in", []) if item[2] <= cash}
    means = cash
    cheapest = min((item[2] for item in entry.get("train", []) if item[1] in (BANK, POOL)), default=0)
    if entry.get("must_buy") and isinstance(top, OperatingRound) and cash < cheapest:
        means += state.cash[state.presidents[top.company]]
    kinds, loans = game.definition.trains, game.definition.train_rules.debt_interest is not None
    listed["train"] = {
        tuple(item)
        for item in entry.get("train", [])
        if item[2] <= (means if kinds[item[0]].fulfils_duty else cash)
        or (loans and entry.get("must_buy") and item[1] == BANK and kinds[item[0]].fulfils_duty)
    }
    listed["draft"] = set(entry.get("draft", []))
    listed["choices"] = {_recorded_choice(choice) for choice in entry.get("choices", [])}
    listed["buy_company"] = {
        (private, least, min(most, cash)) for private, least, most in entry.get("buy_company", []) if least <= cash
    }
    for private, power in entry.get("powers", {}).items():
        for hex_id, tile, rotations in power.get("lay", []):
            listed[f"power {private}"] |= {(hex_id, tile, rotation) for rotation in rotations}
        if {"assign", "purchase_train"} & set(power.get("actions", [])) and _has_use(game, private):
            listed[f"use {private}"].add(True)
        for source, company in power.get("exchange", []):
            listed[f"exchange {private}"].add((source, company))
    return listed
