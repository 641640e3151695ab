"""The train limit, surplus trains, scrapping (2022 VIII.3.8.13 to .18 and .28 to .31, 2021 VII.3.8.19 to .39)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyTrain, DiscardTrain, Pass
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import BANK, Position, offered, plays, refused
from tests.rules.g1888.rounds import end_operating_round
from tests.rules.g1888.trains import PRINTED, in_pool, on_top, pass_to_trains

#: phase -> trains of a company at its limit, and the kind on sale then
AT_LIMIT = {
    "2": (("2", "2", "2", "2"), "2"),
    "3": (("2", "2", "3", "3"), "3"),
    "4": (("3", "3", "4"), "4"),
    "5": (("4", "5"), "5"),
    "6": (("4", "5"), "6"),
    "7": (("5", "D"), "D"),
}


def owning(edition: str, phase: str, trains: tuple[str, ...], company: str = "JHR") -> Game:
    """A company with trains and money, about to buy."""
    position = Position(edition).company(company, Ann=60, cash=2000, trains=trains).phase(phase)
    return position.operate(company, "trains")


def check_limit(edition: str, phase: str, limit: int, company: str = "JHR") -> None:
    """One train below the limit a company may buy, at the limit not."""
    trains, kind = AT_LIMIT[phase]
    assert len(trains) == limit
    purchase = BuyTrain(company, kind, BANK, PRINTED[kind][0])
    reason = refused(owning(edition, phase, trains, company), purchase)
    assert (reason.code, reason.figures["limit"]) == ("train_limit", limit)
    assert reason.clause == clause_in(edition, "VIII.3.8.17")
    game = plays(owning(edition, phase, trains[1:], company), purchase)
    assert len(game.state.trains[company]) == limit


@rule_1888("VIII.3.8.14", "VIII.3.10.6", in_2021=("VII.3.8.1", "VII.3.8.2"))
def test_at_the_beginning_a_company_may_own_four_trains(edition: str) -> None:
    """From phase 1 on: JHR buys four 2-trains in its first turn, and cannot buy a fifth."""
    game = Position(edition).company("JHR", Ann=60, cash=2000).operate("JHR", "trains")
    assert game.state.phase == "1"
    assert game.definition.phases["1"].train_limit == 4
    two = BuyTrain("JHR", "2", BANK, 80)
    plays(game, two, two, two, two)
    assert game.state.trains["JHR"] == ("2", "2", "2", "2")
    assert not offered(game, BuyTrain)
    check_limit(edition, "2", 4)
    check_limit(edition, "3", 4)


@rule_1888("VIII.3.8.15", "VIII.3.10.16", in_2021=("VII.3.8.3",))
def test_from_phase_4_a_company_may_own_three_trains(edition: str) -> None:
    check_limit(edition, "4", 3)


@rule_1888("VIII.3.8.16", "VIII.3.10.20", in_2021=("VII.3.8.4", "VII.3.8.5", "VII.3.8.6"))
@pytest.mark.parametrize("phase", ["5", "6", "7"])
def test_from_phase_5_a_company_may_own_two_trains(edition: str, phase: str) -> None:
    check_limit(edition, phase, 2)


@rule_1888("VIII.3.8.13", in_2021=("VII.3.8.19", "VII.3.8.20"))
@pytest.mark.parametrize("company", ["JHR", "CDL"])
def test_the_train_limit_depends_on_the_phase_alone(edition: str, company: str) -> None:
    """JHR has three stations and CDL four; the books give no limit that differs between them."""
    for phase, limit in {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2}.items():
        check_limit(edition, phase, limit, company)


@rule_1888("VIII.3.8.17")
def test_a_company_at_its_limit_may_not_buy_though_its_trains_would_rust(edition: str) -> None:
    """The first 4-train would scrap all four 2-trains; with three of them it may be bought."""
    four = BuyTrain("JHR", "4", BANK, 300)
    position = on_top(Position(edition).company("JHR", Ann=60, cash=2000, trains=("2",) * 4), "4")
    assert refused(position.operate("JHR", "trains"), four).code == "train_limit"
    position = on_top(Position(edition).company("JHR", Ann=60, cash=2000, trains=("2",) * 3), "4")
    game = plays(position.operate("JHR", "trains"), four)
    assert game.state.trains["JHR"] == ("4",)


@rule_1888("VIII.3.8.17")
def test_a_company_at_its_limit_may_not_buy_though_it_could_give_a_train_in(edition: str) -> None:
    """With two trains a Diesel for 900 would be the third; only for one of the two it is none too many."""
    game = owning(edition, "7", ("5", "D"))
    assert refused(game, BuyTrain("JHR", "D", BANK, 900)).code == "train_limit"
    plays(game, BuyTrain("JHR", "D", BANK, 700, "5"))
    assert game.state.trains["JHR"] == ("D", "D")


@rule_1888("VIII.3.8.18", "VIII.3.8.31", "VIII.3.8.16", "VIII.3.10.20")
@pytest.mark.parametrize("given_up", ["3", "4", "5"])
def test_ex_1888_2022_12_the_first_5_train_lowers_the_limit(edition: str, given_up: str) -> None:
    """EX-1888-2022-12 and EX-1888-2021-03: a 3-train and a 4-train, then the first 5-train for 500."""
    position = on_top(Position(edition).company("JHR", Ann=60, cash=500, trains=("3", "4")), "5")
    assert position.state.phase == "4"
    game = plays(position.operate("JHR", "trains"), BuyTrain("JHR", "5", BANK, 500))
    assert (game.state.phase, game.definition.phases["5"].train_limit) == ("5", 2)
    assert game.state.trains["JHR"] == ("3", "4", "5")
    reason = refused(game, Pass("JHR"))
    assert (reason.code, reason.clause) == ("discard_first", clause_in(edition, "VIII.3.8.31"))
    assert {action.train for action in offered(game, DiscardTrain)} == {"3", "4", "5"}
    plays(game, DiscardTrain("JHR", given_up))
    assert sorted(game.state.trains["JHR"]) == sorted({"3", "4", "5"} - {given_up})
    assert game.state.trains["pool"] == (given_up,)
    assert game.state.cash["JHR"] == 0  # no compensation


@rule_1888("VIII.3.8.17", "VIII.3.8.18")
def test_ex_1888_2022_12_with_three_trains_the_first_5_train_is_refused(edition: str) -> None:
    position = on_top(Position(edition).company("JHR", Ann=60, cash=500, trains=("3", "3", "4")), "5")
    assert refused(position.operate("JHR", "trains"), BuyTrain("JHR", "5", BANK, 500)).code == "train_limit"


@rule_1888("VIII.3.8.31")
def test_surplus_trains_of_other_companies_go_to_the_pool_unpaid(edition: str) -> None:
    """JHR buys the first 5-train; SSL, with three trains, must give one up before anything else is done."""
    position = Position(edition).company("JHR", Ann=60, cash=500, trains=("4",))
    position.company("SSL", Bo=60, cash=30, trains=("3", "3", "4"))
    game = on_top(position, "5").operate("JHR", "trains", after=("SSL",))
    plays(game, BuyTrain("JHR", "5", BANK, 500))
    assert game.acting == ("Bo",)
    assert refused(game, DiscardTrain("SSL", "5")).code == "no_such_train"
    bank = game.state.bank
    plays(game, DiscardTrain("SSL", "3"))
    assert game.state.trains == {"JHR": ("4", "5"), "SSL": ("3", "4"), "pool": ("3",)}
    assert (game.state.cash["SSL"], game.state.bank) == (30, bank)


@rule_1888("VIII.3.8.28", "VIII.3.8.29")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains"])
def test_no_train_is_given_back_or_scrapped_at_will(edition: str, step: str) -> None:
    """A company with trains to spare may not rid itself of one, in any step of its turn."""
    position = Position(edition).company("JHR", Ann=60, cash=2000, trains=("2", "2", "3")).phase("3")
    game = position.operate("JHR", step, revenue=50 if step == "dividend" else 0)
    for train in ("2", "3"):
        assert refused(game, DiscardTrain("JHR", train)).code == "not_in_this_step"


@rule_1888("VIII.3.8.28")
def test_the_bank_takes_no_train_for_money(edition: str) -> None:
    """No purchase by the bank or the pool exists, a train in part payment lowers the price of a Diesel only.

    And for a train given up there is no money.
    """
    position = Position(edition).company("JHR", Ann=60, cash=2000, trains=("4", "5")).phase("5")
    game = position.operate("JHR", "trains")
    for buyer in ("bank", "pool"):
        assert refused(game, BuyTrain(buyer, "4", "JHR", 300)).code == "not_your_turn"
    assert refused(game, BuyTrain("JHR", "5", BANK, 200, "4")).code == "no_trade_in"
    surplus = on_top(Position(edition).company("JHR", Ann=60, cash=500, trains=("3", "4")), "5")
    game = plays(surplus.operate("JHR", "trains"), BuyTrain("JHR", "5", BANK, 500), DiscardTrain("JHR", "4"))
    assert (game.state.cash["JHR"], game.state.trains["pool"]) == (0, ("4",))


@rule_1888("VIII.3.8.29")
def test_only_the_surplus_is_given_up(edition: str) -> None:
    """Once a company is within the new limit, it keeps the rest."""
    position = Position(edition).company("JHR", Ann=60, cash=2500, trains=("3", "4"))
    game = on_top(position, "5").operate("JHR", "trains")
    plays(game, BuyTrain("JHR", "5", BANK, 500), DiscardTrain("JHR", "3"))
    assert refused(game, DiscardTrain("JHR", "4")).code in ("not_in_this_step", "only_shares_now")


@rule_1888("VIII.3.8.30")
def test_trains_are_scrapped_at_a_change_of_phase_only(edition: str) -> None:
    """The second 4-train scraps nothing; trains given up or given in are in the pool, not out of the game."""
    position = Position(edition).company("JHR", Ann=60, cash=2000, trains=("3", "4")).company("SSL", Bo=60)
    game = position.phase("4").operate("JHR", "trains", after=("SSL",))
    before = dict(game.state.scrapped)
    plays(game, BuyTrain("JHR", "4", BANK, 300))
    assert game.state.scrapped == before
    assert game.state.trains["JHR"] == ("3", "4", "4")
    position = Position(edition).company("JHR", Ann=60, cash=500, trains=("3", "4")).company("SSL", Bo=60)
    game = on_top(position, "5").operate("JHR", "trains", after=("SSL",))
    before = dict(game.state.scrapped)
    plays(game, BuyTrain("JHR", "5", BANK, 500), DiscardTrain("JHR", "3"))
    assert game.state.scrapped == before
    game = Position(edition).company("JHR", Ann=60, cash=700, trains=("5",)).phase("7").operate("JHR", "trains")
    before = dict(game.state.scrapped)
    plays(game, BuyTrain("JHR", "D", BANK, 700, "5"))
    assert (game.state.scrapped, game.state.trains) == (before, {"JHR": ("D",), "pool": ("5",)})


@rule_1888("VIII.3.8.30")
def test_no_train_is_scrapped_when_a_set_of_rounds_ends(edition: str) -> None:
    """In phase 5 nothing is exported: what lies in the pool or belongs to a company is still there afterwards."""
    position = Position(edition).company("JHR", Ann=60, trains=("3", "5"))
    game = in_pool(position, "3", "4").phase("5").operate("JHR", "trains")
    before, trains = dict(game.state.scrapped), dict(game.state.trains)
    end_operating_round(game)
    assert isinstance(game.state.stack[-1], StockRound)
    assert (game.state.scrapped, game.state.trains) == (before, trains)
    assert trains == {"JHR": ("3", "5"), "pool": ("3", "4")}


@rule_1888("VIII.3.8.31", "VIII.3.8.19")
def test_a_surplus_train_is_sold_from_the_pool_at_its_price(edition: str) -> None:
    """SSL buys the 4-train that JHR has given up, for 300."""
    position = Position(edition).company("JHR", Ann=60, cash=500, trains=("3", "4"))
    position.company("SSL", Bo=60, cash=600, trains=("3",))
    game = on_top(position, "5").operate("JHR", "trains", after=("SSL",))
    plays(game, BuyTrain("JHR", "5", BANK, 500), DiscardTrain("JHR", "4"))
    pass_to_trains(game, "SSL")
    plays(game, BuyTrain("SSL", "4", "pool", 300))
    assert (game.state.trains["SSL"], game.state.cash["SSL"]) == (("3", "4"), 300)
    assert "pool" not in game.state.trains
