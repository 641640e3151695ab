"""The ring of operation, the train marker, share rounds, the removal of trains, the end of the game."""

from __future__ import annotations

from kaiping.action import BuyTrain, Pass, UsePower
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, events, plays, refused


def four(edition: str, kind: str = "2", left: int = 5, own: str = "2", phase: str = "A1") -> Position:
    """BCR, HKR and CKR at 100, NXR at 90, each with a train; no permits, so that only trains are to be decided."""
    position = Position(edition)
    for name, par in (("BCR", 100), ("HKR", 100), ("CKR", 100), ("NXR", 90)):
        position.company(name, par=par, Ann=30, permits="", cash=1000, trains=(own,))
    position.state.phase = phase
    return position.left(kind, left)


def company(game: Game) -> str:
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame.company


@rule_1880("IX.2.1", "IX.2.3", "IX.2.4", "IX.2.5", "IX.2.6", "GH.4", "VII.2.9")
def test_order_by_starting_price_and_row(edition: str) -> None:
    position = four(edition).investor("A7", "Bo").investor("A2", "Ann").company("SCR", par=100, floated=False, Ann=20)
    position.state.rows |= {"BCR": (100, 2), "HKR": (100, 0), "CKR": (100, 1)}
    position.state.cells["NXR"] = (0, 9)
    position.state.market = {(1, 3): ("BCR", "HKR", "CKR", "SCR"), (0, 9): ("NXR",)}
    game = position.set(marker="BCR").operate("NXR", "trains")
    plays(game, Pass("NXR"))
    assert game.state.round == 2
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.order == ("A2", "A7", "HKR", "CKR", "BCR", "NXR"), "the present price does not matter"


@rule_1880("X.6.15", "X.6.25", "X.6.26", "X.6.27", "X.6.28", "X.6.29", "X.6.30")
def test_the_marker_and_a_purchase_that_keeps_the_round_going(edition: str) -> None:
    position = four(edition).private("P2", "Bo")
    game = position.operate("CKR", "trains", after=("NXR",))
    plays(game, BuyTrain("CKR", "2", "bank", 100), Pass("CKR"))
    assert game.state.own.marker == "CKR"
    cash = game.state.cash["Bo"]
    plays(game, Pass("NXR"))
    assert game.state.cash["Bo"] == cash + 10, "the privates pay when the list begins again"
    plays(game, Pass("BCR"), Pass("HKR"))
    assert company(game) == "CKR"
    plays(game, BuyTrain("CKR", "2", "bank", 100), Pass("CKR"))
    assert company(game) == "NXR"
    assert game.state.depot["2"] == 3
    assert plays(game, BuyTrain("NXR", "2", "bank", 100)).state.own.marker == "NXR"


@rule_1880("X.6.15")
def test_a_purchase_moves_the_marker_but_a_restored_train_and_p7_do_not(edition: str) -> None:
    position = Position(edition).phase("C2").company("BCR", par=100, Ann=60, cash=900, trains=("6",))
    position.company("WNR", par=80, Bo=60, trains=("6",)).set(marker="WNR")
    game = plays(position.operate("BCR", "trains", after=("WNR",)), BuyTrain("BCR", "2R", "bank", 250))
    assert game.state.own.marker == "WNR"
    plays(game, BuyTrain("BCR", "6", "bank", 600))
    assert game.state.own.marker == "BCR"
    exchange = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30)
    exchange.company("WNR", par=80, Bo=30, trains=("2",)).set(marker="WNR")
    game = plays(exchange.operate("BCR", after=("WNR",)), UsePower("Ann", "P7", "BCR"))
    assert game.state.trains["BCR"] == ("2",)
    assert game.state.own.marker == "WNR"


@rule_1880("X.6.19", "X.6.20", "X.6.21", "X.6.22", "X.6.24", "X.6.31", "X.6.32", "XII.1.1")
def test_a_round_without_a_purchase_removes_the_trains(edition: str) -> None:
    game = four(edition).set(marker="CKR").operate("CKR", "trains", after=("NXR",))
    plays(game, Pass("CKR"))
    assert isinstance(game.state.stack[-1], StockRound)
    assert "2" not in game.state.depot
    assert game.state.scrapped["2"] >= 5
    all_pass(game)
    assert company(game) == "CKR"
    plays(game, BuyTrain("CKR", "2+2", "bank", 180))
    assert game.state.phase == "A2"
    assert game.state.own.marker == "CKR"


@rule_1880("X.6.19", "X.6.21")
def test_they_are_removed_though_nobody_has_bought_one_yet(edition: str) -> None:
    """Each of the four has one turn, in the order of the list."""
    game = four(edition).operate("BCR", "trains", after=("HKR", "CKR", "NXR"))
    plays(game, Pass("BCR"), Pass("HKR"), Pass("CKR"))
    assert (company(game), game.state.depot["2"]) == ("NXR", 5)
    plays(game, Pass("NXR"))
    assert "2" not in game.state.depot
    assert isinstance(game.state.stack[-1], StockRound)
    all_pass(game)
    assert company(game) == "NXR", "back in its train step"
    plays(game, Pass("NXR"))
    assert company(game) == "BCR"
    assert game.state.depot["2+2"] == 5, "a new round begins"
    bought = four(edition).operate("BCR", "trains", after=("HKR", "CKR", "NXR"))
    plays(bought, Pass("BCR"), BuyTrain("HKR", "2", "bank", 100), Pass("HKR"), Pass("CKR"), Pass("NXR"))
    assert bought.state.depot["2"] == 4, "HKR has bought, so it goes round to HKR again"
    plays(bought, Pass("BCR"), Pass("HKR"))
    assert "2" not in bought.state.depot


def exchanging(edition: str) -> Position:
    """The marker stands with CKR, Ann leads all four and owns P7."""
    return four(edition).set(marker="CKR").private("P7", "Ann")


@rule_1880(in_2010=["VI.2.16", "X.6.16"], only="2010")
def test_an_exchange_is_a_purchase_for_the_removal(edition: str) -> None:
    """In the turn of the marker's company, or of another since."""
    own = exchanging(edition).operate("CKR", "trains", after=("NXR",))
    plays(own, UsePower("Ann", "P7", "CKR"), Pass("CKR"))
    assert (company(own), own.state.depot["2"], own.state.own.marker) == ("NXR", 4, "CKR")
    plays(own, Pass("NXR"), Pass("BCR"), Pass("HKR"), Pass("CKR"))
    assert "2" not in own.state.depot, "one round later nothing has been bought"
    other = exchanging(edition).operate("HKR", "trains", after=("CKR", "NXR"))
    plays(other, UsePower("Ann", "P7", "HKR"), Pass("HKR"), Pass("CKR"))
    assert (company(other), other.state.depot["2"]) == ("NXR", 4)


@rule_1880("VI.2.20", "X.6.15", "X.6.19", only="2022")
def test_an_exchange_does_not_stop_the_removal(edition: str) -> None:
    game = exchanging(edition).operate("CKR", "trains", after=("NXR",))
    plays(game, UsePower("Ann", "P7", "CKR"), Pass("CKR"))
    assert "2" not in game.state.depot


@rule_1880("X.6.20", in_2010=["X.6.16"])
def test_a_removal_may_begin_a_phase(edition: str) -> None:
    position = four(edition, "2", 0).set(marker="CKR")
    game = plays(position.operate("CKR", "trains", after=("NXR",)), Pass("CKR"))
    assert game.state.phase == "A2"
    assert "2+2" not in game.state.depot


@rule_1880("X.6.16", "XI.35", "XII.1.1", "XII.3.6", "X.6.14", "X.6.5", "X.6.7")
def test_the_last_train_of_a_kind_interrupts_the_turn(edition: str) -> None:
    game = four(edition, left=1).operate("CKR", "trains", after=("NXR",))
    assert refused(game, BuyTrain("CKR", "2+2", "bank", 180)).code == "not_on_sale"
    plays(game, BuyTrain("CKR", "2", "bank", 100))
    assert isinstance(game.state.stack[-1], StockRound)
    assert game.state.turn == 3
    all_pass(game)
    assert company(game) == "CKR"
    plays(game, BuyTrain("CKR", "2+2", "bank", 180))


@rule_1880("XII.1.3", "X.5.15")
def test_the_last_restored_train_brings_no_share_round(edition: str) -> None:
    position = four(edition, "6", 3, "4", "C2").scrap("2R", 9).set(marker="BCR")
    game = plays(position.operate("CKR", "trains", after=("NXR",)), BuyTrain("CKR", "2R", "bank", 250))
    assert company(game) == "CKR"
    assert game.state.own.marker == "BCR"


@rule_1880("XV.1.1", "XV.1.2", "X.6.17", "X.6.18", "XI.31", "XI.32", "XI.36")
def test_three_more_rounds_after_the_last_8(edition: str) -> None:
    position = four(edition, "8", 1, "6", "D1")
    game = plays(position.operate("HKR", "trains", after=("CKR", "NXR")), BuyTrain("HKR", "8", "bank", 800))
    assert game.state.own.marker == "HKR"
    assert isinstance(game.state.stack[-1], StockRound)
    all_pass(game)
    begun = game.state.round
    turns = dict.fromkeys(("BCR", "HKR", "CKR", "NXR"), 0)
    last = ""
    while game.finished is None:
        assert sum(turns.values()) < 20, "the end is due"
        game.play(Pass(company(game)))
        for event in game.last_events:
            if event.kind == "turn":
                turns[event["company"]] += 1
                last = event["company"]
    assert game.state.round == begun + 3
    assert last == "HKR"
    assert game.finished == "final_train"
    assert turns["HKR"] == 3
    assert turns["BCR"] == 3


@rule_1880("XI.32", "X.6.17")
def test_after_the_last_8_the_marker_stays(edition: str) -> None:
    position = four(edition, "8", 1, "6", "D1")
    game = plays(position.operate("HKR", "trains", after=("CKR", "NXR")), BuyTrain("HKR", "8", "bank", 800))
    all_pass(game)
    plays(game, BuyTrain("CKR", "8E", "bank", 900))
    assert game.state.own.marker == "HKR"
    late = four(edition, "10", 0, "6", "D2").set(marker="HKR", final_round=4)
    game = plays(late.operate("CKR", "trains", after=("NXR",)), BuyTrain("CKR", "10", "bank", 1000))
    assert game.state.own.marker == "HKR"


@rule_1880("X.6.33", "X.6.34", "X.6.35")
def test_8e_trains_go_together_or_not_at_all(edition: str) -> None:
    def at(left: int) -> Game:
        position = four(edition, "8E", left, "6", "D2" if left == 1 else "D1").set(marker="CKR", final_round=9)
        return position.operate("CKR", "trains", after=("NXR",))

    both = plays(at(2), Pass("CKR"))
    assert "8E" not in both.state.depot
    assert company(both) == "CKR", "no share round follows"
    plays(both, Pass("CKR"))
    assert company(both) == "NXR"
    one = plays(at(1), Pass("CKR"))
    assert one.state.depot["8E"] == 1
    assert company(one) == "NXR"


@rule_1880("XV.2.1", "XV.2.2", "XV.2.3", "XV.2.4", "II.5")
def test_cash_and_shares_count_less_debts(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, cell=(4, 7), Ann=40, Bo=20, cash=900, trains=("2",))
    game = position.private("P5", "Ann").cash(Ann=10, Bo=300, Cy=0).set(debt={"Bo": 50}).stock("Ann")
    assert game.totals() == {"Ann": 430, "Bo": 460, "Cy": 0}, "a share is worth 105 by now"
    game.state.finished = "final_train"
    assert game.winners() == ("Bo",)
    rich = Position(edition).company("BCR", par=100, cell=(4, 7), Ann=40, Bo=20).cash(Ann=60, Bo=300, Cy=0)
    game = rich.set(debt={"Bo": 50}, finished="final_train").stock("Ann")
    assert game.totals() == {"Ann": 480, "Bo": 460, "Cy": 0}
    assert game.winners() == ("Ann",), "though Bo has more cash, and would have more but for their debt"


@rule_1880("VII.2.12", in_2010=["VII.28"])
def test_investors_that_never_merged_pay_a_fifth(edition: str) -> None:
    position = Position(edition).investor("A7", "Bo", cash=104)
    position.company("BCR", par=100, Ann=30, cash=500, permits="", trains=("2",))
    game = position.set(marker="BCR", final_round=1).operate("BCR", "trains", train_bought=True)
    cash = game.state.cash["Bo"]
    plays(game, Pass("BCR"))
    assert game.finished == "final_train"
    assert game.state.cash["Bo"] == cash + 20
    assert events(game, "treasury-merged")


@rule_1880("VII.2.12", in_2010=["VII.28"])
def test_so_do_those_whose_company_is_not_joined_to_them(edition: str) -> None:
    """A7's company is BCR, far away, which Ann leads by now; A2's player has founded none."""
    position = Position(edition).investor("A7", "Bo", cash=104).investor("A2", "Cy", cash=59)
    position.company("BCR", par=100, Ann=40, Bo=30, A7=10, cash=500, permits="", trains=("2",))
    game = position.set(marker="BCR", final_round=1).operate("BCR", "trains", train_bought=True)
    cash, bank = dict(game.state.cash), game.state.bank
    plays(game, Pass("BCR"))
    assert game.finished == "final_train"
    assert [game.state.cash[player] - cash[player] for player in ("Ann", "Bo", "Cy")] == [0, 20, 11]
    assert (game.state.cash["BCR"], game.state.bank) == (500, bank + 84 + 48)
    assert game.state.held("Bo", "BCR") == 30, "the share that lay with the investor is nobody's"
