"""Game turns and their rounds, what ends the game, and what players are worth then."""

from __future__ import annotations

import pytest

from kaiping.action import DeclareBankruptcy, Pass, SellShares
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, events, plays, refused
from tests.rules.g1890.runs import finish_round


@rule_1890("1.1.1", "1.1.2", "1.3.7", "10.8.5", "5.14", "5.21", "10.2", "5.28", "5.37", "5.45", "5.51", "1.4.3")
@pytest.mark.parametrize(("phase", "rounds"), [("1", 1), ("2", 2), ("3", 2), ("4", 3), ("5", 3), ("6", 3)])
def test_a_game_turn_is_a_stock_round_and_operating_rounds_by_phase(edition: str, phase: str, rounds: int) -> None:
    game = Position().phase(phase).company("HK", par=80, Ann=50, operated=False).stock("Ann")
    all_pass(game)
    seen: list[int] = []
    while isinstance(game.state.stack[-1], OperatingRound):
        if not seen or seen[-1] != game.state.round:
            seen.append(game.state.round)
        plays(game, next(iter(game.legal_actions())))
    assert seen == list(range(1, rounds + 1))
    assert isinstance(game.state.stack[-1], StockRound)
    assert game.state.turn == 3


@rule_1890("A.9.3", "B.13.3", "C.9.3", "D.9.3", "1.1.4", "1.5.1", "13.1", "13.4.1", "3.12.1.3", "5.7", scenarios="ABCD")
def test_the_game_ends_after_the_last_game_turn(edition: str) -> None:
    last = {"A": 10, "B": 8, "C": 10, "D": 10}[edition]
    for turn, over in ((last - 1, False), (last, True)):
        game = Position(edition).set(turn=turn).company("HK", par=80, Ann=50, operated=False).stock("Ann")
        all_pass(game)
        assert game.finished is None, "the operating rounds of the last turn are played"
        finish_round(game)
        assert game.finished == ("turns" if over else None)
        if over:
            assert refused(game, Pass("Ann")).code == "game_over"


@rule_1890("13.3.1", "13.3.2", "VI.13.4.1", "A.9.1", "B.13.1", "C.9.1", "D.9.1", scenarios="ABCD")
def test_a_bank_that_breaks_in_a_stock_round_ends_the_game_after_the_operating_rounds(edition: str) -> None:
    """The bank has 50 and owes Ann 160 for two shares of Hankyu; all three operating rounds are still played."""
    position = Position(edition).phase("4").company("HK", par=80, Ann=40, Bo=20, operated=False)
    position.cash(Cy=position.state.bank + position.state.cash["Cy"] - 50)
    game = position.stock("Ann")
    plays(game, SellShares("Ann", "HK", 20))
    assert game.state.bank == -110
    assert events(game, "bank-broken")
    plays(game, Pass("Ann"))
    all_pass(game)
    assert isinstance(game.state.stack[-1], OperatingRound)
    assert not game.finished
    finish_round(game)
    assert (game.finished, game.state.round) == ("bank", 3)


@rule_1890("13.3.2", "VI.13.2.1")
def test_a_bank_that_breaks_in_an_operating_round_ends_the_game_with_the_set(edition: str) -> None:
    """Arima's 5 is more than the bank has, in the first of two rounds."""
    position = Position().phase("2").private("AR", "Ann").company("HK", par=80, Ann=50, operated=False)
    position.cash(Cy=position.state.bank + position.state.cash["Cy"] - 3)
    game = position.stock("Bo")
    all_pass(game)
    assert (game.state.bank, game.state.round, game.finished) == (-2, 1, None)
    finish_round(game)
    assert (game.state.round, game.finished) == (2, "bank")


@rule_1890("13.2", "13.4", "13.5", "13.6", "0.7", "0.8", "3.12.5.5", "C.8.1.19", "C.8.3.39", "11.3.1.7")
def test_what_players_are_worth(edition: str) -> None:
    """Cash, shares at the present price, the face value of privates, late privates and minors.

    Osaka Municipal counts nothing once it is sold, Kobe Electric converted neither; Hankai counts its 70 and no more
    for what was paid; what a company has counts for nobody; nor does an attached share of a company without a price.
    """
    game = (
        Position()
        .company("HK", par=80, cell=(2, 6), cash=700, Ann=30, Bo=20)
        .private("HT", "Ann")
        .private("OM", "Ann")
        .private("KP", "Ann")
        .private("KF", "Ann")
        .private("HN", "Ann")
        .private("KT", "HK")
        .minor("NE", "Ann")
        .cash(Ann=111, Bo=22, Cy=33)
        .stock("Ann")
    )
    game.state.finished = "turns"
    assert game.totals() == {"Ann": 111 + 300 + 70 + 200 + 110 + 160, "Bo": 22 + 200, "Cy": 33}
    assert game.winners() == ("Ann",)


@rule_1890("A.8.5", "B.8.5", scenarios="AB")
def test_in_the_small_scenarios_osaka_municipal_counts_its_face_value(edition: str) -> None:
    game = Position(edition).private("OM", "Ann").cash(Ann=0).stock("Ann")
    game.state.finished = "turns"
    assert game.totals()["Ann"] == 120


@rule_1890("A.9.2", "B.13.2", "C.9.2", "D.9.2", "13.1", "14.1", "14.3", scenarios="ABCD")
def test_a_bankrupt_player_ends_the_game_in_every_scenario(edition: str) -> None:
    """Hanshin can run from Nishinomiya to Ashiya and has no train; the cheapest is a 5 at 450.

    With 210 of her own and three shares to sell at 80 Ann can pay it; with 209 she cannot.
    """
    for cash, over in ((210, False), (209, True)):
        position = Position(edition).phase("4").company("HS", par=80, Ann=50).cash(Ann=cash)
        game = position.tile("F9", "57", 1).tile("F7", "57", 1).operate("HS", "trains")
        assert (game.why_not(DeclareBankruptcy("HS")) is None) == over
        if over:
            plays(game, DeclareBankruptcy("HS"))
            assert (game.finished, game.state.bankrupt) == ("bankrupt", "Ann")
