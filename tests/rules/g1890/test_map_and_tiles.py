"""The map, its areas and hexes, the tiles and the tokens: sections 3.2, 3.5, 3.6, 3.9 and 3.10 of the book."""

from __future__ import annotations

from kaiping.action import AcquirePrivate, LayTile, Pass
from kaiping.board.hex import neighbour
from kaiping.board.tile import StopKind
from kaiping.errors import IllegalAction
from kaiping.flow.auction import Auction
from kaiping.flow.operating.fitting import check_rotation, check_tile
from kaiping.flow.operating.track import check_hex, terrain_cost
from kaiping.flow.play import Play
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.money import bank_left
from tests.rules.g1890.positions import Position, all_pass, events, fresh, offered, plays, refused, sold_to
from tests.rules.g1890.runs import earned, west, wrong_run


def building(edition: str, hex_id: str, phase: str = "1", cash: int = 500) -> Position:
    """Hankyu with a token on a hex, where it may build."""
    position = Position(edition).company("HK", Ann=50, cash=cash).phase(phase)
    return position if hex_id == "E12" else position.token("HK", hex_id)


def tiles_on(game: Game, hex_id: str) -> set[str]:
    """The tiles that may be laid on a hex now."""
    return {action.tile for action in offered(game, LayTile) if action.hex == hex_id}


def first_tile(table: Play, hex_id: str) -> str | None:
    """A tile that may be the first to be laid on a hex, if there is one."""
    for name in table.definition.tiles:
        for rotation in range(6):
            try:
                check_hex(table, hex_id)
                check_rotation(table, hex_id, check_tile(table, hex_id, name), rotation)
            except IllegalAction:
                continue
            return name
    return None


def exits(game: Game, hex_id: str) -> set[int]:
    """The sides that track of the tiles that may be laid on a hex leads to."""
    tiles = game.definition.tiles
    lays = [action for action in offered(game, LayTile) if action.hex == hex_id]
    return {edge for lay in lays for edge in tiles[lay.tile].shapes[lay.rotation].exits}


@rule_1890("3.2.1", "3.2.11", scenarios="ABCD")
def test_the_map_is_of_hexes_round_osaka(edition: str) -> None:
    printed = fresh(edition).definition.map
    names = {place.name for place in printed.hexes.values() if place.name}
    assert "Osaka Kita (North)" in names
    seen, waiting = set[str](), ["G12"]
    while waiting:
        place = waiting.pop()
        seen.add(place)
        waiting += [other for other in printed.neighbours[place] if other is not None and other not in seen]
    assert seen == set(printed.hexes), "all in one piece"


@rule_1890("3.2.2", "3.5.1")
def test_companies_develop_the_map_by_tiles(edition: str) -> None:
    game = plays(building(edition, "E10").operate("HK"), LayTile("HK", "E12", "57", 0))
    assert game.state.board.tiles["E12"] == ("57", 0)
    other = plays(building(edition, "E10", "2").tile("E12", "57", 0).operate("HK"), LayTile("HK", "E12", "14", 0))
    assert other.state.board.tiles["E12"] == ("14", 0)


@rule_1890("3.2.2", "3.2.11", "10.3.1.3")
def test_every_hex_but_the_grey_and_red_ones_takes_a_tile(edition: str) -> None:
    position = Position(edition).phase("4")
    position.state.board = position.state.board.without_reservations("JR")
    table = position.game.table(position.state)
    without = {hex_id for hex_id in position.definition.map.hexes if not first_tile(table, hex_id)}
    assert without == {"A14", "A20", "B7", "B21", "D5", "D19", "F1", "G20", "K20", "M6", "M14", "N7"}


#: hexes that take tiles, by the towns and cities of their first tile and what it costs; and those printed in yellow
PRINTED = {
    ("", 0): "D11 D13 D17 E2 I14 J13 K12 K14 L11 L13 L17",
    ("", 80): "A16 B15 C8 C16 E18 F19",
    ("", 120): "B9 B11 B13 C4 C6 C10 C12 C14 E4 E6 E8 F17 G18 H17 I16 J17 K16 L15 M10 M12",
    ("town", 0): "D3 D7 I18 J19 K10",
    ("town town", 80): "G16",
    ("city", 0): "D15 E10 E12 F3 F7 F11 F13 F15 H15 K18 L9 M8",
    ("city", 80): "C18 D9 F9",
    ("yellow", 0): "B19 E14 E16 F5 G14 J11 J15",
    ("yellow", 80): "B17 G12 H11 H13 H19 I12",
}
#: sides between two such hexes that a river closes to track
RIVERS = {
    "C16": {4, 5}, "C18": {1}, "D15": {4, 5}, "D17": {1, 2}, "E8": {4}, "E10": {1}, "E14": {4, 5}, "E16": {1, 2, 4},
    "E18": {0, 1}, "F13": {4, 5}, "F15": {1, 2}, "F17": {3}, "G14": {2},
}  # fmt: skip


@rule_1890(
    "3.2.12", "3.2.13", "3.2.14", "3.2.15", "3.2.16", "3.2.17", "3.2.18", "3.2.22", "3.2.23", "3.2.24", "3.2.25",
    "3.2.27", "3.2.28", "10.3.1.5.1", "10.3.1.3.2", "10.3.1.3.3", scenarios="CD",
)  # fmt: skip
def test_what_the_first_tile_of_each_hex_bears_and_costs(edition: str) -> None:
    position = Position(edition).company("HK", Ann=50).phase("4")
    position.state.board = position.state.board.without_reservations("JR")
    table, found = position.game.table(position.state), dict[tuple[str, int], list[str]]()
    for hex_id, place in position.definition.map.hexes.items():
        tile = first_tile(table, hex_id)
        if tile is not None:
            stops = " ".join(stop.kind.value for stop in position.definition.tiles[tile].stops)
            kind = "yellow" if place.color == "yellow" else stops
            found.setdefault((kind, terrain_cost(table, "HK", hex_id)), []).append(hex_id)
    assert {kind: " ".join(hexes) for kind, hexes in found.items()} == PRINTED


@rule_1890("3.2.19", "3.2.20", "3.2.21", "10.3.1.2.1", scenarios="CD")
def test_where_rivers_flow_between_hexes(edition: str) -> None:
    """No tile of any kind may lead over them, and over no other side between hexes that take tiles."""
    printed = fresh(edition).definition.map
    found = {}
    for hex_id in (name for name, place in printed.hexes.items() if place.buildable):
        around = enumerate(printed.neighbours[hex_id])
        sides = {edge for edge, other in around if other is not None and printed.hexes[other].buildable}
        if sides - printed.open_edges[hex_id]:
            found[hex_id] = sides - printed.open_edges[hex_id]
    assert found == RIVERS


@rule_1890("3.2.3", "3.2.4", "10.3.1.2.1")
def test_no_track_in_or_into_the_land_without_hexes(edition: str) -> None:
    position = Position(edition).company("SY", Ann=50, cash=500).tile("F3", "6", 2)
    game = position.operate("SY")
    assert neighbour("E2", 1) not in game.definition.map.hexes
    assert refused(game, LayTile("SY", "E0", "9", 1)).code == "unknown_hex"
    assert refused(game, LayTile("SY", "E2", "7", 1)).code == "track_leads_nowhere"
    assert exits(game, "E2") <= {0, 3, 4, 5}


@rule_1890("3.2.5", "3.2.6", "10.3.1.2.1")
def test_no_track_in_or_into_the_sea(edition: str) -> None:
    game = building(edition, "F7").operate("HK")
    assert refused(game, LayTile("HK", "G6", "9", 1)).code == "unknown_hex"
    assert refused(game, LayTile("HK", "F7", "57", 0)).code == "track_leads_nowhere"
    assert exits(game, "F7") == {1, 2, 3, 4}


@rule_1890("3.2.7", "3.2.8", "3.2.9", "3.2.10", "10.3.1.2.1")
def test_red_places_are_reached_by_their_arrows_and_count_as_cities(edition: str) -> None:
    game = Position(edition).company("SY", Ann=50, cash=500, trains=("2",)).operate("SY")
    assert refused(game, LayTile("SY", "F1", "57", 0)).code == "hex_not_buildable"
    plays(game, LayTile("SY", "F3", "57", 1))
    assert earned(game, "SY", ("2", "F1.0", "F3.0")) == 40 + 20
    assert wrong_run(game, "SY", ("2", "F1.0", "F3.0", "F5.0")) == "route_too_long", "it counts as a city does"
    plus = west(Position(edition).company("SY", Ann=50, trains=("2+2",))).operate("SY", "run")
    assert wrong_run(plus, "SY", ("2+2", "F1.0", "F3.0", "F5.0")) == "route_too_many_large", "and a large one"
    kyoto = Position(edition).company("JR", par=100, Ann=50, cash=500).phase("2").tile("B17", "825", 0).operate("JR")
    assert kyoto.definition.map.hexes["A14"].shape.exits == {0, 5}, "no arrow towards A16"
    assert refused(kyoto, LayTile("JR", "A16", "8", 5)).code == "track_to_closed_hex"
    plays(kyoto, LayTile("JR", "A16", "7", 5))


@rule_1890("3.2.12", "3.2.13")
def test_plains_take_tiles_without_cities(edition: str) -> None:
    position = building(edition, "E12").tile("E12", "57", 0)
    game = position.operate("HK")
    assert tiles_on(game, "D13") == {"7", "8", "9"}
    assert refused(game, LayTile("HK", "D13", "57", 0)).code == "wrong_stops"
    upgrades = tiles_on(position.tile("D13", "9", 0).phase("2").operate("HK"), "D13")
    assert upgrades
    assert not any(game.definition.tiles[tile].stops for tile in upgrades)


@rule_1890("3.2.14", "3.2.15")
def test_large_cities_take_tiles_with_cities_some_at_a_price(edition: str) -> None:
    game = building(edition, "E12").operate("HK")
    assert tiles_on(game, "E12") == {"57", "6"}
    assert refused(game, LayTile("HK", "E12", "9", 0)).code == "wrong_stops"
    upgrades = tiles_on(building(edition, "E12", "2").tile("E12", "57", 0).operate("HK"), "E12")
    assert upgrades == {"14", "15", "205", "206"}
    dear = building(edition, "D9", cash=79).operate("HK")
    assert refused(dear, LayTile("HK", "D9", "57", 1)).code == "cash_for_terrain"
    paid = plays(building(edition, "D9", cash=80).operate("HK"), LayTile("HK", "D9", "57", 1))
    assert events(paid, "tile")[0]["cost"] == 80
    osaka = Position(edition).company("JR", par=100, Ann=50, cash=500).phase("2").operate("JR")
    assert events(plays(osaka, LayTile("JR", "G12", "823", 4)), "tile")[0]["cost"] == 80, "replacing costs, too"


@rule_1890("3.2.16", "VI.5.4.1")
def test_small_cities_stay_yellow(edition: str) -> None:
    position = building(edition, "D9").tile("D9", "57", 1)
    assert tiles_on(position.operate("HK"), "D7") == {"3", "4", "58"}
    later = position.tile("D7", "4", 1).phase("4").operate("HK")
    assert not tiles_on(later, "D7")
    assert refused(later, LayTile("HK", "D7", "205", 0)).code in ("wrong_stops", "wrong_color")
    towns = {name for name, tile in later.definition.tiles.items() if any(s.kind is StopKind.TOWN for s in tile.stops)}
    assert {later.definition.tiles[name].color for name in towns} == {"yellow"}


@rule_1890("3.2.17", "3.2.18")
def test_one_hex_has_two_small_cities_and_costs(edition: str) -> None:
    position = building(edition, "H15", cash=80).tile("H15", "57", 0)
    hexes = position.definition.map.hexes
    double = [name for name, place in hexes.items() if [stop.kind for stop in place.stops] == [StopKind.TOWN] * 2]
    assert double == ["G16"]
    game = position.operate("HK")
    assert tiles_on(game, "G16") <= {"1", "2", "56", "69"}
    lay = next(action for action in offered(game, LayTile) if action.hex == "G16")
    assert refused(position.cash(HK=79).operate("HK"), lay).code == "cash_for_terrain"
    assert refused(position.cash(HK=80).operate("HK"), LayTile("HK", "G16", "4", 0)).code == "wrong_stops"
    assert events(plays(game, lay), "tile")[0]["cost"] == 80


@rule_1890("3.2.19", "3.2.20", "3.2.21", "A.2.2", scenarios="ABC")
def test_track_does_not_cross_a_river_between_hexes(edition: str) -> None:
    game = building(edition, "D15").operate("HK")
    assert set(game.definition.map.hexes["D15"].barriers) == {4, 5}
    assert exits(game, "D15").isdisjoint({4, 5})
    wanted = "track_leads_nowhere" if edition == "A" else "track_to_barrier"
    assert refused(game, LayTile("HK", "D15", "57", 1)).code == wanted
    if edition == "C":
        opposite = building(edition, "F15").operate("HK")
        assert refused(opposite, LayTile("HK", "F15", "57", 1)).code == "track_to_barrier", "nor from the other bank"


@rule_1890("3.2.22")
def test_rivers_through_hexes_cost(edition: str) -> None:
    position = Position(edition).company("JR", par=100, Ann=50, cash=80).phase("2").tile("B17", "825", 0)
    game = plays(position.operate("JR"), LayTile("JR", "A16", "7", 5))
    assert game.state.cash["JR"] == 0
    costly = [place for place in game.definition.map.hexes.values() if "river" in place.terrain]
    assert len(costly) == 10
    assert {place.cost for place in costly} == {80}


@rule_1890("3.2.23", "3.2.24", "3.2.25")
def test_mountains_cost_once(edition: str) -> None:
    position = building(edition, "E12", cash=119).tile("E12", "57", 0).tile("D13", "8", 0)
    assert refused(position.operate("HK"), LayTile("HK", "C12", "9", 2)).code == "cash_for_terrain"
    game = position.cash(HK=120).operate("HK")
    assert refused(game, LayTile("HK", "C12", "57", 2)).code == "wrong_stops"
    assert events(plays(game, LayTile("HK", "C12", "9", 2)), "tile")[0]["cost"] == 120
    later = building(edition, "E12", "2", cash=0).tile("E12", "57", 0).tile("D13", "8", 0).tile("C12", "9", 2)
    upgrade = next(action for action in offered(later.operate("HK"), LayTile) if action.hex == "C12")
    assert events(plays(later.game, upgrade), "tile")[0]["cost"] == 0


@rule_1890("3.2.26")
def test_grey_hexes_stay_as_they_are(edition: str) -> None:
    game = Position(edition).minor("KE", "Ann").phase("4").operate("KE")
    grey = {name for name, place in game.definition.map.hexes.items() if place.color == "grey"}
    assert grey == {"D5", "D19", "G20"}
    for tile in ("57", "14", "63"):
        assert refused(game, LayTile("KE", "D5", tile, 0)).code == "hex_not_buildable"
    assert "D5" not in {action.hex for action in offered(game, LayTile)}


@rule_1890("3.2.27", "3.2.28", "10.3.1.3.1")
def test_yellow_hexes_are_upgraded_to_green(edition: str) -> None:
    position = building(edition, "E12").tile("E12", "57", 1)
    assert refused(position.operate("HK"), LayTile("HK", "E14", "57", 1)).code == "wrong_color"
    assert tiles_on(position.phase("2").operate("HK"), "E14") == {"210", "211"}
    kobe = Position(edition).company("JR", par=100, Ann=50, cash=500)
    assert not tiles_on(kobe.operate("JR"), "F5")
    assert tiles_on(kobe.phase("2").operate("JR"), "F5") == {"820"}


@rule_1890("3.5.2", "A.3.1", "B.3.1", "C.3.1", "D.3.1", scenarios="ABCD")
def test_yellow_green_and_brown_tiles_some_for_certain_places(edition: str) -> None:
    definition = fresh(edition).definition
    assert {definition.tiles[name].color for name in definition.tile_counts} == {"yellow", "green", "brown"}
    assert sum(definition.tile_counts.values()) == 111, "all are there"
    game = Position(edition).company("HK", Ann=50, cash=500).tile("E12", "57", 0).phase("2").operate("HK")
    for tile in ("820", "823", "825", "210"):
        assert refused(game, LayTile("HK", "E12", tile, 0)).code == "wrong_label"
    brown = Position(edition).company("HS", Ann=50, cash=500).tile("F9", "57", 1).tile("F9", "15", 1).phase("4")
    assert tiles_on(brown.operate("HS"), "F9") == {"465"}, "Nishinomiya's own"
    assert refused(brown.operate("HS"), LayTile("HS", "F9", "63", 0)).code == "wrong_label"


@rule_1890("3.6.2")
def test_money_does_not_run_out_when_the_bank_has_broken(edition: str) -> None:
    position = bank_left(Position(edition).company("HK", Ann=50).private("AR", "Ann").private("KF", "Bo"), 10)
    game = all_pass(position.stock("Ann"))
    assert game.state.ending == "bank"
    assert [one["amount"] for one in events(game, "private-income")] == [5, 40], "all are paid"
    assert game.state.bank == 10 - 45


@rule_1890("3.9.2")
def test_trains_call_at_a_token_of_their_company(edition: str) -> None:
    game = west(Position(edition).company("SY", Ann=50, trains=("2",))).operate("SY", "run")
    assert wrong_run(game, "SY", ("2", "F5.0", "F7.0")) == "route_no_token"
    assert earned(game, "SY", ("2", "F3.0", "F5.0")) == 50


@rule_1890("3.9.4", "3.10.2")
def test_minors_and_kobe_rapid_have_tokens_on_the_map(edition: str) -> None:
    game = sold_to("ABCABCABCAB", edition)
    for minor, places in {"KA": ["J15"], "OE": ["H13"], "NE": ["B17", "H19"], "KE": ["D5"]}.items():
        assert sorted(place for place, _ in game.state.board.tokens_of(minor)) == places
    late = Position(edition).cash(Ann=240).stock("Ann")
    assert plays(late, AcquirePrivate("Ann", "KR", 240)).state.board.tokens_of("KR") == [("F5", 0)]


@rule_1890("3.10.1", "4.3.1", "4.3.3", "4.3.4", "4.3.5", scenarios="CD")
def test_players_sit_in_their_order_and_the_first_has_the_priority(edition: str) -> None:
    """The order is as it was drawn, whatever the names are."""
    for count in (2, 7):
        drawn = ("Gus", "Bo", "Flo", "Ann", "Ed", "Cy", "Di")[:count]
        game = Game("1890", edition=edition, players=list(drawn))
        assert game.players == drawn
        assert game.state.priority == "Gus"
        seen: list[str] = []
        while isinstance(game.state.stack[-1], Auction) and len(seen) < count:
            seen.append(game.acting[0])
            plays(game, Pass(game.acting[0]))
        assert tuple(seen) == game.players, "each has a number of their own, also the seventh"


#: each tile that can be covered, and the tiles that may cover it
UPGRADES = {
    "57": "14 15 205 206", "6": "12 14 15 205 206", "202": "821 822",
    "7": "18 26 27 28 29", "8": "16 19 23 24 25 28 29", "9": "18 19 20 23 24 26 27",
    "824": "834", "823": "833", "820": "830", "825": "835", "210": "217", "211": "217", "821": "831", "822": "831",
    "14": "63 74", "15": "63 74 193 465", "12": "63 74 193 839", "205": "63 74 193 465", "206": "63 74 193 465",
    "16": "43 70", "18": "43", "19": "45 46", "20": "44 47", "23": "41 43 45 47", "24": "42 43 46 47",
    "25": "40 45 46", "26": "42 44 45", "27": "41 44 46", "28": "39 46 70", "29": "39 45 70",
}  # fmt: skip
#: hexes enough to lay every tile that is ever covered
PLACES = ("K14", "E12", "F9", "H11", "F5", "B17", "G12", "H13", "G14", "F11", "I12")


def lays(table: Play, hex_id: str) -> list[tuple[str, int]]:
    """The tiles that may cover what lies on a hex, and how turned, for whoever comes there."""
    found = []
    for name in table.definition.tiles:
        for rotation in range(6):
            try:
                check_rotation(table, hex_id, check_tile(table, hex_id, name), rotation)
            except IllegalAction as refusal:
                if refusal.reason.code not in ("track_leads_nowhere", "track_to_barrier", "track_not_kept"):
                    break
                continue
            found.append((name, rotation))
    return found


def covered(table: Play, hex_id: str, found: dict[str, set[str]]) -> None:
    """Lay all that may lie on a hex, one upon the other, and note which tile covers which."""
    board = table.state.board
    tiles = lays(table, hex_id)
    if hex_id in board.tiles:
        found.setdefault(board.tiles[hex_id][0], set()).update(name for name, _ in tiles)
    elif len(table.definition.map.open_edges[hex_id]) == 6:
        tiles = list({name: (name, rotation) for name, rotation in tiles}.values())  # a turned hex is the same hex
    for tile in tiles:
        if table.definition.tiles[tile[0]].color != "brown":
            table.state.board = board.with_tile(hex_id, *tile, {})
            covered(table, hex_id, found)
    table.state.board = board


@rule_1890(*(f"V.{row}" for row in range(1, 59)))
def test_the_manifest_says_what_covers_what(edition: str) -> None:
    """Every tile is laid where it can be, and then every other upon it; 28 and 29 may become 39."""
    position = Position(edition).phase("4")
    for company in position.definition.companies:
        position.state.board = position.state.board.without_reservations(company)
    found: dict[str, set[str]] = {}
    for hex_id in PLACES:
        covered(position.game.table(position.state), hex_id, found)
    assert {tile: " ".join(sorted(names, key=int)) for tile, names in found.items() if names} == UPGRADES
