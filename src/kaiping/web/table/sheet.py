"""Players and companies: one table of who holds what, and a card for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from kaiping.definition.names import NativeName, native_name
from kaiping.flow.auction import Auction, unsold
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.running import trains_of
from kaiping.flow.shares import certificate_limit, certificates, operating_order, president_percent
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.table import Table
from kaiping.game import Game
from kaiping.phrases import company_on_turn, money
from kaiping.state import BANK, IPO, POOL
from kaiping.web.table.shared import fragment
from kaiping.web.table.viewer import Links, Viewer

#: the words of the titles, for translators
_PRESIDENTS = (gettext_noop("president"), gettext_noop("director"))


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
    #: per cent of the president's certificate, where its size is chosen
    certificate: int = 0


@dataclass(frozen=True)
class MinorView:
    """A small company that belongs to one player."""

    code: str
    name: str
    native: NativeName | None
    owner: str
    cash: str
    trains: tuple[str, ...]
    home: str
    #: what it keeps aside
    holdings: tuple[Holding, ...]
    acting: bool
    done: bool


@dataclass(frozen=True)
class Columns:
    """What the sheet has columns for in this title, and its word for the head of a company."""

    president: str
    pool: bool
    permits: bool

    @property
    def letter(self) -> str:
        """What marks the president among the holders."""
        return gettext(self.president)[:1].upper()

    @property
    def treasury(self) -> int:
        """How many columns there are from the treasury on."""
        return 6 if self.permits else 5


@dataclass(frozen=True)
class PlayerView:
    name: str
    acting: bool
    priority: bool
    bot: bool
    cash: str
    tied: str
    debt: str
    worth: str
    certificates: int
    limit: int
    over: bool
    privates: tuple[PrivateView, ...]
    holdings: tuple[Holding, ...]
    income: str
    minors: tuple[str, ...]


@dataclass(frozen=True)
class CompanyView:
    code: str
    name: str
    native: NativeName | None
    color: str
    started: bool
    #: it has left the game
    closed: bool
    floated: bool
    president: str
    par: str
    price: str
    zone: bool
    treasury: str
    trains: tuple[str, ...]
    tokens_left: int
    tokens: int
    #: places where its tokens wait for a space
    waiting: str
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
    #: letters of its building permits, and whether the one of this phase is among them
    permits: str
    permitted: bool
    #: it bought the latest train, where that is marked
    marker: bool
    #: its capital is still half to come
    half_paid: bool


@dataclass(frozen=True)
class Sheet:
    players: list[PlayerView]
    companies: list[CompanyView]
    minors: list[MinorView]
    columns: Columns
    #: what the bank has still to sell besides shares and trains: name, price
    for_sale: list[tuple[str, str]]


def sheet(game: Game, bots: frozenset[str] = frozenset()) -> Sheet:
    """Holdings as they are now; companies in the order in which they operate, those not started last."""
    rules = game.table()
    totals = game.totals()
    privates = [_private(game, name) for name in game.definition.privates]
    acting = game.acting
    return Sheet(
        players=[
            _player(game, rules, name, totals.get(name), privates, name in acting, name in bots)
            for name in game.state.players
        ],
        companies=_companies(game, privates),
        minors=[_minor(game, rules, name) for name, owner in game.state.minors.items() if owner in game.state.players],
        columns=Columns(
            president=game.definition.president,
            pool=game.definition.shares.pool_limit is not None,
            permits=game.definition.founding is not None,
        ),
        for_sale=_for_sale(game, rules),
    )


def sheet_rows(found: Sheet) -> dict[str, Any]:
    """The sheet with its rows rendered; most actions leave most rows as they are."""
    return {
        "names": [(player.name, player.acting, player.priority, player.bot) for player in found.players],
        "players": [fragment("sheet_player", player=player) for player in found.players],
        "companies": [
            fragment("sheet_company", company=company, columns=found.columns)
            for company in found.companies
            if company.started
        ],
        "waiting": [
            fragment("sheet_waiting", company=company)
            for company in found.companies
            if not company.started and not company.closed
        ],
        "closed": [company for company in found.companies if company.closed],
        "minors": found.minors,
        "columns": found.columns,
        "for_sale": found.for_sale,
    }


def cards_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """A card for each player and each company that has been started."""
    shown = game if moment is None else game.at(moment)
    return "table/cards.html", {"sheet": sheet(shown)}


def _for_sale(game: Game, rules: Table) -> list[tuple[str, str]]:
    """The lots of the auction that nobody has yet; after it, what is sold in later rounds."""
    if any(isinstance(frame, Auction | SingleAuction) for frame in game.state.stack):
        names = unsold(rules)
    else:
        late = [name for name, one in game.definition.privates.items() if one.late and one.from_minor is None]
        names = [name for name in late if game.state.privates[name] == BANK]
    return [(name, money(game, game.definition.lot(name).price)) for name in names]


def _private(game: Game, name: str) -> PrivateView:
    about = game.definition.privates[name]
    return PrivateView(
        code=name,
        name=about.name,
        income=money(game, game.definition.private_income(name, game.state.phase)),
        price=money(game, about.price),
        owner=game.state.privates[name],
        used=name in game.state.powers_used,
    )


def _player(
    game: Game, rules: Table, name: str, worth: int | None, privates: list[PrivateView], acting: bool, bot: bool
) -> PlayerView:
    state = game.state
    held, limit = certificates(rules, name), certificate_limit(rules)
    own = tuple(one for one in privates if one.owner == name)
    tied = sum(
        price
        for frame in state.stack
        if isinstance(frame, Auction | SingleAuction)
        for _private_name, bidder, price in frame.bids
        if bidder == name
    )
    income = sum(game.definition.private_income(one.code, state.phase) for one in own)
    return PlayerView(
        name=name,
        acting=acting,
        priority=name == state.priority,
        bot=bot,
        cash=money(game, game.cash(name)),
        tied=money(game, tied) if tied else "",
        debt=money(game, state.debt[name]) if state.debt.get(name) else "",
        worth=money(game, worth),
        certificates=held,
        limit=limit,
        over=held > limit,
        privates=own,
        holdings=tuple(one for code in game.definition.companies if (one := _holding(game, name, code)).shares),
        income=money(game, income) if income and rules.phase.privates_pay else "",
        minors=tuple(minor for minor, owner in state.minors.items() if owner == name),
    )


def _holding(game: Game, owner: str, company: str) -> Holding:
    state = game.state
    percent, president = state.held(owner, company), state.presidents.get(company) == owner
    chosen = president and len(game.definition.shares.president_percents) > 1
    return Holding(company, percent // 10, percent, president, president_percent(state, company) if chosen else 0)


def _minor(game: Game, rules: Table, name: str) -> MinorView:
    about, state = game.definition.minors[name], game.state
    home = about.home_stop[0]
    return MinorView(
        code=name,
        name=about.name,
        native=native_name(about),
        owner=state.minors[name],
        cash=money(game, game.cash(name)),
        trains=trains_of(rules, name),
        home=game.definition.map.hexes[home].name or home,
        holdings=tuple(one for code in game.definition.companies if (one := _holding(game, name, code)).shares),
        acting=state.finished is None and name == company_on_turn(game),
        done=name in done_this_round(game),
    )


def done_this_round(game: Game) -> frozenset[str]:
    """Companies and minors that are through with the operating round that is going on."""
    state = game.state
    rounds = [frame for frame in state.stack if isinstance(frame, OperatingRound)]
    everybody = (*state.floated, *state.minors)
    waiting = {name for frame in rounds for name in frame.order}
    return frozenset(name for name in everybody if name not in waiting) if rounds else frozenset()


def _companies(game: Game, privates: list[PrivateView]) -> list[CompanyView]:
    state = game.state
    started = sorted(in_order(game, tuple(state.par)), key=lambda company: company not in state.floated)
    waiting = [company for company in game.definition.companies if company not in state.par]
    acting = company_on_turn(game) if state.finished is None else None
    done = done_this_round(game)
    return [_company(game, code, privates, code == acting, code in done) for code in [*started, *waiting]]


def in_order(game: Game, companies: tuple[str, ...]) -> tuple[str, ...]:
    """Companies in the order in which they operate: by the places of their start where these settle it."""
    places = game.state.rows
    if all(company in places for company in companies):
        return tuple(sorted(companies, key=lambda company: (-places[company][0], places[company][1])))
    return operating_order(game.table(), companies)


def _company(game: Game, code: str, privates: list[PrivateView], acting: bool, done: bool) -> CompanyView:
    state, definition = game.state, game.definition
    about = definition.companies[code]
    cell = definition.market.cells[state.cells[code]] if code in state.cells else None
    hexes = definition.map.hexes
    home = about.home_stop[0]
    waiting = [hex_id for hex_id, companies in state.waiting_tokens.items() if code in companies]
    return CompanyView(
        code=code,
        name=about.name,
        native=native_name(about),
        color=about.color,
        started=code in state.par,
        closed=code in state.closed_companies,
        floated=code in state.floated,
        president=state.presidents.get(code, ""),
        par=str(state.par[code]) if code in state.par else "",
        price=str(cell.price) if cell else "",
        zone=bool(cell and cell.zone),
        treasury=money(game, game.cash(code)) if code in state.floated else "",
        trains=state.trains.get(code, ()),
        tokens_left=about.stations - len(state.board.tokens_of(code)) - len(waiting),
        tokens=about.stations,
        waiting=", ".join(hexes[hex_id].name or hex_id for hex_id in waiting),
        ipo=state.held(IPO, code) // 10,
        pool=state.held(POOL, code) // 10,
        revenue=money(game, state.revenue[code]) if code in state.revenue else "",
        privates=tuple(one for one in privates if one.owner == code),
        acting=acting,
        done=done,
        home=hexes[home].name or home,
        shares=tuple(_holding(game, player, code) for player in state.players),
        destination=", ".join(hexes[hex_id].name or hex_id for hex_id in about.destination),
        permits=state.permits.get(code, ""),
        permitted=definition.phases[state.phase].permit in state.permits.get(code, ""),
        marker=state.marker == code,
        half_paid=definition.founding is not None and code in state.floated and code not in state.fully_paid,
    )
