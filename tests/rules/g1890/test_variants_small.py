"""Variants that change a figure or one small rule (A.10, B.14, C.10.1 to C.10.8, C.10.10)."""

from __future__ import annotations

import pytest

from kaiping.action import AcquirePrivate, BuyTrain, Choose, Consent, Dividend, LayTile, Par, Pass, RunRoutes, UsePower
from kaiping.errors import BadInput, IllegalAction
from kaiping.flow.incomes import pay_incomes
from kaiping.flow.operating.fitting import check_tile
from kaiping.game import Game
from kaiping.titles import definition
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import PLAYERS, Position, all_pass, events, offered, plays, refused

# --- scenarios A and B


@rule_1890("A.10.1.1", "B.14.1", scenarios="AB")
def test_companies_may_have_the_rules_of_the_full_game(edition: str) -> None:
    game = Position(edition, options=["special-companies"]).company("HK", Ann=50, cash=0).operate("HK")
    plays(game, LayTile("HK", "E12", "57", 1))
    assert game.state.cash["HK"] == 10
    position = Position(edition, options=["special-companies"]).company("HK", Ann=50).tile("D9", "57", 1)
    pay_incomes(position.token("HK", "D9").game.table(position.state))
    assert position.state.cash["HK"] == 40
    fame = game.definition.companies["HS"].fame
    assert fame == definition("1890", "C").companies["HS"].fame


@rule_1890("A.10.2.1", "B.14.1", scenarios="AB")
@pytest.mark.parametrize("less", [1, 30, 137, 500])
def test_the_first_player_may_start_with_less(edition: str, less: int) -> None:
    """By any sum that they have."""
    game = Game("1890", edition=edition, players=PLAYERS[:3], options=[f"first-player-less={less}"])
    assert [game.state.cash[player] for player in PLAYERS[:3]] == [500 - less, 500, 500]
    assert game.state.bank == 6000 - 1500 + less


def test_the_first_player_cannot_start_with_less_than_nothing() -> None:
    assert Game("1890", edition="A", players=PLAYERS[:2], options=["first-player-less=750"]).state.cash["Ann"] == 0
    with pytest.raises(BadInput, match="the first of 3 players has 500 at the start and cannot have 501 less"):
        Game("1890", edition="A", players=PLAYERS[:3], options=["first-player-less=501"])
    with pytest.raises(BadInput, match="takes a number from 1 to 750, not 751"):
        definition("1890", "A", ["first-player-less=751"])


def test_the_first_player_starts_with_less_by_one_amount() -> None:
    with pytest.raises(BadInput, match="the option first-player-less is named with two numbers, 100 and 25"):
        definition("1890", "A", ["first-player-25-less", "first-player-100-less"])


@rule_1890("C.5.4", "D.5.4", "VI.1.1.1", scenarios="CD")
def test_two_players_may_start_with_what_the_table_prints(edition: str) -> None:
    game = Game("1890", edition=edition, players=PLAYERS[:2], options=["two-players-1250"])
    assert [game.state.cash[player] for player in PLAYERS[:2]] == [1250, 1250]
    assert game.state.bank == 12500 - 2500
    three = Game("1890", edition=edition, players=PLAYERS[:3], options=["two-players-1250"])
    assert three.state.cash["Ann"] == 840


@rule_1890("A.10.3.1", "B.14.1", scenarios="AB")
def test_jr_may_be_a_company_like_the_others(edition: str) -> None:
    game = Position(edition, options=["plain-jr"]).cash(Ann=500).stock("Ann")
    assert {par.price for par in offered(game, Par) if par.company == "JR"} == {65, 70, 75, 80, 90, 100}
    game = Position(edition, options=["plain-jr"]).phase("2").company("JR", par=100, Ann=50, cash=500).operate("JR")
    plays(game, LayTile("JR", "F7", "57", 1))
    assert not offered(game, LayTile)
    paying = Position(edition, options=["plain-jr"]).company("JR", par=100, Ann=50, cash=0)
    game = plays(paying.cash(Ann=0).operate("JR", "dividend", revenue=80), Dividend("JR", "pay"))
    assert (game.state.cash["JR"], game.state.cash["Ann"]) == (0, 40)
    assert game.definition.train_limit("1", "JR") == 6


@rule_1890("A.10.4.1", scenarios="A")
@pytest.mark.parametrize(("turn", "ended"), [(7, None), (8, "turns")])
def test_the_game_may_end_after_eight_turns(edition: str, turn: int, ended: str | None) -> None:
    game = Position(edition, options=["eight-turns"]).set(turn=turn).stock("Ann")
    assert all_pass(game).finished == ended


# --- hidden facts


@rule_1890("C.10.1.1", scenarios="ABCD")
def test_each_seat_knows_its_own_cash_only(edition: str) -> None:
    game = Position(edition, options=["hidden-cash"]).company("HK", Ann=50, cash=77).stock("Ann")
    assert game.view("Ann").state.cash.keys() & set(PLAYERS) == {"Ann"}
    assert not game.view().state.cash.keys() & set(PLAYERS)
    assert game.view("Bo").state.cash["HK"] == 77, "treasuries are open"
    assert not Position(edition).game.hides


@rule_1890("C.10.2.1", "C.10.2.2", scenarios="ABCD")
def test_a_sale_of_a_train_is_open_and_its_price_is_not(edition: str) -> None:
    """Bo's Sanyo sells a train to Ann's Hankyu; Cy hears of it, but not at what price."""
    position = Position(edition, options=["hidden-train-prices"]).company("HK", Ann=50, cash=300)
    game = position.company("SY", Bo=50, trains=("2",)).operate("HK", "trains", after=("SY",))
    plays(game, BuyTrain("HK", "2", "SY", 133), Consent("Bo", agree=True))
    for seat, price in (("Ann", 133), ("Bo", 133), ("Cy", None), (None, None)):
        seen = game.view(seat)
        assert next(event for event in seen.events if event.kind == "train")["price"] == price
        assert seen.actions[0] == BuyTrain("HK", "2", "SY", price)  # type: ignore[arg-type]
        assert seen.state.trains["HK"] == ("2",)


@rule_1890("C.10.2.2")
def test_what_a_merged_minor_had_is_not_told(edition: str) -> None:
    position = Position(edition, options=["hidden-train-prices"]).phase("2").company("KN", par=70, floated=False)
    game = position.minor("OE", "Ann", cash=151).company("HK", Ann=50).begin_round("HK")
    plays(game, Choose("Ann", "merger", "merge"))
    for seat, amount in (("Ann", 151), ("Bo", None), (None, None)):
        merged = next(event for event in game.view(seat).events if event.kind == "minor-merged")
        assert merged["amount"] == amount


# --- 8-trains


@rule_1890("C.10.3.1")
@pytest.mark.parametrize(("options", "stops"), [((), 9), (("eight-trains",), 8)])
def test_an_eight_train_counts_eight_stops(edition: str, options: tuple[str, ...], stops: int) -> None:
    """One line from Himeji along the coast and the north bank of the Yodo river to Kyoto has nine stops."""
    position = Position(edition, options=options).phase("6").company("SY", Ann=50, trains=("D",))
    position.tile("F3", "57", 1).tile("F7", "57", 1).tile("F9", "57", 1).tile("F11", "202", 1)
    position.tile("E12", "57", 0).tile("D13", "8", 4).tile("D15", "6", 3).tile("C16", "9", 0)
    (run,) = offered(position.operate("SY", "run"), RunRoutes)
    assert len(run.routes[0].stops) == stops


@rule_1890("C.10.3.2")
def test_all_else_about_an_eight_train_stays(edition: str) -> None:
    position = Position(edition, options=["eight-trains"]).phase("5").company("HK", Ann=50, trains=("5",), cash=800)
    game = plays(position.operate("HK", "trains"), BuyTrain("HK", "D", "bank", 800, "5"))
    assert (game.state.phase, game.state.trains["HK"]) == ("6", ("D",))
    kind, plain = game.definition.trains["D"], definition("1890").trains["D"]
    assert (kind.price, kind.count, kind.trade_in) == (plain.price, plain.count, plain.trade_in)


# --- Kobe Electric must go


@rule_1890("C.10.4.1", scenarios="ABCD")
def test_kobe_electric_converts_when_phase_five_begins(edition: str) -> None:
    before = Position(edition, options=["kobe-electric-must-go"]).phase("4").company("HK", Ann=50).minor("KE", "Cy")
    assert before.begin_round("HK").state.minors["KE"] == "Cy", "not in phase 4"
    position = Position(edition, options=["kobe-electric-must-go"]).phase("4").scrap("5", 9)
    position.company("HK", Ann=50, cash=700).company("SY", Bo=50).minor("KE", "Cy", cash=30)
    position.state.scrapped["5"] = position.definition.trains["5"].count or 0
    position.state.depot.pop("5", None)
    game = position.operate("HK", "trains", after=("SY",))
    plays(game, BuyTrain("HK", "6", "bank", 630))
    if game.state.minors["KE"] != "closed":
        plays(game, Pass("HK"))
    assert (game.state.minors["KE"], game.state.privates["KP"]) == ("closed", "Cy")
    assert game.state.cash["KE"] == 0
    assert not game.state.board.tokens_of("KE")


def test_otherwise_kobe_electric_stays() -> None:
    position = Position().phase("5").company("HK", Ann=50).company("SY", Bo=50).minor("KE", "Cy", cash=30)
    assert position.begin_round("HK", "SY").state.minors["KE"] == "Cy"


# --- the end at 400


@rule_1890("C.10.5.1", "C.10.5.2", scenarios="ABCD")
def test_a_price_of_400_ends_the_game_with_the_turn_of_its_company(edition: str) -> None:
    position = Position(edition, options=["end-at-400"]).company("HK", cell=(0, 16), Ann=50, cash=90)
    position.company("SY", Bo=50)
    game = position.operate("HK", "dividend", after=("SY",), revenue=100)
    plays(game, Dividend("HK", "pay"))
    assert not events(game, "game-over"), "the company still finishes its turn"
    plays(game, Pass("HK"))
    assert game.finished == "price"
    assert refused(game, Pass("SY")).clause == "1890:C.10.5.1"
    assert game.winners() == ("Ann",)


@rule_1890("C.10.5.1")
def test_without_the_variant_the_game_goes_on_at_400(edition: str) -> None:
    position = Position(edition).company("HK", cell=(0, 16), Ann=50, cash=90).company("SY", Bo=50)
    game = plays(position.operate("HK", "dividend", after=("SY",), revenue=100), Dividend("HK", "pay"), Pass("HK"))
    assert game.finished is None


@rule_1890("C.10.5.3")
def test_a_price_of_400_at_the_end_of_a_stock_round_ends_the_game_at_once(edition: str) -> None:
    position = Position(edition, options=["end-at-400"]).company("HK", cell=(1, 17), Ann=60, Bo=40)
    game = plays(position.stock("Ann"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert game.finished == "price"


# --- Kobe Rapid and the other late privates


def kobe_run(*options: str, tile: str | None = None) -> int:
    """What Ann's Kobe Rapid earns by a run of Sanyo to Kobe and back."""
    position = Position(options=options).phase("4").company("JR", par=100, Ann=50).company("SY", Bo=50, trains=("5",))
    for name in ("820", "830"):
        if tile is not None and name <= tile:
            position.tile("F5", name, 0)
    position.private("KR", "Ann").token("KR", "F5").tile("F3", "57", 1).cash(Ann=0)
    game = position.operate("SY", "run")
    plays(game, offered(game, RunRoutes)[0])
    assert any("F5.0" in route["path"] for route in events(game, "run")[0]["routes"])
    return game.state.cash["Ann"]


@rule_1890("C.10.6.1")
@pytest.mark.parametrize(("tile", "plain", "paid"), [(None, 15, 10), ("820", 25, 15), ("830", 30, 20)])
def test_kobe_rapid_earns_by_the_colour_of_kobe(edition: str, tile: str | None, plain: int, paid: int) -> None:
    assert kobe_run(tile=tile) == plain
    assert kobe_run("kobe-rapid-control", tile=tile) == paid


@rule_1890("C.10.7.1")
def test_late_privates_may_have_no_abilities(edition: str) -> None:
    position = Position(edition, options=["plain-late-privates"]).phase("5").company("KH", Ann=50).company("NK", Bo=50)
    position.tile("J11", "210", 1).token("KH", "B17", 2).token("NK", "J11", 0)
    for private in ("KF", "KO", "SB"):
        position.private(private, "Cy")
    pay_incomes(position.cash(Cy=0).game.table(position.state))
    assert (position.state.cash["KH"], position.state.cash["NK"]) == (0, 0)
    assert position.state.cash["Cy"] == 40 + 60 + 70


@rule_1890("C.10.7.1", "C.10.7.2")
def test_kobe_rapid_then_pays_a_fixed_income_and_has_no_token(edition: str) -> None:
    position = Position(edition, options=["plain-late-privates"]).private("KR", "Ann").cash(Ann=0)
    position.company("SY", Bo=50, cash=300)
    pay_incomes(position.game.table(position.state))
    assert position.state.cash["Ann"] == 50
    assert refused(position.operate("SY", "token"), Choose("Bo", "station-right", "KR")).code == "no_such_option"
    unsold = Position(edition, options=["plain-late-privates"]).phase("2").company("JR", par=100, Bo=50).cash(Ann=300)
    unsold.company("SY", Bo=50).tile("F5", "820", 0).token("SY", "F5")
    game = plays(unsold.stock("Ann"), AcquirePrivate("Ann", "KR", 240))
    assert (game.state.board.tokens["F5", 0], game.state.station_rights) == (("JR", "SY"), {})


def test_the_income_of_kobe_rapid_is_either_controlled_or_fixed() -> None:
    with pytest.raises(BadInput, match="kobe-rapid-control and plain-late-privates exclude each other"):
        definition("1890", "C", ["plain-late-privates", "kobe-rapid-control"])


# --- tile 78


@rule_1890("C.10.8.1")
@pytest.mark.parametrize(("hex_id", "allowed"), [("H15", False), ("F13", True)])
def test_tile_78_may_be_kept_to_cities_by_the_water(edition: str, hex_id: str, allowed: bool) -> None:
    """Higashi-Osaka lies inland, Suita on the Yodo river; both have a green tile 15."""
    company = "HK" if hex_id == "F13" else "KH"
    for options, free in ((["tile-78-by-water"], allowed), ([], True)):
        position = Position(edition, options=options).phase("4").company(company, Ann=50, cash=500)
        position.tile(hex_id, "57", 0).tile(hex_id, "15", 0).token(company, hex_id)
        game = position.operate(company)
        tiles = {action.tile for action in offered(game, LayTile) if action.hex == hex_id}
        assert ("193" in tiles) == free
        if not free:
            codes = {refused(game, LayTile(company, hex_id, "193", turned)).code for turned in range(6)}
            assert codes == {"tile_elsewhere"}


#: large cities that may become brown 78: Nara and those on the sea or the Yodo river, and those inland
BY_WATER = ["H19", "F3", "F7", "L9", "M8", "C18", "D15", "E16", "F13", "F15"]
INLAND = ["D9", "E10", "E12", "H15", "J15", "K18"]


@rule_1890("C.10.8.1")
@pytest.mark.parametrize("hex_id", [*BY_WATER, *INLAND])
def test_the_cities_by_the_water_and_nara(edition: str, hex_id: str) -> None:
    position = Position(edition, options=["tile-78-by-water"]).phase("4")
    if position.definition.map.hexes[hex_id].color == "white":
        position.tile(hex_id, "57", 0)
    position.tile(hex_id, "15", 1 if hex_id == "J15" else 0)
    table = position.game.table(position.state)
    if hex_id in BY_WATER:
        assert check_tile(table, hex_id, "193").color == "brown"
    else:
        with pytest.raises(IllegalAction, match="193"):
            check_tile(table, hex_id, "193")


# --- JR in private hands


@rule_1890("C.10.10.2", scenarios="ABCD")
@pytest.mark.parametrize(("phase", "treasury", "paid"), [("5", 40, 20), ("6", 0, 40)])
def test_from_phase_six_on_jr_may_pay_all(edition: str, phase: str, treasury: int, paid: int) -> None:
    position = Position(edition, options=["private-jr"]).phase(phase).company("JR", par=100, Ann=50, cash=0)
    game = plays(position.cash(Ann=0).operate("JR", "dividend", revenue=80), Dividend("JR", "pay"))
    assert (game.state.cash["JR"], game.state.cash["Ann"]) == (treasury, paid)


def test_jr_without_rules_of_its_own_has_none_to_lose() -> None:
    with pytest.raises(BadInput, match="private-jr and plain-jr exclude each other"):
        definition("1890", "A", ["plain-jr", "private-jr"])


# --- readings that are code


def test_kobe_electric_may_be_asked_between_turns() -> None:
    position = Position(options=["kobe-electric-any-time"]).company("HK", Ann=50).minor("KE", "Cy", cash=30)
    game = position.begin_round("HK")
    assert game.acting == ("Cy",)
    assert refused(game, UsePower("Cy", "KP")).code == "declaration_first"
    plays(game.copy(), Choose("Cy", "conversion", "not-this-round"))
    plays(game, Choose("Cy", "conversion", "convert"))
    assert game.state.privates["KP"] == "Cy"


@rule_1890("C.8.3.37")
def test_the_trains_of_kobe_electric_go_to_the_open_market_or_leave(edition: str) -> None:
    for options, pool, gone in (((), ("3",), 0), (("kobe-electric-trains-leave",), (), 1)):
        position = Position(edition, options=options).phase("2").minor("KE", "Cy", cash=30, trains=("3",))
        game = position.company("HK", Ann=50).operate("KE", "track", after=("HK",))
        bank, before = game.state.bank, game.state.scrapped.get("3", 0)
        plays(game, UsePower("Cy", "KP"))
        assert (game.state.trains.get("pool", ()), game.state.scrapped.get("3", 0) - before) == (pool, gone)
        assert (game.state.cash["KE"], game.state.bank) == (0, bank + 30)


@rule_1890("C.8.2.19")
def test_kobe_rapid_may_earn_once_for_a_company(edition: str) -> None:
    """Every time: each of two trains that call brings it half."""

    def earned(*options: str) -> int:
        position = Position(edition, options=options).phase("4").company("JR", par=100, Ann=50)
        position.company("SY", Bo=50, trains=("5", "5")).tile("F5", "820", 0).tile("F3", "57", 1)
        position.private("KR", "Ann").token("KR", "F5").token("SY", "F7").tile("F7", "57", 1).cash(Ann=0)
        game = position.operate("SY", "run")
        plays(game, offered(game, RunRoutes)[0])
        assert len(events(game, "run")[0]["routes"]) == 2
        return game.state.cash["Ann"]

    assert (earned(), earned("kobe-income-once")) == (50, 25)


def test_the_right_may_cost_what_a_token_costs() -> None:
    position = Position(options=["kobe-right-like-token"]).phase("4").company("JR", par=100, Ann=50)
    position.company("SY", Bo=50, cash=300).private("KR", "Ann").token("KR", "F5")
    game = plays(position.operate("SY", "token"), Choose("Bo", "station-right", "KR"))
    assert game.state.cash["SY"] == 260


def test_a_company_may_stand_still() -> None:
    def position(*options: str) -> Game:
        start = Position(options=options).company("HS", Ann=50, trains=("2",)).tile("F9", "57", 1).tile("F7", "57", 1)
        return start.operate("HS", "run")

    plays(position("may-stand-still"), RunRoutes("HS", ()))
    assert position().why_not(RunRoutes("HS", ())) is not None


def test_tile_465_may_follow_tile_12() -> None:
    for options, follows in (((), False), (("nishinomiya-from-12",), True)):
        position = Position(options=options).phase("4").company("HS", Ann=50, cash=500).tile("F9", "6", 3)
        game = position.tile("F9", "12", 2).operate("HS")
        assert ("465" in {action.tile for action in offered(game, LayTile) if action.hex == "F9"}) == follows


@pytest.mark.parametrize(("options", "figures"), [((), (None, 2)), (("towns-for-cities",), (4, 4))])
def test_towns_may_be_counted_for_cities(options: tuple[str, ...], figures: tuple[int | None, int]) -> None:
    """At most two cities in either case; with the option four stops in all, of which any may be towns."""
    kind = Position(options=options).definition.trains["2+2"]
    assert (kind.cities, kind.range, kind.towns) == (2, *figures)


def test_the_red_areas_east_of_kyoto_may_belong_to_scenario_b() -> None:
    assert {"A20", "B21"} <= definition("1890", "B", ["kyoto-east"]).map.hexes.keys()
    assert "A20" not in definition("1890", "B").map.hexes


def test_the_kizu_river_may_be_open() -> None:
    printed, opened = definition("1890"), definition("1890", "C", ["kizu-open"])
    assert 4 not in printed.map.open_edges["E16"]
    assert 4 in opened.map.open_edges["E16"]
    assert 1 in opened.map.open_edges["E18"]
