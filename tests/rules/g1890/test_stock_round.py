"""Regular stock rounds: order, sales, purchases, prices, and what a round ends with."""

from __future__ import annotations

from kaiping.action import BuyShare, Par, Pass, SellShares
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.state import IPO, POOL
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, buys, events, offered, plays, price, refused
from tests.rules.g1890.runs import finish_round


def two_companies(**cash: int) -> Position:
    """Hankyu is Ann's and Sanyo is Bo's; both have shares in the offer and in the open market."""
    return (
        Position()
        .company("HK", par=80, Ann=40, Bo=20, pool=10)
        .company("SY", par=75, Bo=40, Ann=20, pool=10)
        .cash(**{"Ann": 500, "Bo": 500, "Cy": 500, **cash})
    )


@rule_1890("8.1.1", "8.1.2", "8.2.1", "8.2.6")
def test_turns_go_clockwise_from_the_priority_and_the_card_goes_left_of_the_last_to_deal(edition: str) -> None:
    game = two_companies().stock("Bo")
    assert game.acting == ("Bo",)
    assert refused(game, Pass("Ann")).code == "not_your_turn"
    plays(
        game, Pass("Bo"), Pass("Cy"), SellShares("Ann", "SY", 10), Pass("Ann"), BuyShare("Bo", "SY", "ipo"), Pass("Bo")
    )
    all_pass(game)
    assert game.state.priority == "Cy"
    first = plays(two_companies().stock("Bo"), BuyShare("Bo", "SY", "ipo"), Pass("Bo"))
    assert all_pass(first).state.priority == "Cy", "it has left its first holder"
    later = finish_round(first)
    assert (later.state.turn, later.acting) == (3, ("Cy",)), "who begins the next stock round"


@rule_1890("8.6.2", "VI.2.11.1", "8.2.5", "8.2.7", "8.6.1", "8.6.3")
def test_the_round_ends_when_all_pass_in_a_row(edition: str) -> None:
    """A purchase makes everybody be asked again; if nobody deals at all the card stays."""
    game = two_companies().stock("Bo")
    plays(game, Pass("Bo"), Pass("Cy"), BuyShare("Ann", "HK", "pool"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert isinstance(game.state.stack[-1], StockRound)
    plays(game, Pass("Ann"))
    assert isinstance(game.state.stack[-1], OperatingRound)
    assert game.state.priority == "Bo"
    game = two_companies().stock("Bo")
    plays(game, Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert isinstance(game.state.stack[-1], OperatingRound)
    assert (game.state.turn, game.state.round) == (2, 1)
    assert game.state.priority == "Bo"
    game = two_companies().stock("Bo")
    plays(game, SellShares("Bo", "HK", 10), Pass("Bo"), BuyShare("Cy", "SY", "ipo"), Pass("Cy"))
    plays(game, Pass("Ann"), SellShares("Bo", "HK", 10), Pass("Bo"), Pass("Cy"), Pass("Ann"), Pass("Bo"))
    assert isinstance(game.state.stack[-1], OperatingRound)
    assert game.state.priority == "Cy", "after Bo, who has sold last"


@rule_1890("8.2.8", "8.2.5")
def test_who_has_passed_may_deal_again(edition: str) -> None:
    game = two_companies().stock("Ann")
    plays(game, Pass("Ann"), BuyShare("Bo", "SY", "ipo"), Pass("Bo"), Pass("Cy"))
    plays(game, BuyShare("Ann", "HK", "ipo"))


@rule_1890("8.2.2", "8.2.3", "8.2.4", "8.5.1", "8.5.2", "1.2.1", "VI.2.1.1", "VI.2.2.1")
def test_selling_and_buying_in_either_order_but_sales_at_one_time(edition: str) -> None:
    """Sold first, the purchase ends the turn; bought first, sales may follow, but no second purchase."""
    game = two_companies().stock("Ann")
    plays(game, SellShares("Ann", "SY", 10), SellShares("Ann", "HK", 10), Pass("Ann"))
    assert game.acting == ("Bo",)
    game = two_companies().stock("Ann")
    plays(game, SellShares("Ann", "SY", 10), BuyShare("Ann", "HK", "ipo"))
    assert game.acting == ("Bo",), "all that is sold is sold before the purchase"
    game = two_companies().stock("Ann")
    plays(game, BuyShare("Ann", "HK", "ipo"))
    assert game.acting == ("Ann",)
    assert refused(game, BuyShare("Ann", "SY", "ipo")).code == "one_purchase"
    assert refused(game, Par("Ann", "NK", 65)).code == "one_purchase"
    plays(game, SellShares("Ann", "SY", 10), SellShares("Ann", "HK", 10))
    assert refused(game, BuyShare("Ann", "HK", "pool")).code == "one_purchase"
    plays(game, Pass("Ann"))
    assert game.acting == ("Bo",)
    frame = game.state.stack[-1]
    assert isinstance(frame, StockRound)
    assert frame.passed == 0, "to end a turn in which one has dealt is not to pass"


@rule_1890("8.5.3", "VI.2.9.1")
def test_buy_from_the_offer_and_sell_at_once(edition: str) -> None:
    """EX-1890-05: Hankyu started at 65 and stands at 90; a share bought at 65 is sold for 90 in the same turn."""
    game = Position().company("HK", par=65, cell=(5, 8), Ann=20, Bo=30).cash(Cy=65).stock("Cy")
    assert price(game, "HK") == 90
    plays(game, BuyShare("Cy", "HK", "ipo"), SellShares("Cy", "HK", 10))
    assert game.state.cash["Cy"] == 90
    assert game.state.held(POOL, "HK") == 10


@rule_1890("8.2.2", "8.3.1", "8.3.1.1", "8.3.1.2", "8.3.1.3", "VI.2.7.1", "3.12.5.4", "3.12.3.1", "3.12.5.2")
def test_a_sale_brings_the_present_price_and_moves_the_token_down(edition: str) -> None:
    """Two shares at 100 bring 200, though they started at 80; two rows further down the price is 80."""
    position = Position().company("HK", par=80, cell=(2, 6), Ann=40, Bo=20, pool=10).cash(Ann=500)
    game = position.private("AR", "Ann").private("KF", "Ann").minor("KE", "Ann").stock("Ann")
    assert {sale.company for sale in offered(game, SellShares)} == {"HK"}
    for name in ("AR", "KF", "KE"):
        assert refused(game, SellShares("Ann", name, 10)).code == "unknown_company", "only shares of public companies"
    plays(game, SellShares("Ann", "HK", 20))
    assert game.state.cash["Ann"] == 500 + 200
    assert game.state.held(POOL, "HK") == 30
    assert (price(game, "HK"), game.state.cells["HK"]) == (80, (4, 6))


@rule_1890("8.3.1.4")
def test_at_the_bottom_the_price_stays(edition: str) -> None:
    """At the bottom of its column: 60 in the eighth row, and 40 in the last."""
    for cell, expected in (((7, 5), 60), ((10, 4), 40)):
        game = Position().company("HK", par=80, cell=cell, Ann=40, Bo=20).stock("Ann")
        assert price(game, "HK") == expected
        plays(game, SellShares("Ann", "HK", 20))
        assert price(game, "HK") == expected
        assert game.state.cash["Ann"] == 840 + 2 * expected


@rule_1890("8.3.2.1", "VI.2.4.1")
def test_half_of_a_company_may_lie_in_the_open_market(edition: str) -> None:
    game = Position().company("HK", par=80, Ann=40, Bo=30, pool=30).stock("Ann")
    assert refused(game, SellShares("Ann", "HK", 30)).code == "pool_limit"
    plays(game, SellShares("Ann", "HK", 20))
    assert game.state.held(POOL, "HK") == 50


@rule_1890("8.3.2.2", "VI.11.1.1", "VI.11.2.1")
def test_the_presidents_certificate_needs_somebody_with_two_shares(edition: str) -> None:
    """Left alone with 20 % Ann cannot sell; with Bo at 20 % she gets their two shares for it and sells them."""
    game = Position().company("HK", par=80, Ann=20, Bo=10, Cy=10, pool=20, floated=True).stock("Ann")
    for percent in (10, 20):
        assert refused(game, SellShares("Ann", "HK", percent)).code == "president_certificate_sold"
    game = Position().company("HK", par=80, Ann=30, Bo=20).stock("Ann")
    plays(game, SellShares("Ann", "HK", 30))
    assert game.state.presidents["HK"] == "Bo"
    assert (game.state.held("Ann", "HK"), game.state.held("Bo", "HK"), game.state.held(POOL, "HK")) == (0, 20, 30)


@rule_1890("8.3.2.3", "VI.1.3.1", "VI.2.3.1")
def test_nobody_sells_in_the_first_game_turn(edition: str) -> None:
    game = two_companies().set(turn=1).stock("Ann")
    assert refused(game, SellShares("Ann", "SY", 10)).code == "no_sales_yet"
    assert not offered(game, SellShares)
    plays(game, BuyShare("Ann", "SY", "ipo"))
    assert game.acting == ("Bo",), "with nothing to sell a purchase ends the turn"
    game = two_companies().set(turn=2).stock("Ann")
    assert offered(game, SellShares)


@rule_1890("8.4.1", "8.4.4", "8.4.5", "3.12.4.1", "3.12.4.2", "4.2.2.2")
def test_the_offer_sells_at_the_starting_price_and_the_market_at_the_present_one(edition: str) -> None:
    game = Position().company("HK", par=80, cell=(2, 6), Ann=40, pool=10).cash(Bo=200, Cy=200).stock("Bo")
    bank = game.state.bank
    plays(game, BuyShare("Bo", "HK", "ipo"))
    assert refused(game, BuyShare("Bo", "HK", "pool")).code == "one_purchase", "from the one or from the other"
    plays(game, Pass("Bo"))
    assert game.state.cash["Bo"] == 120
    plays(game, BuyShare("Cy", "HK", "pool"))
    assert game.state.cash["Cy"] == 100
    assert game.state.bank == bank + 180 - (events(game, "floated") or [{"capital": 0}])[0]["capital"]


@rule_1890("8.4.3", "7.3.1.1", "7.3.1.2", "7.3.1.3", "7.3.1.5", "3.12.4.3", "3.12.5.1.1", "VI.3.4.1")
def test_the_presidents_certificate_comes_first_and_its_buyer_sets_the_price(edition: str) -> None:
    game = Position().cash(Ann=199).stock("Ann")
    assert refused(game, BuyShare("Ann", "HK", "ipo")).code == "not_started"
    assert refused(game, Par("Ann", "HK", 85)).code == "not_a_par_price"
    assert refused(game, Par("Ann", "HK", 100)).code == "cash_for_start"
    assert {one.price for one in offered(game, Par) if one.company == "HK"} == {65, 70, 75, 80, 90}
    plays(game, Par("Ann", "HK", 90))
    assert game.state.cash["Ann"] == 19
    assert (game.state.presidents["HK"], game.state.held("Ann", "HK")) == ("Ann", 20)
    assert (price(game, "HK"), game.state.par["HK"]) == (90, 90)


@rule_1890("7.3.1.4")
def test_a_new_token_goes_under_the_others(edition: str) -> None:
    game = Position().company("HK", par=80, Bo=50).stock("Ann")
    plays(game, Par("Ann", "SY", 80))
    assert game.state.market[game.state.cells["SY"]] == ("HK", "SY")


@rule_1890("8.4.1.1")
def test_what_was_sold_in_the_round_is_not_bought_in_it(edition: str) -> None:
    """Nor in a later turn of the round; from the next round on it may be."""
    game = two_companies().stock("Ann")
    plays(game, SellShares("Ann", "SY", 10))
    reason = refused(game, BuyShare("Ann", "SY", "ipo"))
    assert (reason.code, reason.clause) == ("sold_this_round", "1890:8.4.1.1")
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert refused(game, BuyShare("Ann", "SY", "pool")).code == "sold_this_round"


@rule_1890("7.3.1", "7.2", "7.3.2.2", "7.3.2.3", "11.4.2.1", "VI.3.2.1", "VI.3.3.1", "7.3.2")
def test_a_company_starts_with_half_of_it_sold_and_ten_times_its_price(edition: str) -> None:
    """Four shares are not enough; the fifth is, one of them lying in the open market."""
    game = Position().company("HK", par=80, Ann=20, pool=10).cash(Ann=500, Bo=500).stock("Ann")
    plays(game, BuyShare("Ann", "HK", "ipo"), Pass("Ann"))
    assert ("HK" in game.state.floated, game.state.cash["HK"]) == (False, 0)
    plays(game, BuyShare("Bo", "HK", "ipo"))
    assert "HK" in game.state.floated
    assert game.state.cash["HK"] == 800
    plays(game, SellShares("Bo", "HK", 10), BuyShare("Cy", "HK", "ipo"))
    assert game.state.cash["HK"] == 800, "later dealings do not touch it"


@rule_1890("C.8.4.50", "C.8.4.23", "D.8.4.25", "D.8.4.29", "B.12.3", scenarios="BCD")
def test_with_an_attached_share_four_more_are_enough(edition: str) -> None:
    """The president's certificate and two shares are four; with Cy's that makes half."""
    for private, company in (("HN", "HS"), ("KS", "KH")):
        game = Position(edition).private(private, "Cy").cash(Ann=500, Bo=300).stock("Ann")
        buys(game, Par("Ann", company, 75))
        buys(game, BuyShare("Bo", company, "ipo"))
        assert company not in game.state.floated
        plays(game, Pass("Cy"), BuyShare("Ann", company, "ipo"))
        assert company in game.state.floated
        assert game.state.held(IPO, company) == 50


@rule_1890("C.8.4.51", "C.8.4.24", "D.8.4.26", "D.8.4.30", "B.12.4", scenarios="BCD")
def test_an_attached_share_is_not_sold_before_the_company_is_started(edition: str) -> None:
    for private, company in (("HN", "HS"), ("KS", "KH")):
        game = Position(edition).private(private, "Cy").stock("Cy")
        reason = refused(game, SellShares("Cy", company, 10))
        assert reason.code == "sale_before_start"
        assert not offered(game, SellShares)
        plays(game, Pass("Cy"), Par("Ann", company, 75), Pass("Bo"))
        plays(game, SellShares("Cy", company, 10))
        assert game.state.cash["Cy"] == game.definition.starting_cash[3] + 75


@rule_1890("A.8.4.8", "B.12.1", "C.8.4.6", "D.8.4.8", scenarios="ABCD")
def test_jr_starts_at_100(edition: str) -> None:
    game = Position(edition).stock("Ann")
    assert [one.price for one in offered(game, Par) if one.company == "JR"] == [100]
    assert refused(game, Par("Ann", "JR", 90)).code == "not_a_par_price"
    plays(game, Par("Ann", "JR", 100))


@rule_1890("8.6.1.1", "8.6.1.2", "VI.2.8.1")
def test_a_company_that_players_own_whole_rises_a_row(edition: str) -> None:
    """Hankyu is all with players; Sanyo has a share in the market, Hanshin in the offer; Nankai is on top already."""
    game = (
        Position()
        .company("HK", par=80, Ann=60, Bo=40)
        .company("SY", par=80, Ann=50, Bo=40, pool=10)
        .company("HS", par=80, Cy=50, Bo=40)
        .company("NK", par=100, Ann=40, Cy=60)
        .stock("Ann")
    )
    plays(game, *(Pass(player) for player in ("Ann", "Bo")))
    assert price(game, "HK") == 80, "not before the round is over"
    all_pass(game)
    assert [price(game, name) for name in ("HK", "SY", "HS", "NK")] == [90, 80, 80, 100]
    assert game.state.cells["NK"] == (0, 4)


@rule_1890("C.8.4.46")
def test_kinki_does_not_rise_before_nara_electric_has_merged(edition: str) -> None:
    def kinki(*, kept: int) -> Game:
        position = Position().company("KN", par=80, Ann=40, Bo=60 - kept, floated=True)
        holdings = position.state.holdings
        for minor in ("KA", "OE", "OT", "NE"):
            holdings.pop((minor, "KN"), None)
        holdings.pop((IPO, "KN"), None)
        if kept:
            holdings["NE", "KN"] = kept
        return position.stock("Ann")

    game = kinki(kept=20)
    assert sum(part for (_, company), part in game.state.holdings.items() if company == "KN") == 100
    while isinstance(game.state.stack[-1], StockRound):
        game.play(Pass(game.acting[0]))
    assert price(game, "KN") == 80
    game = kinki(kept=0)
    while isinstance(game.state.stack[-1], StockRound):
        game.play(Pass(game.acting[0]))
    assert price(game, "KN") == 90


@rule_1890("C.8.4.33", "C.8.4.34", "7.3.2", "8.4.6", "11.4.2.2", "C.8.4.35", "C.8.4.32", "VI.3.2.1")
def test_four_shares_of_kinki_are_dealt_in_and_do_not_start_it(edition: str) -> None:
    """Players buy all four: Kinki has no president, no money and no turn; they may sell them again."""
    position = Position(players=4).company("KN", par=70, floated=False).company("HK", Ann=50).minor("OE", "Bo")
    game = position.set(turn=1).stock("Ann")
    for player in ("Ann", "Bo", "Cy", "Di"):
        buys(game, BuyShare(player, "KN", "ipo"))
    assert refused(game, BuyShare("Ann", "KN", "ipo")).code == "no_share_there"
    assert "KN" not in game.state.presidents
    assert "KN" not in game.state.floated
    assert game.state.cash["KN"] == 0
    idle = all_pass(game.copy())
    frame = idle.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.order == ("OE", "HK"), "no turn of Kinki"
    cash = {player: idle.state.cash[player] for player in idle.players}
    while idle.state.turn == 1:
        plays(idle, Pass(idle.state.stack[-1].order[0]))  # type: ignore[attr-defined]
    assert {player: idle.state.cash[player] for player in idle.players} == cash, "its shares bring nothing"
    game.state.turn = 2
    plays(game, SellShares("Ann", "KN", 10))
    assert game.state.held(POOL, "KN") == 10
    assert price(game, "KN") == 65
