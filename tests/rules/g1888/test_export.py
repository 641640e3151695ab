"""A train leaves for a foreign country after a set of operating rounds (2022 VIII.3.11, 2021 VII.3.11)."""

from __future__ import annotations

import pytest

from kaiping.action import Bid, BuyTrain, DiscardTrain, Pass
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import BANK, PLAYERS, Position, plays
from tests.rules.g1888.trains import PRINTED, on_top, pass_to_trains


def set_of(edition: str, rounds: int, top: str, *, bought: bool = True) -> Game:
    """The first round of a set, JHR at its last step with one train, and all trains of a kind on top of the stack."""
    held = "5" if top in ("6", "D") else "2" if top == "2" else str(int(top) - 1)
    position = on_top(Position(edition).company("JHR", Ann=60, cash=1000, trains=(held,)), top)
    return position.set(set_rounds=rounds, first_train_bought=bought, **_phase(top)).operate("JHR", "trains")


def _phase(top: str) -> dict[str, str]:
    return {"phase": "2"} if top == "2" else {}


def left(game: Game, train: str) -> int:
    return game.state.depot.get(train, 0)


@rule_1888("VIII.3.11.1", in_2021=("VII.3.11.1", "VII.3.11.2"))
@pytest.mark.parametrize("top", ["2", "3", "4"])
def test_the_top_train_leaves_the_game_at_the_end_of_a_set(edition: str, top: str) -> None:
    """It is in nobody's hands afterwards, and nobody has paid for it."""
    game = set_of(edition, 1, top)
    there, money = left(game, top), dict(game.state.cash)
    plays(game, Pass("JHR"))
    assert (left(game, top), game.state.scrapped.get(top, 0)) == (there - 1, 1)
    assert "pool" not in game.state.trains
    assert game.state.cash == money
    assert [event.data["train"] for event in game.events if event.kind == "exported"] == [top]


@rule_1888("VIII.3.11.1", in_2021=("VII.3.11.1", "VII.3.11.2"))
@pytest.mark.parametrize("top", ["5", "6", "D"])
def test_larger_trains_are_not_exported(edition: str, top: str) -> None:
    game = set_of(edition, 1, top)
    before = dict(game.state.depot)
    plays(game, Pass("JHR"))
    assert (game.state.depot, game.state.scrapped.get(top, 0)) == (before, 0)
    assert not any(event.kind == "exported" for event in game.events)


@rule_1888("VIII.3.11.1", in_2021=("VII.3.11.2",))
def test_the_export_waits_for_the_last_round_of_the_set(edition: str) -> None:
    """Two rounds: nothing leaves after the first, one 4-train after the second."""
    game = set_of(edition, 2, "4")
    plays(game, Pass("JHR"))
    assert (game.state.round, left(game, "4")) == (2, 5)
    plays(pass_to_trains(game, "JHR"), Pass("JHR"))
    assert (game.state.round, left(game, "4")) == (1, 4)


@rule_1888("VIII.3.11.1", in_2021=("VII.3.11.2",))
def test_one_train_leaves_after_every_set(edition: str) -> None:
    """Three sets of one round: three 2-trains."""
    game = set_of(edition, 1, "2")
    there = left(game, "2")
    for number in (1, 2, 3):
        plays(pass_to_trains(game, "JHR"), Pass("JHR"))
        assert left(game, "2") == there - number
        plays(game, *(Pass(player) for player in stock_order(game)))


def stock_order(game: Game) -> tuple[str, ...]:
    """Players in turn, from who is on turn."""
    seat = PLAYERS.index(game.acting[0])
    return tuple(PLAYERS[(seat + step) % 3] for step in range(3))


@rule_1888("VIII.3.11.1", only="2022")
def test_the_export_begins_with_the_first_set(edition: str) -> None:
    """Nobody has bought a train yet; a 2-train leaves all the same."""
    game = plays(Position(edition).stock("Ann"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert (game.state.turn, left(game, "2")) == (3, 6)


@rule_1888(in_2021=("VII.3.11.1",))
def test_in_2021_the_export_waits_for_the_first_purchase(edition: str) -> None:
    """Set without a purchase: none. The round in which JHR buys the first 2-train: one leaves at its end."""
    game = plays(Position(edition).stock("Ann"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert (game.state.turn, left(game, "2")) == (3, 7)
    game = Position(edition).company("JHR", Ann=60, cash=80).operate("JHR", "trains")
    plays(game, BuyTrain("JHR", "2", BANK, PRINTED["2"][0]))
    assert left(game, "2") == 7 - 2
    assert game.state.scrapped == {"2": 1}


@rule_1888("VIII.3.11.1", in_2021=("VII.3.11.1",))
def test_the_round_of_the_auction_in_which_only_privates_pay(edition: str) -> None:
    """It counts as a set in 2022, so a 2-train leaves; in 2021 no train has been bought, so none does."""
    game = Game("1888", edition=edition, players=PLAYERS[:3])
    plays(game, Bid("Ann", "KT", 25), Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert game.state.cash["Ann"] == 800 - 25 + 5
    assert left(game, "2") == {"2022": 6, "2021": 7}[edition]


@rule_1888("VIII.3.10.16", "VIII.3.8.31", "V.3", "VIII.3.8.15")
def test_surplus_trains_are_given_up_before_the_stock_round_begins(edition: str) -> None:
    """The export of the first 4-train belongs to the set that ends with it, and so does the lower limit."""
    position = on_top(Position(edition).company("JHR", Ann=60, trains=("3", "3", "3", "3")), "4")
    game = plays(position.set(set_rounds=1).operate("JHR", "trains"), Pass("JHR"))
    order = ("exported", "phase", "discarded", "stock-round")
    assert [event.kind for event in game.events if event.kind in order] == ["exported", "phase"]
    plays(game, DiscardTrain("JHR", "3"))
    assert [event.kind for event in game.events if event.kind in order] == list(order)
