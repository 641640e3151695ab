"""House rules of 18xx.games that its recordings show: who is asked, who is passed over, who is out of an auction."""

from __future__ import annotations

import pytest

from kaiping.action import Bid, BuyTrain, Choose, Par, Pass, RepayDebt, UsePower
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.shares import certificates
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.state import BANK
from tests.rules.g1880.positions import PLAYERS, Position, all_pass, events, offered, plays, refused

SITE, PRINTED = "18xx", ("2022", "2010")


# --- the auction -----------------------------------------------------------------------------------


def auction(first: str, opener: str, edition: str = SITE, **cash: int) -> Game:
    """The auction of a private, those before it sold to nobody who matters; others have 300."""
    game = Game("1880", edition=edition, players=list(PLAYERS[:4]))
    state = game.state
    for private in state.privates:
        if private == first:
            break
        state.privates[private] = "Di"
    for player in state.players:
        state.bank += state.cash[player] - cash.get(player, 300)
        state.cash[player] = cash.get(player, 300)
    state.stack = (SingleAuction(opener, opener),)
    return game


def bids(game: Game) -> dict[str, int]:
    frame = game.state.stack[0]
    assert isinstance(frame, SingleAuction)
    return {player: price for _, player, price in frame.bids}


def test_a_bid_that_somebody_cannot_top_puts_them_out_at_once() -> None:
    """Also who is not next, and who has not spoken yet."""
    lots = Bid("Ann", "P7", 50), Bid("Bo", "P7", 60), Bid("Cy", "P7", 65)
    game = plays(auction("P7", "Ann", Bo=60, Di=69), *lots)
    assert bids(game) == {"Ann": 50, "Cy": 65}
    assert game.acting == ("Ann",)
    plays(game, Pass("Ann"))
    assert game.state.privates["P7"] == "Cy"


def test_who_can_just_top_a_bid_stays() -> None:
    game = plays(auction("P7", "Ann", Bo=70, Di=70), Bid("Ann", "P7", 50), Bid("Bo", "P7", 60), Bid("Cy", "P7", 65))
    assert bids(game) == {"Ann": 50, "Bo": 60, "Cy": 65}
    assert game.acting == ("Di",)


def test_a_bid_that_nobody_can_top_wins_at_once() -> None:
    game = plays(auction("P7", "Ann", Bo=60, Cy=60, Di=60), Bid("Ann", "P7", 60))
    assert game.state.privates["P7"] == "Ann"


@pytest.mark.parametrize("edition", PRINTED)
def test_by_the_book_a_bid_stands_until_its_bidder_is_on_turn(edition: str) -> None:
    lots = Bid("Ann", "P7", 50), Bid("Bo", "P7", 60), Bid("Cy", "P7", 65)
    game = plays(auction("P7", "Ann", edition, Bo=60), *lots)
    assert bids(game) == {"Ann": 50, "Bo": 60, "Cy": 65}


def test_a_buyer_who_opens_the_next_auction_is_asked_without_the_money() -> None:
    """The next private is on offer before they have paid for this one."""
    game = plays(auction("P5", "Cy", Di=235), Pass("Cy"), Bid("Di", "P5", 130), Pass("Ann"), Pass("Bo"))
    assert (game.state.privates["P5"], game.state.cash["Di"], game.acting) == ("Di", 105, ("Di",))
    assert not offered(game, Bid)
    assert refused(game, Bid("Di", "P6", 160)).code == "bid_over_cash"
    plays(game, Pass("Di"))
    assert game.acting == ("Ann",)


def test_a_buyer_is_asked_in_their_place_too_until_somebody_bids() -> None:
    won = Bid("Bo", "P5", 200), Pass("Cy"), Pass("Di"), Pass("Ann")
    game = plays(auction("P5", "Bo", Bo=220), *won, Pass("Cy"), Pass("Di"), Pass("Ann"))
    assert game.acting == ("Bo",)
    game = plays(auction("P5", "Bo", Bo=220), *won, Pass("Cy"), Bid("Di", "P6", 160), Pass("Ann"))
    assert game.acting == ("Di",), "Bo is out, and Di still has BCR to found"
    assert game.state.privates["P6"] == "Di"


def test_others_without_the_money_are_not_asked() -> None:
    won = Bid("Cy", "P5", 100), Pass("Di"), Pass("Ann"), Pass("Bo")
    game = plays(auction("P5", "Cy", Di=155, Ann=110), *won)
    assert game.acting == ("Bo",)


def test_after_the_founding_of_bcr_its_buyer_has_paid() -> None:
    game = plays(auction("P6", "Bo", Cy=205), Pass("Bo"), Bid("Cy", "P6", 160), Pass("Di"), Pass("Ann"))
    for _ in range(2):  # a place in the order, and permits
        plays(game, offered(game, Choose)[0])
    assert game.state.presidents["BCR"] == "Cy"
    assert game.acting == ("Di",), "Cy, whose turn it were, has 45 of 50"


def test_when_all_have_passed_the_income_counts() -> None:
    """Bo has no money for P6 until the privates have paid."""
    game = auction("P6", "Ann", Bo=150)
    game.state.privates["P5"] = "Bo"
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"), Pass("Di"))
    assert (game.state.cash["Bo"], game.acting) == (175, ("Ann",))
    plays(game, Pass("Ann"))
    assert game.acting == ("Bo",)


# --- who is asked in a share round ----------------------------------------------------------------------


def full_rows(edition: str = SITE, **cash: int) -> Position:
    """Ann, Bo and Cy have nothing to sell or to buy, and all places at 70 are taken."""
    position = Position(edition)
    position.state.phase = "A1"
    for company in ("JHA", "LHR", "CKR", "QSR"):
        position.company(company, par=70, Ann=20, Bo=10, Cy=10, A1=10)
    position.set(turn=1)
    return position.cash(Ann=0, Bo=0, Cy=0).cash(**cash)


def test_who_could_pay_for_a_company_is_asked_though_no_place_is_free() -> None:
    game = plays(full_rows(Ann=140, Bo=140, Cy=139).stock("Ann"), Pass("Ann"))
    assert game.acting == ("Bo",)
    assert not offered(game, Par)
    assert refused(game, Par("Bo", "NJR", 70, 0)).code == "rows_taken"
    plays(game, Pass("Bo"))
    assert not isinstance(game.state.stack[-1], StockRound), "Cy is passed over, and the round is over"


@pytest.mark.parametrize("edition", PRINTED)
def test_by_the_book_nobody_is_asked_who_cannot_do_anything(edition: str) -> None:
    game = plays(full_rows(edition, Ann=160, Bo=159, Cy=159).stock("Ann"), Pass("Ann"))
    assert not isinstance(game.state.stack[-1], StockRound)


def test_at_the_certificate_limit_nobody_is_asked() -> None:
    """Bo has 20 certificates, as many as one of three players may have."""
    position = full_rows(Ann=140, Bo=140).company("NJR", par=100, Bo=100).company("WNR", par=100, Bo=80)
    game = position.stock("Ann")
    assert certificates(game.table(), "Bo") == 20
    plays(game, Pass("Ann"))
    assert not isinstance(game.state.stack[-1], StockRound)


def test_a_debtor_with_that_money_need_not_repay() -> None:
    game = full_rows(Ann=140, Bo=140).set(debt={"Bo": 300, "Ann": 300}).stock("Ann")
    assert offered(game, RepayDebt)
    plays(game, Pass("Ann"))
    poor = full_rows(Ann=139).set(debt={"Ann": 300}).stock("Ann")
    assert refused(poor, Pass("Ann")).code == "repay_first"


# --- the train for P7 ------------------------------------------------------------------------------------


def exchange(edition: str, *, floated: bool, other: bool = False) -> Position:
    """BCR may buy the first 4-train; Bo has P7 and leads WNR, perhaps HKR as well."""
    position = Position(edition).company("BCR", par=100, Ann=30, cash=1000, permits="", trains=("3",))
    position.set(phase="B2").left("4", 5)
    position.private("P7", "Bo").company("WNR", Bo=20, floated=floated, permits="")
    if other:
        position.company("HKR", Bo=20, permits="", trains=("3", "3", "3+3"))
    return position


@pytest.mark.parametrize("other", [False, True])
def test_a_company_that_has_not_floated_may_get_the_train(other: bool) -> None:
    """It has room, so HKR, which has none, is no choice."""
    position = exchange(SITE, floated=False, other=other)
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "4", BANK, 300))
    assert [action.company for action in offered(game, UsePower)] == ["WNR"]
    plays(game, UsePower("Bo", "P7", "WNR"))
    assert game.state.trains["WNR"] == ("4",)
    assert game.state.depot["4"] == 3


def test_it_may_get_the_last_of_the_trains_that_are_removed() -> None:
    game = exchange(SITE, floated=False).set(marker="BCR").operate("BCR", "trains")
    plays(game, Pass("BCR"))
    assert game.acting == ("Bo",)
    plays(game, UsePower("Bo", "P7", "WNR"))
    assert game.state.trains["WNR"] == ("4",)
    assert isinstance(game.state.stack[-1], StockRound)


# --- turns before a share round ------------------------------------------------------------------------------


def removal(*idle: str, last: str | None = None, edition: str = SITE) -> Game:
    """BCR has just been asked; NXR has the marker and nothing to decide; then come the idle ones, and the last."""
    position = Position(edition).set(phase="A2").left("2+2", 3)
    position.company("BCR", par=100, Ann=20, Bo=10, permits="", cash=200, trains=("2",))
    position.company("NXR", par=100, Ann=20, Bo=10, permits="", trains=("2+2",))
    for company in idle:
        position.company(company, par=90, Ann=20, Bo=10, permits="", trains=("2",))
    if last is not None:
        position.company(last, par=80, Ann=20, Bo=10, permits="", cash=500, trains=("2",))
    rest = (*idle, last) if last else idle
    position.set(marker="NXR").cash(Ann=0, Bo=0, Cy=0)
    game = position.operate("BCR", "trains", after=("NXR", *rest))
    plays(game, Pass("BCR"))
    assert events(game, "trains-removed")
    return game


def fallen(game: Game, *companies: str) -> list[str]:
    """Those whose price has fallen since the start, sold out or not."""
    found = dict.fromkeys(companies, 0)
    for event in game.events_since(0):
        if event.kind == "price" and event["cause"] == "no dividend" and event["company"] in found:
            found[event["company"]] += 1
    return [name for name, count in found.items() if count]


def test_idle_companies_after_a_turn_without_questions_are_passed_over() -> None:
    """NXR's own turn lowers its price; those of HKR and CKR do not take place, WNR's does."""
    game = all_pass(removal("HKR", "CKR", last="WNR"))
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.company == "WNR"
    assert fallen(game, "NXR", "HKR", "CKR", "WNR") == ["NXR", "WNR"]


def test_the_last_of_the_round_has_its_turn() -> None:
    game = all_pass(removal("HKR", "CKR"))
    assert fallen(game, "NXR", "HKR", "CKR") == ["NXR", "CKR"]


def test_after_a_turn_with_a_question_idle_companies_have_theirs() -> None:
    """BCR has the marker here."""
    position = Position(SITE).set(phase="A2").left("2+2", 3)
    position.company("BCR", par=100, Ann=20, Bo=10, permits="", cash=200, trains=("2",))
    for company in ("NXR", "HKR"):
        position.company(company, par=90, Ann=20, Bo=10, permits="", trains=("2",))
    position.set(marker="BCR").cash(Ann=0, Bo=0, Cy=0)
    game = plays(position.operate("BCR", "trains", after=("NXR", "HKR")), Pass("BCR"))
    all_pass(game)
    while not fallen(game, "HKR"):
        plays(game, Pass("BCR"))
    assert fallen(game, "NXR", "HKR") == ["NXR", "HKR"]


@pytest.mark.parametrize("edition", PRINTED)
def test_by_the_book_every_company_has_its_turn(edition: str) -> None:
    game = removal("HKR", "CKR", last="WNR", edition=edition)
    while isinstance(game.state.stack[-1], StockRound) or "CKR" not in fallen(game, "CKR"):
        plays(game, Pass(game.acting[0]) if isinstance(game.state.stack[-1], StockRound) else Pass("BCR"))
    assert fallen(game, "HKR", "CKR") == ["HKR", "CKR"]
