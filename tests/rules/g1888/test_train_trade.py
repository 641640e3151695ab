"""Trains bought from other companies (2022 VIII.3.8.20 to .27, 2021 VII.3.8.28 to .35)."""

from __future__ import annotations

from typing import Any

from kaiping.action import BuyTrain, Consent, Pass
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused


def trade(edition: str, *, seller: str = "Bo", phase: str = "3", cash: int = 400) -> Game:
    """JHR, Ann's, may buy; SSL has two 2-trains and a director who is named, and operates after it."""
    position = Position(edition).company("JHR", Ann=60, cash=cash, trains=("2",))
    shares: dict[str, Any] = {seller: 60}
    position.company("SSL", cash=0, trains=("2", "2"), **shares)
    return position.phase(phase).operate("JHR", "trains", after=("SSL",))


def offer(price: int) -> BuyTrain:
    return BuyTrain("JHR", "2", "SSL", price)


@rule_1888("VIII.3.8.20", "VIII.3.8.22")
def test_a_train_changes_hands_if_the_other_director_agrees(edition: str) -> None:
    game = plays(trade(edition), offer(137))
    assert game.acting == ("Bo",)
    assert game.state.trains == {"JHR": ("2",), "SSL": ("2", "2")}  # nothing before the answer
    reason = refused(game, Pass("JHR"))
    assert (reason.code, reason.clause) == ("answer_first", clause_in(edition, "VIII.3.8.20"))
    assert refused(game, Consent("Ann", agree=True)).code == "answer_first"
    plays(game, Consent("Bo", agree=True))
    assert (game.state.trains["JHR"], game.state.trains["SSL"]) == (("2", "2"), ("2",))
    assert (game.state.cash["JHR"], game.state.cash["SSL"]) == (400 - 137, 137)


@rule_1888("VIII.3.8.20")
def test_a_train_stays_where_it_is_if_the_other_director_refuses(edition: str) -> None:
    game = plays(trade(edition), offer(137), Consent("Bo", agree=False))
    assert (game.state.trains["JHR"], game.state.trains["SSL"]) == (("2",), ("2", "2"))
    assert (game.state.cash["JHR"], game.state.cash["SSL"]) == (400, 0)
    assert game.acting == ("Ann",)


@rule_1888("VIII.3.8.20")
def test_a_director_of_both_companies_agrees_with_himself(edition: str) -> None:
    game = plays(trade(edition, seller="Ann"), offer(1))
    assert game.state.trains["JHR"] == ("2", "2")


@rule_1888("VIII.3.8.21", "VIII.3.10.11")
def test_companies_trade_trains_from_the_first_3_train_on(edition: str) -> None:
    reason = refused(trade(edition, phase="2"), offer(100))
    assert (reason.code, reason.clause) == ("no_trade_yet", clause_in(edition, "VIII.3.8.21"))
    plays(trade(edition, phase="3"), offer(100))
    for phase, train in (("4", "4"), ("5", "5"), ("6", "5"), ("7", "5")):
        position = Position(edition).company("JHR", Ann=60, cash=400).company("SSL", Bo=60, trains=(train, train))
        if phase == "7":
            position.train("pool", "D")
        game = position.phase(phase).operate("JHR", "trains", after=("SSL",))
        plays(game, BuyTrain("JHR", train, "SSL", 100), Consent("Bo", agree=True))
        assert game.state.trains["JHR"] == (train,)


@rule_1888("VIII.3.8.22")
def test_the_price_between_companies_is_free(edition: str) -> None:
    """From 1 to all the buyer has, whatever is printed on the card (80)."""
    for price in (1, 79, 81, 400):
        game = plays(trade(edition), offer(price), Consent("Bo", agree=True))
        assert (game.state.cash["JHR"], game.state.cash["SSL"]) == (400 - price, price)
    assert refused(trade(edition), offer(401)).code == "cash_for_train"


@rule_1888("VIII.3.8.23")
def test_the_price_between_companies_is_said_openly(edition: str) -> None:
    """The offer and the sale are in the log that everybody reads, with the price."""
    game = plays(trade(edition), offer(137))
    made = [event for event in game.last_events if event.kind == "offer"]
    assert [(event.data["company"], event.data["to"], event.data["price"]) for event in made] == [("JHR", "Bo", 137)]
    plays(game, Consent("Bo", agree=True))
    (sale,) = (event for event in game.last_events if event.kind == "train")
    assert (sale.data["source"], sale.data["price"]) == ("SSL", 137)
    assert f"{game.definition.currency}137" in game.describe(sale)


@rule_1888("VIII.3.8.24")
def test_a_train_of_another_company_costs_at_least_1(edition: str) -> None:
    game = trade(edition, seller="Ann")
    reason = refused(game, offer(0))
    assert (reason.code, reason.clause) == ("price_at_least_one", clause_in(edition, "VIII.3.8.24"))
    assert refused(game, offer(-5)).code == "price_at_least_one"
    plays(game, offer(1))


@rule_1888("VIII.3.8.25", "VIII.3.8.26", "VIII.3.8.27")
def test_only_the_company_on_turn_buys_and_it_never_sells(edition: str) -> None:
    """In JHR's turn SSL buys neither from the bank, nor from a third company, nor from JHR."""
    position = Position(edition).company("JHR", Ann=60, cash=400, trains=("2", "2"))
    position.company("SSL", Ann=60, cash=400, trains=("2",)).company("CDL", Ann=60, trains=("2", "2"))
    game = position.phase("3").operate("JHR", "trains", after=("SSL", "CDL"))
    assert refused(game, BuyTrain("SSL", "3", "bank", 180)).code == "not_your_turn"
    assert refused(game, BuyTrain("SSL", "2", "CDL", 50)).code == "not_your_turn"
    assert refused(game, BuyTrain("SSL", "2", "JHR", 50)).code == "not_your_turn"
    assert {action.company for action in offered(game, BuyTrain)} == {"JHR"}
    plays(game, BuyTrain("JHR", "2", "SSL", 50))


@rule_1888("VIII.3.8.26")
def test_no_train_is_bought_in_a_stock_round(edition: str) -> None:
    position = Position(edition).company("JHR", Ann=60, cash=400, trains=("2",)).phase("2")
    assert refused(position.stock("Ann"), BuyTrain("JHR", "2", "bank", 80)).code == "only_shares_now"
