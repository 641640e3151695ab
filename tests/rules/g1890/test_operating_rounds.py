"""The course of operating rounds and of turns in them, track and routes: what sections 7 to 12 say besides."""

from __future__ import annotations

import pytest

from kaiping.action import (
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellShares,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.shares import operating_order
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles.g1890.kinki import Declaration
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, buys, events, fresh, offered, plays, refused
from tests.rules.g1890.runs import earned, finish_round, run, west, wrong_run


def on_turn(game: Game) -> str:
    """The company or minor that operates now."""
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame.company


def asked(game: Game) -> bool:
    """Is a minor's owner asked whether it merges?"""
    return isinstance(game.state.stack[-1], Declaration)


def turns(game: Game) -> list[tuple[int, str]]:
    """Who operates in which round until the next stock round, all passing."""
    seen: list[tuple[int, str]] = []
    while isinstance(game.state.stack[-1], OperatingRound):
        if (game.state.round, on_turn(game)) not in seen:
            seen.append((game.state.round, on_turn(game)))
        plays(game, Pass(on_turn(game)))
    return seen


@rule_1890("7.3.2.1")
def test_a_started_company_has_tokens_at_forty_and_a_hundred(edition: str) -> None:
    game = west(Position(edition).company("SY", Ann=50, cash=500).company("HK", Ann=50, cash=500)).begin_round("SY")
    assert game.position()["tokens_left"]["SY"] == {"number": 1, "next_cost": 40}
    plays(game, Pass("SY"), PlaceToken("SY", "F7"))
    left = game.position()["tokens_left"]
    assert (left["SY"], left["HK"]) == ({"number": 0, "next_cost": None}, {"number": 3, "next_cost": 40})
    assert game.state.cash["SY"] == 460


@rule_1890("7.3.2.4", "11.4.2.2", "10.4.1.2", "C.8.3.5", "C.8.4.28")
def test_kinki_starts_and_gets_its_homes_by_its_minors(edition: str) -> None:
    """Four shares with players do not float it; four times its price is its capital; it stands where minors stood."""
    position = Position(edition).minor("OE", "Ann", cash=50).minor("OT", "Bo", cash=20).minor("KA", "Cy", cash=30)
    position.company("KN", par=80, Bo=40).minor("NE", "Cy", cash=10).phase("2")
    assert "KN" not in position.state.floated
    game = position.begin_round("OE", "OT", "KA", "NE")
    plays(game, Choose("Ann", "merger", "merge"))
    plays(game, Choose("Cy", "merger", "merge"))
    assert game.state.cash["KN"] == 50 + 20 + 15 + 4 * 80
    assert sorted(hex_id for hex_id, _ in game.state.board.tokens_of("KN")) == ["H13", "J15"]
    assert [minor for minor, owner in game.state.minors.items() if owner == "closed"] == ["KA", "OE", "OT", "KE"]
    later = Position(edition).minor("NE", "Cy", cash=10).company("KN", par=80, Bo=60, floated=True, operated=False)
    merged = later.token("KN", "H13").set(operated=frozenset({"KN"})).phase("5").begin_round("NE", "KN")
    assert sorted(hex_id for hex_id, _ in merged.state.board.tokens_of("KN")) == ["B17", "H13", "H19"]


@rule_1890("C.8.3.6", "C.8.4.36")
def test_a_merger_may_be_declared_when_the_minor_is_about_to_operate(edition: str) -> None:
    """The book says both in its turn and between turns: its owner is asked before each turn, its own among them."""
    position = Position(edition).minor("OE", "Ann").company("KN", par=80).company("HK", Bo=50).phase("2")
    game = position.begin_round("OE", "HK")
    assert asked(game)
    plays(game, Choose("Ann", "merger", "later"))
    assert on_turn(game) == "OE"
    while not asked(game):
        plays(game, Pass("OE"))
    plays(game, Choose("Ann", "merger", "merge"))
    assert on_turn(game) == "KN", "asked again after its own turn"


@rule_1890("C.8.4.38", "C.8.4.42", "C.8.4.45")
def test_a_minor_that_has_merged_takes_no_turn(edition: str) -> None:
    position = Position(edition).minor("OE", "Ann").minor("OT", "Bo").company("KN", par=80).company("HK", Cy=50)
    game = plays(position.phase("2").begin_round("OE", "OT", "HK"), Choose("Ann", "merger", "merge"))
    assert on_turn(game) == "KN"
    while on_turn(game) == "KN":
        plays(game, Pass("KN"))
    assert on_turn(game) == "HK", "neither Osaka Electric nor Osaka Railway"


@rule_1890("8.1", "11.4.3")
def test_players_buy_and_sell_shares_of_companies_together(edition: str) -> None:
    game = Position(edition).company("HK", par=75, Ann=20).cash(Ann=100, Bo=100, Cy=100).stock("Ann")
    for player in game.players:
        buys(game, BuyShare(player, "HK", "ipo"))
    assert [game.state.held(player, "HK") for player in game.players] == [30, 10, 10]
    assert "HK" in game.state.floated
    plays(game, SellShares("Ann", "HK", 10))
    assert (game.state.held("Ann", "HK"), game.state.cash["Ann"]) == (20, 100)


@rule_1890("10.1", "10.1.1", "10.1.3", "10.3.2", "10.3.3", "10.3.4", "10.8.1")
def test_all_that_can_operate_do_so_in_order(edition: str) -> None:
    """By price, whatever they started at, then further to the right, then the higher in the stack."""
    position = Position(edition).private("AR", "Bo").minor("KE", "Cy").company("SY", par=90, Ann=50)
    position.company("HK", par=75, Ann=50).company("HS", par=75, cash=80, Ann=50)
    position.company("NK", par=100, cell=(4, 5), Ann=50)
    position.company("KH", par=100, Ann=30)
    game = all_pass(position.stock("Ann"))
    assert events(game, "private-income"), "before anybody operates"
    assert turns(game) == [(1, "KE"), (1, "SY"), (1, "NK"), (1, "HK"), (1, "HS")], "Keihan has not been started"
    assert isinstance(game.state.stack[-1], StockRound)


@rule_1890("11.4.2.3")
def test_a_started_company_goes_on_though_little_of_it_is_held(edition: str) -> None:
    """Players have three shares and the open market five; it goes on with two for the president alone."""
    position = Position(edition).company("HK", par=75, Ann=40, Bo=10, pool=30).company("SY", par=65, Cy=50)
    game = plays(position.phase("2").stock("Ann"), SellShares("Ann", "HK", 20), Pass("Ann"))
    assert turns(all_pass(game)) == [(number, name) for number in (1, 2) for name in ("SY", "HK")]


@rule_1890("10.8.1", "10.8.2", "10.8.4")
def test_in_the_next_round_all_operate_again(edition: str) -> None:
    position = Position(edition).minor("KE", "Cy").company("SY", par=90, Ann=50).company("HK", par=75, Ann=50)
    game = all_pass(position.phase("4").stock("Ann"))
    assert turns(game) == [(number, name) for number in (1, 2, 3) for name in ("KE", "SY", "HK")]
    assert game.state.turn == 3


@rule_1890("10.8.3")
def test_a_company_that_is_not_started_is_in_nobodys_way(edition: str) -> None:
    """Wherever its token lies in a stack, those that have started operate in their order."""
    position = Position(edition).company("SY", par=75, Ann=20).company("HK", par=75, Bo=50)
    game = all_pass(position.company("HS", par=75, cash=80, Cy=50).stock("Ann"))
    assert turns(game) == [(1, "HK"), (1, "HS")]


@rule_1890("10.8.3", "10.3.4", scenarios="CD")
def test_at_the_end_of_a_round_started_companies_come_to_the_top_of_their_stacks(edition: str) -> None:
    """Sanyo lies on top with two shares sold, Hankyu and Hanshin under it; when it starts it operates after them."""
    position = Position(edition).company("SY", par=75, Ann=20).company("NK", par=75, Ann=20)
    position.company("HK", par=75, Bo=50).company("HS", par=75, Cy=50)
    game = position.operate("HK", "trains", keeps_price=True)
    plays(game, Pass("HK"))
    assert game.state.market[3, 4] == ("HK", "HS", "SY", "NK")
    game.state.floated |= {"SY"}
    assert operating_order(game.table(), frozenset({"SY", "HK", "HS"})) == ("HK", "HS", "SY")


@rule_1890("10.8.3")
def test_a_company_that_starts_later_operates_after_those_that_had_started(edition: str) -> None:
    """The whole course: Sanyo's price is set first, Hankyu starts, and only a game turn later Sanyo does."""
    position = Position(edition).company("SY", par=75, Ann=40).company("HK", par=75, Bo=50).cash(Ann=500)
    game = position.operate("HK", "trains", keeps_price=True)
    plays(game, Pass("HK"))
    while game.acting != ("Ann",):
        plays(game, Pass(game.acting[0]))
    buys(game, BuyShare("Ann", "SY", "ipo"))
    all_pass(game)
    assert turns(game) == [(1, "HK"), (1, "SY")]


@rule_1890("10.3.7", "10.3.11", "11.4.1.1")
def test_the_turn_of_a_company(edition: str) -> None:
    """Its president lays track, places a token, runs, pays, buys trains: all of it, or only what must be."""
    position = Position(edition).company("SY", par=80, Ann=50, Bo=20, cash=500, trains=("2",)).phase("2")
    position.tile("F3", "57", 1).private("AR", "Ann")
    game = position.begin_round("SY")
    for action in (
        LayTile("SY", "F7", "57", 1),
        PlaceToken("SY", "F7"),
        BuyPrivate("SY", "AR", 20),
        run("SY", ("2", "F1.0", "F3.0")),
        Dividend("SY", "pay"),
        BuyTrain("SY", "3", "bank", 180),
    ):
        assert game.acting == ("Ann",)
        plays(game, action)
    idle = position_again(edition).begin_round("SY")
    plays(idle, Pass("SY"), Pass("SY"))
    for nothing in (Pass("SY"), run("SY")):
        assert refused(idle, nothing).code == "must_run", "trains that can run must"
    plays(idle, run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "withhold"))
    assert offered(idle, BuyTrain)
    assert isinstance(finish_round(idle).state.stack[-1], StockRound), "another train need not be bought"


def position_again(edition: str) -> Position:
    """Sanyo in Akashi with a train and money, track leading on to Kobe and Ashiya."""
    position = Position(edition).company("SY", par=80, Ann=50, Bo=20, cash=500, trains=("2",)).phase("2")
    return position.tile("F3", "57", 1).tile("F7", "57", 1)


@rule_1890("10.3.1.6")
def test_a_company_need_not_run_over_the_tile_it_has_laid(edition: str) -> None:
    game = plays(position_again(edition).begin_round("SY"), LayTile("SY", "F5", "820", 0), Pass("SY"))
    plays(game, run("SY", ("2", "F1.0", "F3.0")))
    assert game.state.revenue["SY"] == 60


@rule_1890("10.5.1.2", "VI.7.7.1")
def test_a_better_route_that_others_see_need_not_be_run(edition: str) -> None:
    game = west(Position(edition).company("SY", Ann=30, Bo=20, trains=("2",))).operate("SY", "run")
    assert game.acting == ("Ann",), "the other shareholders have no say"
    assert next(iter(offered(game, type(run("SY"))))).routes == run("SY", ("2", "F1.0", "F3.0")).routes
    assert earned(game, "SY", ("2", "F3.0", "F5.0")) == 50


def crossing(edition: str, tile: str, rotation: int, train: str = "3") -> Position:
    """Hankyu in Toyonaka E12, from where track leads to D13 with a green tile; Takatsuki D15 is to the east of it."""
    position = Position(edition).company("HK", Ann=50, trains=(train,)).phase("2").tile("E12", "57", 0)
    for hex_id, yellow in (
        ("D15", ("6", 3)),
        ("D9", ("57", 1)),
        ("D11", ("9", 1)),
        ("C14", ("8", 4)),
        ("C16", ("7", 0)),
    ):
        position.tile(hex_id, *yellow)
    first = {"20": ("9", 0), "23": ("9", 0), "28": ("8", 4)}[tile]
    return position.tile("D13", *first).tile("D13", tile, rotation)


@rule_1890("10.5.2.1", "10.5.2.5", "10.5.2.7")
def test_routes_follow_the_track(edition: str) -> None:
    forked = crossing(edition, "23", 0).operate("HK", "run")
    assert earned(forked, "HK", ("3", "E12.0", "D13", "D15.0")) == 40
    assert wrong_run(forked, "HK", ("3", "E12.0", "E10.0")) == "route_no_track"
    assert wrong_run(forked, "HK", ("3", "E12.0", "F11.0")) == "route_no_track", "it ends at the edge of the tile"
    sharp = crossing(edition, "28", 4).token("HK", "D15").tile("E14", "210", 0).operate("HK", "run")
    assert earned(sharp, "HK", ("3", "E12.0", "D13", "E14.1")) == 50
    assert earned(sharp, "HK", ("3", "E12.0", "D13", "D15.0")) == 40
    assert wrong_run(sharp, "HK", ("3", "D15.0", "D13", "E14.1")) == "route_reverses", "not round the sharp bend"


@rule_1890("10.5.2.11")
def test_no_track_twice_on_one_route(edition: str) -> None:
    """From Kishiwada to Izumisano by a loop beyond L11: the way to the loop would also be the way back."""
    position = Position(edition).company("NK", Ann=50, trains=("3",)).phase("2").token("NK", "L9")
    for hex_id, tile in {
        "L9": ("57", 1), "L11": ("23", 3), "K12": ("23", 0), "J13": ("7", 5), "K14": ("7", 1), "M10": ("8", 1),
        "M8": ("57", 1),
    }.items():  # fmt: skip
        position.tile(hex_id, *tile)
    game = position.operate("NK", "run")
    loop = ("L9.0", "L11", "K12", "J13", "K14", "K12", "L11", "M10", "M8.0")
    assert wrong_run(game, "NK", ("3", *loop)) == "route_track_twice"


@rule_1890("10.5.2.6", "10.5.2.12", "10.5.2.16")
def test_crossing_lines_are_not_joined_but_a_tile_may_be_passed_twice(edition: str) -> None:
    game = crossing(edition, "20", 0).operate("HK", "run")
    assert wrong_run(game, "HK", ("3", "E12.0", "D13", "D15.0")) == "route_changes_track"
    loop = ("E12.0", "D13", "C14", "C16", "D15.0", "D13", "D11", "D9.0")
    assert earned(game, "HK", ("3", *loop)) == 20 + 20 + 20, "over D13 and, later, under it"
    assert wrong_run(game, "HK", ("3", *("D15" if stop == "D15.0" else stop for stop in loop))) == "route_skips_stop"
    assert wrong_run(crossing(edition, "20", 0, "2").operate("HK", "run"), "HK", ("2", *loop)) == "route_too_long"


@rule_1890("11.1.1.3", "10.3.1.2.4", "VI.10.3.1", "C.8.1.1")
def test_hexes_of_a_private_open_when_a_company_buys_it_or_it_closes(edition: str) -> None:
    position = Position(edition).company("JR", par=100, Ann=50, cash=500).private("KT", "Ann").phase("2")
    game = position.operate("JR")
    assert refused(game, LayTile("JR", "F5", "820", 0)).code == "hex_closed"
    plays(game, BuyPrivate("JR", "KT", 40), LayTile("JR", "F5", "820", 0))
    other = Position(edition).company("JR", par=100, Ann=50, cash=500).private("KT", "HK").phase("2")
    plays(other.company("HK", Bo=50).operate("JR"), LayTile("JR", "F5", "820", 0))
    closed = Position(edition).company("JR", par=100, Ann=50, cash=500).private("KT", "closed").phase("4")
    plays(closed.operate("JR"), LayTile("JR", "F5", "820", 0))


@rule_1890("11.1.1.1", "11.1.1.2", "10.3.1.2.3", "10.3.1.2.4", "VI.10.3.1", "C.8.1.1")
@pytest.mark.parametrize(
    ("private", "closed"),
    [("AR", "D7"), ("KT", "F5"), ("HT", "I12 J11"), ("KS", "B17 B19"), ("OM", "G12 H11 H13")],
)
def test_nobody_builds_on_the_hexes_of_a_players_private(edition: str, private: str, closed: str) -> None:
    position = Position(edition).company("HK", Ann=50, cash=500).private(private, "Ann")
    game = position.operate("HK")
    codes = {hex_id: refused(game, LayTile("HK", hex_id, "9", 0)).code for hex_id in game.definition.map.hexes}
    assert {hex_id for hex_id, code in codes.items() if code.startswith("hex_closed")} == set(closed.split())


@rule_1890("11.2.6")
def test_late_privates_stay_to_the_end(edition: str) -> None:
    late = ("KF", "KR", "KO", "SB")
    position = Position(edition).company("HK", Ann=50, cash=3000).phase("3").scrap("4", 3)
    for name in late:
        position.private(name, "Bo")
    game = position.operate("HK", "trains")
    for train, price in (("5", 450), ("5", 450)):
        plays(game, BuyTrain("HK", train, "bank", price))
    assert game.state.phase == "4"
    assert {game.state.privates[name] for name in late} == {"Bo"}
    last = Position(edition).company("HK", Ann=50, cash=3000).phase("5").private("KF", "Bo").operate("HK", "trains")
    plays(last, BuyTrain("HK", "D", "bank", 1100))
    assert (last.state.phase, last.state.privates["KF"]) == ("6", "Bo")


@rule_1890("11.3.1", "12.2")
def test_minors_operate_trains_like_companies(edition: str) -> None:
    position = Position(edition).minor("KE", "Ann", cash=200, trains=("2",)).tile("E4", "8", 3).cash(Ann=0)
    game = position.begin_round("KE")
    plays(game, Pass("KE"), run("KE", ("2", "D5.0", "E4", "F5.0")))
    assert (game.state.cash["Ann"], game.state.cash["KE"]) == (25, 225)
    plays(game, BuyTrain("KE", "2", "bank", 80))
    assert game.state.trains["KE"] == ("2", "2")


@rule_1890("C.8.1.11")
def test_hankai_counts_as_a_certificate_to_the_end(edition: str) -> None:
    game = Position(edition).private("HT", "Ann").phase("6").stock("Ann")
    assert game.position()["certificates"]["Ann"]["held"] == 1


@rule_1890("C.8.2.5", "C.8.2.7", "12.1")
def test_kobe_rapid_never_operates(edition: str) -> None:
    position = Position(edition).private("KR", "Bo").company("HK", Ann=50).token("KR", "F5")
    game = all_pass(position.stock("Ann"))
    assert turns(game) == [(1, "HK")]
    trains = Position(edition).private("KR", "Bo").company("HK", Ann=50, cash=100).operate("HK", "trains")
    for owner in ("KR", "Bo", "Ann"):
        assert refused(trains, BuyTrain(owner, "2", "bank", 80)).code == "not_your_turn", "nor do players own trains"


@rule_1890("VI.2.10.1")
def test_companies_buy_privates_but_no_shares(edition: str) -> None:
    position = Position(edition).company("HK", Ann=50, cash=500).company("SY", Bo=50, pool=10).private("AR", "Ann")
    game = position.phase("2").operate("HK")
    assert refused(game, BuyShare("HK", "SY", "pool")).code == "not_in_this_step"
    assert refused(position.stock("Ann"), BuyShare("HK", "SY", "pool")).code == "not_your_turn"
    plays(position.operate("HK"), BuyPrivate("HK", "AR", 10))
    early = Position(edition).company("HK", Ann=50, cash=500).private("AR", "Ann").phase("1.5").operate("HK")
    assert refused(early, BuyPrivate("HK", "AR", 10)).code == "private_sale_not_yet"
    minor = Position(edition).minor("KE", "Ann", cash=200).private("AR", "Ann").phase("2").operate("KE")
    assert refused(minor, BuyPrivate("KE", "AR", 20)).code == "private_by_minor"


@rule_1890("VI.5.2.1")
def test_a_second_tile_comes_with_arima(edition: str) -> None:
    """And with JR's own rule, which the answer in the book forgets."""
    position = Position(edition).company("HK", Ann=50, cash=500).private("AR", "HK").phase("2")
    game = plays(position.operate("HK"), LayTile("HK", "E12", "57", 0))
    assert refused(game, LayTile("HK", "D13", "9", 0)).code == "not_in_this_step"
    plays(game, LayTile("HK", "D7", "4", 1, "AR"))
    assert set(game.state.board.tiles) == {"E12", "D7"}


@rule_1890("VI.9.3.1", "12.3")
def test_trains_are_not_sold_back_to_the_bank(edition: str) -> None:
    game = Position(edition).company("HK", Ann=50, cash=500, trains=("2", "2")).operate("HK", "trains")
    assert refused(game, DiscardTrain("HK", "2")).code == "not_in_this_step"
    assert refused(game, BuyTrain("HK", "2", "HK", 1)).code == "no_such_train"


@rule_1890("VI.13.3.1")
def test_nothing_happens_at_the_top_of_the_market(edition: str) -> None:
    position = west(Position(edition).company("SY", cell=(0, 16), par=80, Ann=50, Bo=50, trains=("2",)))
    game = plays(position.operate("SY", "run"), run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert game.definition.market.cells[game.state.cells["SY"]].price == 400
    assert (game.finished, game.state.ending) == (None, None)
    assert all_pass(finish_round(game)).state.cells["SY"] == (0, 17), "it cannot rise any further"
    assert fresh(edition).definition.market.right((0, 17)) == (0, 17)
    assert refused(Position(edition).stock("Ann"), Par("Ann", "SY", 400)).code == "not_a_par_price"
