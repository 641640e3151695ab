"""The communist takeover: from the first 4-train to the first 6-train."""

from __future__ import annotations

from kaiping.action import BuyTrain, Dividend, Pass, SellShares
from kaiping.flow.operating.frame import OperatingRound
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, events, plays, refused


@rule_1880("XIV.1.2", "XIV.2.1", "VI.1.16", "XI.18", "XIV.2.2", "VI.1.17")
def test_the_first_4_train_stops_the_privates(edition: str) -> None:
    position = Position(edition).left("4", 5).private("P3", "Ann").company("BCR", par=100, Ann=20, cash=400)
    position.state.phase = "B2"
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "4", "bank", 300))
    assert game.state.phase == "B3"
    assert game.state.privates["P3"] == "Ann"
    assert game.state.round == 2
    assert not events(game, "private-income")


@rule_1880("XIV.1.2", "XIV.2.5", "XIII.1.2", "XI.16")
def test_no_price_moves(edition: str) -> None:
    for phase in ("B3", "C1"):
        position = Position(edition).phase(phase).company("BCR", par=100, Cy=60, trains=("4",))
        position.company("WNR", par=70, Bo=40, Ann=30).company("NXR", par=80, Bo=60, Ann=40)
        cells = dict(position.state.cells)
        game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 20))
        all_pass(game)
        assert game.state.cells == cells
        paid = Position(edition).phase(phase).company("BCR", par=100, Cy=60, trains=("4",))
        for kind in ("pay", "withhold"):
            other = paid.operate("BCR", "dividend", revenue=100).copy()
            plays(other, Dividend("BCR", kind))
            assert other.state.cells["BCR"] == (1, 3)


@rule_1880("XIV.2.6", "XI.17", "XII.8.4")
def test_directors_sell_nothing_of_their_companies(edition: str) -> None:
    for phase in ("B3", "C1"):
        position = Position(edition).phase(phase).company("BCR", par=100, Cy=60)
        position.company("WNR", par=70, Ann=40, Bo=40, president="Ann")
        game = position.stock("Ann", inside="BCR")
        for percent in (10, 20, 40):
            assert refused(game, SellShares("Ann", "WNR", percent)).code == "president_may_not_sell", "with an heir too"
        plays(game, Pass("Ann"))
        before = game.state.cash["Bo"]
        plays(game, SellShares("Bo", "WNR", 10))
        assert game.state.cash["Bo"] == before + 65, "the fee is due as ever"


@rule_1880("XIV.1.3", "XIV.3.1", "XIV.3.2", "XIV.3.3", "XIV.3.4", "XIV.3.5", "XI.25", "XI.26")
def test_the_first_6_train_opens_the_exchange_again(edition: str) -> None:
    position = Position(edition).left("6", 5).private("P3", "Ann").investor("A3", "Ann", cash=40)
    position.company("BCR", par=100, Ann=30, cash=700)
    position.state.phase = "C1"
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "6", "bank", 600))
    assert game.state.phase == "C2"
    assert not game.definition.phases["C2"].frozen
    assert game.state.round == 2
    assert not events(game, "private-income"), "privates still pay nothing"
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.company == "BCR", "the investor has done nothing"
    free = Position(edition).phase("C2").company("BCR", par=100, Cy=60).company("WNR", par=90, Ann=40, Bo=30)
    sold = plays(free.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 10))
    assert sold.state.cells["WNR"] == (4, 3)
