"""The head of the page: what is going on, who acts, who comes next and why in that order."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from kaiping import phrases
from kaiping.flow.auction import Auction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.web.table.sheet import in_order


@dataclass(frozen=True)
class Turn:
    """One place in the turn strip: a player or a company."""

    name: str
    #: who decides for a company
    player: str
    company: str | None
    now: bool
    done: bool
    note: str
    #: it comes only after the list has begun again
    again: bool = False
    #: it bought the latest train, where that is marked
    marker: bool = False


@dataclass(frozen=True)
class Head:
    round: str
    round_long: str
    phase: str
    asked: str
    company: str | None
    acting: tuple[str, ...]
    bank: str
    strip: list[Turn]
    why: str
    priority: str
    ending: str
    #: the steps of a company's turn: words and whether it is the present one
    steps: list[tuple[str, bool]]
    auction: bool


def head(game: Game) -> Head:
    """What the head of the page says."""
    state = game.state
    strip, why = _strip(game)
    return Head(
        round=phrases.round_short(game),
        round_long=phrases.round_long(game),
        phase=state.phase,
        asked=phrases.turn_words(game),
        company=None if state.finished is not None else phrases.company_on_turn(game),
        acting=game.acting,
        bank="" if game.definition.bank is None else phrases.money(game, game.bank),
        strip=strip,
        why=why,
        priority=state.priority,
        ending=phrases.ending_words(state.ending) if state.ending and not state.finished else "",
        steps=_steps(game),
        auction=any(isinstance(frame, Auction | SingleAuction) for frame in state.stack),
    )


def _steps(game: Game) -> list[tuple[str, bool]]:
    """The steps of the turn that is going on, in their order."""
    if game.finished is not None:
        return []
    present = phrases.step_name(game)
    return [
        (phrases.step_noun(step.name), step.name == present)
        for step in phrases.turn_steps(game)
        if not phrases.silent(step)
    ]


def _strip(game: Game) -> tuple[list[Turn], str]:
    state = game.state
    if state.finished is not None:
        return [], ""
    for frame in reversed(state.stack):
        match frame:
            case OperatingRound() if not state.set_rounds:
                return _ring(game, frame), _(
                    "Privates pay, investors by number, then companies by starting price and place; then the list "
                    "begins again. Share rounds come in between."
                )
            case OperatingRound():
                return _companies(game, frame), _(
                    "Companies operate by share price, the highest first; of equals the one further right, "
                    "then the one higher up, then the one on top."
                )
            case StockRound(player):
                passed = _players(game, player, {})
                return passed, _("Players act in turn; the round ends when all have passed in a row.")
            case Auction(player, contested=str(private)):
                bids = {bidder: phrases.money(game, price) for _name, bidder, price in frame.on(private)}
                order = [turn for turn in _players(game, player, bids) if turn.name in bids]
                return order, _("Only those who have bid for %(private)s take part.") % {"private": private}
            case Auction(player):
                return _players(game, player, {}), _("Players act in turn.")
            case SingleAuction(player):
                bids = {bidder: phrases.money(game, price) for _name, bidder, price in frame.bids}
                order = [turn for turn in _players(game, player, bids) if turn.name not in frame.out]
                return order, _("Players bid in turn; who has passed is out of the bidding for this private.")
            case _ if type(frame) in game.title.rounds:
                names: tuple[str, ...] = getattr(frame, "order", game.acting)
                return [turn for name in names for turn in _players(game, name, {})[:1]], _("Players act in turn.")
    return [Turn(name, name, None, True, False, "") for name in game.acting], ""


def _players(game: Game, first: str, notes: dict[str, str]) -> list[Turn]:
    players = game.state.players
    start = players.index(first)
    order = players[start:] + players[:start]
    return [
        Turn(
            name=player,
            player=player,
            company=None,
            now=player in game.acting,
            done=False,
            note=notes.get(player, phrases.money(game, game.cash(player))),
        )
        for player in order
    ]


def _companies(game: Game, frame: OperatingRound) -> list[Turn]:
    """Those that have operated in this round, then the one on turn, then the rest."""
    done = [company for company in _operated_this_round(game) if company not in frame.order]
    first = frame.order[0] if frame.order else ""
    return [
        *(_company(game, one, first, done=True) for one in done),
        *(_company(game, one, first) for one in frame.order),
    ]


def _ring(game: Game, frame: OperatingRound) -> list[Turn]:
    """The one on turn, the rest of the list, then those who are through and begin again."""
    state = game.state
    minors = tuple(minor for minor, owner in state.minors.items() if owner in state.players)
    everybody = (*minors, *in_order(game, tuple(state.floated)))
    again = [company for company in everybody if company not in frame.order]
    first = frame.order[0] if frame.order else ""
    return [
        *(_company(game, one, first) for one in frame.order),
        *(_company(game, one, first, again=True) for one in again),
    ]


def _company(game: Game, company: str, first: str, *, done: bool = False, again: bool = False) -> Turn:
    state = game.state
    cells = game.definition.market.cells
    return Turn(
        name=company,
        player=state.presidents.get(company) or state.minors.get(company, ""),
        company=company,
        now=company == (phrases.company_on_turn(game) or first),
        done=done,
        note=str(cells[state.cells[company]].price) if company in state.cells else "",
        again=again,
        marker=company == state.marker,
    )


def _operated_this_round(game: Game) -> list[str]:
    """Companies whose turn has begun since the round did, in that order."""
    seen: list[str] = []
    for event in reversed(game.events):
        if event.kind == "operating-round":
            break
        if event.kind == "turn":
            seen.append(event["company"])
    return seen[::-1]
