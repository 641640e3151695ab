"""What the options of 1880 change."""

from __future__ import annotations

import pytest

from kaiping.action import Par, Pass, PlaceToken, UsePower
from kaiping.flow.operating.frame import OperatingRound
from tests.rules.g1880.positions import Position, offered, plays, refused


def test_any_row() -> None:
    """Ann founds WNR in the third row of its price; without the option there is nothing to choose."""
    game = Position(options=["any-row"]).cash(Ann=400).stock("Ann")
    assert {action.row for action in offered(game, Par) if (action.company, action.price) == ("WNR", 90)} == {
        0,
        1,
        2,
        3,
    }
    plays(game, Par("Ann", "WNR", 90, 2))
    printed = Position().cash(Ann=400).stock("Ann")
    assert {action.row for action in offered(printed, Par)} == {None}


@pytest.mark.parametrize("edition", ["2022", "2010"])
def test_investors_places(edition: str) -> None:
    """SCR reaches Hong Kong, where nobody sits."""

    def position(*options: str) -> Position:
        start = Position(edition, options=options).phase("C1").company("SCR", par=80, Ann=60, cash=500, operated=False)
        start.token("SCR", "P14").tile("P14", "14", 2)
        return start

    there = PlaceToken("SCR", "Q15", 0)
    assert refused(position().operate("SCR", "token"), there).code == "no_city_there"
    game = plays(position("investors-places").operate("SCR", "token"), there)
    assert game.state.board.tokens["Q15", 0] == ("SCR",)
    taken = position("investors-places").token("A5", "Q15")
    assert refused(taken.operate("SCR", "token"), there).code == "city_full"


@pytest.mark.parametrize("edition", ["2022", "2010"])
@pytest.mark.parametrize(("options", "revenue"), [((), 50), (("bonus-needs-run",), 0)])
def test_bonus_needs_run(edition: str, options: tuple[str, ...], revenue: int) -> None:
    """HKR owns a 3-train that has nowhere to go, at a price with a bonus of 5 a share."""
    position = Position(edition, options=options).phase("B1")
    position.company("HKR", par=100, cell=(1, 7), Ann=40, trains=("3",), permits="A", cash=300)
    frame = position.begin_round("HKR").state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.revenue == revenue


@pytest.mark.parametrize(("options", "asked"), [((), False), (("p0-on-removal",), True)])
def test_p0_on_removal(options: tuple[str, ...], asked: bool) -> None:
    """The 2+2-trains of the 2010 edition are removed while Bo owns P0."""
    position = Position("2010", options=options).private("P0", "Bo").set(phase="A2", marker="BCR").left("2+2", 3)
    game = position.company("BCR", par=100, Ann=30, cash=900, permits="", trains=("2",)).operate("BCR", "trains")
    plays(game, Pass("BCR"))
    assert (UsePower("Bo", "P0") in game.legal_actions()) == asked
