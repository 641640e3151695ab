"""The course of the game: auction, stock rounds and operating rounds in turn; sections V, I and II."""

from __future__ import annotations

import pytest

from kaiping.action import Bid, BuyShare, BuyTrain, LayTile, Par, Pass, RunRoutes, SellShares
from kaiping.flow.auction import Auction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import PLAYERS, Position, offered, plays, refused
from tests.rules.g1888.rounds import end_turn

PRIVATES = {
    "2022": {"KT": 25, "TA": 50, "HS": 75, "CW": 100, "YRF": 125, "FC": 150},
    "2021": {"KT": 25, "TA": 50, "HS": 70, "CW": 100, "YRF": 120, "FC": 150},
}


def buy_all_privates(game: Game, edition: str) -> Game:
    """Players buy the privates in turn, each at its price."""
    for private, price in PRIVATES[edition].items():
        plays(game, Bid(game.acting[0], private, price))
    return game


def all_pass(game: Game) -> Game:
    """Every player passes in the stock round."""
    for _ in game.players:
        plays(game, Pass(game.acting[0]))
    return game


def kinds_of_rounds(game: Game, number: int) -> list[str]:
    """So many rounds from the stock round on, everybody passing: "SR", or "OR" with its number in the set."""
    rounds: list[str] = []
    while True:
        state = game.state
        stock = isinstance(state.stack[-1], StockRound)
        here = f"SR {state.turn}" if stock else f"OR {state.turn}.{state.round}"
        if not rounds or rounds[-1] != here:
            rounds.append(here)
        if len(rounds) > number:
            return rounds[:number]
        actor = game.acting[0] if stock else state.stack[-1].order[0]  # type: ignore[attr-defined]
        plays(game, Pass(actor))


@rule_1888("V.1")
def test_the_game_starts_with_the_auction_of_the_privates(edition):
    game = Game("1888", edition=edition, players=PLAYERS[:3])
    assert isinstance(game.state.stack[-1], Auction)
    for other in (Par("Ann", "JHR", 70), BuyShare("Ann", "JHR", "ipo"), SellShares("Ann", "JHR", 10)):
        reason = refused(game, other)
        assert (reason.code, reason.clause) == ("only_privates_now", f"1888-{edition}:V.1")
    assert [bid.private for bid in offered(game, Bid)] == list(PRIVATES[edition])


@rule_1888("V.2")
def test_after_the_auction_shares_are_bought_in_the_same_stock_round(edition):
    """No operating round comes in between, and it is the first stock round still."""
    game = buy_all_privates(Game("1888", edition=edition, players=PLAYERS[:3]), edition)
    assert isinstance(game.state.stack[-1], StockRound)
    assert game.state.turn == 1
    assert "operating-round" not in {event.kind for event in game.events}
    plays(game, Par("Ann", "JHR", 90), BuyShare("Bo", "JHR", "ipo"))


@rule_1888("I.7", "V.3")
def test_stock_rounds_and_operating_rounds_alternate(edition):
    position = Position(edition).company("JHR", trains=("2",), Ann=60).set(phase="2", first_train_bought=True)
    assert kinds_of_rounds(position.stock("Ann"), 5) == ["SR 2", "OR 2.1", "SR 3", "OR 3.1", "SR 4"]


@rule_1888("I.7", "V.3")
def test_after_the_first_stock_round_comes_an_operating_round(edition):
    """With no company floated only the privates pay: Ann 5 + 20, Bo 10 + 25, Cy 15 + 30; then stock round 2."""
    game = buy_all_privates(Game("1888", edition=edition, players=PLAYERS[:3]), edition)
    before = dict(game.state.cash)
    all_pass(game)
    assert {player: game.state.cash[player] - before[player] for player in game.players} == {
        "Ann": 25,
        "Bo": 35,
        "Cy": 45,
    }
    assert isinstance(game.state.stack[-1], StockRound)
    assert game.state.turn == 2


@rule_1888("V.4")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("7", 3)])
def test_more_operating_rounds_later_in_the_game(edition, phase, rounds):
    train = "D" if phase == "7" else phase
    position = Position(edition).phase(phase).company("JHR", trains=(train,), Ann=60)
    expected = ["SR 2", *(f"OR 2.{number}" for number in range(1, rounds + 1)), "SR 3"]
    assert kinds_of_rounds(position.stock("Ann"), len(expected)) == expected


@rule_1888("V.5")
def test_players_trade_with_their_own_money_in_stock_rounds(edition):
    """A share at 80 is bought from Ann's cash, with not a coin missing; a sale brings its price to the seller."""
    position = Position(edition).company("JHR", par=80, cash=500, Ann=30, Bo=30).cash(Ann=79)
    assert refused(position.stock("Ann"), BuyShare("Ann", "JHR", "ipo")).code == "cash_for_share"
    game = plays(position.cash(Ann=80).stock("Ann"), BuyShare("Ann", "JHR", "ipo"))
    assert (game.state.cash["Ann"], game.state.cash["JHR"]) == (0, 500)
    game = Position(edition).company("JHR", par=80, Ann=30, Bo=30).cash(Ann=0).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 10))
    assert game.state.cash["Ann"] == 80
    game = Position(edition).company("JHR", par=80, cash=500, Ann=50, Bo=20).cash(Ann=0, Bo=0).stock("Bo")
    plays(game, SellShares("Bo", "JHR", 10))
    assert (game.state.cash["Bo"], game.state.cash["Ann"], game.state.cash["JHR"]) == (80, 0, 500)


@rule_1888("V.5")
def test_companies_do_nothing_in_a_stock_round(edition):
    position = Position(edition).set(phase="2").company("JHR", cash=500, trains=("2",), Ann=60)
    game = position.stock("Ann")
    for action in (LayTile("JHR", "D10", "6", 2), BuyTrain("JHR", "2", "bank", 80), RunRoutes("JHR", ())):
        reason = refused(game, action)
        assert (reason.code, reason.clause) == ("only_shares_now", f"1888-{edition}:V.5")


@rule_1888("V.6", "V.7", "VIII.1.2", "IV.3.2.3")
@pytest.mark.parametrize(("phase", "train", "rounds"), [("2", "2", 1), ("3", "3", 2), ("5", "4", 3)])
def test_in_an_operating_round_each_company_acts_by_its_director(edition, phase, train, rounds):
    """JHR (Ann), SSL (Bo) and JZR (Cy) take their turns in every round; CDL has not floated and does not."""
    position = Position(edition).set(first_train_bought=True)
    position.company("JHR", par=90, trains=(train,), Ann=60).company("SSL", par=80, cash=30, trains=(train,), Bo=60)
    position.company("JZR", par=75, cash=30, trains=(train,), Cy=60).company("CDL", par=70, Cy=50)
    game = all_pass(position.phase(phase).stock("Ann"))
    turns = []
    while isinstance(frame := game.state.stack[-1], OperatingRound):
        turns.append((game.state.round, frame.company, game.acting))
        end_turn(game)
    in_turn = (("JHR", ("Ann",)), ("SSL", ("Bo",)), ("JZR", ("Cy",)))
    assert turns == [(number, *turn) for number in range(1, rounds + 1) for turn in in_turn]
    assert isinstance(game.state.stack[-1], StockRound)


@rule_1888("V.7", "VIII.1.2", "IV.3.2.3")
def test_a_new_director_acts_for_the_company(edition):
    position = Position(edition).set(phase="2").company("JHR", trains=("2",), Ann=40, Bo=30)
    game = plays(position.stock("Ann"), SellShares("Ann", "JHR", 20))
    for player in ("Ann", "Bo", "Cy", "Ann"):
        plays(game, Pass(player))
    assert isinstance(game.state.stack[-1], OperatingRound)
    assert game.acting == ("Bo",)
