"""The purchase of shares: from the IPO and from the pool, what they cost, what stands against it."""

from __future__ import annotations

from typing import Literal

import pytest

from kaiping.action import BuyShare, ExchangePrivate, Par, Pass, SellShares
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused


def two_prices(edition: str, cash: int) -> Game:
    """JHR started at 90 and is on 130 now; shares lie in the IPO and in the pool."""
    position = Position(edition).company("JHR", par=90, cell=(1, 7), Bo=40, Cy=20, pool=10, cash=300)
    return position.cash(Ann=cash).stock("Ann")


@rule_1888("VII.5.1")
def test_shares_are_bought_of_companies_with_a_marker_on_the_board(edition: str) -> None:
    game = Position(edition).company("JHR", Bo=20).stock("Ann")
    assert offered(game, BuyShare) == [BuyShare("Ann", "JHR", "ipo")]
    for company in ("SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR"):
        reason = refused(game, BuyShare("Ann", company, "ipo"))
        assert (reason.code, reason.clause) == ("not_started", clause_in(edition, "VII.6.1"))
    plays(game, BuyShare("Ann", "JHR", "ipo"))
    assert game.state.held("Ann", "JHR") == 10


@rule_1888("VII.5.2")
def test_the_presidents_certificate_is_bought_of_companies_not_yet_sold(edition: str) -> None:
    game = Position(edition).company("JHR", Bo=20).stock("Ann")
    reason = refused(game, Par("Ann", "JHR", 80))
    assert (reason.code, reason.clause) == ("already_started", clause_in(edition, "VII.5.2"))
    assert {start.company for start in offered(game, Par)} == {"SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR"}
    plays(game, Par("Ann", "LYR", 80))
    assert (game.state.held("Ann", "LYR"), game.state.held("ipo", "LYR")) == (20, 80)


@rule_1888("VII.5.3", "VII.5.5")
def test_a_share_of_the_ipo_costs_the_starting_price(edition: str) -> None:
    game = two_prices(edition, 800)
    bank = game.state.bank
    plays(game, BuyShare("Ann", "JHR", "ipo"))
    assert game.state.cash["Ann"] == 710
    assert game.state.bank == bank + 90
    assert game.state.cash["JHR"] == 300
    assert (game.state.held("ipo", "JHR"), game.state.held("pool", "JHR")) == (20, 10)


@rule_1888("VII.5.4", "VII.5.5")
def test_a_share_of_the_pool_costs_the_present_price(edition: str) -> None:
    game = two_prices(edition, 800)
    bank = game.state.bank
    plays(game, BuyShare("Ann", "JHR", "pool"))
    assert game.state.cash["Ann"] == 670
    assert game.state.bank == bank + 130
    assert game.state.cash["JHR"] == 300
    assert (game.state.held("ipo", "JHR"), game.state.held("pool", "JHR")) == (30, 0)


@rule_1888("VII.5.3", "VII.5.4")
@pytest.mark.parametrize(
    ("source", "cell", "cost"),
    [("ipo", (1, 7), 90), ("ipo", (3, 1), 90), ("pool", (1, 7), 130), ("pool", (3, 1), 75)],
)
def test_one_share_of_10_per_cent_is_bought_of_several(
    edition: str, source: Literal["ipo", "pool"], cell: tuple[int, int], cost: int
) -> None:
    """50 % lie with the bank and 30 % in the pool; JHR has started at 90 and has risen to 130 or fallen to 75."""
    position = Position(edition).company("JHR", par=90, cell=cell, Bo=20, pool=30)
    game = plays(position.cash(Ann=800).stock("Ann"), BuyShare("Ann", "JHR", source))
    assert (game.state.held("Ann", "JHR"), game.state.cash["Ann"]) == (10, 800 - cost)
    left = {"ipo": 50, "pool": 30}
    left[source] -= 10
    assert {place: game.state.held(place, "JHR") for place in left} == left


@rule_1888("VII.5.3", "VII.5.4")
def test_a_purchase_does_not_move_the_price(edition: str) -> None:
    for source in ("ipo", "pool"):
        game = plays(two_prices(edition, 800), BuyShare("Ann", "JHR", source))
        assert game.state.cells["JHR"] == (1, 7)
        assert game.state.par["JHR"] == 90


@rule_1888("VII.5.4")
def test_nothing_is_bought_where_no_share_lies(edition: str) -> None:
    game = Position(edition).company("JHR", Bo=40).company("LYR", Bo=50, Cy=40, pool=10).stock("Ann")
    reason = refused(game, BuyShare("Ann", "JHR", "pool"))
    assert (reason.code, reason.clause) == ("no_share_there", clause_in(edition, "VII.5.4"))
    assert refused(game, BuyShare("Ann", "LYR", "ipo")).code == "no_share_there"
    plays(game, BuyShare("Ann", "LYR", "pool"))
    assert refused(game, BuyShare("Bo", "LYR", "pool")).code == "no_share_there"


@rule_1888("VII.5.6")
def test_a_share_of_the_ipo_is_paid_from_the_players_own_cash(edition: str) -> None:
    plays(two_prices(edition, 90), BuyShare("Ann", "JHR", "ipo"))
    reason = refused(two_prices(edition, 89), BuyShare("Ann", "JHR", "ipo"))
    assert (reason.code, reason.clause) == ("cash_for_share", clause_in(edition, "VII.5.6"))
    assert (reason.figures["price"], reason.figures["cash"]) == (90, 89)


@rule_1888("VII.5.6")
def test_a_share_of_the_pool_is_paid_from_the_players_own_cash(edition: str) -> None:
    plays(two_prices(edition, 130), BuyShare("Ann", "JHR", "pool"))
    reason = refused(two_prices(edition, 129), BuyShare("Ann", "JHR", "pool"))
    assert (reason.code, reason.figures["price"]) == ("cash_for_share", 130)


@rule_1888("VII.5.6")
def test_the_presidents_certificate_is_paid_from_the_players_own_cash(edition: str) -> None:
    """Twice the price must be there, not the price of one share."""
    game = Position(edition).cash(Ann=159).stock("Ann")
    assert {start.price for start in offered(game, Par)} == {70, 75}
    reason = refused(game, Par("Ann", "LYR", 80))
    assert (reason.code, reason.figures["price"], reason.figures["cash"]) == ("cash_for_start", 160, 159)
    game = plays(Position(edition).cash(Ann=160).stock("Ann"), Par("Ann", "LYR", 80))
    assert game.state.cash["Ann"] == 0


@rule_1888("VII.5.6")
def test_money_of_a_company_is_not_the_presidents(edition: str) -> None:
    position = Position(edition).company("JHR", par=90, Ann=50, Bo=10, cash=900).cash(Ann=89)
    assert refused(position.stock("Ann"), BuyShare("Ann", "JHR", "ipo")).code == "cash_for_share"


@rule_1888("VII.5.7")
def test_nobody_holds_more_than_60_per_cent_of_a_company(edition: str) -> None:
    for source, pool in (("ipo", 0), ("pool", 20)):
        purchase = BuyShare("Ann", "JHR", source)  # type: ignore[arg-type]
        game = Position(edition).company("JHR", Ann=50, pool=pool).stock("Ann")
        plays(game, purchase)
        assert game.state.held("Ann", "JHR") == 60
        game = Position(edition).company("JHR", Ann=60, pool=pool).stock("Ann")
        reason = refused(game, purchase)
        assert (reason.code, reason.clause) == ("holding_limit", clause_in(edition, "VII.5.7"))
        assert (reason.figures["total"], reason.figures["limit"]) == (70, 60)
        in_the_zone = Position(edition).company("JHR", cell=(7, 2), Ann=60, pool=pool).stock("Ann")
        assert refused(in_the_zone, purchase).code == "holding_limit"


@rule_1888("VII.5.7")
def test_60_per_cent_of_one_company_do_not_hinder_another(edition: str) -> None:
    plays(
        Position(edition).company("JHR", Ann=60).company("LYR", Ann=50).stock("Ann"),
        BuyShare("Ann", "LYR", "ipo"),
    )


@rule_1888("VII.5.8")
def test_what_one_has_sold_is_not_bought_in_the_same_stock_round(edition: str) -> None:
    position = Position(edition).company("JHR", Ann=30, Bo=40).company("LYR", Bo=20).company("CDL", Bo=20)
    game = plays(position.stock("Ann"), SellShares("Ann", "JHR", 10))
    for source in ("ipo", "pool"):
        reason = refused(game, BuyShare("Ann", "JHR", source))
        assert (reason.code, reason.clause) == ("sold_this_round", clause_in(edition, "VII.5.8"))
    # another company may be bought, and another player may buy
    plays(game, BuyShare("Ann", "LYR", "ipo"), BuyShare("Bo", "JHR", "pool"), Pass("Cy"))
    assert refused(game, BuyShare("Ann", "JHR", "ipo")).code == "sold_this_round"
    # and so it stays as long as the round goes on
    plays(game, BuyShare("Ann", "CDL", "ipo"), Pass("Bo"), Pass("Cy"))
    assert refused(game, BuyShare("Ann", "JHR", "ipo")).code == "sold_this_round"


@rule_1888("VII.5.9", "VII.5.8")
def test_what_one_has_sold_may_be_bought_from_the_next_stock_round_on(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=20, Bo=30).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 10), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert refused(game, BuyShare("Ann", "JHR", "pool")).code == "sold_this_round"
    plays(game, Pass("Ann"))
    # nothing has floated, so the next stock round has begun; Bo, left of Ann, begins
    assert game.state.turn == 3
    plays(game, Pass("Bo"), Pass("Cy"), BuyShare("Ann", "JHR", "pool"))
    assert game.state.held("Ann", "JHR") == 20


@rule_1888("VII.5.8")
def test_what_one_has_sold_is_not_taken_for_the_forbidden_city_in_the_same_stock_round(edition: str) -> None:
    """The exchange counts as a purchase. Ann has sold shares of JZR in an earlier turn, none of JHR."""
    position = Position(edition).private("FC", "Ann").company("JZR", Ann=20, Bo=40).company("JHR", Bo=60)
    game = plays(position.stock("Ann"), SellShares("Ann", "JZR", 10), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert game.acting == ("Ann",)
    assert game.why_not(ExchangePrivate("Ann", "FC", "JHR", "ipo")) is None
    for source in ("ipo", "pool"):
        exchange = ExchangePrivate("Ann", "FC", "JZR", source)
        assert refused(game, exchange).code == "sold_this_round"
