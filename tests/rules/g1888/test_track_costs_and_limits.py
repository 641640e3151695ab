"""What the ground costs, and where no track may lead: off the map, against barriers (2022 VIII.3.3, 2021 VII.3.3)."""

from __future__ import annotations

import pytest

from kaiping.action import LayTile
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.rounds import opening

#: a lay on each kind of ground with what it costs: mountain, Great Wall, river, hills, and plain ground
GROUND = {
    "mountain and wall at F4": (LayTile("HJR", "F4", "7", 4), 40),
    "mountain at G15": (LayTile("LYR", "G15", "9", 0), 30),
    "river at G7": (LayTile("HJR", "G7", "9", 2), 20),
    "hill at H10": (LayTile("ZDR", "H10", "8", 3), 20),
    "wall at C7": (LayTile("JZR", "C7", "8", 4), 10),
    "town in the mountains at B2": (LayTile("TJL", "B2", "3", 4), 40),
    "plain at E7": (LayTile("HJR", "E7", "4", 0), 0),
    "plain at D10": (LayTile("JHR", "D10", "6", 2), 0),
}

PRINTED_COSTS = {
    10: "B16 C7 C9 C15",
    20: "B10 B12 B14 C11 C13 F10 F12 G7 G9 H4 H6 H10 H12",
    30: "B6 B8 C19 G15",
    40: "B2 B4 C3 C5 D2 D4 D6 E3 F2 F4 G3",
}


def ground(edition: str, lay: LayTile, cash: int) -> Game:
    """The company of a lay with so much cash and a way to where it builds."""
    position = opening(edition, "5").company(lay.company, cash=cash, Ann=60)
    match lay.company:
        case "HJR":
            position.tile("F6", "611", 0 if lay.hex != "G7" else 1)
        case "ZDR":
            position.tile("G11", "57", 0)
        case "TJL":
            position.token("TJL", "C3").tile("C3", "57", 2)
    return position.operate(lay.company)


@rule_1888("VIII.3.3.20", "VIII.3.3.22")
@pytest.mark.parametrize("where", GROUND)
def test_the_first_tile_on_a_hex_pays_for_the_ground(edition: str, where: str) -> None:
    """From the treasury of the company to the bank; a director's cash is no help."""
    lay, cost = GROUND[where]
    game = ground(edition, lay, cost)
    bank, players = game.state.bank, [game.state.cash[player] for player in game.players]
    plays(game, lay)
    assert game.state.cash[lay.company] == 0
    assert game.state.bank == bank + cost
    assert [game.state.cash[player] for player in game.players] == players
    if cost:
        reason = refused(ground(edition, lay, cost - 1), lay)
        assert reason.code == "cash_for_terrain"
        assert reason.clause == clause_in(edition, "VIII.3.3.22")


@rule_1888("VIII.3.3.20")
def test_every_hex_with_such_ground_costs_something(edition: str) -> None:
    hexes = Position(edition).definition.map.hexes.values()
    grounds = {"mountain", "wall", "water"}
    assert {place.id for place in hexes if place.cost} == {place.id for place in hexes if grounds & {*place.terrain}}
    assert grounds == {one for place in hexes for one in place.terrain}


@rule_1888("VIII.3.3.20")
def test_later_tiles_on_such_ground_cost_nothing(edition: str) -> None:
    """The wall of C7 has been paid for with the yellow tile that lies there."""
    for cash in (0, 30):
        position = opening(edition, "3").company("JZR", Ann=60, cash=cash, trains=("3",)).tile("C7", "8", 2)
        game = position.operate("JZR")
        upgrade = next(lay for lay in offered(game, LayTile) if lay.hex == "C7")
        assert plays(game, upgrade).state.cash["JZR"] == cash


@rule_1888("VIII.3.3.21")
def test_the_map_shows_what_the_ground_costs(edition: str) -> None:
    hexes = Position(edition).definition.map.hexes
    assert {name: place.cost for name, place in hexes.items() if place.cost} == {
        name: cost for cost, names in PRINTED_COSTS.items() for name in names.split()
    }


# --- where track may not lead ------------------------------------------------------------------------------------


def from_shenyang(edition: str, tile: str, rotation: int = 0) -> Position:
    """SSL with a green tile on its home B18."""
    return opening(edition, "3").company("SSL", cash=500, Ann=60).tile("B18", tile, rotation)


def taiyuan(edition: str) -> Game:
    """TJL in its first turn, on the western edge of the map."""
    return opening(edition).company("TJL", cash=800, operated=False, Ann=60).begin_round("TJL")


@rule_1888("VIII.3.3.23")
def test_no_track_off_the_map(edition: str) -> None:
    """West of Taiyuan E3 there is no hex."""
    game = taiyuan(edition)
    for tile, rotation in (("5", 0), ("5", 1), ("6", 1), ("6", 5), ("57", 1), ("57", 4)):
        reason = refused(game, LayTile("TJL", "E3", tile, rotation))
        assert reason.code == "track_leads_nowhere"
        assert reason.clause == clause_in(edition, "VIII.3.3.23")
    for tile, rotation in (("5", 2), ("5", 5), ("6", 0), ("57", 0), ("57", 2)):
        assert game.why_not(LayTile("TJL", "E3", tile, rotation)) is None


@rule_1888("VIII.3.3.24", in_2021=("VII.3.3.24",))
def test_no_track_to_a_side_of_a_grey_hex_without_track(edition: str) -> None:
    """C19 to the west side of C21, B16 to the south-east side of A15; next to them are sides with track."""
    clause = "1888-2022:VIII.3.3.24" if edition == "2022" else "1888-2021:VII.3.3.24"
    south = from_shenyang(edition, "8865").operate("SSL")
    reason = refused(south, LayTile("SSL", "C19", "8", 2))
    assert (reason.code, reason.clause) == ("track_to_closed_hex", clause)
    plays(south, LayTile("SSL", "C19", "9", 2))  # to Dandong D20
    west = opening(edition).company("SSL", cash=500, Ann=60).operate("SSL")
    assert refused(west, LayTile("SSL", "B16", "69", 0)).code == "track_to_closed_hex"
    plays(west, LayTile("SSL", "B16", "1", 0))  # to A17


@rule_1888("VIII.3.3.24", ruled="2021")
def test_no_track_to_a_side_of_a_red_hex_without_track(edition: str) -> None:
    """Baotou A3 has no arrow towards Hohhot B2, A1 has. The 2021 book names grey hexes only; the ruling is the same."""
    position = opening(edition).company("TJL", cash=500, Ann=60).token("TJL", "C3").tile("C3", "57", 2)
    game = position.operate("TJL")
    assert refused(game, LayTile("TJL", "B2", "58", 3)).code == "track_to_closed_hex"
    plays(game, LayTile("TJL", "B2", "4", 2))


@rule_1888("VIII.3.3.25")
def test_track_need_not_meet_the_track_next_door(edition: str) -> None:
    """A tile at Baoding points at Shijiazhuang, whose tile has no track there; another at an empty hex."""
    position = opening(edition, "5").company("HJR", cash=0, Ann=60).tile("F6", "611", 0)
    game = position.tile("E5", "57", 2).operate("HJR")
    assert game.why_not(LayTile("HJR", "E7", "58", 4)) is None  # to the empty hex E9
    plays(game, LayTile("HJR", "E7", "3", 0))


@rule_1888("VIII.3.3.25")
def test_track_next_door_need_not_be_met(edition: str) -> None:
    """Shijiazhuang has track towards Baoding, which the tile laid there passes by."""
    position = opening(edition, "5").company("HJR", cash=0, Ann=60).tile("F6", "611", 0).tile("E5", "57", 1)
    definition = position.definition
    assert 4 in definition.tiles["57"].shapes[1].exits
    assert definition.map.neighbours["E5"][4] == "E7"
    plays(position.operate("HJR"), LayTile("HJR", "E7", "4", 0))


#: company, its way to the hex, and lays on it: against the barrier, and past it
BARRIERS = {
    "C15 to C17": ("SSL", (("B16", "1", 0),), LayTile("SSL", "C15", "7", 3), LayTile("SSL", "C15", "8", 1)),
    "C15 to D16": ("SSL", (("B16", "1", 0),), LayTile("SSL", "C15", "8", 3), LayTile("SSL", "C15", "8", 1)),
    "C17 to C15": ("SSL", (("B18", "8863", 0),), LayTile("SSL", "C17", "58", 1), LayTile("SSL", "C17", "58", 3)),
    "D16 to C15": (
        "SSL",
        (("B18", "8863", 0), ("C17", "4", 0)),
        LayTile("SSL", "D16", "7", 2),
        LayTile("SSL", "D16", "8", 3),
    ),
    "F12 to F14": ("ZDR", (("G11", "57", 0),), LayTile("ZDR", "F12", "58", 4), LayTile("ZDR", "F12", "3", 0)),
    "F14 to F12": ("LYR", (), LayTile("LYR", "F14", "9", 1), LayTile("LYR", "F14", "7", 4)),
}


@rule_1888("VIII.3.3.26", "VIII.3.3.28")
@pytest.mark.parametrize("side", BARRIERS)
def test_no_track_to_a_barrier(edition: str, side: str) -> None:
    """From neither side of any of the three."""
    company, way, against, past = BARRIERS[side]
    position = opening(edition, "3").company(company, cash=500, Ann=60)
    for hex_id, tile, rotation in way:
        position.tile(hex_id, tile, rotation)
    game = position.operate(company)
    reason = refused(game, against)
    assert reason.code == "track_to_barrier"
    assert reason.clause == clause_in(edition, "VIII.3.3.28")
    plays(game, past)


@rule_1888("VIII.3.3.28")
@pytest.mark.parametrize(
    ("side", "tile", "rotation"),
    [("C15 to C17", "16", 1), ("C15 to D16", "25", 1), ("D16 to C15", "16", 2), ("F14 to F12", "27", 4)],
)
def test_no_upgrade_leads_to_a_barrier(edition: str, side: str, tile: str, rotation: int) -> None:
    """Green track over a yellow tile that keeps away from the barrier."""
    company, way, _, past = BARRIERS[side]
    position = opening(edition, "3").company(company, cash=500, Ann=60)
    for hex_id, laid, turned in (*way, (past.hex, past.tile, past.rotation)):
        position.tile(hex_id, laid, turned)
    game = position.operate(company)
    reason = refused(game, LayTile(company, past.hex, tile, rotation))
    assert (reason.code, reason.clause) == ("track_to_barrier", clause_in(edition, "VIII.3.3.28"))
    assert past.hex in {lay.hex for lay in offered(game, LayTile)}


@rule_1888("VIII.3.3.26")
def test_there_are_three_barriers(edition: str) -> None:
    """No other side between two hexes of land is closed."""
    printed = Position(edition).definition.map
    closed = {
        frozenset((name, other))
        for name, place in printed.hexes.items()
        for edge, other in enumerate(printed.neighbours[name])
        if other and place.buildable and printed.hexes[other].buildable and edge not in printed.open_edges[name]
    }
    assert closed == {frozenset(pair) for pair in (("C15", "C17"), ("C15", "D16"), ("F12", "F14"))}


@rule_1888("VIII.3.3.30", "VIII.3.3.23", "VIII.3.3.24", "VIII.3.3.28", only="2022")
def test_ex_1888_2022_05_illegal_orientation_of_a_tile(edition: str) -> None:
    """Track to a barrier, to a side of a grey hex without track, and off the map: refused each time."""
    barrier = opening(edition).company("LYR", cash=500, Ann=60).operate("LYR")
    assert refused(barrier, LayTile("LYR", "F14", "9", 1)).code == "track_to_barrier"
    grey = from_shenyang(edition, "8865").operate("SSL")
    assert refused(grey, LayTile("SSL", "C19", "8", 2)).code == "track_to_closed_hex"
    assert refused(taiyuan(edition), LayTile("TJL", "E3", "57", 1)).code == "track_leads_nowhere"
