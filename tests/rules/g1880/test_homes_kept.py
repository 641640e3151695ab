"""Homes of companies not yet started in Beijing, and the option that keeps any place of the hex."""

from __future__ import annotations

import pytest

from kaiping.action import PlaceToken
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, plays, refused


def beijing(edition: str, *options: str) -> Position:
    """Green Beijing with six cities, four of them homes; WNR, in Tianjin, reaches that of JHU."""
    position = Position(edition, options=options).phase("B1").company("WNR", par=80, Ann=60, cash=500)
    position.tile("F8", "8886", 0).tile("F10", "57", 1).token("WNR", "F10")
    homes = {owners[0]: place for place, owners in position.state.board.reserved.items() if place[0] == "F8"}
    assert {company: place[1] for company, place in homes.items()} == {"JGG": 0, "JLR": 1, "JHA": 3, "JHU": 4}
    return position


@rule_1880("X.4.15")
def test_the_companys_own_city_stays_free(edition: str) -> None:
    reason = refused(beijing(edition).operate("WNR", "token"), PlaceToken("WNR", "F8", 4))
    assert reason.code == "home_kept_free"
    assert "last" not in str(reason)
    assert "home token of JHU" in str(reason)


@pytest.mark.parametrize("edition", ["2022", "2010"])
def test_home_any_place(edition: str) -> None:
    """Two places more than companies that wait: two others may come, wherever they like."""
    game = plays(beijing(edition, "home-any-place").operate("WNR", "token"), PlaceToken("WNR", "F8", 4))
    assert game.state.board.reserved["F8", 2] == ("JHU",), "the first that nobody has and nobody waits for"
    full = beijing(edition, "home-any-place").token("BZU", "F8", 2).token("LHR", "F8", 5)
    assert refused(full.operate("WNR", "token"), PlaceToken("WNR", "F8", 4)).code == "home_kept_free"
