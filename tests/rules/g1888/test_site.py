"""House rules of 18xx.games that its recordings and lists show: which powers may be used before another is finished."""

from __future__ import annotations

import pytest

from kaiping.action import LayTile, Pass
from kaiping.game import Game
from tests.rules.g1888.positions import Position, offered, plays, refused

HALF, REST = LayTile("JHR", "E17", "L40a", 0, private="YRF"), LayTile("JHR", "F16", "L40b", 0, private="YRF")
WALL = LayTile("JHR", "D4", "9", 1, private="CW")
ARMY = LayTile("JHR", "H2", "L39", 5, private="TA")
MOUNTAIN = LayTile("JHR", "C5", "L41", 3, private="HS")


@pytest.fixture(params=["18xx-north", "18xx-prototype"])
def game(request: pytest.FixtureRequest) -> Game:
    """JHR has all privates that lay tiles."""
    position = Position(request.param).phase("3").company("JHR", Ann=60)
    for private in ("TA", "HS", "CW", "YRF"):
        position.private(private, "JHR")
    return position.operate("JHR")


def powers(game: Game) -> set[str]:
    return {action.private for action in offered(game, LayTile) if action.private}


def test_before_the_second_half_of_the_ferry_all_other_powers_are_open(game: Game) -> None:
    plays(game, HALF)
    assert powers(game) == {"YRF", "TA", "HS", "CW"}
    assert refused(game, Pass("JHR")).code == "second_half_first"
    plays(game, WALL)
    assert powers(game) == {"CW", "TA", "HS"}
    plays(game, Pass("JHR"))
    assert powers(game) == {"YRF", "TA", "HS"}, "the half is still to be laid"
    plays(game, REST)
    assert powers(game) == {"TA", "HS"}


def test_before_the_second_tile_of_the_wall_the_ferry_is_not_begun(game: Game) -> None:
    plays(game, WALL)
    assert powers(game) == {"CW", "TA", "HS"}
    assert refused(game, HALF).code == "second_half_first"
    plays(game, ARMY, MOUNTAIN)
    assert powers(game) == {"CW"}
    plays(game, Pass("JHR"))
    assert powers(game) == {"YRF"}
