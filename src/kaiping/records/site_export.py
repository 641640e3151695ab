"""A game as a file of 18xx.games, which reads back to the same game."""

from __future__ import annotations

from typing import Any, assert_never

import msgspec

from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Consent,
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
    SellBlocks,
    SellShares,
    UsePower,
)
from kaiping.definition import FreeTrain
from kaiping.errors import BadInput
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.running import problem_of
from kaiping.flow.play import Play
from kaiping.flow.shares import SHARE
from kaiping.flow.trains import next_train
from kaiping.game import Game
from kaiping.records.site18xx import options_of
from kaiping.records.site_copies import Shares, Tiles, Trains
from kaiping.records.site_format import (
    AnyEntry,
    SiteAssign,
    SiteBankrupt,
    SiteBid,
    SiteBuyCompany,
    SiteBuyShares,
    SiteBuyTrain,
    SiteChoose,
    SiteDiscardTrain,
    SiteDividend,
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
from kaiping.routes.check import worth
from kaiping.state import BANK, POOL, State

#: a moment to count the seconds of a file from; files hold no real times
_TIME = 1_600_000_000


def to_site(game: Game) -> dict[str, Any]:
    """The game up to its present position as the site would store it; only games by the site's own rules."""
    definition, state = game.definition, game.state
    options = options_of(definition)
    if options is None:
        raise BadInput(
            f"a game of {definition.title}:{definition.edition} cannot be written as a file of 18xx.games: "
            "its format holds only games by the rule sets of that site"
        )
    ids = {player: number for number, player in enumerate(game.players, 1)}
    writer = _Writer(game, ids)
    actions = [_written(writer.entry(number)) | writer.automatic(number) for number in range(game.played)]
    totals = sorted(game.totals().items(), key=lambda item: -item[1])
    end = _TIME + len(actions)
    return {
        "id": 1,
        "description": "",
        "user": {"id": 1, "name": game.players[0]},
        "players": [{"id": number, "name": player} for player, number in ids.items()],
        "min_players": len(ids),
        "max_players": len(ids),
        "title": definition.title,
        "settings": {"seed": game.seed or 0, "optional_rules": options},
        "user_settings": None,
        "status": "active" if state.finished is None else "finished",
        "turn": max(1, state.turn),
        "round": _round(game),
        "acting": [ids[player] for player in game.acting],
        "result": {} if state.finished is None else {str(ids[player]): total for player, total in totals},
        "actions": actions,
        "loaded": True,
        "created_at": _TIME,
        "updated_at": end,
        "finished_at": None if state.finished is None else end,
        "game_end_reason": state.finished,
    }


def _written(entry: AnyEntry) -> dict[str, Any]:
    """An action with the keys that all have at its head."""
    keys: dict[str, Any] = msgspec.to_builtins(entry)
    return {key: keys[key] for key in ("type", "entity", "entity_type", "id", "created_at")} | keys


def _round(game: Game) -> str:
    names = {"ISR": "Initial Stock Round", "DR": "Draft Round", "SR": "Stock Round"}
    rounds = [game.title.rounds[type(frame)] for frame in game.state.stack if type(frame) in game.title.rounds]
    return names.get(rounds[-1] if rounds else "OR", "Operating Round")


class _Writer:
    """Follows the game from its start, and knows which numbered share, tile and train has gone where."""

    def __init__(self, game: Game, ids: dict[str, int]) -> None:
        self.game = game
        self.actions = game.actions
        #: the position after so many actions, and what the latest of them brought about
        self.moments = [(moment.state, moment.last_events) for moment in game.moments()]
        self.ids = ids
        #: whether the rules themselves know the numbers of the shares
        self.numbered = game.definition.shares.numbered
        self.shares = Shares(list(game.definition.companies))
        self.tiles = Tiles()
        self.trains = Trains(game.definition)

    def entry(self, number: int) -> AnyEntry:
        """The site's action for one of ours."""
        action, before, after = self.actions[number], self.moments[number][0], self.moments[number + 1][0]
        head: dict[str, Any] = self._head(action, before) | {"id": number + 1, "created_at": _TIME + number + 1}
        match action:
            case Pass():
                return SitePass(**head)
            case Bid():
                return SiteBid(**head, company=action.private, price=action.price)
            case Par():
                return self._par(head, action)
            case BuyShare() | ExchangePrivate():
                return self._buy(head, action, before, after)
            case SellShares():
                return self._sell(head, action, before, after)
            case LayTile():
                tile = self.tiles.lay(action.hex, action.tile)
                return SiteLayTile(**head, hex=action.hex, tile=tile, rotation=action.rotation)
            case PlaceToken():
                place = (action.hex, action.stop)
                slot = len(before.board.tokens.get(place, ())) + len(before.board.reserved.get(place, ()))
                city = self.tiles.city(action.hex, action.stop)
                return SitePlaceToken(**head, city=city, slot=slot, tokener=action.company)
            case RunRoutes():
                return self._run(head, action, before)
            case Dividend():
                return SiteDividend(**head, kind="payout" if action.kind == "pay" else "withhold")
            case BuyTrain():
                return self._buy_train(head, action, before)
            case DiscardTrain():
                train = self.trains.owned_by(action.company, action.train)
                self.trains.move(train, action.company, POOL)
                return SiteDiscardTrain(**head, train=train)
            case BuyPrivate():
                return SiteBuyCompany(**head, company=action.private, price=action.price)
            case DeclareBankruptcy():
                return SiteBankrupt(**head)
            case Choose():
                return self._choose(head, action, before)
            case UsePower():
                return self._use_power(head, action, before)
            case RepayDebt():
                return SitePayoffDebt(**head)
            case Consent() | AcquirePrivate():
                raise BadInput("the site has no offers that must be agreed to")
            case SellBlocks():
                raise BadInput("the site has no sales of several companies together")
            case _:
                assert_never(action)

    def _head(self, action: AnyAction, before: State) -> dict[str, Any]:
        """Who acts: for a power the private itself does."""
        private = action.private if isinstance(action, ExchangePrivate | LayTile | UsePower) else None
        top = before.stack[-1]
        if isinstance(action, Pass):
            private = getattr(top, "private", None)
        if private is not None:
            return {"entity": private, "entity_type": "company"}
        if isinstance(action, Choose) and action.what in ("treasury", "station"):
            who = "minor" if action.what == "treasury" else "company"
            return self._entity(getattr(top, who))
        return self._entity(action.who)

    def _entity(self, actor: str) -> dict[str, Any]:
        if actor in self.ids:
            return {"entity": self.ids[actor], "entity_type": "player"}
        minor = self.game.definition.minors.get(actor)
        if minor is not None:
            return {"entity": minor.site, "entity_type": "minor"}
        return {"entity": actor, "entity_type": "corporation"}

    def automatic(self, number: int) -> dict[str, Any]:
        """What the site writes beside an action: whether minors are connected, a payment that is not asked for."""
        found: list[dict[str, Any]] = []
        for event in self.moments[number + 1][1]:
            at = {"created_at": _TIME + number + 1}
            if event.kind in ("merger", "no-merger"):
                kind = "destination_connection" if event.kind == "merger" else "pass"
                found.append({"type": kind, **self._entity(event["investor"]), **at})
            if event.kind == "private-paid" and not isinstance(self.actions[number], UsePower):
                private = {"entity": event["private"], "entity_type": "company"}
                found.append({"type": "choose", **private, **at, "choice": "Receive payment"})
        return {"auto_actions": found} if found else {}

    def _choose(self, head: dict[str, Any], action: Choose, before: State) -> AnyEntry:
        top = before.stack[-1]
        match action.what:
            case "investor":
                return SiteBid(**head, price=0, minor=self.game.definition.minors[action.option].site)
            case "row":
                company, price = getattr(top, "company", ""), getattr(top, "price", 0)
                return self._par(head, Par(action.player, company, price, int(action.option)))
            case "certificate":
                return SiteChoose(**head, choice=int(action.option))
            case "treasury":
                minor, company = getattr(top, "minor", ""), getattr(top, "company", "")
                cash = before.cash[minor]
                part = cash * (rules.owner_percent if (rules := self.game.definition.minor_rules) else 0) // 100
                currency = self.game.definition.currency
                kept, given = f"{currency}{cash} to {company} treasury", f"{currency}{part} to {action.player}"
                return SiteChoose(**head, choice=kept if action.option == "company" else given)
            case "station":
                return SiteChoose(**head, choice=action.option.capitalize())
        return SiteChoose(**head, choice=action.option)

    def _use_power(self, head: dict[str, Any], action: UsePower, before: State) -> AnyEntry:
        if action.company is None:
            return SiteChoose(**head, choice="Receive payment")
        if isinstance(self.game.definition.privates[action.private].power, FreeTrain):
            aside = getattr(before.stack[-1], "train", None)
            kind = aside or next_train(self.game.definition, before).name
            train = self.trains.on_stack(kind, before, aside=aside is not None)
            self.trains.move(train, BANK, action.company)
            if isinstance(before.stack[-1], OperatingRound):
                return SitePurchaseTrain(**head)
        return SiteAssign(**head, target=action.company, target_type="corporation")

    def _par(self, head: dict[str, Any], action: Par) -> AnyEntry:
        row, column = self.game.definition.market.par_cells[action.price]
        if not self.numbered:
            self.shares.move(action.company, [0], "ipo", action.player)
        price = f"{action.price},{row},{column}"
        return SitePar(**head, corporation=action.company, share_price=price, slot=action.row)

    def _buy(self, head: dict[str, Any], action: BuyShare | ExchangePrivate, before: State, after: State) -> AnyEntry:
        company = action.company
        if self.numbered:
            number = next(n for n in before.numbers[action.source, company] if (company, n) not in before.unsaleable)
            return SiteBuyShares(**head, shares=[f"{company}_{number}"], percent=SHARE)
        number = self.shares.ordinary(action.source, company)[0]
        old, new = before.presidents[company], after.presidents[company]
        self.shares.bought(company, number, action.source, action.player, old, new)
        return SiteBuyShares(**head, shares=[f"{company}_{number}"], percent=SHARE)

    def _sell(self, head: dict[str, Any], action: SellShares, before: State, after: State) -> AnyEntry:
        company = action.company
        if self.numbered:
            ordinary, wanted = before.numbers.get((action.player, company), ()), action.percent // SHARE
            listed = ordinary[:wanted] if wanted <= len(ordinary) else (*ordinary, 0)
            return SiteSellShares(**head, shares=[f"{company}_{number}" for number in listed], percent=action.percent)
        numbers = self.shares.to_sell(action.player, company, action.percent)
        self.shares.sold(company, numbers, action.percent, action.player, after.presidents[company])
        return SiteSellShares(**head, shares=[f"{company}_{number}" for number in numbers], percent=action.percent)

    def _buy_train(self, head: dict[str, Any], action: BuyTrain, before: State) -> AnyEntry:
        exchange = None
        if action.trade_in is not None:
            exchange = self.trains.owned_by(action.company, action.trade_in)
            self.trains.move(exchange, action.company, POOL)
        if action.source == BANK:
            train = self.trains.on_stack(action.train, before)
        else:
            train = self.trains.owned_by(action.source, action.train)
        self.trains.move(train, action.source, action.company)
        return SiteBuyTrain(**head, train=train, price=action.price, variant=action.train, exchange=exchange)

    def _run(self, head: dict[str, Any], action: RunRoutes, before: State) -> AnyEntry:
        table = Play(self.game.definition, self.game.title, before)
        owned = list(self.trains.owned.get(action.company, ()))
        if action.company in self.game.definition.minors:
            owned = [self.trains.on_stack(next_train(self.game.definition, before).name, before)]
        routes = []
        for route in action.routes:
            train = next(train for train in owned if train.rpartition("-")[0] == route.train)
            owned.remove(train)
            routes.append(self._route(table, action.company, route, train))
        return SiteRunRoutes(**head, routes=routes, extra_revenue=0, subsidy=sum(route.subsidy for route in routes))

    def _route(self, table: Play, company: str, route: Route, train: str) -> SiteRoute:
        income = worth(problem_of(table, company), route)
        segments: list[list[str]] = []
        for point in route.path:
            hex_id, dot, _ = point.partition(".")
            if segments:
                segments[-1].append(hex_id)
            if dot:
                segments.append([hex_id])
        hexes = [stop.partition(".")[0] for stop in route.stops]
        bonuses = f" ({len(income.bonuses)} dest)" if income.bonuses else ""
        return SiteRoute(
            train=train,
            connections=segments[:-1],
            hexes=hexes,
            revenue=income.revenue,
            revenue_str="-".join(hexes) + bonuses,
            subsidy=income.subsidy,
            nodes=[stop.replace(".", "-") for stop in route.stops],
        )
