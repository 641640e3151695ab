"""What runs are worth: ferries, places at the edge of the map, bonuses; and the whole price board."""

from __future__ import annotations

from kaiping.action import BuyShare, Dividend, Pass, Route, RunRoutes, SellShares, UsePower
from kaiping.flow.operating.frame import OperatingRound
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, earned, offered, plays, wrong_run

#: values of red and blue places in phases A, B, C and D
EDGE = {
    "A3": (20, 30, 40, 50), "A15": (10, 20, 30, 40), "I1": (10, 20, 30, 40), "K1": (0, 0, 0, 80),
    "Q7": (30, 40, 50, 60), "Q15": (20, 30, 10, 70), "N16": (30, 30, 0, 0), "Q13": (20, 30, 40, 50),
}  # fmt: skip


@rule_1880("X.7.4", "X.7.5", "X.5.20")
def test_the_numbers_on_the_cards_are_the_ranges(edition: str) -> None:
    for name, kind in Position(edition).definition.trains.items():
        large, _, small = name.rstrip("ER").partition("+")
        assert kind.range == int(large) + int(small or 0)
        assert kind.cities == (int(large) if small else None)
        assert kind.towns is None, "small stations may take the places of large ones"
        assert kind.skips == name.endswith("E")


def north(edition: str, phase: str, *trains: str) -> Position:
    """BZU with a token on A5, on a line from Russia, A3, by the town of A7 to Vladivostok, A15."""
    position = Position(edition).phase(phase).company("BZU", par=80, Ann=60, trains=trains, permits="", cash=300)
    position.tile("A5", "57", 1).token("BZU", "A5").tile("A7", "8852", 1)
    return position.tile("A9", "9", 1).tile("A11", "9", 1).tile("A13", "9", 1)


@rule_1880("X.7.4", "X.7.5", "X.8.5")
def test_only_e_trains_leave_stops_out_and_earn_nothing_for_them(edition: str) -> None:
    """Seven stops worth 20 each, with P3 also Taiwan: a 6E counts six of them, a 6 cannot run so far."""
    position = Position(edition).phase("C3").private("P3", "Ann")
    position.company("NJR", par=80, Ann=60, cash=300, trains=("6E", "6"), permits="")
    for hex_id, tile in (("G9", "8852"), ("I11", "9"), ("M15", "8852")):
        position.tile(hex_id, tile, 2)
    for hex_id in ("H10", "J12", "K13", "L14"):
        position.tile(hex_id, "57", 2)
    path = ("G9.0", "H10.0", "I11", "J12.0", "K13.0", "L14.0", "M15.0", "N16.0")
    game = position.operate("NJR", "run")
    assert earned(game, "NJR", ("6E", *path)) == 6 * 20
    assert wrong_run(game, "NJR", ("6", *path)) == "route_too_long"
    assert earned(game, "NJR", ("6", *path[1:])) == 6 * 20
    assert wrong_run(game, "NJR", ("6", *path[:5], "L14", *path[6:])) == "route_skips_stop"


@rule_1880("X.8.6", "X.8.7")
def test_places_at_the_edge_have_a_value_for_each_phase(edition: str) -> None:
    hexes = Position(edition).definition.map.hexes
    places = {name: one for name, one in hexes.items() if one.color in ("red", "blue") and one.stops}
    assert {name: one.stops[0].values for name, one in places.items()} == EDGE
    for phase, train in (
        ("A1", "2"), ("A2", "2"), ("B1", "3"), ("B2", "3"), ("B3", "4"), ("C1", "4"), ("C2", "6"), ("C3", "6"),
        ("D1", "8"), ("D2", "8"), ("D3", "10"),
    ):  # fmt: skip
        game = north(edition, phase, train).operate("BZU", "run")
        assert earned(game, "BZU", (train, "A3.0", "A5.0")) == EDGE["A3"]["ABCD".index(phase[0])] + 20


@rule_1880("X.10.1")
def test_the_trans_siberian_bonus_is_for_one_train_that_runs_all_the_way(edition: str) -> None:
    game = north(edition, "B3", "4", "4").operate("BZU", "run")
    west, east = ("4", "A3.0", "A5.0"), ("4", "A5.0", "A7.0", "A9", "A11", "A13", "A15.0")
    assert earned(game, "BZU", west, east) == (30 + 20) + (20 + 20 + 20), "two trains do not earn it together"
    assert earned(game, "BZU", (*west, *east[2:])) == 30 + 20 + 20 + 20 + 50


@rule_1880("X.8.3", "X.8.4")
def test_each_ferry_costs_ten(edition: str) -> None:
    """HKR from Tianjin by Dalian and Qingdao to Shanghai, which is by all three ferries; the last crosses two hexes."""

    def at(owner: str, director: str = "Ann") -> Position:
        position = Position(edition).phase("B3").private("P2", owner)
        position.company("HKR", par=80, Ann=30, Bo=30, president=director, trains=("4", "4"), permits="", cash=300)
        position.tile("F10", "57", 1).tile("E13", "5", 5).tile("G13", "8", 3).tile("H14", "57", 2)
        return position.token("HKR", "E13").tile("K15", "8877", 3)

    one = ("4", "F10.0", "F12", "E13.0")
    two = (*one, "F14", "G13", "H14.0")
    three = (*two, "I15", "J16", "K15.0")
    game = at("Cy").operate("HKR", "run")
    shanghai = 30
    for route, stops, ferries in ((one, 40, 1), (two, 60, 2), (three, 60 + shanghai, 3)):
        assert earned(game, "HKR", route) == stops - 10 * ferries
    assert earned(game, "HKR", one, ("4", "H14.0", "I15", "J16", "K15.0")) == 30 + (20 + shanghai - 10)
    assert earned(at("Ann").operate("HKR", "run"), "HKR", three) == 60 + shanghai
    assert earned(at("Ann", "Bo").operate("HKR", "run"), "HKR", three) == 60 + shanghai - 30, "a shareholder's P2"


@rule_1880("X.7.14", "X.7.15", "X.7.16")
def test_a_city_with_a_free_place_or_a_token_of_ones_own_is_not_blocked(edition: str) -> None:
    def at(*others: str) -> Position:
        position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=300, trains=("3",), permits="")
        position.tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)
        position.tile("J12", "57", 2).tile("K13", "57", 2).tile("K13", "14", 2)
        for number, name in enumerate(others):
            position.company(name, par=70, Bo=60)
            if number:
                position.token(name, "K13")
        return position

    through, end = ("3", "L14.0", "K13.0", "J12.0"), ("3", "M15.0", "L14.0", "K13.0")
    for others, blocked in (((), False), (("NJR",), False), (("NJR", "CKR"), True)):
        game = at(*others).operate("WNR", "run")
        assert earned(game, "WNR", end) == 20 + 20 + 30
        if blocked:
            assert wrong_run(game, "WNR", through) == "route_blocked_city"
        else:
            assert earned(game, "WNR", through) == 20 + 30 + 20
    own = at("NJR").token("WNR", "K13").operate("WNR", "run")
    assert earned(own, "WNR", ("3", "J12.0", "K13.0", "L14.0")) == 20 + 30 + 20, "full, but with a token of its own"


@rule_1880("X.9.1")
def test_the_bonus_is_that_of_the_price_at_which_the_turn_began(edition: str) -> None:
    """P7 brings a share round in the turn of WNR: a sale takes its price from 200 +40 to 190 +20, or back up again."""
    for cell, bank, bonus in (((0, 13), 10, 400), ((1, 13), 0, 200)):
        position = Position(edition).private("P7", "Ann").left("3", 1).set(phase="B1")
        position.company("WNR", par=100, cell=cell, Ann=60, Bo=40 - bank, permits="", trains=("2",))
        position.tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)
        game = plays(position.begin_round("WNR"), UsePower("Ann", "P7", "WNR"))
        while game.acting != ("Bo",):
            plays(game, Pass(game.acting[0]))
        if bank:
            plays(game, SellShares("Bo", "WNR", 10))
        all_pass(game)
        assert game.state.cells["WNR"] == ((1, 13) if bank else (0, 13))
        plays(game, RunRoutes("WNR", (Route("2", ("L14.0", "M15.0")),)))
        frame = game.state.stack[-1]
        assert isinstance(frame, OperatingRound)
        assert frame.revenue == 20 + 20 + bonus


@rule_1880("X.9.1", "X.9.5", "X.8.2")
def test_the_bonus_is_added_to_what_the_trains_earn(edition: str) -> None:
    """Ten times the small number: 50 at 120, which ten shares have 5 each of."""
    for cell, bonus in (((1, 7), 50), ((1, 8), 100), ((0, 12), 200), ((0, 13), 400), ((1, 4), 0)):
        position = Position(edition).phase("B1")
        position.company("WNR", par=100, cell=cell, Ann=40, trains=("3",), permits="").tile("L14", "57", 2)
        game = position.token("WNR", "L14").tile("M15", "8852", 2).begin_round("WNR")
        plays(game, offered(game, RunRoutes)[0])
        cash = game.state.cash["Ann"]
        plays(game, Dividend("WNR", "pay"))
        assert game.state.cash["Ann"] == cash + 4 * (20 + 20 + 30 + bonus) // 10


@rule_1880("XIII.1.1", "X.9.3")
def test_every_space_of_the_price_board(edition: str) -> None:
    printed = """
        .     .     100   105   110   115:5 120:5 125:5 130:10 140:10 150:15 160:15 180:20 200:40
        .     85    95    100   105   110:5 115:5 120:5 125:10 135:10 145:15 155:15 170:20 190:20
        70    80    90    95    100   105:5 110:5 115:5 120:10 130:10 140:15 150:15 165:20 180:20
        65    75    85    90    95    100:5 105:5 110:5 115:10 125:10 135:15 145:15 .      .
        60    70    80    85    90    95:5  100:5 105:5 110:10 120:10 .      .      .      .
        55    65    75    80    85    90:5  95:5  100:5 .      .      .      .      .      .
        50    60    70    75    80    85:5  90:5  .     .      .      .      .      .      .
        45    55    65    70    75    80:5  .     .     .      .      .      .      .      .
        40    50    60    65    70    .     .     .     .      .      .      .      .      .
    """
    market = Position(edition).definition.market
    rows = [row.split() for row in printed.strip().splitlines()]
    assert [[_space(cell) for cell in row] for row in market.rows] == rows
    for cell, price in (((0, 13), 200), ((2, 0), 70), ((8, 4), 70)):
        position = Position(edition).phase("B1").company("BCR", par=100, Cy=60, trains=("3",), cash=500)
        game = position.company("WNR", par=100, cell=cell, Bo=30).cash(Ann=500).stock("Ann", inside="BCR")
        assert plays(game, BuyShare("Ann", "WNR", "ipo")).state.cash["Ann"] == 500 - price


def _space(cell: object) -> str:
    price, bonus = getattr(cell, "price", 0), getattr(cell, "bonus", 0)
    return f"{price}:{bonus}" if bonus else str(price or ".")


@rule_1880("X.8.1", "X.8.9", "X.8.10")
def test_dividends_come_from_the_bank_for_shares_of_players_alone(edition: str) -> None:
    position = Position(edition).phase("B1").investor("A3", "Ann").company(
        "BCR", par=100, Bo=40, Ann=20, Cy=10, A3=10, cash=30, trains=("3",), permits=""
    )  # fmt: skip
    for kind, shared, kept in (("pay", {"Ann": 26, "Bo": 52, "Cy": 13}, 0), ("withhold", {}, 130)):
        game = position.operate("BCR", "dividend", revenue=130).copy()
        cash, bank = dict(game.state.cash), game.state.bank
        plays(game, Dividend("BCR", kind))  # type: ignore[arg-type]
        change = {
            owner: game.state.cash[owner] - cash[owner] for owner in cash if game.state.cash[owner] != cash[owner]
        }
        assert change == (shared or {"BCR": kept})
        assert game.state.bank == bank - sum(change.values())
