"""Players and companies: one table of who holds what, and a card for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kaiping.flow.auction import Auction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.shares import certificate_limit, certificates, operating_order
from kaiping.flow.table import Table
from kaiping.game import Game
from kaiping.state import CLOSED, IPO, POOL
from kaiping.web.table.phrases import company_on_turn, money
from kaiping.web.table.shared import fragment
from kaiping.web.table.viewer import Links, Viewer


@dataclass(frozen=True)
class PrivateView:
    code: str
    name: str
    income: str
    price: str
    owner: str
    used: bool


@dataclass(frozen=True)
class Holding:
    """What one player holds of one company."""

    company: str
    shares: int
    percent: int
    president: bool


@dataclass(frozen=True)
class PlayerView:
    name: str
    acting: bool
    priority: bool
    bot: bool
    cash: str
    tied: str
    worth: str
    certificates: int
    limit: int
    over: bool
    privates: tuple[PrivateView, ...]
    holdings: tuple[Holding, ...]
    income: str


@dataclass(frozen=True)
class CompanyView:
    code: str
    name: str
    chinese: str
    color: str
    started: bool
    floated: bool
    president: str
    par: str
    price: str
    zone: bool
    treasury: str
    trains: tuple[str, ...]
    tokens_left: int
    tokens: int
    ipo: int
    pool: int
    revenue: str
    privates: tuple[PrivateView, ...]
    acting: bool
    done: bool
    home: str
    #: shares of each player, in the players' order
    shares: tuple[Holding, ...]
    destination: str


@dataclass(frozen=True)
class Sheet:
    players: list[PlayerView]
    companies: list[CompanyView]
    #: privates not with a player or a company
    market_privates: list[PrivateView]


def sheet(game: Game, bots: frozenset[str] = frozenset()) -> Sheet:
    """Holdings as they are now; companies in the order in which they operate, those not started last."""
    rules = Table(game.definition, game.title, game.state)
    totals = game.totals()
    privates = [_private(game, name) for name in game.definition.privates]
    acting = game.acting
    return Sheet(
        players=[_player(game, rules, name, totals[name], privates, name in acting, name in bots) for name in totals],
        companies=_companies(game, rules, privates),
        market_privates=[
            one for one in privates if one.owner not in game.state.cash and one.owner != CLOSED and _auctioned(game)
        ],
    )


def sheet_rows(found: Sheet) -> dict[str, Any]:
    """The sheet with its rows rendered; most actions leave most rows as they are."""
    return {
        "names": [(player.name, player.acting, player.priority, player.bot) for player in found.players],
        "players": [fragment("sheet_player", player=player) for player in found.players],
        "companies": [fragment("sheet_company", company=company) for company in found.companies],
        "market_privates": found.market_privates,
    }


def cards_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """A card for each player and each company that has been started."""
    shown = game if moment is None else game.at(moment)
    return "table/cards.html", {"sheet": sheet(shown)}


def _auctioned(game: Game) -> bool:
    return any(isinstance(frame, Auction) for frame in game.state.stack)


def _private(game: Game, name: str) -> PrivateView:
    about = game.definition.privates[name]
    return PrivateView(
        code=name,
        name=about.name,
        income=money(game, about.income),
        price=money(game, about.price),
        owner=game.state.privates[name],
        used=name in game.state.powers_used,
    )


def _player(
    game: Game, rules: Table, name: str, worth: int, privates: list[PrivateView], acting: bool, bot: bool
) -> PlayerView:
    state = game.state
    held, limit = certificates(rules, name), certificate_limit(rules)
    own = tuple(one for one in privates if one.owner == name)
    tied = sum(
        price
        for frame in state.stack
        if isinstance(frame, Auction)
        for _private_name, bidder, price in frame.bids
        if bidder == name
    )
    income = sum(game.definition.privates[one.code].income for one in own)
    return PlayerView(
        name=name,
        acting=acting,
        priority=name == state.priority,
        bot=bot,
        cash=money(game, state.cash[name]),
        tied=money(game, tied) if tied else "",
        worth=money(game, worth),
        certificates=held,
        limit=limit,
        over=held > limit,
        privates=own,
        holdings=tuple(one for code in game.definition.companies if (one := _holding(game, name, code)).shares),
        income=money(game, income) if income else "",
    )


def _holding(game: Game, owner: str, company: str) -> Holding:
    percent = game.state.held(owner, company)
    return Holding(company, percent // 10, percent, game.state.presidents.get(company) == owner)


def _companies(game: Game, rules: Table, privates: list[PrivateView]) -> list[CompanyView]:
    state = game.state
    order = operating_order(rules, tuple(state.par))
    started = sorted(order, key=lambda company: company not in state.floated)
    waiting = [company for company in game.definition.companies if company not in state.par]
    rounds = [frame for frame in state.stack if isinstance(frame, OperatingRound)]
    acting = company_on_turn(game) if state.finished is None else None
    done = {company for frame in rounds for company in state.floated if company not in frame.order}
    return [_company(game, code, privates, code == acting, code in done) for code in [*started, *waiting]]


def _company(game: Game, code: str, privates: list[PrivateView], acting: bool, done: bool) -> CompanyView:
    state, definition = game.state, game.definition
    about = definition.companies[code]
    cell = definition.market.cells[state.cells[code]] if code in state.cells else None
    hexes = definition.map.hexes
    home = about.home_stop[0]
    return CompanyView(
        code=code,
        name=about.name,
        chinese=about.chinese or "",
        color=about.color,
        started=code in state.par,
        floated=code in state.floated,
        president=state.presidents.get(code, ""),
        par=str(state.par[code]) if code in state.par else "",
        price=str(cell.price) if cell else "",
        zone=bool(cell and cell.zone),
        treasury=money(game, state.cash[code]) if code in state.floated else "",
        trains=state.trains.get(code, ()),
        tokens_left=about.stations - len(state.board.tokens_of(code)),
        tokens=about.stations,
        ipo=state.held(IPO, code) // 10,
        pool=state.held(POOL, code) // 10,
        revenue=money(game, state.revenue[code]) if code in state.revenue else "",
        privates=tuple(one for one in privates if one.owner == code),
        acting=acting,
        done=done,
        home=hexes[home].name or home,
        shares=tuple(_holding(game, player, code) for player in state.players),
        destination=", ".join(hexes[hex_id].name or hex_id for hex_id in about.destination),
    )
