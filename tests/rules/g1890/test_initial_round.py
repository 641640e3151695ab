"""The initial stock round: purchases, bids that stay, auctions in a row, and rounds over several game turns."""

from __future__ import annotations

import pytest

from kaiping.action import AcquirePrivate, Bid, BuyShare, BuyTrain, Par, Pass
from kaiping.flow.auction import Auction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.state import BANK
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import PLAYERS, Position, all_pass, events, fresh, offered, plays, refused, sold_to


def auction(game: Game) -> Auction:
    frame = game.state.stack[0]
    assert isinstance(frame, Auction)
    return frame


def to_auction(game: Game) -> Game:
    """Operate without doing anything until the initial round goes on."""
    while not isinstance(game.state.stack[-1], Auction):
        plays(game, next(one for one in game.legal_actions()))
    return game


@rule_1890("9.1.1.1", "9.1.1.2", "9.1.3", "9.1.4", "9.1.2.1", "9.1.5", "1.2.3", "8.2", "9.1")
def test_only_the_first_is_bought_and_all_others_are_bid_for(edition: str) -> None:
    game = fresh(edition)
    assert [(bid.private, bid.price) for bid in offered(game, Bid)] == [
        ("AR", 20), ("KT", 45), ("HT", 75), ("HN", 115), ("KS", 165), ("OM", 225),
        ("KA", 105), ("OE", 205), ("OT", 105), ("NE", 165), ("KE", 105),
    ]  # fmt: skip
    assert refused(game, Bid("Ann", "AR", 25)).code == "asking_price"
    assert refused(game, Bid("Ann", "KT", 40)).code == "bid_too_low", "that is not for sale yet"
    bid = plays(game.copy(), Bid("Ann", "KT", 45))
    assert (bid.state.privates["KT"], bid.state.cash["Ann"], auction(bid).bids) == (BANK, 840, (("KT", "Ann", 45),))
    passed = plays(game.copy(), Pass("Ann"))
    assert (passed.state.privates["AR"], auction(passed).bids) == (BANK, ())
    plays(game, Bid("Ann", "AR", 20))
    assert bid.acting == passed.acting == game.acting == ("Bo",), "whatever she did, the next is on turn"
    assert game.state.privates["AR"] == "Ann"
    assert game.state.cash["Ann"] == 840 - 20
    assert next(bid.price for bid in offered(game, Bid) if bid.private == "KT") == 40
    plays(game, Bid("Bo", "KT", 40))
    assert (game.state.privates["KT"], game.state.cash["Bo"], game.acting) == ("Bo", 840 - 40, ("Cy",))


@rule_1890("9.1.3.1.1", "9.1.3.1.2", "VI.1.4.1")
def test_a_bid_is_five_over_the_face_value_and_five_over_the_highest(edition: str) -> None:
    game = fresh(edition)
    reason = refused(game, Bid("Ann", "HN", 114))
    assert (reason.code, reason.clause) == ("bid_too_low", "1890:9.1.3.1.1")
    plays(game, Bid("Ann", "HN", 115))
    reason = refused(game, Bid("Bo", "HN", 119))
    assert (reason.code, reason.clause) == ("bid_too_low", "1890:9.1.3.1.2")
    assert game.why_not(Bid("Bo", "HN", 120)) is None
    plays(game, Bid("Bo", "HN", 121))


@rule_1890("9.1.3.1", "9.1.3.2", "9.1.3.1.3", "9.1.3.1.4", "9.1.3.1.6")
def test_money_in_bids_is_set_aside(edition: str) -> None:
    """With 840 a player who has bid 205 and 225 has 410 for a further bid; the turn goes on to the left."""
    game = fresh(edition)
    plays(game, Bid("Ann", "OE", 205), Pass("Bo"), Pass("Cy"), Bid("Ann", "OM", 225), Pass("Bo"), Pass("Cy"))
    assert game.acting == ("Ann",)
    assert refused(game, Bid("Ann", "KS", 411)).code == "bid_without_cash"
    assert game.why_not(Bid("Ann", "KS", 410)) is None
    assert game.state.cash["Ann"] == 840, "it is still hers"
    lost = plays(fresh(edition), Bid("Ann", "KT", 45), Bid("Bo", "KT", 800), Bid("Cy", "AR", 20), Pass("Ann"))
    assert lost.state.privates["KT"] == "Bo"
    assert lost.why_not(Bid("Ann", "OE", 840)) is None, "free again once another has got it"


@rule_1890("9.1.3.1.5")
def test_a_bid_may_be_raised(edition: str) -> None:
    """The money in the old bid counts for the new one; the old one is gone."""
    game = fresh(edition)
    plays(game, Bid("Ann", "KA", 400), Pass("Bo"), Pass("Cy"))
    assert refused(game, Bid("Ann", "KA", 404)).code == "bid_too_low"
    plays(game, Bid("Ann", "KA", 840))
    assert auction(game).bids == (("KA", "Ann", 840),)


@rule_1890("9.1.2", "8.1.3", "9.1.2.2")
def test_turns_go_clockwise_and_the_next_without_bids_can_be_bought(edition: str) -> None:
    game = fresh(edition)
    assert refused(game, Bid("Bo", "AR", 20)).code == "not_your_turn"
    plays(game, Bid("Ann", "AR", 20), Bid("Bo", "KT", 40), Bid("Cy", "HT", 70), Bid("Ann", "HN", 110))
    assert game.acting == ("Bo",)


@rule_1890("8.1.2", "8.1.3", "9.1.2")
@pytest.mark.parametrize("bids", [0, 1, 2])
def test_the_card_goes_to_the_left_of_who_acted_last_in_this_round_too(edition: str, bids: int) -> None:
    """Ann has it: if nobody acts she keeps it, else it comes to Bo or, once Bo has bought, to Cy."""
    game = plays(fresh(edition), *(Bid("Ann", "AR", 20), Bid("Bo", "KT", 40))[:bids])
    waiting = PLAYERS[bids:3] + PLAYERS[:bids]
    assert game.state.priority == "Ann"
    plays(game, *(Pass(player) for player in waiting))
    assert (game.state.priority, game.state.turn, game.acting) == (waiting[0], 2, waiting[:1])


@rule_1890("9.1.2.3", "9.1.4.1", "9.1.4.3", "9.1.4.8", "9.1.4.9", "9.1.4.10")
def test_single_bids_are_sold_in_a_row_and_the_turn_returns_to_the_left_of_the_buyer(edition: str) -> None:
    """Bo buys Arima: Cy gets Kobe Tramway and Ann Hankai at their bids, and Hanshin Tramway is then for sale."""
    game = fresh(edition)
    plays(game, Bid("Ann", "HT", 75), Pass("Bo"), Bid("Cy", "KT", 45), Pass("Ann"), Bid("Bo", "AR", 20))
    state = game.state
    assert (state.privates["AR"], state.privates["KT"], state.privates["HT"]) == ("Bo", "Cy", "Ann")
    assert (state.cash["Cy"], state.cash["Ann"]) == (840 - 45, 840 - 75)
    assert game.acting == ("Cy",)
    assert game.why_not(Bid("Cy", "HN", 110)) is None


@rule_1890("9.1.4.2", "9.1.4.4", "9.1.4.5", "9.1.4.6", "9.1.4.7")
def test_an_auction_among_several(edition: str) -> None:
    """Di has not bid and takes no part. Cy's bid is highest, so the next bidder after them, Ann, speaks first."""
    game = fresh(edition, 4)
    plays(game, Bid("Ann", "KT", 45), Bid("Bo", "KT", 50), Bid("Cy", "KT", 55), Bid("Di", "AR", 20))
    assert auction(game).contested == "KT"
    assert game.acting == ("Ann",)
    assert refused(game, Bid("Ann", "KT", 59)).code == "bid_too_low"
    assert refused(game, Bid("Ann", "HT", 75)).code == "contest_first"
    plays(game, Bid("Ann", "KT", 60))
    assert game.acting == ("Bo",)
    plays(game, Pass("Bo"))
    assert game.acting == ("Cy",)
    plays(game, Bid("Cy", "KT", 65), Bid("Ann", "KT", 70))
    assert game.acting == ("Cy",), "Bo is out"
    plays(game, Pass("Cy"))
    assert game.state.privates["KT"] == "Ann"
    assert game.state.cash["Ann"] == 630 - 70
    assert game.state.cash["Cy"] == 630
    assert game.acting == ("Ann",), "left of Di, whose purchase set it off"


@rule_1890("9.1.4.4")
def test_an_auction_begins_after_its_highest_bidder(edition: str) -> None:
    """Bo's bid is highest: Cy speaks first, though Ann's is lowest, and comes next after Di, who sets it off."""
    game = fresh(edition, 4)
    plays(game, Bid("Ann", "KT", 45), Pass("Bo"), Bid("Cy", "KT", 50), Pass("Di"), Pass("Ann"), Bid("Bo", "KT", 55))
    plays(game, Pass("Cy"), Bid("Di", "AR", 20))
    assert game.acting == ("Cy",)
    plays(game, Bid("Cy", "KT", 60))
    assert game.acting == ("Ann",)
    plays(game, Bid("Ann", "KT", 65))
    assert game.acting == ("Bo",)
    plays(game, Pass("Bo"), Pass("Cy"))
    assert game.state.privates["KT"] == "Ann"


@rule_1890("9.2.1", "9.2.2", "1.2.4", "8.2.1")
def test_a_regular_stock_round_follows_in_the_same_game_turn(edition: str) -> None:
    """Cy buys the last lot, so Ann begins."""
    game = sold_to("ABCABCABCBC", edition)
    assert isinstance(game.state.stack[-1], StockRound)
    assert game.state.turn == 1
    assert game.acting == ("Ann",)
    assert game.state.priority == "Ann"


@rule_1890("9.2.3", "9.2.4", "8.4.1.3", "11.2.2", "VI.10.6.1")
def test_no_shares_and_no_late_privates_before(edition: str) -> None:
    """Late privates wait for the second game turn even when the regular stock round of the first has begun."""
    game = fresh(edition)
    for action in (Par("Ann", "HK", 75), BuyShare("Ann", "HK", "ipo"), AcquirePrivate("Ann", "KF", 200)):
        assert refused(game, action).code == "only_privates_now"
    game = sold_to("ABCABCABCBC", edition)
    reason = refused(game, AcquirePrivate("Ann", "KF", 200))
    assert (reason.code, reason.clause) == ("late_not_yet", "1890:8.4.1.3")
    assert not offered(game, AcquirePrivate) or all(one.private != "KF" for one in offered(game, AcquirePrivate))


@rule_1890("9.3.1", "9.3.2", "9.3.3", "9.3.4", "9.3.5")
def test_the_round_goes_on_over_several_game_turns(edition: str) -> None:
    """All pass with Kobe Tramway unsold: Arima pays 5, the turn count rises, and Cy's bid still stands."""
    game = fresh(edition)
    plays(game, Bid("Ann", "AR", 20), Pass("Bo"), Bid("Cy", "OM", 225), Pass("Ann"), Pass("Bo"))
    assert game.state.turn == 1, "Cy has not passed yet"
    plays(game, Pass("Cy"))
    assert game.state.turn == 2
    assert isinstance(game.state.stack[-1], Auction)
    assert game.state.cash["Ann"] == 840 - 20 + 5
    assert auction(game).bids == (("OM", "Cy", 225),)
    assert game.acting == ("Ann",), "Cy was the last to do something"
    plays(game, Pass("Ann"), Pass("Bo"))
    assert refused(game, Bid("Cy", "OE", 840 - 225 + 1)).code == "bid_without_cash"


@rule_1890("9.3.3", "10.1.2", "7.2.1", "7.2.2")
def test_minors_that_have_been_sold_operate_meanwhile(edition: str) -> None:
    """Everything up to Kanan is sold; then all pass, and Kanan has a turn while the others wait."""
    game = fresh(edition)
    for player, lot in zip(["Ann", "Bo", "Cy", "Ann", "Bo", "Cy"], ("AR", "KT", "HT", "HN", "KS", "OM"), strict=True):
        plays(game, Bid(player, lot, game.definition.lot(lot).price))
    plays(game, Par("Cy", "OS", 65), Bid("Ann", "KA", 100), Pass("Bo"), Pass("Cy"), Pass("Ann"))
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert (frame.order, game.acting, game.state.cash["KA"]) == (("KA",), ("Ann",), 100), "its buyer leads it"
    assert isinstance(game.state.stack[0], Auction)
    to_auction(game)
    assert game.state.turn == 2
    assert game.state.minors["OE"] == BANK


@rule_1890("9.1.3.1.4", "9.1.5")
def test_who_has_bid_all_he_has_is_not_asked(edition: str) -> None:
    """Ann's 840 are in her bid: after Cy it is Bo's turn again, and Ann has passed."""
    game = plays(fresh(edition), Bid("Ann", "OE", 840), Bid("Bo", "AR", 20))
    assert game.acting == ("Cy",)
    plays(game, Pass("Cy"))
    assert (game.acting, events(game, "passed")) == (
        ("Bo",),
        [{"player": "Cy"}, {"player": "Ann", "automatic": True}],
    )
    plays(game, Pass("Bo"))
    assert game.state.turn == 2, "hers was the second of three passes"


@rule_1890("9.3.2", "9.3.3", "9.3.4")
def test_when_nobody_has_money_the_round_goes_on_in_the_next_game_turn(edition: str) -> None:
    """Arima pays Bo 5, by which they may raise their bid; the card lies left of them, but Cy and Ann have nothing."""
    game = plays(fresh(edition), Bid("Ann", "OE", 840), Bid("Bo", "AR", 20), Bid("Cy", "NE", 840), Bid("Bo", "KE", 820))
    assert [one["player"] for one in events(game, "passed")] == ["Cy", "Ann", "Bo", "Cy", "Ann"]
    assert (game.state.turn, game.state.priority) == (2, "Cy")
    assert (game.acting, offered(game, Bid)) == (("Bo",), [Bid("Bo", "KE", 825)])


@rule_1890("9.1.4.5", "9.1.4.6", "9.1.4.7")
def test_who_cannot_raise_is_out_of_an_auction_among_several(edition: str) -> None:
    """Ann has 45 for Kobe Tramway, for which Bo has bid 50; then they are free for her other bid."""
    game = plays(fresh(edition), Bid("Ann", "KT", 45), Bid("Bo", "KT", 50), Pass("Cy"), Bid("Ann", "OE", 795))
    plays(game, Pass("Bo"), Bid("Cy", "AR", 20))
    assert (game.state.privates["KT"], game.state.cash["Bo"]) == ("Bo", 840 - 50)
    assert [one["player"] for one in events(game, "passed")] == ["Ann"]
    assert (game.acting, offered(game, Bid)) == (("Ann",), [Bid("Ann", "OE", 800)])


@rule_1890("9.3.1.1", "9.3.1.4", "9.3.1.5", "VI.1.2.1")
def test_only_arima_gets_cheaper(edition: str) -> None:
    game = fresh(edition)
    for price in (20, 15, 10, 5):
        assert [bid.price for bid in offered(game, Bid)[:2]] == [price, 45]
        if price > 5:
            all_pass(game)
    plays(game, Bid("Ann", "AR", 5))
    assert game.definition.privates["AR"].price == 20
    assert offered(game, Bid)[0].price == 40, "Kobe Tramway, which was never cheaper"
    all_pass(game)
    assert offered(game, Bid)[0].price == 40


@rule_1890("9.3.1.2", "9.3.1.3", "8.6.2")
def test_at_nothing_the_priority_holder_must_take_arima(edition: str) -> None:
    """Bo's bid on Kobe Tramway made Cy first; four turns later Cy gets Arima for nothing, and Bo Kobe Tramway."""
    game = fresh(edition)
    plays(game, Pass("Ann"), Bid("Bo", "KT", 45))
    for turn in (2, 3, 4):
        all_pass(game)
        assert (game.state.turn, game.state.priority, game.acting) == (turn, "Cy", ("Cy",))
    all_pass(game)
    assert game.state.turn == 5
    assert game.state.privates["AR"] == "Cy"
    assert game.state.privates["KT"] == "Bo"
    assert game.state.cash == {**game.state.cash, "Cy": 840, "Bo": 840 - 45}
    assert game.acting == ("Ann",), "left of Cy"


@rule_1890("9.4.1", "C.8.1.17", "C.8.1.18", "C.8.4.18", "8.4.7", "D.8.4.20", scenarios="CD")
def test_osaka_municipal_brings_the_subway(edition: str) -> None:
    """Its buyer sets the price before anything else and gets the president's certificate for nothing."""
    game = fresh(edition)
    for player, lot in zip(["Ann", "Bo", "Cy", "Ann", "Bo"], ("AR", "KT", "HT", "HN", "KS"), strict=True):
        plays(game, Bid(player, lot, game.definition.lot(lot).price))
    plays(game, Bid("Cy", "OM", 220))
    cash = game.state.cash["Cy"]
    assert game.acting == ("Cy",)
    assert [one.price for one in offered(game, Par)] == [65, 70, 75, 80, 90, 100]
    assert refused(game, Pass("Cy")).code == "par_first"
    assert refused(game, Par("Cy", "OS", 85)).code == "not_a_par_price"
    assert refused(game, Par("Cy", "HK", 80)).code == "par_first"
    plays(game, Par("Cy", "OS", 90))
    state = game.state
    assert (state.par["OS"], state.presidents["OS"], state.held("Cy", "OS")) == (90, "Cy", 20)
    assert game.definition.market.cells[state.cells["OS"]].price == 90
    assert state.cash["Cy"] == cash
    assert game.acting == ("Ann",)


@rule_1890("9.4.2", "C.8.3.17", "C.8.4.29", "C.8.4.31", "C.8.4.32", "VI.3.4.1")
def test_osaka_electric_sets_the_price_of_kinki(edition: str) -> None:
    """They get no share with it: the certificates of the minors wait."""
    game = sold_to("ABCABCABCBC", edition, price=75)
    state = game.state
    assert state.par["KN"] == 75
    assert "KN" not in state.presidents
    reserved = {owner: part for (owner, company), part in state.holdings.items() if company == "KN"}
    assert reserved == {"KA": 10, "OE": 20, "OT": 10, "NE": 20, "ipo": 40}
    assert "KN" not in state.floated


@rule_1890("C.8.3.17", "C.8.4.29", "VI.3.4.1")
def test_the_buyer_sets_it_before_anything_else(edition: str) -> None:
    """Bo buys Osaka Electric, for which Ann and Cy have not bid; then Cy may go on."""
    game = fresh(edition)
    for player, lot in zip(("Bo", "Cy", "Ann") * 2, ("AR", "KT", "HT", "HN", "KS", "OM"), strict=True):
        while game.acting != (player,):
            plays(game, Pass(game.acting[0]))
        plays(game, Bid(player, lot, game.definition.lot(lot).price))
    plays(game, Par("Ann", "OS", 65), Pass("Bo"), Bid("Cy", "KA", 100), Pass("Ann"), Bid("Bo", "OE", 200))
    assert game.acting == ("Bo",)
    assert [one.price for one in offered(game, Par)] == [65, 70, 75, 80, 90, 100]
    assert refused(game, Bid("Cy", "OT", 100)).code == "par_first"
    plays(game, Par("Bo", "KN", 80))
    assert (game.state.par["KN"], game.state.held("Bo", "KN"), game.acting) == (80, 0, ("Cy",))


@rule_1890(
    "7.1", "7.2.1", "7.2.2", "7.2.4", "7.2.5", "11.3.2", "11.3.4", "3.9.4", "3.10.2", "11.3.1.3", "C.8.3.3", "VI.3.2.1"
)
def test_a_minor_starts_with_its_capital_and_its_token(edition: str) -> None:
    """Nara Electric has 320 and two tokens, whatever was bid for it."""
    game = fresh(edition)
    plays(game, Bid("Ann", "NE", 400))
    assert (game.state.minors["NE"], game.state.cash["NE"]) == (BANK, 0), "not before it is bought"
    while not isinstance(game.state.stack[-1], StockRound):
        if isinstance(game.state.stack[-1], Auction):
            plays(game, next((one for one in offered(game, Bid)[:1]), Pass(game.acting[0])))
        else:
            plays(game, offered(game, Par)[0])
        if game.state.minors["NE"] != BANK:
            break
    assert game.state.minors["NE"] == "Ann"
    assert game.state.cash["NE"] == 320
    bought = [(one["player"], one["price"]) for one in game.events if one.kind == "private-bought"]
    assert game.state.cash["Ann"] == 840 - sum(price for player, price in bought if player == "Ann"), "the bank pays it"
    assert sorted(game.state.board.tokens_of("NE")) == [("B17", 1), ("H19", 0)]
    assert not [stop for stop, owners in game.state.board.reserved.items() if "NE" in owners]


@rule_1890("C.8.3.4")
def test_osaka_electric_and_osaka_railway_share_a_token(edition: str) -> None:
    game = sold_to("ABCABCABCBC", edition)
    assert game.state.board.tokens[("H13", 0)] == ("OE",)
    assert game.state.board.tokens_of("OT") == []
    assert game.state.minors["OT"] in game.players


@rule_1890("C.8.1.13", "C.8.1.15", "A.8.1.9", "B.9.3", scenarios="ABCD")
def test_a_share_comes_with_some_privates(edition: str) -> None:
    """Hanshin with Hanshin Tramway; Keihan with Keishin, but not in A."""
    order = fresh(edition).definition.auction.order  # type: ignore[union-attr]
    game = sold_to("".join("B" if lot in ("HN", "KS") else "A" for lot in order), edition)
    assert game.state.held("Bo", "HS") == 10
    assert game.state.held("Bo", "KH") == (0 if edition == "A" else 10)
    assert "HS" not in game.state.par


@rule_1890("7.1", "7.1.1", "7.1.2", "11.1.1", "11.1.3", "11.1.4", "10.2.1", "10.2.2", "0.11")
def test_privates_pay_their_buyers_at_the_beginning_of_an_operating_round(edition: str) -> None:
    game = fresh(edition)
    plays(game, Bid("Ann", "AR", 20), Bid("Bo", "KT", 40), Pass("Cy"), Pass("Ann"), Pass("Bo"))
    assert [(paid["owner"], paid["amount"]) for paid in events(game, "private-income")] == [("Ann", 5), ("Bo", 10)]
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (840 - 20 + 5, 840 - 40 + 10)


@rule_1890("11.1.3", "10.2.1")
def test_privates_pay_in_each_operating_round_of_a_game_turn(edition: str) -> None:
    position = Position(edition).phase("4").company("HK", Ann=50).private("HT", "Bo").private("KF", "Cy")
    game = all_pass(position.stock("Ann"))
    paid = []
    while game.state.turn == 2:
        paid += [(game.state.round, one["private"], one["amount"]) for one in events(game, "private-income")]
        plays(game, next(iter(game.legal_actions())))
    assert paid == [(number, *one) for number in (1, 2, 3) for one in (("HT", 5), ("KF", 40))]


@rule_1890("9.1.3.1.4", "9.3.5", "12.5.6")
@pytest.mark.parametrize(("bid", "free"), [(20, True), (21, False)])
def test_money_in_bids_does_not_pay_for_a_train_in_between(edition: str, bid: int, free: bool) -> None:
    """Kanan has a route, no train and no money, and Ann's 100 stand in part in a bid: a 2-train costs 80."""
    position = Position(edition).minor("KA", "Ann", cash=0).cash(Ann=100).private("OM", BANK)
    game = position.tile("J17", "9", 1).tile("J19", "3").operate("KA", "trains")
    game.state.stack = (Auction("Bo", bids=(("OM", "Ann", bid),), waiting=True), *game.state.stack)
    purchase = BuyTrain("KA", "2", "bank", 80)
    if free:
        plays(game, purchase)
        assert [paid["amount"] for paid in events(game, "president-paid")] == [80]
    else:
        assert refused(game, purchase).code == "president_cash"
