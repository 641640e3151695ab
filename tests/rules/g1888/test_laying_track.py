"""Laying tiles: which tile on which hex, first tiles, reach, where track may lead (2022 VIII.3.3, 2021 VII.3.3)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyPrivate, LayTile, Pass
from kaiping.board.reach import reach
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.rounds import opening, step

RED = ("A1", "A3", "A19", "A21", "H2", "I11")
GREY = ("A7", "A15", "A17", "C21", "D20", "I5")
#: hexes printed yellow, with the company that reaches each and a green tile that fits
PRINTED_YELLOW = {
    "B18": LayTile("SSL", "B18", "8858", 0),
    "B20": LayTile("CDL", "B20", "8858", 0),
    "C9": LayTile("JHR", "C9", "L42", 0),
    "H4": LayTile("HJR", "H4", "8858", 2),
}


def printed_yellow(edition: str, hex_id: str, phase: str) -> Game:
    """The company that reaches a hex printed yellow is to lay track; HJR has a station in Zhengzhou I5."""
    company = PRINTED_YELLOW[hex_id].company
    position = opening(edition, phase).company(company, cash=500, Ann=60)
    if hex_id == "H4":
        position.token("HJR", "I5")
    return position.operate(company)


def around_handan(edition: str) -> Game:
    """HJR with track from Handan F6 to five sides: a town E7, two towns G5, a city E5, open country F4 and F8."""
    return opening(edition, "5").company("HJR", cash=500, Ann=60).tile("F6", "611", 0).operate("HJR")


def tiles_on(game: Game, hex_id: str) -> set[str]:
    """Tiles that may be laid on a hex now."""
    return {lay.tile for lay in offered(game, LayTile) if lay.hex == hex_id}


# --- what is laid where ----------------------------------------------------------------------------------------


@rule_1888("VIII.3.3.2")
def test_a_tile_makes_a_route_between_stops(edition: str) -> None:
    game = opening(edition).company("JHR", cash=0, trains=("2",), Ann=60).operate("JHR")
    plays(game, LayTile("JHR", "D10", "5", 2))  # unturned it would not meet the track of Beijing
    assert game.state.board.tiles == {"D10": ("5", 2)}
    assert step(game) == "run"  # there was nothing to run before
    assert plays(game, tracks.run("JHR", t2="C9.1 D10.0")).state.revenue["JHR"] == 50


@rule_1888("VIII.3.3.3")
def test_a_yellow_tile_goes_on_an_empty_hex(edition: str) -> None:
    """On a hex of any kind, and no green one there, although phase 5 has both; and none on a yellow tile."""
    game = around_handan(edition)
    lays = offered(game, LayTile)
    for hex_id, yellow in {"E7": "58", "G5": "69", "E5": "57", "F4": "8", "F8": "9"}.items():
        here = [lay for lay in lays if lay.hex == hex_id]
        assert {game.definition.tiles[lay.tile].color for lay in here} == {"yellow"}
        lay = next(lay for lay in here if lay.tile == yellow)
        after = plays(around_handan(edition), lay)
        assert after.state.board.tiles[hex_id] == (yellow, lay.rotation)
    for hex_id, green in (("E5", "14"), ("F4", "24"), ("F8", "24")):
        for rotation in range(6):
            assert refused(game, LayTile("HJR", hex_id, green, rotation)).code == "wrong_color"
    game = opening(edition, "3").company("JHR", cash=100, Ann=60).tile("D10", "6", 2).operate("JHR")
    for tile, rotation in (("6", 2), ("5", 1), ("6", 0)):
        assert refused(game, LayTile("JHR", "D10", tile, rotation)).code == "wrong_color"


@rule_1888("VIII.3.3.4", "VIII.3.4.18")
@pytest.mark.parametrize("hex_id", PRINTED_YELLOW)
@pytest.mark.parametrize("phase", ["2", "3"])
def test_no_yellow_tile_on_oo_hexes_and_beijing(edition: str, hex_id: str, phase: str) -> None:
    game = printed_yellow(edition, hex_id, phase)
    company = PRINTED_YELLOW[hex_id].company
    for tile in ("5", "6", "57", "9", "58", "1"):
        for rotation in range(6):
            assert refused(game, LayTile(company, hex_id, tile, rotation)).code == "wrong_color"


@rule_1888("VIII.3.3.5", "VIII.3.4.18")
@pytest.mark.parametrize("hex_id", PRINTED_YELLOW)
def test_oo_hexes_and_beijing_take_green_tiles_from_phase_3_on(edition: str, hex_id: str) -> None:
    early = printed_yellow(edition, hex_id, "2")
    assert refused(early, PRINTED_YELLOW[hex_id]).code == "color_not_yet"
    assert tiles_on(early, hex_id) == set()
    game = printed_yellow(edition, hex_id, "3")
    assert {game.definition.tiles[tile].color for tile in tiles_on(game, hex_id)} == {"green"}
    plays(game, PRINTED_YELLOW[hex_id])


@rule_1888("VIII.3.3.7")
def test_the_arrow_of_a_red_hex_is_track(edition: str) -> None:
    """One tile on H10 joins Zibo to Xuzhou I11; one on B2 joins Datong to Baotou A1."""
    position = opening(edition).company("ZDR", cash=20, trains=("2",), Ann=60).tile("G11", "57", 0)
    game = plays(position.operate("ZDR"), LayTile("ZDR", "H10", "8", 3))
    assert plays(game, tracks.run("ZDR", t2="G11.0 H10 I11.0")).state.revenue["ZDR"] == 20 + 30
    west = opening(edition).company("TJL", cash=40, trains=("2",), Ann=60).token("TJL", "C3")
    game = plays(west.tile("C3", "57", 2).operate("TJL"), LayTile("TJL", "B2", "4", 2))
    assert ("A1", 0) in reach(game.definition.map, game.definition.tiles, game.state.board, "TJL").stops
    arrows = {"A1": {5}, "A3": {5}, "A19": {0, 1, 4, 5}, "A21": {0, 1}, "H2": {3, 4}, "I11": {2, 3}}
    assert {hex_id: game.definition.map.hexes[hex_id].shape.exits for hex_id in RED} == arrows


@rule_1888("VIII.3.3.8", "IV.1.8")
def test_the_track_of_grey_hexes_is_there_from_the_start(edition: str) -> None:
    """CDL runs from Changchun to the grey town A17 before any tile is laid, and reaches what lies beyond it."""
    game = opening(edition).company("CDL", cash=100, trains=("2",), Ann=60).operate("CDL", "run")
    assert plays(game, tracks.run("CDL", t2="A19.0 A17.0")).state.revenue["CDL"] == 20 + 20
    track = opening(edition).company("CDL", cash=100, Ann=60).operate("CDL")
    plays(track, LayTile("CDL", "B14", "9", 0))  # by A17 and A15
    exits = {"A7": {0, 5}, "A15": {0, 4}, "A17": {0, 1, 4, 5}, "C21": {0, 2}, "D20": {1, 2, 3}, "I5": {2, 3}}
    assert {hex_id: game.definition.map.hexes[hex_id].shape.exits for hex_id in GREY} == exits


@rule_1888("VIII.3.3.9")
@pytest.mark.parametrize("hex_id", RED + GREY)
def test_nobody_builds_on_red_and_grey_hexes(edition: str, hex_id: str) -> None:
    """CDL and HJR reach several of them; no tile whatever goes there, in the last phase."""
    position = opening(edition, "7").company("CDL", cash=900, trains=("D",), Ann=60)
    game = position.token("CDL", "I5").operate("CDL")
    for tile in game.definition.tiles:
        reason = refused_fast(game, LayTile("CDL", hex_id, tile, 0))
        assert reason == ("hex_not_buildable", clause_in(edition, "VIII.3.3.9"))
    assert tiles_on(game, hex_id) == set()


def refused_fast(game: Game, action: LayTile) -> tuple[str, str | None] | None:
    """Code and clause of a refusal, for tests of many actions in one position."""
    reason = game.why_not(action)
    return None if reason is None else (reason.code, reason.clause)


@rule_1888("VIII.3.3.10")
@pytest.mark.parametrize("company", ["JHR", "SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR"])
def test_at_the_beginning_only_yellow_tiles_are_laid(edition: str, company: str) -> None:
    """No company finds any other, on its first turn in phase 1."""
    position = Position(edition, privates="Cy").company(company, cash=800, operated=False, Ann=60)
    game = position.begin_round(company)
    assert game.state.phase == "1"
    assert {game.definition.tiles[lay.tile].color for lay in offered(game, LayTile)} == {"yellow"}


@rule_1888("VIII.3.3.10")
def test_a_green_tile_is_refused_in_phase_1(edition: str) -> None:
    position = Position(edition, privates="Cy").company("JHR", cash=800, Ann=60).tile("D10", "6", 2)
    reason = refused(position.operate("JHR"), LayTile("JHR", "D10", "15", 1))
    assert reason.code == "color_not_yet"
    assert reason.clause == clause_in(edition, "VIII.3.4.5")


# --- the first turn ----------------------------------------------------------------------------------------------


@rule_1888("VIII.3.3.11")
@pytest.mark.parametrize(
    ("company", "home", "tile", "rotation"),
    [("TJL", "E3", "5", 2), ("HJR", "F6", "57", 0), ("ZDR", "G11", "57", 0)],
)
def test_three_companies_lay_a_tile_at_home_first(
    edition: str, company: str, home: str, tile: str, rotation: int
) -> None:
    position = opening(edition).company(company, cash=800, operated=False, Ann=60)
    game = position.begin_round(company)
    reason = refused(game, Pass(company))
    assert reason.code == "home_tile_first"
    assert reason.clause == clause_in(edition, "VIII.3.3.11")
    assert {lay.hex for lay in offered(game, LayTile)} == {home}
    plays(game, LayTile(company, home, tile, rotation))
    for phase in ("2", "3"):  # in phase 3 the tile that lies there could be upgraded, and need not
        laid = opening(edition, phase).company(company, cash=800, operated=False, Ann=60).tile(home, tile, rotation)
        game = laid.begin_round(company)
        hexes = {lay.hex for lay in offered(game, LayTile)}
        assert hexes - {home}
        assert (home in hexes) == (phase == "3")
        plays(game, Pass(company))


@rule_1888("VIII.3.3.11")
@pytest.mark.parametrize("company", ["TJL", "HJR", "ZDR"])
def test_the_duty_to_build_at_home_is_one_of_the_first_turn(edition: str, company: str) -> None:
    """Whoever could not lay the tile then, for want of money or of tiles, is free later."""
    game = opening(edition).company(company, cash=800, Ann=60).begin_round(company)
    plays(game, Pass(company))


@rule_1888("VIII.3.3.11")
def test_nobody_spends_the_money_that_the_tile_at_home_costs(edition: str) -> None:
    """Taiyuan costs 40. The Great Wall runs through it, so a company that buys that could lay its tile free."""

    def most(cash: int, private: str) -> int:
        position = opening(edition, "3").company("TJL", cash=cash, operated=False, Ann=60)
        game = position.private("KT", "Ann").private("CW", "Ann").begin_round("TJL")
        numbers = game.legal_actions().ranges
        greatest = next(numbers[sale].greatest for sale in offered(game, BuyPrivate) if sale.private == private)
        if greatest < cash and private == "KT" and greatest < 37:
            assert refused(game, BuyPrivate("TJL", "KT", greatest + 1)).code == "home_tile_first"
        return greatest

    assert most(60, "KT") == 20
    assert most(39, "KT") == (37 if edition == "2022" else 39), "the tile is out of reach anyway"
    assert most(60, "CW") == 60


@rule_1888("VIII.3.3.12", "VIII.3.3.11")
@pytest.mark.parametrize("phase", ["2", "3"])
@pytest.mark.parametrize(
    ("company", "hex_id", "tile", "rotation"),
    [
        ("JHR", "D10", "6", 2),
        ("SSL", "B16", "1", 0),
        ("CDL", "B14", "9", 0),
        ("LYR", "F14", "7", 4),
        ("JZR", "C7", "8", 4),
    ],
)
def test_five_companies_build_on_printed_track(
    edition: str, company: str, hex_id: str, tile: str, rotation: int, phase: str
) -> None:
    """They have a way out of their home at once, and need not build in their first turn: not at home either,
    though in phase 3 there are tiles for Beijing and Shenyang."""
    position = opening(edition, phase).company(company, cash=800, operated=False, Ann=60)
    game = position.begin_round(company)
    assert game.why_not(Pass(company)) is None
    at_home = {"JHR": "C9", "JZR": "C9", "SSL": "B18"}.get(company)
    assert (at_home in {lay.hex for lay in offered(game, LayTile)}) == (phase == "3" and at_home is not None)
    plays(game, LayTile(company, hex_id, tile, rotation))


# --- reach -------------------------------------------------------------------------------------------------------


@rule_1888("VIII.3.3.13", "VIII.3.5.5")
def test_a_tile_is_joined_to_a_station_by_track(edition: str) -> None:
    """At Tangshan one tile meets the track from Tianjin, another lies beside it; at H10 the station of ZDR is near."""
    position = opening(edition, "3").company("JHR", cash=100, Ann=60).tile("D10", "6", 2)
    position.company("ZDR", cash=100, Ann=60).tile("G11", "57", 0)
    assert position.operate("ZDR").why_not(LayTile("ZDR", "H10", "8", 3)) is None
    game = position.operate("JHR")
    reason = refused(game, LayTile("JHR", "D12", "3", 2))
    assert reason.code == "not_connected"
    assert reason.clause == clause_in(edition, "VIII.3.3.13")
    for hex_id, tile, rotation in (("E9", "8", 1), ("D8", "7", 4), ("C11", "7", 0), ("H10", "8", 3)):
        assert refused(game, LayTile("JHR", hex_id, tile, rotation)).code == "not_connected"
    plays(game, LayTile("JHR", "D12", "58", 1))


@rule_1888("VIII.3.3.14")
@pytest.mark.parametrize(("tile", "rotation", "open_to_jhr"), [("6", 2, False), ("15", 1, True)])
def test_stations_of_others_block_the_way_to_a_tile(edition: str, tile: str, rotation: int, open_to_jhr: bool) -> None:
    """CDL's station fills the yellow Tianjin; on a green tile a slot is left."""
    position = opening(edition, "3").company("JHR", cash=100, Ann=60).company("CDL", cash=100, Bo=60)
    position.tile("D10", tile, rotation).token("CDL", "D10")
    game = position.operate("JHR")
    lay = LayTile("JHR", "D12", "58", 1)
    if open_to_jhr:
        assert game.why_not(lay) is None
    else:
        assert refused(game, lay).code == "not_connected"
    plays(position.operate("CDL"), LayTile("CDL", "D12", "58", 1))


# --- tile and hex ------------------------------------------------------------------------------------------------

YELLOW = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "55", "56", "57", "58", "69")


def takes_only(edition: str, hex_id: str, *fitting: str) -> None:
    """Of all yellow tiles the hex takes these and no others; HJR has track to every such hex."""
    game = around_handan(edition)
    assert tiles_on(game, hex_id) == set(fitting)
    for tile in YELLOW:
        if tile not in fitting:
            codes = {refused_fast(game, LayTile("HJR", hex_id, tile, rotation)) for rotation in range(6)}
            assert {code[0] for code in codes if code} == {"wrong_stops"}
            assert None not in codes


@rule_1888("VIII.3.3.15")
def test_a_town_takes_tiles_with_one_bar(edition: str) -> None:
    takes_only(edition, "E7", "3", "4", "58")


@rule_1888("VIII.3.3.16")
def test_two_towns_take_tiles_with_two_bars(edition: str) -> None:
    fitting = ("1", "2", "55", "56", "69")
    takes_only(edition, "G5", *fitting)
    position = opening(edition, "5").company("JZR", cash=500, Ann=60).company("SSL", cash=500, Ann=60)
    position.tile("C7", "8", 2)
    for company, hex_id in (("JZR", "B6"), ("SSL", "B16")):
        assert set() < tiles_on(position.operate(company), hex_id) <= set(fitting)


@rule_1888("VIII.3.3.18")
def test_a_city_takes_city_tiles(edition: str) -> None:
    takes_only(edition, "E5", "5", "6", "57")


@rule_1888("VIII.3.3.19")
@pytest.mark.parametrize("hex_id", ["F4", "F8"])
def test_open_country_takes_plain_track(edition: str, hex_id: str) -> None:
    takes_only(edition, hex_id, "7", "8", "9")


@rule_1888("VIII.3.3.17")
def test_one_track_of_a_tile_with_two_towns_is_joined(edition: str) -> None:
    """Anyang's track meets Handan's, Hebi's does not; a tile of which neither does is refused."""
    game = around_handan(edition)
    assert refused(game, LayTile("HJR", "G5", "1", 1)).code == "not_connected"
    plays(game, LayTile("HJR", "G5", "1", 0))
    stops = reach(game.definition.map, game.definition.tiles, game.state.board, "HJR").stops
    assert {stop for stop in stops if stop[0] == "G5"} == {("G5", 0)}
