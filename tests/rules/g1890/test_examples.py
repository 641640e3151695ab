"""The worked examples of the book, and stations of the game that its Japanese original tells.

The story is of five players in scenario C; it has few prices and no rotations, so what it does not say is made up here,
and its later stations are reached from positions. Ann, Bo, Cy, Di and Ed sit in the order of the story's players.
"""

from __future__ import annotations

from kaiping.action import (
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Consent,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellShares,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.track import is_closed_hex
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles.g1890.kinki import Formation
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, buys, events, fresh, plays, refused
from tests.rules.g1890.runs import earned, run, west, wrong_run


@rule_1890("10.9.4", "10.9.3", "11.1.2.2", "VI.10.2.1", scenarios="ABCD")
def test_arima_is_sold_to_a_company_for_ten_to_forty(edition: str) -> None:
    for phase in ("2", "3"):
        position = Position(edition).company("HK", Ann=50, cash=100).private("AR", "Ann").phase(phase)
        game = position.operate("HK")
        assert refused(game, BuyPrivate("HK", "AR", 9)).code == "private_price"
        assert refused(game, BuyPrivate("HK", "AR", 41)).code == "private_price"
        for price in (10, 40):
            assert game.why_not(BuyPrivate("HK", "AR", price)) is None
        assert plays(game, BuyPrivate("HK", "AR", 40)).state.cash["HK"] == 60


def long_line(edition: str, train: str, phase: str) -> Game:
    """Sanyo on a line from Himeji along the coast, and by Itami to Toyonaka."""
    position = west(Position(edition).company("SY", Ann=50, trains=(train,)).phase(phase)).tile("F9", "15", 1)
    return position.tile("E10", "6", 0).tile("E12", "57", 1).operate("SY", "run")


HIMEJI, KOBE = ("F1.0", "F3.0"), ("F5.0", "F7.0")


@rule_1890("12.1.2", "12.1.1", "10.5.2.4")
def test_a_four_train_counts_four_places_of_any_kind(edition: str) -> None:
    game = long_line(edition, "4", "3")
    assert earned(game, "SY", ("4", *HIMEJI, *KOBE)) == 40 + 20 + 30 + 20
    assert wrong_run(game, "SY", ("4", *HIMEJI, *KOBE, "F9.0")) == "route_too_long"
    small = harbour(edition, "2", "1")
    assert earned(small, "KE", ("2", "D5.0", "D7.0")) == 20 + 10
    assert wrong_run(small, "KE", ("2", "D5.0", "D7.0", "D9.0")) == "route_too_long", "a small city counts, too"


def harbour(edition: str, train: str, phase: str) -> Game:
    """Kobe Electric in Tanigami D5 between the towns of Miki D3 and Arima D7, Takarazuka D9 beyond."""
    position = Position(edition).minor("KE", "Ann", trains=(train,)).phase(phase)
    position.tile("D3", "58", 4)
    position.tile("D7", "4", 1).tile("D9", "57", 1)
    return position.operate("KE", "run")


@rule_1890("12.1.3", "VI.7.3.1")
def test_plus_trains_reach_as_many_towns_besides(edition: str) -> None:
    game = harbour(edition, "2+2", "1.5")
    path = ("D3.0", "D5.0", "D7.0", "D9.0")
    assert earned(game, "KE", ("2+2", *path)) == 10 + 20 + 10 + 20, "two large and two small"
    assert wrong_run(harbour(edition, "3", "2"), "KE", ("3", *path)) == "route_too_long"
    coast = long_line(edition, "3+3", "2.5")
    assert earned(coast, "SY", ("3+3", *HIMEJI, "F5.0")) == 90
    assert wrong_run(coast, "SY", ("3+3", *HIMEJI, *KOBE)) == "route_too_many_large", "towns are counted apart"


@rule_1890("12.1.4")
def test_a_d_train_reaches_any_number(edition: str) -> None:
    game = long_line(edition, "D", "6")
    path = (*HIMEJI, *KOBE, "F9.0", "E10.0", "E12.0")
    assert earned(game, "SY", ("D", *path)) == 70 + 20 + 30 + 20 + 30 + 20 + 20
    kind = game.definition.trains["D"]
    assert (kind.range, kind.cities, kind.towns) == (None, None, None), "no limit of any kind"


@rule_1890("12.4.3", "12.4.2", "12.4.4")
def test_trains_are_sold_in_their_order(edition: str) -> None:
    def bank(*sold: str, phase: str = "1", last: str = "") -> Game:
        position = Position(edition).company("HK", Ann=50, cash=2000).set(phase=phase)
        for kind in sold:
            position.scrap(kind, position.state.depot[kind])
        if last:
            position.scrap(last, position.state.depot[last] - 1)
        return position.operate("HK", "trains")

    game = bank(last="2")
    assert refused(game, BuyTrain("HK", "2+2", "bank", 120)).code == "not_on_sale", "one 2-train is left"
    plays(game, BuyTrain("HK", "2", "bank", 80), BuyTrain("HK", "2+2", "bank", 120))
    game = bank("2", "2+2", "3", "3+3", phase="3", last="4")
    assert refused(game, BuyTrain("HK", "5", "bank", 450)).code == "not_on_sale"
    plays(game, BuyTrain("HK", "4", "bank", 300), BuyTrain("HK", "5", "bank", 450))
    game = bank("2", "2+2", "3", "3+3", "4", "5", phase="4")
    assert refused(game, BuyTrain("HK", "D", "bank", 1100)).code == "not_on_sale"
    plays(game, BuyTrain("HK", "6", "bank", 630), BuyTrain("HK", "D", "bank", 1100))
    assert game.state.depot["6"] == 1


@rule_1890("8.5.3", "8.5.1", "VI.2.9.1", "VI.2.1.1")
def test_a_share_bought_below_its_price_is_sold_at_once(edition: str) -> None:
    position = Position(edition).company("HK", par=75, cell=(3, 8), Ann=50).cash(Bo=75)
    game = plays(position.stock("Bo"), BuyShare("Bo", "HK", "ipo"), SellShares("Bo", "HK", 10))
    assert game.state.cash["Bo"] == 110
    assert (game.state.held("Bo", "HK"), game.state.held("pool", "HK")) == (0, 10)


# --- the game that the book tells


BIDS = [
    ("Ann", "KT", 45), ("Bo", "KA", 105), ("Cy", "HT", 75), ("Di", "KS", 165), ("Ed", "OM", 225),
    ("Ann", "OT", 105), None, ("Cy", "HN", 115), ("Di", "KE", 105), ("Ed", "OE", 205), ("Ann", "NE", 165),
]  # fmt: skip


def after_the_sales() -> Game:
    """Single bids on ten lots; then Bo buys Arima, and all are handed over in a row."""
    game = fresh("C", 5)
    for bid in BIDS:
        plays(game, Pass("Bo") if bid is None else Bid(*bid))
    plays(game, Bid("Bo", "AR", 20), Par("Ed", "OS", 65), Par("Ed", "KN", 65))
    return game


def after_the_first_stock_round() -> Game:
    """Hanshin is sold out and Keihan floats; each buys what they want as soon as it is there."""
    game = after_the_sales()
    wanted: dict[str, list[Par | BuyShare]] = {
        "Ann": [BuyShare("Ann", "HS", "ipo")] * 2,
        "Bo": [Par("Bo", "HS", 65), *[BuyShare("Bo", "HS", "ipo")] * 3],
        "Cy": [Par("Cy", "KH", 65), BuyShare("Cy", "KH", "ipo")],
        "Di": [BuyShare("Di", "KH", "ipo"), BuyShare("Di", "HS", "ipo")],
        "Ed": [BuyShare("Ed", "HS", "ipo")],
    }
    while isinstance(game.state.stack[-1], StockRound):
        player = game.acting[0]
        if wanted[player] and game.why_not(wanted[player][0]) is None:
            buys(game, wanted[player].pop(0))
        else:
            plays(game, Pass(player))
    return game


@rule_1890("9.1.4.3", "9.1.4.8", "9.2.1", "9.2.2", "9.4.1", "9.4.2", "9.1.4.10")
def test_first_station_all_is_sold_in_the_first_game_turn(edition: str) -> None:
    game = after_the_sales()
    owners = {**game.state.privates, **game.state.minors}
    expected = {
        "Ann": {"KT", "OT", "NE"},
        "Bo": {"AR", "KA"},
        "Cy": {"HT", "HN"},
        "Di": {"KS", "KE"},
        "Ed": {"OM", "OE"},
    }
    assert {player: {lot for lot, owner in owners.items() if owner == player} for player in game.players} == expected
    assert game.state.cash["Ann"] == 504 - 45 - 105 - 165
    assert isinstance(game.state.stack[-1], StockRound)
    assert (game.state.turn, game.acting) == (1, ("Cy",)), "the regular stock round, left of who bought Arima"


@rule_1890("8.6.1.1", "C.8.4.23", "C.8.4.50", "10.1.2", "11.3.1.1")
def test_first_station_hanshin_is_sold_out_and_kanan_operates_first(edition: str) -> None:
    game = after_the_first_stock_round()
    assert {"HS", "KH"} <= game.state.floated
    assert not game.state.held("ipo", "HS")
    assert game.state.cells["HS"] == (4, 4), "one row up from where it started"
    assert game.state.cells["KH"] == (5, 4)
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.order == ("KA", "OE", "OT", "NE", "KE", "HS", "KH")


def turn(game: Game, company: str, *actions: AnyAction) -> None:
    """A company's turn: what it does, passing what lies between."""
    for action in actions:
        while game.why_not(action) is not None and game.why_not(Pass(company)) is None:
            plays(game, Pass(company))
        plays(game, action)
    while isinstance(frame := game.state.stack[-1], OperatingRound) and frame.company == company:
        plays(game, Pass(company))


@rule_1890("12.4.2.1", "12.4.2.2", "3.2.18", "10.4.2.2", "10.9.1", "10.7.2", "5.20", "VI.9.7.1")
def test_second_station_keihan_buys_a_three_and_two_privates_in_one_turn(edition: str) -> None:
    game = after_the_first_stock_round()
    two = BuyTrain("OE", "2", "bank", 80)
    turn(game, "KA")
    turn(game, "OE", LayTile("OE", "H15", "6", 3), two, two)
    turn(game, "OT", BuyTrain("OT", "2", "bank", 80))
    turn(game, "NE", BuyTrain("NE", "2", "bank", 80))
    turn(game, "KE", *[BuyTrain("KE", "2", "bank", 80)] * 2)
    turn(game, "HS", LayTile("HS", "F9", "57", 1), *[BuyTrain("HS", "2", "bank", 80)] * 3)
    assert "2" not in game.state.depot
    turn(game, "KH", LayTile("KH", "F15", "6", 5), BuyTrain("KH", "2+2", "bank", 120))
    assert (game.state.phase, game.state.turn) == ("1.5", 2)
    while isinstance(game.state.stack[-1], StockRound):
        plays(game, Pass(game.acting[0]))
    turn(game, "KA", BuyTrain("KA", "2", "HS", 80))
    assert game.state.trains["KA"] == ("2",), "a minor buys of a company"
    turn(game, "OE", run("OE", ("2", "H13.0", "H15.0")))
    turn(game, "OT", run("OT", ("2", "H13.0", "H15.0")))
    turn(game, "NE", BuyTrain("NE", "2+2", "bank", 120))
    turn(game, "KE")
    turn(game, "HS", BuyTrain("HS", "2+2", "bank", 120))
    cash = game.state.cash["KH"]
    plays(game, LayTile("KH", "G16", "1", 5))
    assert game.state.cash["KH"] == cash - 80
    plays(game, PlaceToken("KH", "H15"))
    assert game.state.cash["KH"] == cash - 80 - 40
    plays(game, run("KH", ("2+2", "F15.0", "G16.0", "H15.0")), Dividend("KH", "pay"))
    assert game.state.revenue["KH"] == 20 + 10 + 20
    assert refused(game, BuyPrivate("KH", "HN", 110)).code == "private_sale_not_yet"
    plays(game, BuyTrain("KH", "3", "bank", 180))
    assert game.state.phase == "2"
    plays(game, BuyPrivate("KH", "HN", 110), BuyPrivate("KH", "HT", 70))
    assert (game.state.privates["HN"], game.state.privates["HT"]) == ("KH", "KH")


def third_game_turn() -> Game:
    """JR of Cy and Nankai of Di have just floated; Keihan has a token in Higashi-Osaka, I14 leads on to Kashiwara."""
    position = Position("C", 5).minor("KA", "Bo", cash=20, trains=("2",)).minor("OE", "Ed", cash=120, trains=("2",))
    position.minor("OT", "Ann", cash=60, trains=("2",)).minor("NE", "Ann", cash=200).private("OM", "Ed")
    position.company("KN", par=65, Di=20).company("KH", par=65, cash=40, trains=("3",), Cy=50, Di=10)
    position.company("JR", par=100, cash=1000, operated=False, Cy=50).phase("2").set(turn=3)
    position.company("NK", par=70, cash=700, operated=False, Di=50)
    position.tile("H15", "6", 3).tile("F15", "6", 5).tile("G16", "1", 5).tile("I14", "8", 3).token("KH", "H15")
    return position.begin_round("KA", "OE", "OT", "NE", "JR", "NK", "KH")


def decline(game: Game, minor: str, option: str = "not-this-round") -> None:
    plays(game, Choose(game.state.minors[minor], "merger", option))


def before_the_formation() -> Game:
    """Until Nankai has bought a 3+3."""
    game = third_game_turn()
    decline(game, "OE")
    turn(game, "KA", LayTile("KA", "J15", "15", 1))
    turn(game, "OE", LayTile("OE", "H15", "15", 0), run("OE", ("2", "H13.0", "H15.0")))
    turn(game, "OT", run("OT", ("2", "H13.0", "H15.0")))
    turn(game, "NE", BuyTrain("NE", "3", "bank", 180))
    turn(game, "JR", *[BuyTrain("JR", "3", "bank", 180)] * game.state.depot["3"])
    assert "3" not in game.state.depot
    plays(game, LayTile("NK", "J13", "8", 2), PlaceToken("NK", "H15"), BuyTrain("NK", "3+3", "bank", 230))
    return game


@rule_1890("5.3", "10.4.3.2", "10.4.3.6", "10.5.2.14", "7.3.2.2")
def test_third_station_nankai_comes_through_kashiwara_and_buys_both_three_plus_threes(edition: str) -> None:
    game = before_the_formation()
    assert game.state.board.tokens["H15", 0] == ("KH", "NK")
    assert (game.state.phase, game.state.cash["NK"]) == ("2.5", 700 - 40 - 230)
    assert game.state.minors["OE"] == "Ed", "Kinki is not formed before Nankai's turn is over"
    plays(game, BuyTrain("NK", "3+3", "bank", 230))
    assert game.state.trains["NK"] == ("3+3", "3+3")


@rule_1890(
    "C.8.3.19", "C.8.4.38", "C.8.4.39", "C.8.4.40", "C.8.4.41", "C.8.4.42", "10.3.1.2.4", "10.5.2.13", "C.8.4.44"
)
def test_fourth_station_kinki_is_formed_and_runs_once_to_higashi_osaka(edition: str) -> None:
    game = before_the_formation()
    turn(game, "NK", BuyTrain("NK", "3+3", "bank", 230))
    assert isinstance(game.state.stack[-1], Formation)
    assert refused(game, Choose("Bo", "merger", "not-this-round")).code == "no_such_option"
    money = game.state.cash["OE"], game.state.cash["OT"]
    decline(game, "KA", "later")
    assert money == (0, 0), "their money is Kinki's already"
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert (frame.company, game.acting) == ("KN", ("Ed",))
    assert game.state.trains["KN"] == ("2", "2")
    assert is_closed_hex(game.table(), "H13") == "OM", "so there is no track to be laid"
    short = run("KN", ("2", "H13.0", "H15.0"))
    while game.why_not(short) is not None:
        plays(game, Pass("KN"))
    assert wrong_run(game, "KN", ("2", "H13.0", "H15.0", "I14", "J15.0")) == "route_blocked_city"
    plays(game, short)
    assert game.state.revenue["KN"] == 40 + 30
    plays(game, Dividend("KN", "pay"))
    paid = events(game, "paid")[0]
    assert (paid["per_share"], paid["shares"]["Ed"], paid["shares"]["Ann"], paid["shares"]["Di"]) == (7, 14, 7, 14)
    plays(game, BuyTrain("KN", "4", "bank", 300))
    assert game.state.phase == "3"
    assert "2" not in [train for trains in game.state.trains.values() for train in trains]
    while isinstance(frame := game.state.stack[-1], OperatingRound) and frame.company == "KN":
        plays(game, Pass("KN"))
    assert game.state.minors["KA"] == "closed"
    assert game.state.held("Bo", "KN") == 10
    assert {hex_id for hex_id, _ in game.state.board.tokens_of("KN")} == {"H13", "J15"}
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.order == ("KH",), "and Kinki has no other turn in this round"


@rule_1890("12.2.3", "12.2.4", "12.3.2", "12.4.2.3", "12.5.1", "VI.9.2.1", "7.3.2.2")
def test_fifth_station_keihan_finds_a_train_in_the_open_market(edition: str) -> None:
    position = Position(edition, 5).company("HK", par=100, cash=1000, Ed=50).phase("3")
    position.company("KH", par=65, cash=190, trains=("2+2",), Cy=50).tile("F15", "6", 5)
    position.company("NK", par=70, trains=("3+3", "3+3", "3"), Di=50).scrap("4", position.state.depot["4"] - 1)
    game = position.operate("HK", "trains", ("NK", "KH"))
    plays(game, BuyTrain("HK", "4", "bank", 300), BuyTrain("HK", "5", "bank", 450))
    assert game.state.phase == "4"
    assert "KH" not in game.state.trains, "its 2+2 has rusted"
    assert game.acting == ("Di",)
    plays(game, DiscardTrain("NK", "3"))
    turn(game, "HK")
    turn(game, "NK")
    while game.why_not(Pass("KH")) is None:
        plays(game, Pass("KH"))
    assert refused(game, Pass("KH")).code == "must_own_train"
    assert refused(game, SellShares("Cy", "KH", 10)).code == "no_sale_needed"
    plays(game, BuyTrain("KH", "3", "pool", 180))
    assert (game.state.trains["KH"], game.state.cash["KH"]) == (("3",), 10)


@rule_1890("12.4.2.2")
def test_a_president_agrees_before_a_train_changes_hands(edition: str) -> None:
    position = Position(edition).minor("KA", "Ann", cash=100).company("HS", Bo=50, trains=("2", "2"))
    game = plays(position.operate("KA", "trains"), BuyTrain("KA", "2", "HS", 80))
    assert game.acting == ("Bo",)
    plays(game, Consent("Bo", True))
    assert (game.state.trains["KA"], game.state.cash["HS"]) == (("2",), 80)
