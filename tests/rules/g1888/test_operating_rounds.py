"""Operating rounds: how many there are, who decides, the order of play (2022 VIII.1, 2021 VII.1)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyTrain, LayTile, Pass
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, plays, refused
from tests.rules.g1888.rounds import (
    end_operating_round,
    end_stock_round,
    end_turn,
    happened,
    opening,
    operating,
    step,
)


def rounds_of_a_set(game: Game) -> int:
    """Operating rounds between the end of this stock round and the next, played through."""
    turn = game.state.turn
    end_stock_round(game)
    while game.state.turn == turn:
        end_operating_round(game)
    assert isinstance(game.state.stack[-1], StockRound)
    return sum(event.kind == "operating-round" and event["turn"] == turn for event in game.events)


# --- who decides -------------------------------------------------------------------------------------------


@rule_1888("VIII.1.2", "IV.3.2.3", "V.7")
def test_the_director_alone_decides_in_every_step(edition: str) -> None:
    """Ann holds as much of JHR as Bo, who is director; Cy has the privates; only Bo is asked."""
    position = opening(edition).company("JHR", cash=500, trains=("2",), president="Bo", Ann=30, Bo=30)
    game = position.tile("D10", "6", 2).operate("JHR")
    asked = []
    while game.state.turn == 2:
        asked.append((step(game), game.acting))
        passing = Pass("JHR")
        plays(game, passing if game.why_not(passing) is None else game.legal_actions()[0])
    assert asked == [(name, ("Bo",)) for name in ("track", "token", "run", "dividend", "trains")]


@rule_1888("VIII.1.2", "IV.3.2.3", "V.7")
def test_each_company_acts_through_its_own_director(edition: str) -> None:
    position = opening(edition).company("JHR", Ann=60, trains=("2",)).company("CDL", Bo=60, trains=("2",))
    game = position.operate("JHR", after=("CDL",))
    assert game.acting == ("Ann",)
    for other in (Pass("CDL"), Pass("Bo"), Pass("Ann"), LayTile("CDL", "B14", "7", 3)):
        assert refused(game, other).code == "not_your_turn"
    end_turn(game)
    assert operating(game).company == "CDL"
    assert game.acting == ("Bo",)


# --- how many rounds ---------------------------------------------------------------------------------------


@rule_1888("VIII.1.3")
def test_an_operating_round_follows_each_stock_round(edition: str) -> None:
    """Even while no company operates."""
    game = end_stock_round(opening(edition).stock())
    assert happened(game, "operating-round", "stock-round")[-2:] == ["operating-round", "stock-round"]
    assert game.state.turn == 3
    position = opening(edition).company("JHR", Ann=60, trains=("2",))
    operated = end_stock_round(position.stock())
    assert operating(operated).order == ("JHR",)
    assert operated.state.turn == 2


@rule_1888("VIII.1.3", "VIII.1.4", "VIII.1.5")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("7", 3)])
def test_rounds_of_a_set_go_by_the_phase(edition: str, phase: str, rounds: int) -> None:
    position = opening(edition, phase)
    if phase == "7":
        position.train("pool", "D")  # the one that has begun it
    assert rounds_of_a_set(position.stock()) == rounds


@rule_1888("VIII.1.4")
def test_the_first_3_train_adds_a_round_from_the_next_stock_round_on(edition: str) -> None:
    position = opening(edition).scrap("2", 6).company("JHR", cash=180, Ann=60)
    game = plays(position.operate("JHR", "trains"), BuyTrain("JHR", "3", "bank", 180))
    assert isinstance(game.state.stack[-1], StockRound)  # the set that was going on had one round
    assert rounds_of_a_set(game) == 2


@rule_1888("VIII.1.4")
def test_an_exported_3_train_counts_as_sold(edition: str) -> None:
    """Ruling: the number of rounds is bound to the phase, which an export starts too."""
    position = opening(edition).scrap("2", 5).company("JHR", Ann=60, trains=("2",))
    game = plays(position.operate("JHR", "trains"), Pass("JHR"))
    assert game.state.scrapped["3"] == 1
    assert rounds_of_a_set(game) == 2


@rule_1888("VIII.1.5")
def test_the_first_5_train_adds_a_round_from_the_next_stock_round_on(edition: str) -> None:
    position = opening(edition, "4").scrap("4", 4).company("JHR", cash=500, Ann=60)
    position.set(set_rounds=2)
    game = plays(position.operate("JHR", "trains"), BuyTrain("JHR", "5", "bank", 500))
    assert (game.state.turn, game.state.round) == (2, 2)  # the set that was going on keeps its two rounds
    end_operating_round(game)
    assert isinstance(game.state.stack[-1], StockRound)
    assert rounds_of_a_set(game) == 3


# --- order of play -----------------------------------------------------------------------------------------


@rule_1888("VIII.1.6", "IV.3.1.7")
def test_privates_pay_their_owners_before_any_company_operates(edition: str) -> None:
    """Players and companies alike: 5 and 10 to Ann, 15 to JHR, 20 to Bo, 25 and 30 to Cy."""
    position = opening(edition, "3").company("JHR", cash=7, Ann=60, trains=("3",))
    for private, owner in zip(("KT", "TA", "HS", "CW"), ("Ann", "Ann", "JHR", "Bo"), strict=True):
        position.private(private, owner)
    game = end_stock_round(position.cash(Ann=100, Bo=100, Cy=100).stock())
    paid = {owner: game.state.cash[owner] for owner in ("Ann", "Bo", "Cy", "JHR")}
    assert paid == {"Ann": 115, "Bo": 120, "Cy": 155, "JHR": 22}
    assert happened(game, "private-income", "turn") == ["private-income"] * 6 + ["turn"]


@rule_1888("VIII.1.6", "IV.3.1.7")
def test_privates_pay_in_each_operating_round(edition: str) -> None:
    position = opening(edition, "3").company("JHR", Ann=60, trains=("3",)).cash(Cy=0)
    game = end_stock_round(position.stock())
    assert game.state.cash["Cy"] == 5 + 10 + 15 + 20 + 25 + 30
    end_operating_round(game)
    assert game.state.round == 2
    assert game.state.cash["Cy"] == 2 * 105


def order_on_chart(position: Position) -> tuple[str, ...]:
    return operating(end_stock_round(position.stock())).order


@rule_1888("VIII.1.7")
def test_the_higher_price_operates_first(edition: str) -> None:
    """Par prices play no part; a company that has not floated does not operate at all."""
    position = opening(edition).company("JHR", par=95, cell=(2, 1), Ann=60)  # 80
    position.company("SSL", par=70, cell=(1, 4), Bo=60).company("CDL", par=95, Cy=50)  # 100, and not floated
    assert order_on_chart(position.company("LYR", par=90, Cy=60)) == ("SSL", "LYR", "JHR")


@rule_1888("VIII.1.7")
def test_the_order_follows_the_prices_from_round_to_round(edition: str) -> None:
    """SSL lies on top of JHR at 80 and falls; JHR pays a dividend and is first in the second round of the set."""
    position = opening(edition, "3").company("SSL", trains=("3",), Bo=60).company("JHR", trains=("3",), Ann=60)
    game = end_stock_round(tracks.east_of_beijing(position).stock())
    assert (game.state.round, operating(game).order) == (1, ("SSL", "JHR"))
    end_operating_round(game)
    assert (game.state.round, operating(game).order) == (2, ("JHR", "SSL"))


@rule_1888("VIII.1.8")
def test_of_markers_on_one_space_the_topmost_goes_first(edition: str) -> None:
    lower = opening(edition).company("SSL", par=80, Ann=60).company("JHR", par=80, Bo=60)
    assert order_on_chart(lower) == ("SSL", "JHR")
    upper = opening(edition).company("JHR", par=80, Bo=60).company("SSL", par=80, Ann=60)
    assert order_on_chart(upper) == ("JHR", "SSL")


@rule_1888("VIII.1.9")
def test_of_equal_prices_the_marker_furthest_right_goes_first(edition: str) -> None:
    """95 stands on a diagonal of the chart: the third space of the top row is left of the one of the third row."""
    position = opening(edition).company("JHR", cell=(0, 2), Ann=60).company("SSL", cell=(2, 4), Bo=60)
    assert order_on_chart(position.company("CDL", cell=(1, 3), Cy=60)) == ("SSL", "CDL", "JHR")


@rule_1888("VIII.1.7", "VIII.1.8", "VIII.1.9")
def test_ex_1888_2022_04_turn_order(edition: str) -> None:
    """The picture of the example is lost; by the rules: price, then the space to the right, then the top marker."""
    position = opening(edition, players=6)
    position.company("LYR", cell=(2, 3), Ann=60)  # 90, on top of SSL
    position.company("SSL", cell=(2, 3), Bo=60)
    position.company("JHR", cell=(0, 3), Cy=60)  # 100
    position.company("CDL", cell=(1, 4), Di=60)  # 100, one column further right
    position.company("TJL", cell=(0, 5), Ed=60)  # 120
    position.company("ZDR", cell=(1, 5), Flo=50)  # 110, but not floated
    assert order_on_chart(position) == ("TJL", "CDL", "JHR", "LYR", "SSL")


@rule_1888("VIII.1.10")
def test_the_round_ends_when_every_company_has_had_its_turn(edition: str) -> None:
    position = opening(edition).company("JHR", trains=("2",), Ann=60)
    position.company("SSL", cash=30, trains=("2",), Bo=60).company("CDL", trains=("2",), Cy=60)
    game = position.operate("JHR", after=("SSL", "CDL"))
    for company in ("JHR", "SSL", "CDL"):
        assert operating(game).company == company
        end_turn(game)
    assert isinstance(game.state.stack[-1], StockRound)
    assert game.state.turn == 3
