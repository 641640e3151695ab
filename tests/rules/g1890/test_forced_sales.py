"""Forced sales of shares: section 14 of the book. Who is over a limit sells too: see the tests of certificates."""

from __future__ import annotations

from kaiping.action import BuyTrain, Pass, SellShares, UsePower
from kaiping.flow.operating.frame import OperatingRound, operating_frame
from tests.rules.books import rule_1890
from tests.rules.g1890.money import trainless
from tests.rules.g1890.positions import Position, events, offered, plays, price, refused


@rule_1890("14.1", "14.3", "12.5.7")
def test_a_president_sells_for_the_train_that_must_be_bought(edition: str) -> None:
    position = trainless(edition, cash=100, bo=20).company("HK", par=75, Ann=30, Bo=30, cash=80).cash(Ann=900)
    game = position.operate("SY", "trains")
    assert refused(game, Pass("SY")).code == "must_own_train"
    assert refused(game, BuyTrain("SY", "D", "bank", 1100)).code == "director_cash"
    plays(game, SellShares("Ann", "HK", 10), SellShares("Ann", "SY", 10), BuyTrain("SY", "D", "bank", 1100))
    assert game.state.trains["SY"] == ("D",)
    assert (game.state.cash["SY"], game.state.cash["Ann"]) == (0, 900 + 75 + 80 - 1000)


@rule_1890("14.3", "13.2.4")
def test_so_does_the_president_of_a_minor(edition: str) -> None:
    position = Position(edition).minor("KE", "Ann", cash=100).phase("6").scrap("6", 1)
    position.company("HK", par=100, Ann=20, Bo=30).tile("E4", "8", 3).cash(Ann=950)
    game = plays(position.operate("KE", "trains"), SellShares("Ann", "HK", 10), BuyTrain("KE", "D", "bank", 1100))
    assert game.state.trains["KE"] == ("D",)
    assert game.state.cash["Ann"] == 950 + 100 - 1000


@rule_1890("14.5")
def test_not_so_that_the_company_gets_another_president(edition: str) -> None:
    game = trainless(edition, ann=30, bo=20).cash(Ann=900).operate("SY", "trains")
    assert refused(game, SellShares("Ann", "SY", 20)).code == "sale_changes_president"
    plays(game, SellShares("Ann", "SY", 10))
    assert game.state.presidents["SY"] == "Ann"


@rule_1890("14.6")
def test_other_companies_may_get_another_president(edition: str) -> None:
    position = trainless(edition, bo=20).company("HK", par=75, Ann=30, Bo=30).cash(Ann=1050)
    game = plays(position.operate("SY", "trains"), SellShares("Ann", "HK", 10))
    assert game.state.presidents["HK"] == "Bo"


@rule_1890("14.7")
def test_the_president_chooses_what_to_sell(edition: str) -> None:
    position = trainless(edition, bo=20).company("HK", par=75, Ann=20, Bo=40).company("NK", par=65, Ann=10, Bo=50)
    game = position.cash(Ann=960).operate("SY", "trains")
    sales = {(sale.company, sale.percent) for sale in offered(game, SellShares)}
    assert sales == {("SY", 10), ("SY", 20), ("HK", 10), ("HK", 20), ("NK", 10)}
    plays(game, SellShares("Ann", "NK", 10))
    assert {sale.company for sale in offered(game, SellShares)} == {"SY", "HK"}
    plays(game, SellShares("Ann", "HK", 10), BuyTrain("SY", "D", "bank", 1100))


@rule_1890("14.8")
def test_a_company_may_be_closed_by_the_sale(edition: str) -> None:
    position = trainless(edition, bo=20).company("HK", cell=(8, 0), Ann=20, Bo=40, cash=55, trains=("5",))
    game = plays(position.cash(Ann=1080).operate("SY", "trains"), SellShares("Ann", "HK", 10))
    assert "HK" in game.state.closed_companies
    assert game.state.cash["Ann"] == 1110
    assert game.state.trains["pool"] == ("5",), "which is now the cheapest"
    plays(game, BuyTrain("SY", "5", "pool", 450))


@rule_1890("14.9", "14.13", "14.14")
def test_what_was_raised_is_lost_with_the_company_that_needed_it(edition: str) -> None:
    position = Position(edition).company("SY", cell=(8, 0), Ann=50, Bo=20, cash=15).phase("6").scrap("6", 1)
    game = position.tile("F3", "57", 1).cash(Ann=1080).operate("SY", "trains")
    bank, trains = game.state.bank, game.state.depot["D"]
    plays(game, SellShares("Ann", "SY", 10))
    assert "SY" in game.state.closed_companies
    assert game.state.cash["Ann"] == 1080 + 30 - 1085, "treasury and president would have paid 1100 together"
    assert game.state.bank == bank - 30 + 15 + 1085
    assert (game.state.trains["pool"], game.state.depot["D"]) == (("D",), trains - 1), "the train is bought for nobody"


@rule_1890("14.10")
def test_shares_are_sold_together_at_one_price(edition: str) -> None:
    position = trainless(edition, ann=50, bo=20).cash(Ann=900)
    game = plays(position.operate("SY", "trains"), SellShares("Ann", "SY", 30))
    assert events(game, "sold") == [{"player": "Ann", "company": "SY", "percent": 30, "price": 80, "amount": 240}]


@rule_1890("14.11")
def test_the_limit_of_the_open_market_holds(edition: str) -> None:
    position = trainless(edition, bo=20).company("HK", par=75, Ann=30, Bo=20, pool=40).cash(Ann=900)
    game = position.operate("SY", "trains")
    assert refused(game, SellShares("Ann", "HK", 20)).code == "pool_limit"
    plays(game, SellShares("Ann", "HK", 10))
    assert refused(game, SellShares("Ann", "HK", 10)).code == "pool_limit"


@rule_1890("14.12")
def test_only_as_much_as_the_train_needs(edition: str) -> None:
    position = trainless(edition, bo=20).company("HK", par=100, Ann=40, Bo=20).cash(Ann=950)
    game = position.operate("SY", "trains")
    assert refused(game, SellShares("Ann", "HK", 30)).code == "sale_more_than_needed"
    plays(game, SellShares("Ann", "HK", 20))
    assert refused(game, SellShares("Ann", "SY", 10)).code == "no_sale_needed"
    able = trainless(edition).cash(Ann=1100).operate("SY", "trains")
    assert refused(able, SellShares("Ann", "SY", 10)).code == "no_sale_needed"


@rule_1890("10.3.2", "14.6", "C.8.4.42")
def test_a_sale_in_a_turn_out_of_order_changes_the_order_of_the_round_below(edition: str) -> None:
    """Kinki has been formed before Hankyu's turn; the sale for its train puts Hankyu behind Hanshin."""
    position = Position().phase("3").company("KN", par=65, Ann=40, floated=True).tile("H15", "57", 1)
    position.company("HK", par=75, Ann=30, Bo=40).company("HS", par=70, cell=(4, 4), cash=50, Bo=60).cash(Ann=160)
    position.operate("KN", "trains")
    position.state.stack = (OperatingRound(("HK", "HS")), *position.state.stack)
    game = plays(position.game, SellShares("Ann", "HK", 20), BuyTrain("KN", "4", "bank", 300))
    assert price(game, "HK") == 65
    assert game.acting == ("Bo",)
    assert operating_frame(game.table(game.state)).order == ("HS", "HK")


@rule_1890("14.3", "14.10", "14.12", "C.8.3.35")
def test_what_is_sold_for_a_train_of_kobe_electric_is_spent_on_it(edition: str) -> None:
    """Ann may convert it instead of selling; once she has sold she cannot keep the money by converting it."""
    position = Position(edition).phase("3").minor("KE", "Ann", cash=0).tile("D7", "4", 1).cash(Ann=250)
    game = position.company("HK", par=80, Ann=50, Bo=20).operate("KE", "trains")
    assert UsePower("Ann", "KP") in list(game.legal_actions())
    plays(game, SellShares("Ann", "HK", 10))
    assert refused(game, UsePower("Ann", "KP")).code == "must_own_train"
    plays(game, BuyTrain("KE", "4", "bank", 300))
    assert (game.state.cash["Ann"], game.state.trains["KE"]) == (30, ("4",))
