"""The sale of shares: what may be sold, what it brings, what it does to the price."""

from __future__ import annotations

from kaiping.action import BuyShare, Par, Pass, SellShares
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.auctions import first_stock_round
from tests.rules.g1888.positions import Position, offered, plays, refused


def price(game: Game, company: str) -> int:
    return game.definition.market.cells[game.state.cells[company]].price


@rule_1888("VII.4.1", "VII.1.4")
def test_a_player_sells_as_many_shares_as_he_holds(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=30, Bo=40).stock("Ann")
    assert offered(game, SellShares) == [SellShares("Ann", "JHR", percent) for percent in (10, 20, 30)]
    reason = refused(game, SellShares("Ann", "JHR", 40))
    assert (reason.code, reason.clause) == ("sale_more_than_held", clause_in(edition, "VII.4.1"))
    for company in ("LYR", "CDL"):
        assert refused(game, SellShares("Ann", company, 10)).code == "sale_more_than_held"
    plays(game, SellShares("Ann", "JHR", 30))
    assert game.state.held("Ann", "JHR") == 0


@rule_1888("VII.4.1", "VII.1.4")
def test_whole_shares_are_sold(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=30, Bo=40).stock("Ann")
    for percent in (-10, 0, 5, 15):
        assert refused(game, SellShares("Ann", "JHR", percent)).code == "sale_not_in_shares"


@rule_1888("VII.4.1", "VII.1.3", "VII.1.4")
def test_shares_are_sold_in_ones_own_turn(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=30, Bo=40).stock("Ann")
    assert refused(game, SellShares("Bo", "JHR", 10)).code == "not_your_turn"
    plays(game, Pass("Ann"), SellShares("Bo", "JHR", 10))


@rule_1888("VII.4.2")
def test_nothing_is_sold_in_the_first_stock_round(edition: str) -> None:
    game = plays(first_stock_round(edition), Par("Ann", "JHR", 70), Par("Bo", "LYR", 70), Pass("Cy"))
    for _ in range(2):
        plays(game, BuyShare("Ann", "JHR", "ipo"), Pass("Bo"), Pass("Cy"))
        reason = refused(game, SellShares("Ann", "JHR", 10))
        assert (reason.code, reason.clause) == ("no_sales_yet", clause_in(edition, "VII.4.2"))
        assert offered(game, SellShares) == []
    plays(game, Pass("Ann"))
    # nothing has floated: this is the second stock round, which Bo begins
    assert game.state.turn == 2
    plays(game, Pass("Bo"), Pass("Cy"), SellShares("Ann", "JHR", 10))


@rule_1888("VII.4.2")
def test_shares_are_sold_from_the_second_stock_round_on(edition: str) -> None:
    for turn in (1, 2, 3, 9):
        game = Position(edition).company("JHR", Ann=30, Bo=40).set(turn=turn).stock("Ann")
        reason = game.why_not(SellShares("Ann", "JHR", 10))
        assert (reason is None) == (turn > 1)


@rule_1888("VII.4.3")
def test_the_presidents_certificate_is_not_sold(edition: str) -> None:
    """Ann holds it and one share; nobody holds 20 % to take it over."""
    game = Position(edition).company("JHR", Ann=30, Bo=10, Cy=10).stock("Ann")
    for percent in (20, 30):
        reason = refused(game, SellShares("Ann", "JHR", percent))
        assert (reason.code, reason.clause) == ("president_certificate_sold", clause_in(edition, "VII.4.3"))
    plays(game, SellShares("Ann", "JHR", 10))
    assert refused(game, SellShares("Ann", "JHR", 10)).code == "president_certificate_sold"
    assert game.state.held("Ann", "JHR") == 20


@rule_1888("VII.4.4", "VII.7.6", "VII.7.5")
def test_the_presidents_certificate_is_exchanged_if_another_holds_20_per_cent(edition: str) -> None:
    for percent in (10, 20):
        game = Position(edition).company("JHR", Ann=20, Bo=20, president="Ann").stock("Ann")
        plays(game, SellShares("Ann", "JHR", percent))
        assert game.state.presidents["JHR"] == "Bo"
        assert game.state.held("Bo", "JHR") == 20
        assert game.state.held("Ann", "JHR") == 20 - percent
        assert game.state.held("pool", "JHR") == percent


@rule_1888("VII.4.4", "VII.7.6")
def test_two_others_with_10_per_cent_each_cannot_take_the_certificate_over(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=20, Bo=10, Cy=10).stock("Ann")
    for percent in (10, 20):
        assert refused(game, SellShares("Ann", "JHR", percent)).code == "president_certificate_sold"
    assert offered(game, SellShares) == []


@rule_1888("VII.4.5")
def test_the_pool_takes_five_certificates_of_a_company(edition: str) -> None:
    for pool in (0, 10, 20, 30, 40, 50):
        game = Position(edition).company("JHR", Ann=50, pool=pool).stock("Ann")
        assert [sale.percent for sale in offered(game, SellShares)] == [
            percent for percent in (10, 20, 30) if pool + percent <= 50
        ]
        if pool > 20:
            reason = refused(game, SellShares("Ann", "JHR", 30))
            assert (reason.code, reason.clause) == ("pool_limit", clause_in(edition, "VII.4.5"))
            assert (reason.figures["pool"], reason.figures["total"]) == (pool // 10, pool // 10 + 3)


@rule_1888("VII.4.5")
def test_the_pool_is_not_overfilled_by_several_sales(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=40, Bo=40, pool=20).company("LYR", Ann=30, Bo=40).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 20))
    assert refused(game, SellShares("Ann", "JHR", 20)).code == "pool_limit"
    plays(game, SellShares("Ann", "JHR", 10))
    assert refused(game, SellShares("Ann", "JHR", 10)).code == "pool_limit"
    # the pool's certificates are counted for each company by itself
    plays(game, SellShares("Ann", "LYR", 30))


@rule_1888("VII.4.6", in_2021=("VI.5.6", "VI.5.7", "VI.5.9", "VIII.3.1"))
def test_ex_1888_2022_02_sale_of_shares(edition: str) -> None:
    """The book's player Q is Ann; the spaces below 95 are 90, 85 and 80."""
    game = Position(edition).company("LYR", par=95, Bo=40, Ann=30).cash(Ann=100).stock("Ann")
    bank = game.state.bank
    assert price(game, "LYR") == 95
    plays(game, SellShares("Ann", "LYR", 30))
    assert game.state.cash["Ann"] == 100 + 285
    assert game.state.bank == bank - 285
    assert price(game, "LYR") == 80
    assert game.state.held("pool", "LYR") == 30


@rule_1888("VII.4.7")
def test_sold_shares_go_into_the_pool_and_not_to_the_ipo(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=30, Bo=40, pool=10).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 20))
    held = {owner: game.state.held(owner, "JHR") for owner in ("Ann", "Bo", "pool", "ipo")}
    assert held == {"Ann": 10, "Bo": 40, "pool": 30, "ipo": 20}


@rule_1888("VII.4.8", "VII.4.10", "IX.3.1")
def test_each_share_brings_the_present_price_even_where_it_differs_from_par(edition: str) -> None:
    """Par 70, but the marker is on 130; one sale of three brings 390, three sales 130 + 120 + 110."""
    for sales, brings in (((30,), 390), ((10, 10, 10), 360)):
        position = Position(edition).company("JHR", par=70, cell=(1, 7), Bo=40, Ann=30).cash(Ann=0, JHR=500)
        game = position.stock("Ann")
        assert price(game, "JHR") == 130
        bank = game.state.bank
        plays(game, *(SellShares("Ann", "JHR", percent) for percent in sales))
        assert game.state.cash["Ann"] == brings
        assert game.state.bank == bank - brings
        assert game.state.cash["JHR"] == 500
        assert price(game, "JHR") == 100


@rule_1888("VII.4.9", "IX.1.3")
def test_the_seller_chooses_the_order_of_companies(edition: str) -> None:
    """Both markers end on 85; the company sold first arrives first and lies on top."""
    for order in (("JHR", "LYR"), ("LYR", "JHR")):
        position = Position(edition).company("JHR", par=95, Bo=30, Ann=20)
        game = position.company("LYR", par=90, Bo=30, Ann=20).stock("Ann")
        percent = {"JHR": 20, "LYR": 10}
        plays(game, *(SellShares("Ann", company, percent[company]) for company in order))
        assert (price(game, "JHR"), price(game, "LYR")) == (85, 85)
        assert game.state.market[3, 3] == order


@rule_1888("VII.4.10", "IX.3.1")
def test_the_price_falls_one_space_for_each_share_sold(edition: str) -> None:
    for sold, left in ((10, 90), (20, 85), (30, 80), (40, 75), (50, 70)):
        game = Position(edition).company("JHR", par=95, Bo=50, Ann=50, president="Bo").stock("Ann")
        plays(game, SellShares("Ann", "JHR", sold))
        assert price(game, "JHR") == left
        assert game.state.cells["JHR"] == (1 + sold // 10, 3)


@rule_1888("VII.4.10", "IX.3.1")
def test_the_presidents_certificate_counts_for_two_spaces(edition: str) -> None:
    """Ann sells all that she has, so that the certificate goes over to Bo: a space for each 10 % all the same."""
    for sold in (20, 30, 40):
        game = Position(edition).company("JHR", par=95, Ann=sold, Bo=20).stock("Ann")
        plays(game, SellShares("Ann", "JHR", sold))
        assert (game.state.presidents["JHR"], game.state.cells["JHR"]) == ("Bo", (1 + sold // 10, 3))


@rule_1888("VII.4.10", "IX.3.1")
def test_the_price_falls_after_each_sale(edition: str) -> None:
    """So a second sale in the same turn brings less, and the next seller too."""
    game = Position(edition).company("JHR", par=95, Bo=40, Ann=30).cash(Ann=0, Bo=0).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 10), SellShares("Ann", "JHR", 10), Pass("Ann"))
    assert game.state.cash["Ann"] == 95 + 90
    plays(game, SellShares("Bo", "JHR", 10))
    assert game.state.cash["Bo"] == 85
