"""One action of an 18xx.games file in our words: its ids for players, shares, tiles and trains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, assert_never, get_args

import msgspec

from kaiping.action import (
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RepayDebt,
    Route,
    RunRoutes,
    SellShares,
    UsePower,
)
from kaiping.arguments import plain, quoted
from kaiping.board.tile import STOP
from kaiping.board.track import shape_at
from kaiping.definition import FreeTrain
from kaiping.errors import BadInput
from kaiping.flow.operating.frame import OperatingRound, operating_frame
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import next_train
from kaiping.game import Game
from kaiping.records.site_format import (
    SILENT,
    AnyEntry,
    SiteAssign,
    SiteBankrupt,
    SiteBid,
    SiteBuyCompany,
    SiteBuyShares,
    SiteBuyTrain,
    SiteChoose,
    SiteConnection,
    SiteDiscardTrain,
    SiteDividend,
    SiteEntry,
    SiteLayTile,
    SitePar,
    SitePass,
    SitePayoffDebt,
    SitePlaceToken,
    SitePurchaseTrain,
    SiteRoute,
    SiteRunRoutes,
    SiteSellShares,
)
from kaiping.state import BANK, CLOSED, POOL

_TYPES: dict[str, type[AnyEntry]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEntry)}


def parse(raw: Mapping[str, Any]) -> AnyEntry | None:
    """An action of a file, checked; None for those that change nothing."""
    kind = raw["type"]
    if kind.startswith(SILENT):
        return None
    if kind not in _TYPES:
        raise BadInput(f"the action type {quoted(kind)} is not known")
    try:
        entry: AnyEntry = msgspec.convert(raw, _TYPES[kind])
    except msgspec.ValidationError as wrong:
        raise BadInput(plain(wrong)) from None
    return entry


class Translator:
    """Knows where each numbered share, tile and train of the file is, which the game itself need not."""

    def __init__(self, game: Game, players: Mapping[int | str, str]) -> None:
        self.game = game
        self.players = dict(players)
        self.left_ipo: set[str] = set()
        self.minors = {minor.site: name for name, minor in game.definition.minors.items()}
        self.tile_hex: dict[str, str] = {}
        self.train_owner: dict[str, str] = {}

    def play(self, raw: Mapping[str, Any]) -> None:
        """Play one of the file's actions, and keep track of what has moved."""
        entry = parse(raw)
        if entry is None or self._is_bookkeeping(entry):
            return
        action = self.translate(entry)
        if isinstance(action, UsePower):
            self._note_train(action)
        self.game.play(action)
        match entry:
            case SiteBuyShares():
                self.left_ipo.update(entry.shares)
            case SiteLayTile():
                self.tile_hex[entry.tile] = entry.hex
            case SiteBuyTrain():
                self.train_owner[entry.train] = str(entry.entity)
                if isinstance(entry.exchange, str):
                    self.train_owner[entry.exchange] = POOL
            case SiteDiscardTrain():
                self.train_owner[entry.train] = POOL
            case _:
                pass

    def translate(self, entry: AnyEntry) -> AnyAction:
        """Our action for one of the file's."""
        actor = self._actor(entry)
        match entry:
            case SitePass():
                return Pass(actor)
            case SiteBid():
                if entry.minor is not None:
                    return Choose(actor, "investor", self._minor(entry.minor))
                if entry.company is None:
                    raise BadInput("company should be a text and is nothing")
                return Bid(actor, entry.company, entry.price)
            case SitePar():
                price = self._par_price(entry)
                top = self.game.state.stack[-1]
                if entry.slot is not None and not isinstance(top, StockRound) and "row" in self._questions():
                    if (getattr(top, "company", None), getattr(top, "price", None)) != (entry.corporation, price):
                        raise BadInput(f"{quoted(entry.corporation)} is not the company that is founded now")
                    return Choose(actor, "row", str(entry.slot))
                return Par(actor, entry.corporation, price, entry.slot)
            case SiteChoose():
                return self._choose(actor, entry)
            case SitePurchaseTrain():
                return UsePower(actor, str(entry.entity), operating_frame(self.game.table()).company)
            case SiteAssign():
                return UsePower(actor, str(entry.entity), entry.target)
            case SitePayoffDebt():
                state = self.game.state
                return RepayDebt(actor, min(state.cash[actor], state.debt.get(actor, 0)))
            case SiteConnection():
                raise BadInput("a connection is no action")
            case SiteBuyShares():
                return self._buy_share(actor, entry)
            case SiteSellShares():
                return SellShares(actor, _company_of(entry.shares), entry.percent)
            case SiteLayTile():
                private = str(entry.entity) if entry.entity_type == "company" else None
                return LayTile(actor, entry.hex, _kind(entry.tile), entry.rotation, private)
            case SitePlaceToken():
                return self._place_token(actor, entry)
            case SiteRunRoutes():
                return RunRoutes(actor, tuple(self._route(route) for route in entry.routes))
            case SiteDividend():
                return Dividend(actor, "pay" if entry.kind == "payout" else "withhold")
            case SiteBuyTrain():
                source = self.train_owner.get(entry.train, BANK)
                trade_in = _kind(entry.exchange) if isinstance(entry.exchange, str) else None
                return BuyTrain(actor, _kind(entry.train), source, entry.price, trade_in)
            case SiteBuyCompany():
                return BuyPrivate(actor, entry.company, entry.price)
            case SiteDiscardTrain():
                return DiscardTrain(actor, _kind(entry.train))
            case SiteBankrupt():
                return DeclareBankruptcy(actor)
            case _:
                assert_never(entry)

    def _is_bookkeeping(self, entry: AnyEntry) -> bool:
        """What the site writes down and our rules do by themselves: whether a minor is connected, a last payment."""
        state = self.game.state
        if isinstance(entry, SiteConnection):
            return True
        if isinstance(entry, SiteChoose) and entry.entity_type == "company":
            return state.privates.get(str(entry.entity)) == CLOSED
        if isinstance(entry, SitePass) and entry.entity_type == "minor":
            top = state.stack[-1]
            return not (isinstance(top, OperatingRound) and top.order[:1] == (self._minor(entry.entity),))
        return False

    def _minor(self, name: int | str) -> str:
        if str(name) not in self.minors:
            raise BadInput(f"there is no minor {quoted(name)}")
        return self.minors[str(name)]

    def _questions(self) -> dict[str, list[str]]:
        """What is asked now, and the answers to choose from."""
        asked: dict[str, list[str]] = {}
        for action in self.game.legal_actions():
            if isinstance(action, Choose):
                asked.setdefault(action.what, []).append(action.option)
        return asked

    def _choose(self, actor: str, entry: SiteChoose) -> AnyAction:
        if entry.entity_type == "company":
            return UsePower(actor, str(entry.entity))
        for what, options in self._questions().items():
            text = str(entry.choice)
            player = self.game.acting[0]
            if what == "treasury":
                return Choose(player, what, options[0] if "treasury" in text else options[1])
            return Choose(player, what, text if text in options else text.lower())
        raise BadInput(f"nothing is asked to which {quoted(entry.choice)} would be an answer")

    def _note_train(self, action: UsePower) -> None:
        """The train that a private brings a company has the number of the copy on top of the stack."""
        definition, state = self.game.definition, self.game.state
        if not isinstance(definition.privates[action.private].power, FreeTrain):
            return
        aside = getattr(state.stack[-1], "train", None)
        kind = next_train(definition, state) if aside is None else definition.trains[aside]
        number = (kind.count or 0) - state.depot.get(kind.name, 0) - (aside is not None)
        self.train_owner.setdefault(f"{kind.name}-{number}", action.company or BANK)

    def _actor(self, entry: SiteEntry) -> str:
        """The player or company that acts; a private acts for its owner."""
        entity, definition = entry.entity, self.game.definition
        if entry.entity_type == "player":
            if entity not in self.players:
                raise BadInput(f"there is no player {quoted(entity)}")
            return self.players[entity]
        if entry.entity_type == "company":
            if entity not in definition.privates:
                raise BadInput(f"there is no private {quoted(entity)}")
            return self.game.state.privates[str(entity)]
        if entry.entity_type == "minor":
            return self._minor(entity)
        if entity not in definition.companies:
            raise BadInput(f"there is no company {quoted(entity)}")
        return str(entity)

    def _par_price(self, entry: SitePar) -> int:
        """The price at the head of "80,4,3"; the cell must be the one where that price is printed."""
        parts = entry.share_price.split(",")
        if not all(part.isdecimal() and len(part) < 6 for part in parts):
            raise BadInput(f"{quoted(entry.share_price)} is not a share price")
        price, *cell = (int(part) for part in parts)
        if cell and tuple(cell) != self.game.definition.market.par_cells.get(price):
            raise BadInput(f"{quoted(entry.share_price)} is not a starting price and its cell")
        return price

    def _buy_share(self, actor: str, entry: SiteBuyShares) -> AnyAction:
        company = _company_of(entry.shares)
        if len(entry.shares) != 1:
            raise BadInput("one share is bought at a time")
        no_pool = self.game.definition.shares.pool_limit is None
        source: Literal["ipo", "pool"] = "pool" if entry.shares[0] in self.left_ipo and not no_pool else "ipo"
        if entry.entity_type == "company":
            return ExchangePrivate(actor, str(entry.entity), company, source)
        return BuyShare(actor, company, source)

    def _place_token(self, actor: str, entry: SitePlaceToken) -> AnyAction:
        tile, _, stop = entry.city.rpartition("-")
        if not tile or not stop.isdecimal() or len(stop) > 2:
            raise BadInput(f"{quoted(entry.city)} is not a city")
        return PlaceToken(actor, self.tile_hex.get(tile) or _kind(tile), int(stop))

    def _route(self, route: SiteRoute) -> Route:
        """Join the segments of a route, each turned the way its stops follow each other."""
        if len(route.hexes) != len(route.connections) + 1:
            raise BadInput("a route needs one stop more than it has segments")
        path: list[str] = []
        for segment, begin, end in zip(route.connections, route.hexes, route.hexes[1:], strict=False):
            walk = segment if segment and segment[0] == begin and segment[-1] == end else segment[::-1]
            if len(walk) < 2 or walk[0] != begin or walk[-1] != end:
                raise BadInput(f"the segment {quoted('-'.join(segment))} does not join {quoted(f'{begin} and {end}')}")
            if not path:
                path.append(self._stop(route, begin, walk[1]))
            path += walk[1:-1]
            path.append(self._stop(route, end, walk[-2]))
        return Route(_kind(route.train), tuple(path))

    def _stop(self, route: SiteRoute, hex_id: str, towards: str) -> str:
        """The stop on a hex that track towards a neighbour belongs to; of several the one that the route names."""
        definition, board = self.game.definition, self.game.state.board
        across = definition.map.neighbours.get(hex_id, ())
        if towards not in across:
            raise BadInput(f"{quoted(hex_id)} and {quoted(towards)} are not neighbours on the map")
        ends = shape_at(definition.map, definition.tiles, board, hex_id).by_edge[across.index(towards)]
        stops = [end - STOP for end in ends if end >= STOP]
        if not stops:
            raise BadInput(f"no stop on {hex_id} has track towards {towards}")
        if len(stops) > 1:
            stops = [stop for stop in stops if f"{hex_id}-{stop}" in route.nodes] or stops
        return f"{hex_id}.{stops[0]}"


def _kind(copy: str) -> str:
    """The kind of a numbered tile or train: "57" of "57-0"."""
    return copy.rpartition("-")[0] or copy


def _company_of(shares: list[str]) -> str:
    """The company whose shares these are; all must be of one."""
    companies = {share.rpartition("_")[0] for share in shares}
    if len(companies) != 1:
        raise BadInput("the shares of one deal must be of one company")
    return companies.pop()
