"""The colours of the map and what they mean for tiles, and the share price board: sections IV.1 and IV.2."""

from __future__ import annotations

import pytest

from kaiping.action import BuyShare, LayTile, Par, Route, RunRoutes
from kaiping.flow.shares import price
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused

LAND = {
    "B": [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
    "C": [3, 5, 7, 9, 11, 13, 15, 17, 19],
    "D": [2, 4, 6, 8, 10, 12, 16, 18],
    "E": [3, 5, 7, 9],
    "F": [2, 4, 6, 8, 10, 12, 14],
    "G": [3, 5, 7, 9, 11, 13, 15, 17],
    "H": [4, 6, 8, 10, 12, 14],
}
COSTS = {
    10: "B16 C7 C9 C15",
    20: "B10 B12 B14 C11 C13 F10 F12 G7 G9 H4 H6 H10 H12",
    30: "B6 B8 C19 G15",
    40: "B2 B4 C3 C5 D2 D4 D6 E3 F2 F4 G3",
}
RED = ("A1", "A3", "A19", "A21", "H2", "I11")
GREY = ("A7", "A15", "A17", "C21", "D20", "I5")
SEA = ("D14", "E11", "E13", "E15", "E19", "F18")
#: the latest train of each phase
TRAINS = {"2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "D"}
#: phase -> which of the four values of a place holds
STEPS = [("2", 0), ("3", 1), ("4", 1), ("5", 2), ("6", 2), ("7", 3)]


def refuses_every_tile(edition: str, hexes: tuple[str, ...], code: str) -> None:
    """No tile of any colour is laid there, in the last phase, by a company with all the money it needs."""
    game = Position(edition).phase("7").company("JHR", cash=1000, trains=("D",), Ann=60).operate("JHR")
    for hex_id in hexes:
        for tile in game.definition.tiles:
            reason = game.why_not(LayTile("JHR", hex_id, tile, 0))
            assert reason is not None
            assert reason.code == code
    assert not {lay.hex for lay in offered(game, LayTile)} & set(hexes)


def runs_for(position: Position, company: str, *path: str) -> int:
    """What the company's one train earns on a route, which must be its best."""
    train = position.state.trains[company][0]
    game = plays(position.operate(company, "run"), RunRoutes(company, (Route(train, path),)))
    return game.state.revenue[company]


def in_phase(edition: str, phase: str, company: str) -> Position:
    """A company with one train of the phase."""
    position = Position(edition).phase(phase)
    return position.company(company, trains=(TRAINS[phase],), Ann=60)


# --- the map ---------------------------------------------------------------------------------------------


@rule_1888("IV.1.2")
def test_land_takes_tiles(edition):
    land = {f"{row}{number}" for row, numbers in LAND.items() for number in numbers}
    assert len(land) == 52
    game = Position(edition).company("LYR", Ann=60).operate("LYR")
    for hex_id in land:
        reason = game.why_not(LayTile("LYR", hex_id, "9", 0))
        assert reason is None or reason.code not in ("unknown_hex", "hex_not_buildable"), hex_id
    others = set(game.definition.map.hexes) - land
    assert others == {*RED, *GREY, *SEA, "E17", "F16", "H16"}
    plays(game, LayTile("LYR", "G17", "7", 1))
    assert game.state.board.tiles == {"G17": ("7", 1)}


@rule_1888("IV.1.3")
def test_ground_costs(edition):
    hexes = Position(edition).definition.map.hexes
    costs = {hex_id: cost for cost, names in COSTS.items() for hex_id in names.split()}
    assert {name: one.cost for name, one in hexes.items() if one.cost} == costs


@rule_1888("IV.1.3")
@pytest.mark.parametrize(
    ("lay", "cost"),
    [
        pytest.param(LayTile("JZR", "C7", "8", 2), 10, id="Great Wall"),
        pytest.param(LayTile("HJR", "G7", "8", 2), 20, id="river"),
        pytest.param(LayTile("LYR", "G15", "9", 0), 30, id="mountain"),
        pytest.param(LayTile("LYR", "G17", "7", 1), 0, id="plain"),
    ],
)
def test_a_tile_on_costly_ground_is_paid(edition, lay, cost):
    position = Position(edition).tile("F6", "57", 2).company(lay.company, cash=cost, Ann=60)
    if cost:
        position.cash(**{lay.company: cost - 1})
        assert refused(position.operate(lay.company), lay).code == "cash_for_terrain"
    game = plays(position.cash(**{lay.company: cost}).operate(lay.company), lay)
    assert game.state.cash[lay.company] == 0


@rule_1888("IV.1.4")
def test_no_tile_beyond_the_edge(edition):
    rim = ("A5", "A9", "A11", "A13", "B22", "C1", "C23", "E1", "F0", "G1", "G19", "H18", "I3", "I7", "I9", "I13")
    refuses_every_tile(edition, rim, "unknown_hex")


@rule_1888("IV.1.4")
def test_no_track_towards_the_edge(edition):
    """South of Qingdao the map ends."""
    game = Position(edition).tile("G15", "9").company("LYR", Ann=60).operate("LYR")
    assert refused(game, LayTile("LYR", "H14", "57", 0)).code == "track_leads_nowhere"
    plays(game, LayTile("LYR", "H14", "6", 1))


def to_xian(position: Position) -> Position:
    """Track from Taiyuan to Xi'an."""
    return position.tile("E3", "57", 2).tile("F4", "8").tile("G3", "9")


@rule_1888("IV.1.5")
def test_a_run_ends_in_a_red_area(edition):
    position = to_xian(in_phase(edition, "3", "TJL")).tile("H4", "8859", 2)
    through = RunRoutes("TJL", (Route("3", ("E3.0", "F4", "G3", "H2.0", "H4.1")),))
    assert refused(position.operate("TJL", "run"), through).code == "route_through_terminal"
    assert runs_for(position, "TJL", "E3.0", "F4", "G3", "H2.0") == 20 + 30
    position = in_phase(edition, "3", "ZDR").tile("G11", "57").tile("H10", "8", 3)
    position.tile("H12", "8", 4).tile("H14", "57", 1)
    through = RunRoutes("ZDR", (Route("3", ("G11.0", "H10", "I11.0", "H12", "H14.0")),))
    assert refused(position.operate("ZDR", "run"), through).code == "route_through_terminal"
    position = in_phase(edition, "3", "CDL").tile("B20", "8858", 0)
    through = RunRoutes("CDL", (Route("3", ("A17.0", "A19.0", "B20.0")),))
    assert refused(position.operate("CDL", "run"), through).code == "route_through_terminal"


@rule_1888("IV.1.6")
@pytest.mark.parametrize(("phase", "step"), STEPS)
def test_red_areas_grow_with_the_phase(edition, phase, step):
    xian, xuzhou, changchun = (20, 30, 40, 50), (30, 40, 50, 60), (20, 30, 40, 50)
    assert runs_for(to_xian(in_phase(edition, phase, "TJL")), "TJL", "E3.0", "F4", "G3", "H2.0") == 20 + xian[step]
    position = in_phase(edition, phase, "ZDR").tile("G11", "57").tile("H10", "8", 3)
    assert runs_for(position, "ZDR", "G11.0", "H10", "I11.0") == 20 + xuzhou[step]
    assert runs_for(in_phase(edition, phase, "CDL"), "CDL", "A19.0", "A17.0") == changchun[step] + 20


@rule_1888("IV.1.7")
def test_no_tile_on_red_areas(edition):
    refuses_every_tile(edition, RED, "hex_not_buildable")


@rule_1888("IV.1.8")
@pytest.mark.parametrize(("phase", "step"), STEPS)
def test_grey_hexes_have_track_and_values(edition, phase, step):
    """Zhengzhou grows by phase; the town on A17 stays at 20, Dandong at 30."""
    position = in_phase(edition, phase, "HJR").token("HJR", "I5").tile("H6", "8").tile("G5", "55", 2)
    assert runs_for(position, "HJR", "I5.0", "H6", "G5.0") == (30, 40, 50, 60)[step] + 10
    assert runs_for(in_phase(edition, phase, "CDL"), "CDL", "A17.0", "A19.0") == 20 + (20, 30, 40, 50)[step]
    position = in_phase(edition, phase, "LYR").token("LYR", "E17").tile("D18", "8", 4)
    assert runs_for(position, "LYR", "E17.0", "D18", "D20.0") == (20, 30, 40, 50)[step] + 30


@rule_1888("IV.1.8")
def test_track_printed_on_grey_hexes_is_run_over(edition):
    """From Beijing over C7, B8 and the printed track of A7 to Zhangjiakou, with the bonus of 40."""
    position = in_phase(edition, "2", "JZR").tile("C7", "7", 3).tile("B8", "8", 0).tile("B6", "1", 3)
    assert runs_for(position, "JZR", "C9.0", "C7", "B8", "A7", "B6.1") == 30 + 10 + 40


@rule_1888("IV.1.9")
def test_no_tile_on_grey_hexes(edition):
    refuses_every_tile(edition, GREY, "hex_not_buildable")


@rule_1888("IV.1.10")
def test_no_tile_on_the_sea(edition):
    refuses_every_tile(edition, (*SEA, "H16"), "hex_not_buildable")


@rule_1888("IV.1.11")
def test_only_the_ferry_builds_on_the_crossing(edition):
    refuses_every_tile(edition, ("E17", "F16"), "hex_not_buildable")
    position = Position(edition).phase("3").private("YRF", "LYR").company("LYR", Ann=60).company("JHR", Ann=60)
    ferry = LayTile("LYR", "E17", "L40a", 0, private="YRF")
    other = LayTile("JHR", "E17", "L40a", 0, private="YRF")
    assert refused(position.operate("JHR"), other).code == "not_owner_of_private"
    game = plays(position.operate("LYR"), ferry)
    assert game.state.board.tiles == {"E17": ("L40a", 0), "F16": ("L40b", 0)}


# --- the share price board ---------------------------------------------------------------------------------


@rule_1888("IV.2.2")
def test_a_company_has_a_price_from_its_start(edition):
    game = Position(edition).stock("Ann")
    assert game.state.cells == {}
    plays(game, Par("Ann", "JHR", 85))
    plays(game, Par("Bo", "SSL", 70))
    table = game.table()
    assert (price(table, "JHR"), price(table, "SSL")) == (85, 70)


@rule_1888("IV.2.3")
def test_par_prices_are_the_orange_spaces(edition):
    """Six of them, in one column of the board from 95 down to 70."""
    game = Position(edition).stock("Ann")
    assert sorted(par.price for par in offered(game, Par) if par.company == "JHR") == [70, 75, 80, 85, 90, 95]
    for other in (0, 65, 69, 71, 96, 100, 110):
        assert refused(game, Par("Ann", "JHR", other)).code == "not_a_par_price"
    for row, par in enumerate((95, 90, 85, 80, 75, 70), start=1):
        game = plays(Position(edition).stock("Ann"), Par("Ann", "JHR", par))
        assert game.state.cells == {"JHR": (row, 3)}


def full_hand(edition: str, cell: tuple[int, int]) -> Game:
    """Ann holds the 20 certificates that three players may hold; Bo's ZDR stands on a cell."""
    position = Position(edition)
    for company in ("JHR", "SSL", "CDL", "HJR"):
        position.company(company, Ann=60)
    return position.company("ZDR", par=70, cell=cell, Bo=20).stock("Ann")


@rule_1888("IV.2.4", in_2021=["IV.2.4"])
def test_shares_in_the_zone_are_free_of_the_certificate_limit(edition):
    """The zone is red in 2022 with ten spaces, all of 60 or less; yellow in 2021 with four more."""
    zone = {(5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2), (8, 0), (8, 1), (8, 2), (8, 3)}
    more = {(3, 0), (4, 0), (5, 1), (8, 4)}
    outside = {(2, 0), (4, 1), (6, 2), (7, 3), (6, 3)} | (more if edition == "2022" else set())
    for cell in zone if edition == "2022" else zone | more:
        plays(full_hand(edition, cell), BuyShare("Ann", "ZDR", "ipo"))
    for cell in outside:
        assert refused(full_hand(edition, cell), BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
    assert full_hand(edition, (8, 0)).definition.market.zones == ({"2022": "red", "2021": "yellow"}[edition],)


@rule_1888("IV.2.4", in_2021=["IV.2.4"])
def test_shares_held_in_the_zone_leave_room_for_others(edition):
    """Ann holds 24 or 25 certificates, five of them in the zone; she may hold 20 that count."""

    def hand(lyr: int) -> Game:
        position = Position(edition).company("TJL", par=70, cell=(7, 0), Ann=60)
        for company in ("JHR", "SSL", "CDL"):
            position.company(company, Ann=60)
        return position.company("LYR", Ann=lyr).company("ZDR", par=70, Bo=20).stock("Ann")

    plays(hand(50), BuyShare("Ann", "ZDR", "ipo"))
    assert refused(hand(60), BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
