"""Homes of companies not yet started on hexes with several cities, and the option that keeps any place of the hex."""

from __future__ import annotations

import pytest

from kaiping.action import PlaceToken
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.rounds import end_turn

OPTION = ("home-any-place",)


def beijing(edition: str, *, options: tuple[str, ...] = (), taken: tuple[int, ...] = ()) -> Position:
    """Green Beijing with four cities: 0 is JZR's home, 3 that of JHR. CDL in Tianjin reaches 3; others have tokens."""
    position = Position(edition, options=options).phase("3").tile("C9", "L42", 0).tile("D10", "6", 2)
    for company, city in zip(("HJR", "TJL"), taken, strict=False):
        position.company(company, Ann=60).token(company, "C9", city)
    return position.company("CDL", cash=100, Bo=60).token("CDL", "D10")


@rule_1888("VIII.3.5.19")
def test_the_companys_own_city_stays_free(edition: str) -> None:
    """The others are free, and the sentence does not say that this is the last place: it says whose home it is."""
    game = beijing(edition).operate("CDL", "token")
    reason = refused(game, PlaceToken("CDL", "C9", 3))
    assert (reason.code, reason.clause) == ("home_kept_free", clause_in(edition, "VIII.3.5.19"))
    assert "last" not in str(reason)
    assert "home token of JHR" in str(reason)


@pytest.mark.parametrize("edition", ["2022", "2021"])
def test_home_any_place(edition: str) -> None:
    """CDL takes JHR's city; JHR begins later in the first that nobody has and nobody waits for."""
    position = beijing(edition, options=OPTION).company("JHR", cash=800, operated=False, Cy=60).train("CDL", "3")
    game = plays(position.operate("CDL", "token", after=("JHR",)), PlaceToken("CDL", "C9", 3))
    assert game.state.board.reserved["C9", 0] == ("JZR",)
    assert game.state.board.reserved["C9", 1] == ("JHR",)
    assert end_turn(game).state.board.tokens["C9", 1] == ("JHR",)


@pytest.mark.parametrize("edition", ["2022", "2021"])
def test_home_any_place_leaves_one_for_each_company_that_waits(edition: str) -> None:
    """Two of four are taken, two companies wait."""
    game = beijing(edition, options=OPTION, taken=(1, 2)).operate("CDL", "token")
    assert refused(game, PlaceToken("CDL", "C9", 3)).code == "home_kept_free"
    assert not [action for action in offered(game, PlaceToken) if action.hex == "C9"]
    one = beijing(edition, options=OPTION, taken=(1,)).operate("CDL", "token")
    plays(one, PlaceToken("CDL", "C9", 3))
