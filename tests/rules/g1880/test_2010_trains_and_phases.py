"""Trains and phases by the 2010 book: for every kind of train and in every phase, and what is forbidden too."""

from __future__ import annotations

import pytest

from kaiping.action import (
    BuyTrain,
    DiscardTrain,
    LayTile,
    Pass,
    SellShares,
    UsePower,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, offered, plays, refused

PHASES = ("A1", "A2", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3")


def operating(game: Game) -> OperatingRound:
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame


#: each kind that brings a share round about, and a kind that companies own by then
KINDS = [
    ("2", "2"), ("2+2", "2"), ("3", "2+2"), ("3+3", "3"), ("4", "3"), ("4+4", "3+3"), ("6", "4"), ("6E", "4+4"),
    ("8", "6"),
]  # fmt: skip
PRICES = {"2": 100, "2+2": 180, "3": 180, "3+3": 300, "4": 300, "4+4": 450, "6": 600, "6E": 700, "8": 800}


def on_sale(edition: str, kind: str, own: str, left: int) -> Game:
    """BCR, of Bo, in its train step, and NXR, which has the marker; so many trains of the kind are in the bank."""
    position = Position(edition)
    for name in ("BCR", "NXR"):
        position.company(name, par=100, Bo=60, permits="", cash=2000, trains=(own,))
    phase = "C3" if (kind, left) == ("8", 2) else position.definition.phase_of_train.get(kind, "A1")
    position.left(kind, left).set(phase=phase, marker="NXR")
    return position.operate("BCR", "trains", after=("NXR",))


@rule_1880(in_2010=["XII.1.1", "X.6.13", "X.6.3", "X.6.4"])
@pytest.mark.parametrize(("kind", "own"), KINDS)
def test_the_last_train_of_each_kind_brings_a_share_round(edition: str, kind: str, own: str) -> None:
    game = on_sale(edition, kind, own, 2)
    price = PRICES[kind]
    for wrong in (price - 5, price + 5):
        assert refused(game, BuyTrain("BCR", kind, "bank", wrong)).code == "train_price"
    plays(game, BuyTrain("BCR", kind, "bank", price))
    assert game.state.own.marker == "BCR"
    assert isinstance(game.state.stack[-1], OperatingRound)
    game = on_sale(edition, kind, own, 1)
    plays(game, BuyTrain("BCR", kind, "bank", price))
    assert isinstance(game.state.stack[-1], StockRound)
    assert (game.state.own.marker, game.state.cash["BCR"]) == ("BCR", 2000 - price)


@rule_1880(in_2010=["XII.1.1", "X.6.16", "X.6.17"])
@pytest.mark.parametrize(("kind", "own"), KINDS)
def test_a_round_without_a_purchase_removes_trains_of_each_kind(edition: str, kind: str, own: str) -> None:
    game = plays(on_sale(edition, kind, own, 2), Pass("BCR"))
    assert (operating(game).company, game.state.depot[kind]) == ("NXR", 2)
    plays(game, Pass("NXR"))
    assert kind not in game.state.depot
    assert isinstance(game.state.stack[-1], StockRound)


@rule_1880(in_2010=["X.6.10", "XI.11", "X.6.5"])
@pytest.mark.parametrize("phase", PHASES)
def test_companies_of_a_director_trade_trains_from_the_first_3_train_on(edition: str, phase: str) -> None:
    train = "2" if phase[0] == "A" else "3" if phase < "C2" else "6"
    position = Position(edition).phase(phase).company("BCR", par=100, Ann=60, cash=100)
    if phase == "D3":
        position.company("NXR", par=90, Bo=60, trains=("10",))
    game = position.company("WNR", Ann=60, trains=(train,)).operate("BCR", "trains")
    assert (game.why_not(BuyTrain("BCR", train, "WNR", 60)) is None) == (phase[0] != "A")


@rule_1880(in_2010=["X.6.31"])
@pytest.mark.parametrize("phase", PHASES)
def test_how_many_trains_a_company_may_own_in_each_phase(edition: str, phase: str) -> None:
    limit = 4 if phase < "B2" else 3 if phase < "C3" else 2
    own = "2" if phase[0] == "A" else "3" if phase < "C2" else "6"
    for number in (limit - 1, limit):
        position = Position(edition).phase(phase).company("BCR", par=100, Ann=60, cash=1000, trains=(own,) * number)
        game = position.operate("BCR", "trains")
        top = next(name for name in game.definition.trains if name in game.state.depot or name == "10")
        purchase = BuyTrain("BCR", top, "bank", game.definition.trains[top].price)
        if number < limit:
            assert game.why_not(purchase) is None
        else:
            assert refused(game, purchase).code == "train_limit"


@rule_1880(in_2010=["X.6.33"])
def test_nothing_is_paid_for_trains_that_are_given_up(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900, permits="")
    position.company("WNR", Bo=30, cash=77, trains=("2", "2", "2", "2"), permits="").left("3+3", 5).set(phase="B1")
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "3+3", "bank", 300))
    cash, bank, left = dict(game.state.cash), game.state.bank, game.state.scrapped["2"]
    plays(game, DiscardTrain("WNR", "2"))
    assert (game.state.cash, game.state.bank) == (cash, bank)
    assert (game.state.trains["WNR"], game.state.scrapped["2"]) == (("2", "2", "2"), left + 1)


@rule_1880(in_2010=["X.6.38", "X.6.40", "X.6.46", "X.6.47"])
def test_all_that_a_director_may_do_for_a_train_that_must_be_bought(edition: str) -> None:
    """Buy it, or first sell shares: no private is sold, nobody passes or goes bankrupt."""
    position = Position(edition).phase("B1").company("BCR", par=100, Bo=40, cash=50).cash(Bo=30)
    position.company("WNR", par=70, Cy=30, Bo=20)
    for name in ("P1", "P2", "P4"):
        position.private(name, "Bo")
    game = position.operate("BCR", "trains")
    assert set(game.legal_actions()) == {
        BuyTrain("BCR", "3", "bank", 180),
        SellShares("Bo", "BCR", 10),
        SellShares("Bo", "BCR", 20),
        SellShares("Bo", "WNR", 10),
        SellShares("Bo", "WNR", 20),
    }
    assert game.acting == ("Bo",)


@rule_1880(in_2010=["XV.1.1", "XI.31", "XV.1.2", "X.6.15"])
def test_each_company_operates_three_times_more(edition: str) -> None:
    """HKR buys the last 8-train; it is the last to operate, and the companies after it in the list have their three."""
    position = Position(edition)
    for name, par in (("BCR", 100), ("HKR", 100), ("CKR", 100), ("NXR", 90)):
        position.company(name, par=par, Ann=30, permits="", cash=1000, trains=("6",))
    game = position.set(phase="D1").left("8", 1).operate("HKR", "trains", after=("CKR", "NXR"))
    all_pass(plays(game, BuyTrain("HKR", "8", "bank", 800)))
    while game.finished is None:
        game.play(Pass(operating(game).company))
    turns = [event["company"] for event in game.events if event.kind == "turn"]
    assert sum(event.kind == "stock-round" for event in game.events) == 1
    assert {name: turns.count(name) for name in turns} == dict.fromkeys(("CKR", "NXR", "BCR", "HKR"), 3)
    assert turns[-1] == "HKR"


@rule_1880(in_2010=["X.2.6", "XI.10", "X.2.5", "VI.1.8"])
@pytest.mark.parametrize("phase", PHASES)
def test_yellow_tiles_in_a_turn_in_each_phase(edition: str, phase: str) -> None:
    """One in phase A, BCR two; later two, or one upgrade and nothing else."""
    for name, home, lays in (
        ("WNR", "L10", (LayTile("WNR", "K11", "9", 0), LayTile("WNR", "M9", "9", 0))),
        ("BCR", "M3", (LayTile("BCR", "N2", "9", 0), LayTile("BCR", "L4", "9", 0))),
    ):
        position = Position(edition).phase(phase).company(name, par=80, Ann=60, cash=500).tile(home, "57", 0)
        if phase == "D3":
            position.company("NXR", Bo=60, trains=("10",))
        start = position.operate(name)
        game = plays(start.copy(), lays[0])
        assert (game.why_not(lays[1]) is None) == (name == "BCR" or phase[0] != "A")
        if game.why_not(lays[1]) is None:
            assert not offered(plays(game, lays[1]), LayTile)
        if phase[0] != "A":
            assert not offered(plays(start, LayTile(name, home, "14", 0)), LayTile)


@rule_1880(in_2010=["X.3.6", "X.3.7", "X.3.8", "XI.9", "XI.21", "XI.29"])
@pytest.mark.parametrize(
    ("train", "before", "laid", "tile"), [("3", "A2", "57", "14"), ("4+4", "B3", "14", "63"), ("8", "C3", "63", "455")]
)
def test_a_colour_comes_with_the_first_train_of_its_kind(
    edition: str, train: str, before: str, laid: str, tile: str
) -> None:
    own = {"3": "2", "4+4": "3", "8": "6"}[train]
    position = Position(edition).company("WNR", par=80, Ann=60, cash=1000, trains=(own,)).left(train, 2)
    position.set(phase=before).tile("L10", "57", 0)
    if laid != "57":
        position.tile("L10", "14", 0)
    if laid == "63":
        position.tile("L10", "63", 0)
    upgrade = LayTile("WNR", "L10", tile, 0)
    assert refused(position.operate("WNR"), upgrade).code == "color_not_yet"
    price = position.definition.trains[train].price
    game = plays(position.operate("WNR", "trains"), BuyTrain("WNR", train, "bank", price))
    position.state = game.state
    plays(position.operate("WNR"), upgrade)


@rule_1880(in_2010=["XI.24", "X.5.18", "X.5.19", "X.5.21"])
def test_a_restored_train_costs_250_and_outlives_all_others(edition: str) -> None:
    position = Position(edition).phase("C2").company("BCR", par=100, Ann=60, cash=2000, trains=("4",))
    game = position.operate("BCR", "trains")
    assert refused(game, BuyTrain("BCR", "2R", "bank", 240)).code == "train_price"
    plays(game, BuyTrain("BCR", "2R", "bank", 250))
    assert game.state.cash["BCR"] == 1750
    late = Position(edition).company("BCR", par=100, Ann=60, cash=1000).company("WNR", Bo=60, trains=("2R", "4"))
    game = plays(late.left("8", 2).set(phase="C3").operate("BCR", "trains"), BuyTrain("BCR", "8", "bank", 800))
    assert game.state.trains["WNR"] == ("2R",)


@rule_1880(in_2010=["XI.24", "X.5.18"])
@pytest.mark.parametrize("phase", PHASES)
def test_restored_trains_are_on_sale_from_the_first_6_train_to_the_end(edition: str, phase: str) -> None:
    position = Position(edition).phase(phase).company("BCR", par=100, Ann=60, cash=900)
    if phase == "D3":
        position.company("NXR", Bo=60, trains=("10",))
    game = position.operate("BCR", "trains")
    assert (game.why_not(BuyTrain("BCR", "2R", "bank", 250)) is None) == (phase >= "C2")


@rule_1880(in_2010=["VI.2.22", "X.6.35"])
def test_a_train_is_given_up_for_p7_only_where_there_is_no_room(edition: str) -> None:
    """WNR has room for the train of the forced exchange, so it gives up nothing."""
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900).left("4", 5).set(phase="B2")
    position.private("P7", "Bo").company("WNR", Bo=30, trains=("3", "3"), permits="")
    game = plays(position.operate("BCR", "trains", after=("WNR",)), BuyTrain("BCR", "4", "bank", 300))
    assert refused(game, DiscardTrain("WNR", "3"))
    plays(game, UsePower("Bo", "P7", "WNR"))
    assert not offered(game, DiscardTrain)
    assert game.state.trains["WNR"] == ("3", "3", "4")
