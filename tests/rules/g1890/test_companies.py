"""What single companies and privates have of their own: JR, the Subway, Hanshin, Hankyu, Kobe Rapid, fixed incomes."""

from __future__ import annotations

import pytest

from kaiping.action import (
    AcquirePrivate,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from kaiping.flow.incomes import pay_incomes
from kaiping.flow.operating.connections import has_route, passes_of, reached
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.station import next_cost
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, events, offered, plays, refused
from tests.rules.g1890.runs import run


def incomes(position: Position) -> Game:
    """The game after the fixed incomes of an operating round have been paid."""
    pay_incomes(position.game.table(position.state))
    return position.game


# --- JR


@rule_1890("VI.6.4.1", "VI.3.1.1")
def test_a_company_that_floats_has_no_token_before_it_operates(edition: str) -> None:
    """Sanyo floats in a stock round, and Hankyu operates before it."""
    position = Position(edition).company("SY", par=70, Ann=40, cash=0).company("HK", par=90, Cy=50, cash=500)
    game = plays(position.cash(Bo=500).stock("Bo"), BuyShare("Bo", "SY", "ipo"))
    assert "SY" in game.state.floated
    assert game.state.board.tokens_of("SY") == []
    all_pass(game)
    assert (game.acting, game.state.board.tokens_of("SY")) == (("Cy",), [])
    while game.acting == ("Cy",):
        plays(game, Pass("HK"))
    assert (game.acting, game.state.board.tokens_of("SY"), game.state.cash["SY"]) == (("Ann",), [("F3", 0)], 700)


@rule_1890("C.8.4.3", "10.4.1.1", "VI.6.4.1", "VI.3.1.1")
def test_jr_places_four_home_tokens_in_its_first_turn(edition: str) -> None:
    game = Position(edition).company("JR", par=100, Ann=50, operated=False).begin_round("JR")
    assert set(game.state.board.tokens_of("JR")) == {("G12", 0), ("B17", 0), ("H19", 1), ("F5", 0)}
    assert next_cost(game.table(), "JR") == 40
    assert game.state.cash["JR"] == 0, "they are free"


@rule_1890("A.8.4.6", scenarios="AB")
def test_without_nara_on_the_map_jr_has_three_homes(edition: str) -> None:
    game = Position(edition).company("JR", par=100, Ann=50, operated=False).begin_round("JR")
    assert set(game.state.board.tokens_of("JR")) == {("G12", 0), ("B17", 0), ("F5", 0)}
    assert game.definition.companies["JR"].stations == 5


@rule_1890("10.3.1.1.2", "C.8.4.15", "5.11", "5.18", "5.25", "A.8.4.17", "B.12.1", "D.8.4.17", scenarios="ABCD")
@pytest.mark.parametrize("phase", ["1", "2", "3"])
def test_jr_lays_two_tiles_a_turn(edition: str, phase: str) -> None:
    """Or upgrades two, or does each once, in either order."""
    game = Position(edition).phase(phase).company("JR", par=100, Ann=50, cash=500).operate("JR")
    plays(game, LayTile("JR", "F7", "57", 1))
    assert offered(game, LayTile)
    plays(game, LayTile("JR", "F3", "57", 1))
    assert not offered(game, LayTile)
    kobe, kita, yellow = LayTile("JR", "F5", "820", 0), LayTile("JR", "G12", "823", 4), LayTile("JR", "F7", "57", 1)
    for pair in ((kobe, kita), (kobe, yellow), (yellow, kobe)) if phase != "1" else ():
        game = Position(edition).phase(phase).company("JR", par=100, Ann=50, cash=500).operate("JR")
        assert not offered(plays(game, *pair), LayTile)
    if phase != "1":
        position = Position(edition).phase(phase).company("JR", par=100, Ann=50, cash=500).tile("F7", "57", 1)
        plays(position.operate("JR"), LayTile("JR", "F7", "15", 1), LayTile("JR", "F5", "820", 0))


@rule_1890("C.8.4.16", "A.8.4.18", "D.8.4.18", scenarios="ACD")
def test_jr_does_not_act_twice_on_one_hex(edition: str) -> None:
    game = Position(edition).phase("2").company("JR", par=100, Ann=50, cash=500).operate("JR")
    plays(game, LayTile("JR", "F7", "57", 1))
    assert refused(game, LayTile("JR", "F7", "15", 1)).code == "hex_laid_already"
    plays(game, LayTile("JR", "F5", "820", 0))


@rule_1890("5.33", "10.3.1.1.1")
def test_from_phase_four_on_jr_lays_one_tile_like_others(edition: str) -> None:
    game = Position(edition).phase("4").company("JR", par=100, Ann=50, cash=500).operate("JR")
    plays(game, LayTile("JR", "F7", "57", 1))
    assert not offered(game, LayTile)


@rule_1890(
    "C.8.4.11",
    "C.8.4.12",
    "C.8.4.13",
    "10.6.2.5",
)
def test_jr_pays_half_and_rounds_its_own_half_up_to_ten(edition: str) -> None:
    position = Position(edition).company("JR", par=100, Ann=30, Bo=20, pool=10, cash=0, trains=("2",)).cash(Ann=0, Bo=0)
    game = position.operate("JR", "dividend", revenue=130)
    row, column = game.state.cells["JR"]
    plays(game, Dividend("JR", "pay"))
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (18, 12)
    assert game.state.cash["JR"] == 70 + 6, "its half, and what its share in the market earns"
    assert game.state.cells["JR"] == (row, column + 1)


@rule_1890("C.8.4.14")
def test_jr_may_withhold_everything(edition: str) -> None:
    game = Position(edition).company("JR", par=100, Ann=50, trains=("2",)).operate("JR", "dividend", revenue=130)
    assert offered(game, Dividend) == [Dividend("JR", "pay"), Dividend("JR", "withhold")]
    row, column = game.state.cells["JR"]
    plays(game, Dividend("JR", "withhold"))
    assert (game.state.cash["JR"], game.state.cells["JR"]) == (130, (row, column - 1))


@rule_1890("5.12", "5.19", "5.26", "5.34", "5.42", "5.49", "C.8.4.7", "IV.1", "IV.9", "IV.11")
def test_train_limits_of_minors_companies_and_jr(edition: str) -> None:
    definition = Position(edition).definition
    limits = {
        phase: tuple(definition.train_limit(phase, owner) for owner in ("KA", "HK", "JR"))
        for phase in definition.phases
    }
    assert limits["1"] == limits["1.5"] == limits["2"] == limits["2.5"] == (2, 4, 6)
    assert limits["3"] == (1, 3, 4)
    assert limits["4"] == limits["5"] == limits["6"] == (1, 2, 3)


# --- Osaka Subway and Osaka Municipal


@rule_1890("C.8.1.20", "C.8.4.21", "D.8.4.23", scenarios="CD")
def test_the_subway_builds_free_in_osaka_in_its_first_turn(edition: str) -> None:
    position = Position(edition).phase("2").company("OS", Ann=50, cash=100, operated=False).private("OM", "Ann")
    game = position.begin_round("OS")
    plays(game, LayTile("OS", "H11", "12", 4))
    assert game.state.cash["OS"] == 100
    later = Position(edition).phase("2").company("OS", Ann=50, cash=100).operate("OS")
    plays(later, LayTile("OS", "H11", "12", 4))
    assert later.state.cash["OS"] == 20


@rule_1890("C.8.1.20", "C.8.4.21", "D.8.4.23", scenarios="CD")
@pytest.mark.parametrize("lay", [("G12", "823", 1), ("H11", "12", 4), ("H13", "824", 5)])
def test_one_of_three_cities_of_osaka(edition: str, lay: tuple[str, str, int]) -> None:
    position = Position(edition).phase("2").company("OS", Ann=50, cash=0, operated=False).private("OM", "Ann")
    game = position.begin_round("OS")
    assert {one.hex for one in offered(game, LayTile)} == {"G12", "H11", "H13"}
    plays(game, LayTile("OS", *lay))
    assert (game.state.cash["OS"], offered(game, LayTile)) == (0, [])


KITA = LayTile("HK", "G12", "823", 1)


def towards_kita(edition: str, phase: str = "2", options: tuple[str, ...] = ()) -> Position:
    """Hankyu reaches Osaka Kita; Ann owns Osaka Municipal."""
    position = Position(edition, options=options).phase(phase).company("HK", Cy=50, cash=500).tile("E12", "57", 2)
    return position.private("OM", "Ann").tile("F13", "6", 2)


@rule_1890(
    "11.1.1.1", "11.1.1.2", "11.1.1.3", "10.3.1.2.3", "10.3.1.2.4", "C.8.1.1", "D.8.1.1", "VI.10.3.1", scenarios="CD"
)
@pytest.mark.parametrize("phase", ["2", "3", "4", "5"])
def test_osaka_municipal_closes_its_hexes_as_long_as_it_is_open(edition: str, phase: str) -> None:
    """The Subway's first turn opens them to nobody, nor does phase 4, in which Osaka Municipal stays."""
    position = towards_kita(edition, phase)
    assert refused(position.operate("HK"), KITA).code == "hex_closed_while_open"
    position.company("OS", Ann=50, cash=500)
    assert refused(position.operate("HK"), KITA).code == "hex_closed_while_open"
    assert position.private("OM", "closed").operate("HK").why_not(KITA) is None


@rule_1890("11.1.1.3", "C.8.1.21", "D.8.1.1", scenarios="CD")
def test_its_hexes_open_when_the_subway_buys_a_train(edition: str) -> None:
    position = towards_kita(edition).company("OS", par=100, Ann=50, cash=500)
    game = position.operate("OS", "trains", after=("HK",))
    plays(game, BuyTrain("OS", "3", "bank", 180), Pass("OS"))
    assert game.why_not(KITA) is None


@rule_1890("C.8.1.20", "C.8.4.21", "D.8.4.23", scenarios="CD")
def test_the_subways_free_tile_of_its_first_turn_is_the_exception(edition: str) -> None:
    """In its first turn it builds in Osaka though Osaka Municipal is open; in its second, without a train, not."""
    position = Position(edition).phase("2").company("OS", Ann=50, cash=100, operated=False).private("OM", "Ann")
    assert position.begin_round("OS").why_not(LayTile("OS", "H11", "12", 4)) is None
    later = Position(edition).phase("2").company("OS", Ann=50, cash=100).private("OM", "Ann").operate("OS")
    assert refused(later, LayTile("OS", "H11", "12", 4)).code == "hex_closed_while_open"
    assert not offered(later, LayTile)


@rule_1890("C.8.1.22", "11.1.1.3")
def test_the_hexes_stay_closed_when_the_subway_closes_without_a_train(edition: str) -> None:
    """Its price falls until it closes; Osaka Municipal goes on, and so do its hexes."""
    position = Position(edition).phase("2").private("OM", "Ann").company("JR", par=100, Bo=60, cash=500)
    game = position.company("OS", par=65, cell=(9, 1), Ann=50).operate("OS", "track", after=("JR",))
    while "OS" not in game.state.closed_companies:
        plays(game, Pass("OS"))
    assert game.state.privates["OM"] == "Ann"
    assert not {"G12", "H11", "H13"} & {lay.hex for lay in offered(game, LayTile)}


@pytest.mark.parametrize("edition", ["C", "D"])
def test_osaka_opens_early_by_an_option(edition: str) -> None:
    """With the Subway's first turn, and it stays so when the Subway closes; or with phase 4."""
    position = towards_kita(edition, options=("osaka-opens-early",))
    assert refused(position.operate("HK"), KITA).code == "hex_closed_until_turn"
    position.company("OS", cell=(8, 0), Ann=40, Bo=30, floated=True)
    assert position.operate("HK").why_not(KITA) is None
    game = plays(position.stock("Ann"), SellShares("Ann", "OS", 10))
    assert "OS" in game.state.closed_companies
    position.state = game.state
    assert position.operate("HK").why_not(KITA) is None
    assert towards_kita(edition, "4", ("osaka-opens-early",)).operate("HK").why_not(KITA) is None


@rule_1890("C.8.1.21", "C.8.1.22", "7.4.2", "VI.10.4.1")
def test_osaka_municipal_stays_until_the_subway_buys_a_train(edition: str) -> None:
    position = Position(edition).phase("2").company("OS", Ann=50, cash=500).private("OM", "Bo").cash(Bo=0)
    game = incomes(position)
    assert game.state.cash["Bo"] == 40, "it pays while the Subway has none"
    game = position.operate("OS", "trains")
    plays(game, BuyTrain("OS", "3", "bank", 180))
    assert game.state.privates["OM"] == "closed"


@rule_1890("C.8.1.21", "C.8.1.22")
def test_neither_its_start_nor_phase_four_closes_osaka_municipal(edition: str) -> None:
    """The Subway floats, has a turn without a train, in which its price falls, and Hankyu's 5-train changes nothing."""
    position = Position(edition).phase("3").company("OS", par=70, Ann=40).private("OM", "Cy").cash(Bo=500)
    position.scrap("4", position.state.depot["4"]).company("HK", par=65, Ann=50, cash=500)
    game = plays(position.stock("Bo"), BuyShare("Bo", "OS", "ipo"))
    assert "OS" in game.state.floated
    all_pass(game)
    while game.state.stack[-1].order[0] == "OS":  # type: ignore[attr-defined]
        plays(game, Pass("OS"))
    assert game.state.cells["OS"] == (4, 3), "one to the left of 70"
    plays(game, Pass("HK"), BuyTrain("HK", "5", "bank", 450))
    assert (game.state.phase, game.state.privates["OM"]) == ("4", "Cy")


@rule_1890("C.8.4.19", "C.8.4.20", "D.8.4.21", "D.8.4.22", "VI.7.2.1", scenarios="CD")
def test_the_subway_passes_tokens_on_brown_osaka_tiles(edition: str) -> None:
    def with_kita(phase: str, *tiles: tuple[str, int]) -> Position:
        position = Position(edition).phase(phase).company("OS", Ann=50).tile("H11", "12", 4)
        for tile, rotation in tiles:
            position.tile("G12", tile, rotation)
        return position.token("NK", "G12").token("HK", "G12").token("KH", "G12")

    green = with_kita("4", ("823", 1))
    assert ("G12", 0) in reached(green.game.table(), "OS").stops
    assert "F13" not in reached(green.game.table(), "OS").edges
    brown = with_kita("4", ("823", 1), ("833", 1))
    assert passes_of(brown.game.table(), "OS") == (("G12", 0),)
    assert "F13" in reached(brown.game.table(), "OS").edges
    assert passes_of(brown.game.table(), "SY") == ()


@rule_1890("C.8.4.20", "D.8.4.22", scenarios="CD")
def test_the_subway_passes_all_four_parts_of_osaka_and_no_other_city(edition: str) -> None:
    position = Position(edition).phase("4").company("OS", Ann=50).tile("F5", "820", 0).tile("F5", "830", 0)
    found: set[str] = set()
    for hex_id, green, brown in (
        ("G12", ("823", 1), ("833", 1)),
        ("H11", ("12", 3), ("839", 3)),
        ("H13", ("824", 4), ("834", 4)),
        ("I12", ("822", 0), ("831", 0)),
    ):
        position.tile(hex_id, *green)
        assert {place for place, _ in passes_of(position.game.table(position.state), "OS")} == found
        position.tile(hex_id, *brown)
        found.add(hex_id)
        assert {place for place, _ in passes_of(position.game.table(position.state), "OS")} == found


# --- Hanshin and Hankyu


@rule_1890("C.8.4.52", "C.8.4.53", "C.8.4.54")
def test_the_tigers_pay_hanshin_once_a_round(edition: str) -> None:
    position = Position(edition).phase("4").company("HS", Ann=50, Bo=50, cash=0, trains=("5", "5"))
    position.tile("F9", "6", 3).tile("F9", "15", 1).tile("F9", "465", 3).tile("F7", "57", 1).tile("F11", "202", 1)
    game = position.operate("HS", "run")
    plays(game, offered(game, RunRoutes)[0])
    paths = [route["path"] for route in events(game, "run")[0]["routes"]]
    assert paths == [["F5.0", "F7.0", "F9.0"], ["F11.0", "F9.0"]]
    assert game.state.revenue["HS"] == (30 + 20 + 40) + (30 + 40) + 10, "once, though both trains call"
    assert events(game, "run")[0]["subsidy"] == 10
    before = game.state.cash["HS"]
    plays(game, Dividend("HS", "pay"))
    assert game.state.cash["HS"] == before + 10
    position = Position(edition).phase("4").company("HS", Ann=50, cash=0, trains=("5",)).token("HS", "F7")
    elsewhere = position.tile("F9", "6", 3).tile("F9", "15", 1).tile("F9", "465", 3).tile("F7", "57", 1)
    game = plays(elsewhere.operate("HS", "run"), run("HS", ("5", "F5.0", "F7.0")))
    assert (game.state.revenue["HS"], events(game, "run")[0]["subsidy"]) == (50, 0), "not without Nishinomiya"


@rule_1890("C.8.4.53")
def test_there_are_no_tigers_before_nishinomiya_is_brown(edition: str) -> None:
    position = Position(edition).phase("2").company("HS", Ann=50, trains=("3",)).tile("F9", "57", 1).tile("F7", "57", 1)
    game = plays(position.operate("HS", "run"), *offered(position.game, RunRoutes)[:1])
    assert events(game, "run")[0]["subsidy"] == 0


@rule_1890("C.8.4.56", "C.8.4.57")
def test_hankyu_gets_forty_for_its_token_in_takarazuka(edition: str) -> None:
    assert incomes(Position(edition).company("HK", Ann=50)).state.cash["HK"] == 0
    game = incomes(Position(edition).company("HK", Ann=50).tile("D9", "57", 1).token("HK", "D9"))
    assert game.state.cash["HK"] == 40


@rule_1890("C.8.4.58")
def test_hankyu_gets_ten_for_each_yellow_tile(edition: str) -> None:
    game = Position(edition).phase("2").company("HK", Ann=50, cash=0).operate("HK")
    plays(game, LayTile("HK", "E12", "57", 1))
    assert game.state.cash["HK"] == 10
    later = Position(edition).phase("2").company("HK", Ann=50, cash=0).tile("E12", "57", 1).operate("HK")
    plays(later, LayTile("HK", "E12", "15", 1))
    assert later.state.cash["HK"] == 0


@rule_1890("A.8.4.2", "A.8.4.5", "D.8.4.31", scenarios="AD")
def test_hanshin_and_hankyu_have_no_rules_of_their_own_elsewhere(edition: str) -> None:
    game = Position(edition).company("HK", Ann=50, cash=0).operate("HK")
    plays(game, LayTile("HK", "E12", "57", 1))
    assert game.state.cash["HK"] == 0
    assert game.definition.companies["HS"].fame is None


# --- Kobe Rapid


def kobe(*tokens: str, tile: str | None = "820") -> Position:
    """Kobe with JR's token and those of other companies, about to be bought by Ann."""
    position = Position(players=3).phase("4").company("JR", par=100, Ann=50)
    for company in ("HS", "SY", "HK", "OS"):
        position.company(company, Bo=50, cash=300)
    if tile:
        position.tile("F5", "820", 0)
    if tile == "830":
        position.tile("F5", "830", 0)
    for company in tokens:
        position.token(company, "F5")
    return position.cash(Ann=1000)


@rule_1890("C.8.2.7", "C.8.2.8", "C.8.2.9", "C.8.2.10", "C.8.2.11", "C.8.2.18", "3.10.2")
def test_kobe_rapid_sends_tokens_away_but_for_that_of_jr(edition: str) -> None:
    game = plays(kobe("HS").stock("Ann"), AcquirePrivate("Ann", "KR", 240))
    assert game.state.board.tokens["F5", 0] == ("JR", "KR")
    assert game.state.station_rights == {"HS": 0}
    assert game.position()["tokens_left"]["HS"] == {"number": 2, "next_cost": 100}, "its 40 were paid before"
    assert next_cost(game.table(), "HK") == 40
    assert passes_of(game.table(), "HS") == (("F5", 0),)
    assert passes_of(game.table(), "SY") == ()


@rule_1890("C.8.2.10")
def test_in_a_full_kobe_the_token_waits_for_the_next_space(edition: str) -> None:
    game = plays(kobe(tile=None).stock("Ann"), AcquirePrivate("Ann", "KR", 240))
    assert game.state.board.tokens["F5", 0] == ("JR", "KR")


@rule_1890("C.8.2.13", "C.8.2.14", "C.8.2.15", "C.8.2.11", "10.5.2.15", "VI.7.2.1")
def test_a_company_pays_to_ignore_the_token(edition: str) -> None:
    position = kobe().private("KR", "Ann").token("KR", "F5").tile("F3", "57", 1).tile("F7", "57", 1)
    game = position.operate("SY", "token")
    bank = game.state.bank
    assert "F7" not in reached(game.table(), "SY").edges
    left = game.position()["tokens_left"]["SY"]
    plays(game, Choose("Bo", "station-right", "KR"))
    assert (game.state.cash["SY"], game.state.station_rights["SY"], game.state.bank) == (200, 100, bank + 100)
    assert "F7" in reached(game.table(), "SY").edges
    assert game.position()["tokens_left"]["SY"] == left == {"number": 1, "next_cost": 40}
    assert refused(game, PlaceToken("SY", "F7")).code == "not_in_this_step", "the right was the token of this turn"


@rule_1890("C.8.2.14")
def test_the_right_or_a_token_but_not_both(edition: str) -> None:
    """Hankyu may do either; whichever it does is all in this turn."""
    token, right = PlaceToken("HK", "E10"), Choose("Bo", "station-right", "KR")
    for first, second in ((token, right), (right, token)):
        position = kobe().private("KR", "Ann").token("KR", "F5").tile("E12", "57", 1).tile("E10", "6", 4)
        game = position.operate("HK", "token")
        assert {first, second} <= set(game.legal_actions())
        assert refused(plays(game, first), second).code == "not_in_this_step"


@rule_1890("C.8.2.11", "C.8.2.12")
def test_the_token_takes_a_space_and_stops_trains(edition: str) -> None:
    """Green Kobe has two spaces: with JR's token and this one it is full, and Sanyo's trains end there."""
    position = kobe().private("KR", "Ann").tile("F3", "57", 1).tile("F7", "57", 1).train("SY", "4")
    assert position.operate("SY", "token").why_not(PlaceToken("SY", "F5")) is None
    assert position.operate("SY", "run").why_not(run("SY", ("4", "F3.0", "F5.0", "F7.0"))) is None
    position.token("KR", "F5")
    assert refused(position.operate("SY", "token"), PlaceToken("SY", "F5")).code == "city_full"
    game = position.operate("SY", "run")
    assert refused(game, run("SY", ("4", "F3.0", "F5.0", "F7.0"))).code == "route_blocked_city"
    plays(game, run("SY", ("4", "F3.0", "F5.0")))


@rule_1890("C.8.2.16", "C.8.2.17", "C.8.2.18")
def test_who_does_not_buy_the_right(edition: str) -> None:
    position = kobe().private("KR", "Ann").token("KR", "F5")
    assert refused(position.operate("JR", "token"), Choose("Ann", "station-right", "KR")).code == "right_not_needed"
    assert refused(position.operate("OS", "token"), Choose("Bo", "station-right", "KR")).clause == "1890:C.8.2.17"
    position.set(station_rights={"HS": 0})
    assert refused(position.operate("HS", "token"), Choose("Bo", "station-right", "KR")).code == "right_owned"
    position.cash(SY=99)
    assert refused(position.operate("SY", "token"), Choose("Bo", "station-right", "KR")).code == "cash_for_right"


@rule_1890("C.8.2.13")
def test_nobody_pays_while_kobe_rapid_is_unsold(edition: str) -> None:
    game = kobe().operate("SY", "token")
    assert refused(game, Choose("Bo", "station-right", "KR")).code == "no_such_option"


@rule_1890("C.8.2.12")
def test_others_may_place_tokens_in_kobe_where_there_is_room(edition: str) -> None:
    position = kobe(tile="830").private("KR", "Ann").token("KR", "F5").tile("F3", "57", 1)
    game = plays(position.operate("SY", "token"), PlaceToken("SY", "F5"))
    assert game.state.board.tokens["F5", 0] == ("JR", "KR", "SY")


@rule_1890("C.8.2.19", "C.8.2.6")
@pytest.mark.parametrize(("right", "own_token", "paid"), [(False, False, 25), (True, False, 25), (False, True, 0)])
def test_who_counts_kobe_without_a_token_there_makes_its_owner_an_income(
    edition: str, right: bool, own_token: bool, paid: int
) -> None:
    position = kobe().train("SY", "4").private("KR", "Ann").tile("F3", "57", 1).cash(Ann=0)
    position.token("SY" if own_token else "KR", "F5")
    if right:
        position.set(station_rights={"SY": 100})
    game = position.operate("SY", "run")
    plays(game, offered(game, RunRoutes)[0])
    assert [route["path"] for route in events(game, "run")[0]["routes"]] == [["F1.0", "F3.0", "F5.0"]]
    assert game.state.cash["Ann"] == paid
    assert game.state.revenue["SY"] == 50 + 20 + 50, "Sanyo earns as much as ever"
    before = game.state.cash["Bo"]
    plays(game, Dividend("SY", "pay"))
    assert game.state.cash["Bo"] == before + 60


@rule_1890("C.8.2.6", "C.8.2.7")
def test_kobe_rapid_has_no_income_of_its_own(edition: str) -> None:
    assert incomes(kobe().private("KR", "Ann").cash(Ann=0)).state.cash["Ann"] == 0


# --- other late privates, Hankai


@rule_1890("C.8.2.2", "C.8.2.3", "10.2.1", "10.2.2", "11.2.5", "0.11")
def test_keifuku_pays_its_owner_and_keihan_in_kyoto(edition: str) -> None:
    position = Position(edition).company("KH", Bo=50).company("JR", par=100, Bo=50).private("KF", "Ann").cash(Ann=0)
    assert incomes(position).state.cash["KH"] == 0
    game = incomes(position.tile("B17", "825", 0).token("KH", "B17"))
    assert (game.state.cash["Ann"], game.state.cash["KH"]) == (80, 40)
    assert incomes(position).state.cash["KH"] == 80, "in each round"
    assert ("B17", 0) in game.state.board.tokens_of("JR")
    assert game.state.cash["JR"] == 0, "that is for Keihan only"


@rule_1890("C.8.2.3")
def test_keihan_gets_nothing_before_keifuku_is_bought(edition: str) -> None:
    game = incomes(Position(edition).company("KH", Bo=50).tile("B17", "825", 0).token("KH", "B17"))
    assert game.state.cash["KH"] == 0


@rule_1890("C.8.2.22", "C.8.2.23", "11.2.5")
def test_semboku_pays_companies_in_sakai(edition: str) -> None:
    position = Position(edition).phase("2").company("NK", Bo=50).company("HK", Bo=50).private("SB", "Ann").cash(Ann=0)
    position.company("HS", Bo=50).tile("J11", "210", 3).token("NK", "J11").token("HS", "J11", 1)
    game = incomes(position)
    assert (game.state.cash["Ann"], game.state.cash["NK"], game.state.cash["HK"]) == (70, 40, 0)
    assert game.state.cash["HS"] == 40, "any company with a token there"
    assert incomes(position).state.cash["NK"] == 80, "in each round"


@rule_1890("C.8.2.20", "C.8.2.21", "IV.16", "11.2.5")
def test_kita_osaka_pays_a_hundred_more_once_after_the_first_six(edition: str) -> None:
    position = Position(edition).phase("4").private("KO", "Ann").cash(Ann=0)
    assert incomes(position).state.cash["Ann"] == 60
    assert incomes(position.cash(Ann=0).set(phase="5")).state.cash["Ann"] == 160
    assert incomes(position.cash(Ann=0)).state.cash["Ann"] == 60


@rule_1890("C.8.1.7", "C.8.1.8", "C.8.1.9", "C.8.1.10", "5.35", "5.36", "7.4.1", "11.1.4.1", "IV.12", "VI.10.5.1")
def test_hankai_stays_in_phase_four_and_pays_less(edition: str) -> None:
    position = Position(edition).phase("3").company("HK", Ann=50, cash=500).scrap("4", 3)
    position.private("HT", "Bo").private("KT", "Bo").cash(Bo=0)
    sold = Position(edition).phase("3").company("HK", Ann=50, cash=500).scrap("4", 3).private("HT", "HK")
    assert plays(sold.operate("HK", "trains"), BuyTrain("HK", "5", "bank", 450)).state.privates["HT"] == "HK"
    assert incomes(position).state.cash["Bo"] == 25
    game = plays(position.operate("HK", "trains"), BuyTrain("HK", "5", "bank", 450))
    assert (game.state.privates["HT"], game.state.privates["KT"]) == ("Bo", "closed")
    before = game.state.cash["Bo"]
    pay_incomes(game.table(game.state))
    assert game.state.cash["Bo"] == before + 5
    game.state.stack = (OperatingRound(("HK",), step=0),)
    assert refused(game, BuyPrivate("HK", "HT", 70)).code == "private_sale_over"


@rule_1890("12.3.4")
def test_tokens_that_are_not_joined_make_no_route(edition: str) -> None:
    position = Position(edition).company("JR", par=100, Ann=50)
    assert not has_route(position.game.table(), "JR")
    assert has_route(position.tile("F7", "57", 1).game.table(), "JR")


@rule_1890("C.8.1.4", "C.8.1.5", "A.8.1.4", "A.8.1.5", "B.9.1", "VI.10.4.1", scenarios="ABC")
def test_arima_lays_a_tile_besides_and_without_connection(edition: str) -> None:
    position = Position(edition).phase("2").company("HK", Ann=50, cash=0).private("AR", "HK")
    game = position.operate("HK")
    plays(game, LayTile("HK", "D7", "4", 1, "AR"))
    assert game.state.board.tiles["D7"] == ("4", 1)
    assert LayTile("HK", "E12", "57", 1) in offered(game, LayTile), "its own tile is still to be laid"
    assert refused(game, LayTile("HK", "D7", "4", 1, "AR")).code == "power_used"
    assert game.state.privates["AR"] == "HK", "its use does not close it"


@rule_1890("C.8.1.4", "A.8.1.4", "A.8.1.6", "B.9.1", "11.1.4.2", scenarios="ABC")
def test_arima_closed_or_with_a_player_lays_nothing(edition: str) -> None:
    for owner in ("Ann", "closed"):
        game = Position(edition).phase("2").company("HK", Ann=50).private("AR", owner).operate("HK")
        assert refused(game, LayTile("HK", "D7", "4", 1, "AR")).code == "not_owner_of_private"
    position = Position(edition).phase("3").company("HS", par=100, Bo=50, cash=500).private("AR", "HK")
    position.scrap("4", position.state.depot["4"]).company("HK", Ann=50, cash=500)
    game = plays(position.operate("HS", "trains", after=("HK",)), BuyTrain("HS", "5", "bank", 450))
    assert game.acting == ("Ann",)
    assert refused(game, LayTile("HK", "D7", "4", 1, "AR")).code == "not_owner_of_private", "phase 4 has closed it"


@rule_1890("10.3.5", "10.3.6", "10.3.7", "10.3.8", "10.3.10", "10.3.11", "10.3.12")
def test_the_turn_of_a_company_has_its_steps_in_order(edition: str) -> None:
    steps = [step.name for step in Position(edition).game.title.frames[OperatingRound].steps]  # type: ignore[attr-defined]
    assert steps == ["track", "token", "run", "dividend", "trains", "privates"]


@rule_1890("10.3.5", "10.3.12")
def test_steps_are_not_taken_out_of_order(edition: str) -> None:
    game = Position(edition).company("HK", Ann=50, cash=500).operate("HK")
    assert refused(game, BuyTrain("HK", "2", "bank", 80)).clause == "1890:10.3.12"
    plays(game, Pass("HK"))
    assert refused(game, LayTile("HK", "E12", "57", 1)).code == "not_in_this_step"
