"""Headlines name what can really be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiping.action import AcquirePrivate, BuyPrivate, BuyShare, LayTile, Par, PlaceToken, SellShares
from kaiping.phrases import step_name, turn_words
from tests.report.games import EDITIONS, RECORDED, game

#: what a headline says, and what must be legal then
_PROMISES = {
    "ell shares": SellShares,
    "uy one certificate": BuyShare,
    "tart a company": Par,
    "uy a private": AcquirePrivate,
    "places a token": PlaceToken,
    "buys privates": BuyPrivate,
    "may buy privates": BuyPrivate,
}


@pytest.mark.parametrize("file", [*EDITIONS, RECORDED], ids=lambda file: file.name)
def test_a_headline_promises_nothing_that_is_not_open(file: Path):
    whole = game(file)
    for number in range(0, whole.played, 3):
        position = whole.at(number)
        headline, legal = turn_words(position), list(position.legal_actions())
        for words, kind in _PROMISES.items():
            if words in headline and step_name(position) in ("", "token", "privates"):
                assert any(isinstance(one, kind) for one in legal), (number, headline)
        if "lays track" in headline:
            assert any(isinstance(one, LayTile) and not one.private for one in legal), (number, headline)


def test_where_only_privates_can_be_bought_the_headline_says_so():
    whole = next(game(file) for file in EDITIONS if file.name.startswith("1888-2021"))
    assert turn_words(whole.at(192)) == "LYR may buy privates"


def test_in_the_first_stock_round_nobody_is_asked_to_sell():
    whole = next(game(file) for file in EDITIONS if file.name.startswith("1888-2022"))
    assert turn_words(whole.at(30)) == "Buy one certificate or pass"
    assert turn_words(whole.at(178)) == "Sell shares, exchange a private, or pass"
