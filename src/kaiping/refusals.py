"""What cannot be done now although a player might expect it: the engine is asked why not, and cites its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kaiping.action import (
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellShares,
)
from kaiping.definition import ExchangeForShare
from kaiping.errors import Reason
from kaiping.game import Game
from kaiping.phrases import company_on_turn
from kaiping.state import BANK, IPO, POOL
from kaiping.words import NOT_NOW

#: reasons that say no more than that a tile is another tile than the one wanted
TRIVIAL = frozenset({"wrong_color", "wrong_stops", "wrong_label", "tile_of_private", "color_not_yet", "no_tile_left"})


@dataclass(frozen=True)
class Refused:
    """An action that is not open, and why."""

    action: AnyAction
    text: str
    clause: str
    code: str


def refused(game: Game, action: AnyAction) -> Refused | None:
    """Why an action is not open, or None where it is, or where nobody would expect it."""
    reason = game.why_not(action)
    if reason is None or reason.code in NOT_NOW:
        return None
    return Refused(action, sentence(reason), reason.clause or "", reason.code)


def sentence(reason: Reason) -> str:
    """A reason as a sentence of its own."""
    text = reason.text
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def refusals(game: Game) -> list[Refused]:
    """The obvious things that are not open to whoever acts."""
    if game.finished is not None or not game.acting:
        return []
    return [one for action in _candidates(game) if (one := refused(game, action)) is not None]


def refused_at(game: Game, hex_id: str, tiles: Iterable[str] = ()) -> list[Refused]:
    """Why nothing may be done on a hex, or none of some tiles laid there: the reasons that tell most, each once."""
    company = company_on_turn(game)
    if company is None or game.finished is not None:
        return []
    wanted = tuple(tiles)
    tried: list[AnyAction] = [
        LayTile(company, hex_id, tile, rotation) for tile in wanted or game.definition.tiles for rotation in range(6)
    ]
    if not wanted:
        tried += [PlaceToken(company, hex_id, stop) for stop in range(2)]
    found: dict[str, Refused] = {}
    for action in tried:
        one = refused(game, action)
        if one is not None and one.code != "no_city_there":
            found.setdefault(one.code, one)
    return [one for code, one in found.items() if code not in TRIVIAL] or list(found.values())[:3]


def _candidates(game: Game) -> Iterator[AnyAction]:
    state, definition = game.state, game.definition
    player = game.acting[0]
    company = company_on_turn(game)
    yield Pass(company or player)
    for name, owner in (*state.privates.items(), *state.minors.items()):
        if owner == BANK:
            yield Bid(player, name, definition.lot(name).price)
    yield from _shares(game, player)
    if company is not None and company in state.par:
        yield from _trains(game, company)
        for name, private in definition.privates.items():
            if state.privates[name] in state.players:
                yield BuyPrivate(company, name, private.price)


def _shares(game: Game, player: str) -> Iterator[AnyAction]:
    state, definition = game.state, game.definition
    par = min(definition.market.par_cells, default=0)
    for company in definition.companies:
        if company not in state.par:
            yield Par(player, company, par)
            continue
        for source in (IPO, POOL):
            if state.held(source, company):
                yield BuyShare(player, company, source)  # type: ignore[arg-type]
        if state.held(player, company):
            yield SellShares(player, company, 10)
    for name, private in definition.privates.items():
        if state.privates[name] == player and isinstance(private.power, ExchangeForShare):
            for company in state.par:
                for source in private.power.sources:
                    if state.held(source, company):
                        yield ExchangePrivate(player, name, company, source)


def _trains(game: Game, company: str) -> Iterator[AnyAction]:
    state, definition = game.state, game.definition
    for name, kind in definition.trains.items():
        if kind.count is None or state.depot.get(name):
            yield BuyTrain(company, name, BANK, kind.price)
    for owner, trains in sorted(state.trains.items()):
        for name in dict.fromkeys(trains):
            if owner == POOL:
                yield BuyTrain(company, name, POOL, definition.trains[name].price)
            elif owner != company:
                yield BuyTrain(company, name, owner, 1)
