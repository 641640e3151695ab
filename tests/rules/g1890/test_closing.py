"""Companies whose price falls off the table."""

from __future__ import annotations

import pytest

from kaiping.action import BuyShare, LayTile, Par, Pass, SellShares
from kaiping.state import BANK, POOL
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, events, offered, plays, refused


@rule_1890("7.4.3", "3.12.5.5.1", "7.4.4", "7.4.5", "7.4.6", "7.4.7", "7.4.8", "11.4.2.3", "11.4.2.4", "14.8")
@pytest.mark.parametrize(("cell", "percent"), [((8, 0), 10), ((7, 0), 20), ((7, 0), 30), ((9, 1), 10)])
def test_a_sale_that_takes_the_token_to_a_closed_field_closes_the_company(
    edition: str, cell: tuple[int, int], percent: int
) -> None:
    """The seller is paid; then all that Hankyu had goes, and it never comes back."""
    game = (
        Position()
        .company("HK", par=80, cell=cell, cash=220, trains=("2", "2"), Ann=50, Bo=30)
        .token("HK", "F7")
        .company("SY", par=80, Cy=60)
        .stock("Ann")
    )
    bank = game.state.bank
    price = game.definition.market.cells[cell].price
    plays(game, SellShares("Ann", "HK", percent))
    state = game.state
    assert events(game, "company-closed") == [{"company": "HK"}]
    assert state.cash["Ann"] == 840 + price * percent // 10
    assert state.bank == bank + 220 - price * percent // 10
    assert state.cash["HK"] == 0
    assert not [owner for owner, company in state.holdings if company == "HK"]
    assert state.trains == {POOL: ("2", "2")}
    assert not state.board.tokens_of("HK")
    assert "HK" in state.closed_companies
    assert "HK" not in state.floated
    plays(game, Pass("Ann"))
    for action in (Par("Bo", "HK", 65), BuyShare("Bo", "HK", "pool"), SellShares("Bo", "HK", 10)):
        assert refused(game, action).code == "company_closed"


@rule_1890("7.4.3")
def test_a_sale_that_stops_short_closes_nothing(edition: str) -> None:
    game = Position().company("HK", par=80, cell=(7, 0), Ann=50, Bo=30).stock("Ann")
    plays(game, SellShares("Ann", "HK", 10))
    assert game.state.cells["HK"] == (8, 0)
    assert not game.state.closed_companies


@rule_1890("7.4.7", "10.4.3.5")
def test_the_home_of_a_company_that_closed_before_its_first_turn_is_free(edition: str) -> None:
    game = Position().company("HK", par=80, cell=(8, 0), operated=False, Ann=50, Bo=30).stock("Ann")
    assert [stop for stop, owners in game.state.board.reserved.items() if "HK" in owners] == [("E12", 0)]
    plays(game, SellShares("Ann", "HK", 10))
    assert not [stop for stop, owners in game.state.board.reserved.items() if "HK" in owners]


@rule_1890("7.4.3")
def test_privates_of_a_closed_company_close_with_it(edition: str) -> None:
    """The book is silent; see docs/rulings/1890.md."""
    game = (
        Position()
        .phase("2")
        .company("HK", par=80, cell=(8, 0), Ann=50, Bo=30)
        .private("KT", "HK")
        .private("AR", "Bo")
        .stock("Ann")
    )
    plays(game, SellShares("Ann", "HK", 10))
    assert game.state.privates["KT"] not in ("HK", BANK)
    assert game.state.privates["AR"] == "Bo"


@rule_1890("11.1.1.3", "7.4.3", "C.8.1.22")
def test_hexes_of_osaka_municipal_stay_closed_when_the_subway_closes(edition: str) -> None:
    """The Subway has operated without ever buying a train, so that Osaka Municipal is still there."""
    position = Position().phase("2").private("OM", "Ann").company("OS", cell=(8, 0), Ann=40, Bo=30)
    position.company("JR", par=100, Bo=50, cash=500)
    game = plays(position.stock("Ann"), SellShares("Ann", "OS", 10))
    assert "OS" in game.state.closed_companies
    assert game.state.privates["OM"] == "Ann"
    position.state = game.state
    assert "G12" not in {lay.hex for lay in offered(position.operate("JR"), LayTile)}
