"""The end of the game: bankruptcy, a broken bank, the last game turn, what counts. Sections 13 and C.9 of the book."""

from __future__ import annotations

from kaiping.action import BuyTrain, DeclareBankruptcy, Dividend, Pass, SellShares, UsePower
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.money import bank_left, trainless
from tests.rules.g1890.positions import Position, all_pass, events, plays, refused
from tests.rules.g1890.runs import finish_round, run, west


def last_turn(position: Position, *order: str) -> Game:
    """The last operating round of the last game turn."""
    last = position.definition.ending.last_turn
    return finish_round(position.set(turn=last).begin_round(*order))


@rule_1890("13.1", "C.9.1", "C.9.2", "C.9.3", "D.9.1", "D.9.2", "D.9.3", "A.9.1", "A.9.2", "A.9.3", scenarios="ACD")
def test_a_broken_bank_a_bankrupt_player_or_the_tenth_game_turn(edition: str) -> None:
    broken = all_pass(bank_left(Position(edition).company("HK", Ann=50).private("AR", "Ann"), 4).stock("Ann"))
    assert finish_round(broken).finished == "bank"
    poor = trainless(edition).cash(Ann=0).operate("SY", "trains")
    assert plays(poor, DeclareBankruptcy("SY")).finished == "bankrupt"
    late = last_turn(Position(edition).company("HK", Ann=50), "HK")
    assert (late.finished, late.state.turn) == ("turns", 10)


@rule_1890("B.13.1", "B.13.2", "B.13.3", scenarios="B")
def test_in_scenario_b_it_is_the_eighth_game_turn(edition: str) -> None:
    broken = all_pass(bank_left(Position(edition).company("HK", Ann=50).private("AR", "Ann"), 4).stock("Ann"))
    assert finish_round(broken).finished == "bank"
    poor = trainless(edition).cash(Ann=0).operate("SY", "trains")
    assert plays(poor, DeclareBankruptcy("SY")).finished == "bankrupt"
    assert finish_round(Position(edition).company("HK", Ann=50).set(turn=7).begin_round("HK")).finished is None
    late = last_turn(Position(edition).company("HK", Ann=50), "HK")
    assert (late.finished, late.state.turn) == ("turns", 8)


@rule_1890("13.2", "13.4", "13.5", "13.6")
def test_cash_shares_and_face_values_count(edition: str) -> None:
    """Shares at their market price; what companies own counts for nobody."""
    position = Position(edition).company("HK", par=75, cash=999, cell=(3, 8), Bo=30, Ann=20).cash(Ann=20, Bo=10, Cy=150)
    position.private("AR", "Cy").private("HT", "Ann").private("KF", "Cy").minor("KE", "Bo").private("KT", "HK")
    game = last_turn(position.phase("2"), "KE", "HK")
    price = game.definition.market.cells[game.state.cells["HK"]].price
    assert price == 100
    assert game.totals() == {"Ann": 20 + 200 + 70, "Bo": 10 + 300 + 100, "Cy": 150 + 20 + 200}
    assert game.winners() == ("Bo",), "who has least cash, but most in all"


@rule_1890("13.5", "3.12.5.5")
def test_shares_of_a_company_that_has_not_started_count_too(edition: str) -> None:
    position = Position(edition).company("HK", Bo=50).company("SY", par=90, Ann=20).cash(Ann=10)
    game = last_turn(position, "HK")
    assert "SY" not in game.state.floated
    assert game.totals()["Ann"] == 10 + 2 * 90


@rule_1890("13.6", "C.8.1.19")
def test_osaka_municipal_is_worth_nothing_once_it_is_bought(edition: str) -> None:
    position = Position(edition).company("HK", Bo=50).private("OM", "Ann").cash(Ann=10)
    assert last_turn(position, "HK").totals()["Ann"] == 10


@rule_1890("13.3")
def test_a_bankrupt_player_may_win(edition: str) -> None:
    position = trainless(edition, ann=60).company("HK", par=100, cell=(0, 17), Ann=50, Bo=40, pool=10)
    game = position.cash(Ann=0, Bo=0, Cy=0).operate("SY", "trains")
    assert refused(game, DeclareBankruptcy("SY")).code == "can_still_pay"
    poor = trainless(edition, ann=60).company("HK", par=100, cell=(5, 4), pool=50, Ann=50).cash(Ann=0, Bo=0, Cy=0)
    game = plays(poor.operate("SY", "trains"), DeclareBankruptcy("SY"))
    assert game.state.bankrupt == "Ann"
    assert game.totals()["Ann"] > 0
    assert game.winners() == ("Ann",)


@rule_1890("13.2.1", "13.2.4", "14.4")
def test_bankrupt_is_who_cannot_raise_the_price_of_a_train(edition: str) -> None:
    """The treasury has 100; with what the president has and could sell for there is just enough, or one too little."""
    game = trainless(edition, cash=100, bo=20).cash(Ann=760).operate("SY", "trains")
    assert refused(game, BuyTrain("SY", "D", "bank", 1100)).code == "president_cash"
    assert refused(game, DeclareBankruptcy("SY")).code == "can_still_pay", "three shares of 80 bring 240"
    poor = trainless(edition, cash=100, bo=20).cash(Ann=759).operate("SY", "trains")
    plays(poor, DeclareBankruptcy("SY"))
    assert poor.state.bankrupt == "Ann"


@rule_1890("13.2.4", "VI.9.5.1")
def test_the_president_of_a_minor_may_go_bankrupt(edition: str) -> None:
    position = Position(edition).minor("NE", "Ann", cash=0).phase("6").scrap("6", 1).cash(Ann=1099)
    game = position.tile("H19", "15", 0).tile("I18", "4", 0).operate("NE", "trains")
    assert refused(game, Pass("NE")).code == "must_own_train"
    assert plays(game, DeclareBankruptcy("NE")).state.bankrupt == "Ann"


@rule_1890("13.2.3", "C.8.3.35")
def test_nobody_is_bankrupt_while_the_minor_may_become_a_private(edition: str) -> None:
    """Kobe Electric needs 1100 and Ann has 1099: she converts it and goes on."""
    position = Position(edition).minor("KE", "Ann", cash=0).phase("6").scrap("6", 1).cash(Ann=1099)
    game = position.tile("E4", "8", 3).operate("KE", "trains")
    reason = refused(game, DeclareBankruptcy("KE"))
    assert (reason.code, reason.clause) == ("other_way_out", "1890:13.2.3")
    plays(game, UsePower("Ann", "KP"))
    assert (game.state.bankrupt, game.state.cash["Ann"]) == (None, 1099)


@rule_1890("13.2.2", "13.2.6", "VI.13.1.1")
def test_a_bankruptcy_ends_the_game_at_once(edition: str) -> None:
    position = trainless(edition).company("HK", par=65, Bo=50, cash=500).cash(Ann=0)
    game = plays(position.operate("SY", "trains", ("HK",)), DeclareBankruptcy("SY"))
    assert game.finished == "bankrupt"
    assert game.acting == ()
    assert list(game.legal_actions()) == []
    assert refused(game, Pass("HK")).code == "game_over"


@rule_1890("13.2.3")
def test_nobody_goes_bankrupt_of_his_own_will(edition: str) -> None:
    able = trainless(edition).cash(Ann=1100).operate("SY", "trains")
    assert refused(able, DeclareBankruptcy("SY")).code == "can_still_pay"
    free = west(Position(edition).company("SY", Ann=50, trains=("2",))).cash(Ann=0).operate("SY", "trains")
    assert free.why_not(DeclareBankruptcy("SY")) is not None


@rule_1890("13.2.5")
def test_what_a_bankrupt_player_could_raise_is_the_banks(edition: str) -> None:
    position = trainless(edition, ann=50, bo=20).company("HK", par=75, Ann=20, Bo=30).cash(Ann=50)
    game = plays(position.operate("SY", "trains"), DeclareBankruptcy("SY"))
    assert game.state.cash["Ann"] == 0
    assert [(one["company"], one["percent"]) for one in events(game, "sold")] == [("SY", 30), ("HK", 20)]
    assert game.totals()["Ann"] == 2 * game.definition.market.cells[game.state.cells["SY"]].price, "no debt is left"


@rule_1890("13.3.1", "13.3.2", "VI.13.2.1")
def test_a_broken_bank_ends_the_game_after_the_game_turn(edition: str) -> None:
    position = west(Position(edition).company("SY", par=80, trains=("4",), Ann=50)).phase("3").set(set_rounds=2)
    game = plays(bank_left(position, 29).operate("SY", "run"), run("SY", ("4", "F1.0", "F3.0")))
    plays(game, Dividend("SY", "pay"))
    assert (game.state.ending, game.finished) == ("bank", None), "30 are to be paid"
    assert game.state.round == 2, "the operating rounds of the turn are all played"
    plays(game, Pass("SY"), run("SY", ("4", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert finish_round(game).finished == "bank"
    enough = west(Position(edition).company("SY", par=80, trains=("4",), Ann=50)).phase("3")
    game = plays(bank_left(enough, 30).operate("SY", "run"), run("SY", ("4", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert game.state.ending is None, "an empty bank is not broken"
    kept = west(Position(edition).company("SY", par=80, trains=("4",), Ann=50)).phase("3")
    game = plays(bank_left(kept, 59).operate("SY", "run"), run("SY", ("4", "F1.0", "F3.0")))
    assert plays(game, Dividend("SY", "withhold")).state.ending == "bank", "nor can it pay a company"


@rule_1890("13.3.1", "13.3.2", "VI.13.4.1")
def test_a_bank_broken_in_a_stock_round_ends_the_game_after_the_operating_rounds(edition: str) -> None:
    position = Position(edition).company("HK", Ann=30, Bo=20).phase("2")
    game = plays(bank_left(position, 79).stock("Bo"), SellShares("Bo", "HK", 10))
    assert game.state.ending == "bank"
    assert isinstance(game.state.stack[-1], StockRound)
    all_pass(game)
    rounds = set()
    while game.finished is None:
        assert isinstance(game.state.stack[-1], OperatingRound)
        rounds.add(game.state.round)
        plays(game, Pass("HK"))
    assert (rounds, game.finished) == ({1, 2}, "bank")


@rule_1890("13.4.1", scenarios="ABCD")
def test_the_last_game_turn_is_played_to_its_end(edition: str) -> None:
    last = {"B": 8}.get(edition, 10)
    position = Position(edition).company("HK", Ann=50).phase("2").set(turn=last)
    game = all_pass(position.stock("Ann"))
    assert (game.state.set_rounds, game.finished) == (2, None)
    assert finish_round(game).finished == "turns"
    assert game.state.round == 2
