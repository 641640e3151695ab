"""Track and routes by the 2010 book: every kind of hex and tile, every train, every value of a distant place."""

from __future__ import annotations

import pytest

from kaiping.action import LayTile, PlaceToken
from kaiping.board.hex import neighbour
from kaiping.errors import IllegalAction
from kaiping.flow.operating.fitting import check_rotation, check_tile
from kaiping.flow.operating.station import next_cost
from kaiping.titles import definition
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, earned, offered, plays, refused, wrong_run

# --- which tile goes where (X.2, X.3) ----------------------------------------------------------------------


def fitting(position: Position, hex_id: str) -> set[str]:
    """The tiles that a hex takes now, turned in some way or other."""
    table, found = position.game.table(), set()
    for tile in position.definition.tiles:
        try:
            check_tile(table, hex_id, tile)
        except IllegalAction:
            continue
        found.add(tile)
    return found


PLAIN, TOWN, CITY = {"7", "8", "9"}, {"8850", "8851", "8852"}, {"5", "6", "57"}
TWINS = {"8854", "8855", "8856", "8857", "8858"}
YELLOW = {
    (): PLAIN, ("town",): TOWN, ("town", "town"): TWINS, ("city",): CITY, ("city", "city"): {"235"},
    ("boomtown",): TOWN | CITY, ("boomtown", "boomtown"): TWINS | {"235"},
}  # fmt: skip


@rule_1880(in_2010=["X.2.1", "X.2.12", "X.2.13", "X.2.14", "X.2.15", "X.2.16", "X.2.17", "X.2.18", "X.2.19", "X.2.21"])
def test_the_first_tile_of_every_hex(edition: str) -> None:
    position = Position(edition)
    position.company("WNR", par=80, Ann=30).operate("WNR")
    for name, printed in position.definition.map.hexes.items():
        if printed.buildable and name != "F8":
            stops = tuple(stop.kind.value for stop in printed.stops)
            assert fitting(position, name) == ({"8877"} if name == "K15" else YELLOW[stops]), name
    late = Position(edition).phase("B1")
    late.company("WNR", par=80, Ann=30).operate("WNR")
    assert fitting(late, "F8") == {"8886"}


GREEN_PLAIN = {"16", "17", "18", "19", "20", *(str(number) for number in range(23, 32))}
#: what lies on a hex, and what may follow it once all colours are there
UPGRADES = [
    ("K11", ("9",), GREEN_PLAIN), ("K11", ("9", "23"), set()),
    ("A7", ("8852",), {"887", "888", "8866"}), ("A7", ("8852", "888"), {"8871"}),
    ("A7", ("8852", "888", "8871"), set()),
    ("B14", ("8852",), {"887", "888", "8866"}), ("B14", ("57",), {"14", "15", "619"}),
    ("B12", ("8855",), set()), ("H8", ("8855",), set()),
    ("L10", ("57",), {"14", "15", "619"}), ("L10", ("57", "14"), {"63", "611"}),
    ("L10", ("57", "14", "63"), {"455", "895"}),
    ("H8", ("235",), {str(number) for number in range(8860, 8866)}),
    ("D12", ("235",), {str(number) for number in range(8860, 8866)}),
    ("D12", ("235", "8862"), {"8872", "8873", "8874"}), ("D12", ("235", "8862", "8874"), {"8875"}),
    ("K15", ("8877",), {"8878"}), ("K15", ("8877", "8878"), {"8879"}), ("K15", ("8877", "8878", "8879"), {"8880"}),
    ("F8", (), {"8886"}), ("F8", ("8886",), {"8887"}), ("F8", ("8886", "8887"), {"8888"}),
]  # fmt: skip


@rule_1880(in_2010=["X.3.3", "X.3.4", "X.3.5", "X.3.12", "X.3.13", "X.3.14", "X.2.20", "X.2.21", "X.2.16", "X.2.17"])
@pytest.mark.parametrize(("hex_id", "laid", "wanted"), UPGRADES)
def test_what_may_follow_a_tile(edition: str, hex_id: str, laid: tuple[str, ...], wanted: set[str]) -> None:
    position = Position(edition).phase("D1").company("WNR", par=80, Ann=60)
    position.operate("WNR")
    for tile in laid:
        position.state.board.tiles[hex_id] = (tile, 0)
        position.state.board.memo.clear()
    assert fitting(position, hex_id) == wanted


@rule_1880(in_2010=["X.2.2", "X.2.3", "X.2.24", "X.2.32", "X.2.33", "X.2.38"])
def test_red_and_blue_hexes_and_the_track_that_is_on_them(edition: str) -> None:
    """Track may point at them where they have an arrow or a ferry, and nowhere else."""
    arrows = {
        "A3": {4, 5}, "A15": {0, 1}, "I1": {3, 4, 5}, "K1": {3, 4, 5}, "Q7": {2, 3}, "Q15": {2}, "N16": {0, 1, 2},
        "Q13": {2, 3}, "F12": {1, 3}, "F14": {0, 2}, "I15": {2, 5}, "J16": {0, 2},
    }  # fmt: skip
    position = Position(edition).phase("D1").company("WNR", par=80, Ann=60, cash=500).tile("L10", "57", 0)
    game, printed = position.operate("WNR"), position.definition.map
    assert {name for name, one in printed.hexes.items() if not one.buildable} == set(arrows)
    for name, exits in arrows.items():
        assert printed.hexes[name].shape.exits == exits
        for tile in ("9", "57", "23", "63"):
            assert refused(game, LayTile("WNR", name, tile, 0)).code == "hex_not_buildable"
        for edge in range(6):
            beside = neighbour(name, edge)
            if beside in printed.hexes and beside not in arrows:
                assert ((edge + 3) % 6 in printed.open_edges[beside]) == (edge in exits), (name, edge)
    check_rotation(game.table(), "B4", position.definition.tiles["9"], 2)
    check_rotation(game.table(), "N14", position.definition.tiles["9"], 1)


CROSSINGS = [("F10", "E13", 0), ("E13", "F10", 4), ("E13", "G13", 3), ("H14", "K15", 3), ("K15", "H14", 5)]


@rule_1880(in_2010=["X.2.32"])
@pytest.mark.parametrize(("here", "there", "edge"), CROSSINGS)
def test_a_ferry_leads_on_to_new_track_like_a_tile(edition: str, here: str, there: str, edge: int) -> None:
    """WNR has a token beside the ferry; beyond it tiles can be laid that join it, and no others.

    G13 is no city, and Shanghai, K15, is kept for HKR.
    """
    tile, rotation = {"F10": ("57", 1), "E13": ("5", 5), "H14": ("57", 2), "K15": ("8877", 0)}[here]
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=500)
    game = position.tile("L10", "57", 0).tile(here, tile, rotation).token("WNR", here).operate("WNR")
    lays = [action for action in offered(game, LayTile) if action.hex == there]
    tiles = position.definition.tiles
    assert lays
    assert all(edge in tiles[action.tile].shapes[action.rotation].exits for action in lays)
    station = position.tile(there, lays[0].tile, lays[0].rotation).operate("WNR", "token")
    assert (there in {action.hex for action in offered(station, PlaceToken)}) == (there not in ("G13", "K15"))


def fault(position: Position, hex_id: str, tile: str, rotation: int) -> str | None:
    """Why a tile may not be turned so on a hex."""
    try:
        check_rotation(position.game.table(), hex_id, position.definition.tiles[tile], rotation)
    except IllegalAction as wrong:
        return wrong.reason.code
    return None


@rule_1880(in_2010=["X.2.30", "X.2.36"])
@pytest.mark.parametrize(("hex_id", "stub"), [("E9", 0), ("F6", 4), ("F10", 1), ("G7", 3)])
def test_every_tile_beside_beijing_keeps_the_stub(edition: str, hex_id: str, stub: int) -> None:
    position = Position(edition).phase("B1")
    position.company("JHU", par=80, Ann=30, cash=500).operate("JHU")
    assert neighbour(hex_id, stub) == "F8"
    kept = 0
    for name in fitting(position, hex_id):
        for rotation, shape in enumerate(position.definition.tiles[name].shapes):
            if shape.exits <= position.definition.map.open_edges[hex_id]:
                reason = fault(position, hex_id, name, rotation)
                assert reason == (None if stub in shape.exits else "stub_not_kept")
                kept += reason is None
    assert kept


def wuhan(edition: str, phase: str = "B1", **company: object) -> Position:
    """WNR in Wuhan, L10, with track to the city of J12 and, by way of two plain hexes, to the town on O7."""
    position = Position(edition).phase(phase).company("WNR", par=80, Ann=60, cash=500, **company)  # type: ignore[arg-type]
    position.tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0)
    return position.tile("M9", "9", 0).tile("N8", "9", 0).tile("O7", "8852", 0)


@rule_1880(in_2010=["X.3.11", "X.3.9"])
def test_new_track_need_not_be_of_use_to_the_company(edition: str) -> None:
    """WNR runs from west to east on K11; the track across it, of green tile 20, leads nowhere."""
    game = wuhan(edition).operate("WNR")
    tiles = game.definition.tiles
    for tile in ("20", "23", "26"):
        kept = {rotation for rotation in range(6) if {0, 3} in map(set, tiles[tile].shapes[rotation].track)}
        lays = {action.rotation for action in offered(game, LayTile) if (action.hex, action.tile) == ("K11", tile)}
        assert lays == kept != set()


@rule_1880(in_2010=["X.3.17"])
def test_a_tile_that_was_replaced_is_used_again(edition: str) -> None:
    """All six tiles 57 lie on the board; one is replaced, and there is one for K13."""
    position = wuhan(edition)
    for hex_id in ("C9", "C11", "H6", "H14"):
        position.tile(hex_id, "57", 0)
    game = position.operate("WNR")
    with pytest.raises(IllegalAction) as none:
        check_tile(game.table(), "K13", "57")
    assert none.value.reason.code == "no_tile_left"
    plays(game, LayTile("WNR", "L10", "14", 0))
    check_tile(game.table(), "K13", "57")


@rule_1880(in_2010=["X.2.11"])
@pytest.mark.parametrize(("company", "beside"), [("JHU", "F10"), ("JHA", "E9"), ("JLR", "F6"), ("JGG", "G7")])
def test_who_starts_from_beijing_builds_elsewhere_at_once(edition: str, company: str, beside: str) -> None:
    """Station and track are printed there, so that no tile has to come on Beijing first."""
    for phase in ("A1", "B1"):
        position = Position(edition).phase(phase).company(company, par=80, Ann=30, cash=500, operated=False)
        lays = {action.hex for action in offered(position.begin_round(company), LayTile)}
        assert lays == ({beside, "F8"} if phase == "B1" else {beside})


# --- stations (X.4) -----------------------------------------------------------------------------------------


@rule_1880(in_2010=["X.4.14", "X.4.13"])
@pytest.mark.parametrize("trains", [(), ("2",)])
def test_the_way_to_a_new_station_may_be_longer_than_any_train(edition: str, trains: tuple[str, ...]) -> None:
    """From Wuhan by Hefei, J12, to Qingdao, H14, five hexes away."""
    position = wuhan(edition, trains=trains).tile("I13", "9", 0).tile("H14", "57", 0)
    game = position.operate("WNR", "token")
    assert {action.hex for action in offered(game, PlaceToken)} == {"J12", "H14"}
    plays(game, PlaceToken("WNR", "H14", 0))


@rule_1880(in_2010=["X.4.4", "X.4.9", "X.4.10", "III.2.13"])
@pytest.mark.parametrize("company", list(definition("1880", "2010").companies))
def test_every_company_has_its_home_and_two_more_stations(edition: str, company: str) -> None:
    position = Position(edition).phase("B1").company(company, par=80, Ann=60, cash=500)
    game = position.operate(company, "token")
    costs = []
    for hex_id in ("A5", "P8", "H14"):
        costs.append(next_cost(game.table(), company))
        position.token(company, hex_id)
    assert costs == [40, 100, None]


@rule_1880(in_2010=["X.4.19"])
@pytest.mark.parametrize(("company", "home", "beside"), [("QSR", "D12", "C11"), ("SCR", "N12", "N10")])
@pytest.mark.parametrize("color", ["green", "brown", "grey"])
def test_nobody_else_enters_the_hex_of_qsr_or_scr_before_them(
    edition: str, company: str, home: str, beside: str, color: str
) -> None:
    """Also where the two cities have grown together and there are two places; afterwards others may come."""
    position = Position(edition).phase("D1").company("WNR", par=80, Ann=60, cash=500).tile(beside, "57", 0)
    position.token("WNR", beside).tile(home, "235", 0).tile(home, "8862", 0)
    for tile, rotation in {"green": (), "brown": (("8872", 3),), "grey": (("8872", 3), ("8875", 0))}[color]:
        position.tile(home, tile, rotation)
    stops = range(2 if color == "green" else 1)
    game = position.operate("WNR", "token")
    assert {refused(game, PlaceToken("WNR", home, stop)).code for stop in stops} == {"home_hex_kept"}
    position.company(company, par=70, Bo=60)
    then = position.operate("WNR", "token")
    reasons = [then.why_not(PlaceToken("WNR", home, stop)) for stop in stops]
    assert "home_hex_kept" not in {reason.code for reason in reasons if reason is not None}


@rule_1880(in_2010=["X.4.7", "X.7.14", "X.7.15"])
def test_no_train_passes_a_city_full_of_others(edition: str) -> None:
    """K13 between L14 and J12; with a station of WNR in it, or a free place, it is open."""

    def line(tile: str, *owners: str) -> Position:
        position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=300, trains=("3",), permits="")
        position.tile("L14", "57", 2).token("WNR", "L14").tile("K13", "57", 2).tile("J12", "57", 2)
        if tile == "14":
            position.tile("K13", "14", 2)
        for number, owner in enumerate(owners):
            if owner != "WNR":
                position.company(owner, par=70 + 10 * number, Bo=60)
            if owner != "NJR":  # it is at home there
                position.token(owner, "K13")
        return position

    route, worth = ("3", "L14.0", "K13.0", "J12.0"), {"57": 60, "14": 70}
    assert wrong_run(line("57", "NJR").operate("WNR", "run"), "WNR", route) == "route_blocked_city"
    assert wrong_run(line("14", "NJR", "BZU").operate("WNR", "run"), "WNR", route) == "route_blocked_city"
    for tile, owners in (("14", ("NJR",)), ("14", ("NJR", "WNR"))):
        assert earned(line(tile, *owners).operate("WNR", "run"), "WNR", route) == worth[tile]


# --- trains and routes (X.5, X.7, X.8, X.10) -------------------------------------------------------------------


@rule_1880(in_2010=["X.5.1", "X.5.4", "X.5.5", "X.5.6", "X.5.13", "X.5.15", "X.5.17", "X.7.4", "X.7.5"])
def test_what_is_printed_on_each_train(edition: str) -> None:
    """Stops in all, large ones at most where that is less, and whether it may leave stops out."""
    kinds = definition("1880", edition).trains
    assert {name: (kind.range, kind.cities, kind.skips) for name, kind in kinds.items()} == {
        "2": (2, None, False), "2+2": (4, 2, False), "3": (3, None, False), "3+3": (6, 3, False),
        "4": (4, None, False), "4+4": (8, 4, False), "6": (6, None, False), "6E": (6, None, True),
        "8": (8, None, False), "8E": (8, None, True), "10": (10, None, False), "2R": (2, None, False),
    }  # fmt: skip


@rule_1880(in_2010=["X.5.2", "X.5.7", "X.5.17"])
@pytest.mark.parametrize(("phase", "train"), [("B1", "3"), ("B1", "2+2"), ("C2", "2R"), ("B1", "2")])
def test_the_length_of_the_track_does_not_matter(edition: str, phase: str, train: str) -> None:
    """From J12 to O7 it is six hexes with three stops."""
    game = wuhan(edition, phase, trains=(train,)).operate("WNR", "run")
    whole = (train, "J12.0", "K11", "L10.0", "M9", "N8", "O7.0")
    assert earned(game, "WNR", (train, *whole[3:])) == 20 + 20
    if train in ("2", "2R"):
        assert wrong_run(game, "WNR", whole) == "route_too_long"
    else:
        assert earned(game, "WNR", whole) == 60


@rule_1880(in_2010=["X.7.1", "X.7.2", "X.4.6"])
def test_a_route_is_track_between_stops_with_a_token_anywhere_on_it(edition: str) -> None:
    """WNR sits in the middle, or at an end; in the end J12 is turned so that its track leads past K11."""
    game = wuhan(edition, trains=("3",)).operate("WNR", "run")
    west, east = ("J12.0", "K11", "L10.0"), ("L10.0", "M9", "N8", "O7.0")
    for stops, worth in ((west, 40), (east, 40), (west + east[1:], 60), ((west + east[1:])[::-1], 60)):
        assert earned(game, "WNR", ("3", *stops)) == worth
    assert wrong_run(game, "WNR", ("3", "L10.0")) == "route_one_stop"
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=500, trains=("3",))
    position.tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 1).tile("M9", "9", 0).tile("N8", "9", 0)
    game = position.tile("O7", "8852", 0).operate("WNR", "run")
    for stops in (west, west[::-1], (west + east[1:])[::-1]):
        assert wrong_run(game, "WNR", ("3", *stops)) == "route_no_track"


@rule_1880(in_2010=["X.5.9", "X.7.11", "X.5.1"])
@pytest.mark.parametrize(("train", "stops"), [("2", 2), ("3", 3), ("2+2", 4), ("3+3", 5)])
def test_a_harbour_takes_a_place_of_the_range(edition: str, train: str, stops: int) -> None:
    """From J12 and from Nanjing to Taiwan: it is a stop like a town, neither a large one nor none at all."""
    position = Position(edition).phase("B2").company("NJR", par=80, Ann=60, cash=300, trains=(train,), permits="")
    position.tile("J12", "57", 2).tile("K13", "57", 2).tile("L14", "8852", 2).tile("M15", "8852", 2)
    game = position.operate("NJR", "run")
    line = ("J12.0", "K13.0", "L14.0", "M15.0", "N16.0")
    for route in (line, line[1:]):
        if len(route) <= stops:
            assert earned(game, "NJR", (train, *route)) == 20 * (len(route) - 1) + 30
        else:
            assert wrong_run(game, "NJR", (train, *route)) == "route_too_long"


def siberia(edition: str, phase: str, *trains: str) -> Position:
    """BZU with a station in Qiqihar, A5, on a line of eight hexes and five stops between Russia and Vladivostok."""
    position = Position(edition).phase(phase).company("BZU", par=80, Ann=60, cash=300, trains=trains, permits="")
    position.tile("A5", "57", 1).token("BZU", "A5").tile("A7", "8852", 1)
    return position.tile("A9", "9", 1).tile("A11", "9", 1).tile("A13", "8", 5).tile("B14", "5", 2)


LINE = ("A3.0", "A5.0", "A7.0", "A9", "A11", "A13", "B14.0", "A15.0")


@rule_1880(in_2010=["X.5.14", "X.10.1"])
def test_nor_for_an_e_train(edition: str) -> None:
    game = siberia(edition, "C3", "6E").operate("BZU", "run")
    assert earned(game, "BZU", ("6E", *LINE)) == 40 + 20 + 20 + 20 + 30 + 50


@rule_1880(in_2010=["X.10.1"])
def test_two_trains_do_not_share_the_trans_siberian_bonus(edition: str) -> None:
    """One calls in Russia, the other in Vladivostok."""
    game = siberia(edition, "B1", "2", "2").token("BZU", "B14").operate("BZU", "run")
    assert earned(game, "BZU", ("2", "A3.0", "A5.0"), ("2", "B14.0", "A15.0")) == 30 + 20 + 20 + 20


@rule_1880(in_2010=["X.10.1"])
def test_no_other_distant_places_bring_the_bonus(edition: str) -> None:
    """LHR runs from Ürümqi by Lanzhou to Lhasa."""
    position = Position(edition).phase("B1").company("LHR", par=80, Ann=60, cash=300, trains=("3",), permits="")
    game = position.tile("J2", "6", 0).operate("LHR", "run")
    assert earned(game, "LHR", ("3", "I1.0", "J2.0", "K1.0")) == 20 + 20 + 0
    (bonus,) = game.definition.running.bonuses
    assert bonus.between == (("A3",), ("A15",))


@rule_1880(in_2010=["X.7.7", "X.7.8"])
def test_tiles_with_separate_cities_and_towns(edition: str) -> None:
    printed = definition("1880", edition)
    separate = {name for name, tile in printed.tiles.items() if len(tile.stops) > 1}
    assert separate == {"235", "8886", *map(str, range(8854, 8859)), *map(str, range(8860, 8866))}
    assert (len(printed.map.hexes["F8"].stops), len(printed.tiles["8886"].stops)) == (4, 6)
    for name in separate - {"235"}:
        ends = list(printed.tiles[name].shapes[0].by_stop)
        assert all(ends)
        assert sum(map(len, ends)) == len({edge for exits in ends for edge in exits}), "no track joins two of them"


VALUES = {
    "A3": (20, 30, 40, 50), "A15": (10, 20, 30, 40), "I1": (10, 20, 30, 40), "K1": (0, 0, 0, 80),
    "Q7": (30, 40, 50, 60), "Q15": (20, 30, 10, 70), "N16": (30, 30, 0, 0), "Q13": (20, 30, 40, 50),
}  # fmt: skip


@rule_1880(in_2010=["X.8.6", "X.8.7", "X.8.5"])
@pytest.mark.parametrize(("phase", "train"), [("A2", "2+2"), ("B2", "3+3"), ("C1", "4+4"), ("D1", "6"), ("C3", "6")])
def test_distant_places_and_harbours_by_phase(edition: str, phase: str, train: str) -> None:
    """CKR runs from Kunming to French Indochina."""
    position = Position(edition).phase(phase).company("CKR", par=80, Ann=60, trains=(train,), permits="")
    hexes = position.definition.map.hexes
    places = {name: tuple(one.stops[0].values) for name, one in hexes.items() if not one.buildable and one.stops}
    assert places == VALUES
    game = position.tile("O5", "57", 2).tile("P6", "8852", 2).operate("CKR", "run")
    value = VALUES["Q7"]["ABCD".index(phase[0])]
    assert earned(game, "CKR", (train, "O5.0", "P6.0", "Q7.0")) == 20 + 20 + value
