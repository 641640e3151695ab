"""Forced sales of shares: section 14 of the book. Who is over a limit sells too: see the tests of certificates."""

from __future__ import annotations

import pytest

from kaiping.action import BuyPrivate, BuyTrain, DeclareBankruptcy, LayTile, Pass, SellBlocks, SellShares, UsePower
from kaiping.flow.operating.frame import OperatingRound, operating_frame
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.money import sale, trainless
from tests.rules.g1890.positions import Position, events, offered, plays, price, refused

DIESEL = BuyTrain("SY", "D", "bank", 1100)


def sets(game: Game) -> list[dict[str, int]]:
    """The sets that are listed, as company and per cent."""
    return [{block.company: block.percent for block in sale.blocks} for sale in offered(game, SellBlocks)]


@rule_1890("14.1", "14.3", "12.5.7")
def test_a_president_sells_for_the_train_that_must_be_bought(edition: str) -> None:
    position = trainless(edition, cash=100, bo=20).company("HK", par=75, Ann=30, Bo=30, cash=80).cash(Ann=900)
    game = position.operate("SY", "trains")
    assert refused(game, Pass("SY")).code == "must_own_train"
    assert refused(game, DIESEL).code == "president_cash"
    assert refused(game, DeclareBankruptcy("SY")).code == "can_still_pay", "they must sell"
    reason = refused(game, sale("Ann", HK=10))
    assert (reason.code, reason.figures) == ("blocks_not_enough", {"amount": 75, "missing": 100})
    assert reason.clause == "1890:14.3"
    plays(game, sale("Ann", HK=10, SY=10), DIESEL)
    assert game.state.trains["SY"] == ("D",)
    assert (game.state.cash["SY"], game.state.cash["Ann"]) == (0, 900 + 75 + 80 - 1000)


@rule_1890("14.3", "13.2.4")
def test_so_does_the_president_of_a_minor(edition: str) -> None:
    position = Position(edition).minor("KE", "Ann", cash=100).phase("6").scrap("6", 1)
    position.company("HK", par=100, Ann=20, Bo=30).tile("E4", "8", 3).cash(Ann=950)
    game = plays(position.operate("KE", "trains"), sale("Ann", HK=10), BuyTrain("KE", "D", "bank", 1100))
    assert game.state.trains["KE"] == ("D",)
    assert game.state.cash["Ann"] == 950 + 100 - 1000


@rule_1890("14.5")
def test_not_so_that_the_company_gets_another_president(edition: str) -> None:
    game = trainless(edition, ann=30, bo=20).cash(Ann=1020).operate("SY", "trains")
    assert refused(game, sale("Ann", SY=20)).code == "sale_changes_president"
    plays(game, sale("Ann", SY=10))
    assert game.state.presidents["SY"] == "Ann"


@rule_1890("14.6")
def test_other_companies_may_get_another_president(edition: str) -> None:
    position = trainless(edition, bo=20).company("HK", par=75, Ann=30, Bo=30).cash(Ann=1050)
    game = plays(position.operate("SY", "trains"), sale("Ann", HK=10))
    assert game.state.presidents["HK"] == "Bo"


@rule_1890("14.7", "14.12")
def test_the_president_chooses_what_to_sell(edition: str) -> None:
    """140 are missing: shares of Sanyo bring 80, of Hankyu 75, of Nankai 65."""
    position = trainless(edition, bo=20).company("HK", par=75, Ann=20, Bo=40).company("NK", par=65, Ann=10, Bo=50)
    game = position.cash(Ann=960).operate("SY", "trains")
    listed = sets(game)
    for chosen in ({"SY": 20}, {"SY": 10, "HK": 10}, {"HK": 20}, {"SY": 10, "NK": 10}, {"HK": 10, "NK": 10}):
        assert chosen in listed
        listed.remove(chosen)
    assert listed == []
    plays(game, sale("Ann", NK=10, HK=10), DIESEL)


@rule_1890("14.7")
def test_the_president_chooses_the_order(edition: str) -> None:
    """Hankyu falls from 75 to 70, Nankai from 80 by two to 70: who is sold first lies on top of the stack there."""
    for order, first in (({"HK": 10, "NK": 20}, "HK"), ({"NK": 20, "HK": 10}, "NK")):
        position = trainless(edition, bo=20).company("HK", par=75, Ann=20, Bo=40).company("NK", par=80, Ann=20, Bo=40)
        game = plays(position.cash(Ann=870).operate("SY", "trains"), sale("Ann", **order))
        assert game.state.market[game.state.cells["HK"]][0] == first


@rule_1890("14.8")
def test_a_company_may_be_closed_by_the_sale(edition: str) -> None:
    position = trainless(edition, bo=20).company("HK", cell=(8, 0), Ann=20, Bo=40, cash=55, trains=("5",))
    game = plays(position.cash(Ann=1080).operate("SY", "trains"), sale("Ann", HK=10))
    assert "HK" in game.state.closed_companies
    assert game.state.cash["Ann"] == 1110
    assert game.state.trains["pool"] == ("5",), "which is now the cheapest"
    plays(game, BuyTrain("SY", "5", "pool", 450))


@rule_1890("14.8", "12.5.3")
def test_what_a_closed_company_leaves_in_the_market_may_be_all_that_can_be_paid(edition: str) -> None:
    """Ann has 430 and can raise 60 with Hankyu: the D-train is out of reach, Hankyu's 5-train is not."""
    position = trainless(edition, ann=30, bo=30).company("HK", cell=(8, 0), Ann=20, Bo=40, trains=("5",)).cash(Ann=430)
    game = position.operate("SY", "trains")
    assert sets(game) == [{"HK": 10}]
    assert refused(game, DeclareBankruptcy("SY")).code == "can_still_pay"
    plays(game, sale("Ann", HK=10), BuyTrain("SY", "5", "pool", 450))
    assert game.state.cash["Ann"] == 430 + 30 - 450


@rule_1890("14.9")
def test_of_a_sale_that_closes_a_company_nothing_is_kept(edition: str) -> None:
    """Hankyu's two shares bring 70, its 5-train then costs 50 more than Sanyo has: the 20 left are the bank's."""
    position = trainless(edition, cash=400, ann=30, bo=30).company("HK", cell=(7, 0), Ann=20, Bo=40, trains=("5",))
    game = position.cash(Ann=0).operate("SY", "trains")
    plays(game, sale("Ann", HK=20))
    assert events(game, "proceeds-seized") == [{"player": "Ann", "amount": 2 * 35 - 50}]
    plays(game, BuyTrain("SY", "5", "pool", 450))
    assert game.state.cash["Ann"] == 0


@rule_1890("14.2", "14.9")
def test_nor_of_one_that_a_limit_asks_for(edition: str) -> None:
    """Ann holds 70 % of Hankyu at 45, where no more than 60 are allowed. Four shares close it, one does not."""
    position = Position(edition).company("HK", cell=(5, 0), Ann=70, Bo=20).company("NK", Bo=50).cash(Ann=100)
    game = plays(position.stock("Ann"), SellShares("Ann", "HK", 40))
    assert "HK" in game.state.closed_companies
    assert game.state.cash["Ann"] == 100
    position = Position(edition).company("HK", cell=(5, 0), Ann=70, Bo=20).company("NK", Bo=50).cash(Ann=100)
    assert plays(position.stock("Ann"), SellShares("Ann", "HK", 10)).state.cash["Ann"] == 145


@rule_1890("14.9", "14.13", "14.14")
def test_what_was_raised_is_lost_with_the_company_that_needed_it(edition: str) -> None:
    position = Position(edition).company("SY", cell=(8, 0), Ann=50, Bo=20, cash=15).phase("6").scrap("6", 1)
    game = position.tile("F3", "57", 1).cash(Ann=1080).operate("SY", "trains")
    bank, trains = game.state.bank, game.state.depot["D"]
    plays(game, sale("Ann", SY=10))
    assert "SY" in game.state.closed_companies
    assert game.state.cash["Ann"] == 1080 + 30 - 1085, "treasury and president would have paid 1100 together"
    assert game.state.bank == bank - 30 + 15 + 1085
    assert (game.state.trains["pool"], game.state.depot["D"]) == (("D",), trains - 1), "the train is bought for nobody"


@rule_1890("14.4", "14.13")
def test_a_small_sale_that_closes_the_company_cancels_no_debt(edition: str) -> None:
    """1085 are missing: one share would close Sanyo and bring 30. It takes all three that Ann may sell, and 1000."""
    position = Position(edition).company("SY", cell=(8, 0), Ann=50, Bo=20, cash=15).phase("6").scrap("6", 1)
    position.tile("F3", "57", 1)
    game = position.cash(Ann=1000).operate("SY", "trains")
    assert refused(game, sale("Ann", SY=10)).code == "blocks_not_enough"
    plays(game, sale("Ann", SY=30))
    assert (game.state.cash["Ann"], game.state.trains["pool"]) == (5, ("D",))
    position = Position(edition).company("SY", cell=(8, 0), Ann=50, Bo=20, cash=15).phase("6").scrap("6", 1)
    game = position.tile("F3", "57", 1).cash(Ann=994).operate("SY", "trains")
    assert offered(game, SellBlocks) == []
    plays(game, DeclareBankruptcy("SY"))
    assert (game.finished, game.state.bankrupt, game.state.cash["Ann"]) == ("bankrupt", "Ann", 0)


@rule_1890("14.10")
def test_shares_are_sold_together_at_one_price(edition: str) -> None:
    position = trainless(edition, ann=50, bo=20).cash(Ann=900)
    game = plays(position.operate("SY", "trains"), sale("Ann", SY=30))
    assert events(game, "sold") == [{"player": "Ann", "company": "SY", "percent": 30, "price": 80, "amount": 240}]


@rule_1890("14.10")
def test_all_that_is_sold_is_named_at_once(edition: str) -> None:
    """No single sales, and no company twice."""
    position = trainless(edition, bo=20).company("HK", par=75, Ann=30, Bo=30).cash(Ann=960)
    game = position.operate("SY", "trains")
    reason = refused(game, SellShares("Ann", "HK", 20))
    assert (reason.code, reason.clause) == ("sold_together", "1890:14.10")
    assert offered(game, SellShares) == []
    twice = SellBlocks("Ann", (*sale("Ann", HK=10).blocks, *sale("Ann", HK=10).blocks))
    reason = refused(game, twice)
    assert (reason.code, reason.clause) == ("company_named_twice", "1890:14.10")
    plays(game, sale("Ann", HK=20))
    assert refused(game, sale("Ann", SY=10)).code == "no_sale_needed"


@rule_1890("14.10", "13.2.3", "14.4")
def test_nobody_sells_themselves_into_bankruptcy(edition: str) -> None:
    """Three shares at 80 are just enough together; one after the other they would bring 80, 75 and 70."""
    position = trainless(edition, ann=50, bo=20).cash(Ann=860)
    game = position.operate("SY", "trains")
    reason = refused(game, DeclareBankruptcy("SY"))
    assert (reason.code, reason.figures["means"], reason.figures["missing"]) == ("can_still_pay", 1100, 1100)
    assert sets(game) == [{"SY": 30}]
    assert refused(game, sale("Ann", SY=10)).code == "blocks_not_enough"
    assert refused(game, SellBlocks("Ann", ())).code == "blocks_not_enough"
    plays(game, sale("Ann", SY=30), DIESEL)
    poorer = trainless(edition, ann=50, bo=20).cash(Ann=859).operate("SY", "trains")
    assert [type(action) for action in poorer.legal_actions()] == [DeclareBankruptcy]


@rule_1890("13.2.3", "C.8.4.58")
@pytest.mark.parametrize("owner", ["HK", "Ann"])
def test_nobody_is_bankrupt_whose_company_is_still_paid_for_a_tile(edition: str, owner: str) -> None:
    """Hankyu has 170 of 180 for a 3-train and gets 10 for Arima's tile; Ann sells it Arima, if that is still hers."""

    def short(cash: int, owner: str) -> Game:
        position = Position(edition).phase("2").private("AR", owner).tile("E12", "57", 1).tile("E10", "6", 0)
        position.company("HK", Ann=20, Bo=20, pool=10, cash=cash).cash(Ann=0)
        return position.operate("HK", "trains")

    game = short(170, owner)
    reason = refused(game, DeclareBankruptcy("HK"))
    assert (reason.code, reason.clause) == ("can_still_pay", "1890:13.2.3")
    if owner == "Ann":
        plays(game, BuyPrivate("HK", "AR", 10))
    plays(game, LayTile("HK", "D7", "4", 1, private="AR"), BuyTrain("HK", "3", "bank", 180))
    plays(short(169, owner), DeclareBankruptcy("HK"))
    plays(short(170, "Bo"), DeclareBankruptcy("HK"))


@rule_1890("13.2.3", "12.4.2.2")
def test_nobody_is_bankrupt_whose_other_company_has_a_train(edition: str) -> None:
    """Sanyo has 1 and Ann nothing: she sells it the train of her Hankyu for that; Bo's trains take their consent."""
    position = trainless(edition, cash=1, ann=30, bo=30).company("HK", Ann=50, trains=("5",)).cash(Ann=0)
    game = position.operate("SY", "trains")
    reason = refused(game, DeclareBankruptcy("SY"))
    assert (reason.code, reason.clause) == ("can_buy_train", "1890:13.2.3")
    plays(game, BuyTrain("SY", "5", "HK", 1))
    position = trainless(edition, cash=1, ann=30, bo=30).company("HK", Bo=50, trains=("5",)).cash(Ann=0)
    plays(position.operate("SY", "trains"), DeclareBankruptcy("SY"))


@rule_1890("14.11")
def test_the_limit_of_the_open_market_holds(edition: str) -> None:
    position = trainless(edition, bo=20).company("HK", par=75, Ann=30, Bo=20, pool=40).cash(Ann=1025)
    game = position.operate("SY", "trains")
    assert refused(game, sale("Ann", HK=20)).code == "pool_limit"
    plays(game, sale("Ann", HK=10))
    assert game.state.held("pool", "HK") == 50


@rule_1890("14.12")
def test_only_as_much_as_the_train_needs(edition: str) -> None:
    """150 are missing, a share of Hankyu brings 100 and one of Sanyo 80: two of them, never three."""
    position = trainless(edition, bo=20).company("HK", par=100, Ann=40, Bo=20).cash(Ann=950)
    game = position.operate("SY", "trains")
    for more in ({"HK": 30}, {"HK": 20, "SY": 10}, {"SY": 20, "HK": 10}):
        reason = refused(game, sale("Ann", **more))
        assert (reason.code, reason.clause) == ("sale_more_than_needed", "1890:14.12")
    plays(game, sale("Ann", HK=20))
    assert refused(game, sale("Ann", SY=10)).code == "no_sale_needed"
    able = trainless(edition).cash(Ann=1100).operate("SY", "trains")
    assert refused(able, sale("Ann", SY=10)).code == "no_sale_needed"
    assert offered(able, SellBlocks) == []


@rule_1890("14.12")
def test_a_small_share_that_is_not_needed_is_not_sold_either(edition: str) -> None:
    """160 are missing: two of Sanyo's at 80 do it, and a share of Hankyu at 30 besides would be too much."""
    position = trainless(edition, bo=20).company("HK", cell=(9, 1), Ann=40, Bo=20).cash(Ann=940)
    game = position.operate("SY", "trains")
    assert refused(game, sale("Ann", HK=10, SY=20)).code == "sale_more_than_needed"
    plays(game, sale("Ann", SY=20))


@rule_1890("14.3", "12.5.5")
@pytest.mark.parametrize("owner", ["Bo", "Ann"])
def test_what_has_been_raised_is_not_spent_on_a_private(edition: str, owner: str) -> None:
    """Sanyo has 100, Ann 170 and a share sold: 300 do for the 4-train, 50 are left over. Bo's Kobe Tramway is too dear;
    what Ann gets for hers she has for the train."""
    position = Position(edition).phase("3").company("SY", cash=100, Ann=50).tile("F3", "57", 1)
    position.company("HK", par=80, Ann=20, Bo=40).private("HT", owner).cash(Ann=170)
    game = plays(position.operate("SY", "trains"), sale("Ann", HK=10))
    dear = BuyPrivate("SY", "HT", 70)
    if owner == "Ann":
        assert game.why_not(dear) is None
        return
    reason = refused(game, dear)
    assert (reason.code, reason.figures["left"], reason.clause) == ("private_out_of_reach", 50, "1890:12.5.5")
    legal = game.legal_actions()
    (listed,) = [action for action in legal if isinstance(action, BuyPrivate)]
    assert (legal.ranges[listed].least, legal.ranges[listed].greatest) == (35, 50)
    assert game.why_not(BuyPrivate("SY", "HT", 50)) is None


@rule_1890("10.3.2", "14.6", "C.8.4.42")
def test_a_sale_in_a_turn_out_of_order_changes_the_order_of_the_round_below(edition: str) -> None:
    """Kinki has been formed before Hankyu's turn; the sale for its train puts Hankyu behind Hanshin."""
    position = Position().phase("3").company("KN", par=65, Ann=40, floated=True).tile("H15", "57", 1)
    position.company("HK", par=75, Ann=30, Bo=40).company("HS", par=70, cell=(4, 4), cash=50, Bo=60).cash(Ann=160)
    position.operate("KN", "trains")
    position.state.stack = (OperatingRound(("HK", "HS")), *position.state.stack)
    game = plays(position.game, sale("Ann", HK=20), BuyTrain("KN", "4", "bank", 300))
    assert price(game, "HK") == 65
    assert game.acting == ("Bo",)
    assert operating_frame(game.table(game.state)).order == ("HS", "HK")


@rule_1890("14.3", "14.10", "14.12", "C.8.3.35")
def test_what_is_sold_for_a_train_of_kobe_electric_is_spent_on_it(edition: str) -> None:
    """Ann may convert it instead of selling; once she has sold she cannot keep the money by converting it."""
    position = Position(edition).phase("3").minor("KE", "Ann", cash=0).tile("D7", "4", 1).cash(Ann=250)
    game = position.company("HK", par=80, Ann=50, Bo=20).operate("KE", "trains")
    assert UsePower("Ann", "KP") in list(game.legal_actions())
    plays(game, sale("Ann", HK=10))
    assert refused(game, UsePower("Ann", "KP")).code == "must_own_train"
    plays(game, BuyTrain("KE", "4", "bank", 300))
    assert (game.state.cash["Ann"], game.state.trains["KE"]) == (30, ("4",))


def test_of_very_many_sets_some_are_listed_and_all_are_accepted() -> None:
    """Some shares of each of six companies: the smallest sets and the kindest are listed."""
    position = trainless(ann=40, bo=20).cash(Ann=400)
    for name, par in zip(("HK", "NK", "KH", "HS", "OS"), (75, 70, 65, 80, 75), strict=True):
        position.company(name, par=par, Ann=30, Bo=30, cash=100)
    game = position.operate("SY", "trains")
    listed = offered(game, SellBlocks)
    assert len(listed) == 40
    assert len(set(listed)) == 40
    assert all(game.why_not(one) is None for one in listed)
    other = sale("Ann", OS=20, KH=30, NK=30, SY=20)
    assert other not in listed
    plays(game, other)
