"""The auction of the privates, turn by turn: buying the cheapest, bidding on a dearer one, passing."""

from __future__ import annotations

from kaiping.action import Bid, Par, Pass, Range
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.auctions import PRICES, auction
from tests.rules.g1888.positions import PLAYERS, offered, plays, refused


@rule_1888("VI.1", "VI.2")
def test_privates_are_offered_in_ascending_order_of_price(edition: str) -> None:
    game = auction(edition, 3)
    prices = PRICES[edition]
    assert [bid.private for bid in offered(game, Bid)] == list(prices)
    for number, (private, price) in enumerate(prices.items()):
        player = PLAYERS[number % 3]
        cheapest = offered(game, Bid)[0]
        assert cheapest == Bid(player, private, price)
        before = game.state.cash[player]
        plays(game, cheapest)
        assert game.state.privates[private] == player
        assert game.state.cash[player] == before - price


@rule_1888("VI.2")
def test_the_cheapest_private_costs_its_face_value_no_more_and_no_less(edition: str) -> None:
    game = auction(edition, 3)
    for price in (24, 26, 30):
        reason = refused(game, Bid("Ann", "KT", price))
        assert reason.code == "asking_price"
        assert reason.clause == clause_in(edition, "VI.2")
    plays(game, Bid("Ann", "KT", 25))
    assert game.state.cash["Ann"] == 775
    assert game.state.bank == 9000 - 3 * 800 + 25


@rule_1888("VI.2", "VI.3")
def test_turns_go_round_in_player_order(edition: str) -> None:
    game = auction(edition, 4)
    for action in (Bid("Ann", "FC", 155), Bid("Bo", "KT", 25), Pass("Cy"), Bid("Di", "CW", 105)):
        player = action.actor if isinstance(action, Pass) else action.player
        assert game.acting == (player,)
        others = [other for other in PLAYERS[:4] if other != player]
        assert {refused(game, Pass(other)).code for other in others} == {"not_your_turn"}
        assert {refused(game, Bid(other, "FC", 300)).code for other in others} == {"not_your_turn"}
        plays(game, action)
    assert game.acting == ("Ann",)


@rule_1888("VI.2")
def test_only_the_cheapest_is_bought_at_face_value_and_only_once(edition: str) -> None:
    game = auction(edition, 3)
    for private, price in list(PRICES[edition].items())[1:]:
        assert refused(game, Bid("Ann", private, price)).code == "bid_too_low"
    plays(game, Bid("Ann", "KT", 25))
    assert refused(game, Bid("Bo", "KT", 25)).code == "private_not_for_sale"
    plays(game, Bid("Bo", "TA", 50))
    assert game.state.privates["TA"] == "Bo"


@rule_1888("VI.3")
def test_a_bid_is_made_instead_of_buying_and_does_not_buy(edition: str) -> None:
    for private, price in list(PRICES[edition].items())[1:]:
        game = plays(auction(edition, 3), Bid("Ann", private, price + 5))
        assert game.acting == ("Bo",)
        assert game.state.privates[private] == "bank"
        assert game.state.cash["Ann"] == 800


@rule_1888("VI.5")
def test_who_passes_may_buy_or_bid_in_his_next_turn(edition: str) -> None:
    game = plays(auction(edition, 3), Pass("Ann"), Pass("Bo"), Bid("Cy", "FC", 155))
    again = game.copy()
    plays(game, Bid("Ann", "KT", 25), Bid("Bo", "FC", 160))
    assert game.state.privates["KT"] == "Ann"
    plays(again, Bid("Ann", "FC", 160), Bid("Bo", "KT", 25))
    assert again.state.privates["KT"] == "Bo"


@rule_1888("VI.5")
def test_passing_costs_nothing_and_hands_the_turn_on(edition: str) -> None:
    game = auction(edition, 3)
    plays(game, Pass("Ann"))
    assert game.acting == ("Bo",)
    assert game.state.cash["Ann"] == 800
    assert set(game.state.privates.values()) == {"bank"}


@rule_1888("VI.6")
def test_a_first_bid_is_at_least_5_above_the_face_value(edition: str) -> None:
    game = auction(edition, 3)
    for private, price in list(PRICES[edition].items())[1:]:
        assert refused(game, Bid("Ann", private, price + 4)).code == "bid_too_low"
        assert game.why_not(Bid("Ann", private, price + 5)) is None
        assert game.legal_actions().ranges[Bid("Ann", private, price + 5)] == Range(price + 5, 800)


@rule_1888("VI.6", "VI.10")
def test_a_bid_need_not_be_a_multiple_of_5(edition: str) -> None:
    game = plays(auction(edition, 3), Bid("Ann", "FC", 163))
    assert refused(game, Bid("Bo", "FC", 167)).code == "bid_too_low"
    plays(game, Bid("Bo", "FC", 168))


@rule_1888("VI.8")
def test_bid_money_cannot_buy_the_cheapest(edition: str) -> None:
    for bid, enough in ((775, True), (776, False)):
        game = plays(auction(edition, 3), Bid("Ann", "FC", bid), Pass("Bo"), Pass("Cy"))
        purchase = Bid("Ann", "KT", 25)
        if enough:
            plays(game, purchase)
            assert game.state.cash["Ann"] == 775
        else:
            reason = refused(game, purchase)
            assert (reason.code, reason.figures["free"]) == ("bid_without_cash", 24)
            assert reason.clause == clause_in(edition, "VI.8")


@rule_1888("VI.8")
def test_bid_money_cannot_back_a_bid_on_another_private(edition: str) -> None:
    least = PRICES[edition]["YRF"] + 5
    for free in (least, least - 1):
        game = plays(auction(edition, 3), Bid("Ann", "FC", 800 - free), Pass("Bo"), Pass("Cy"))
        reason = game.why_not(Bid("Ann", "YRF", least))
        assert (None if reason is None else reason.code) == (None if free == least else "bid_without_cash")


@rule_1888("VI.8")
def test_the_money_of_every_bid_is_tied(edition: str) -> None:
    """Of 800 Ann has bid 400 for one private and 250 for another: 150 are left."""
    game = plays(auction(edition, 3), Bid("Ann", "FC", 400), Pass("Bo"), Pass("Cy"))
    plays(game, Bid("Ann", "YRF", 250), Pass("Bo"), Pass("Cy"))
    assert refused(game, Bid("Ann", "CW", 151)).code == "bid_without_cash"
    plays(game, Bid("Ann", "CW", 150))


@rule_1888("VI.8")
def test_nobody_bids_more_than_he_has(edition: str) -> None:
    game = auction(edition, 3)
    assert refused(game, Bid("Ann", "FC", 801)).code == "bid_without_cash"
    plays(game, Bid("Ann", "FC", 775), Pass("Bo"), Pass("Cy"))
    assert offered(game, Bid)[0] == Bid("Ann", "KT", 25), "with all that is left"
    assert refused(game, Bid("Ann", "TA", 55)).code == "bid_without_cash"


@rule_1888("VI.9", "VI.10")
def test_all_players_may_bid_for_the_same_private(edition: str) -> None:
    game = auction(edition, 6)
    for number, player in enumerate(game.players):
        bid = 155 + 5 * number
        assert refused(game, Bid(player, "FC", bid - 1)).code == "bid_too_low"
        plays(game, Bid(player, "FC", bid))


@rule_1888("VI.10")
def test_a_further_bid_is_at_least_5_above_the_one_before(edition: str) -> None:
    game = plays(auction(edition, 3), Bid("Ann", "CW", 137))
    reason = refused(game, Bid("Bo", "CW", 141))
    assert (reason.code, reason.figures["least"]) == ("bid_too_low", 142)
    assert reason.clause == clause_in(edition, "VI.10")
    plays(game, Bid("Bo", "CW", 142))
    assert refused(game, Bid("Cy", "CW", 146)).code == "bid_too_low"
    plays(game, Bid("Cy", "CW", 147))


@rule_1888("VI.11")
def test_a_second_bid_of_one_player_only_makes_it_dearer_for_him(edition: str) -> None:
    game = plays(auction(edition, 3), Bid("Ann", "TA", 55), Pass("Bo"), Pass("Cy"))
    assert refused(game, Bid("Ann", "TA", 59)).code == "bid_too_low"
    plays(game, Bid("Ann", "TA", 60), Bid("Bo", "KT", 25))
    # they are one bidder, not two: no auction, and the money of the first bid is not lost either
    assert game.state.privates["TA"] == "Ann"
    assert game.state.cash["Ann"] == 740
    assert game.acting == ("Cy",)


@rule_1888("VI.11")
def test_money_is_tied_up_once_for_two_bids_on_one_private(edition: str) -> None:
    game = plays(auction(edition, 3), Bid("Ann", "FC", 400), Pass("Bo"), Pass("Cy"), Bid("Ann", "FC", 600))
    plays(game, Pass("Bo"), Pass("Cy"))
    assert refused(game, Bid("Ann", "CW", 201)).code == "bid_without_cash"
    plays(game, Bid("Ann", "CW", 200))


@rule_1888("VI.34")
def test_a_standard_stock_round_follows_when_all_privates_are_sold(edition: str) -> None:
    game = auction(edition, 4)
    for number, (private, price) in enumerate(PRICES[edition].items()):
        assert refused(game, Par(PLAYERS[number % 4], "JHR", 70)).code == "only_privates_now"
        plays(game, Bid(PLAYERS[number % 4], private, price))
    # Bo bought the sixth, so Cy is next
    assert game.acting == ("Cy",)
    assert game.state.turn == 1
    plays(game, Par("Cy", "JHR", 70), Pass("Di"), Pass("Ann"), Pass("Bo"))
    assert game.state.presidents["JHR"] == "Cy"


@rule_1888("VI.2")
def test_there_is_nothing_but_the_six_privates_in_the_auction(edition: str) -> None:
    game = auction(edition, 3)
    assert refused(game, Bid("Ann", "JHR", 100)).code == "private_not_for_sale"
    assert refused(game, Par("Ann", "JHR", 70)).code == "only_privates_now"
    assert [type(action) for action in game.legal_actions()] == [Pass] + 6 * [Bid]


@rule_1888("VI.6")
def test_a_first_bid_too_low_is_refused_by_the_clause_on_first_bids(edition: str) -> None:
    """There is no bid before it that it would have to exceed."""
    reason = refused(auction(edition, 3), Bid("Ann", "CW", 104))
    assert reason.clause == clause_in(edition, "VI.6")
