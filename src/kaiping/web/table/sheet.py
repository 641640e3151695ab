"""Players and companies: one table of who holds what, and a card for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from kaiping import ledger
from kaiping.definition.names import NativeName, native_name
from kaiping.game import Game
from kaiping.lot_words import company_sentences, lot_sentences, minor_sentences, private_sentences
from kaiping.phase_words import train_words
from kaiping.phrases import money
from kaiping.web.table.shared import fragment
from kaiping.web.table.viewer import Bank, Links, Viewer

#: the words of the titles, for translators
_PRESIDENTS = (gettext_noop("president"), gettext_noop("director"))


@dataclass(frozen=True)
class PrivateView:
    code: str
    name: str
    income: str
    price: str
    used: bool
    #: what it does, in sentences
    does: str


@dataclass(frozen=True)
class ForSale:
    """A private or a minor that the bank has still to sell."""

    code: str
    name: str
    price: str
    #: what it does, in sentences
    does: str


@dataclass(frozen=True)
class Told:
    """A few letters, and what they mean."""

    text: str
    words: str


@dataclass(frozen=True)
class MinorView:
    """A small company that belongs to one player."""

    code: str
    name: str
    native: NativeName | None
    owner: str
    cash: str
    trains: tuple[Told, ...]
    home: str
    #: what it does, in sentences
    does: str
    #: what it keeps aside
    holdings: tuple[ledger.Holding, ...]
    acting: bool
    done: bool


@dataclass(frozen=True)
class Columns:
    """What the sheet has columns for in this title, and its word for the head of a company."""

    president: str
    pool: bool
    #: heads of the columns that only this title has
    own: tuple[str, ...]

    @property
    def letter(self) -> str:
        """What marks the president among the holders."""
        return gettext(self.president)[:1].upper()

    @property
    def treasury(self) -> int:
        """How many columns there are from the treasury on."""
        return 5 + len(self.own)


@dataclass(frozen=True)
class PlayerView:
    name: str
    acting: bool
    priority: bool
    #: the level of the bot that plays for them
    bot: str
    cash: str
    tied: str
    debt: str
    worth: str
    certificates: int
    limit: int
    over: bool
    privates: tuple[PrivateView, ...]
    holdings: tuple[ledger.Holding, ...]
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
    trains: tuple[Told, ...]
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
    #: what only it may do, gets or must, in sentences
    does: str
    #: shares of each player, in the players' order
    shares: tuple[ledger.Holding, ...]
    destination: str
    #: what only this title has to tell of it: in columns, beside its name, beside its money
    own: tuple[ledger.Fact, ...]
    marks: tuple[ledger.Fact, ...]
    at_treasury: tuple[ledger.Fact, ...]


@dataclass(frozen=True)
class Sheet:
    players: list[PlayerView]
    companies: list[CompanyView]
    minors: list[MinorView]
    columns: Columns
    #: what the bank has still to sell besides shares and trains
    for_sale: list[ForSale]


def sheet(game: Game, bots: Mapping[str, str] | None = None) -> Sheet:
    """Holdings as they are now; companies in the order in which they operate, those not started last."""
    privates = {one.code: _private(game, one) for one in ledger.privates(game)}
    return Sheet(
        players=[_player(game, row, privates, (bots or {}).get(row.name, "")) for row in ledger.players(game)],
        companies=[_company(game, row, privates) for row in ledger.companies(game)],
        minors=[_minor(game, row) for row in ledger.minors(game)],
        columns=Columns(
            president=game.definition.president,
            pool=game.definition.shares.pool_limit is not None,
            own=tuple(dict.fromkeys(fact.note for fact in ledger.facts(game, "column"))),
        ),
        for_sale=_for_sale(game),
    )


def sheet_rows(found: Sheet, banks: Iterable[Bank] = ()) -> dict[str, Any]:
    """The sheet with its rows rendered; most actions leave most rows as they are."""
    left = {bank.seat: bank for bank in banks}
    return {
        "names": [
            (player.name, short, player.acting, player.priority, player.bot)
            for player, short in zip(found.players, short_names([one.name for one in found.players]), strict=True)
        ],
        "players": [fragment("sheet_player", player=player, bank=left.get(player.name)) for player in found.players],
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


def short_names(names: list[str]) -> list[str]:
    """A few letters for each, for the head of a narrow column: no two alike."""
    ways = (
        [name if len(name) <= 4 else name[:3] for name in names],
        ["".join(word if word.isdigit() else word[0] for word in name.split())[:4] for name in names],
        [f"{name[:1]}{seat}" for seat, name in enumerate(names, 1)],
    )
    return next((way for way in ways if len(set(way)) == len(names)), ways[-1])


def cards_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """A card for each player and each company that has been started."""
    shown = game if moment is None else game.at(moment)
    return "table/cards.html", {"sheet": sheet(shown)}


def _for_sale(game: Game) -> list[ForSale]:
    return [
        ForSale(
            lot.code,
            game.definition.lot(lot.code).name,
            money(game, lot.price),
            " ".join(lot_sentences(game, lot.code)),
        )
        for lot in ledger.for_sale(game)
    ]


def _private(game: Game, row: ledger.Private) -> PrivateView:
    return PrivateView(
        code=row.code,
        name=game.definition.privates[row.code].name,
        income=money(game, row.income),
        price=money(game, row.price),
        used=row.used,
        does=" ".join(private_sentences(game, row.code)),
    )


def _player(game: Game, row: ledger.Player, privates: Mapping[str, PrivateView], bot: str) -> PlayerView:
    return PlayerView(
        name=row.name,
        acting=row.acting,
        priority=row.priority,
        bot=bot,
        cash=money(game, row.cash),
        tied=money(game, row.tied) if row.tied else "",
        debt=money(game, row.debt) if row.debt else "",
        worth=money(game, row.worth),
        certificates=row.certificates,
        limit=row.limit,
        over=row.certificates > row.limit,
        privates=tuple(privates[name] for name in row.privates),
        holdings=row.holdings,
        income=money(game, row.income) if row.income else "",
        minors=row.minors,
    )


def _minor(game: Game, row: ledger.Minor) -> MinorView:
    about = game.definition.minors[row.code]
    return MinorView(
        code=row.code,
        name=about.name,
        native=native_name(about),
        owner=row.owner,
        cash=money(game, row.cash),
        trains=_trains(game, row.trains),
        home=_named(game, about.home_stop[0]),
        does=" ".join(minor_sentences(game, row.code)),
        holdings=row.holdings,
        acting=row.acting,
        done=row.done,
    )


def _company(game: Game, row: ledger.Company, privates: Mapping[str, PrivateView]) -> CompanyView:
    about = game.definition.companies[row.code]
    return CompanyView(
        code=row.code,
        name=about.name,
        native=native_name(about),
        color=about.color,
        started=row.started,
        closed=row.closed,
        floated=row.floated,
        president=row.president or "",
        par="" if row.par is None else str(row.par),
        price="" if row.price is None else str(row.price),
        zone=row.zone,
        treasury=money(game, row.cash) if row.floated else "",
        trains=_trains(game, row.trains),
        tokens_left=row.tokens.left,
        tokens=row.tokens.all,
        waiting=", ".join(_named(game, hex_id) for hex_id in row.tokens.waiting),
        ipo=row.ipo // 10,
        pool=row.pool // 10,
        revenue="" if row.revenue is None else money(game, row.revenue),
        privates=tuple(privates[name] for name in row.privates),
        acting=row.acting,
        done=row.done,
        home=_named(game, about.home_stop[0]),
        does=" ".join(company_sentences(game, row.code)),
        shares=row.holders,
        destination=", ".join(_named(game, hex_id) for hex_id in about.destination),
        own=_at(row, "column"),
        marks=_at(row, "mark"),
        at_treasury=_at(row, "treasury"),
    )


def _trains(game: Game, names: tuple[str, ...]) -> tuple[Told, ...]:
    return tuple(Told(name, train_words(game, game.definition.trains[name])) for name in names)


def _at(row: ledger.Company, place: str) -> tuple[ledger.Fact, ...]:
    return tuple(fact for fact in row.facts if fact.place == place)


def _named(game: Game, hex_id: str) -> str:
    return game.definition.map.hexes[hex_id].name or hex_id
