"""What the game is, how its rounds follow each other, and what everybody may see: sections 0 to 2 of the book."""

from __future__ import annotations

import pytest

from kaiping.action import (
    AcquirePrivate,
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    DeclareBankruptcy,
    Dividend,
    LayTile,
    Par,
    Pass,
    SellShares,
)
from kaiping.errors import BadInput
from kaiping.flow.auction import Auction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.money import bank_left, trainless
from tests.rules.g1890.positions import (
    PLAYERS,
    Position,
    all_pass,
    buys,
    events,
    fresh,
    offered,
    plays,
    price,
    refused,
    sold_to,
)
from tests.rules.g1890.runs import run, west


@rule_1890("0.6")
def test_players_invest_and_presidents_manage(edition: str) -> None:
    game = plays(Position(edition).stock("Ann"), Par("Ann", "HK", 75))
    assert game.state.cash["Ann"] == 840 - 150
    operating = Position(edition).company("HK", Bo=50, cash=100).operate("HK")
    assert operating.acting == ("Bo",)
    assert offered(operating, LayTile)


@rule_1890("0.7", "0.8")
def test_the_greatest_net_worth_wins(edition: str) -> None:
    position = Position(edition).company("HK", par=75, Ann=30, Bo=20).company("SY", par=100, Bo=50)
    game = position.cash(Ann=900, Bo=700, Cy=1000).set(turn=10).operate("HK", "trains")
    assert game.winners() == (), "not before the end"
    plays(game, Pass("HK"))
    while game.finished is None:
        plays(game, Pass(str(game.state.stack[-1].order[0])))  # type: ignore[attr-defined]
    prices = {name: game.definition.market.cells[cell].price for name, cell in game.state.cells.items()}
    assert game.totals() == {"Ann": 900 + 3 * prices["HK"], "Bo": 700 + 2 * prices["HK"] + 5 * prices["SY"], "Cy": 1000}
    assert game.winners() == ("Bo",), "neither the first at the table nor who has most cash"


@rule_1890("0.10")
def test_companies_of_several_kinds(edition: str) -> None:
    game = fresh(edition)
    late = {name for name, private in game.definition.privates.items() if private.late and not private.from_minor}
    plays(game, Bid("Ann", "AR", 20))
    assert refused(game, Bid("Bo", "KF", 200)).code == "private_not_for_sale", "late privates come later"
    assert refused(game, Par("Bo", "HK", 75)).code == "only_privates_now", "and so do public companies"
    assert plays(game, Bid("Bo", "KE", 105)).state.stack[-1].bids == (("KE", "Bo", 105),)  # type: ignore[attr-defined]
    assert late == {"KF", "KR", "KO", "SB"}


@rule_1890("0.11", "11.2.5")
def test_privates_and_late_privates_pay_the_same_in_every_round(edition: str) -> None:
    position = Position(edition).private("AR", "Ann").private("KF", "Bo").company("HK", Cy=50)
    game = all_pass(position.phase("2").stock("Ann"))
    assert [(one["private"], one["amount"]) for one in events(game, "private-income")] == [("AR", 5), ("KF", 40)]
    while game.state.round == 1:
        plays(game, Pass("HK"))
    assert [(one["private"], one["amount"]) for one in events(game, "private-income")] == [("AR", 5), ("KF", 40)]
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (840 + 2 * 5, 840 + 2 * 40)


@rule_1890("0.12")
def test_minors_run_few_trains(edition: str) -> None:
    game = Position(edition).minor("KA", "Ann", cash=500).operate("KA", "trains")
    plays(game, BuyTrain("KA", "2", "bank", 80), BuyTrain("KA", "2", "bank", 80))
    assert not offered(game, BuyTrain)
    company = Position(edition).company("HK", Ann=50, cash=500).operate("HK", "trains")
    for _ in range(4):
        plays(company, BuyTrain("HK", "2", "bank", 80))


@rule_1890("0.13", "3.12.5.2")
def test_prices_move_with_dividends_and_with_sales(edition: str) -> None:
    position = west(Position(edition).company("SY", par=80, trains=("2",), Ann=50, Bo=20))
    paying = plays(position.operate("SY", "run"), run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert (price(paying, "SY"), paying.state.cells["SY"]) == (90, (2, 5)), "to the right"
    position = west(Position(edition).company("SY", par=80, trains=("2",), Ann=50, Bo=20))
    keeping = plays(position.operate("SY", "run"), run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "withhold"))
    assert (price(keeping, "SY"), keeping.state.cells["SY"]) == (75, (2, 3)), "to the left"
    selling = plays(Position(edition).company("SY", par=80, Ann=50, Bo=20).stock("Bo"), SellShares("Bo", "SY", 20))
    assert (price(selling, "SY"), selling.state.cells["SY"]) == (70, (4, 4)), "two rows down"
    buying = buys(Position(edition).company("SY", par=80, Ann=50, Bo=40).stock("Bo"), BuyShare("Bo", "SY", "ipo"))
    all_pass(buying)
    assert (price(buying, "SY"), buying.state.cells["SY"]) == (90, (1, 4)), "all bought: a row up"


@rule_1890("0.22", scenarios="ABCD")
def test_nothing_is_left_to_chance(edition: str) -> None:
    games = [Game("1890", edition=edition, players=["Ann", "Bo"], seed=seed) for seed in (1, 2)]
    for _ in range(40):
        first, second = games
        assert first.state == second.state
        assert list(first.legal_actions()) == list(second.legal_actions())
        action = first.legal_actions()[first.played * 7 % len(first.legal_actions())]
        for game in games:
            game.play(action)


@rule_1890("1.1", "C.1.1")
def test_two_to_seven_players(edition: str) -> None:
    for count in range(2, 8):
        assert len(fresh(edition, count).players) == count
    for names in (PLAYERS[:1], (*PLAYERS, "Hal")):
        with pytest.raises(BadInput):
            Game("1890", edition=edition, players=names)


@rule_1890("1.1.1", "1.1.2", "1.3.7")
def test_a_stock_round_and_then_operating_rounds(edition: str) -> None:
    for phase, rounds in (("1", 1), ("2", 2), ("4", 3)):
        game = Position(edition).company("HK", Ann=50).phase(phase).stock("Ann")
        seen: list[tuple[type, int]] = []
        while game.state.turn == 2:
            frame = game.state.stack[-1]
            if not seen or seen[-1] != (type(frame), game.state.round):
                seen.append((type(frame), game.state.round))
            plays(game, Pass(game.acting[0] if isinstance(frame, StockRound) else "HK"))
        assert seen == [(StockRound, 1), *((OperatingRound, number + 1) for number in range(rounds))]
        assert (game.state.turn, type(game.state.stack[-1])) == (3, StockRound), "then comes the next game turn"


@rule_1890("1.1.4", scenarios="ABCD")
def test_the_scenario_says_how_many_game_turns_there_are(edition: str) -> None:
    last = 8 if edition == "B" else 10
    for turn in (last - 1, last):
        game = Position(edition).company("HK", Ann=50).set(turn=turn).begin_round("HK")
        while isinstance(game.state.stack[-1], OperatingRound) and game.finished is None:
            plays(game, Pass("HK"))
        assert game.finished == (None if turn < last else "turns")


@rule_1890("1.2.1")
def test_sell_buy_both_or_pass(edition: str) -> None:
    def game() -> Game:
        return Position(edition).company("HK", par=75, Ann=30, Bo=20).company("SY", par=65, Bo=30).stock("Bo")

    assert plays(game(), SellShares("Bo", "HK", 10), Pass("Bo")).acting == ("Cy",)
    assert plays(game(), BuyShare("Bo", "HK", "ipo"), Pass("Bo")).acting == ("Cy",)
    assert plays(game(), SellShares("Bo", "HK", 10), BuyShare("Bo", "SY", "ipo")).acting == ("Cy",)
    assert plays(game(), Pass("Bo")).acting == ("Cy",)


@rule_1890("1.2.3", "1.2.4", scenarios="ABCD")
def test_the_initial_stock_round_comes_first(edition: str) -> None:
    game = fresh(edition)
    assert isinstance(game.state.stack[-1], Auction)
    assert refused(game, Par("Ann", "HK", 75)).code == "only_privates_now"
    letters = {"A": "ABCABC", "B": "ABCABC", "C": "ABCABCABCAB", "D": "ABCABCA"}[edition]
    sold = sold_to(letters, edition)
    assert isinstance(sold.state.stack[-1], StockRound)
    assert sold.state.turn == 1
    assert offered(sold, Par)


@rule_1890("1.3.1", "1.3.5")
def test_presidents_decide_for_their_companies(edition: str) -> None:
    position = west(Position(edition).company("SY", par=80, Ann=30, Bo=20, cash=900).company("HS", Bo=50))
    game = position.begin_round("SY", "HS")
    seen = [game.acting]
    while isinstance(game.state.stack[-1], OperatingRound):
        company = game.state.stack[-1].company
        assert game.acting == (game.state.presidents[company],)
        duty = game.why_not(Pass(company))
        plays(game, BuyTrain(company, "2", "bank", 80) if duty else Pass(company))
        seen.append(game.acting)
    assert {("Ann",), ("Bo",)} <= set(seen)


@rule_1890("1.3.2", "1.3.3", "1.3.4", "VI.4.1.1")
def test_privates_then_late_privates_then_minors_then_companies(edition: str) -> None:
    position = Position(edition).private("AR", "Ann").private("KF", "Bo").minor("OE", "Ann").minor("KA", "Bo")
    position.company("HK", par=75, Ann=50).company("SY", par=90, Bo=50).company("HS", par=75, Cy=50)
    game = all_pass(position.company("NK", par=65, cell=(3, 5), Cy=50).stock("Ann"))
    assert [one["private"] for one in events(game, "private-income")] == ["AR", "KF"]
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.order[0] == "KA", "the privates have been paid before"
    assert frame.order == ("KA", "OE", "SY", "NK", "HK", "HS")


@rule_1890("1.4.1", "1.4.2", "5.5")
def test_six_phases_begun_by_new_kinds_of_trains(edition: str) -> None:
    definition = fresh(edition).definition
    assert list(dict.fromkeys(name.partition(".")[0] for name in definition.phases)) == ["1", "2", "3", "4", "5", "6"]
    before = {"2+2": "2", "3": "2+2", "3+3": "3", "4": "3+3", "5": "4", "6": "5", "D": "6"}
    for train, kind in before.items():
        position = Position(edition).company("HK", Ann=50, cash=2000)
        earlier = [name for name in definition.trains if definition.train_order[name] < definition.train_order[train]]
        for name in earlier:
            position.scrap(name, position.state.depot.get(name, 0))
        position.state.phase = definition.phase_of_train.get(kind, "1")
        game = position.operate("HK", "trains")
        phase = game.state.phase
        plays(game, BuyTrain("HK", train, "bank", definition.trains[train].price))
        assert game.state.phase == definition.phase_of_train[train] != phase


@rule_1890("1.4.3")
def test_a_phase_changes_rounds_tiles_and_limits(edition: str) -> None:
    position = west(Position(edition).company("SY", Ann=50, cash=2000, trains=("2", "2", "2", "2")))
    position.scrap("2", 5).scrap("2+2", 3).scrap("3", 5).scrap("3+3", 2).scrap("4", 3).set(phase="3")
    game = position.operate("SY", "trains")
    assert refused(game, BuyTrain("SY", "4", "bank", 300)).code == "train_limit"
    roomy = west(Position(edition).company("SY", Ann=50, cash=2000)).phase("3").scrap("4", 3)
    plays(roomy.operate("SY", "trains"), BuyTrain("SY", "5", "bank", 450), Pass("SY"))
    game = all_pass(roomy.game)
    assert game.state.set_rounds == 3, "three operating rounds from the next game turn on"
    assert game.definition.phases[game.state.phase].colors == ("yellow", "green", "brown")
    assert game.definition.train_limit(game.state.phase, "SY") == 2


@rule_1890("1.5.1")
def test_three_ways_to_the_end(edition: str) -> None:
    turns = Position(edition).company("HK", Ann=50).set(turn=10).begin_round("HK")
    while turns.finished is None:
        plays(turns, Pass("HK"))
    assert turns.finished == "turns"
    broken = all_pass(bank_left(Position(edition).company("HK", Ann=50).private("AR", "Ann"), 4).stock("Ann"))
    while broken.finished is None:
        plays(broken, Pass("HK"))
    assert broken.finished == "bank"
    poor = plays(trainless(edition).cash(Ann=0).operate("SY", "trains"), DeclareBankruptcy("SY"))
    assert poor.finished == "bankrupt"


@rule_1890("2.1.1", "VI.14.1.1")
def test_everybody_sees_cash_and_shares(edition: str) -> None:
    game = Position(edition).company("HK", Ann=30, Bo=20).cash(Ann=77).stock("Ann")
    for seat in (*game.players, None):
        view = game.view(seat).position()
        assert view["cash"]["Ann"] == 77
        assert (view["shares"]["Ann"], view["shares"]["Bo"]) == ({"HK": 30}, {"HK": 20})


@rule_1890("2.2.1", "2.2.2", "2.3.1")
def test_what_a_company_owns_is_the_companys(edition: str) -> None:
    position = Position(edition).company("HK", Ann=50, cash=123, trains=("2", "2")).private("AR", "HK").cash(Ann=5)
    view = position.stock("Bo").view("Bo").position()
    assert view["trains"]["HK"] == ["2", "2"]
    assert view["privates"]["AR"]["owner"] == "HK"
    assert (view["cash"]["HK"], view["cash"]["Ann"]) == (123, 5)
    assert refused(position.stock("Ann"), Par("Ann", "SY", 65)).code == "cash_for_start", "not out of the treasury"


@rule_1890("2.2.3")
def test_a_table_may_agree_that_treasuries_are_not_told(edition: str) -> None:
    """Nobody needs to tell them: by an option only its president sees what a company has."""
    position = (
        Position(edition, options=["hidden-treasuries"]).company("HK", Ann=50, cash=123).minor("KE", "Cy", cash=77)
    )
    game = position.stock("Bo")
    seen = {seat: game.view(seat).position()["cash"] for seat in game.players}
    assert {seat: cash.get("HK") for seat, cash in seen.items()} == {"Ann": 123, "Bo": None, "Cy": None}
    assert {seat: cash.get("KE") for seat, cash in seen.items()} == {"Ann": None, "Bo": None, "Cy": 77}


@rule_1890("2.3.1")
def test_a_president_does_not_spend_the_treasury(edition: str) -> None:
    position = Position(edition).company("HK", Ann=50, cash=1000).cash(Ann=10)
    game = position.stock("Ann")
    assert refused(game, BuyShare("Ann", "HK", "ipo")).code == "cash_for_share"
    assert refused(game, AcquirePrivate("Ann", "KF", 200)).code == "cash_for_private"
    rich = Position(edition).company("HK", Ann=50, cash=0).cash(Ann=1000).operate("HK", "trains")
    assert refused(rich, BuyTrain("HK", "2", "bank", 80)).code == "cash_for_train"
    assert refused(rich, Choose("Ann", "station-right", "KR")).code == "not_in_this_step"
