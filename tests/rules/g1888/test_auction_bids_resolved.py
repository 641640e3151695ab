"""The auction of the privates: what becomes of bids once their private is the cheapest, and when all pass."""

from __future__ import annotations

from kaiping.action import Bid, Par, Pass, Range, SellShares
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.auctions import all_pass, auction, first_stock_round
from tests.rules.g1888.positions import offered, plays, refused


def contest(edition: str) -> Game:
    """Cy has bid 55, Bo 60 and Di 65 on the Terracotta Army; Ann has just bought the Kaiping Tramway."""
    game = plays(auction(edition, 4), Pass("Ann"), Pass("Bo"), Bid("Cy", "TA", 55), Pass("Di"))
    plays(game, Pass("Ann"), Bid("Bo", "TA", 60), Pass("Cy"), Bid("Di", "TA", 65))
    return plays(game, Bid("Ann", "KT", 25))


@rule_1888("VI.12", "VI.14")
def test_bids_on_the_new_cheapest_halt_the_usual_turns(edition: str) -> None:
    game = contest(edition)
    assert game.acting == ("Cy",)
    assert offered(game, Bid) == [Bid("Cy", "TA", 70)]
    reason = refused(game, Bid("Cy", "FC", 155))
    assert reason.code == "contest_first"
    assert reason.clause == clause_in(edition, "VI.12")
    assert refused(game, Bid("Bo", "FC", 155)).code == "not_your_turn"


@rule_1888("VI.12")
def test_bids_on_a_dearer_private_do_not_halt_the_usual_turns(edition: str) -> None:
    game = plays(auction(edition, 4), Pass("Ann"), Bid("Bo", "FC", 155), Bid("Cy", "FC", 160), Pass("Di"))
    plays(game, Bid("Ann", "KT", 25))
    assert game.acting == ("Bo",)
    plays(game, Bid("Bo", "TA", 50))
    assert game.state.privates["FC"] == "bank"


@rule_1888("VI.13", "VI.12")
def test_a_single_bid_buys_at_the_amount_bid(edition: str) -> None:
    game = plays(auction(edition, 4), Pass("Ann"), Pass("Bo"), Bid("Cy", "TA", 83), Bid("Di", "KT", 25))
    assert game.state.privates["TA"] == "Cy"
    assert game.state.cash == {**game.state.cash, "Ann": 600, "Bo": 600, "Cy": 517, "Di": 575}
    assert game.acting == ("Ann",)


@rule_1888("VI.14", "VI.16")
def test_only_the_bidders_take_part(edition: str) -> None:
    game = plays(auction(edition, 4), Pass("Ann"), Bid("Bo", "TA", 55), Pass("Cy"), Bid("Di", "TA", 60))
    plays(game, Bid("Ann", "KT", 25))
    price, spoke = 60, []
    for _ in range(6):
        spoke.append(game.acting[0])
        for other in ("Ann", "Cy"):
            assert refused(game, Bid(other, "TA", price + 5)).code == "not_your_turn"
        price += 5
        plays(game, Bid(game.acting[0], "TA", price))
    assert spoke == ["Bo", "Di", "Bo", "Di", "Bo", "Di"]


@rule_1888("VI.15", "VI.16")
def test_the_lowest_bidder_speaks_first_then_it_goes_clockwise(edition: str) -> None:
    game = contest(edition)
    assert game.acting == ("Cy",)
    plays(game, Bid("Cy", "TA", 70))
    # clockwise, although Bo's 60 is lower than Di's 65
    assert game.acting == ("Di",)
    plays(game, Bid("Di", "TA", 75))
    assert game.acting == ("Bo",)
    plays(game, Bid("Bo", "TA", 80))
    assert game.acting == ("Cy",)


@rule_1888("VI.14", "VI.16")
def test_who_passes_is_out_of_the_auction_and_the_last_one_gets_it(edition: str) -> None:
    game = plays(contest(edition), Bid("Cy", "TA", 70), Bid("Di", "TA", 75), Pass("Bo"))
    plays(game, Bid("Cy", "TA", 80))
    assert game.acting == ("Di",)
    plays(game, Pass("Di"))
    assert game.state.privates["TA"] == "Cy"
    assert game.state.cash["Cy"] == 520


@rule_1888("VI.17", "VI.13")
def test_the_highest_bid_stands_if_all_others_pass(edition: str) -> None:
    game = plays(contest(edition), Pass("Cy"), Pass("Bo"))
    assert game.state.privates["TA"] == "Di"
    assert game.state.cash["Di"] == 535


@rule_1888("VI.17", "VI.18")
def test_the_auction_starts_from_the_highest_bid_and_rises_by_5(edition: str) -> None:
    game = contest(edition)
    # not from Cy's own 55
    for price in (60, 65, 69):
        assert refused(game, Bid("Cy", "TA", price)).code == "bid_too_low"
    plays(game, Bid("Cy", "TA", 70))
    assert refused(game, Bid("Di", "TA", 74)).code == "bid_too_low"
    plays(game, Bid("Di", "TA", 83))
    assert refused(game, Bid("Bo", "TA", 87)).code == "bid_too_low"
    plays(game, Bid("Bo", "TA", 88))


@rule_1888("VI.19", "VI.8")
def test_staked_money_counts_in_its_own_auction_only(edition: str) -> None:
    """Bo has 600: 400 are staked on the Terracotta Army, 155 on the Forbidden City, 45 are free."""
    game = plays(auction(edition, 4), Pass("Ann"), Bid("Bo", "TA", 400), Bid("Cy", "TA", 410), Pass("Di"))
    plays(game, Pass("Ann"), Bid("Bo", "FC", 155), Pass("Cy"), Pass("Di"), Bid("Ann", "KT", 25))
    assert game.acting == ("Bo",)
    assert game.legal_actions().ranges == {Bid("Bo", "TA", 415): Range(415, 445)}
    assert refused(game, Bid("Bo", "TA", 446)).code == "bid_without_cash"
    plays(game, Bid("Bo", "TA", 445), Pass("Cy"))
    assert game.state.cash["Bo"] == 155


@rule_1888("VI.20")
def test_losers_may_use_their_money_again(edition: str) -> None:
    """Bo has staked 500 of their 600 on the Terracotta Army, which goes to Cy."""
    game = plays(auction(edition, 4), Pass("Ann"), Bid("Bo", "TA", 500), Bid("Cy", "TA", 510), Pass("Di"))
    plays(game, Bid("Ann", "FC", 155))
    assert refused(game, Bid("Bo", "FC", 160)).code == "bid_without_cash"
    plays(game, Pass("Bo"), Pass("Cy"), Bid("Di", "KT", 25), Pass("Bo"))
    assert game.state.privates["TA"] == "Cy"
    assert game.state.cash["Bo"] == 600
    plays(game, Pass("Ann"), Bid("Bo", "FC", 600))


@rule_1888("VI.21", "VI.22")
def test_bids_on_the_following_privates_are_resolved_at_once(edition: str) -> None:
    game = plays(auction(edition, 4), Pass("Ann"), Bid("Bo", "TA", 55), Bid("Cy", "HS", 80), Bid("Di", "CW", 105))
    plays(game, Pass("Ann"), Bid("Bo", "HS", 85), Pass("Cy"), Pass("Di"), Bid("Ann", "KT", 25))
    assert game.state.privates["TA"] == "Bo"
    # Heng Shan has two bidders, the lower speaks first
    assert game.acting == ("Cy",)
    assert refused(game, Bid("Cy", "CW", 110)).code == "contest_first"
    plays(game, Pass("Cy"))
    assert game.state.privates == {**game.state.privates, "HS": "Bo", "CW": "Di", "YRF": "bank"}
    assert game.state.cash == {**game.state.cash, "Ann": 575, "Bo": 460, "Cy": 600, "Di": 495}


@rule_1888("VI.23", "VI.21")
def test_turns_resume_left_of_the_last_buyer_at_face_value(edition: str) -> None:
    # Bo, left of Ann: not Ann, left of Di who wins; nor Di, left of Cy who spoke last
    game = plays(contest(edition), Bid("Cy", "TA", 70), Bid("Di", "TA", 75), Pass("Bo"), Pass("Cy"))
    assert game.state.privates["TA"] == "Di"
    assert game.acting == ("Bo",)
    plays(game, Pass("Bo"), Pass("Cy"))
    assert game.acting == ("Di",)


@rule_1888("VI.23", "VI.34")
def test_the_stock_round_begins_left_of_the_last_buyer_at_face_value(edition: str) -> None:
    """The last private is auctioned: Bo, who gets it, does not move the turn."""
    game = plays(auction(edition, 4), Bid("Ann", "KT", 25), Bid("Bo", "TA", 50))
    plays(game, Bid("Cy", "HS", {"2022": 75, "2021": 70}[edition]), Bid("Di", "CW", 100))
    plays(game, Bid("Ann", "FC", 155), Bid("Bo", "FC", 160))
    plays(game, Bid("Cy", "YRF", {"2022": 125, "2021": 120}[edition]), Pass("Ann"))
    assert game.state.privates["FC"] == "Bo"
    assert game.acting == ("Di",)
    plays(game, Par("Di", "JHR", 95))


@rule_1888("VI.24")
def test_when_all_pass_only_the_privates_of_players_pay(edition: str) -> None:
    game = plays(auction(edition, 3), Bid("Ann", "KT", 25), Bid("Bo", "TA", 50))
    bank = game.state.bank
    plays(game, Pass("Cy"), Pass("Ann"))
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (775, 750)
    plays(game, Pass("Bo"))
    assert game.state.cash == {**game.state.cash, "Ann": 780, "Bo": 760, "Cy": 800}
    assert game.state.bank == bank - 15
    assert not game.state.par
    # a second time
    plays(game, Pass("Cy"), Pass("Ann"), Pass("Bo"))
    assert game.state.cash == {**game.state.cash, "Ann": 785, "Bo": 770, "Cy": 800}


@rule_1888("VI.24", "VI.5")
def test_passes_that_do_not_follow_each_other_bring_no_income(edition: str) -> None:
    for action in (Bid("Ann", "FC", 155), Bid("Ann", "TA", 50)):
        game = plays(auction(edition, 3), Bid("Ann", "KT", 25), Pass("Bo"), Pass("Cy"), action)
        cash = game.state.cash["Ann"]
        plays(game, Pass("Bo"), Pass("Cy"))
        assert game.state.cash["Ann"] == cash
        plays(game, Pass("Ann"))
        assert game.state.cash["Ann"] > cash


@rule_1888("VI.25")
def test_the_rest_is_auctioned_on_after_the_income(edition: str) -> None:
    game = plays(auction(edition, 3), Bid("Ann", "KT", 25), Bid("Bo", "TA", 50))
    plays(game, Pass("Cy"), Pass("Ann"), Pass("Bo"))
    assert game.acting == ("Cy",)
    heng_shan = {"2022": 75, "2021": 70}[edition]
    # at full price: only the tramway gets cheaper
    assert refused(game, Bid("Cy", "HS", heng_shan - 5)).code == "asking_price"
    assert refused(game, Par("Cy", "JHR", 70)).code == "only_privates_now"
    plays(game, Bid("Cy", "FC", 155), Bid("Ann", "HS", heng_shan))
    assert game.state.privates["HS"] == "Ann"


@rule_1888("VI.25", "VI.8")
def test_bids_stand_when_all_have_passed(edition: str) -> None:
    game = plays(auction(edition, 3), Bid("Ann", "KT", 25), Bid("Bo", "FC", 700))
    plays(game, Pass("Cy"), Pass("Ann"), Pass("Bo"))
    while game.acting != ("Bo",):
        plays(game, Pass(game.acting[0]))
    assert refused(game, Bid("Bo", "CW", 105)).code == "bid_without_cash"
    assert refused(game, Bid("Bo", "FC", 704)).code == "bid_too_low"


@rule_1888("VI.26", in_2021=("VI.3.26",))
def test_the_tramway_gets_5_cheaper_each_time_all_pass(edition: str) -> None:
    """The 2021 book does not say "each time"; it is read so, since it goes on to speak of an offer for nothing."""
    game = auction(edition, 3)
    for price in (20, 15, 10, 5):
        all_pass(game)
        assert game.acting == ("Ann",)
        assert game.state.cash == {**game.state.cash, "Ann": 800, "Bo": 800, "Cy": 800}
        for wrong in (price - 1, price + 5):
            assert refused(game, Bid("Ann", "KT", wrong)).code == "asking_price"
        bought = plays(game.copy(), Bid("Ann", "KT", price))
        assert bought.state.cash["Ann"] == 800 - price


@rule_1888("VI.26", in_2021=("VI.3.26",))
def test_the_tramway_keeps_its_price_while_somebody_bids(edition: str) -> None:
    game = plays(auction(edition, 3), Pass("Ann"), Pass("Bo"), Bid("Cy", "FC", 155), Pass("Ann"), Pass("Bo"))
    assert refused(game, Bid("Cy", "KT", 20)).code == "asking_price"
    plays(game, Pass("Cy"))
    assert refused(game, Bid("Ann", "KT", 25)).code == "asking_price"
    plays(game, Bid("Ann", "KT", 20))


@rule_1888("VI.26", in_2021=("VI.3.26",))
def test_no_other_private_gets_cheaper(edition: str) -> None:
    game = auction(edition, 3)
    all_pass(game, 3)
    assert refused(game, Bid("Ann", "TA", 54)).code == "bid_too_low"
    plays(game, Bid("Ann", "KT", 10))
    assert refused(game, Bid("Bo", "TA", 35)).code == "asking_price"
    plays(game, Bid("Bo", "TA", 50))


@rule_1888("VI.33")
def test_the_starting_player_must_take_the_tramway_for_nothing(edition: str) -> None:
    game = auction(edition, 3)
    all_pass(game, 4)
    assert game.state.privates["KT"] == "bank"
    plays(game, Pass("Ann"), Pass("Bo"))
    assert game.state.privates["KT"] == "bank"
    plays(game, Pass("Cy"))
    # they are not asked
    assert game.state.privates["KT"] == "Ann"
    assert game.state.cash["Ann"] == 800
    assert game.acting == ("Bo",)
    plays(game, Bid("Bo", "TA", 50))


@rule_1888("VI.34", "VII.4.2")
def test_the_stock_round_after_the_auction_is_the_first_one(edition: str) -> None:
    game = first_stock_round(edition)
    plays(game, Par("Ann", "JHR", 70), Pass("Bo"), Pass("Cy"))
    assert refused(game, SellShares("Ann", "JHR", 10)).code == "no_sales_yet"


@rule_1888("VI.27", "VI.28", "VI.29", "VI.30", "VI.31", "VI.32")
def test_ex_1888_2022_01_auction_of_the_privates(edition: str) -> None:
    """The book's A, B, C and D are Ann, Bo, Cy and Di; #1 to #6 the privates in order."""
    game = auction(edition, 4)
    plays(game, Bid("Ann", "HS", 80), Bid("Bo", "YRF", 147), Bid("Cy", "HS", 85), Bid("Di", "TA", 55))
    assert set(game.state.privates.values()) == {"bank"}
    plays(game, Bid("Ann", "KT", 25))
    assert game.state.privates == {**game.state.privates, "KT": "Ann", "TA": "Di", "HS": "bank"}
    assert game.state.cash["Di"] == 545
    assert game.acting == ("Ann",)
    assert offered(game, Bid) == [Bid("Ann", "HS", 90)]
    plays(game, Bid("Ann", "HS", 90))
    assert game.acting == ("Cy",)
    plays(game, Bid("Cy", "HS", 95), Pass("Ann"))
    assert game.state.privates["HS"] == "Cy"
    assert game.acting == ("Bo",)
    assert game.state.cash == {**game.state.cash, "Ann": 575, "Bo": 600, "Cy": 505, "Di": 545}
    # 147 of Bo's 600 are tied up
    assert refused(game, Bid("Bo", "FC", 454)).code == "bid_without_cash"
    plays(game, Bid("Bo", "FC", 155), Bid("Cy", "FC", 160), Bid("Di", "FC", 165), Bid("Ann", "CW", 100))
    assert game.state.privates == {**game.state.privates, "CW": "Ann", "YRF": "Bo", "FC": "bank"}
    assert game.state.cash == {**game.state.cash, "Ann": 475, "Bo": 453, "Cy": 505, "Di": 545}
    assert game.acting == ("Bo",)
    assert offered(game, Bid) == [Bid("Bo", "FC", 170)]
    spoke = set()
    for price in (170, 175, 180, 185):
        spoke.add(game.acting[0])
        plays(game, Bid(game.acting[0], "FC", price))
    assert spoke == {"Bo", "Cy", "Di"}
