"""Short forms of players' names, for heads of narrow columns; what a row says beside its cash."""

from __future__ import annotations

import re

import pytest

from kaiping.action import Bid
from kaiping.game import Game
from kaiping.web.table.sheet import short_names
from tests.web.table.pages import body


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Ann", "Bo", "Bartholomew"], ["Ann", "Bo", "Bar"]),
        (["Player 1", "Player 2", "Player 12"], ["P1", "P2", "P12"]),
        (["maximilian", "maximiliane"], ["m1", "m2"]),
        (["李", "王"], ["李", "王"]),
    ],
)
def test_short_names_are_told_apart(names: list[str], short: list[str]):
    assert short_names(names) == short


def test_what_is_tied_stands_apart_from_cash():
    """Also where both stand in one line."""
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    game.play(Bid("Ann", "HS", 80))
    words = re.sub(r"<[^>]*>", "", body(game))
    assert re.search(r"¥\d+\s+\(¥80\)", words)
    assert not re.search(r"\d\(¥80\)", words)
