"""Stations: what they are for, where and when they are placed, what they cost (2022 VIII.3.5, 2021 VII.3.5)."""

from __future__ import annotations

import pytest

from kaiping.action import LayTile, PlaceToken
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.rounds import opening, operating, step, wrong_with


def east(edition: str, cash: int = 1000) -> Position:
    """JHR on the line Beijing C9.1 - Tianjin D10 - Tangshan D12 - Qinhuangdao C13."""
    return tracks.east_of_beijing(opening(edition, "3").company("JHR", cash=cash, trains=("3",), Ann=60))


def to_yantai(edition: str) -> Position:
    """ZDR with track from Zibo G11 by Weifang G13 and G15 to Yantai F16, LYR's home with two slots."""
    position = opening(edition, "3").company("ZDR", cash=1000, Ann=60)
    return position.tile("G11", "57", 1).tile("G13", "4", 1).tile("G15", "8", 1)


# --- what a station is for ---------------------------------------------------------------------------------------


@rule_1888("VIII.3.5.1", "VIII.3.5.2", "VIII.2.3", "VIII.3.6.3")
def test_a_token_in_a_city_is_a_station(edition: str) -> None:
    """Trains may start there, on routes that do not touch the home station."""
    before = east(edition).operate("JHR", "run")
    assert wrong_with(before, "D10.0 D12.0 C13.0") == "route_no_token"
    game = plays(east(edition).operate("JHR", "token"), PlaceToken("JHR", "D10"))
    assert game.state.board.tokens[("D10", 0)] == ("JHR",)
    assert step(game) == "run"
    assert wrong_with(game, "D10.0 D12.0 C13.0") is None


@rule_1888("VIII.3.5.1")
def test_stations_go_into_cities_only(edition: str) -> None:
    """Not into the town of Tangshan, a hex without a stop, or a red place without a circle."""
    game = tracks.zibo_to_xuzhou(east(edition)).token("JHR", "G11").operate("JHR", "token")
    for hex_id, stop in (("D12", 0), ("C11", 0), ("I11", 0), ("D10", 1)):
        reason = refused(game, PlaceToken("JHR", hex_id, stop))
        assert reason.code == "no_city_there"
        assert reason.clause == clause_in(edition, "VIII.3.5.1")


@rule_1888("VIII.3.5.1", "VIII.3.5.5")
def test_a_station_opens_new_ground_to_build_on(edition: str) -> None:
    """Behind Tianjin, full with CDL's station, JHR cannot build; with a station in Qinhuangdao it can."""
    beyond = LayTile("JHR", "B12", "3", 5)
    position = tracks.east_of_beijing(opening(edition).company("JHR", cash=100, Ann=60).company("CDL", Bo=60))
    game = position.token("CDL", "D10").operate("JHR")
    assert refused(game, beyond).code == "not_connected"
    plays(position.token("JHR", "C13").operate("JHR"), beyond)


# --- how many, and when ------------------------------------------------------------------------------------------


@rule_1888("VIII.3.5.8", "VIII.3.5.10")
def test_one_station_in_a_turn(edition: str) -> None:
    game = east(edition).operate("JHR", "token")
    assert set(offered(game, PlaceToken)) == {PlaceToken("JHR", "D10"), PlaceToken("JHR", "C13")}
    plays(game, PlaceToken("JHR", "D10"))
    assert refused(game, PlaceToken("JHR", "C13")).code == "not_in_this_step"
    assert offered(game, PlaceToken) == []
    next_turn = east(edition).token("JHR", "D10").operate("JHR", "token")
    plays(next_turn, PlaceToken("JHR", "C13"))


@rule_1888("VIII.3.5.8")
def test_a_full_city_takes_no_station(edition: str) -> None:
    position = east(edition).company("CDL", Bo=60).token("CDL", "D10")
    reason = refused(position.operate("JHR", "token"), PlaceToken("JHR", "D10"))
    assert reason.code == "city_full"
    assert reason.clause == clause_in(edition, "VIII.3.5.8")


@rule_1888("VIII.3.5.9", "VIII.3.5.10")
def test_a_station_may_follow_the_home_station_in_the_first_turn(edition: str) -> None:
    """One besides the home station, and no more."""
    position = opening(edition).company("JHR", cash=1000, trains=("2",), operated=False, Ann=60)
    game = tracks.east_of_beijing(position).begin_round("JHR")
    assert game.state.board.tokens_of("JHR") == [("C9", 1)]
    plays(game, LayTile("JHR", "B12", "3", 5), PlaceToken("JHR", "D10"))
    assert set(game.state.board.tokens_of("JHR")) == {("C9", 1), ("D10", 0)}
    assert refused(game, PlaceToken("JHR", "C13")).code == "not_in_this_step"


# --- cost --------------------------------------------------------------------------------------------------------

#: stations of HJR besides its home, from the second on in cities that do not matter
PLACED: dict[int, tuple[str, ...]] = {0: (), 1: ("I5",), 2: ("I5", "E17"), 3: ("I5", "E17", "D10")}


def handan(edition: str, placed: int, cash: int) -> Game:
    """HJR, with so many stations besides its home, may place one in Shijiazhuang E5."""
    position = opening(edition, "5").company("HJR", cash=cash, Ann=60).tile("F6", "611", 0).tile("E5", "57", 2)
    position.tile("D10", "6", 2)
    for hex_id in PLACED[placed]:
        position.token("HJR", hex_id)
    return position.operate("HJR", "token")


@rule_1888("VIII.3.5.11", "VIII.3.5.12")
@pytest.mark.parametrize(("placed", "cost"), [(0, 40), (1, 100), (2, 100)])
def test_what_a_station_costs(edition: str, placed: int, cost: int) -> None:
    """The first besides the home station 40, each further one 100, from the treasury to the bank."""
    game = handan(edition, placed, cost)
    bank = game.state.bank
    plays(game, PlaceToken("HJR", "E5"))
    assert (game.state.cash["HJR"], game.state.bank) == (0, bank + cost)
    reason = refused(handan(edition, placed, cost - 1), PlaceToken("HJR", "E5"))
    assert reason.code == "cash_for_token"
    assert reason.clause == clause_in(edition, "VIII.3.5.12" if placed else "VIII.3.5.11")


@rule_1888("VIII.3.5.12")
def test_a_company_with_all_its_stations_placed_has_no_more(edition: str) -> None:
    """HJR has four in all."""
    assert refused(handan(edition, 3, 1000), PlaceToken("HJR", "E5")).code == "no_token_left"


# --- where -------------------------------------------------------------------------------------------------------


@rule_1888("VIII.3.5.13")
def test_one_station_of_a_company_on_a_hex(edition: str) -> None:
    """By Tianjin and C11 JHR reaches another city of the green Beijing; CDL may have a station there, JHR not."""
    position = opening(edition, "3").company("JHR", cash=100, Ann=60).company("CDL", cash=100, Bo=60)
    position.tile("C9", "L42", 0).tile("D10", "5", 2).tile("C11", "7", 0).token("CDL", "D10")
    cities = position.state.board.tokens_of("JHR")
    assert cities == [("C9", 3)]
    plays(position.operate("CDL", "token"), PlaceToken("CDL", "C9", 2))
    again = opening(edition, "3").company("JHR", cash=100, Ann=60)
    game = again.tile("C9", "L42", 0).tile("D10", "5", 2).tile("C11", "7", 0).operate("JHR", "token")
    reason = refused(game, PlaceToken("JHR", "C9", 2))
    assert reason.code == "token_on_hex_already"
    assert reason.clause == clause_in(edition, "VIII.3.5.13")
    assert offered(game, PlaceToken) == [PlaceToken("JHR", "D10")]


@rule_1888("VIII.3.5.5", "VIII.3.5.14")
def test_a_station_needs_a_way_to_another(edition: str) -> None:
    """Shijiazhuang has a tile, but no track leads there; Qinhuangdao lies behind a city full with CDL."""
    position = east(edition).tile("E5", "57", 0).company("CDL", cash=1000, Bo=60)
    game = position.operate("JHR", "token")
    reason = refused(game, PlaceToken("JHR", "E5"))
    assert reason.code == "city_not_reached"
    assert reason.clause == clause_in(edition, "VIII.3.5.14")
    assert PlaceToken("JHR", "C13") in offered(game, PlaceToken)
    blocked = position.token("CDL", "D10").operate("JHR", "token")
    assert refused(blocked, PlaceToken("JHR", "C13")).code == "city_not_reached"
    plays(position.operate("CDL", "token"), PlaceToken("CDL", "C13"))


@rule_1888("VIII.3.5.5", "VIII.3.5.14")
def test_of_two_cities_on_a_tile_only_the_one_reached_takes_a_station(edition: str) -> None:
    """CDL comes from Changchun A19 to the second city of B20; the first is joined to hexes without track."""
    game = opening(edition, "3").company("CDL", cash=1000, Ann=60).tile("B20", "8863", 0).operate("CDL", "token")
    assert refused(game, PlaceToken("CDL", "B20", 0)).code == "city_not_reached"
    assert offered(game, PlaceToken) == [PlaceToken("CDL", "B20", 1)]


@rule_1888("VIII.3.5.14")
def test_a_second_station_serves_as_well_as_the_home(edition: str) -> None:
    """Datong is joined to Shijiazhuang, where JHR has a station, and not to Beijing."""
    position = east(edition).tile("E5", "57", 2).tile("D4", "9", 2).tile("C3", "57", 2)
    assert refused(position.operate("JHR", "token"), PlaceToken("JHR", "C3")).code == "city_not_reached"
    plays(position.token("JHR", "E5").operate("JHR", "token"), PlaceToken("JHR", "C3"))


@rule_1888("VIII.3.5.15")
def test_the_way_may_be_longer_than_any_train(edition: str) -> None:
    """JHR, without a train, places a station in Fushun B20, the seventh stop of the way from Beijing."""
    position = opening(edition, "3").company("JHR", cash=40, Ann=60).tile("D10", "6", 2).tile("D12", "58", 1)
    position.tile("C13", "57", 0).tile("B14", "9", 0).tile("B18", "8860", 0).tile("B20", "8863", 0)
    plays(position.operate("JHR", "token"), PlaceToken("JHR", "B20"))


@rule_1888("VIII.3.5.16")
@pytest.mark.parametrize(("tile", "rotation", "reached"), [("25", 5, False), ("25", 1, True), ("8", 1, True)])
def test_the_way_does_not_reverse_at_a_junction(edition: str, tile: str, rotation: int, reached: bool) -> None:
    """From Beijing C9.0 by C7, D6 and D4 to Shijiazhuang: in D6 the way goes on, or both branches meet in a third."""
    position = opening(edition, "3").company("JZR", cash=40, Ann=60).tile("C7", "8", 4).tile("D4", "7", 4)
    position.tile("E5", "57", 2).tile("E7", "58", 2).tile("D6", tile, rotation)
    game = position.operate("JZR", "token")
    if reached:
        plays(game, PlaceToken("JZR", "E5"))
    else:
        assert refused(game, PlaceToken("JZR", "E5")).code == "city_not_reached"


@rule_1888("VIII.3.5.17", "VIII.3.5.14", only="2022")
def test_ex_1888_2022_06_placing_a_token(edition: str) -> None:
    """CDL reaches a city of B20 from Changchun; SSL, at home next to it in Shenyang, does not."""
    position = opening(edition, "3").company("CDL", cash=100, Ann=60).company("SSL", cash=100, Bo=60)
    position.tile("B18", "8865", 0).tile("B20", "8858", 0)
    assert refused(position.operate("SSL", "token"), PlaceToken("SSL", "B20", 1)).code == "city_not_reached"
    plays(position.operate("CDL", "token"), PlaceToken("CDL", "B20", 1))


@rule_1888("VIII.3.5.17", "VIII.3.5.14", only="2022")
@pytest.mark.parametrize(("tianjin", "rotation", "open_to_ssl"), [("6", 2, False), ("15", 1, True)])
def test_ex_1888_2022_06_a_full_city_on_the_way(edition: str, tianjin: str, rotation: int, open_to_ssl: bool) -> None:
    """CDL in Tianjin reaches Qinhuangdao; SSL comes from Beijing and must pass Tianjin, which is full or is not."""
    position = opening(edition, "5").company("CDL", cash=100, Ann=60).company("SSL", cash=100, Bo=60)
    position.tile("C9", "8892", 0).tile("D10", tianjin, rotation).tile("D12", "58", 1).tile("C13", "6", 0)
    position.token("CDL", "D10").token("SSL", "C9")
    game = position.operate("SSL", "token")
    if open_to_ssl:
        assert PlaceToken("SSL", "C13") in offered(game, PlaceToken)
    else:
        assert refused(game, PlaceToken("SSL", "C13")).code == "city_not_reached"
    plays(position.operate("CDL", "token"), PlaceToken("CDL", "C13"))


# --- homes kept free ---------------------------------------------------------------------------------------------


@rule_1888("VIII.3.5.19")
def test_a_slot_is_left_for_a_home_station(edition: str) -> None:
    """Of Yantai's two slots others take one while LYR has not begun, whether it is started or not."""
    plays(to_yantai(edition).operate("ZDR", "token"), PlaceToken("ZDR", "F16"))
    one_taken = to_yantai(edition).company("HJR", Bo=60).token("HJR", "F16")
    reason = refused(one_taken.operate("ZDR", "token"), PlaceToken("ZDR", "F16"))
    assert reason.code == "home_kept_free"
    assert reason.clause == clause_in(edition, "VIII.3.5.19")
    started = one_taken.company("LYR", operated=False, Cy=60)
    assert refused(started.operate("ZDR", "token"), PlaceToken("ZDR", "F16")).code == "home_kept_free"


@rule_1888("VIII.3.5.19")
def test_the_last_slot_is_free_once_the_home_station_lies_there(edition: str) -> None:
    position = to_yantai(edition).company("LYR", Bo=60)
    game = plays(position.operate("ZDR", "token"), PlaceToken("ZDR", "F16"))
    assert game.state.board.tokens[("F16", 0)] == ("LYR", "ZDR")


@rule_1888("VIII.3.5.19")
def test_the_company_finds_its_slot_when_it_begins(edition: str) -> None:
    position = to_yantai(edition).company("LYR", cash=800, operated=False, Bo=60).token("ZDR", "F16")
    game = position.begin_round("LYR")
    assert operating(game).company == "LYR"
    assert game.state.board.tokens[("F16", 0)] == ("ZDR", "LYR")


@rule_1888("VIII.3.5.19")
@pytest.mark.parametrize(("tile", "rotation", "free"), [("57", 1, False), ("14", 0, True)])
def test_a_home_with_one_slot_is_closed_to_others(edition: str, tile: str, rotation: int, free: bool) -> None:
    """HJR, with a station in Jinan G9, at Zibo G11: ZDR's home has one slot in yellow, two in green."""
    position = opening(edition, "3").company("HJR", cash=100, Ann=60).token("HJR", "G9").tile("G9", "57", 1)
    game = position.tile("G11", tile, rotation).operate("HJR", "token")
    if free:
        plays(game, PlaceToken("HJR", "G11"))
    else:
        assert refused(game, PlaceToken("HJR", "G11")).code == "home_kept_free"


@rule_1888("VIII.3.5.19")
def test_beijing_keeps_a_slot_for_each_of_its_two_companies(edition: str) -> None:
    """On the brown tile with four slots two are for others as long as JHR and JZR have not begun."""
    for others, free in ((("SSL",), True), (("SSL", "HJR"), False)):
        position = opening(edition, "5").tile("C9", "L42", 0).tile("C9", "8892", 0).tile("D10", "6", 2)
        for company in others:
            position.company(company, Ann=60).token(company, "C9")
        game = position.company("CDL", cash=100, Bo=60).token("CDL", "D10").operate("CDL", "token")
        if free:
            plays(game, PlaceToken("CDL", "C9"))
        else:
            assert refused(game, PlaceToken("CDL", "C9")).code == "home_kept_free"
