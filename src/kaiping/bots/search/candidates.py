"""Which actions are worth thinking about, and where it is worth it at all."""

from __future__ import annotations

from kaiping.action import (
    AnyAction,
    Bid,
    BuyPrivate,
    BuyTrain,
    Choose,
    ExchangePrivate,
    LayTile,
    PlaceToken,
    Range,
    RunRoutes,
    SellShares,
    UsePower,
    at_number,
)
from kaiping.bots.bot import highest_number, own_actions
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.shares import SHARE
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.state import BANK, POOL

#: steps of a company's turn in which the future is thought of; what goes on the map is judged by itself
THOUGHT_OF = ("dividend", "trains")
#: the most that are compared
MOST = 15


def is_thought_of(game: Game) -> bool:
    """Does what is asked now hang on the future rather than on the map, or on what privates can do?"""
    return isinstance(game.state.stack[-1], StockRound) or _step(game) in THOUGHT_OF


def thinking_pays(game: Game) -> bool:
    """Have games of the title shown that whoever thinks of futures here plays better for it?"""
    return _step(game) in game.title.thoughts.thinks_ahead_in


def _step(game: Game) -> str | None:
    """The step of a company's turn; None where no company operates."""
    if not isinstance(game.state.stack[-1], OperatingRound):
        return None
    rules = game.title.frames[OperatingRound]
    assert isinstance(rules, OperatingRules)
    return rules.step_name(game.table())


#: what futures know nothing of
NOT_FORESEEN = LayTile | PlaceToken | RunRoutes | BuyPrivate | UsePower | ExchangePrivate | Choose


def candidates(game: Game, default: AnyAction) -> list[AnyAction]:
    """The default first, then what else may be done, with a few numbers for each open one."""
    if isinstance(default, NOT_FORESEEN):
        return [default]
    legal = game.legal_actions()
    found: dict[AnyAction, None] = {default: None}
    sizes: dict[str, int] = {}
    for action in own_actions(game, legal):
        if isinstance(action, NOT_FORESEEN):
            continue
        if isinstance(action, BuyTrain) and action.source not in (BANK, POOL):
            owner, player = game.state.presidents.get(action.source), game.acting[0]
            if owner != player:
                continue
        if isinstance(action, SellShares) and action.percent > SHARE:
            sizes[action.company] = max(sizes.get(action.company, 0), action.percent)
            continue
        for one in numbered(action, legal.ranges.get(action), game):
            found[one] = None
    player = game.acting[0]
    for company, percent in sizes.items():
        found[SellShares(player, company, percent)] = None
    return list(found)[:MOST]


def numbered(action: AnyAction, numbers: Range | None, game: Game) -> list[AnyAction]:
    """An action with the numbers that are worth a thought."""
    if numbers is None or not numbers.open:
        return [action]
    if isinstance(action, Bid):
        face = game.definition.lot(action.private).price
        return list({at_number(action, highest_number(numbers, wish)): None for wish in (numbers.least, face * 6 // 5)})
    if isinstance(action, BuyTrain):
        face = game.definition.trains[action.train].price
        wishes = (numbers.least, face, numbers.greatest)
        return list({at_number(action, highest_number(numbers, wish)): None for wish in wishes})
    return [action]
