"""Track: where tiles go, which ones, what they cost."""

from __future__ import annotations

import pytest

from kaiping.action import LayTile, Pass
from kaiping.errors import IllegalAction
from kaiping.flow.operating.fitting import check_rotation, check_tile, tiles_left
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, offered, plays, refused


def ever(hex_id: str, edition: str = "C") -> dict[str, set[str]]:
    """Tiles that can ever lie on a hex, by colour, whoever's tokens are there."""
    position = Position(edition).phase("6")
    state = position.state
    state.board = state.board.without_reservations("JR")
    table = position.game.table(state)
    found: dict[str, set[str]] = {"yellow": set(), "green": set(), "brown": set()}
    boards, seen = [state.board], set[tuple[str, int]]()
    while boards:
        board = state.board = boards.pop()
        for name in position.definition.tiles:
            for rotation in range(6):
                try:
                    tile = check_tile(table, hex_id, name)
                    moved = check_rotation(table, hex_id, tile, rotation)
                except IllegalAction:
                    continue
                found[tile.color].add(name)
                if (name, rotation) not in seen:
                    seen.add((name, rotation))
                    boards.append(board.with_tile(hex_id, name, rotation, moved))
    return found


@rule_1890("10.3.1.6.4", "10.3.1.6.1", "3.2.27", "3.2.28", "3.5.2")
@pytest.mark.parametrize(
    ("hex_id", "green", "brown"),
    [
        ("G12", {"823"}, {"833"}),
        ("H13", {"824"}, {"834"}),
        ("F5", {"820"}, {"830"}),
        ("B17", {"825"}, {"835"}),
        ("I12", {"821", "822"}, {"831"}),
    ],
)
def test_named_cities_take_tiles_with_their_name(edition: str, hex_id: str, green: set[str], brown: set[str]) -> None:
    assert ever(hex_id, edition) == {"yellow": set(), "green": green, "brown": brown}


@rule_1890("10.3.1.6.4")
def test_amagasaki_begins_with_its_own_yellow_tile(edition: str) -> None:
    assert ever("F11", edition) == {"yellow": {"202"}, "green": {"821", "822"}, "brown": {"831"}}


@rule_1890("10.3.1.6.5", "10.3.1.6.6")
def test_nishinomiya_takes_ordinary_tiles_until_it_is_brown(edition: str) -> None:
    assert ever("F9", edition) == {"yellow": {"57", "6"}, "green": {"12", "15", "205", "206"}, "brown": {"465"}}
    position = Position(edition).phase("4").company("HS", Ann=50, cash=500).tile("F9", "6", 3).tile("F9", "12", 2)
    game = position.operate("HS")
    assert not [lay for lay in offered(game, LayTile) if lay.hex == "F9"], "from 12 it stays green"


@rule_1890("10.3.1.6.7")
def test_osaka_nishi_takes_twelve_and_then_its_own_tile(edition: str) -> None:
    assert ever("H11", edition) == {"yellow": set(), "green": {"12"}, "brown": {"839"}}


@rule_1890("10.3.1.6.2", "10.3.1.6.3")
@pytest.mark.parametrize("hex_id", ["E14", "G14", "J11"])
def test_double_cities_take_their_green_tiles_first_and_become_one(edition: str, hex_id: str) -> None:
    found = ever(hex_id, edition)
    assert (found["yellow"], found["brown"]) == (set(), {"217"})
    assert found["green"] == {"210", "211"}
    tiles = Position(edition).definition.tiles
    assert [len(tiles[name].stops) for name in ("210", "211", "217")] == [2, 2, 1]
    for green in ("210", "211"):
        position = Position(edition).phase("4").company("HK", Ann=50, cash=500).token("HK", hex_id)
        first = next(lay for lay in offered(position.operate("HK"), LayTile) if (lay.hex, lay.tile) == (hex_id, green))
        later = position.tile(hex_id, green, first.rotation).operate("HK")
        assert {lay.tile for lay in offered(later, LayTile) if lay.hex == hex_id} == {"217"}, "upon either"


@rule_1890("3.2.16", "10.3.1.3.4", "10.3.1.3.3", "3.2.17", "VI.5.4.1")
def test_small_cities_take_yellow_tiles_only(edition: str) -> None:
    assert ever("K10", edition) == {"yellow": {"3", "4", "58"}, "green": set(), "brown": set()}
    assert ever("G16", edition) == {"yellow": {"1", "2", "56", "69"}, "green": set(), "brown": set()}


@rule_1890("3.2.12", "3.2.13", "3.2.23", "3.2.24")
def test_plains_and_mountains_take_tiles_without_cities(edition: str) -> None:
    for hex_id in ("D11", "C10"):
        tiles = Position(edition).definition.tiles
        assert all(not tiles[name].stops for names in ever(hex_id, edition).values() for name in names)
        assert ever(hex_id, edition)["yellow"] == {"7", "8", "9"}


@rule_1890("3.2.26", "10.3.1.2.2", "3.2.7", "3.2.8")
def test_grey_and_red_hexes_take_no_tiles(edition: str) -> None:
    game = Position(edition).company("SY", Ann=50).tile("F3", "57", 1).operate("SY")
    assert refused(game, LayTile("SY", "F1", "57", 1)).code == "hex_not_buildable"
    for hex_id in ("D5", "D19", "G20"):
        assert refused(game, LayTile("SY", hex_id, "57", 1)).clause == "1890:10.3.1.2.2"


@rule_1890("3.2.4", "3.2.5", "3.2.6", "10.3.1.2.1", "3.2.9")
def test_track_leads_to_arrows_of_red_areas_and_not_into_the_bay(edition: str) -> None:
    game = Position(edition).company("SY", Ann=50).operate("SY")
    assert game.why_not(LayTile("SY", "F3", "57", 1)) is None, "towards Himeji and Kobe"
    assert refused(game, LayTile("SY", "F3", "57", 2)).code == "track_leads_nowhere"


@rule_1890("3.2.19", "3.2.20", "3.2.21", "A.2.2", scenarios="AC")
def test_no_track_crosses_a_river_between_hexes(edition: str) -> None:
    game = Position(edition).company("HK", Ann=50).tile("E12", "57", 2).operate("HK")
    reason = refused(game, LayTile("HK", "F13", "57", 2))
    assert reason.code == ("track_leads_nowhere" if edition == "A" else "track_to_barrier")


@rule_1890("10.3.1.2.1", "A.2.1", "B.2.1", "B.2.2", "B.2.3", scenarios="AB")
def test_hexes_outside_the_scenario_are_no_part_of_the_map(edition: str) -> None:
    hexes = Position(edition).definition.map.hexes
    assert "H19" not in hexes
    assert ("H13" in hexes) == ("B19" in hexes) == (edition == "B")
    assert "G12" in hexes


@rule_1890("C.2.1", "D.2.1", scenarios="CD")
def test_the_whole_map_is_used(edition: str) -> None:
    assert len(Position(edition).definition.map.hexes) > 75


@rule_1890("10.3.1.1.1", "10.3.1.1", "10.3.1.5", "10.3.1.3")
def test_one_tile_a_turn_and_none_is_needed(edition: str) -> None:
    game = Position(edition).company("HK", Ann=50).operate("HK")
    plays(game, LayTile("HK", "E12", "57", 1))
    assert not offered(game, LayTile)
    upgrade = Position(edition).phase("2").company("HK", Ann=50, cash=100).tile("E12", "57", 0).operate("HK")
    assert {lay.hex for lay in offered(upgrade, LayTile)} == {"D13", "E12", "F11"}
    assert not offered(plays(upgrade, LayTile("HK", "E12", "15", 0)), LayTile), (
        "an upgrade is the tile of the turn, too"
    )
    minor = Position(edition).minor("OE", "Ann").operate("OE")
    assert not offered(plays(minor, LayTile("OE", "H15", "57", 1)), LayTile)
    other = Position(edition).company("HK", Ann=50, cash=100).operate("HK")
    plays(other, Pass("HK"))
    assert "E12" not in other.state.board.tiles


@rule_1890("10.3.1.1.3", "VI.5.1.1")
def test_a_tile_is_connected_to_a_token(edition: str) -> None:
    game = Position(edition).company("HK", Ann=50, cash=200).tile("E12", "57", 1).operate("HK")
    assert game.why_not(LayTile("HK", "E10", "57", 1)) is not None, "Itami is open to the east, not to the west"
    assert game.why_not(LayTile("HK", "E10", "6", 4)) is None
    assert refused(game, LayTile("HK", "E10", "6", 5)).code == "not_connected"
    assert refused(game, LayTile("HK", "F7", "57", 1)).code == "not_connected"
    position = Position(edition).company("HK", Ann=50, cash=200).tile("E12", "57", 0).tile("D13", "9", 0)
    for hex_id, tile in {"C14": ("8", 0), "C12": ("8", 4), "C10": ("9", 1), "C8": ("9", 1)}.items():
        position.tile(hex_id, *tile)
    far = {lay.hex for lay in offered(position.operate("HK"), LayTile)}
    assert far == {"B13", "F11"}, "at the end of the line; Kawanishi's track is not joined to it"


@rule_1890("10.3.1.1.7", "5.10", "5.17", "5.24", "5.32", "5.41", "5.48")
@pytest.mark.parametrize(
    ("phase", "colors"), [("1", 1), ("1.5", 1), ("2", 2), ("2.5", 2), ("3", 2), ("4", 3), ("5", 3), ("6", 3)]
)
def test_colours_by_phase(edition: str, phase: str, colors: int) -> None:
    definition = Position(edition).definition
    assert definition.phases[phase].colors == ("yellow", "green", "brown")[:colors]
    game = Position(edition).phase(phase).company("HK", Ann=50).tile("E12", "57", 1).operate("HK")
    green = game.why_not(LayTile("HK", "E12", "15", 1))
    assert (green is None) == (colors > 1)


@rule_1890("10.3.1.1.4", "10.3.1.1.5", "10.3.1.1.6", "10.3.1.3.1")
def test_colours_follow_each_other(edition: str) -> None:
    empty = Position(edition).phase("4").company("HK", Ann=50).operate("HK")
    assert refused(empty, LayTile("HK", "E12", "63", 0)).code == "wrong_color"
    assert refused(empty, LayTile("HK", "E12", "15", 1)).code == "wrong_color"
    plays(empty, LayTile("HK", "E12", "57", 1))
    yellow = Position(edition).phase("4").company("HK", Ann=50).tile("E12", "57", 1).operate("HK")
    assert refused(yellow, LayTile("HK", "E12", "63", 0)).code == "wrong_color"
    assert refused(yellow, LayTile("HK", "E12", "57", 2)).code == "wrong_color"
    plays(yellow, LayTile("HK", "E12", "15", 1))
    green = Position(edition).phase("4").company("HK", Ann=50).tile("E12", "15", 1).operate("HK")
    assert refused(green, LayTile("HK", "E12", "14", 1)).code == "wrong_color"
    plays(green, LayTile("HK", "E12", "63", 0))


@rule_1890("10.3.1.3.2", "3.2.14")
def test_a_large_city_takes_a_large_city(edition: str) -> None:
    game = Position(edition).company("HK", Ann=50).operate("HK")
    assert refused(game, LayTile("HK", "E12", "9", 1)).code == "wrong_stops"
    assert refused(game, LayTile("HK", "E12", "4", 1)).code == "wrong_stops"


@rule_1890("10.3.1.4.1", "10.3.1.4.2", "10.3.1.4.3", "10.3.1.4")
def test_an_upgrade_keeps_all_track_and_frees_the_old_tile(edition: str) -> None:
    game = Position(edition).phase("2").company("HK", Ann=50).tile("E12", "57", 1).operate("HK")
    assert refused(game, LayTile("HK", "E12", "12", 1)).code == "track_not_kept"
    assert refused(game, LayTile("HK", "E12", "57", 2)).code == "wrong_color", "it is not moved"
    turned = {(lay.tile, lay.rotation) for lay in offered(game, LayTile) if lay.hex == "E12"}
    kept = {"14": (0, 1, 3, 4), "15": (1, 4), "205": (1, 4), "206": (1, 4)}
    assert turned == {(tile, rotation) for tile, rotations in kept.items() for rotation in rotations}
    plain = Position(edition).phase("2").company("HK", Ann=50).tile("E12", "57", 0).tile("D13", "9", 0).operate("HK")
    greens = [(plain.definition.tiles[lay.tile], lay) for lay in offered(plain, LayTile) if lay.hex == "D13"]
    assert {tile.id for tile, _ in greens} == {"18", "19", "20", "23", "24", "26", "27"}
    assert all(3 in tile.shapes[lay.rotation].by_edge[0] for tile, lay in greens), "the line stays whole"
    plays(game, LayTile("HK", "E12", "15", 1))
    assert tiles_left(game.definition, game.state, "57") == 4
    assert tiles_left(game.definition, game.state, "15") == 1


@rule_1890("10.3.1.4.2", "10.3.1.2.1")
def test_an_upgrade_leads_no_more_than_a_first_tile_into_the_sea_or_a_river(edition: str) -> None:
    coast = Position(edition).phase("2").company("HS", Ann=50, cash=500).tile("F9", "57", 1).operate("HS")
    assert refused(coast, LayTile("HS", "F9", "14", 0)).code == "track_leads_nowhere"
    assert refused(coast, LayTile("HS", "F9", "15", 4)).code == "track_leads_nowhere"
    assert {lay.rotation for lay in offered(coast, LayTile) if lay.tile == "15" and lay.hex == "F9"} == {1}
    river = Position(edition).phase("2").company("HK", Ann=50, cash=500).tile("E10", "57").token("HK", "E10")
    assert refused(river.operate("HK"), LayTile("HK", "E10", "14", 0)).code == "track_to_barrier"


@rule_1890("10.3.1.4.4", "10.4.3.6")
def test_tokens_keep_their_place_and_need_room(edition: str) -> None:
    position = Position(edition).phase("2").minor("NE", "Ann", cash=200).company("JR", par=100, Bo=50)
    game = position.operate("NE")
    assert refused(game, LayTile("NE", "H19", "205", 0)).code == "no_room_for_tokens"
    plays(game, LayTile("NE", "H19", "15", 0))
    assert set(game.state.board.tokens["H19", 0]) == {"NE", "JR"}


@rule_1890("10.3.1.4.4", "10.4.2")
def test_a_token_stays_in_its_city_on_a_tile_with_two(edition: str) -> None:
    for stop in (0, 1):
        position = Position(edition).phase("4").company("HK", Ann=50, cash=100).token("HK", "G14", stop)
        game = plays(position.operate("HK"), LayTile("HK", "G14", "210", 4))
        assert [place for place in game.state.board.tokens_of("HK") if place[0] == "G14"] == [("G14", stop)]
        position.state = game.state
        game = plays(position.operate("HK"), LayTile("HK", "G14", "217", 1))
        assert ("G14", 0) in game.state.board.tokens_of("HK"), "where the two have become one"


@rule_1890("10.3.1.6.1")
@pytest.mark.parametrize(
    ("hex_id", "green"),
    [("E16", "206"), ("H11", "12"), ("H19", "15 205"), ("J15", "14 15 205 206")],
)
def test_other_cities_with_printed_track_are_yellow_tiles_too(edition: str, hex_id: str, green: str) -> None:
    found = ever(hex_id, edition)
    assert found["yellow"] == set()
    assert found["green"] == set(green.split())


@rule_1890("10.3.1.5.1", "10.3.1.5.2", "10.3.1.5.3", "3.2.15", "3.2.22", "3.2.25", "4.2.2.2")
def test_the_printed_cost_comes_out_of_the_treasury(edition: str) -> None:
    poor = Position(edition).company("HS", Ann=50, cash=79).operate("HS")
    assert refused(poor, LayTile("HS", "F9", "57", 1)).code == "cash_for_terrain"
    assert poor.state.cash["Ann"] >= 80, "the president does not help"
    game = plays(Position(edition).company("HS", Ann=50, cash=80).operate("HS"), LayTile("HS", "F9", "57", 1))
    assert game.state.cash["HS"] == 0
    minor = plays(Position(edition).minor("KE", "Ann", cash=120).operate("KE"), LayTile("KE", "E4", "8", 3))
    assert (minor.state.cash["KE"], minor.state.cash["Ann"]) == (0, 840)
    short = Position(edition).minor("KE", "Ann", cash=119).operate("KE")
    assert refused(short, LayTile("KE", "E4", "8", 3)).code == "cash_for_terrain", "nor does the owner of a minor"


@rule_1890("3.2.18")
def test_the_two_small_cities_cost_eighty(edition: str) -> None:
    position = Position(edition).company("KH", Ann=50, cash=100).tile("F15", "6", 5)
    game = position.operate("KH")
    lays = [lay for lay in offered(game, LayTile) if lay.hex == "G16"]
    assert lays
    plays(game, lays[0])
    assert game.state.cash["KH"] == 20


@rule_1890("10.3.1.5.1", "3.2.15")
def test_a_later_upgrade_is_free_but_for_two_tiles_of_osaka(edition: str) -> None:
    position = Position(edition).phase("2").company("HS", Ann=50, cash=0).tile("F9", "57", 1)
    plays(position.operate("HS"), LayTile("HS", "F9", "15", 1))
    osaka = Position(edition).phase("4").company("JR", par=100, Ann=50, cash=80).tile("G12", "823", 1)
    game = plays(osaka.operate("JR"), LayTile("JR", "G12", "833", 1))
    assert game.state.cash["JR"] == 0, "green Osaka Kita bears a cost of its own"


@rule_1890("V.1")
def test_tiles_run_out(edition: str) -> None:
    position = Position(edition).phase("2").company("HK", Ann=50).tile("E12", "57", 1)
    game = position.tile("E10", "57", 2).tile("E10", "15", 2).tile("F7", "57", 1).tile("F7", "15", 1).operate("HK")
    assert refused(game, LayTile("HK", "E12", "15", 1)).code == "no_tile_left"
