"""Sentences that both books have, each asserted as it stands and in a game of each edition."""

from __future__ import annotations

import pytest

from kaiping.action import BuyShare, BuyTrain, DiscardTrain, Pass, PlaceToken, SellShares, UsePower
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.track import terrain_cost
from kaiping.flow.shares import certificates
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, earned, offered, plays, refused


def coast(edition: str, phase: str, train: str) -> Position:
    """WNR with a station on L14, from where track leads by the town of M15 to Taiwan, N16."""
    position = Position(edition).phase(phase).company("WNR", par=80, Ann=60, cash=300, permits="", trains=(train,))
    return position.tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)


@rule_1880("X.8.6", "X.8.7")
def test_the_four_values_of_a_harbour_are_those_of_the_four_phases(edition: str) -> None:
    values = Position(edition).definition.map.hexes["N16"].stops[0].values
    assert len(set(values)) > 1
    for phase, train, value in zip(("A2", "B2", "C1", "D1"), ("2+2", "3+3", "4+4", "8"), values, strict=True):
        game = coast(edition, phase, train).operate("WNR", "run")
        assert earned(game, "WNR", (train, "L14.0", "M15.0", "N16.0")) == 20 + 20 + value
    for name, entry in game.definition.phases.items():
        assert entry.value_index == "ABCD".index(name[0]), f"all of a letter alike, also {name}"


@rule_1880("XII.4.11", "XII.4.12")
def test_a_seller_may_buy_the_company_again_in_the_next_round(edition: str) -> None:
    """The last 3-train brings the next share round; in the first Ann has sold a share of WNR."""
    position = Position(edition).phase("B1").left("3", 1).company("BCR", par=100, Cy=60, cash=500, permits="")
    game = position.company("WNR", par=70, Bo=30, Ann=20, permits="").cash(Ann=500).stock("Ann", inside="BCR")
    share = BuyShare("Ann", "WNR", "ipo")
    plays(game, SellShares("Ann", "WNR", 10), BuyShare("Ann", "BCR", "ipo"), Pass("Bo"), Pass("Cy"))
    assert refused(game, share).code == "sold_this_round"
    all_pass(game)
    plays(game, BuyTrain("BCR", "3", "bank", 180))
    while game.acting != ("Ann",):
        plays(game, Pass(game.acting[0]))
    plays(game, share)


@rule_1880("XIV.2.2", "VI.1.17")
@pytest.mark.parametrize("phase", ["B3", "C1", "C2", "D1"])
def test_powers_of_privates_last_under_the_communists_and_to_the_end(edition: str, phase: str) -> None:
    """P4 still saves 20 in a river hex, and P5 still brings its permit, in a turn and in a share round."""
    position = Position(edition).phase(phase).company("BCR", par=100, Ann=30)
    river = next(name for name, one in position.definition.map.hexes.items() if one.river)
    table = position.operate("BCR").table()
    before = terrain_cost(table, "BCR", river)
    position.private("P4", "Ann")
    assert terrain_cost(table, "BCR", river) == before - 20
    for inside in (True, False):
        late = Position(edition).phase(phase).private("P5", "Ann").company("BCR", par=100, Ann=60, permits="AB")
        game = late.stock("Ann", inside="BCR") if inside else late.operate("BCR", "trains")
        assert plays(game, UsePower("Ann", "P5", "BCR")).state.own.permits["BCR"] == "ABD"


@rule_1880("XII.7.4", "XII.7.5")
def test_the_second_half_stays_though_shares_come_back_to_the_bank(edition: str) -> None:
    """Cy's purchase brings WNR 350; Bo's sale, after which the bank has six shares, takes nothing from it."""
    position = Position(edition, 4).phase("B1").company("BCR", Di=60, permits="")
    game = position.company("WNR", par=70, Ann=30, Bo=10).stock("Cy", inside="BCR")
    plays(game, BuyShare("Cy", "WNR", "ipo"))
    assert (game.state.held("ipo", "WNR"), game.state.cash["WNR"]) == (50, 350)
    plays(game, Pass("Di"), Pass("Ann"), SellShares("Bo", "WNR", 10))
    all_pass(game)
    assert (game.state.held("ipo", "WNR"), game.state.cash["WNR"]) == (60, 350)
    assert "WNR" in game.state.own.fully_paid


@rule_1880("XII.7.4", "XII.7.5")
def test_so_it_does_where_the_company_floats_at_the_end_of_the_round(edition: str) -> None:
    """The bank has had five shares of NXR, and has six again when NXR floats."""
    position = Position(edition, 4).phase("B1").company("BCR", Di=60, permits="")
    game = position.company("NXR", par=70, Ann=30, Bo=10, floated=False).stock("Cy", inside="BCR")
    plays(game, BuyShare("Cy", "NXR", "ipo"), Pass("Di"), Pass("Ann"), SellShares("Bo", "NXR", 10))
    assert (game.state.held("ipo", "NXR"), game.state.cash["NXR"]) == (60, 0)
    all_pass(game)
    assert "NXR" in game.state.floated
    assert game.state.cash["NXR"] == 2 * 350


@rule_1880("X.6.39", "X.6.40", "VI.2.27")
@pytest.mark.parametrize("step", ["track", "token", "run", "trains"])
def test_no_train_is_given_up_or_sold_back(edition: str, step: str) -> None:
    """Not in any step of a turn with two trains, as long as the limit allows them."""
    position = coast(edition, "B1", "3").train("WNR", "3")
    game = position.operate("WNR", step)
    assert refused(game, DiscardTrain("WNR", "3"))
    assert not offered(game, DiscardTrain)


def late(edition: str, train: str, left: int, phase: str, **fields: object) -> Game:
    """BCR in its train step with so many trains of a kind left; it had the marker, and NXR follows it."""
    position = Position(edition)
    for name in ("BCR", "NXR"):
        position.company(name, par=100, Ann=60, permits="", cash=2000, trains=("6",))
    position.left(train, left).set(phase=phase, marker="BCR", **fields)
    return position.operate("BCR", "trains", after=("NXR",))


@rule_1880("XV.1.1", "X.6.17", "X.6.18", "XV.1.2")
def test_the_end_also_comes_when_the_last_8_trains_are_removed(edition: str) -> None:
    """A round has gone by without a purchase: three more turns for each, and BCR's is the last."""
    game = plays(late(edition, "8", 2, "C3"), Pass("BCR"))
    assert "8" not in game.state.depot
    assert isinstance(game.state.stack[-1], StockRound)
    all_pass(game)
    turns: list[str] = []
    marker = game.state.own.marker
    while game.finished is None:
        assert len(turns) < 10, "the end is due"
        frame = game.state.stack[-1]
        assert isinstance(frame, OperatingRound)
        game.play(Pass(frame.company))
        turns += [event["company"] for event in game.last_events if event.kind == "turn"]
    assert (turns.count("NXR"), turns.count("BCR")) == (3, 3)
    assert (turns[-1], marker) == ("BCR", "BCR")


@rule_1880("X.6.35")
def test_10_trains_and_restored_trains_are_never_removed(edition: str) -> None:
    game = late(edition, "10", 0, "D3", final_round=9)
    restored = game.state.depot["2R"]
    plays(game, Pass("BCR"), Pass("NXR"), Pass("BCR"), Pass("NXR"))
    assert not any(event.kind == "trains-removed" for event in game.events)
    assert game.state.depot["2R"] == restored
    plays(game, BuyTrain("BCR", "10", "bank", 1000))


@rule_1880("XII.8.7", "XII.8.8")
@pytest.mark.parametrize("percent", [20, 30, 40])
def test_the_certificate_is_exchanged_for_ordinary_shares_before_a_sale(edition: str, percent: int) -> None:
    """Ann has nothing but the certificate; of the shares that she gets for it one goes to the bank."""
    position = Position(edition).phase("B1").company("BCR", Cy=60, permits="")
    position.company("WNR", par=90, percent=percent, Ann=percent, Bo=percent, president="Ann")
    game = position.stock("Ann", inside="BCR")
    assert (certificates(game.table(), "Ann"), certificates(game.table(), "Bo")) == (1, percent // 10)
    plays(game, SellShares("Ann", "WNR", 10))
    assert game.state.presidents["WNR"] == "Bo"
    assert (certificates(game.table(), "Ann"), certificates(game.table(), "Bo")) == (percent // 10 - 1, 1)


@rule_1880("VI.2.18", "X.6.4")
def test_the_train_of_p7_runs_in_the_turn_in_which_it_came(edition: str) -> None:
    """BCR has no train of its own; Chengdu and the town of M5 are joined."""
    position = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, permits="ABC", cash=200)
    position.company("WNR", Bo=30, trains=("2",), permits="").tile("M3", "57", 1).tile("M5", "8852", 1)
    game = plays(position.operate("BCR", after=("WNR",)), UsePower("Ann", "P7", "BCR"), Pass("BCR"))
    if offered(game, PlaceToken):
        plays(game, Pass("BCR"))
    assert earned(game, "BCR", ("2", "M3.0", "M5.0")) == 20 + 20


@rule_1880("VI.2.13", "VI.2.21", only="2022")
@pytest.mark.parametrize("private", ["P5", "P7"])
def test_investors_have_no_use_of_p5_and_p7(edition: str, private: str) -> None:
    position = Position(edition).private(private, "Ann").investor("A3", "Ann")
    position.company("BCR", par=100, Ann=30, permits="ABC", trains=("2",))
    for company in ("A3", "BCR"):
        game = position.operate(company, after=("BCR",) if company == "A3" else ())
        assert refused(game, UsePower("Ann", private, "A3"))
