"""What an analysis says of a decision in words."""

from __future__ import annotations

import pytest

import kaiping
from kaiping.action import Bid, Pass
from kaiping.analysis import Analysis, Decision
from kaiping.analysis.chances import Chances
from kaiping.report.looked_back import _told, looked_back
from kaiping.report.parts import nowhere


@pytest.mark.parametrize(("foreseen_best", "says"), [(600, False), (400, True)])
def test_what_is_better_with_less_in_hand_says_why(foreseen_best: int, says: bool) -> None:
    game = kaiping.new_game("1888", ["Ann", "Bo", "Cy"])
    player = game.acting[0]
    bid = next(one for one in game.legal_actions() if isinstance(one, Bid))
    one = Decision(0, player, Pass(player), bid, 90, foreseen=500, foreseen_best=foreseen_best, futures=7)
    told = "".join(str(part) for part in _told(game, one, nowhere))
    assert "about ¥90 more against the others" in told
    assert ("the others have less" in told) is says


def test_the_curve_says_from_how_few_futures_it_comes() -> None:
    game = kaiping.new_game("1888", ["Ann", "Bo"])
    points = tuple(Chances(0, {"Ann": 0.5, "Bo": 0.5}, futures) for futures in (40, 40))
    told = str(looked_back(game, Analysis("", points, ())))
    assert "from 40 futures: jumps of less than about 16 in a hundred may be chance" in told
    assert "futures: jumps" not in str(looked_back(game, Analysis("", (Chances(0, {"Ann": 1.0, "Bo": 0.0}),), ())))
