"""Lists of what 18xx.games offers: what they leave out, and what they list without looking at the money."""

from __future__ import annotations

from typing import Any

from kaiping.flow.auction import Auction
from kaiping.flow.trains import Discards
from kaiping.game import Game
from kaiping.records.legal import differences
from tests.rules.g1888.positions import Position


def entry(*actions: str, **kinds: Any) -> dict[str, Any]:
    return {"seq": 0, "next": actions[0], "actions": list(actions), **kinds}


def auction() -> Game:
    """Ann has 400, of which 295 are in bids on the last two privates."""
    game = Game("1888", edition="18xx-north", players=["Ann", "Bo", "Cy", "Di", "Ed", "Flo"])
    bids = (("YRF", "Ann", 135), ("FC", "Ann", 160), ("CW", "Bo", 125))
    game.state.stack = (Auction("Ann", bids),)
    return game


def test_a_bid_beyond_the_money_that_is_listed_is_no_bid() -> None:
    within = [["KT", 25, 105], ["TA", 55, 105], ["HS", 80, 105], ["YRF", 140, 240], ["FC", 165, 265]]
    assert differences(auction(), entry("bid", bid=[*within, ["CW", 130, 105]])) is None
    assert differences(auction(), entry("bid", bid=within)) is None
    assert differences(auction(), entry("bid", bid=within[1:])) is not None
    assert differences(auction(), entry("bid", bid=[*within, ["CW", 100, 105]])) is not None


def test_trains_to_be_given_up_are_compared_where_they_are_listed() -> None:
    """In stock rounds they are not."""
    game = Position("18xx-north").phase("4").company("JHR", Ann=60, trains=("3", "3", "3", "4")).stock("Ann")
    game.state.stack = (*game.state.stack, Discards(("JHR",)))
    assert differences(game, entry("discard_train", discard=["3", "3", "3", "4"])) is None
    assert differences(game, entry("discard_train", discard=["3"])) is not None
    assert differences(game, entry("discard_train")) is None
    assert differences(game, entry("pass")) is not None
