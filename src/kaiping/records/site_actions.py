"""One action of an 18xx.games file in our words: its ids for players, shares, tiles and trains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kaiping.action import (
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
)
from kaiping.board.tile import STOP
from kaiping.board.track import shape_at
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.state import BANK, IPO, POOL


class Translator:
    """Knows where each numbered share, tile and train of the file is, which the game itself need not."""

    def __init__(self, game: Game, players: Mapping[int | str, str]) -> None:
        self.game = game
        self.players = dict(players)
        self.left_ipo: set[str] = set()
        self.tile_hex: dict[str, str] = {}
        self.train_owner: dict[str, str] = {}

    def translate(self, raw: Mapping[str, Any]) -> list[AnyAction]:
        """Our actions for one of the file's; programs and messages have none."""
        kind = raw["type"]
        if kind == "message" or kind.startswith("program_"):
            return []
        method = getattr(self, f"_{kind}", None)
        if method is None:
            raise BadInput(f"the action type {kind!r} is not known")
        try:
            action: AnyAction = method(raw)
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as wrong:
            raise BadInput(f"the action is not complete: {wrong!r}") from None
        return [action]

    def played(self, raw: Mapping[str, Any], action: AnyAction) -> None:
        """Keep track of what has moved."""
        match action:
            case BuyShare() | ExchangePrivate():
                self.left_ipo.update(raw["shares"])
            case LayTile():
                self.tile_hex[raw["tile"]] = action.hex
            case BuyTrain():
                self.train_owner[raw["train"]] = action.company
                if raw.get("exchange"):
                    self.train_owner[raw["exchange"]] = POOL
            case DiscardTrain():
                self.train_owner[raw["train"]] = POOL

    def _entity(self, raw: Mapping[str, Any]) -> str:
        """The player or company that acts; a private acts for its owner."""
        entity, kind = raw["entity"], raw.get("entity_type")
        if kind == "player":
            if entity not in self.players:
                raise BadInput(f"there is no player {entity!r}")
            return self.players[entity]
        if kind == "company":
            if entity not in self.game.definition.privates:
                raise BadInput(f"there is no private {entity!r}")
            return self.game.state.privates[entity]
        if entity not in self.game.definition.companies:
            raise BadInput(f"there is no company {entity!r}")
        return str(entity)

    def _bid(self, raw: Mapping[str, Any]) -> AnyAction:
        return Bid(self._entity(raw), raw["company"], raw["price"])

    def _pass(self, raw: Mapping[str, Any]) -> AnyAction:
        return Pass(self._entity(raw))

    def _par(self, raw: Mapping[str, Any]) -> AnyAction:
        return Par(self._entity(raw), raw["corporation"], int(raw["share_price"].split(",")[0]))

    def _buy_shares(self, raw: Mapping[str, Any]) -> AnyAction:
        share = raw["shares"][0]
        company = share.rsplit("_", 1)[0]
        source = POOL if share in self.left_ipo else IPO
        if raw.get("entity_type") == "company":
            return ExchangePrivate(self._entity(raw), raw["entity"], company, source)  # type: ignore[arg-type]
        return BuyShare(self._entity(raw), company, source)  # type: ignore[arg-type]

    def _sell_shares(self, raw: Mapping[str, Any]) -> AnyAction:
        return SellShares(self._entity(raw), raw["shares"][0].rsplit("_", 1)[0], raw["percent"])

    def _lay_tile(self, raw: Mapping[str, Any]) -> AnyAction:
        private = raw["entity"] if raw.get("entity_type") == "company" else None
        tile = raw["tile"].rsplit("-", 1)[0]
        return LayTile(self._entity(raw), raw["hex"], tile, raw["rotation"], private)

    def _place_token(self, raw: Mapping[str, Any]) -> AnyAction:
        tile, stop = raw["city"].rsplit("-", 1)
        if tile in self.tile_hex:
            hex_id = self.tile_hex[tile]
        else:
            hex_id = tile.rsplit("-", 1)[0]
        return PlaceToken(self._entity(raw), hex_id, int(stop))

    def _run_routes(self, raw: Mapping[str, Any]) -> AnyAction:
        routes = tuple(self._route(route) for route in raw["routes"])
        return RunRoutes(self._entity(raw), routes)

    def _route(self, raw: Mapping[str, Any]) -> Route:
        """Join the segments of a route, each turned the way its stops follow each other."""
        stops, path = raw["hexes"], []
        for number, segment in enumerate(raw["connections"]):
            begin, end = stops[number], stops[number + 1]
            walk = segment if segment[0] == begin and segment[-1] == end else segment[::-1]
            if walk[0] != begin or walk[-1] != end:
                raise BadInput(f"the segment {segment} does not join {begin} and {end}")
            if number == 0:
                path.append(self._stop(walk[0], walk[1]))
            path += walk[1:-1]
            path.append(self._stop(walk[-1], walk[-2]))
        return Route(raw["train"].rsplit("-", 1)[0], tuple(path))

    def _stop(self, hex_id: str, towards: str) -> str:
        """The stop on a hex that track towards a neighbour belongs to."""
        definition, board = self.game.definition, self.game.state.board
        edge = definition.map.neighbours[hex_id].index(towards)
        ends = shape_at(definition.map, definition.tiles, board, hex_id).by_edge[edge]
        stops = [end - STOP for end in ends if end >= STOP]
        if not stops:
            raise BadInput(f"no stop on {hex_id} has track towards {towards}")
        return f"{hex_id}.{stops[0]}"

    def _dividend(self, raw: Mapping[str, Any]) -> AnyAction:
        kinds = {"payout": "pay", "withhold": "withhold"}
        return Dividend(self._entity(raw), kinds[raw["kind"]])  # type: ignore[arg-type]

    def _buy_train(self, raw: Mapping[str, Any]) -> AnyAction:
        train = raw["train"].rsplit("-", 1)[0]
        exchange = raw.get("exchange")
        return BuyTrain(
            self._entity(raw),
            train,
            self.train_owner.get(raw["train"], BANK),
            raw["price"],
            exchange.rsplit("-", 1)[0] if exchange else None,
        )

    def _discard_train(self, raw: Mapping[str, Any]) -> AnyAction:
        return DiscardTrain(self._entity(raw), raw["train"].rsplit("-", 1)[0])

    def _buy_company(self, raw: Mapping[str, Any]) -> AnyAction:
        return BuyPrivate(self._entity(raw), raw["company"], raw["price"])

    def _bankrupt(self, raw: Mapping[str, Any]) -> AnyAction:
        return DeclareBankruptcy(self._entity(raw))
