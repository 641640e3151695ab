"""The decisions of a game by their kind, so that few of them stand for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from kaiping import ledger
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
    LayTile,
    Par,
    PlaceToken,
    RepayDebt,
    RunRoutes,
    SellBlocks,
    SellShares,
)
from kaiping.game import Game
from kaiping.records import site18xx
from kaiping.records.files import read_json
from tests.test_recordings import HERE

#: what a decision is about, by what is legal in it: the first that fits
_KINDS: dict[str, tuple[type, ...]] = {
    "auction": (Bid,),
    "consent": (Consent,),
    "discard": (DiscardTrain,),
    "run": (RunRoutes,),
    "dividend": (Dividend,),
    "forced sale": (SellBlocks, DeclareBankruptcy),
    "trains": (BuyTrain,),
    "token": (PlaceToken,),
    "track": (LayTile,),
    "stock": (Par, BuyShare, SellShares, AcquirePrivate),
    "debt": (RepayDebt,),
    "privates": (BuyPrivate,),
}


@cache
def recorded(file: str) -> Game:
    """A game that people played elsewhere."""
    return site18xx.replay(site18xx.read(read_json(HERE / file))).game


def kind(game: Game) -> str:
    """What the decision in a position is about."""
    legal: list[AnyAction] = [one for one in game.legal_actions() if not (isinstance(one, LayTile) and one.private)]
    asked = next((one.what for one in legal if isinstance(one, Choose)), None)
    if asked is not None:
        return f"question: {asked}"
    for name, types in _KINDS.items():
        if any(isinstance(one, types) for one in legal):
            return name
    return "power"


def by_kind(whole: Game) -> dict[str, list[int]]:
    """The moments of a game in which somebody has a choice, by what it is about."""
    found: dict[str, list[int]] = defaultdict(list)
    for number in range(whole.played):
        game = whole.at(number)
        if ledger.only_answer(game) is None:
            found[kind(game)].append(number)
    return found


def spread(moments: list[int], most: int) -> Iterable[int]:
    """So many of the moments, as far apart as can be."""
    if len(moments) <= most:
        return moments
    return [moments[index * (len(moments) - 1) // (most - 1)] for index in range(most)]
