"""What an analysis says of a decision in words."""

from __future__ import annotations

import pytest

import kaiping
from kaiping.action import Bid, Pass
from kaiping.analysis import Decision
from kaiping.report.looked_back import _told
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
