"""Places, rounds and actions in words that can be translated."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kaiping.action import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from kaiping.flow.auction import Auction
from kaiping.flow.offers import Offer
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import Discards
from kaiping.game import Game
from kaiping.state import BANK, IPO, POOL


def money(game: Game, amount: int) -> str:
    """An amount with the sign of the title's currency and commas between the thousands."""
    sign = "−" if amount < 0 else ""
    return f"{sign}{game.definition.currency}{abs(amount):,}"


def owner_words(owner: str) -> str:
    """A player or company by name, the bank's places by theirs."""
    return {BANK: _("the bank"), POOL: _("the pool"), IPO: _("the IPO")}.get(owner, owner)


def place(game: Game, hex_id: str) -> str:
    """A hex with its name."""
    printed = game.definition.map.hexes.get(hex_id)
    return f"{hex_id} {printed.name}" if printed is not None and printed.name else hex_id


def heading(kind: type) -> str:
    """What the actions of one kind are headed by."""
    headings: dict[type, str] = {
        Pass: _("Pass"),
        Consent: _("Answer"),
        Bid: _("Privates"),
        Par: _("Start a company"),
        BuyShare: _("Buy a share"),
        SellShares: _("Sell shares"),
        ExchangePrivate: _("Exchange a private"),
        LayTile: _("Lay track"),
        PlaceToken: _("Place a token"),
        RunRoutes: _("Run trains"),
        Dividend: _("Dividend"),
        BuyTrain: _("Buy a train"),
        DiscardTrain: _("Give up a train"),
        BuyPrivate: _("Buy a private"),
        DeclareBankruptcy: _("Bankruptcy"),
    }
    return headings.get(kind, kind.__name__)


def step_words(name: str) -> str:
    """What a company does in a step of its turn."""
    return {
        "track": _("lays track"),
        "token": _("places a token"),
        "run": _("runs its trains"),
        "dividend": _("decides on the dividend"),
        "trains": _("buys trains"),
        "privates": _("buys privates"),
    }.get(name, name)


def step_noun(name: str) -> str:
    """A step of a company's turn by itself."""
    return {
        "track": _("track"),
        "token": _("token"),
        "run": _("run"),
        "dividend": _("dividend"),
        "trains": _("trains"),
        "privates": _("privates"),
    }.get(name, name)


def ending_words(reason: str) -> str:
    return {"bank": _("the bank is broken"), "bankrupt": _("a player is bankrupt")}.get(reason, reason)


def round_short(game: Game) -> str:
    """The round in as few letters as players use: "SR 3", "OR 3.2"."""
    state = game.state
    if state.finished is not None:
        return _("the end")
    for frame in reversed(state.stack):
        match frame:
            case Auction():
                return _("auction")
            case StockRound():
                return _("SR %(turn)d") % {"turn": state.turn}
            case OperatingRound():
                return _("OR %(turn)d.%(round)d") % {"turn": state.turn, "round": state.round}
    return ""


def round_long(game: Game) -> str:
    """The round in full, with the interruption if there is one."""
    state = game.state
    if state.finished is not None:
        return _("the game is over: %(why)s") % {"why": ending_words(state.finished)}
    words = ""
    for frame in state.stack:
        match frame:
            case Auction():
                words = _("auction of the privates")
            case StockRound():
                words = _("stock round %(turn)d") % {"turn": state.turn}
            case OperatingRound():
                words = _("operating round %(turn)d.%(round)d of %(all)d") % {
                    "turn": state.turn,
                    "round": state.round,
                    "all": state.set_rounds,
                }
            case Discards():
                words += _(", trains above the limit")
            case Offer():
                words += _(", an offer")
            case MoreTiles(_company, private):
                words += _(", tiles of %(private)s") % {"private": private}
    return words


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


def step_name(game: Game) -> str:
    """The step of the turn that is going on, by the rules' name for it."""
    top = game.state.stack[-1] if game.state.stack else None
    if isinstance(top, OperatingRound):
        steps = getattr(game.title.frames[OperatingRound], "steps", ())
        if 0 <= top.step < len(steps):
            return str(steps[top.step].name)
    return ""


def turn_words(game: Game) -> str:
    """What is asked of whoever acts."""
    state = game.state
    if state.finished is not None:
        return _("The game is over: %(why)s") % {"why": ending_words(state.finished)}
    company = company_on_turn(game)
    top = state.stack[-1]
    match top:
        case Offer(purchase):
            thing = (
                _("a %(train)s-train") % {"train": purchase.train}
                if isinstance(purchase, BuyTrain)
                else game.definition.privates[purchase.private].name
            )
            return _("%(company)s offers %(price)s for %(thing)s") % {
                "company": purchase.company,
                "price": money(game, purchase.price),
                "thing": thing,
            }
        case Discards():
            return _("%(company)s has too many trains and gives one up") % {"company": company}
        case MoreTiles(_company, private):
            return _("%(company)s goes on with the power of %(private)s") % {"company": company, "private": private}
        case OperatingRound():
            return f"{company} {step_words(step_name(game))}"
        case Auction(contested=str(contested)):
            return _("%(private)s is auctioned among its bidders") % {"private": contested}
        case Auction():
            return _("Buy the cheapest private, bid for another, or pass")
        case StockRound():
            return _("Sell shares, buy one certificate, or pass")
    return ""


def percent_words(percent: int) -> str:
    """So many shares, as players count them."""
    shares = percent // 10
    return ngettext("%(count)d share", "%(count)d shares", shares) % {"count": shares}
