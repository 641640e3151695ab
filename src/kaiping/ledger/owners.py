"""Who has what: players, companies, minors and privates."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kaiping.finance.market import CellId
from kaiping.flow.auction import Auction, least_bid, unsold
from kaiping.flow.operating.running import trains_of
from kaiping.flow.shares import certificate_limit, certificates, president_percent
from kaiping.flow.totals import Worth, worth
from kaiping.game import Game
from kaiping.ledger.auction import Bid, bids_on, standing_bids
from kaiping.ledger.board import Tokens, tokens
from kaiping.ledger.course import company_on_turn, operating_order, through
from kaiping.ledger.facts import Fact, facts
from kaiping.state import BANK, IPO, POOL


class Holding(Struct, frozen=True, gc=False):
    """What one owner holds of one company."""

    company: str
    percent: int
    president: bool
    #: per cent of the president's certificate, where its size is chosen
    certificate: int = 0

    @property
    def shares(self) -> int:
        return self.percent // 10


class Player(Struct, frozen=True):
    name: str
    acting: bool
    priority: bool
    cash: int | None
    #: of the cash, what stands in bids
    tied: int
    #: what they have to pay, whatever for
    debt: int
    #: cash, shares at market price and privates, less debts
    worth: int | None
    certificates: int
    limit: int
    holdings: tuple[Holding, ...]
    privates: tuple[str, ...]
    #: what these bring in a round
    income: int
    minors: tuple[str, ...]


class Company(Struct, frozen=True):
    code: str
    started: bool
    floated: bool
    #: it has left the game for good
    closed: bool
    acting: bool
    #: it is through with the operating round that is going on
    done: bool
    president: str | None
    par: int | None
    price: int | None
    cell: CellId | None
    #: the price is in one of the market's zones
    zone: bool
    cash: int | None
    trains: tuple[str, ...]
    tokens: Tokens
    ipo: int
    pool: int
    revenue: int | None
    privates: tuple[str, ...]
    #: what each player holds, in the order of their seats
    holders: tuple[Holding, ...]
    #: what only this title has to tell of it
    facts: tuple[Fact, ...]


class Minor(Struct, frozen=True):
    """A small company that belongs to one player."""

    code: str
    owner: str
    acting: bool
    done: bool
    cash: int | None
    trains: tuple[str, ...]
    #: shares of a company that it keeps aside
    holdings: tuple[Holding, ...]
    revenue: int | None
    #: it works like a company, with money and trains of its own
    works: bool


class Private(Struct, frozen=True):
    code: str
    #: None while the bank has it
    owner: str | None
    price: int
    income: int
    #: its power has been used up
    used: bool
    #: in the auction: the least that may be bid
    asked: int | None
    bids: tuple[Bid, ...]


def players(game: Game) -> tuple[Player, ...]:
    state, table = game.state, game.table()
    totals, acting, limit = game.totals(), game.acting, certificate_limit(table)
    tied = dict.fromkeys(state.players, 0)
    for _lot, bidder, amount in standing_bids(game):
        tied[bidder] += amount
    rows = []
    for name in state.players:
        owned = tuple(private for private, owner in state.privates.items() if owner == name)
        income = sum(game.definition.private_income(one, state.phase) for one in owned)
        rows.append(
            Player(
                name=name,
                acting=name in acting,
                priority=name == state.priority,
                cash=game.cash(name),
                tied=tied[name],
                debt=state.owed(name),
                worth=totals.get(name),
                certificates=certificates(table, name),
                limit=limit,
                holdings=tuple(_holdings(game, name)),
                privates=owned,
                income=income if table.phase.privates_pay else 0,
                minors=tuple(minor for minor, owner in state.minors.items() if owner == name),
            )
        )
    return tuple(rows)


def worths(game: Game) -> dict[str, Worth]:
    """What those players are worth whose cash is known, by parts."""
    return {name: worth(game.table(), name) for name in game.state.players if game.cash(name) is not None}


def holding(game: Game, owner: str, company: str) -> Holding:
    state = game.state
    president = state.presidents.get(company) == owner
    chosen = president and len(game.definition.shares.president_percents) > 1
    percent = state.held(owner, company)
    return Holding(company, percent, president, president_percent(state, company) if chosen else 0)


def _holdings(game: Game, owner: str) -> Iterator[Holding]:
    return (holding(game, owner, name) for name in game.definition.companies if game.state.held(owner, name))


def company_order(game: Game) -> tuple[str, ...]:
    """All companies: those at work in the order in which they operate, others that were started, then the rest."""
    state = game.state
    started = sorted(operating_order(game, state.par), key=lambda company: company not in state.floated)
    return (*started, *(company for company in game.definition.companies if company not in state.par))


def companies(game: Game) -> tuple[Company, ...]:
    """All companies, in that order."""
    done, own = through(game), facts(game)
    return tuple(
        _company(game, code, code in done, tuple(fact for fact in own if fact.about == code))
        for code in company_order(game)
    )


def _company(game: Game, code: str, done: bool, facts: tuple[Fact, ...]) -> Company:
    state, definition = game.state, game.definition
    cell = state.cells.get(code)
    printed = None if cell is None else definition.market.cells[cell]
    return Company(
        code=code,
        started=code in state.par,
        floated=code in state.floated,
        closed=code in state.closed_companies,
        acting=_on_turn(game, code),
        done=done,
        president=state.presidents.get(code),
        par=state.par.get(code),
        price=None if printed is None else printed.price,
        cell=cell,
        zone=bool(printed and printed.zone),
        cash=game.cash(code),
        trains=state.trains.get(code, ()),
        tokens=tokens(game, code),
        ipo=state.held(IPO, code),
        pool=state.held(POOL, code),
        revenue=state.revenue.get(code),
        privates=tuple(name for name, owner in state.privates.items() if owner == code),
        holders=tuple(holding(game, player, code) for player in state.players),
        facts=facts,
    )


def minors(game: Game) -> tuple[Minor, ...]:
    """The minors that players have."""
    state, table, done = game.state, game.table(), through(game)
    return tuple(
        Minor(
            code=name,
            owner=owner,
            acting=_on_turn(game, name),
            done=name in done,
            cash=game.cash(name),
            trains=trains_of(table, name),
            holdings=tuple(_holdings(game, name)),
            revenue=state.revenue.get(name),
            works=game.definition.train_rules.minors_own,
        )
        for name, owner in state.minors.items()
        if owner in state.players
    )


def _on_turn(game: Game, name: str) -> bool:
    return game.finished is None and company_on_turn(game) == name


def privates(game: Game) -> tuple[Private, ...]:
    state, definition, table = game.state, game.definition, game.table()
    in_turn = bool(state.stack) and isinstance(state.stack[-1], Auction)
    open_lots = set(unsold(table)) if in_turn else set()
    return tuple(
        Private(
            code=name,
            owner=None if state.privates[name] == BANK else state.privates[name],
            price=about.price,
            income=definition.private_income(name, state.phase),
            used=name in state.powers_used,
            asked=least_bid(table, name) if name in open_lots else None,
            bids=bids_on(game, name),
        )
        for name, about in definition.privates.items()
    )
