"""Upgrading tiles: colours by phase, what must be kept, labels, cost (2022 VIII.3.4, 2021 VII.3.4)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyTrain, LayTile, Pass, PlaceToken
from kaiping.board.reach import reach
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.rounds import end_stock_round, opening, operating, step

#: Tianjin in yellow, green, brown and grey, each keeping the track of the one before
TIANJIN = {"yellow": ("6", 2), "green": ("15", 1), "brown": ("611", 0), "grey": ("51", 0)}


def tianjin(edition: str, phase: str, color: str) -> Position:
    """JHR with track in Tianjin D10; in phase 7 it owns the first D-train."""
    position = opening(edition, phase).company("JHR", cash=100, trains=("D",) if phase == "7" else (), Ann=60)
    return position.tile("D10", *TIANJIN[color])


def colors_on(game: Game, hex_id: str) -> set[str]:
    """Colours of the tiles that may be laid on a hex now."""
    return {game.definition.tiles[lay.tile].color for lay in offered(game, LayTile) if lay.hex == hex_id}


# --- colours -----------------------------------------------------------------------------------------------------


@rule_1888("VIII.3.4.1", "VIII.3.4.2", "VIII.3.4.3", "VIII.3.4.4")
@pytest.mark.parametrize(("before", "after"), [("yellow", "green"), ("green", "brown"), ("brown", "grey")])
def test_each_colour_is_upgraded_to_the_next(edition: str, before: str, after: str) -> None:
    """All colours are available in the last phase; none is left out and none comes back."""
    game = tianjin(edition, "7", before).operate("JHR")
    assert colors_on(game, "D10") == {after}
    for color, (tile, rotation) in TIANJIN.items():
        if color != after:
            reason = refused(game, LayTile("JHR", "D10", tile, rotation))
            assert reason.code == "wrong_color"
            assert before != "yellow" or reason.clause == clause_in(edition, "VIII.3.4.2")
    plays(game, LayTile("JHR", "D10", *TIANJIN[after]))
    assert game.state.board.tiles["D10"] == TIANJIN[after]


@rule_1888("VIII.3.4.4")
def test_a_grey_tile_is_the_last(edition: str) -> None:
    assert colors_on(tianjin(edition, "7", "grey").operate("JHR"), "D10") == set()


def buyer_and_builder(edition: str, phase: str, gone: str, color: str, cash: int) -> Position:
    """JHR is to buy the next train and JZR, with a station in Tianjin, to build; all trains of a kind are gone."""
    position = opening(edition, phase)
    position.scrap(gone, position.state.depot.get(gone, 0)).tile("D10", *TIANJIN[color])
    return position.company("JHR", cash=cash, Ann=60).company("JZR", Bo=60).token("JZR", "D10")


@rule_1888("VIII.3.4.5", "VIII.3.4.6", "VIII.3.4.7", "VIII.3.10.10", "VIII.3.10.18", "VIII.3.10.24")
@pytest.mark.parametrize(
    ("phase", "train", "price", "before", "after"),
    [
        ("2", "3", 180, "yellow", "green"),
        ("4", "5", 500, "green", "brown"),
        ("6", "D", 900, "brown", "grey"),
    ],
)
def test_a_colour_comes_with_the_sale_of_a_train(
    edition: str, phase: str, train: str, price: int, before: str, after: str
) -> None:
    """Not before: green with the first 3-train, brown with the first 5-train, grey with the first D-train."""
    upgrade = LayTile("JZR", "D10", *TIANJIN[after])
    early = buyer_and_builder(edition, phase, phase, before, price).operate("JZR")
    assert refused(early, upgrade).code == "color_not_yet"
    game = buyer_and_builder(edition, phase, phase, before, price).operate("JHR", "trains", after=("JZR",))
    plays(game, BuyTrain("JHR", train, "bank", price))
    assert operating(game).company == "JZR"
    plays(game, upgrade)


@rule_1888("VIII.3.4.5", "VIII.3.4.6", "VIII.3.4.7", "VIII.3.10.10", "VIII.3.10.18", "VIII.3.10.24")
@pytest.mark.parametrize(("phase", "latest"), [("3", "green"), ("4", "green"), ("5", "brown"), ("6", "brown")])
def test_no_colour_comes_with_the_trains_between(edition: str, phase: str, latest: str) -> None:
    colors = list(TIANJIN)
    for color in colors[:3]:
        allowed = colors.index(color) < colors.index(latest)
        game = tianjin(edition, phase, color).operate("JHR")
        assert bool(colors_on(game, "D10")) is allowed


@rule_1888("VIII.3.4.5", "VIII.3.10.10")
def test_green_comes_with_the_export_of_the_first_3_train(edition: str) -> None:
    position = opening(edition).scrap("2", 5).tile("D10", *TIANJIN["yellow"])
    game = position.company("JHR", cash=0, trains=("2",), Ann=60).operate("JHR")
    assert refused(game, LayTile("JHR", "D10", *TIANJIN["green"])).code == "color_not_yet"
    plays(position.operate("JHR", "trains"), Pass("JHR"))
    end_stock_round(position.game)
    plays(position.game, LayTile("JHR", "D10", *TIANJIN["green"]))


@rule_1888("VIII.3.4.6", "VIII.3.10.18")
def test_brown_does_not_come_with_the_end_of_a_set(edition: str) -> None:
    """With a 5-train on top of the stack nothing is exported: brown waits for its sale."""
    position = opening(edition, "4").scrap("4", 3).tile("D10", *TIANJIN["green"])
    game = position.company("JHR", cash=0, trains=("4",), Ann=60).operate("JHR", "trains")
    plays(game, Pass("JHR"))
    assert isinstance(game.state.stack[-1], StockRound)
    end_stock_round(game)
    assert refused(game, LayTile("JHR", "D10", *TIANJIN["brown"])).code == "color_not_yet"


# --- connection --------------------------------------------------------------------------------------------------


def beside_tianjin(edition: str, tile: str, rotation: int) -> Position:
    """JHR's track leads by Tianjin D10 to the south-west side of C11, where a yellow tile lies."""
    position = opening(edition, "3").company("JHR", cash=0, Ann=60).tile("D10", "5", 2)
    return position.tile("C11", tile, rotation)


@rule_1888("VIII.3.4.8")
def test_an_upgraded_tile_is_joined_to_a_station_after_the_upgrade(edition: str) -> None:
    """The yellow tile on C11 passes JHR's track by; one upgrade takes it in, others do not."""
    game = beside_tianjin(edition, "8", 2).operate("JHR")
    for tile, rotation in (("16", 2), ("24", 2)):
        assert refused(game, LayTile("JHR", "C11", tile, rotation)).code == "not_connected"
    plays(game, LayTile("JHR", "C11", "25", 2))


@rule_1888("VIII.3.4.8")
def test_an_upgrade_behind_a_full_city_is_refused(edition: str) -> None:
    position = beside_tianjin(edition, "8", 2).company("CDL", Bo=60).token("CDL", "D10")
    assert refused(position.operate("JHR"), LayTile("JHR", "C11", "25", 2)).code == "not_connected"
    plays(position.operate("CDL"), LayTile("CDL", "C11", "25", 2))


@rule_1888("VIII.3.4.9")
def test_new_track_need_not_be_of_use(edition: str) -> None:
    """JHR uses the old track of C11; the new track beside it is joined to nothing of JHR's."""
    game = plays(beside_tianjin(edition, "8", 0).operate("JHR"), LayTile("JHR", "C11", "16", 0))
    found = reach(game.definition.map, game.definition.tiles, game.state.board, "JHR")
    assert found.edges["C11"] == 1 << 0 | 1 << 2


@rule_1888("VIII.3.4.16", "VIII.3.3.14")
@pytest.mark.parametrize(("others", "blocked"), [((), False), (("CDL",), False), (("CDL", "SSL"), True)])
def test_any_company_passes_a_city_with_a_free_slot_to_upgrade(
    edition: str, others: tuple[str, ...], blocked: bool
) -> None:
    """JHR upgrades C11 beyond the green Tianjin with its two slots."""
    position = opening(edition, "3").company("JHR", cash=0, Ann=60).tile("D10", "15", 1).tile("C11", "8", 0)
    for company in others:
        position.company(company, Bo=60).token(company, "D10")
    game = position.operate("JHR")
    upgrade = LayTile("JHR", "C11", "16", 0)
    if blocked:
        assert refused(game, upgrade).code == "not_connected"
    else:
        plays(game, upgrade)


# --- what is kept ------------------------------------------------------------------------------------------------


@rule_1888("VIII.3.4.10")
@pytest.mark.parametrize(
    ("yellow", "rotation", "ends", "green"),
    [
        ("7", 0, (0, 1), {"18", "26", "27", "28", "29"}),
        ("8", 0, (0, 2), {"16", "19", "23", "24", "25", "28", "29"}),
        ("9", 0, (0, 3), {"18", "19", "20", "23", "24", "26", "27"}),
    ],
)
def test_no_track_is_lost(edition: str, yellow: str, rotation: int, ends: tuple[int, int], green: set[str]) -> None:
    """Each bend on C11 has upgrades of its own, those that hold it, and they may be turned only so that they do."""
    game = beside_tianjin(edition, yellow, rotation).operate("JHR")
    upgrades = [lay for lay in offered(game, LayTile) if lay.hex == "C11"]
    assert {lay.tile for lay in upgrades} == green
    for tile in green:
        for turn in range(6):
            reason = game.why_not(LayTile("JHR", "C11", tile, turn))
            if ends[1] in game.definition.tiles[tile].shapes[turn].by_edge[ends[0]]:
                assert reason is None
            else:
                assert reason is not None
                assert (reason.code, reason.clause) == ("track_not_kept", clause_in(edition, "VIII.3.4.10"))


@rule_1888("VIII.3.4.11")
def test_plain_track_stays_plain_track(edition: str) -> None:
    game = beside_tianjin(edition, "8", 0).operate("JHR")
    for tile in ("14", "15"):
        for rotation in range(6):
            assert refused(game, LayTile("JHR", "C11", tile, rotation)).code == "wrong_stops"
    stops = {game.definition.tiles[lay.tile].stops for lay in offered(game, LayTile) if lay.hex == "C11"}
    assert stops == {()}


@rule_1888("VIII.3.4.12", "VIII.3.4.13")
def test_a_city_stays_a_city(edition: str) -> None:
    game = tianjin(edition, "3", "yellow").operate("JHR")
    for tile in ("16", "18", "19", "20", "23", "24", "25", "26", "27", "28", "29"):
        for rotation in range(6):
            reason = game.why_not(LayTile("JHR", "D10", tile, rotation))
            assert reason is not None
            assert (reason.code, reason.clause) == ("wrong_stops", clause_in(edition, "VIII.3.4.12"))
    assert {lay.tile for lay in offered(game, LayTile) if lay.hex == "D10"} == {"15"}


@rule_1888("VIII.3.4.12", "VIII.3.4.13")
@pytest.mark.parametrize(("hex_id", "tile"), [("E7", "4"), ("G5", "1")])
def test_towns_do_not_become_anything_else(edition: str, hex_id: str, tile: str) -> None:
    """No green tile has towns: the tile of a town, or of two, stays."""
    position = opening(edition, "5").company("HJR", cash=100, Ann=60).tile("F6", "611", 0).tile(hex_id, tile)
    game = position.operate("HJR")
    green = [name for name, entry in game.definition.tiles.items() if entry.color == "green"]
    assert {"14", "23", "8858", "L42"} <= set(green)
    for name in green:
        labelled = game.definition.tiles[name].label is not None
        reason = refused(game, LayTile("HJR", hex_id, name, 0))
        assert reason.code == ("wrong_label" if labelled else "wrong_stops")


@rule_1888("VIII.3.4.14", "VIII.3.4.10")
def test_a_city_keeps_its_connections(edition: str) -> None:
    """Tianjin joins Beijing and Tangshan: of the rotations of the green tile one keeps both."""
    game = tianjin(edition, "3", "yellow").operate("JHR")
    assert refused(game, LayTile("JHR", "D10", "15", 0)).code == "track_not_kept"
    plays(game, LayTile("JHR", "D10", "15", 1))


@rule_1888("VIII.3.4.12", "VIII.3.4.14")
def test_the_cities_of_a_printed_hex_keep_their_connections_and_stations(edition: str) -> None:
    """Shenyang's exit to the west stays with SSL's city; on the brown tile the two cities are one with two slots."""
    first = opening(edition, "5").company("SSL", cash=100, Ann=60).operate("SSL")
    assert refused(first, LayTile("SSL", "B18", "8858", 2)).code == "track_not_kept"
    plays(first, LayTile("SSL", "B18", "8858", 0))
    assert first.state.board.tokens[("B18", 1)] == ("SSL",)
    position = opening(edition, "5").company("SSL", cash=100, Ann=60).company("CDL", Bo=60)
    later = position.tile("B18", "8865", 0).token("CDL", "B18", 1).operate("SSL")
    fitting = [rotation for rotation in range(6) if later.why_not(LayTile("SSL", "B18", "X7", rotation)) is None]
    assert fitting == [3, 5]  # with exits to the west, the south-east, the north-east and the east
    assert refused(later, LayTile("SSL", "B18", "X7", 0)).code == "track_not_kept"
    plays(later, LayTile("SSL", "B18", "X7", 3))
    assert set(later.state.board.tokens[("B18", 0)]) == {"SSL", "CDL"}


@rule_1888("VIII.3.4.15")
def test_an_upgrade_may_bring_a_further_slot(edition: str) -> None:
    """CDL fills the yellow Tianjin; JHR upgrades it and places its own station there."""
    position = tianjin(edition, "3", "yellow").company("CDL", Bo=60).token("CDL", "D10")
    assert refused(position.operate("JHR", "token"), PlaceToken("JHR", "D10")).code == "city_full"
    game = plays(position.operate("JHR"), LayTile("JHR", "D10", "15", 1))
    assert step(game) == "token"
    plays(game, PlaceToken("JHR", "D10"))
    assert game.state.board.tokens[("D10", 0)] == ("CDL", "JHR")


@rule_1888("VIII.3.4.17")
def test_exchanged_tiles_come_back(edition: str) -> None:
    """All three straight city tiles lie on the map; HJR's upgrade frees one for ZDR."""
    position = opening(edition, "3").company("HJR", trains=("3",), Ann=60).company("ZDR", cash=0, Bo=60)
    position.tile("F6", "57", 0).tile("E5", "57", 2).tile("C3", "57", 0)
    straight = LayTile("ZDR", "G11", "57", 0)
    reason = refused(position.operate("ZDR"), straight)
    assert reason.code == "no_tile_left"
    assert reason.clause == {"2022": "1888-2022:XI.1", "2021": "1888-2021:I.9"}[edition]
    game = plays(position.operate("HJR", after=("ZDR",)), LayTile("HJR", "F6", "14", 0))
    assert operating(game).company == "ZDR"
    plays(game, straight)


# --- OO and B ----------------------------------------------------------------------------------------------------


@rule_1888("VIII.3.4.19")
def test_a_first_green_tile_is_an_upgrade(edition: str) -> None:
    """It waits for green tiles, and no yellow tile is laid beside it in the turn."""
    early = opening(edition).company("SSL", cash=100, Ann=60).operate("SSL")
    assert refused(early, LayTile("SSL", "B18", "8858", 0)).code == "color_not_yet"
    game = opening(edition, "3").company("SSL", cash=100, Ann=60).operate("SSL")
    yellow = LayTile("SSL", "B16", "1", 0)
    assert game.why_not(yellow) is None
    plays(game, LayTile("SSL", "B18", "8858", 0))
    assert refused(game, yellow).code == "not_in_this_step"


@rule_1888("VIII.3.4.20")
@pytest.mark.parametrize(
    ("company", "hex_id", "phase", "laid", "wrong", "right"),
    [
        ("SSL", "B18", "3", None, ("14", "15", "23", "L42"), ("8858", 0)),
        ("CDL", "B20", "3", None, ("14", "15", "23", "L42"), ("8858", 0)),
        ("HJR", "H4", "3", None, ("14", "15", "23", "L42"), ("8858", 2)),
        ("JHR", "C9", "3", None, ("14", "15", "23", "8858", "8865"), ("L42", 0)),
        ("SSL", "B18", "5", ("8865", 0), ("611", "8892", "39"), ("X7", 3)),
        ("JHR", "C9", "5", ("L42", 0), ("611", "X7", "39"), ("8892", 0)),
        ("SSL", "B18", "7", ("X7", 3), ("51", "8893"), ("512", 4)),
        ("JHR", "C9", "7", ("8892", 0), ("51", "512"), ("8893", 0)),
    ],
)
def test_lettered_hexes_take_tiles_with_their_letters(
    edition: str,
    company: str,
    hex_id: str,
    phase: str,
    laid: tuple[str, int] | None,
    wrong: tuple[str, ...],
    right: tuple[str, int],
) -> None:
    """Green, brown and grey alike."""
    trains = ("D",) if phase == "7" else ()
    position = opening(edition, phase).company(company, cash=100, trains=trains, Ann=60)
    if laid:
        position.tile(hex_id, *laid)
    if hex_id == "H4":
        position.token(company, "I5")  # in Zhengzhou, next to it
    game = position.operate(company)
    for tile in wrong:
        reason = refused(game, LayTile(company, hex_id, tile, 0))
        assert reason.code == "wrong_label"
        assert reason.clause == clause_in(edition, "VIII.3.4.20")
    plays(game, LayTile(company, hex_id, *right))


@rule_1888("VIII.3.4.21")
@pytest.mark.parametrize(
    ("phase", "color", "tiles"),
    [
        ("3", "yellow", ("8858", "8859", "8860", "8863", "8864", "8865", "L42")),
        ("5", "green", ("X7", "8892")),
        ("7", "brown", ("512", "8893")),
    ],
)
def test_lettered_tiles_go_nowhere_else(edition: str, phase: str, color: str, tiles: tuple[str, ...]) -> None:
    game = tianjin(edition, phase, color).operate("JHR")
    for tile in tiles:
        for rotation in range(6):
            assert refused(game, LayTile("JHR", "D10", tile, rotation)).code == "wrong_label"


@rule_1888("VIII.3.4.21")
@pytest.mark.parametrize(
    ("company", "hex_id", "phase", "laid", "tiles"),
    [
        ("JHR", "C9", "3", (), ("8858", "8859", "8860", "8863", "8864", "8865")),
        ("JHR", "C9", "5", ("L42",), ("X7",)),
        ("JHR", "C9", "7", ("L42", "8892"), ("512",)),
        ("SSL", "B18", "3", (), ("L42",)),
        ("SSL", "B18", "5", ("8860",), ("8892",)),
        ("SSL", "B18", "7", ("8860", "X7"), ("8893",)),
    ],
)
def test_tiles_with_other_letters_do_not_fit_either(
    edition: str, company: str, hex_id: str, phase: str, laid: tuple[str, ...], tiles: tuple[str, ...]
) -> None:
    """OO tiles not on Beijing, B tiles not on Shenyang."""
    position = opening(edition, phase).company(company, cash=100, trains=("D",) if phase == "7" else (), Ann=60)
    for tile in laid:
        position.tile(hex_id, tile)
    game = position.operate(company)
    for tile in tiles:
        for rotation in range(6):
            assert refused(game, LayTile(company, hex_id, tile, rotation)).code == "wrong_label"


# --- cost --------------------------------------------------------------------------------------------------------


@rule_1888("VIII.3.4.22")
@pytest.mark.parametrize(
    ("phase", "laid", "upgrade"),
    [("3", ("5", 2), ("15", 2)), ("5", ("15", 2), ("611", 2)), ("7", ("611", 2), ("51", 2))],
)
def test_upgrades_are_free_whatever_the_ground(
    edition: str, phase: str, laid: tuple[str, int], upgrade: tuple[str, int]
) -> None:
    """Taiyuan E3 lies in the mountains by the wall: its first tile costs 40, no later one costs anything."""
    first = opening(edition, phase).company("TJL", cash=39, trains=("D",) if phase == "7" else (), Ann=60)
    assert refused(first.operate("TJL"), LayTile("TJL", "E3", "5", 2)).code == "cash_for_terrain"
    position = opening(edition, phase).company("TJL", cash=0, trains=("D",) if phase == "7" else (), Ann=60)
    game = position.tile("E3", *laid).operate("TJL")
    plays(game, LayTile("TJL", "E3", *upgrade))
    assert game.state.cash["TJL"] == 0


@rule_1888("VIII.3.4.22")
@pytest.mark.parametrize(
    "first",
    [
        pytest.param(LayTile("JZR", "C7", "8", 4), id="wall"),
        pytest.param(LayTile("HJR", "G9", "57", 1), id="river"),
        pytest.param(LayTile("ZDR", "H10", "8", 3), id="mountain"),
        pytest.param(LayTile("HJR", "F8", "9", 1), id="plain"),
    ],
)
def test_only_the_first_tile_asks_what_ground_it_is(edition: str, first: LayTile) -> None:
    """Without money a first tile is laid on plain ground only, a second one on any; HJR has a station in Jinan G9."""
    position = opening(edition, "3").company(first.company, cash=0, Ann=60).tile("F6", "57", 1).tile("G11", "57", 0)
    if first.company == "HJR":
        position.token("HJR", "G9")
    assert (first in offered(position.operate(first.company), LayTile)) == (first.hex == "F8")
    game = position.tile(first.hex, first.tile, first.rotation).operate(first.company)
    assert colors_on(game, first.hex) == {"green"}
    for upgrade in [lay for lay in offered(game, LayTile) if lay.hex == first.hex]:
        assert plays(game.copy(), upgrade).state.cash[first.company] == 0


@rule_1888("VIII.3.4.23")
@pytest.mark.parametrize(
    ("lay", "cost"),
    [
        (LayTile("JHR", "C9", "L42", 0), 10),
        (LayTile("HJR", "H4", "8858", 2), 20),
        (LayTile("SSL", "B18", "8858", 0), 0),
        (LayTile("CDL", "B20", "8858", 0), 0),
    ],
)
def test_the_first_tile_on_beijing_and_on_h4_is_paid_for(edition: str, lay: LayTile, cost: int) -> None:
    """What the map prints there; the other two OO hexes cost nothing."""

    def position(cash: int) -> Game:
        made = opening(edition, "3").company(lay.company, cash=cash, Ann=60)
        if lay.hex == "H4":
            made.token("HJR", "I5")
        return made.operate(lay.company)

    game = plays(position(cost), lay)
    assert game.state.cash[lay.company] == 0
    if cost:
        assert refused(position(cost - 1), lay).code == "cash_for_terrain"


@rule_1888("VIII.3.4.22", "VIII.3.4.23")
def test_later_upgrades_of_beijing_and_h4_are_free(edition: str) -> None:
    beijing = opening(edition, "5").company("JHR", cash=0, Ann=60).tile("C9", "L42", 0)
    plays(beijing.operate("JHR"), LayTile("JHR", "C9", "8892", 0))
    jiaozuo = opening(edition, "5").company("HJR", cash=0, Ann=60).token("HJR", "I5").tile("H4", "8858", 2)
    plays(jiaozuo.operate("HJR"), LayTile("HJR", "H4", "X7", 3))
