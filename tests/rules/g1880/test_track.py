"""Laying and upgrading track."""

from __future__ import annotations

import pytest

from kaiping.action import BuyTrain, LayTile, Pass, PlaceToken
from kaiping.board.track import shape_at
from kaiping.errors import IllegalAction
from kaiping.flow.operating.fitting import check_rotation, tiles_left
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, earned, offered, plays, refused, wrong_run


def wuhan(edition: str, phase: str = "B1", permits: str = "ABCD") -> Position:
    """WNR in Wuhan, L10, which is open on all sides."""
    return Position(edition).phase(phase).company("WNR", par=80, Ann=30, cash=500, permits=permits)


@rule_1880("VIII.4.1", "VIII.4.2", "VIII.4.3", "X.2.4", "X.3.1")
def test_no_track_without_a_permit_for_the_phase(edition: str) -> None:
    allowed = wuhan(edition, "B1", "AB").tile("L10", "57", 0).operate("WNR")
    colors = {allowed.definition.tiles[action.tile].color for action in offered(allowed, LayTile)}
    assert colors == {"yellow", "green"}, "tiles are laid and upgraded"
    position = wuhan(edition, "C1", "AB").tile("L10", "57", 0)
    game = position.begin_round("WNR")
    assert refused(game, LayTile("WNR", "L10", "14", 0)).code in ("not_in_this_step", "no_permit")
    assert not offered(game, LayTile)


@rule_1880("VIII.4.1", "VIII.4.2", "X.2.4", "X.3.1")
@pytest.mark.parametrize("phase", ["A1", "A2", "B1", "B3", "C1", "C3", "D1", "D2"])
@pytest.mark.parametrize("permits", ["A", "BC", "D", ""])
def test_a_permit_is_for_its_phase_and_no_other(edition: str, phase: str, permits: str) -> None:
    """Neither an earlier nor a later one; for yellow tiles as for upgrades."""
    game = wuhan(edition, phase, permits).tile("L10", "57", 0).operate("WNR")
    lays = [LayTile("WNR", "K11", "9", 0)]
    if phase[0] != "A":
        lays.append(LayTile("WNR", "L10", "14", 0))
    for lay in lays:
        if phase[0] in permits:
            assert lay in offered(game, LayTile)
        else:
            assert refused(game, lay).code == "no_permit"


@rule_1880("X.4.16")
@pytest.mark.parametrize(("phase", "permits"), [("A1", "BCD"), ("B1", "CD"), ("C1", "A"), ("D1", "ABC"), ("B2", "")])
def test_a_station_needs_no_permit(edition: str, phase: str, permits: str) -> None:
    position = wuhan(edition, phase, permits).tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0)
    game = position.begin_round("WNR")
    assert offered(game, PlaceToken) == [PlaceToken("WNR", "J12", 0)]
    assert plays(game, PlaceToken("WNR", "J12", 0)).state.board.tokens_of("WNR") == [("J12", 0), ("L10", 0)]


@rule_1880("X.1.3", "X.2.7", "X.3.2", "XI.10")
@pytest.mark.parametrize("phase", ["B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2"])
def test_two_yellow_tiles_or_one_upgrade(edition: str, phase: str) -> None:
    position = wuhan(edition, phase).tile("L10", "57", 0)
    game = plays(position.operate("WNR"), LayTile("WNR", "K11", "9", 0))
    assert refused(game, LayTile("WNR", "L10", "14", 0)).code == "only_yellow_now"
    assert {game.definition.tiles[action.tile].color for action in offered(game, LayTile)} == {"yellow"}
    plays(game, LayTile("WNR", "M9", "9", 0))
    assert not offered(game, LayTile)
    other = plays(wuhan(edition, phase).tile("L10", "57", 0).operate("WNR"), LayTile("WNR", "L10", "14", 0))
    assert refused(other, LayTile("WNR", "K11", "9", 0)).code == "not_in_this_step"
    assert not offered(other, LayTile)


@rule_1880("X.2.5", "X.2.8", "X.2.1", in_2010=["X.2.5"])
def test_in_phase_a_it_is_one_yellow_tile(edition: str) -> None:
    for phase in ("A1", "A2"):
        game = wuhan(edition, phase).tile("L10", "57", 0).operate("WNR")
        assert refused(game, LayTile("WNR", "L10", "14", 0)).code == "color_not_yet"
        plays(game, LayTile("WNR", "K11", "9", 0))
        assert not offered(game, LayTile)


@rule_1880("X.2.12", "X.4.1")
def test_the_first_tile_of_a_company_goes_on_its_home(edition: str) -> None:
    for operated in (False, True):
        position = Position(edition).phase("B1").company("WNR", par=80, Ann=30, cash=500, operated=operated)
        game = position.begin_round("WNR")
        assert {action.hex for action in offered(game, LayTile)} == {"L10"}
        elsewhere = refused(game, LayTile("WNR", "K11", "9", 0))
        assert (elsewhere.code, elsewhere.clause) == (
            "first_tile_home",
            "1880-2022:X.2.12" if edition == "2022" else "1880-2010:X.2.11",
        )
        plays(game, LayTile("WNR", "L10", "57", 0))
        assert "K11" in {action.hex for action in offered(game, LayTile)}
    laid = Position(edition).phase("B1").company("WNR", par=80, Ann=30, cash=500, operated=False).tile("L10", "57", 0)
    plays(laid.begin_round("WNR"), LayTile("WNR", "K11", "9", 0))
    for company, beside in (("JHA", "E9"), ("JHU", "F10"), ("JGG", "G7"), ("JLR", "F6")):
        beijing = Position(edition).phase("B1").company(company, par=80, Ann=30, cash=500, operated=False)
        game = beijing.begin_round(company)
        assert {action.hex for action in offered(game, LayTile)} == {"F8", beside}, "its track is printed"
    sea = Position(edition).investor("A7", "Ann").company("WNR", Bo=30).begin_round("A7", "WNR")
    assert {action.hex for action in offered(sea, LayTile)} == {"P6", "P8"}, "so is that of an investor there"


@rule_1880("X.1.2", "VII.1.6")
def test_building_is_never_compulsory(edition: str) -> None:
    """Only actions 3 and 4 are; an investor operates like a company."""
    for home in ("WNR", "JHA"):
        first = Position(edition).phase("B1").company(home, par=80, Ann=30, cash=500, operated=False)
        plays(first.begin_round(home), Pass(home))
    investor = Position(edition).investor("A3", "Ann").company("BCR", par=100, Bo=30)
    plays(investor.begin_round("A3", "BCR"), Pass("A3"))


@rule_1880("X.2.9", "X.2.10", "X.4.6")
def test_track_leads_away_from_a_token(edition: str) -> None:
    game = wuhan(edition).tile("L10", "57", 0).operate("WNR")
    assert {action.hex for action in offered(game, LayTile)} == {"L10", "M9", "K11"}
    assert refused(game, LayTile("WNR", "J12", "57", 0)).code == "not_connected"
    assert refused(game, LayTile("WNR", "K11", "9", 1)).code == "not_connected", "beside the track, not joined to it"
    for director in ("Bo", "Ann"):
        others = wuhan(edition).tile("L10", "57", 0).tile("J12", "57", 1).tile("J6", "57", 1)
        others.company("NXR", president=director, Ann=30, Bo=30).token("NXR", "J12")
        assert {action.hex for action in offered(others.operate("NXR"), LayTile)} >= {"J10", "J12"}
        game = others.operate("WNR")
        assert {action.hex for action in offered(game, LayTile)} == {"L10", "M9", "K11"}
        assert refused(game, LayTile("WNR", "J12", "14", 1)).code == "not_connected", "the token there is another's"


@rule_1880("X.2.11", "X.4.7", "X.3.16")
def test_not_through_a_city_full_of_others(edition: str) -> None:
    position = wuhan(edition).tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0)
    free = {action.hex for action in offered(position.operate("WNR"), LayTile)}
    assert "I13" in free
    position.company("NXR", Bo=30).token("NXR", "J12")
    full = {action.hex for action in offered(position.operate("WNR"), LayTile)}
    assert full == {"M9", "L10", "K11", "J12"}
    position.tile("J12", "14", 0)
    assert "I13" in {action.hex for action in offered(position.operate("WNR"), LayTile)}, "one of two places is free"
    position.company("HKR", Bo=30).token("HKR", "J12")
    assert "I13" not in {action.hex for action in offered(position.operate("WNR"), LayTile)}
    own = wuhan(edition).tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0).tile("J12", "14", 0)
    own.company("NXR", Bo=30).token("NXR", "J12").token("WNR", "J12")
    assert "I13" in {action.hex for action in offered(own.operate("WNR"), LayTile)}, "one of the two is its own"
    position.tile("I13", "9", 0).tile("H14", "57", 0).train("WNR", "3")
    ways = ("3", "L10.0", "K11", "J12.0", "I13", "H14.0")
    assert wrong_run(position.operate("WNR", "run"), "WNR", ways) == "route_blocked_city"
    assert earned(position.operate("WNR", "run"), "WNR", ways[:4]) == 20 + 30, "it may end there"


@rule_1880("X.2.13", "X.2.14", "X.2.15", "X.2.16", "X.2.17", "X.2.18", in_2010=["X.2.12", "X.2.14"])
def test_each_hex_takes_its_own_tiles(edition: str) -> None:
    position = Position(edition)
    definition = position.definition
    kinds = {
        "open": next(name for name, one in definition.map.hexes.items() if one.buildable and not one.stops),
        "town": "A7", "towns": "B12", "city": "L10", "cities": "D12", "shanghai": "K15",
    }  # fmt: skip
    wanted = {
        "open": {"7", "8", "9"},
        "town": {"8850", "8851", "8852"},
        "towns": {"8854", "8855", "8856", "8857", "8858"},
        "city": {"5", "6", "57"},
        "cities": {"235"},
        "shanghai": {"8877"},
    }
    assert _fitting(position, kinds) == wanted
    alike = {(): "open", ("town",): "town", ("town", "town"): "towns", ("city",): "city", ("city", "city"): "cities"}
    places = {
        name: wanted[alike[kind]]
        for name, one in definition.map.hexes.items()
        if one.color == "white" and name != "K15" and (kind := tuple(stop.kind.value for stop in one.stops)) in alike
    }
    assert {"D12", "F4", "I9", "N12"} == {name for name, tiles in places.items() if tiles == {"235"}}
    assert _fitting(Position(edition), {name: name for name in places}) == places, "and so do all hexes of the kind"
    later = Position(edition).phase("D1")
    for hex_id, tiles in {"F8": ("8886", "8887", "8888"), "K15": ("8877", "8878", "8879", "8880")}.items():
        for tile in tiles:
            assert _fitting(later, {"here": hex_id})["here"] == {tile}, "Beijing and Shanghai have their own"
            later.tile(hex_id, tile)


def _fitting(position: Position, hexes: dict[str, str]) -> dict[str, set[str]]:
    """The yellow tiles that each of the hexes takes."""
    from kaiping.errors import IllegalAction
    from kaiping.flow.operating.fitting import check_tile

    if "WNR" not in position.state.par:
        position.company("WNR", par=80, Ann=30)
    table = position.operate("WNR").table()
    found: dict[str, set[str]] = {name: set() for name in hexes}
    for name, hex_id in hexes.items():
        for tile in position.definition.tiles:
            try:
                check_tile(table, hex_id, tile)
            except IllegalAction:
                continue
            found[name].add(tile)
    return found


@rule_1880("X.2.19", "X.2.20", "X.2.21", "X.3.14", in_2010=["X.2.18", "X.2.19"])
def test_boomtowns_become_towns_or_cities_and_stay_so(edition: str) -> None:
    position = Position(edition)
    hexes = position.definition.map.hexes
    one = next(name for name, hex_ in hexes.items() if [stop.kind.value for stop in hex_.stops] == ["boomtown"])
    two = next(
        (name for name, hex_ in hexes.items() if [stop.kind.value for stop in hex_.stops] == ["boomtown"] * 2), None
    )
    assert _fitting(position, {"one": one})["one"] == {"8850", "8851", "8852", "5", "6", "57"}
    if two is not None:
        found = _fitting(Position(edition), {"two": two})["two"]
        assert found == {"8854", "8855", "8856", "8857", "8858", "235"}
    green = Position(edition).phase("B1").tile("B14", "8850", 0)
    assert _fitting(green, {"b": "B14"})["b"] == {"887", "888", "8866"}
    assert _fitting(Position(edition).phase("B1").tile("B14", "57", 0), {"b": "B14"})["b"] == {"14", "15", "619"}
    assert _fitting(Position(edition).phase("B1").tile("H8", "8854", 0), {"h": "H8"})["h"] == set()
    twins = _fitting(Position(edition).phase("B1").tile("H8", "235", 0), {"h": "H8"})["h"]
    assert twins == {"8860", "8861", "8862", "8863", "8864", "8865"}
    plain = _fitting(Position(edition).phase("B1").tile("K11", "9", 0), {"k": "K11"})["k"]
    assert plain
    assert not any(green.definition.tiles[name].stops for name in plain)


@rule_1880("X.2.22", "X.2.23", "X.2.24", "X.2.34", "X.2.35")
def test_track_runs_only_where_it_may(edition: str) -> None:
    position = Position(edition).company("WNR", par=80, Ann=30)
    game = position.operate("WNR")
    table, tiles = game.table(), position.definition.tiles
    sea = "X.2.35" if edition == "2022" else "X.2.38"
    cases = {
        ("A5", "57", 0): ("track_leads_nowhere", "X.2.22"),
        ("E11", "9", 1): ("track_to_barrier", "X.2.23"),
        ("E11", "9", 2): ("track_to_closed_hex", sea),  # the sea of F12, where its ferry does not land
        ("J14", "8852", 0): ("track_to_closed_hex", sea),
    }
    for (hex_id, tile, rotation), (code, clause) in cases.items():
        with pytest.raises(IllegalAction) as wrong:
            check_rotation(table, hex_id, tiles[tile], rotation)
        assert (wrong.value.reason.code, wrong.value.reason.clause) == (code, f"1880-{edition}:{clause}")


@rule_1880("X.2.23")
@pytest.mark.parametrize(
    ("phase", "dalian", "over", "beside"),
    [("B1", ("57", 0), ("14", 0), ("14", 2)), ("C1", ("14", 2), ("63", 0), ("611", 2))],
)
def test_upgrades_do_not_run_over_the_barrier_either(
    edition: str, phase: str, dalian: tuple[str, int], over: tuple[str, int], beside: tuple[str, int]
) -> None:
    """WNR has tokens on both sides of it: track from F10 lies on E11, and a city in Dalian, E13."""
    position = wuhan(edition, phase).tile("L10", "57", 0).tile("F10", "6", 1).token("WNR", "F10").tile("E11", "9", 0)
    game = position.tile("E13", *dalian).token("WNR", "E13").operate("WNR")
    for lay in (LayTile("WNR", "E11", "23", 0), LayTile("WNR", "E13", *over)):
        assert refused(game, lay).code == "track_to_barrier"
    lays = offered(game, LayTile)
    assert {LayTile("WNR", "E11", "24", 0), LayTile("WNR", "E13", *beside)} <= set(lays)
    for lay in lays:
        exits = position.definition.tiles[lay.tile].shapes[lay.rotation].exits
        assert {"E11": 4, "E13": 1}.get(lay.hex) not in exits


#: the edges of red and blue hexes that bear an arrow, or the landing of a ferry
ARROWS = {
    "A3": {4, 5}, "A15": {0, 1}, "I1": {3, 4, 5}, "K1": {3, 4, 5}, "N16": {0, 1, 2}, "Q7": {2, 3}, "Q13": {2, 3},
    "Q15": {2}, "F12": {1, 3}, "F14": {0, 2}, "I15": {2, 5}, "J16": {0, 2},
}  # fmt: skip


@rule_1880("X.2.2", "X.2.22", "X.2.23", "X.2.24", "X.2.35")
def test_every_edge_to_which_track_may_run(edition: str) -> None:
    """To all hexes that take tiles but over the barrier between E11 and E13, and to the arrows of the others."""
    printed = Position(edition).definition.map
    closed = {name: set(one.shape.exits) for name, one in printed.hexes.items() if not one.buildable}
    assert closed == ARROWS
    for name, one in printed.hexes.items():
        if not one.buildable:
            continue
        wanted = set()
        for edge, other in enumerate(printed.neighbours[name]):
            if other is None or {name, other} == {"E11", "E13"}:
                continue
            if other not in ARROWS or (edge + 3) % 6 in ARROWS[other]:
                wanted.add(edge)
        assert printed.open_edges[name] == wanted, name


@rule_1880("X.2.24", "X.2.22", "X.2.23")
def test_tiles_beside_red_places_lead_to_their_arrows(edition: str) -> None:
    """BZU beside Russia, and on all sides of A5; CKR beside French Indochina."""
    position = Position(edition).company("BZU", par=80, Ann=30, cash=500).token("BZU", "A5").tile("A5", "57", 1)
    position.tile("B8", "57", 1)
    west = offered(position.operate("BZU"), LayTile)
    assert refused(position.game, LayTile("BZU", "A7", "8852", 2)).code == "track_leads_nowhere"
    assert LayTile("BZU", "A7", "8852", 1) in west
    start = Position(edition).company("BZU", par=80, Ann=30, cash=500).token("BZU", "A5").tile("B8", "57", 1)
    game = start.operate("BZU")
    assert {lay.rotation for lay in offered(game, LayTile) if (lay.hex, lay.tile) == ("A5", "57")} == {1, 4}
    south = Position(edition).company("CKR", par=80, Ann=30, cash=500).tile("O5", "57", 2).operate("CKR")
    assert {lay.rotation for lay in offered(south, LayTile) if (lay.hex, lay.tile) == ("P6", "8852")} == {2, 5}


@rule_1880("X.3.10")
def test_an_upgrade_keeps_the_track_that_lies_there(edition: str) -> None:
    """Straight track in a city, and straight track without one; what is turned otherwise is refused."""
    position = wuhan(edition).tile("L10", "57", 0).tile("K11", "9", 0)
    game = position.operate("WNR")
    tiles = position.definition.tiles
    for hex_id, tile, kept, others in (("L10", "15", {0, 3}, {1, 2, 4, 5}), ("K11", "23", {0, 3}, {1, 2, 4, 5})):
        lays = {action.rotation for action in offered(game, LayTile) if (action.hex, action.tile) == (hex_id, tile)}
        assert lays == kept
        assert all({0, 3} <= tiles[tile].shapes[rotation].exits for rotation in lays)
        for rotation in others:
            assert refused(game, LayTile("WNR", hex_id, tile, rotation)).code == "track_not_kept"


@rule_1880("X.2.26", "X.2.27", "X.2.33")
def test_stubs_beside_beijing_are_kept(edition: str) -> None:
    position = Position(edition).phase("B1").company("JHU", par=80, Ann=30, cash=500)
    hexes = position.definition.map.hexes
    stubs = {name: set(one.required_exits) for name, one in hexes.items() if one.required_exits}
    assert stubs == {"E9": {0}, "F6": {4}, "F10": {1}, "G7": {3}}
    lays = [action for action in offered(position.operate("JHU"), LayTile) if action.hex == "F10"]
    assert {(action.tile, action.rotation) for action in lays} == {
        (tile, rotation) for tile in ("5", "6", "57") for rotation in range(6)
        if 1 in (exits := position.definition.tiles[tile].shapes[rotation].exits)
        and exits <= position.definition.map.open_edges["F10"]
    }  # fmt: skip
    assert refused(position.game, LayTile("JHU", "F10", "57", 0)).code == "stub_not_kept"
    position.tile("D10", "9", 1).token("JHU", "D12").tile("D12", "235", 1)
    for hex_id, tile in (("E9", "57"), ("F6", "57"), ("F10", "57"), ("G7", "9")):
        kept = stubs[hex_id].copy().pop() % 3
        for rotation in range(3):
            reason = _why_not_turned(position, hex_id, tile, rotation)
            assert (reason == "stub_not_kept") == (rotation != kept), (hex_id, rotation)


def _why_not_turned(position: Position, hex_id: str, tile: str, rotation: int) -> str | None:
    """Why a tile may not lie on a hex in this way, if that is so."""
    try:
        check_rotation(position.game.table(), hex_id, position.definition.tiles[tile], rotation)
    except IllegalAction as wrong:
        return wrong.reason.code
    return None


@rule_1880("X.2.30", "X.2.28", "X.2.29", in_2010=["X.2.28", "X.2.29"])
def test_difficult_ground_is_paid_for_once(edition: str) -> None:
    game = wuhan(edition).operate("WNR")
    bank = game.state.bank
    plays(game, LayTile("WNR", "L10", "57", 0))
    assert (game.state.cash["WNR"], game.state.bank) == (480, bank + 20)
    again = plays(wuhan(edition).tile("L10", "57", 0).operate("WNR"), LayTile("WNR", "L10", "14", 0))
    assert again.state.cash["WNR"] == 500
    poor = wuhan(edition).cash(WNR=19).operate("WNR")
    assert refused(poor, LayTile("WNR", "L10", "57", 0)).code == "cash_for_terrain"
    for company, home, cost in (("NXR", "J6", 30), ("LHR", "J2", 50)):
        hills = Position(edition).phase("B1").company(company, par=80, Ann=30, cash=500).operate(company)
        lay = next(action for action in offered(hills, LayTile) if action.hex == home)
        assert plays(hills, lay).state.cash[company] == 500 - cost, "a mountain, and a mountain by a river"
    costs: dict[int, set[str]] = {}
    for name, printed in game.definition.map.hexes.items():
        costs.setdefault(printed.cost, set()).add(name)
    mountains = "B4 C3 C5 C15 D4 D6 D8 E3 E5 E7 F6 H2 I3 J4 J6 J8 K3 K5 K7 K9 L4 L6 M5 N8 O7 O9 O15 P10"
    assert {cost: names for cost, names in costs.items() if cost} == {
        20: {"G1", "G3", "G11", "H4", "H10", "I5", "I9", "J14", "K13", "L10", "L12", "M7", "N4", "N6", "O3"},
        30: set(mountains.split()),
        40: {"L2", "M1", "N2", "P2", "P4"},
        50: {"G5", "I7", "J2", "L8"},
        60: {"O1"},
    }


@rule_1880("X.2.2", "X.2.3", "X.2.31", "X.2.32")
def test_red_and_blue_hexes_are_never_built_on(edition: str) -> None:
    definition = Position(edition).definition
    closed = {name for name, one in definition.map.hexes.items() if not one.buildable}
    assert closed == set(ARROWS)
    for phase in ("A1", "B1", "D1"):
        game = wuhan(edition, phase).operate("WNR")
        for name in closed:
            for tile in ("9", "57", "8852", "23", "14"):
                assert refused(game, LayTile("WNR", name, tile, 0)).code == "hex_not_buildable"
            assert definition.map.hexes[name].shape.exits, "track is there already"


@rule_1880("X.3.3", "X.3.12", "X.3.13", "X.3.15", "X.3.17")
def test_colours_follow_each_other(edition: str) -> None:
    position = wuhan(edition, "D1").tile("L10", "57", 0)
    game = position.operate("WNR")
    codes = {tile: refused(game, LayTile("WNR", "L10", tile, 0)).code for tile in ("5", "63", "455")}
    assert set(codes.values()) == {"wrong_color"}
    definition = position.definition
    left = {tile: tiles_left(definition, game.state, tile) for tile in ("57", "14")}
    plays(game, LayTile("WNR", "L10", "14", 0))
    board = game.state.board
    assert {tile: tiles_left(definition, game.state, tile) for tile in left} == {
        "57": left["57"] + 1, "14": left["14"] - 1
    }, "the yellow tile may be laid again"  # fmt: skip
    assert shape_at(definition.map, definition.tiles, board, "L10").stops[0].slots == 2
    assert board.tokens_of("WNR") == [("L10", 0)]


#: what lies on a hex and how it is turned, the room for tokens in each of its cities, and the tiles that may follow
UPGRADES: dict[str, list[tuple[str, int, list[int], str]]] = {
    "K11": [("9", 0, [], "16 17 18 19 20 23 24 25 26 27 28 29 30 31"), ("23", 0, [], "")],
    "L10": [("57", 0, [1], "14 15 619"), ("14", 0, [2], "63 611"), ("63", 0, [2], "455 895"), ("455", 0, [3], "")],
    "A7": [("8852", 0, [0], "887 888 8866"), ("888", 0, [0], "8871"), ("8871", 0, [0], "")],
    "B12": [("8854", 0, [0, 0], "")],
    "D12": [
        ("235", 0, [1, 1], "8860 8861 8862 8863 8864 8865"), ("8862", 0, [1, 1], "8872 8873 8874"),
        ("8872", 3, [2], "8875"), ("8875", 0, [2], ""),
    ],
}  # fmt: skip


@rule_1880("X.3.12", "X.3.13", "X.3.14", "X.3.15")
@pytest.mark.parametrize("hex_id", UPGRADES)
def test_what_is_on_a_tile_stays_on_it(edition: str, hex_id: str) -> None:
    """Plain track stays plain, towns towns, cities cities; two cities grow together into one with two places."""
    position = Position(edition).phase("D1")
    for tile, rotation, places, following in UPGRADES[hex_id]:
        position.tile(hex_id, tile, rotation)
        assert _fitting(position, {"here": hex_id})["here"] == set(following.split())
        assert [stop.slots for stop in position.definition.tiles[tile].stops] == places


@rule_1880("X.3.6", "X.3.7", "X.3.8")
@pytest.mark.parametrize(
    ("before", "train", "laid", "upgrades"),
    [("A2", "3", ["57"], {"14", "15", "619"}), ("B3", "4+4", ["57", "14"], {"63"}),
     ("C3", "8", ["57", "14", "63"], {"455", "895"})],
)  # fmt: skip
def test_a_colour_comes_with_the_first_train_of_a_kind(
    edition: str, before: str, train: str, laid: list[str], upgrades: set[str]
) -> None:
    """BCR buys it; WNR operates next."""
    position = Position(edition).company("BCR", par=100, Ann=60, cash=1000, permits="")
    position.company("WNR", par=80, Ann=60, cash=500).left(train, position.definition.trains[train].count or 0)
    for tile in laid:
        position.tile("L10", tile, 0)
    early = {action.tile for action in offered(position.set(phase=before).operate("WNR"), LayTile)}
    assert not early & upgrades
    game = position.operate("BCR", "trains", after=("WNR",))
    plays(game, BuyTrain("BCR", train, "bank", position.definition.trains[train].price), Pass("BCR"))
    assert {action.tile for action in offered(game, LayTile) if action.hex == "L10"} == upgrades


@rule_1880("X.3.3", "X.3.4", "X.3.5")
def test_yellow_becomes_green_then_brown_then_grey(edition: str) -> None:
    position = wuhan(edition, "D1").tile("L10", "57", 0)
    tiles = position.definition.tiles
    for color, tile in (("green", "14"), ("brown", "63"), ("grey", "455")):
        game = position.operate("WNR").copy()
        lays = [action for action in offered(game, LayTile) if action.hex == "L10"]
        assert {tiles[action.tile].color for action in lays} == {color}
        plays(game, LayTile("WNR", "L10", tile, 0))
        position.tile("L10", tile, 0)
    game = position.operate("WNR")
    assert "L10" not in {action.hex for action in offered(game, LayTile)}, "nothing comes after grey"


@rule_1880("X.3.18", "X.1.3", "X.3.2")
def test_beijing_is_upgraded_like_a_tile(edition: str) -> None:
    position = Position(edition).phase("B1").company("JHU", par=80, Ann=30, cash=500)
    game = plays(position.operate("JHU"), LayTile("JHU", "F8", "8886", 0))
    assert not offered(game, LayTile)
    position = Position(edition).phase("B1").company("JHU", par=80, Ann=30, cash=500)
    after = plays(position.operate("JHU"), LayTile("JHU", "F10", "57", 1))
    assert refused(after, LayTile("JHU", "F8", "8886", 0)).code == "only_yellow_now"


@rule_1880("X.3.19", "X.3.20", "X.3.21", "UC.1")
def test_63_before_611(edition: str) -> None:
    position = wuhan(edition, "C1").tile("L10", "14", 0)
    lays = offered(position.operate("WNR"), LayTile)
    assert {action.tile for action in lays if action.hex == "L10"} == {"63"}
    assert refused(position.operate("WNR"), LayTile("WNR", "L10", "611", 0)).code == "other_tile_first"
    for number, hex_id in enumerate(("B8", "C9", "C11", "F6", "H6", "H10"), 1):
        position.state.board.tiles[hex_id] = ("63", 0)
        position.state.board.memo.clear()
        lays = offered(position.operate("WNR"), LayTile)
        wanted = "63" if number < 6 else "611"
        assert {action.tile for action in lays if action.hex == "L10"} == {wanted}, f"{number} of six are laid"
    coast = wuhan(edition, "C1").tile("L10", "57", 0).tile("H14", "57", 0).tile("H14", "15", 0).token("WNR", "H14")
    lays = offered(coast.operate("WNR"), LayTile)
    assert {action.tile for action in lays if action.hex == "H14"} == {"611"}, "six exits are not possible here"


@rule_1880("X.2.25", ruled="2010")
def test_track_need_not_join_that_of_the_next_tile(edition: str) -> None:
    position = wuhan(edition).tile("L10", "57", 0)
    lays = [action for action in offered(position.operate("WNR"), LayTile) if action.hex == "K11"]
    assert len({action.rotation for action in lays}) > 1
    position.tile("J12", "57", 1).tile("K9", "9", 0)
    game = position.operate("WNR")
    for tile, rotation in (("9", 0), ("8", 0), ("8", 4), ("7", 0), ("7", 5)):
        assert game.why_not(LayTile("WNR", "K11", tile, rotation)) is None, "J12 and K9 have no track to K11"
    beside = wuhan(edition).tile("L10", "57", 0).tile("K9", "9", 4)
    lay = LayTile("WNR", "K11", "9", 0)
    assert 4 in beside.definition.tiles["9"].shapes[4].exits
    assert beside.operate("WNR").why_not(lay) is None, "nor must it take up track that leads to it from K9"


@rule_1880("X.3.9", "X.3.11", in_2010=["X.3.9"])
def test_an_upgrade_must_be_reached(edition: str) -> None:
    position = wuhan(edition).tile("L10", "57", 0).tile("J12", "57", 0)
    game = position.operate("WNR")
    assert refused(game, LayTile("WNR", "J12", "14", 0)).code == "not_connected"
    position.tile("K11", "9", 0).tile("I13", "9", 0).tile("H14", "57", 0)
    game = position.operate("WNR")
    for hex_id in ("L10", "J12", "H14"):
        upgrades = {action.rotation for action in offered(game, LayTile) if (action.hex, action.tile) == (hex_id, "15")}
        assert upgrades, f"{hex_id} is on its way, at whatever distance"
    full = wuhan(edition).tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0).tile("I13", "9", 0)
    beyond = [action for action in offered(full.operate("WNR"), LayTile) if action.hex == "I13"]
    assert beyond
    game = full.company("NXR", Bo=30).token("NXR", "J12").operate("WNR")
    assert "J12" in {action.hex for action in offered(game, LayTile)}
    assert "I13" not in {action.hex for action in offered(game, LayTile)}, "beyond a city full of others"
    assert {refused(game, upgrade).code for upgrade in beyond} == {"not_connected"}


@rule_1880("X.3.11", "X.3.9")
def test_the_new_track_of_an_upgrade_may_be_of_no_use_to_the_company(edition: str) -> None:
    """WNR's way ends on K11; the second track of a crossing there does not meet it, nor does that of I13."""
    position = wuhan(edition).tile("L10", "57", 0).tile("K11", "9", 0)
    lays = {(action.tile, action.rotation) for action in offered(position.operate("WNR"), LayTile)}
    assert {("20", 0), ("20", 1), ("20", 3), ("20", 4)} & lays, "two tracks that cross"
    crossings = [(tile, rotation) for tile, rotation in lays if tile in ("16", "18", "19", "20")]
    assert {tile for tile, _ in crossings} == {"18", "19", "20"}, "the others keep no straight track"
