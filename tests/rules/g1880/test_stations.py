"""Stations: prices, places, homes kept free."""

from __future__ import annotations

from kaiping.action import PlaceToken
from kaiping.flow.operating.station import next_cost
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, offered, plays, refused


def line(edition: str, phase: str = "B1") -> Position:
    """WNR in Wuhan, L10, with track to the city on J12."""
    position = Position(edition).phase(phase).company("WNR", par=80, Ann=60, cash=500)
    return position.tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0)


@rule_1880("X.4.3", "X.4.8", "X.4.9", "X.4.10", "XI.30")
def test_prices(edition: str) -> None:
    for phase, prices in (("B1", (40, 100)), ("D1", (80, 200)), ("D2", (80, 200)), ("D3", (80, 200))):
        position = line(edition, phase)
        table = position.operate("WNR", "token").table()
        assert next_cost(table, "WNR") == prices[0]
        position.token("WNR", "J12")
        assert next_cost(table, "WNR") == prices[1]
        position.token("WNR", "H6")
        assert next_cost(table, "WNR") is None


@rule_1880("X.1.4", "X.4.11", "X.4.12", "X.4.13", "X.4.4")
def test_one_token_a_turn_where_a_route_leads(edition: str) -> None:
    game = line(edition).operate("WNR", "token")
    assert offered(game, PlaceToken) == [PlaceToken("WNR", "J12", 0)]
    assert refused(game, PlaceToken("WNR", "H6", 0)).code == "city_not_reached"
    assert refused(game, PlaceToken("WNR", "L10", 0)).code == "token_on_hex_already"
    plays(game, PlaceToken("WNR", "J12", 0))
    assert game.state.cash["WNR"] == 460
    assert not offered(game, PlaceToken)
    far = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=300, trains=("3",)).token("WNR", "L14")
    far.tile("L14", "57", 2).tile("M15", "8852", 2).tile("K13", "57", 2).tile("J12", "57", 2)
    plays(far.operate("WNR", "token"), PlaceToken("WNR", "J12", 0))


@rule_1880("X.4.15")
def test_a_home_is_kept_free(edition: str) -> None:
    position = Position(edition).phase("C1").company("NJR", par=80, Ann=60, cash=500)
    position.tile("K13", "57", 2).tile("L14", "5", 2).tile("K15", "8877", 0)
    assert refused(position.operate("NJR", "token"), PlaceToken("NJR", "K15", 0)).code == "home_kept_free"
    position.tile("K15", "8879", 5)
    plays(position.operate("NJR", "token"), PlaceToken("NJR", "K15", 0))


@rule_1880("X.4.17", "X.4.18")
def test_qsr_chooses_a_city_of_a_green_tile(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", par=100, Bo=60, trains=("3",), cash=500)
    position.company("QSR", par=80, floated=False, Ann=30).tile("D12", "235", 0).tile("D12", "8862", 0)
    game = all_pass(position.stock("Ann", inside="BCR"))
    assert game.acting == ("Ann",)
    assert {action.stop for action in offered(game, PlaceToken)} == {0, 1}
    plays(game, PlaceToken("QSR", "D12", 1))
    assert game.state.board.tokens_of("QSR") == [("D12", 1)]


@rule_1880("X.4.17")
def test_scr_chooses_a_city_of_a_green_tile(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", par=100, Bo=60, trains=("3",), cash=500)
    position.company("SCR", par=80, floated=False, Ann=30).tile("N12", "235", 3).tile("N12", "8862", 0)
    game = all_pass(position.stock("Ann", inside="BCR"))
    assert {action.stop for action in offered(game, PlaceToken)} == {0, 1}
    plays(game, PlaceToken("SCR", "N12", 1))
    assert game.state.board.tokens_of("SCR") == [("N12", 1)]


@rule_1880("X.4.17")
def test_on_a_yellow_tile_it_goes_where_the_track_is(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", par=100, Bo=60, trains=("3",), cash=500)
    position.company("QSR", par=80, floated=False, Ann=30).tile("D12", "235", 3)
    game = all_pass(position.stock("Ann", inside="BCR"))
    assert game.state.board.tokens_of("QSR") == [("D12", 0)]
    bare = Position(edition).phase("B1").company("BCR", par=100, Bo=60, trains=("3",), cash=500)
    bare.company("QSR", par=80, floated=False, Ann=30)
    game = all_pass(bare.stock("Ann", inside="BCR"))
    assert game.state.board.tokens_of("QSR") == [("D12", 0)]


@rule_1880("X.4.18")
def test_nobody_else_enters_its_hex_before(edition: str) -> None:
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=500)
    position.tile("D12", "235", 0).tile("D12", "8862", 0).token("WNR", "C11")
    game = position.operate("WNR", "token")
    assert refused(game, PlaceToken("WNR", "D12", 0)).code == "home_hex_kept"
