"""The powers of the Terracotta Army (Xi'an tile) and of Heng Shan (mountain tile): section IV.3.1."""

from __future__ import annotations

from itertools import product

import pytest

from kaiping.action import BuyTrain, Dividend, LayTile, Pass, Route, RunRoutes
from kaiping.flow.operating.fitting import tiles_left
from kaiping.game import Game
from kaiping.state import CLOSED
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused

#: the latest train of each colour of phase
TRAINS = {"2": "2", "3": "3", "5": "5", "7": "D"}
XIAN = LayTile("LYR", "H2", "L39", 5, private="TA")
MOUNTAIN = LayTile("LYR", "C5", "L41", 1, private="HS")
#: an ordinary lay of LYR, next to its home, on ground without cost
ORDINARY = LayTile("LYR", "G17", "7", 1)
#: an ordinary lay on C5, joined to Beijing by C7
OVER_C5 = LayTile("JZR", "C5", "9", 1)


def owner(edition: str, private: str) -> Position:
    """LYR, at home in Yantai with no track and no money, owns the private."""
    return Position(edition).phase("3").private(private, "LYR").company("LYR", Ann=60)


def closing(edition: str, private: str, *lays: LayTile) -> Game:
    """LYR lays or does not lay what the private brings, then buys the first 5-train."""
    position = Position(edition).phase("4").private(private, "LYR").company("LYR", cash=500, Ann=60)
    position.scrap("4", 4)
    game = plays(position.operate("LYR"), *lays, Pass("LYR"))
    if game.why_not(BuyTrain("LYR", "5", "bank", 500)) is not None:
        plays(game, Pass("LYR"))
    plays(game, BuyTrain("LYR", "5", "bank", 500))
    assert game.state.privates[private] == CLOSED
    return game


# --- Terracotta Army -----------------------------------------------------------------------------------


@rule_1888("IV.3.1.14", in_2021=["IV.3.1.10"])
@pytest.mark.parametrize(("phase", "step"), [("3", 1), ("5", 2), ("7", 3)])
def test_the_xian_tile_raises_the_value_of_xian(edition, phase, step):
    """Printed 20, 30, 40, 50 by phase; on the tile 40, 50, 60, 70. Taiyuan adds 20."""
    printed, laid = (20, 30, 40, 50), (40, 50, 60, 70)
    run = RunRoutes("TJL", (Route(TRAINS[phase], ("E3.0", "F4", "G3", "H2.0")),))
    for values in (printed, laid):
        position = Position(edition).phase(phase).company("TJL", trains=(TRAINS[phase],), Ann=60)
        position.tile("E3", "57", 2).tile("F4", "8").tile("G3", "9")
        if values is laid:
            position.tile("H2", "L39", 5)
        assert plays(position.operate("TJL", "run"), run).state.revenue["TJL"] == 20 + values[step]


@rule_1888("IV.3.1.14", "IV.3.1.16", in_2021=["IV.3.1.10"])
def test_the_xian_tile_is_laid_from_far_away(edition):
    """LYR sits in Yantai without any track; the tile keeps the two exits of Xi'an."""
    game = owner(edition, "TA").operate("LYR")
    assert [lay for lay in offered(game, LayTile) if lay.private] == [XIAN]
    for rotation in range(5):
        assert refused(game, LayTile("LYR", "H2", "L39", rotation, private="TA")).code == "track_not_kept"
    for hex_id in ("I11", "A19", "D8"):
        assert refused(game, LayTile("LYR", hex_id, "L39", 5, private="TA")).code == "not_for_this_power"
    assert refused(game, LayTile("LYR", "H2", "9", 5, private="TA")).code == "not_for_this_power"
    plays(game, XIAN)
    assert game.state.board.tiles == {"H2": ("L39", 5)}
    assert game.state.cash["LYR"] == 0
    assert game.definition.tiles["L39"].color == "red"


@rule_1888("IV.3.1.15")
@pytest.mark.parametrize("lays", [(XIAN, ORDINARY), (ORDINARY, XIAN)])
def test_the_xian_tile_comes_on_top_of_the_ordinary_lay(edition, lays):
    game = plays(owner(edition, "TA").operate("LYR"), *lays)
    assert set(game.state.board.tiles) == {"H2", "G17"}
    assert refused(game, LayTile("LYR", "F14", "7", 4)).code == "not_in_this_step"


@rule_1888("IV.3.1.17")
def test_the_terracotta_army_stays_open(edition):
    """It pays its 10 in the next round."""
    position = Position(edition).phase("3").private("TA", "LYR").set(set_rounds=2)
    position.company("LYR", trains=("3",), Ann=60)
    game = plays(position.operate("LYR"), XIAN, Pass("LYR"))
    assert game.state.privates["TA"] == "LYR"
    assert (game.state.round, game.state.cash["LYR"]) == (2, 10)


@rule_1888("IV.3.1.18")
def test_a_xian_tile_not_laid_is_lost(edition):
    game = closing(edition, "TA")
    assert tiles_left(game.definition, game.state, "L39") == 0
    assert game.state.lost_tiles == {"L39"}
    game = closing(edition, "TA", XIAN)
    assert game.state.lost_tiles == frozenset()
    assert game.state.board.tiles["H2"] == ("L39", 5)


@rule_1888("IV.3.1.19")
def test_every_company_earns_the_value_of_the_xian_tile(edition):
    """Whoever has a token in green Jiaozuo (40) next to Xi'an runs for 40 + 50 in phase 3, not for 40 + 30."""
    for company in ("HJR", "CDL", "LYR"):
        position = Position(edition).phase("3").private("TA", "JHR").company("JHR", Ann=60)
        position.tile("H2", "L39", 5).tile("H4", "8859", 2)
        position.company(company, trains=("3",), Bo=60).token(company, "H4", 1)
        run = RunRoutes(company, (Route("3", ("H4.1", "H2.0")),))
        assert plays(position.operate(company, "run"), run).state.revenue[company] == 40 + 50


# --- Heng Shan -----------------------------------------------------------------------------------------


def near_c5(edition: str, phase: str, heng_shan: str, cash: int = 40) -> Position:
    """JZR has track up to C5, where it could build on, and a train."""
    position = Position(edition).phase(phase).private("HS", heng_shan).tile("C7", "9", 1)
    return position.company("JZR", cash=cash, trains=(phase,), Ann=60)


@rule_1888("IV.3.1.21", "IV.3.1.24", in_2021=["IV.3.1.11"])
def test_the_mountain_tile_is_laid_from_far_away(edition):
    game = owner(edition, "HS").operate("LYR")
    assert {(lay.hex, lay.tile) for lay in offered(game, LayTile) if lay.private} == {("C5", "L41")}
    assert refused(game, LayTile("LYR", "C7", "L41", 1, private="HS")).code == "not_for_this_power"
    assert refused(game, LayTile("LYR", "C5", "9", 1, private="HS")).code == "not_for_this_power"
    plays(game, MOUNTAIN)
    assert game.state.board.tiles == {"C5": ("L41", 1)}
    assert game.definition.tiles["L41"].color == "yellow"


@rule_1888("IV.3.1.22")
def test_c5_is_closed_while_a_player_owns_heng_shan(edition):
    """Also to the company of which that player is the president."""
    for phase, player in product(("2", "3", "4"), ("Ann", "Bo")):
        game = near_c5(edition, phase, player).operate("JZR")
        reason = refused(game, OVER_C5)
        assert reason.code == "hex_closed"
        assert reason.clause == {"2022": "1888-2022:IV.3.1.22", "2021": "1888-2021:IV.3.1.23"}[edition]
        assert "C5" not in {lay.hex for lay in offered(game, LayTile)}


@rule_1888("IV.3.1.22", "IV.3.1.28")
@pytest.mark.parametrize(("phase", "heng_shan"), [("3", "SSL"), ("3", "JZR"), ("5", CLOSED)])
def test_c5_is_open_to_all_for_40_once_heng_shan_is_sold_or_closed(edition, phase, heng_shan):
    def position(cash: int) -> Position:
        return near_c5(edition, phase, heng_shan, cash).company("SSL", Bo=60)

    reason = refused(position(39).operate("JZR"), OVER_C5)
    assert (reason.code, reason.figures["cost"]) == ("cash_for_terrain", 40)
    game = plays(position(40).operate("JZR"), OVER_C5)
    assert game.state.cash["JZR"] == 0
    assert game.state.board.tiles["C5"] == ("9", 1)


@rule_1888("IV.3.1.23", in_2021=["IV.3.1.11"])
@pytest.mark.parametrize("lays", [(MOUNTAIN, ORDINARY), (ORDINARY, MOUNTAIN)])
def test_the_mountain_tile_is_free_and_on_top_of_the_ordinary_lay(edition, lays):
    """The ground of C5 would cost 40; LYR needs no money, and keeps what it has."""
    for cash in (0, 30):
        game = plays(owner(edition, "HS").cash(LYR=cash).operate("LYR"), *lays)
        assert set(game.state.board.tiles) == {"C5", "G17"}
        assert game.state.cash["LYR"] == cash
        assert refused(game, LayTile("LYR", "F14", "7", 4)).code == "not_in_this_step"


@rule_1888("IV.3.1.23")
def test_the_mountain_tile_is_no_ordinary_tile(edition):
    game = near_c5(edition, "3", "JZR").operate("JZR")
    assert refused(game, LayTile("JZR", "C5", "L41", 1)).code == "tile_of_private"
    plays(game, LayTile("JZR", "C5", "L41", 0, private="HS"))


@rule_1888("IV.3.1.25")
def test_a_mountain_tile_not_laid_is_lost(edition):
    game = closing(edition, "HS")
    assert tiles_left(game.definition, game.state, "L41") == 0
    assert game.state.lost_tiles == {"L41"}
    game = closing(edition, "HS", MOUNTAIN)
    assert game.state.lost_tiles == frozenset()
    assert game.state.board.tiles["C5"] == ("L41", 1)


def over_the_mountain(edition: str, company: str, train: str) -> Position:
    """Datong, Heng Shan and over D6 Shijiazhuang; the company has its token in Datong."""
    position = Position(edition).company(company, trains=(train,), Ann=60).phase("3").private("HS", "LYR")
    if company != "LYR":
        position.company("LYR", Ann=60)
    position.tile("C3", "6", 2).tile("C5", "L41", 1).tile("D6", "8").tile("E5", "57")
    return position.token(company, "C3")


@rule_1888("IV.3.1.26")
@pytest.mark.parametrize("kind", ["pay", "withhold"])
def test_a_train_to_the_mountain_earns_40_for_the_treasury(edition, kind):
    """Datong 20 is the revenue; the 40 go to the treasury and never to the shareholders."""
    game = over_the_mountain(edition, "TJL", "2").cash(Ann=0).operate("TJL", "run")
    bank = game.state.bank
    plays(game, RunRoutes("TJL", (Route("2", ("C3.0", "C5.0")),)))
    assert game.state.revenue["TJL"] == 20
    plays(game, Dividend("TJL", kind))
    paid = {"pay": 12, "withhold": 0}[kind]
    kept = {"pay": 40, "withhold": 40 + 20}[kind]
    assert (game.state.cash["Ann"], game.state.cash["TJL"]) == (paid, kept)
    assert bank - game.state.bank == paid + kept


@rule_1888("IV.3.1.26")
def test_a_train_through_the_mountain_earns_40_for_the_treasury(edition):
    game = over_the_mountain(edition, "TJL", "3").cash(Ann=0).operate("TJL", "run")
    plays(game, RunRoutes("TJL", (Route("3", ("C3.0", "C5.0", "D6", "E5.0")),)), Dividend("TJL", "pay"))
    assert game.state.revenue["TJL"] == 20 + 20
    assert (game.state.cash["Ann"], game.state.cash["TJL"]) == (24, 40)


@rule_1888("IV.3.1.27")
def test_the_mountain_uses_up_range(edition):
    through = ("C3.0", "C5.0", "D6", "E5.0")
    game = over_the_mountain(edition, "TJL", "2").operate("TJL", "run")
    reason = refused(game, RunRoutes("TJL", (Route("2", through),)))
    assert (reason.code, reason.figures["stops"], reason.figures["range"]) == ("route_too_long", 3, 2)
    past = RunRoutes("TJL", (Route("2", ("C3.0", "C5", "D6", "E5.0")),))
    assert refused(game, past).code == "route_skips_stop"
    plays(over_the_mountain(edition, "TJL", "3").operate("TJL", "run"), RunRoutes("TJL", (Route("3", through),)))


@rule_1888("IV.3.1.29")
def test_an_ordinary_tile_on_c5_shuts_the_mountain_tile_out(edition):
    position = near_c5(edition, "3", "LYR").company("LYR", Ann=60)
    game = plays(position.operate("JZR", after=("LYR",)), OVER_C5)
    reason = refused(game, MOUNTAIN)
    assert reason.code == "hex_has_tile"
    assert reason.clause == {"2022": "1888-2022:IV.3.1.29", "2021": "1888-2021:IV.3.1.30"}[edition]
    assert [lay for lay in offered(game, LayTile) if lay.private] == []


@rule_1888("IV.3.1.30")
def test_every_company_runs_to_the_mountain(edition):
    """LYR owns Heng Shan; TJL, HJR and LYR itself earn the 40 alike."""
    for company in ("TJL", "HJR", "LYR"):
        game = over_the_mountain(edition, company, "2").operate(company, "run")
        before = game.state.cash[company]
        plays(game, RunRoutes(company, (Route("2", ("C3.0", "C5.0")),)), Dividend(company, "pay"))
        assert game.state.cash[company] - before == 40
