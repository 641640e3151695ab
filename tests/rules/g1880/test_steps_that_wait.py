"""P7 and P5 may be used "at any time" of a turn: no step is passed over that they could open."""

from __future__ import annotations

from kaiping import phrases
from kaiping.action import BuyTrain, Dividend, LayTile, Pass, PlaceToken, RunRoutes, UsePower
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, offered, plays, refused

P7 = UsePower("Ann", "P7", "WNR")


def coast(
    edition: str, *, trains: tuple[str, ...] = (), cash: int = 0, permits: str = "D", phase: str = "A1"
) -> Position:
    """WNR on the coast with track to a second stop and no permit, and P7 with its director; BCR operates next."""
    position = Position(edition).phase(phase).private("P7", "Ann").company("BCR", par=70, Bo=30, cash=300)
    position.company("WNR", par=100, Ann=30, cash=cash, trains=trains, permits=permits)
    return position.tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)


def on_turn(game: Game) -> tuple[str, str]:
    """The company that operates, and its step."""
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame.company, phrases.step_name(game)


@rule_1880("VI.2.17", "VI.2.18")
def test_a_company_without_a_train_is_not_moved_past_its_run(edition: str) -> None:
    """It may not build and has no train, but could take one and run it in this turn."""
    game = coast(edition).begin_round("WNR", "BCR")
    assert on_turn(game) == ("WNR", "run")
    assert list(game.legal_actions()) == [Pass("WNR"), P7]
    cell = game.state.cells["WNR"]
    plays(game, P7)
    assert on_turn(game) == ("WNR", "run")
    assert refused(game, Pass("WNR")).code == "must_run"
    plays(game, offered(game, RunRoutes)[0], Dividend("WNR", "pay"))
    assert game.state.cells["WNR"] != cell


@rule_1880("VI.2.17")
def test_p7_may_still_be_used_after_the_dividend_when_no_train_can_be_bought(edition: str) -> None:
    """WNR has a train and no money for another."""
    game = coast(edition, trains=("2",)).begin_round("WNR", "BCR")
    plays(game, offered(game, RunRoutes)[0], Dividend("WNR", "pay"))
    assert on_turn(game) == ("WNR", "trains")
    assert list(game.legal_actions()) == [Pass("WNR"), P7]
    used = plays(game.copy(), P7)
    assert used.state.trains["WNR"] == ("2", "2")
    assert on_turn(used)[0] == "BCR"
    assert on_turn(plays(game, Pass("WNR")))[0] == "BCR", "nobody is asked twice"


@rule_1880("VI.2.17")
def test_a_turn_without_any_other_decision_does_not_end_by_itself(edition: str) -> None:
    """No permit, no money for a token or a train, and no route for the train that it has."""
    position = Position(edition).private("P7", "Ann").company("WNR", par=100, Ann=30, trains=("2",), permits="D")
    game = position.company("BCR", par=70, Bo=30, cash=300).begin_round("WNR", "BCR")
    assert on_turn(game) == ("WNR", "trains")
    plays(game, P7)
    assert on_turn(game)[0] == "BCR"
    without = Position(edition).company("WNR", par=100, Ann=30, trains=("2",), permits="D")
    game = without.company("BCR", par=70, Bo=30, cash=300).begin_round("WNR", "BCR")
    assert on_turn(game)[0] == "BCR"


@rule_1880("VI.2.18", "X.9.1")
def test_the_run_waits_for_a_train_that_brings_the_bonus_of_the_price(edition: str) -> None:
    """WNR has no route; with a train its price of 115 brings 50 all the same."""
    position = Position(edition).private("P7", "Ann").company("BCR", par=70, Bo=30, cash=300)
    position.company("WNR", par=100, cell=(0, 5), Ann=30, permits="D")
    game = position.begin_round("WNR", "BCR")
    assert on_turn(game) == ("WNR", "run")
    plays(game, P7)
    assert on_turn(game) == ("WNR", "dividend")


@rule_1880("VI.2.17", "XII.7.2")
def test_the_token_step_waits_for_the_capital_that_p7_brings(edition: str) -> None:
    """The train on sale is the first 3; with it the second half of the capital is due, which pays for a token."""
    position = Position(edition).phase("A2").private("P7", "Ann").company("BCR", par=70, Bo=30, cash=300)
    position.company("WNR", par=100, Ann=50, trains=("2+2",), permits="D").left("3", 5)
    position.tile("L14", "57", 2).token("WNR", "L14").tile("K13", "57", 2).tile("J12", "57", 2)
    game = position.begin_round("WNR", "BCR")
    assert on_turn(game) == ("WNR", "token")
    assert list(game.legal_actions()) == [Pass("WNR"), P7]
    plays(game, P7, PlaceToken("WNR", "J12"))
    assert game.state.cash["WNR"] == 500 - 100


@rule_1880("VI.2.17", "VI.2.27", in_2010=["VI.2.14"])
def test_at_the_limit_nobody_is_asked_for_p7(edition: str) -> None:
    """Nor may the company give a train up for it."""
    game = coast(edition, trains=("2",) * 4).begin_round("WNR", "BCR")
    assert refused(game, P7).code == "train_limit"
    assert on_turn(game) == ("WNR", "run")
    plays(game, offered(game, RunRoutes)[0], Dividend("WNR", "pay"))
    assert on_turn(game)[0] == "BCR"


@rule_1880("VI.2.21", only="2022")
def test_nobody_is_asked_for_p7_in_the_turn_of_an_investor(edition: str) -> None:
    """It may not lay track any more, so its turn passes."""
    position = Position(edition).phase("B3").investor("A3", "Ann").private("P7", "Ann")
    game = position.company("BCR", par=70, Bo=30, cash=300, trains=("4",)).begin_round("A3", "BCR")
    assert on_turn(game)[0] == "BCR"


@rule_1880("VI.2.17", "X.2.7")
def test_p7_in_the_track_step_may_bring_a_second_yellow_tile(edition: str) -> None:
    """The train on sale is the first 3, which begins phase B; the turn is still in its first step."""
    position = coast(edition, permits="AB", cash=100, phase="A2", trains=("2+2",)).left("3", 5)
    game = position.operate("WNR", after=("BCR",))
    plays(game, offered(game, LayTile)[0])
    assert on_turn(game) == ("WNR", "track")
    assert list(game.legal_actions()) == [Pass("WNR"), P7], "one tile in phase A"
    plays(game, P7)
    assert game.state.phase == "B1"
    second = offered(game, LayTile)
    assert second
    plays(game, second[0])
    assert not offered(game, LayTile), "two in phase B"


@rule_1880("VI.2.17", "X.2.5")
def test_the_track_step_is_over_after_one_tile_if_p7_begins_no_phase(edition: str) -> None:
    position = coast(edition, permits="AB", cash=100, phase="A2", trains=("2+2",)).left("2+2", 2)
    game = position.operate("WNR", after=("BCR",))
    plays(game, offered(game, LayTile)[0])
    assert on_turn(game)[1] != "track"


@rule_1880("VI.2.12")
def test_the_track_step_waits_for_p5_and_asks_once(edition: str) -> None:
    """A company without the permit of phase D may get it in this step; who passes is not asked again."""
    position = Position(edition).phase("D1").private("P5", "Ann")
    position.company("WNR", par=100, Ann=60, permits="ABC", trains=("6",), cash=900)
    position.company("BCR", par=70, Bo=60, permits="ABC", trains=("6",), cash=100)
    game = position.begin_round("WNR", "BCR")
    assert on_turn(game) == ("WNR", "track")
    assert list(game.legal_actions()) == [Pass("WNR"), UsePower("Ann", "P5", "WNR")]
    assert offered(plays(game.copy(), UsePower("Ann", "P5", "WNR")), LayTile)
    plays(game, Pass("WNR"))
    assert on_turn(game)[1] != "track"


@rule_1880("VI.2.17", "VI.2.19", "X.6.16")
def test_the_turn_goes_on_after_a_share_round_that_p7_brings(edition: str) -> None:
    """WNR takes the last 2-train at the end of its turn; afterwards it may still buy a 2+2."""
    position = coast(edition, trains=("2",), cash=200).left("2", 1)
    game = position.operate("WNR", "trains", after=("BCR",))
    all_pass(plays(game, P7))
    assert on_turn(game) == ("WNR", "trains")
    assert BuyTrain("WNR", "2+2", "bank", 180) in offered(game, BuyTrain)
