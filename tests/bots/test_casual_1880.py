"""What the casual bot answers to the questions of 1880."""

from __future__ import annotations

from random import Random

from kaiping.action import AnyAction, Bid, Choose, Pass, RepayDebt, UsePower
from kaiping.bots.casual import BOT
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles.g1880.founding import Founding
from kaiping.titles.g1880.investors import Merger
from kaiping.titles.g1880.opening import InvestorDraft
from kaiping.titles.g1880.payment import PaymentOffer
from tests.rules.g1880.positions import Position


def chosen(game: Game) -> AnyAction:
    action = BOT.choose(game, Random(1))
    assert game.why_not(action) is None
    return action


def auction(private: str, high: int | None = None) -> Game:
    """The auction has come to a private; Bo has bid for it."""
    game = Game("1880", players=["Ann", "Bo", "Cy"])
    for name in game.definition.privates:
        if name == private:
            break
        game.state.privates[name] = "Cy"
    bids = () if high is None else ((private, "Bo", high),)
    game.state.stack = (SingleAuction("Ann", "Ann", bids),)
    return game


def test_it_bids_for_what_pays_and_not_more_than_that() -> None:
    assert chosen(auction("P0")) == Bid("Ann", "P0", 5)
    assert chosen(auction("P1", 60)) == Pass("Ann")
    assert chosen(auction("P6", 160)) == Bid("Ann", "P6", 165)
    assert chosen(auction("P6", 300)) == Pass("Ann")


def test_it_does_not_outbid_itself_and_keeps_the_money_for_a_company() -> None:
    game = auction("P3")
    game.state.cash["Ann"] = 150
    assert chosen(game) == Pass("Ann")


def founding(phase: str, percent: int | None) -> Game:
    game = Position().phase(phase).cash(Ann=500).stock("Ann")
    game.state.rows["JHA"] = (100, 0)
    game.state.stack = (*game.state.stack, Founding("Ann", "JHA", 100, percent))
    return game


def test_it_founds_with_a_small_certificate_and_the_permits_of_the_phases_to_come() -> None:
    assert chosen(founding("A1", None)) == Choose("Ann", "certificate", "20")
    assert chosen(founding("A1", 20)) == Choose("Ann", "permits", "ABC")
    assert chosen(founding("B1", 20)) == Choose("Ann", "permits", "BCD")


def test_it_takes_the_investor_that_is_nearest_to_its_company() -> None:
    """From Q7 to O5 is a short way."""
    game = Position().company("CKR", par=100, Ann=30).stock("Ann")
    for minor, entry in game.definition.minors.items():
        game.state.minors[minor] = "bank"
        game.state.board = game.state.board.with_token(minor, entry.home_stop)
    game.state.stack = (InvestorDraft(("Ann", "Bo", "Cy")),)
    assert chosen(game) == Choose("Ann", "investor", "A7")


def test_the_treasury_of_an_investor_goes_where_it_is_worth_more() -> None:
    def merging(rounds: int) -> Game:
        position = Position().phase("D1").company("CKR", par=100, Ann=30, trains=("6",), cash=500)
        game = position.investor("A7", "Ann", cash=200).set(final_round=10).stock("Ann", inside="CKR")
        game.state.round = 10 - rounds
        game.state.stack = (*game.state.stack, Merger("A7", "CKR", "Ann"))
        return game

    assert chosen(merging(0)) == Choose("Ann", "treasury", "owner")
    assert chosen(merging(5)) == Choose("Ann", "treasury", "company")


def test_it_takes_a_payment_that_is_sure() -> None:
    game = Position().stock("Ann")
    game.state.privates["P0"] = "Ann"
    game.state.stack = (*game.state.stack, PaymentOffer("Ann", "P0", 40))
    assert chosen(game) == UsePower("Ann", "P0")


def test_it_pays_its_debts_first() -> None:
    position = Position().phase("B1").company("BCR", par=100, Cy=60, trains=("3",), cash=500)
    game = position.cash(Ann=90).set(debt={"Ann": 101}).stock("Ann", inside="BCR")
    assert isinstance(game.state.stack[-1], StockRound)
    assert chosen(game) == RepayDebt("Ann", 90)
