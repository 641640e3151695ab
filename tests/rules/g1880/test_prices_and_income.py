"""Dividends, the bonus of the share price, and how prices move."""

from __future__ import annotations

import pytest

from kaiping.action import Dividend, Pass
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, events, plays, refused


def paying(edition: str, cell: tuple[int, int] = (1, 3), **frame: int) -> Position:
    return (
        Position(edition)
        .phase("B1")
        .investor("A3", "Ann")
        .company("BCR", par=100, cell=cell, Ann=40, Bo=20, A3=10, trains=("3",))
    )


@rule_1880("X.8.1", "X.8.8", "X.8.9", "X.8.10", "VII.1.16", "VIII.1.6", "X.1.2", "X.1.5", "II.10")
def test_income_is_paid_to_players_or_kept(edition: str) -> None:
    game = paying(edition).operate("BCR", "dividend", revenue=120)
    assert refused(game, Pass("BCR")).code == "must_decide_dividend"
    cash = dict(game.state.cash)
    paid = plays(game.copy(), Dividend("BCR", "pay")).state.cash
    assert (paid["Ann"] - cash["Ann"], paid["Bo"] - cash["Bo"]) == (48, 24)
    assert paid["A3"] == cash["A3"]
    assert paid["BCR"] == cash["BCR"]
    kept = plays(game.copy(), Dividend("BCR", "withhold")).state.cash
    assert kept["BCR"] == cash["BCR"] + 120
    assert kept["Ann"] == cash["Ann"]
    other = Position(edition).company("BCR", par=100, Bo=40, Ann=20, trains=("2",))
    game = other.operate("BCR", "dividend", revenue=120)
    assert game.acting == ("Bo",), "its director alone decides"
    assert {action.kind for action in game.legal_actions() if isinstance(action, Dividend)} == {"pay", "withhold"}


def turn(game: Game) -> OperatingRound:
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame


MOVES = [
    ("pay", (3, 3), (3, 4)), ("pay", (3, 11), (2, 11)), ("pay", (0, 13), (0, 13)),
    ("withhold", (3, 3), (3, 2)), ("withhold", (3, 0), (4, 0)), ("withhold", (8, 0), (8, 0)),
    ("withhold", (0, 2), (1, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "cell", "then"), MOVES)
@rule_1880("XIII.2.1", "XIII.2.2", "XIII.2.3", "XIII.2.4", "XIII.2.5", "XIII.2.6", "X.1.6")
def test_moves_on_the_board(edition: str, kind: str, cell: tuple[int, int], then: tuple[int, int]) -> None:
    game = paying(edition, cell).operate("BCR", "dividend", revenue=100)
    plays(game, Dividend("BCR", kind))  # type: ignore[arg-type]
    assert game.state.cells["BCR"] == then


@rule_1880("XIII.2.4")
def test_without_a_train_the_price_falls(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", par=100, Ann=40, cash=500, permits="A")
    game = position.begin_round("BCR")
    assert game.state.cells["BCR"] == (1, 2)
    assert turn(game).step == 4, "in the train step, where it must buy"


@rule_1880("X.9.1", "X.9.4", "X.9.5", "X.9.6", "X.8.2")
def test_the_bonus_is_read_at_the_start_of_the_turn(edition: str) -> None:
    for cell, bonus in (((1, 7), 50), ((1, 8), 100), ((1, 3), 0)):
        position = (
            Position(edition)
            .phase("B1")
            .company("HKR", par=100, cell=cell, Ann=40, trains=("3",), permits="A", cash=300)
        )
        game = position.begin_round("HKR")
        assert [event["amount"] for event in events(game, "price-bonus")] == []
        assert turn(game).price_bonus == bonus


@rule_1880("X.9.4", "X.9.5", "X.9.6")
def test_example_hkr_pays_from_120_and_then_from_125(edition: str) -> None:
    """A harbour-less HKR without a route earns the bonus alone, and moves on to the next price."""
    position = Position(edition).phase("B1")
    position.company("HKR", par=100, cell=(1, 7), Ann=40, trains=("3",), permits="A", cash=300)
    market = position.definition.market.cells
    for price, bonus in ((120, 50), (125, 100)):
        assert market[position.state.cells["HKR"]].price == price
        cash = position.state.cash["Ann"]
        game = position.begin_round("HKR")
        assert turn(game).revenue == bonus
        plays(game, Dividend("HKR", "pay"))
        position.state = game.state
        assert position.state.cash["Ann"] == cash + bonus * 40 // 100
    assert market[position.state.cells["HKR"]].price == 135


@rule_1880("X.9.2")
def test_without_a_train_the_bonus_is_lost(edition: str) -> None:
    position = Position(edition).phase("B1").company("HKR", par=100, cell=(1, 7), Ann=40, permits="A", cash=300)
    game = position.begin_round("HKR")
    assert game.state.cells["HKR"] == (1, 6)
    assert game.state.cash["HKR"] == 300


@rule_1880("X.9.7", "X.9.2")
def test_with_a_train_that_cannot_run_the_bonus_is_earned_and_may_be_kept(edition: str) -> None:
    position = Position(edition).phase("B1").company("HKR", par=100, cell=(1, 7), Ann=40, trains=("3",), permits="A")
    game = position.begin_round("HKR")
    assert turn(game).revenue == 50
    plays(game, Dividend("HKR", "withhold"))
    assert game.state.cash["HKR"] == 50
