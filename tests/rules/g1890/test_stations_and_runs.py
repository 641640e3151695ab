"""Station tokens, routes, revenue, dividends and the price that follows them."""

from __future__ import annotations

from typing import Any

import pytest

from kaiping import phrases
from kaiping.action import Dividend, Pass, PlaceToken, Route, RunRoutes
from kaiping.flow.operating.station import next_cost
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, events, offered, plays, refused


def west(company: str = "HS", *trains: str, phase: str = "2", **more: int) -> Position:
    """A line along the coast from Himeji over Akashi, Kobe and Ashiya to Nishinomiya, and one company on it."""
    position = Position(players=3).phase(phase).company(company, Ann=50, cash=300, trains=trains)
    for hex_id, tile in (("F3", "57"), ("F7", "57"), ("F9", "57")):
        position.tile(hex_id, tile, 1)
    return position.cash(**more)


def run(game: Game, company: str, *paths: tuple[str, str]) -> RunRoutes:
    """A run: for each train its name and its path as words."""
    return RunRoutes(company, tuple(Route(train, tuple(path.split())) for train, path in paths))


# --- station tokens


@rule_1890("10.3.6", "10.4.2.1", "10.4.2.2", "10.4.2.3", "VI.6.1.1", "VI.6.2.1", "10.4.2.4")
def test_tokens_cost_forty_and_then_a_hundred(edition: str) -> None:
    game = west("HS").tile("F5", "820", 0).operate("HS", "token")
    assert {token.hex for token in offered(game, PlaceToken)} == {"F5", "F7"}
    plays(game, PlaceToken("HS", "F7"))
    assert game.state.cash["HS"] == 260
    first = west("HK").company("HS", Bo=50, cash=300, operated=False).begin_round("HS")
    assert (first.state.board.tokens_of("HS"), first.state.cash["HS"]) == ([("F9", 0)], 300), "a home is free"
    assert not offered(game, PlaceToken), "one a turn"
    again = west("HS").tile("F5", "820", 0).token("HS", "F7").operate("HS", "token", token_placed=True)
    assert refused(again, PlaceToken("HS", "F5")).code == "one_token"
    assert next_cost(game.table(), "HS") == 100
    poor = west("HS").tile("F5", "820", 0).cash(HS=39).operate("HS", "token")
    assert refused(poor, PlaceToken("HS", "F7")).code == "cash_for_token", "the president does not help"
    position = west("HS").token("HS", "F7").token("HS", "F3")
    assert refused(position.operate("HS", "token"), PlaceToken("HS", "F5")).code == "no_token_left"


@rule_1890("10.4.2.2", "7.3.2.1", "C.8.4.55")
def test_each_further_token_costs_a_hundred(edition: str) -> None:
    position = Position(edition).company("HK", Ann=50)
    costs = [next_cost(position.game.table(), "HK")]
    for hex_id in ("F3", "F7", "F9"):
        position.token("HK", hex_id)
        costs.append(next_cost(position.game.table(), "HK"))
    assert costs == [40, 100, 100, None]


@rule_1890("C.8.4.17", "C.8.4.22", "C.8.4.25", "C.8.4.48", "C.8.4.49", "C.8.4.55", "C.8.4.26")
def test_how_many_tokens_each_company_has(edition: str) -> None:
    companies = Position(edition).definition.companies
    stations = {"JR": 6, "OS": 1, "KH": 3, "NK": 3, "KN": 6, "SY": 2, "HS": 3, "HK": 4}
    assert {name: company.stations for name, company in companies.items()} == stations


@rule_1890("10.4.2.5", "10.4.1.1")
def test_a_first_turn_has_a_home_token_and_another(edition: str) -> None:
    position = west("HK").company("HS", Bo=50, cash=300, operated=False)
    assert position.state.board.tokens_of("HS") == [], "not before its turn"
    game = position.begin_round("HS")
    assert (game.state.board.tokens_of("HS"), game.state.cash["HS"]) == ([("F9", 0)], 300), "which is free"
    plays(game, Pass("HS"), PlaceToken("HS", "F7"))
    assert game.state.cash["HS"] == 260
    assert set(game.state.board.tokens_of("HS")) == {("F9", 0), ("F7", 0)}


@rule_1890("10.4.3.1", "10.4.3.2", "10.4.3.3", "10.4.3.4", "VI.6.3.1")
def test_where_tokens_go(edition: str) -> None:
    position = west("HS").company("SY", Bo=50, cash=300)
    game = position.operate("HS", "token")
    assert refused(game, PlaceToken("HS", "F9")).code == "token_on_hex_already"
    assert refused(game, PlaceToken("HS", "E10")).code == "city_not_reached", "no track leads there"
    assert refused(game, PlaceToken("HS", "D7")).code == "no_city_there", "a small city"
    assert refused(game, PlaceToken("HS", "E12")).code in ("city_not_reached", "home_kept_free")
    for hex_id in ("E10", "D15", "F11"):
        assert refused(game, PlaceToken("HS", hex_id)).code == "city_not_reached"
    assert game.why_not(PlaceToken("HS", "F7")) is None
    joined = west("HS").tile("F5", "820", 0).tile("F3", "15", 1).company("SY", Bo=50).operate("HS", "token")
    assert joined.why_not(PlaceToken("HS", "F3")) is None, "three cities further on, where no train runs yet"
    assert refused(game, PlaceToken("HS", "F3")).code == "city_full"
    assert refused(game, PlaceToken("HS", "F1")).code == "no_city_there"
    position.company("JR", par=100, Bo=50).tile("F3", "15", 1)
    assert {token.hex for token in offered(position.operate("HS", "token"), PlaceToken)} == {"F7"}, "JR is in the way"
    double = west("HS").tile("G14", "210", 4).token("HS", "G14").operate("HS", "token")
    assert refused(double, PlaceToken("HS", "G14", 1)).code == "token_on_hex_already", "nor in its other city"


@rule_1890("10.4.3.5")
def test_homes_of_companies_that_have_not_started_are_kept(edition: str) -> None:
    game = west("HS").operate("HS", "token")
    assert refused(game, PlaceToken("HS", "F3")).code == "home_kept_free"
    assert refused(game, PlaceToken("HS", "F5")).code == "home_kept_free", "JR's home in Kobe"


@rule_1890("10.4.3.6")
def test_an_upgrade_makes_room(edition: str) -> None:
    game = west("HS").company("SY", Bo=50).tile("F3", "15", 1).operate("HS", "token")
    assert PlaceToken("HS", "F3") in offered(game, PlaceToken)


# --- routes


@rule_1890("10.5.2.3", "10.5.2.4", "12.1.1", "VI.7.1.1", "10.5.2.13", "3.2.10")
def test_a_route_holds_as_many_cities_as_the_train_says(edition: str) -> None:
    game = west("HS", "3").operate("HS", "run")
    assert refused(game, run(game, "HS", ("3", "F9.0"))).code == "route_one_stop"
    assert refused(game, run(game, "HS", ("3", "F5.0 F7.0"))).code == "route_no_token"
    assert refused(game, run(game, "HS", ("3", "F9.0 F7.0 F5.0 F3.0"))).code == "route_too_long"
    plays(game, run(game, "HS", ("3", "F9.0 F7.0 F5.0")))
    assert game.state.revenue["HS"] == 20 + 20 + 30


@rule_1890("12.1.2", "12.1.4")
def test_longer_trains_reach_himeji(edition: str) -> None:
    for train, path in (("5", "F9.0 F7.0 F5.0 F3.0 F1.0"), ("D", "F9.0 F7.0 F5.0 F3.0 F1.0")):
        game = west("HS", train, phase="6").operate("HS", "run")
        plays(game, run(game, "HS", (train, path)))
        assert game.state.revenue["HS"] == 20 + 20 + 30 + 20 + 70


@rule_1890("5.15", "5.22", "5.30", "5.39", "5.46", "5.52", "3.2.7")
@pytest.mark.parametrize(
    ("phase", "value"), [("1", 40), ("2", 40), ("2.5", 40), ("3", 40), ("4", 50), ("5", 50), ("6", 70)]
)
def test_red_places_are_worth_more_in_later_phases(edition: str, phase: str, value: int) -> None:
    position = Position(edition).phase(phase).company("SY", Ann=50).tile("F3", "57", 1)
    position.state.trains["SY"] = ("D",)
    game = position.operate("SY", "run")
    game.play(run(game, "SY", ("D", "F1.0 F3.0")))
    assert game.state.revenue["SY"] == 20 + value


@rule_1890("12.1.3", "VI.7.3.1")
def test_plus_trains_count_large_and_small_places_apart(edition: str) -> None:
    kinds = Position(edition).definition.trains
    assert (kinds["2+2"].cities, kinds["2+2"].towns, kinds["2+2"].range) == (2, 2, None)
    assert (kinds["3+3"].cities, kinds["3+3"].towns, kinds["3+3"].range) == (3, 3, None)
    game = west("HS", "2+2").operate("HS", "run")
    assert refused(game, run(game, "HS", ("2+2", "F9.0 F7.0 F5.0"))).code == "route_too_many_large"
    plays(game, run(game, "HS", ("2+2", "F9.0 F7.0")))


@rule_1890("12.1.3")
def test_a_plus_train_passes_a_small_city_besides_its_large_ones(edition: str) -> None:
    position = Position(edition).phase("2").company("HK", Ann=50, trains=("2+2",))
    game = position.tile("D9", "57", 1).tile("D7", "4", 1).token("HK", "D9").operate("HK", "run")
    plays(game, run(game, "HK", ("2+2", "D9.0 D7.0 D5.0")))
    assert game.state.revenue["HK"] == 20 + 10 + 20


@rule_1890("10.5.2.14", "10.5.2.13", "VI.7.2.1", "VI.7.1.1")
def test_a_city_full_of_other_tokens_may_be_an_end_only(edition: str) -> None:
    position = west("HS", "4", phase="3").company("JR", par=100, Bo=50)
    game = position.operate("HS", "run")
    assert refused(game, run(game, "HS", ("4", "F9.0 F7.0 F5.0 F3.0"))).code == "route_blocked_city"
    plays(game, run(game, "HS", ("4", "F9.0 F7.0 F5.0")))
    own = west("SY", "3").operate("SY", "run")
    plays(own, run(own, "SY", ("3", "F1.0 F3.0 F5.0")))
    assert own.state.revenue["SY"] == 40 + 20 + 30, "its own token is not in its way"


@rule_1890("10.5.2.8")
def test_a_red_place_is_the_end_of_a_route(edition: str) -> None:
    game = west("SY", "3").tile("F3", "15", 1).tile("E2", "9", 0).tile("D3", "4", 0).operate("SY", "run")
    assert refused(game, run(game, "SY", ("3", "F3.0 F1.0 E2 D3.0"))).code == "route_through_terminal"


@rule_1890("10.5.2.2", "10.5.2.17", "10.5.2.11", "10.5.3.2", "VI.7.5.1")
def test_trains_of_a_company_share_cities_but_no_track(edition: str) -> None:
    game = west("HS", "3", "3").tile("F11", "202", 1).operate("HS", "run")
    both = run(game, "HS", ("3", "F9.0 F7.0 F5.0"), ("3", "F9.0 F7.0"))
    assert refused(game, both).code == "route_tracks_shared"
    apart = run(game, "HS", ("3", "F9.0 F7.0 F5.0"), ("3", "F9.0 F11.0"))
    plays(game, apart)
    assert game.state.revenue["HS"] == 70 + 50


@rule_1890("10.5.2.9", "10.5.2.7")
def test_no_city_twice(edition: str) -> None:
    game = west("HS", "4").operate("HS", "run")
    assert refused(game, run(game, "HS", ("4", "F9.0 F7.0 F9.0"))).code == "route_stop_twice"
    red = west("SY", "3").tile("F3", "15", 1).tile("E2", "7", 5).operate("SY", "run")
    plays(red.copy(), run(red, "SY", ("3", "F1.0 E2 F3.0")))
    assert refused(red, run(red, "SY", ("3", "F1.0 E2 F3.0 F1.0"))).code == "route_stop_twice", "nor a red place"


@rule_1890("10.5.2.10", "VI.7.4.1")
def test_two_cities_on_one_tile_are_two_cities(edition: str) -> None:
    """From one city of Osaka Higashi by Higashi-Osaka and Moriguchi to the other."""
    position = Position(edition).phase("3").company("HS", Ann=50, trains=("4",)).token("HS", "H13")
    game = position.tile("H15", "15", 0).tile("G14", "210", 4).operate("HS", "run")
    plays(game, run(game, "HS", ("4", "H13.0 H15.0 G14.1 H13.1")))
    assert game.state.revenue["HS"] == 40 + 30 + 30 + 40
    definition = Position(edition).definition
    assert len(definition.map.hexes["H13"].stops) == 2
    position = Position(edition).phase("2").minor("OE", "Ann", trains=("3",)).tile("H15", "6", 3).tile("G14", "210", 0)
    game = position.operate("OE", "run")
    runs = [path for action in offered(game, RunRoutes) for path in action.routes[0].stops]
    assert "H15.0" in runs
    position = Position(edition).phase("3").company("KH", Ann=50, trains=("4",)).token("KH", "H13")
    position.tile("H15", "57", 1).tile("H15", "14", 1).tile("G14", "210", 4)
    game = position.operate("KH", "run")
    plays(game, run(game, "KH", ("4", "H13.1 G14.1 H15.0 H13.0")))
    assert game.state.revenue["KH"] == 40 + 30 + 30 + 40, "both cities of Osaka Higashi count"


@rule_1890("10.5.1.1", "10.5.1", "VI.7.7.1")
def test_the_president_need_not_claim_the_best_run_but_must_run(edition: str) -> None:
    game = west("HS", "3").operate("HS", "run")
    assert refused(game, RunRoutes("HS", ())).code == "must_run"
    assert refused(game, Pass("HS")).code == "must_run"
    plays(game, run(game, "HS", ("3", "F9.0 F7.0")))
    assert game.state.revenue["HS"] == 40


@rule_1890("10.5.3.1")
def test_revenue_is_the_sum_of_the_places(edition: str) -> None:
    game = west("HS", "4", phase="3").operate("HS", "run")
    plays(game, run(game, "HS", ("4", "F9.0 F7.0 F5.0 F3.0")))
    assert events(game, "run")[0]["revenue"] == 20 + 20 + 30 + 20
    red = west("HS", "5", phase="4").operate("HS", "run")
    plays(red, run(red, "HS", ("5", "F9.0 F7.0 F5.0 F3.0 F1.0")))
    assert events(red, "run")[0]["revenue"] == 20 + 20 + 30 + 20 + 50
    position = Position(edition).phase("2").company("HK", Ann=50, trains=("2+2",)).token("HK", "D9")
    small = position.tile("D9", "57", 1).tile("D7", "4", 1).operate("HK", "run")
    plays(small, run(small, "HK", ("2+2", "D9.0 D7.0 D5.0")))
    assert events(small, "run")[0]["revenue"] == 20 + 10 + 20


# --- dividends and prices


def paying(company: str = "HS", revenue: int = 120, **shares: Any) -> Game:
    position = Position(players=3).company(company, par=80, cash=0, trains=("2",), **shares).cash(Ann=0, Bo=0, Cy=0)
    return position.operate(company, "dividend", revenue=revenue)


@rule_1890("10.6.2.1", "10.6.2.2", "10.6.2.3", "10.6.2.4", "10.3.8", "10.6.1", "4.2.2.1", "VI.8.2.1", "6.1.5")
def test_a_dividend_goes_to_players_and_for_the_market_to_the_company(edition: str) -> None:
    game = paying(Ann=30, Bo=20, pool=20)
    bank = game.state.bank
    plays(game, Dividend("HS", "pay"))
    cash = game.state.cash
    assert (cash["Ann"], cash["Bo"], cash["HS"]) == (36, 24, 24)
    assert game.state.bank == bank - 84, "nobody gets what unsold shares would"


@rule_1890("10.6.3.1", "10.6.1", "10.3.8")
def test_what_is_withheld_is_the_companys(edition: str) -> None:
    game = paying(Ann=50, pool=20)
    for revenue in (10, 120):
        choices = list(paying(revenue=revenue, Ann=50).legal_actions())
        assert choices == [Dividend("HS", "pay"), Dividend("HS", "withhold")], "however little it is"
    plays(game, Dividend("HS", "withhold"))
    assert (game.state.cash["HS"], game.state.cash["Ann"]) == (120, 0)


@rule_1890("10.6.4.1", "10.6.4.2", "10.6.4.3", "3.12.5.2", "VI.8.1.1", "VI.8.3.1", "10.3.10")
@pytest.mark.parametrize(("kind", "step"), [("pay", 1), ("withhold", -1)])
def test_the_price_follows_the_dividend(edition: str, kind: str, step: int) -> None:
    for revenue in (10, 120):
        game = paying(revenue=revenue, Ann=50)
        row, column = game.state.cells["HS"]
        plays(game, Dividend("HS", "pay" if kind == "pay" else "withhold"))
        assert game.state.cells["HS"] == (row, column + step), "by one, however much it is"


@rule_1890("10.6.3", "10.5.3.3", "10.6.4.3", "12.3.6")
def test_without_a_train_the_price_falls(edition: str) -> None:
    game = Position(edition).company("HS", par=80, Ann=50).operate("HS", "track")
    row, column = game.state.cells["HS"]
    plays(game, Pass("HS"))
    assert game.state.cells["HS"] == (row, column - 1)
    joined = plays(west("HS").operate("HS", "token"), Pass("HS"))
    assert phrases.step_name(joined) == "trains", "there is a route, and nothing to run on it"
    assert (joined.state.revenue, joined.state.cash["HS"]) == ({}, 300)
    assert joined.state.cells["HS"] == (row, column - 1)


@rule_1890("7.4.3", "7.4.5", "7.4.6", "7.4.7", "10.4.2")
def test_a_company_whose_price_falls_out_of_the_table_closes_in_its_turn(edition: str) -> None:
    position = Position(edition).company("HS", par=80, Ann=50, cash=90, cell=(9, 1)).company("HK", Bo=50, cash=70)
    bank = position.state.bank
    game = plays(position.operate("HS", "track", after=("HK",)), Pass("HS"))
    assert "HS" in game.state.closed_companies
    assert game.state.bank == bank + 90
    assert game.state.board.tokens_of("HS") == []
    assert game.acting == ("Bo",), "the turn goes on with the next company"
