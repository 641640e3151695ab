"""The powers of the Great Wall (free yellow tiles) and of the Yanda Railway Ferry: section IV.3.1."""

from __future__ import annotations

import pytest

from kaiping.action import BuyTrain, LayTile, Pass, Route, RunRoutes
from kaiping.flow.operating.fitting import tiles_left
from kaiping.game import Game
from kaiping.state import CLOSED
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused

WALL = ["B4", "B6", "B8", "B10", "B16", "C3", "C7", "C11", "C13", "C15", "D2", "D4", "D6", "E3", "F4"]
FERRY = LayTile("JHR", "E17", "L40a", 0, private="YRF")
#: an ordinary lay of JHR from its home in Beijing, on ground without cost
ORDINARY = LayTile("JHR", "D10", "6", 2)


def wall(hex_id: str, tile: str, rotation: int) -> LayTile:
    return LayTile("JHR", hex_id, tile, rotation, private="CW")


#: D4 and D6 lie side by side; their track meets at edge 4 of D4
FIRST, SECOND = wall("D4", "9", 1), wall("D6", "9", 1)


def owner(edition: str, private: str, cash: int = 0) -> Position:
    """JHR, at home in Beijing and without money if none is named, owns the private."""
    return Position(edition).phase("3").private(private, "JHR").company("JHR", cash=cash, Ann=60)


def closing(edition: str, private: str, *lays: LayTile) -> Game:
    """JHR lays or does not lay what the private brings, then buys the first 5-train."""
    position = Position(edition).phase("4").private(private, "JHR").company("JHR", cash=500, Ann=60)
    position.scrap("4", 4)
    game = plays(position.operate("JHR", "trains"), *lays, BuyTrain("JHR", "5", "bank", 500))
    assert game.state.privates[private] == CLOSED
    return game


# --- Great Wall ----------------------------------------------------------------------------------------


@rule_1888("IV.3.1.32", "IV.3.1.33", in_2021=["IV.3.1.12"])
def test_the_great_wall_builds_on_its_fifteen_hexes_free_and_without_connection(edition):
    """No track leads there; JHR needs no money for ground that costs up to 40, and pays nothing if it has some."""
    game = owner(edition, "CW").operate("JHR")
    lays = [lay for lay in offered(game, LayTile) if lay.private]
    assert {lay.hex for lay in lays} == set(WALL)
    assert {game.definition.tiles[lay.tile].color for lay in lays} == {"yellow"}
    for hex_id in WALL:
        one = next(lay for lay in lays if lay.hex == hex_id)
        for cash in (0, 100):
            played = plays(owner(edition, "CW", cash=cash).operate("JHR"), one)
            assert played.state.board.tiles == {hex_id: (one.tile, one.rotation)}
            assert played.state.cash["JHR"] == cash


@rule_1888("IV.3.1.32", in_2021=["IV.3.1.12"])
def test_the_great_wall_does_not_build_elsewhere(edition):
    """Not on plain or mountain hexes without the wall, nor in Beijing, which takes no yellow tile."""
    game = owner(edition, "CW", cash=100).operate("JHR")
    for hex_id in ("D8", "C5", "B14", "C9", "C19", "F2", "A7"):
        assert refused(game, wall(hex_id, "9", 1)).code == "not_for_this_power"


@rule_1888("IV.3.1.32", in_2021=["IV.3.1.12"])
def test_the_great_wall_lays_yellow_tiles_only(edition):
    position = owner(edition, "CW", cash=100).tile("D4", "9", 1)
    reason = refused(position.operate("JHR"), wall("D4", "23", 1))
    assert reason.code == "wrong_color"
    assert refused(position.operate("JHR"), wall("D6", "23", 1)).code == "wrong_color"


@rule_1888("IV.3.1.32", in_2021=["IV.3.1.12"])
def test_the_great_wall_lays_one_tile_or_two(edition):
    one = plays(owner(edition, "CW").operate("JHR"), FIRST, Pass("JHR"))
    assert set(one.state.board.tiles) == {"D4"}
    two = plays(owner(edition, "CW").operate("JHR"), FIRST, SECOND)
    assert set(two.state.board.tiles) == {"D4", "D6"}
    assert two.state.cash["JHR"] == 0
    assert refused(two, wall("C7", "7", 0)).code == "power_used"


@rule_1888("IV.3.1.32", in_2021=["IV.3.1.12"])
@pytest.mark.parametrize("lays", [(FIRST, SECOND, ORDINARY), (ORDINARY, FIRST, SECOND)])
def test_the_great_wall_comes_on_top_of_the_ordinary_lay(edition, lays):
    game = plays(owner(edition, "CW").operate("JHR"), *lays)
    assert set(game.state.board.tiles) == {"D4", "D6", "D10"}
    assert refused(game, LayTile("JHR", "D12", "58", 1)).code == "not_in_this_step"


@rule_1888("IV.3.1.34")
def test_the_great_wall_stays_open(edition):
    """It pays its 20 in the next round."""
    position = Position(edition).phase("3").private("CW", "JHR").set(set_rounds=2)
    position.company("JHR", trains=("3",), Ann=60)
    game = plays(position.operate("JHR"), FIRST, SECOND, Pass("JHR"))
    assert game.state.privates["CW"] == "JHR"
    assert (game.state.round, game.state.cash["JHR"]) == (2, 20)


@rule_1888("IV.3.1.35")
def test_two_great_wall_tiles_come_in_one_turn(edition):
    """With one tile laid the second may follow in the same turn only."""
    position = Position(edition).phase("3").private("CW", "JHR").set(set_rounds=2)
    position.company("JHR", trains=("3",), Ann=60)
    game = plays(position.operate("JHR"), FIRST)
    while game.state.round < 2:
        assert SECOND in offered(game, LayTile)
        plays(game, Pass("JHR"))
    assert refused(game, SECOND).code == "power_used"
    assert [lay for lay in offered(game, LayTile) if lay.private] == []


@rule_1888("IV.3.1.36")
def test_two_great_wall_tiles_are_joined_by_track(edition):
    """Refused: next to the first without track between them, or pointing at its trackless sides, and far away."""
    game = plays(owner(edition, "CW").operate("JHR"), FIRST)
    beside = (wall("D6", "9", 0), wall("D6", "7", 3), wall("D2", "8", 3))
    pointing = (wall("C3", "6", 3), wall("E3", "57", 0))
    for lay in (*beside, *pointing, wall("C11", "9", 1), wall("F4", "9", 0)):
        reason = refused(game, lay)
        assert reason.code == "power_tiles_joined"
        assert reason.clause == {"2022": "1888-2022:IV.3.1.36", "2021": "1888-2021:IV.3.1.35"}[edition]
    for lay in (wall("D6", "9", 1), wall("D6", "7", 1), wall("D2", "7", 3), wall("D2", "7", 4)):
        plays(plays(owner(edition, "CW").operate("JHR"), FIRST), lay)


# --- Yanda Railway Ferry -------------------------------------------------------------------------------


@rule_1888("IV.3.1.38", "IV.3.1.40", in_2021=["IV.3.1.13"])
def test_the_ferry_tile_is_laid_from_far_away(edition):
    """JHR sits in Beijing; the tile joins Dalian and Yantai and lies nowhere else."""
    game = owner(edition, "YRF").operate("JHR")
    assert [lay for lay in offered(game, LayTile) if lay.private] == [FERRY]
    for hex_id in ("E15", "F18", "E19", "H16", "D18"):
        assert refused(game, LayTile("JHR", hex_id, "L40a", 0, private="YRF")).code == "not_for_this_power"
    for rotation in range(1, 6):
        assert refused(game, LayTile("JHR", "E17", "L40a", rotation, private="YRF")).code == "track_not_kept"
    plays(game, FERRY)
    assert game.state.board.tiles == {"E17": ("L40a", 0), "F16": ("L40b", 0)}
    assert game.state.cash["JHR"] == 0
    assert {game.definition.tiles[half].color for half in ("L40a", "L40b")} == {"blue"}


@rule_1888("IV.3.1.39", in_2021=["IV.3.1.13"])
@pytest.mark.parametrize("lays", [(FERRY, ORDINARY), (ORDINARY, FERRY)])
def test_the_ferry_tile_comes_on_top_of_the_ordinary_lay(edition, lays):
    game = plays(owner(edition, "YRF").operate("JHR"), *lays)
    assert set(game.state.board.tiles) == {"E17", "F16", "D10"}
    assert refused(game, LayTile("JHR", "D12", "58", 1)).code == "not_in_this_step"


@rule_1888("IV.3.1.41")
def test_the_ferry_stays_open(edition):
    """It pays its 25 in the next round."""
    position = Position(edition).phase("3").private("YRF", "JHR").set(set_rounds=2)
    position.company("JHR", trains=("3",), Ann=60)
    game = plays(position.operate("JHR"), FERRY, Pass("JHR"))
    assert game.state.privates["YRF"] == "JHR"
    assert (game.state.round, game.state.cash["JHR"]) == (2, 25)


@rule_1888("IV.3.1.42")
def test_a_ferry_tile_not_laid_is_lost(edition):
    game = closing(edition, "YRF")
    assert [tiles_left(game.definition, game.state, half) for half in ("L40a", "L40b")] == [0, 0]
    assert game.state.lost_tiles == {"L40a", "L40b"}
    game = closing(edition, "YRF", FERRY)
    assert game.state.lost_tiles == frozenset()
    assert game.state.board.tiles["E17"] == ("L40a", 0)


@rule_1888("IV.3.1.43", ruled="2021")
@pytest.mark.parametrize("company", ["LYR", "CDL", "JHR"])
def test_every_company_uses_the_ferry(edition, company):
    """JHR owns the ferry; whoever has a token in Dalian or Yantai runs Yantai 40 - Dalian 30 in phase 3."""
    run = RunRoutes(company, (Route("3", ("F16.0", "E17.0")),))
    position = Position(edition).phase("3").private("YRF", "JHR").company(company, trains=("3",), Ann=60)
    if company != "JHR":
        position.company("JHR", Bo=60)
    if company != "LYR":
        position.token(company, "E17")
    assert refused(position.operate(company, "run"), run).code == "route_no_track"
    position.tile("E17", "L40a").tile("F16", "L40b")
    game = plays(position.operate(company, "run"), run)
    assert game.state.revenue[company] == 40 + 30
