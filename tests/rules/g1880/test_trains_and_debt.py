"""Buying trains: from the bank and from one's own companies, limits, restored trains, forced purchases and debts."""

from __future__ import annotations

from kaiping.action import (
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    Par,
    Pass,
    Range,
    RepayDebt,
    RunRoutes,
    SellShares,
)
from kaiping.game import Game
from kaiping.view import seen_by
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, events, offered, plays, refused


@rule_1880("X.6.2", "X.6.3")
def test_trains_are_bought_at_the_end_of_a_turn(edition: str) -> None:
    """Not while the company builds, places a station, runs or pays; and nothing of that comes after it."""
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=900, trains=("3",))
    position.tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)
    purchase = BuyTrain("WNR", "3", "bank", 180)
    for step in ("track", "token"):
        assert refused(position.operate("WNR", step), purchase).code == "not_in_this_step"
    game = position.operate("WNR", "run")
    assert refused(game, purchase).code == "not_in_this_step"
    plays(game, offered(game, RunRoutes)[0])
    assert refused(game, purchase).code == "not_in_this_step"
    plays(game, Dividend("WNR", "pay"), purchase)
    assert {type(action) for action in game.legal_actions()} == {BuyTrain, Pass}


@rule_1880("X.6.1", "X.6.6", "X.6.7", "X.1.7")
def test_a_company_must_own_a_train(edition: str) -> None:
    game = Position(edition).company("BCR", par=100, Ann=20, cash=500).operate("BCR", "trains")
    assert refused(game, Pass("BCR")).code == "must_own_train"
    assert refused(game, BuyTrain("BCR", "2", "bank", 90)).code == "train_price"
    assert refused(game, BuyTrain("BCR", "3", "bank", 180)).code == "not_on_sale"
    plays(game, BuyTrain("BCR", "2", "bank", 100))
    assert game.state.trains["BCR"] == ("2",)
    for phase in ("A2", "B3", "C2", "D1"):
        poor = Position(edition).phase(phase).company("BCR", par=100, Ann=60).cash(Ann=0).operate("BCR", "trains")
        assert refused(poor, Pass("BCR")).code == "must_own_train", "whatever it has, and whoever leads it"


@rule_1880("X.6.8", "X.6.9", "X.6.10", "X.6.11", "X.6.12", "X.6.13", "XI.11", in_2010=["X.6.11"])
def test_trains_change_between_companies_of_one_director(edition: str) -> None:
    def at(phase: str) -> Position:
        position = Position(edition).phase(phase).company("BCR", par=100, Ann=30, cash=250)
        return position.company("WNR", Ann=30, trains=("2", "2")).company("NXR", Bo=30, trains=("2",))

    early = at("A1").operate("BCR", "trains")
    assert refused(early, BuyTrain("BCR", "2", "WNR", 50)).code == "no_trade_yet"
    game = at("B1").operate("BCR", "trains")
    assert refused(game, BuyTrain("BCR", "2", "NXR", 50)).code == "other_president"
    assert refused(game, BuyTrain("BCR", "2", "WNR", 0)).code == "price_at_least_one"
    assert refused(game, BuyTrain("BCR", "2", "WNR", 251)).code == "cash_for_train"
    assert game.legal_actions().ranges[BuyTrain("BCR", "2", "WNR", 1)] == Range(1, 250)
    plays(game.copy(), BuyTrain("BCR", "2", "WNR", 240))
    plays(game, BuyTrain("BCR", "2", "WNR", 40))
    assert game.state.cash["WNR"] == 40
    for seat in (*game.players, None):
        assert events(seen_by(game, seat), "train")[0]["price"] == 40, "the price is told to all"


@rule_1880("X.6.37", "X.6.36")
def test_a_full_company_buys_nothing_even_if_a_train_would_rust(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900, trains=("2", "3", "3")).left("4", 5)
    position.state.phase = "B2"
    game = position.set(stack=()).operate("BCR", "trains")
    assert refused(game, BuyTrain("BCR", "4", "bank", 300)).code == "train_limit"


@rule_1880("X.6.38", "X.6.39", "X.6.40")
def test_trains_above_a_new_limit_leave_the_game(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900, permits="")
    position.company("WNR", Bo=30, trains=("2", "2", "2", "2"), permits="").left("3+3", 5)
    position.state.phase = "B1"
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "3+3", "bank", 300))
    assert offered(game, DiscardTrain) == [DiscardTrain("WNR", "2")]
    assert game.acting == ("Bo",)
    before = game.state.scrapped.get("2", 0)
    plays(game, DiscardTrain("WNR", "2"))
    assert game.state.scrapped["2"] == before + 1
    assert "pool" not in game.state.trains


@rule_1880("X.5.10", "X.5.12", "X.5.13", "X.5.14", "X.5.15", "XI.24", "X.5.11")
def test_restored_trains(edition: str) -> None:
    position = Position(edition).phase("C2").company("BCR", par=100, Ann=60, cash=900)
    game = position.set(marker="BCR").operate("BCR", "trains")
    plays(game, BuyTrain("BCR", "2R", "bank", 250))
    assert refused(game, Pass("BCR")).code == "must_own_other_train"
    assert refused(game, BuyTrain("BCR", "2R", "bank", 250)).code == "train_of_kind_limit"
    assert game.definition.trains["2R"].rusted_by is None
    early = Position(edition).phase("C1").company("BCR", par=100, Ann=60, cash=900).operate("BCR", "trains")
    assert refused(early, BuyTrain("BCR", "2R", "bank", 250)).code == "not_on_sale"
    full = Position(edition).phase("C3").company("BCR", par=100, Ann=60, cash=900, trains=("6", "2R"))
    assert refused(full.operate("BCR", "trains"), BuyTrain("BCR", "6E", "bank", 700)).code == "train_limit"


def forced(edition: str, phase: str = "B1") -> Position:
    position = Position(edition).phase(phase).company("BCR", par=100, Ann=40, Bo=30, cash=50).cash(Ann=30)
    return position.company("WNR", par=70, Ann=30, Bo=20, cash=0, trains=("2",))


@rule_1880("X.6.41", "X.6.43", "X.6.47", "X.6.52")
def test_what_the_director_does_not_pay_becomes_a_debt(edition: str) -> None:
    game = forced(edition).operate("BCR", "trains")
    assert refused(game, DeclareBankruptcy("BCR")).code == "no_bankruptcy"
    plays(game, BuyTrain("BCR", "3", "bank", 180))
    state = game.state
    assert state.cash["BCR"] == 0
    assert state.cash["Ann"] == 0
    assert state.debt == {"Ann": 150}, "100 are missing, and half as much is added at once"
    other = Position(edition).phase("B1").company("BCR", par=100, Bo=40, Ann=30, cash=50).cash(Ann=500, Bo=200)
    cash = plays(other.operate("BCR", "trains"), BuyTrain("BCR", "3", "bank", 180)).state.cash
    assert (cash["Ann"], cash["Bo"], cash["BCR"]) == (500, 70, 0)


@rule_1880("X.6.44", "X.6.45", "X.6.46", "XII.8.9", "XII.8.10")
def test_he_may_sell_shares_first(edition: str) -> None:
    game = forced(edition).private("P1", "Ann").operate("BCR", "trains")
    assert refused(game, SellShares("Ann", "BCR", 20)).code == "sale_changes_president"
    assert refused(game, SellShares("Ann", "WNR", 20)).code in ("sale_changes_president", "president_certificate_sold")
    plays(game, SellShares("Ann", "WNR", 10))
    assert game.state.cash["Ann"] == 30 + 65
    plays(game, BuyTrain("BCR", "3", "bank", 180))
    assert game.state.debt == {"Ann": 53}, "35 are missing; 17.5 of interest are rounded up"


@rule_1880("X.6.42", "X.6.53", "X.6.54")
def test_a_forced_purchase_is_one_train_of_the_bank(edition: str) -> None:
    position = Position(edition).phase("C2").company("BCR", par=100, Ann=40, cash=50)
    position.company("WNR", Ann=40, trains=("4",))
    game = position.operate("BCR", "trains")
    assert refused(game, BuyTrain("BCR", "2R", "bank", 250)).code == "cash_for_train"
    assert refused(game, BuyTrain("BCR", "4", "WNR", 60)).code == "cash_for_train"
    plays(game, BuyTrain("BCR", "6", "bank", 600))
    assert not offered(game, BuyTrain), "and no second"


@rule_1880("X.6.48", "X.6.49", "X.6.50", "X.6.51")
def test_a_debtor_pays_before_he_buys(edition: str) -> None:
    def owing() -> Game:
        position = Position(edition).phase("B1").company("BCR", par=100, Cy=60, trains=("3",), cash=500)
        position.company("WNR", par=70, Bo=30, Ann=20).cash(Ann=90).set(debt={"Ann": 101})
        return position.left("3", 1).stock("Ann", inside="BCR")

    game = owing()
    assert refused(game, BuyShare("Ann", "WNR", "ipo")).code == "in_debt"
    assert refused(game, RepayDebt("Ann", 91)).code == "cash_for_repayment"
    row = None if edition == "2022" else 0
    position = Position(edition).phase("B1").company("BCR", par=100, Cy=60, trains=("3",), cash=500)
    rich = position.company("WNR", par=70, Bo=30).cash(Ann=400).set(debt={"Ann": 101}).stock("Ann", inside="BCR")
    assert refused(rich, Par("Ann", "NXR", 80, row)).code == "in_debt"
    plays(rich, RepayDebt("Ann", 100))
    assert refused(rich, BuyShare("Ann", "WNR", "ipo")).code == "in_debt", "one is left to be paid"
    plays(rich, RepayDebt("Ann", 1), BuyShare("Ann", "WNR", "ipo"))
    assert refused(game, RepayDebt("Bo", 5)).code == "not_your_turn"
    assert game.legal_actions().ranges[RepayDebt("Ann", 1)] == Range(1, 90)
    plays(game, RepayDebt("Ann", 40))
    assert game.state.debt == {"Ann": 61}
    plays(game, SellShares("Ann", "WNR", 10))
    assert game.legal_actions().ranges[RepayDebt("Ann", 1)] == Range(1, 61), "also after a sale"
    plays(game, RepayDebt("Ann", 61), Pass("Ann"))
    assert not game.state.debt
    position = Position(edition).phase("B1").company("BCR", par=100, Cy=60, trains=("3",)).cash(Ann=60)
    poor = position.set(debt={"Ann": 101}).stock("Ann", inside="BCR")
    assert poor.why_not(Pass("Ann")) is None, "nobody must pay, not even who can do nothing else"
    game = all_pass(owing())
    assert game.state.debt == {"Ann": 152}, "half is added, rounded up"
    all_pass(plays(game, BuyTrain("BCR", "3", "bank", 180)))
    assert game.state.debt == {"Ann": 228}, "and again with each share round"


@rule_1880("X.6.51")
def test_every_debt_grows_by_half_of_what_is_left_at_the_end_of_every_share_round(edition: str) -> None:
    """Cy pays 20 of 120 in the first; the last 3-train brings the second."""
    position = Position(edition).phase("B1").left("3", 1).company("BCR", par=100, Bo=60, permits="", cash=500)
    position.cash(Ann=0, Cy=20).set(debt={"Ann": 101, "Cy": 120})
    game = plays(position.stock("Cy", inside="BCR"), RepayDebt("Cy", 20))
    assert game.state.debt == {"Ann": 101, "Cy": 100}, "not before the end"
    all_pass(game)
    assert game.state.debt == {"Ann": 152, "Cy": 150}
    all_pass(plays(game, BuyTrain("BCR", "3", "bank", 180)))
    assert game.state.debt == {"Ann": 228, "Cy": 225}


@rule_1880("X.6.48")
def test_who_could_pay_a_debt_buys_nothing_either_before_it_is_paid_in_full(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", par=100, Cy=60, trains=("3",), cash=500)
    game = position.company("WNR", par=70, Bo=30).cash(Ann=500).set(debt={"Ann": 101}).stock("Ann", inside="BCR")
    share, start = BuyShare("Ann", "WNR", "ipo"), Par("Ann", "NXR", 80, None if edition == "2022" else 0)
    assert (refused(game, share).code, refused(game, start).code) == ("in_debt", "in_debt")
    plays(game, RepayDebt("Ann", 100))
    assert (refused(game, share).code, refused(game, start).code) == ("in_debt", "in_debt")
    plays(game, RepayDebt("Ann", 1))
    assert game.why_not(start) is None
    plays(game, share)
