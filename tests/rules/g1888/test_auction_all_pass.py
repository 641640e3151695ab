"""What follows when all pass in the auction: a round in which only privates pay, and whose turn it is then."""

from __future__ import annotations

import pytest

from kaiping.action import Bid, Par, Pass, SellShares
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.auctions import PRICES, all_pass, auction
from tests.rules.g1888.positions import PLAYERS, offered, plays, refused


def passes(game: Game, *players: str) -> Game:
    return plays(game, *map(Pass, players))


@rule_1888("VI.33", "VII.2.1", "VII.2.4")
def test_the_free_tramway_goes_to_the_holder_of_the_priority(edition: str) -> None:
    """Ann has it: a bid is no purchase. Bo's bid has made Cy's pass the first of the last three."""
    game = passes(all_pass(auction(edition, 3), 4), "Ann")
    plays(game, Bid("Bo", "FC", 155))
    passes(game, "Cy", "Ann", "Bo")
    assert game.state.privates["KT"] == "Ann"
    assert game.state.cash["Ann"] == 800
    assert game.acting == ("Bo",), "left of Ann, who has bought"


@rule_1888("VI.25", "VII.2.1", "VII.2.4")
def test_the_next_round_begins_with_the_holder_of_the_priority(edition: str) -> None:
    """Left of Ann, the last who bought, whatever was bid since; the last to pass was Cy, left of whom sits Ann."""
    game = plays(auction(edition, 3), Bid("Ann", "KT", 25), Pass("Bo"), Bid("Cy", "FC", 155))
    passes(game, "Ann", "Bo", "Cy")
    assert game.state.priority == "Bo"
    assert game.acting == ("Bo",)


@rule_1888("VI.25", "VII.2.4")
def test_a_private_bought_by_a_bid_moves_the_priority_too(edition: str) -> None:
    """Ann buys the tramway at its price, then Bo gets the Terracotta Army for their bid: Cy has the priority."""
    game = plays(auction(edition, 3), Pass("Ann"), Bid("Bo", "TA", 55), Pass("Cy"), Bid("Ann", "KT", 25))
    assert (game.state.privates["TA"], game.state.priority) == ("Bo", "Cy")
    assert game.acting == ("Bo",), "turns resume left of who bought at face value"
    passes(game, "Bo", "Cy", "Ann")
    assert game.acting == ("Cy",)


@rule_1888("VI.25", "VII.2.1")
def test_while_nothing_is_sold_the_starting_player_begins_again(edition: str) -> None:
    game = plays(auction(edition, 3), Bid("Ann", "FC", 155))
    passes(game, "Bo", "Cy", "Ann")
    assert game.acting == ("Ann",)
    assert Bid("Ann", "KT", 20) in offered(game, Bid)


@rule_1888("VI.24", "VI.26", in_2021=("VI.3.26",))
def test_an_operating_round_is_played_also_while_the_tramway_is_unsold(edition: str) -> None:
    """Nobody owns a private, so nobody is paid; the tramway costs 5 less afterwards."""
    game = all_pass(auction(edition, 3))
    assert [event.kind for event in game.last_events if event.kind in ("income-only-round", "private-cheaper")] == [
        "income-only-round",
        "private-cheaper",
    ]
    assert game.state.cash == {**game.state.cash, "Ann": 800, "Bo": 800, "Cy": 800}


@pytest.mark.clause("1888-2022:VI.24", "1888-2022:VIII.3.11.1")
@pytest.mark.parametrize("sold", [False, True])
def test_that_round_is_a_set_whether_or_not_the_tramway_is_sold(sold: bool) -> None:
    """2022: a train leaves at the end of each set of operating rounds; one setting for both cases."""
    for options, left in (((), 6), (("no-export-in-auction",), 7)):
        game = Game("1888", players=PLAYERS[:3], options=options)
        if sold:
            plays(game, Bid("Ann", "KT", 25))
        all_pass(game)
        assert game.state.depot["2"] == left


@pytest.mark.clause("1888-2021:VII.3.11.1")
@pytest.mark.parametrize("sold", [False, True])
def test_in_2021_nothing_is_exported_before_the_first_purchase_of_a_train(sold: bool) -> None:
    game = auction("2021", 3)
    if sold:
        plays(game, Bid("Ann", "KT", 25))
    assert all_pass(game).state.depot["2"] == 7


def sold_by_bid(edition: str, *options: str) -> Game:
    """Cy buys the ferry at face value, then Bo gets the Forbidden City for their bid."""
    game = Game("1888", edition=edition, players=PLAYERS[:4], options=options)
    prices = PRICES[edition]
    plays(game, *(Bid(PLAYERS[seat], name, prices[name]) for seat, name in enumerate(("KT", "TA", "HS", "CW"))))
    return plays(game, Pass("Ann"), Bid("Bo", "FC", 155), Bid("Cy", "YRF", prices["YRF"]))


@rule_1888("VI.23", "VI.34")
def test_the_stock_round_goes_on_left_of_the_last_purchase_at_face_value(edition: str) -> None:
    assert sold_by_bid(edition).acting == ("Di",)


@rule_1888("VII.2.1", "VII.2.4")
def test_with_an_option_the_holder_of_the_priority_begins_the_stock_round(edition: str) -> None:
    """Bo bought last, so Cy has the card."""
    assert sold_by_bid(edition, "priority-begins").acting == ("Cy",)


@rule_1888("VII.2.4")
def test_if_nobody_deals_in_the_first_stock_round_the_priority_stays_left_of_the_last_purchase(edition: str) -> None:
    game = passes(sold_by_bid(edition), "Di", "Ann", "Bo", "Cy")
    assert (game.state.turn, game.acting) == (2, ("Cy",))


@rule_1888("VII.4.2", "VI.25", "V.1", "V.2")
def test_no_share_is_sold_in_the_stock_round_that_ends_the_auction(edition: str) -> None:
    """The rounds of the auction and the dealing in shares that follows are the first stock round."""
    game = all_pass(plays(auction(edition, 3), Bid("Ann", "KT", 25)))
    for private, price in list(PRICES[edition].items())[1:]:
        plays(game, Bid(game.acting[0], private, price))
    founder = game.acting[0]
    plays(game, Par(founder, "JHR", 70))
    passes(game, *(game.players[(game.players.index(founder) + step) % 3] for step in (1, 2)))
    assert refused(game, SellShares(founder, "JHR", 10)).code == "no_sales_yet"


def test_the_house_rules_go_on_with_the_next_player() -> None:
    """As recorded: the next after the last to pass takes the free tramway, and no round is played before."""
    game = passes(all_pass(auction("18xx-north", 3), 4), "Ann")
    assert game.state.depot["2"] == 7
    plays(game, Bid("Bo", "FC", 155))
    passes(game, "Cy", "Ann", "Bo")
    assert game.state.privates["KT"] == "Cy"
