"""Runs: what a route may be and what it earns, with ferries, harbours, off-board places and the Trans-Siberian line."""

from __future__ import annotations

from itertools import combinations

import pytest

from kaiping.action import (
    AnyAction,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.view import seen_by
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, earned, plays, refused, wrong_run


def coast(edition: str, phase: str = "B1", trains: tuple[str, ...] = ("3",)) -> Position:
    """WNR with a token on L14, from where track leads by the town of M15 to Taiwan, N16."""
    position = Position(edition).phase(phase).company("WNR", par=80, Ann=60, cash=300, trains=trains, permits="")
    return position.tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)


@rule_1880("X.5.1", "X.5.2", "X.8.2", "X.8.5", "X.7.1", "X.7.3", "X.7.12", "X.8.6", "X.8.7", in_2010=["X.8.5"])
def test_a_plain_train_counts_its_stops_in_a_row(edition: str) -> None:
    assert earned(coast(edition).operate("WNR", "run"), "WNR", ("3", "L14.0", "M15.0", "N16.0")) == 20 + 20 + 30
    far = (
        coast(edition, trains=("2",)).tile("I11", "9", 2).tile("H10", "57", 2).tile("J12", "57", 2).token("WNR", "J12")
    )
    assert earned(far.operate("WNR", "run"), "WNR", ("2", "H10.0", "I11", "J12.0")) == 40, "plain track is no matter"
    late = coast(edition, "C1").operate("WNR", "run")
    assert earned(late, "WNR", ("3", "L14.0", "M15.0", "N16.0")) == 20 + 20 + 0, "Taiwan is worth less in phase C"


@rule_1880("X.5.3", "X.7.4", "X.7.5")
def test_it_leaves_no_stop_out_and_keeps_its_range(edition: str) -> None:
    game = coast(edition, trains=("3", "2")).operate("WNR", "run")
    assert wrong_run(game, "WNR", ("3", "L14.0", "M15", "N16.0")) == "route_skips_stop"
    assert wrong_run(game, "WNR", ("2", "L14.0", "M15.0", "N16.0")) == "route_too_long"


@rule_1880("X.7.1", "X.7.2", "X.4.5", "X.7.6", "X.7.17")
def test_a_route_has_two_stops_and_a_token_and_nothing_twice(edition: str) -> None:
    game = coast(edition).operate("WNR", "run")
    assert wrong_run(game, "WNR", ("3", "L14.0")) == "route_one_stop"
    assert wrong_run(game, "WNR", ("3", "M15.0", "N16.0")) == "route_no_token"
    assert wrong_run(game, "WNR", ("3", "L14.0", "M15.0", "L14.0")) == "route_stop_twice"
    assert wrong_run(game, "WNR", ("3", "L14.0", "J12.0")) == "route_no_track"
    other = coast(edition).tile("K13", "57", 2).tile("J12", "57", 2).company("NJR", Bo=60).operate("WNR", "run")
    assert other.state.board.tokens_of("NJR") == [("K13", 0)]
    assert wrong_run(other, "WNR", ("3", "K13.0", "J12.0")) == "route_no_token", "a token of another company"
    north = coast(edition).tile("J12", "57", 2).tile("I11", "9", 2).tile("H10", "57", 2).tile("G9", "8852", 2)
    away = ("3", "J12.0", "I11", "H10.0", "G9.0")
    assert wrong_run(north.operate("WNR", "run"), "WNR", away) == "route_no_token", "also of three stops"


@rule_1880("X.7.2", "X.4.5")
def test_every_route_needs_a_token_of_its_own(edition: str) -> None:
    """Two trains: a token on the way of one does not do for the other, whichever comes first."""
    game = coast(edition, trains=("2", "2")).tile("K13", "57", 2).operate("WNR", "run")
    with_token, without = ("2", "L14.0", "K13.0"), ("2", "M15.0", "N16.0")
    assert wrong_run(game, "WNR", with_token, without) == "route_no_token"
    assert wrong_run(game, "WNR", without, with_token) == "route_no_token"
    assert earned(game, "WNR", with_token, ("2", "L14.0", "M15.0")) == 40 + 40


@rule_1880("X.7.20")
def test_no_two_of_three_trains_use_the_same_track(edition: str) -> None:
    position = coast(edition, trains=("2", "2", "2")).tile("K13", "57", 2).tile("L14", "14", 1).tile("L16", "8850", 2)
    game = position.operate("WNR", "run")
    north, south, east = ("2", "K13.0", "L14.0"), ("2", "L14.0", "M15.0"), ("2", "L16.0", "L14.0")
    assert earned(game, "WNR", north, south, east) == 3 * (20 + 30)
    for routes in ((north, south, south), (north, south, north), (north, north, south)):
        assert wrong_run(game, "WNR", *routes) == "route_tracks_shared"


@rule_1880("X.7.20", "X.7.21")
def test_trains_share_stops_but_no_track(edition: str) -> None:
    game = coast(edition, trains=("2", "2")).operate("WNR", "run")
    assert wrong_run(game, "WNR", ("2", "L14.0", "M15.0"), ("2", "L14.0", "M15.0")) == "route_tracks_shared"
    other = coast(edition, trains=("2", "2")).tile("K13", "57", 2).operate("WNR", "run")
    routes = (("2", "L14.0", "M15.0"), ("2", "K13.0", "L14.0"))
    assert earned(other, "WNR", *routes) == 40 + 40
    middle = coast(edition, trains=("3", "3")).tile("K13", "57", 2).tile("L14", "14", 1).tile("L16", "8850", 2)
    crossing = (("3", "K13.0", "L14.0", "M15.0"), ("3", "L16.0", "L14.0"))
    assert earned(middle.operate("WNR", "run"), "WNR", *crossing) == 20 + 30 + 20 + 20 + 30, "also in its middle"


@rule_1880("X.8.2", "VIII.1.6")
def test_the_income_is_that_of_all_routes_and_the_bonus_of_the_share_price(edition: str) -> None:
    game = coast(edition, trains=("2", "2")).tile("K13", "57", 2).operate("WNR", "run", price_bonus=50)
    plays(game, RunRoutes("WNR", (Route("2", ("L14.0", "M15.0")), Route("2", ("K13.0", "L14.0")))))
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.revenue == 40 + 40 + 50
    cash = dict(game.state.cash)
    kept = plays(game.copy(), Dividend("WNR", "withhold")).state.cash
    assert kept == cash | {"WNR": cash["WNR"] + 130}, "all of it"
    paid = plays(game, Dividend("WNR", "pay")).state.cash
    assert paid == cash | {"Ann": cash["Ann"] + 130 * 60 // 100}


@rule_1880("X.7.14", "X.7.15", "X.7.16")
def test_a_full_city_may_be_an_end_only(edition: str) -> None:
    position = coast(edition).tile("K13", "57", 2).tile("J12", "57", 2)
    game = position.operate("WNR", "run").copy()
    assert earned(game, "WNR", ("3", "L14.0", "K13.0", "J12.0")) == 60
    position.company("NJR", Bo=60)
    full = position.operate("WNR", "run")
    assert wrong_run(full, "WNR", ("3", "L14.0", "K13.0", "J12.0")) == "route_blocked_city"
    assert earned(full, "WNR", ("3", "K13.0", "L14.0", "M15.0")) == 60
    assert earned(full, "WNR", ("3", "M15.0", "L14.0", "K13.0")) == 60


@rule_1880("X.7.14", "X.7.15", "X.4.7")
def test_the_token_of_an_investor_fills_a_city_too(edition: str) -> None:
    """That of Qingdao, H14, between J12 and the town of G15; its owner's companies do not pass it either."""
    for owner in ("Ann", "Bo"):
        position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=300, trains=("3",), permits="")
        position.tile("J12", "57", 0).token("WNR", "J12").tile("I13", "9", 0).tile("H14", "57", 0)
        free = position.tile("G15", "8850", 1).operate("WNR", "run").copy()
        assert earned(free, "WNR", ("3", "J12.0", "I13", "H14.0", "G15.0")) == 60
        game = position.investor("A4", owner).operate("WNR", "run")
        assert wrong_run(game, "WNR", ("3", "J12.0", "I13", "H14.0", "G15.0")) == "route_blocked_city"
        assert earned(game, "WNR", ("3", "J12.0", "I13", "H14.0")) == 40, "it may end there"


@rule_1880("VI.2.9", "VI.1.5")
def test_taiwan_is_worth_more_to_the_owner_of_p3(edition: str) -> None:
    for phase, total in (("B1", 90), ("C1", 60)):
        game = coast(edition, phase).private("P3", "Ann").operate("WNR", "run")
        assert earned(game, "WNR", ("3", "L14.0", "M15.0", "N16.0")) == total
    other = coast(edition).private("P3", "Bo").operate("WNR", "run")
    assert earned(other, "WNR", ("3", "L14.0", "M15.0", "N16.0")) == 70


@rule_1880("X.8.3", "X.8.4", "VI.2.8", "VI.1.4", "VI.1.18", "X.2.31", in_2010=["X.8.3", "X.2.34", "X.2.35"])
def test_a_ferry_costs_ten_but_not_the_owner_of_p2(edition: str) -> None:
    for owner, total in (("Bo", 30), ("Ann", 40)):
        position = Position(edition).investor("A2", "Ann").private("P2", owner)
        position.company("BCR", par=100, Bo=30, trains=("2",), permits="", cash=300)
        game = position.tile("E13", "57", 0).tile("F10", "57", 1).operate("A2", "run", after=("BCR",))
        assert earned(game, "A2", ("2", "E13.0", "F12", "F10.0")) == total
    sea = {name: printed for name, printed in game.definition.map.hexes.items() if printed.color == "blue"}
    crossings = {name: printed.ferry for name, printed in sea.items() if not printed.stops}
    assert set(crossings) == {"F12", "F14", "I15", "J16"}
    assert all(crossings.values()), "all track over the sea is a ferry's"


@rule_1880("X.10.1", "X.7.11")
def test_the_trans_siberian_line(edition: str) -> None:
    position = Position(edition).phase("B3").company("BZU", par=80, Ann=60, trains=("4",), permits="", cash=300)
    position.tile("A5", "57", 1).token("BZU", "A5").tile("A7", "8852", 1)
    for hex_id in ("A9", "A11", "A13"):
        position.tile(hex_id, "9", 1)
    game = position.operate("BZU", "run")
    whole = ("4", "A3.0", "A5.0", "A7.0", "A9", "A11", "A13", "A15.0")
    assert earned(game.copy(), "BZU", ("4", "A3.0", "A5.0", "A7.0")) == 30 + 20 + 20
    assert earned(game, "BZU", whole) == 30 + 20 + 20 + 20 + 50


@rule_1880("X.7.7", "X.7.8")
def test_beijing_has_separate_stations_at_first(edition: str) -> None:
    position = Position(edition).phase("B1").company("JHU", par=80, Ann=60, trains=("3",), permits="", cash=300)
    position.tile("F10", "57", 1).tile("E9", "6", 0)
    stops = position.definition.map.hexes["F8"].stops
    assert len(stops) == 4
    game = position.operate("JHU", "run")
    assert earned(game, "JHU", ("3", "F8.3", "F10.0")) == 40


@rule_1880("X.6.3", "X.1.1", "X.1.2")
def test_a_train_bought_does_not_run_in_the_same_turn(edition: str) -> None:
    position = coast(edition, trains=()).cash(WNR=900).operate("WNR", "trains")
    plays(position, BuyTrain("WNR", "3", "bank", 180))
    assert wrong_run(position, "WNR", ("3", "L14.0", "M15.0", "N16.0")) == "not_in_this_step"


@rule_1880("VIII.2.4")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains"])
def test_the_director_alone_decides(edition: str, step: str) -> None:
    """Whoever sits first, and whoever owns shares besides."""
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=30, Bo=60, cash=300, trains=("3",))
    game = position.tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2).operate("WNR", step, revenue=70)
    assert game.acting == ("Bo",)


@rule_1880("VIII.2.2", "VIII.2.4")
@pytest.mark.parametrize("step", ["track", "trains"])
def test_the_certificate_makes_the_director_also_where_others_hold_as_much(edition: str, step: str) -> None:
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=30, Bo=30, Cy=30, president="Bo", cash=300)
    assert position.operate("WNR", step).acting == ("Bo",)


@rule_1880("VIII.2.2")
def test_who_comes_to_hold_as_much_as_the_director_does_not_get_the_certificate(edition: str) -> None:
    """By a purchase of their own, or by a sale of the director's."""
    position = Position(edition).phase("B1").company("BCR", par=100, Cy=60, trains=("3",))
    position.company("WNR", par=80, Bo=40, Ann=30, Cy=10).cash(Ann=500)
    game = plays(position.stock("Ann", inside="BCR").copy(), BuyShare("Ann", "WNR", "ipo"))
    assert (game.state.held("Ann", "WNR"), game.state.presidents["WNR"]) == (40, "Bo")
    game = plays(position.stock("Bo", inside="BCR"), SellShares("Bo", "WNR", 10))
    assert (game.state.held("Bo", "WNR"), game.state.presidents["WNR"]) == (30, "Bo")


@rule_1880("II.12", "IX.1.2", "IV.3.9", "VIII.2.4")
def test_the_director_acts_for_the_company_with_its_own_money(edition: str) -> None:
    """Cy is the director, and neither Ann, who sits first, nor Bo, who owns the privates, is asked."""
    position = Position(edition).phase("B1").company("WNR", par=80, Cy=40, Ann=30, cash=300, permits="B", trains=("3",))
    position.private("P5", "Bo").tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)
    game = position.tile("L10", "57", 0).begin_round("WNR")
    cash = dict(game.state.cash)
    run = RunRoutes("WNR", (Route("3", ("L14.0", "M15.0", "N16.0")),))
    for action in (LayTile("WNR", "K11", "9", 0), Pass("WNR"), run, Dividend("WNR", "withhold")):
        assert game.acting == ("Cy",)
        plays(game, action)
    assert game.acting == ("Cy",)
    plays(game, BuyTrain("WNR", "3", "bank", 180))
    assert {player: game.state.cash[player] for player in game.players} == {name: cash[name] for name in game.players}
    assert game.state.cash["WNR"] == 300 + 70 - 180


@rule_1880("IV.1.4")
@pytest.mark.parametrize("seat", ["Ann", "Cy", None])
def test_all_see_what_players_and_companies_own(edition: str, seat: str | None) -> None:
    position = Position(edition).company("WNR", par=80, Bo=40, cash=330, trains=("2",)).private("P3", "Bo")
    view = seen_by(position.cash(Bo=70).stock("Ann"), seat).position()
    assert (view["cash"]["Bo"], view["cash"]["WNR"]) == (70, 330)
    assert view["shares"]["Bo"] == {"WNR": 40}
    assert view["trains"]["WNR"] == ["2"]
    assert view["privates"]["P3"]["owner"] == "Bo"


@rule_1880("IV.3.4")
def test_the_stack_of_a_companys_shares(edition: str) -> None:
    """Three certificates to choose from, three shares on offer under them and five more under the capital card."""
    position = Position(edition)
    assert position.definition.shares.president_percents == (20, 30, 40)
    shares = {company: position.state.held("ipo", company) for company in position.definition.companies}
    assert shares == dict.fromkeys(position.definition.companies, 100)
    position.company("WNR", par=80, Ann=20).cash(Ann=900)
    view = position.stock("Ann").position()
    assert (view["shares"]["Ann"], view["shares"]["ipo"]["WNR"]) == ({"WNR": 20}, 80)
    game = position.game
    for player in ("Ann", "Bo", "Cy"):
        plays(game, BuyShare(player, "WNR", "ipo"))
    assert game.state.held("ipo", "WNR") == 50
    assert refused(game, BuyShare("Ann", "WNR", "ipo")).code == "shares_locked"


@rule_1880("X.1.1", "X.1.3", "X.1.4", "X.1.5", "X.1.6", "X.1.7")
def test_the_actions_of_a_turn_come_in_their_order(edition: str) -> None:
    """In each of its steps a company may do what belongs there and nothing of the others."""
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=900, trains=("3",))
    position.tile("J12", "57", 2).tile("K13", "57", 2)
    position.tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2).tile("L10", "57", 0)
    game = position.begin_round("WNR")
    turn: tuple[AnyAction, ...] = (
        LayTile("WNR", "K11", "9", 0),
        Pass("WNR"),
        PlaceToken("WNR", "J12", 0),
        RunRoutes("WNR", (Route("3", ("L14.0", "M15.0", "N16.0")),)),
        Dividend("WNR", "pay"),
        BuyTrain("WNR", "3", "bank", 180),
    )
    for before, action in zip((None, *turn), turn, strict=False):
        present = before if isinstance(action, Pass) else action
        for other in turn:
            if not isinstance(other, (Pass, type(present))):
                assert refused(game, other).code == "not_in_this_step", (action, other)
        cell = game.state.cells["WNR"]
        plays(game, action)
        assert (game.state.cells["WNR"] != cell) == isinstance(action, Dividend), "the price moves with the dividend"


def line(edition: str, train: str, phase: str) -> Position:
    """NJR from Nanjing, K13: cities J12, K13, L14, the town M15 and Taiwan, N16, in a row."""
    position = Position(edition).phase(phase).company("NJR", par=80, Ann=60, cash=300, trains=(train,), permits="")
    return position.tile("J12", "57", 2).tile("K13", "57", 2).tile("L14", "57", 2).tile("M15", "8852", 2)


ALL = ("J12.0", "K13.0", "L14.0", "M15.0", "N16.0")


@rule_1880("X.5.4", "X.5.5", "X.5.17", "X.5.20", "X.7.11", "X.7.12", in_2010=["X.5.6", "X.5.7"])
def test_plus_trains_count_large_and_small_stops(edition: str) -> None:
    game = line(edition, "2+2", "B1").operate("NJR", "run")
    assert wrong_run(game, "NJR", ("2+2", *ALL[:4])) == "route_too_many_large"
    assert wrong_run(game, "NJR", ("2+2", *ALL)) in ("route_too_many_large", "route_too_long")
    assert earned(game, "NJR", ("2+2", *ALL[1:])) == 20 + 20 + 20 + 30, "a harbour counts as small"
    longer = line(edition, "3+3", "B2").operate("NJR", "run")
    assert earned(longer, "NJR", ("3+3", *ALL)) == 110


#: stops that a train counts, and how many of them may be large where that is less; those that leave stops out
RANGES = {
    "2": (2, None), "2+2": (4, 2), "3": (3, None), "3+3": (6, 3), "4": (4, None), "4+4": (8, 4), "6": (6, None),
    "6E": (6, None), "8": (8, None), "8E": (8, None), "10": (10, None), "2R": (2, None),
}  # fmt: skip


@rule_1880("X.5.1", "X.5.3", "X.5.4", "X.5.5", "X.5.6", "X.5.7", "X.5.9")
def test_what_each_train_counts(edition: str) -> None:
    trains = Position(edition).definition.trains
    assert {name: (train.range, train.cities) for name, train in trains.items()} == RANGES
    assert {name for name, train in trains.items() if train.skips} == {"6E", "8E"}


@rule_1880("X.5.1", "X.5.3")
@pytest.mark.parametrize(("train", "phase"), [("2", "A1"), ("3", "B1"), ("4", "B3"), ("6", "C2"), ("2R", "C2")])
def test_a_plain_train_counts_as_many_as_its_card_says(edition: str, train: str, phase: str) -> None:
    """Seven stops in a row from Taiwan to the town of G9, of which large and small ones count alike."""
    position = line(edition, train, phase).tile("I11", "9", 2).tile("H10", "57", 2).tile("G9", "8852", 2)
    game, number = position.operate("NJR", "run"), RANGES[train][0]
    row = ("N16.0", "M15.0", "L14.0", "K13.0", "J12.0", "I11", "H10.0", "G9.0")
    stops = [place for place in row if "." in place]
    home = stops.index("K13.0")
    for first, last in combinations(range(len(stops)), 2):
        if first <= home <= last:
            way = row[row.index(stops[first]) : row.index(stops[last]) + 1]
            if last - first < number:
                assert earned(game, "NJR", (train, *way)) > 0
            else:
                assert wrong_run(game, "NJR", (train, *way)) == "route_too_long"


@rule_1880("X.5.9")
def test_restored_trains_run_like_plain_ones(edition: str) -> None:
    game = line(edition, "2R", "C2").operate("NJR", "run")
    assert wrong_run(game, "NJR", ("2R", *ALL[1:4])) == "route_too_long"
    assert earned(game, "NJR", ("2R", *ALL[1:3])) == 40
    assert wrong_run(game, "NJR", ("2R", "K13.0", "L14", "M15.0")) == "route_skips_stop"
    assert wrong_run(game, "NJR", ("2R", *ALL[2:4])) == "route_no_token"


@rule_1880("X.5.10")
@pytest.mark.parametrize("phase", ["A1", "B1", "B3", "C1", "C2", "C3", "D1", "D2"])
def test_restored_trains_are_sold_from_the_first_6_train_on(edition: str, phase: str) -> None:
    game = Position(edition).phase(phase).company("NJR", par=80, Ann=60, cash=2000).operate("NJR", "trains")
    sold = BuyTrain("NJR", "2R", "bank", 250) in game.legal_actions()
    assert sold == (phase[0] == "D" or phase in ("C2", "C3"))
    if phase == "C1":
        early = Position(edition).left("6", 5).set(phase="C1").company("NJR", par=80, Ann=60, cash=2000)
        game = plays(early.operate("NJR", "trains"), BuyTrain("NJR", "6", "bank", 600))
        plays(game, BuyTrain("NJR", "2R", "bank", 250))


@rule_1880("X.5.11", "X.5.12")
@pytest.mark.parametrize(
    ("phase", "train", "price"), [("C2", "6E", 700), ("C3", "8", 800), ("D1", "8E", 900), ("D2", "10", 1000)]
)
def test_a_restored_train_outlives_all_others_and_does_not_do_in_their_place(
    edition: str, phase: str, train: str, price: int
) -> None:
    """NJR owns nothing else and must buy; the first train of any later kind leaves it with its 2R."""
    position = Position(edition).phase("C2").company("NJR", par=80, Ann=60, cash=price, trains=("2R",))
    position.left(train, position.definition.trains[train].count or 0).set(phase=phase)
    game = position.operate("NJR", "trains")
    assert refused(game, Pass("NJR")).code == "must_own_other_train"
    plays(game, BuyTrain("NJR", train, "bank", price))
    assert game.state.phase != phase
    assert game.state.trains["NJR"] == ("2R", train)


@rule_1880("X.5.6", "X.5.7", "X.5.8", in_2010=["X.5.14"])
def test_e_trains_leave_stops_out(edition: str) -> None:
    position = line(edition, "6E", "C3").tile("I11", "9", 2).tile("H10", "57", 2).tile("G9", "8852", 2)
    path = ("G9.0", "H10.0", "I11", *ALL)
    game = position.operate("NJR", "run")
    assert earned(game, "NJR", ("6E", *path)) == 120, "six stops at 20; Taiwan, worth nothing now, is left out"
    assert wrong_run(game, "NJR", ("6E", *path[:4])) == "route_no_token"


@rule_1880("X.5.6", "X.5.8")
def test_an_e_train_counts_a_stop_with_a_token(edition: str) -> None:
    """Six stops are worth more than the one with the token, for which a city is left out, and a town besides."""
    position = Position(edition).phase("C3").company("NJR", par=80, Ann=60, cash=300, trains=("6E",), permits="")
    position.tile("F10", "14", 0).tile("G9", "8851", 5).tile("H10", "15", 0).tile("I9", "235", 3).tile("I9", "8860", 1)
    position.tile("J10", "8", 2).tile("J12", "14", 1).tile("K13", "57", 2).tile("L14", "15", 0)
    game = position.tile("K15", "8877", 0).tile("K15", "8879", 5).operate("NJR", "run")
    path = ("F10.0", "G9.0", "H10.0", "I9.1", "J10", "J12.0", "K13.0", "L14.0", "K15.0")
    assert earned(game, "NJR", ("6E", *path)) == 60 + 40 + 3 * 30 + 20


@rule_1880("X.1.2", "X.1.5")
def test_a_company_that_can_run_must_run_a_train(edition: str) -> None:
    """Running is one of the two compulsory actions; which run it is, is free."""
    game = coast(edition, trains=("3", "2")).operate("WNR", "run", price_bonus=50)
    assert refused(game, Pass("WNR")).code == "must_run"
    nothing = refused(game, RunRoutes("WNR", ()))
    assert (nothing.code, nothing.clause) == ("must_run", f"1880-{edition}:X.1.2")
    assert earned(game, "WNR", ("2", "L14.0", "M15.0")) == 40, "one train, and not the best run"
    income = coast(edition).operate("WNR", "dividend", revenue=70)
    assert refused(income, Pass("WNR")).code == "must_decide_dividend", "the other compulsory action"


@rule_1880("X.1.2")
def test_who_owns_a_train_need_not_buy_another(edition: str) -> None:
    game = coast(edition).company("NXR", Ann=30, permits="", trains=("3",)).operate("WNR", "trains", after=("NXR",))
    assert BuyTrain("WNR", "3", "bank", 180) in game.legal_actions()
    plays(game, Pass("WNR"))
    assert game.state.trains["WNR"] == ("3",)


@rule_1880("X.1.2", "VII.1.6")
def test_an_investor_that_can_run_must_run_its_train(edition: str) -> None:
    """Investors operate like normal companies."""
    position = Position(edition).phase("B1").investor("A7", "Ann").company("CKR", par=80, Ann=30, permits="")
    game = position.tile("O5", "57", 2).tile("P6", "8852", 2).operate("A7", "run", after=("CKR",))
    assert refused(game, RunRoutes("A7", ())).code == "must_run"
    assert earned(game, "A7", ("3", "Q7.0", "P6.0")) > 0


@rule_1880("X.1.2", "X.9.1")
def test_where_none_can_run_nobody_is_asked(edition: str) -> None:
    position = Position(edition).phase("B1").company("HKR", par=100, Ann=40, trains=("3",), permits="A", cash=300)
    game = position.begin_round("HKR")
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.step > 2, "past the run"
