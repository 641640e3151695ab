"""Laying and upgrading track."""

from __future__ import annotations

import pytest

from kaiping.action import LayTile, Pass
from kaiping.board.track import shape_at
from kaiping.errors import IllegalAction
from kaiping.flow.operating.track import check_rotation
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, offered, plays, refused


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


@rule_1880("X.4.16")
def test_a_station_needs_no_permit(edition: str) -> None:
    position = wuhan(edition, "C1", "A").tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0)
    game = position.begin_round("WNR")
    assert game.state.stack[-1].step == 1  # type: ignore[attr-defined]


@rule_1880("X.1.3", "X.2.7", "X.3.2", "XI.10")
def test_two_yellow_tiles_or_one_upgrade(edition: str) -> None:
    position = wuhan(edition).tile("L10", "57", 0)
    game = plays(position.operate("WNR"), LayTile("WNR", "K11", "9", 0))
    assert refused(game, LayTile("WNR", "L10", "14", 0)).code == "only_yellow_now"
    plays(game, LayTile("WNR", "M9", "9", 0))
    assert not offered(game, LayTile)
    other = plays(wuhan(edition).tile("L10", "57", 0).operate("WNR"), LayTile("WNR", "L10", "14", 0))
    assert refused(other, LayTile("WNR", "K11", "9", 0)).code == "not_in_this_step"


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
    beijing = Position(edition).phase("B1").company("JHA", par=80, Ann=30, cash=500, operated=False).begin_round("JHA")
    assert offered(beijing, LayTile)


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


def _fitting(position: Position, hexes: dict[str, str]) -> dict[str, set[str]]:
    """The yellow tiles that each of the hexes takes."""
    from kaiping.errors import IllegalAction
    from kaiping.flow.operating.track import check_tile

    table = position.company("WNR", par=80, Ann=30).operate("WNR").table()
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
    stops = {green.definition.tiles[name].stops[0].kind.value for name in _fitting(green, {"b": "B14"})["b"]}
    assert stops == {"town"}
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
    stubs = {name: one.required_exits for name, one in hexes.items() if one.required_exits}
    assert set(stubs) == {"E9", "F6", "F10", "G7"}
    lays = [action for action in offered(position.operate("JHU"), LayTile) if action.hex == "F10"]
    assert lays
    for action in lays:
        assert set(stubs["F10"]) <= position.definition.tiles[action.tile].shapes[action.rotation].exits
    assert refused(position.game, LayTile("JHU", "F10", "57", 0)).code == "stub_not_kept"


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
    assert {"A3", "A15", "N16", "F12", "F14", "J16", "Q15"} <= closed
    game = wuhan(edition).operate("WNR")
    for name in closed:
        assert refused(game, LayTile("WNR", name, "9", 0)).code == "hex_not_buildable"
        assert definition.map.hexes[name].shape.exits, "track is there already"


@rule_1880("X.3.3", "X.3.12", "X.3.13", "X.3.15", "X.3.17")
def test_colours_follow_each_other(edition: str) -> None:
    position = wuhan(edition, "D1").tile("L10", "57", 0)
    game = position.operate("WNR")
    codes = {tile: refused(game, LayTile("WNR", "L10", tile, 0)).code for tile in ("5", "63", "455")}
    assert set(codes.values()) == {"wrong_color"}
    plays(game, LayTile("WNR", "L10", "14", 0))
    board = game.state.board
    definition = position.definition
    assert shape_at(definition.map, definition.tiles, board, "L10").stops[0].slots == 2
    assert board.tokens_of("WNR") == [("L10", 0)]


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


@rule_1880("X.3.9", "X.3.11", in_2010=["X.3.9"])
def test_an_upgrade_must_be_reached(edition: str) -> None:
    position = wuhan(edition).tile("L10", "57", 0).tile("J12", "57", 0)
    game = position.operate("WNR")
    assert refused(game, LayTile("WNR", "J12", "14", 0)).code == "not_connected"
