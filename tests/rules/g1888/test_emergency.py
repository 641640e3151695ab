"""A train the director helps to pay for, and bankruptcy (2022 VIII.3.9, 2021 VII.3.9 and IX.1)."""

from __future__ import annotations

from typing import Any

import pytest

from kaiping.action import Block, BuyPrivate, BuyTrain, DeclareBankruptcy, Pass, SellBlocks, SellShares
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import BANK, Position, offered, plays, refused
from tests.rules.g1888.trains import in_pool

FIVE = BuyTrain("JHR", "5", BANK, 500)


def short(edition: str, *, jhr: int, ann: int, pool: int = 0, **shares: Any) -> Position:
    """Phase 5: JHR has no train and so much cash, Ann is its director; the next train is a 5 for 500."""
    position = Position(edition).company("JHR", cash=jhr, pool=pool, **(shares or {"Ann": 60}))
    return position.cash(Ann=ann, Bo=0, Cy=0).phase("5")


def with_ssl(edition: str, *, ann: int, jhr: int = 120, pool: int = 0, **shares: Any) -> Game:
    """The same, and shares of SSL, which has started at 70 and whose price is 80, for sale."""
    position = short(edition, jhr=jhr, ann=ann)
    return position.company("SSL", par=70, cell=(4, 3), pool=pool, trains=("5",), **shares).operate("JHR", "trains")


@rule_1888("VIII.3.9.1", "VIII.3.9.6", "VIII.3.9.7")
def test_the_director_pays_what_the_treasury_lacks_and_no_more(edition: str) -> None:
    """500 - 120 = 380 from the director, also if she could pay it all, and nothing is left in the treasury."""
    for ann in (400, 1000):
        game = plays(short(edition, jhr=120, ann=ann).operate("JHR", "trains"), FIVE)
        assert game.state.trains["JHR"] == ("5",)
        assert (game.state.cash["Ann"], game.state.cash["JHR"]) == (ann - 380, 0)
    position = Position(edition).company("JHR", cash=120, Ann=20, Bo=50).cash(Ann=1000, Bo=400, Cy=0).phase("5")
    game = plays(position.operate("JHR", "trains"), FIVE)
    assert (game.state.cash["Ann"], game.state.cash["Bo"], game.state.cash["JHR"]) == (1000, 20, 0)


@rule_1888("VIII.3.9.1", "VIII.3.9.8", "VIII.3.9.2")
def test_the_director_needs_the_whole_of_what_is_missing(edition: str) -> None:
    """With 380 the train is paid; with 379 shares must be sold first, and the turn cannot end."""
    plays(short(edition, jhr=120, ann=380).operate("JHR", "trains"), FIVE)
    game = short(edition, jhr=120, ann=379).operate("JHR", "trains")
    reason = refused(game, FIVE)
    assert (reason.code, reason.figures["missing"]) == ("president_cash", 380)
    assert reason.clause == clause_in(edition, "VIII.3.9.8")
    assert refused(game, Pass("JHR")).code == "must_own_train"


@rule_1888("VIII.3.9.1", "VIII.3.9.5")
def test_the_director_helps_only_where_a_train_must_be_bought(edition: str) -> None:
    """JHR has a train: it buys with its own money alone."""
    position = Position(edition).company("JHR", Ann=60, cash=499, trains=("5",)).cash(Ann=1000)
    reason = refused(position.phase("5").operate("JHR", "trains"), FIVE)
    assert (reason.code, reason.clause) == ("cash_for_train", clause_in(edition, "VIII.3.9.5"))


@rule_1888("VIII.3.9.2", "VIII.3.9.8", "VIII.3.9.9")
def test_the_director_sells_shares_on_the_spot(edition: str) -> None:
    """300 in cash, 380 needed: one share of SSL brings 80; its price falls to 75; then the train is paid."""
    game = with_ssl(edition, ann=300, Ann=30, Bo=40)
    assert refused(game, FIVE).code == "president_cash"
    plays(game, SellShares("Ann", "SSL", 10))
    assert game.state.cash["Ann"] == 380
    assert (game.state.held("Ann", "SSL"), game.state.held("pool", "SSL")) == (20, 10)
    assert game.state.cells["SSL"] == (5, 3)
    assert game.definition.market.cells[5, 3].price == 75
    plays(game, FIVE)
    assert (game.state.cash["Ann"], game.state.cash["JHR"], game.state.trains["JHR"]) == (0, 0, ("5",))


@rule_1888("VIII.3.9.3")
def test_a_train_the_director_helps_to_pay_is_not_bought_from_a_company(edition: str) -> None:
    """From the bank or the pool only."""
    position = short(edition, jhr=120, ann=1000).company("SSL", Ann=60, trains=("5", "5"))
    game = position.operate("JHR", "trains")
    assert refused(game, BuyTrain("JHR", "5", "SSL", 121)).code == "cash_for_train"
    position = in_pool(Position(edition).company("JHR", Ann=60, cash=120).cash(Ann=1000), "4")
    game = plays(position.phase("5").operate("JHR", "trains"), BuyTrain("JHR", "4", "pool", 300))
    assert (game.state.trains["JHR"], game.state.cash["Ann"], game.state.cash["JHR"]) == (("4",), 820, 0)


@rule_1888("VIII.3.9.3")
def test_after_a_sale_for_it_the_train_comes_from_the_bank(edition: str) -> None:
    """Ann has sold a share for the purchase: SSL's train, though the treasury could pay it, is out of the question."""
    game = with_ssl(edition, ann=300, Ann=60)
    own = BuyTrain("JHR", "5", "SSL", 100)
    assert game.why_not(own) is None
    plays(game, SellShares("Ann", "SSL", 10))
    reason = refused(game, own)
    assert (reason.code, reason.clause) == ("emergency_from_bank", clause_in(edition, "VIII.3.9.3"))
    plays(game, FIVE)


@rule_1888("VIII.3.9.4")
def test_the_director_helps_to_pay_the_cheapest_train_only(edition: str) -> None:
    """A 4-train in the pool (300) comes before the 5-train of the bank (500)."""
    position = in_pool(Position(edition).company("JHR", Ann=60, cash=120).cash(Ann=1000), "4")
    game = position.phase("5").operate("JHR", "trains")
    reason = refused(game, FIVE)
    assert (reason.code, reason.figures["cheapest"]) == ("emergency_cheapest", 300)
    assert reason.clause == clause_in(edition, "VIII.3.9.4")
    plays(game, BuyTrain("JHR", "4", "pool", 300))
    # with 500 of its own the company is free to choose
    position = in_pool(Position(edition).company("JHR", Ann=60, cash=500).cash(Ann=1000), "4")
    plays(position.phase("5").operate("JHR", "trains"), FIVE)


@rule_1888("VIII.3.9.4", only="2021")
def test_in_2021_a_6_train_comes_before_a_diesel(edition: str) -> None:
    position = Position(edition).company("JHR", Ann=60, cash=120).cash(Ann=1000).phase("6")
    game = position.operate("JHR", "trains")
    assert refused(game, BuyTrain("JHR", "D", BANK, 900)).code == "emergency_cheapest"
    plays(game, BuyTrain("JHR", "6", BANK, 630))


@rule_1888("VIII.3.9.5")
def test_the_director_pays_for_one_train_only(edition: str) -> None:
    game = short(edition, jhr=120, ann=2000).company("SSL", Bo=60).operate("JHR", "trains", after=("SSL",))
    plays(game, FIVE)
    for action in (FIVE, SellShares("Ann", "JHR", 10)):
        assert game.why_not(action) is not None
    owning = Position(edition).company("JHR", Ann=60, cash=0, trains=("5",)).cash(Ann=2000).phase("5")
    game = owning.operate("JHR", "trains")
    assert refused(game, FIVE).code == "cash_for_train"
    assert refused(game, SellShares("Ann", "JHR", 10)).code == "no_sale_needed"


@rule_1888("VIII.3.9.6", "VIII.3.9.2", "VIII.3.9.8")
def test_no_more_shares_are_sold_than_the_train_needs(edition: str) -> None:
    """80 are missing: a second share at 80 would be too much; with cash enough not even one is sold."""
    game = with_ssl(edition, ann=300, Ann=30, Bo=40)
    reason = refused(game, SellShares("Ann", "SSL", 20))
    assert (reason.code, reason.clause) == ("sale_more_than_needed", clause_in(edition, "VIII.3.9.6"))
    plays(game, SellShares("Ann", "SSL", 10))
    game = with_ssl(edition, ann=299, Ann=30, Bo=40)
    plays(game, SellShares("Ann", "SSL", 20))  # 81 are missing: now it takes two
    game = with_ssl(edition, ann=380, Ann=30, Bo=40)
    assert refused(game, SellShares("Ann", "SSL", 10)).code == "no_sale_needed"


@rule_1888("VIII.3.9.9")
def test_a_forced_sale_obeys_the_limit_of_the_pool(edition: str) -> None:
    """Four shares of SSL are in the pool: one more may come, two may not."""
    game = with_ssl(edition, ann=100, pool=40, Ann=20, Bo=40)
    assert refused(game, SellShares("Ann", "SSL", 20)).code == "pool_limit"
    plays(game, SellShares("Ann", "SSL", 10))


@rule_1888("VIII.3.9.9")
def test_a_forced_sale_obeys_the_rule_on_the_presidents_certificate(edition: str) -> None:
    """Nobody else holds 20 %: Ann keeps her certificate of 20 %, and she sells only shares she holds."""
    game = with_ssl(edition, ann=0, Ann=30, Bo=10, Cy=10, pool=10)
    assert refused(game, SellShares("Ann", "SSL", 20)).code == "president_certificate_sold"
    assert refused(game, SellShares("Ann", "SSL", 40)).code == "sale_more_than_held"
    assert refused(game, SellShares("Bo", "SSL", 10)).code == "not_your_turn"
    assert refused(game, SellShares("Ann", "SSL", 15)).code == "sale_not_in_shares"
    plays(game, SellShares("Ann", "SSL", 10))


@rule_1888("VIII.3.9.10")
@pytest.mark.parametrize("company", ["SSL", "JHR"])
def test_a_forced_sale_changes_no_director(edition: str, company: str) -> None:
    """Ann 40 %, Bo 30 %, in the company that buys and in another: one share may go, the second not."""
    position = Position(edition).cash(Ann=0, Bo=0, Cy=0)
    for name in ("JHR", "SSL"):
        position.company(name, Ann=40, Bo=30, trains=() if name == "JHR" else ("5",))
    game = position.phase("5").operate("JHR", "trains")
    reason = refused(game, SellShares("Ann", company, 20))
    assert (reason.code, reason.clause) == ("sale_changes_president", clause_in(edition, "VIII.3.9.10"))
    plays(game, SellShares("Ann", company, 10))
    assert game.state.presidents[company] == "Ann"


@rule_1888("VIII.3.9.11", in_2021=("IX.1.1",))
def test_a_director_who_cannot_raise_the_money_is_bankrupt(edition: str) -> None:
    """400 are missing; four shares of JHR at 80 may be sold. With 80 in cash Ann can pay, with 79 she cannot."""
    able = short(edition, jhr=100, ann=80, Ann=60, Bo=10).operate("JHR", "trains")
    reason = refused(able, DeclareBankruptcy("JHR"))
    assert (reason.code, reason.figures["means"], reason.figures["missing"]) == ("can_still_pay", 400, 400)
    assert reason.clause == {"2022": "1888-2022:VIII.3.9.11", "2021": "1888-2021:IX.1.1"}[edition]
    plays(able, SellShares("Ann", "JHR", 40), FIVE)
    game = short(edition, jhr=100, ann=79, Ann=60, Bo=10).operate("JHR", "trains")
    assert refused(game, Pass("JHR")).code == "must_own_train"
    plays(game, DeclareBankruptcy("JHR"))
    assert game.state.bankrupt == "Ann"


@rule_1888("VIII.3.9.11", in_2021=("IX.1.1",))
def test_nobody_is_bankrupt_without_need(edition: str) -> None:
    """A company with a train, or with the price of one, has no cause."""
    owning = Position(edition).company("JHR", Ann=60, trains=("5",)).cash(Ann=0).phase("5").operate("JHR", "trains")
    assert refused(owning, DeclareBankruptcy("JHR")).code == "not_bankrupt"
    paying = short(edition, jhr=500, ann=0).operate("JHR", "trains")
    assert refused(paying, DeclareBankruptcy("JHR")).code == "not_bankrupt"


@rule_1888("VIII.3.9.11", in_2021=("VII.3.9.2",))
def test_nobody_sells_until_the_sum_is_out_of_reach(edition: str) -> None:
    """400 are missing: four shares of JHR at 80 bring 320, and 80 in cash. Sold one by one they would bring less."""
    game = short(edition, jhr=100, ann=80, Ann=60, Bo=10).operate("JHR", "trains")
    reason = refused(game, SellShares("Ann", "JHR", 10))
    assert (reason.code, reason.figures["most"], reason.figures["missing"]) == ("sale_out_of_reach", 305, 320)
    assert reason.clause == {"2022": "1888-2022:VIII.3.9.11", "2021": "1888-2021:VII.3.9.2"}[edition]
    assert offered(game, SellShares) == [SellShares("Ann", "JHR", 40)]
    plays(game, SellShares("Ann", "JHR", 40), FIVE)


@rule_1888("VIII.3.9.11", in_2021=("VII.3.9.2",))
def test_in_small_lots_as_long_as_the_sum_stays_in_reach(edition: str) -> None:
    """With 20 more two may be sold first, for 160, and then two at 70: together just what is missing."""
    game = short(edition, jhr=100, ann=100, Ann=60, Bo=10).operate("JHR", "trains")
    plays(game, SellShares("Ann", "JHR", 20))
    assert refused(game, DeclareBankruptcy("JHR")).code == "can_still_pay"
    assert refused(game, SellShares("Ann", "JHR", 10)).code == "sale_out_of_reach"
    plays(game, SellShares("Ann", "JHR", 20), FIVE)
    assert game.state.cash["Ann"] == 100 + 160 + 140 - 400


@rule_1888("VIII.3.9.1", "VIII.3.8.24")
def test_nobody_is_bankrupt_whose_other_company_has_a_train(edition: str) -> None:
    """JHR has 1 and Ann nothing to sell: SSL of hers sells it a train for 1. One of Bo's would take their consent."""
    position = short(edition, jhr=1, ann=0, Ann=30, Bo=30)
    game = position.company("SSL", Ann=30, Bo=30, trains=("5",)).operate("JHR", "trains")
    reason = refused(game, DeclareBankruptcy("JHR"))
    assert (reason.code, reason.clause) == ("can_buy_train", clause_in(edition, "VIII.3.9.1"))
    plays(game, BuyTrain("JHR", "5", "SSL", 1))
    position = short(edition, jhr=1, ann=0, Ann=30, Bo=30)
    game = position.company("SSL", Bo=60, trains=("5",)).operate("JHR", "trains")
    assert plays(game, DeclareBankruptcy("JHR")).state.bankrupt == "Ann"


@rule_1888("VIII.3.9.1", "VIII.3.9.3")
def test_nobody_sells_to_lose_the_right_to_that_train(edition: str) -> None:
    """Once shares are sold the train must come from the bank: so none are sold where that one is out of reach."""
    position = short(edition, jhr=1, ann=0, Ann=40, Bo=30)
    game = position.company("SSL", Ann=30, Bo=30, trains=("5",)).operate("JHR", "trains")
    assert refused(game, SellShares("Ann", "JHR", 10)).code == "can_buy_train"
    plays(game, BuyTrain("JHR", "5", "SSL", 1))


@rule_1888("VIII.3.9.11", in_2021=("VII.3.9.1",))
def test_after_a_sale_for_the_train_no_private_puts_it_out_of_reach(edition: str) -> None:
    """In phase 4 a train costs 300; JHR has 100, Ann 130 and sells a share of SSL for 80: 10 are left over, and one
    more share could be sold. Of Bo she may buy for 85 at most; what she pays herself is not lost."""
    for owner in ("Bo", "Ann"):
        position = Position(edition).company("JHR", cash=100, Ann=30, Bo=30).cash(Ann=130, Bo=0, Cy=0).phase("4")
        position.company("SSL", Ann=50, Bo=30, trains=("4",)).private("HS", owner)
        game = plays(position.operate("JHR", "trains"), SellShares("Ann", "SSL", 10))
        dear = BuyPrivate("JHR", "HS", 86)
        if owner == "Ann":
            assert game.why_not(dear) is None
        else:
            reason = refused(game, dear)
            assert (reason.code, reason.figures["left"]) == ("private_out_of_reach", 85)
            assert game.why_not(BuyPrivate("JHR", "HS", 85)) is None


@rule_1888("VIII.3.9.9")
def test_sales_are_single(edition: str) -> None:
    game = with_ssl(edition, ann=300, Ann=30, Bo=40)
    assert refused(game, SellBlocks("Ann", (Block("SSL", 10),))).code == "no_such_sale"
    assert offered(game, SellBlocks) == []


@rule_1888("VIII.3.9.12")
def test_a_bankruptcy_ends_the_game_at_once(edition: str) -> None:
    """In the first of three rounds, with a company still to come."""
    position = short(edition, jhr=0, ann=10, Ann=60).company("SSL", Bo=60, trains=("5",))
    game = position.set(set_rounds=3).operate("JHR", "trains", after=("SSL",))
    plays(game, DeclareBankruptcy("JHR"))
    assert game.finished == "bankrupt"
    assert (game.acting, offered(game, object)) == ((), [])
