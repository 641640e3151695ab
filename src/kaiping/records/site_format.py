"""The actions of 18xx.games as that site writes them; what it adds beyond these keys is information only."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

EntityType = Literal["player", "corporation", "minor", "company"]


class SiteEntry(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Who acts: players by their id, companies and privates (which the site calls companies) by their symbol."""

    entity: int | str
    entity_type: EntityType
    #: nothing in automatic actions
    id: Any = None
    created_at: Any = None


class SitePass(SiteEntry, frozen=True, tag="pass"):
    pass


class SiteBid(SiteEntry, frozen=True, tag="bid"):
    """A bid for a private, or the choice of a minor that costs nothing."""

    price: int
    company: str | None = None
    minor: str | None = None


class SitePar(SiteEntry, frozen=True, tag="par"):
    corporation: str
    #: price, row and column: "80,4,3"
    share_price: str
    #: the place among the companies of that price
    slot: int | None = None


class SiteChoose(SiteEntry, frozen=True, tag="choose"):
    """An answer: a size, letters of permits, or a text."""

    choice: int | str


class SitePurchaseTrain(SiteEntry, frozen=True, tag="purchase_train"):
    """The operating company takes the next train for a private."""


class SiteAssign(SiteEntry, frozen=True, tag="assign"):
    """A private's power goes to a company."""

    target: str
    target_type: Any = None


class SiteConnection(SiteEntry, frozen=True, tag="destination_connection"):
    """A note that a minor is connected to its company."""


class SitePayoffDebt(SiteEntry, frozen=True, tag="payoff_player_debt"):
    pass


class SiteBuyShares(SiteEntry, frozen=True, tag="buy_shares"):
    #: one id: the company and the number of the share, "JHR_3"
    shares: list[str]
    percent: Any = None


class SiteSellShares(SiteEntry, frozen=True, tag="sell_shares"):
    #: less may be sold than the listed shares add up to, if the president's certificate (number 0) is among them
    shares: list[str]
    percent: int


class SiteLayTile(SiteEntry, frozen=True, tag="lay_tile"):
    hex: str
    #: the tile and the number of its copy: "57-0"
    tile: str
    rotation: int


class SitePlaceToken(SiteEntry, frozen=True, tag="place_token"):
    #: tile, copy and stop: "57-0-0"; on a printed hex its name with copy 0: "F16-0-0"
    city: str
    slot: Any = None
    tokener: Any = None


class SiteRoute(Struct, frozen=True, kw_only=True):
    #: the kind of train and the number of its copy: "4-0"
    train: str
    #: hexes from stop to stop, both included; a segment may be written in either direction
    connections: list[list[str]]
    #: the hexes of the stops in order
    hexes: list[str]
    revenue: Any = None
    revenue_str: Any = None
    subsidy: Any = None
    #: "F16-0": hex and number of each stop, in no order
    nodes: list[str] = []


class SiteRunRoutes(SiteEntry, frozen=True, tag="run_routes"):
    routes: list[SiteRoute]
    extra_revenue: Any = None
    subsidy: Any = None


class SiteDividend(SiteEntry, frozen=True, tag="dividend"):
    kind: Literal["payout", "withhold"]


class SiteBuyTrain(SiteEntry, frozen=True, tag="buy_train"):
    train: str
    price: int
    variant: Any = None
    #: the train traded in
    exchange: str | bool | None = None


class SiteBuyCompany(SiteEntry, frozen=True, tag="buy_company"):
    company: str
    price: int


class SiteDiscardTrain(SiteEntry, frozen=True, tag="discard_train"):
    train: str


class SiteBankrupt(SiteEntry, frozen=True, tag="bankrupt"):
    pass


AnyEntry = (
    SitePass
    | SiteBid
    | SitePar
    | SiteBuyShares
    | SiteSellShares
    | SiteLayTile
    | SitePlaceToken
    | SiteRunRoutes
    | SiteDividend
    | SiteBuyTrain
    | SiteBuyCompany
    | SiteDiscardTrain
    | SiteBankrupt
    | SiteChoose
    | SitePurchaseTrain
    | SiteAssign
    | SiteConnection
    | SitePayoffDebt
)

#: types of action that change nothing on the board: talk, and standing orders whose effects are written out
SILENT = ("message", "program_")
