"""Stations: prices, places, homes kept free."""

from __future__ import annotations

import pytest

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


@rule_1880("X.4.4")
def test_one_token_on_a_hex_also_where_it_has_two_cities(edition: str) -> None:
    """The other city of N12 is joined to SCR's, and there is room in both of brown Shanghai's places."""
    position = Position(edition).phase("C1").company("SCR", par=80, Ann=60, cash=500)
    position.tile("N12", "235", 3).tile("N12", "8862", 0).tile("N14", "7", 0).tile("O13", "7", 2)
    ((_, home),) = position.state.board.tokens_of("SCR")
    game = position.operate("SCR", "token")
    assert refused(game, PlaceToken("SCR", "N12", 1 - home)).code == "token_on_hex_already"
    assert not [action for action in offered(game, PlaceToken) if action.hex == "N12"]
    wide = Position(edition).phase("C1").company("HKR", par=80, Ann=60, cash=500)
    wide.tile("K15", "8877", 0).tile("K15", "8879", 5)
    assert refused(wide.operate("HKR", "token"), PlaceToken("HKR", "K15", 0)).code == "token_on_hex_already"


@rule_1880("X.4.3", "X.4.8", "X.4.9", "X.4.10")
@pytest.mark.parametrize(
    ("phase", "costs"), [("A1", (40, 100)), ("B2", (40, 100)), ("C3", (40, 100)), ("D2", (80, 200))]
)
def test_two_more_tokens_and_what_is_paid_for_them(edition: str, phase: str, costs: tuple[int, int]) -> None:
    """From Wuhan to J12, H14 and O7, a token in a turn; there is no fourth."""
    position = line(edition, phase).tile("I13", "9", 0).tile("H14", "57", 0)
    position.tile("M9", "9", 0).tile("N8", "9", 0).tile("O7", "57", 0)
    for hex_id, cost in zip(("J12", "H14"), costs, strict=True):
        cash = position.state.cash["WNR"]
        game = plays(position.operate("WNR", "token"), PlaceToken("WNR", hex_id, 0))
        assert game.state.cash["WNR"] == cash - cost
        position.state = game.state
    assert refused(position.operate("WNR", "token"), PlaceToken("WNR", "O7", 0)).code == "no_token_left"


@rule_1880("X.4.12", "X.4.7")
def test_no_token_beyond_a_city_full_of_others(edition: str) -> None:
    """NXR fills J12, on the way from Wuhan to Qingdao, H14; with a second place there WNR may pass, or stay."""
    position = line(edition).tile("I13", "9", 0).tile("H14", "57", 0).company("NXR", Bo=30).token("NXR", "J12")
    game = position.operate("WNR", "token")
    assert refused(game, PlaceToken("WNR", "H14", 0)).code == "city_not_reached"
    assert not offered(game, PlaceToken)
    end = (
        Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=500).tile("L10", "57", 0).tile("K11", "9", 0)
    )
    for turned in (None, 1):  # track leads up to J12, where there is no tile, or one that does not take it up
        if turned is not None:
            end.tile("J12", "57", turned)
        assert refused(end.operate("WNR", "token"), PlaceToken("WNR", "J12", 0)).code == "city_not_reached"
    wider = position.tile("J12", "14", 0).operate("WNR", "token")
    assert {action.hex for action in offered(wider, PlaceToken)} == {"J12", "H14"}


@rule_1880("X.4.15")
@pytest.mark.parametrize("started", [False, True])
def test_a_home_is_kept_free_until_its_company_operates(edition: str, started: bool) -> None:
    position = Position(edition).phase("C1").company("NJR", par=80, Ann=60, cash=500)
    if started:
        position.company("HKR", par=70, Bo=20, floated=False)
    position.tile("K13", "57", 2).tile("L14", "5", 2).tile("K15", "8877", 0)
    assert refused(position.operate("NJR", "token"), PlaceToken("NJR", "K15", 0)).code == "home_kept_free"
    position.tile("K15", "8879", 5).token("WNR", "K15")
    assert refused(position.operate("NJR", "token"), PlaceToken("NJR", "K15", 0)).code == "home_kept_free"


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
    position.company("SCR", par=80, floated=False, Cy=30).tile("N12", "235", 3).tile("N12", "8862", 0)
    game = all_pass(position.stock("Ann", inside="BCR"))
    assert game.acting == ("Cy",)
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
@pytest.mark.parametrize(
    ("owner", "hex_id", "rotation", "beside", "started"),
    [("QSR", "D12", 0, "C11", False), ("QSR", "D12", 0, "C11", True), ("SCR", "N12", 3, "P14", False)],
)
def test_nobody_else_enters_its_hex_before(
    edition: str, owner: str, hex_id: str, rotation: int, beside: str, started: bool
) -> None:
    """Neither city, whether the company has been started or not; once its token is there others may come."""

    def position(*, floated: bool = False) -> Position:
        found = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=500)
        if started or floated:
            found.company(owner, par=70, Bo=20, floated=floated)
        return found.tile(hex_id, "235", rotation).tile(hex_id, "8862", 0).token("WNR", beside)

    game = position().operate("WNR", "token")
    for stop in (0, 1):
        assert refused(game, PlaceToken("WNR", hex_id, stop)).code == "home_hex_kept"
    open_now = position(floated=True)
    ((_, home),) = open_now.state.board.tokens_of(owner)
    reason = refused(open_now.operate("WNR", "token"), PlaceToken("WNR", hex_id, 1 - home))
    assert reason.code == "city_not_reached", "nothing else is in the way"
