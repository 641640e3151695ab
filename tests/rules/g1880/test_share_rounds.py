"""Share rounds: turns, purchases, sales, limits, the change of director, prices."""

from __future__ import annotations

import pytest

from kaiping.action import BuyShare, BuyTrain, Choose, Dividend, Par, Pass, SellShares
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.shares import certificates
from kaiping.flow.stock import StockRound
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, offered, plays, refused


def start(edition: str, phase: str = "B1") -> Position:
    position = (
        Position(edition).phase(phase).company("BCR", par=100, Cy=60, cash=500, trains=("3",) if phase == "B1" else ())
    )
    return position.cash(Ann=500, Bo=500, Cy=500)


@rule_1880("XII.2.1", "XII.2.2", "XII.2.4", "XII.2.5", "XII.2.6", "VIII.1.7", "XII.8.1", "XII.8.5")
def test_a_turn_is_sales_and_then_one_purchase(edition: str) -> None:
    position = start(edition).company("WNR", par=70, Bo=30, Ann=20).company("NXR", floated=False, Bo=40, Ann=10)
    game = position.set(fully_paid=frozenset({"BCR"})).stock("Ann", inside="BCR")
    before = dict(game.state.cash)
    bank = game.state.bank
    plays(game, SellShares("Ann", "NXR", 10), SellShares("Ann", "WNR", 20))
    assert game.acting == ("Ann",)
    plays(game, BuyShare("Ann", "BCR", "ipo"))
    change = (80 - 5) + 2 * (70 - 5) - 100
    assert game.state.cash == before | {"Ann": 500 + change}, "nobody else gives or gets money"
    assert game.state.bank == bank - change
    assert [game.state.held("ipo", name) for name in ("NXR", "WNR", "BCR")] == [60, 70, 30]
    assert game.acting == ("Bo",), "a purchase ends the turn, so nothing is sold after it"


@rule_1880("VIII.1.1", "VIII.1.7")
def test_a_share_bought_is_a_tenth_of_the_company(edition: str) -> None:
    """Cy buys one of Bo's in a share round; then it pays them a tenth of what it earns, and none is for sale."""
    position = start(edition).company("WNR", par=70, Bo=30, permits="", trains=("3",))
    game = plays(position.stock("Cy", inside="BCR"), BuyShare("Cy", "WNR", "ipo"))
    assert (game.state.held("Cy", "WNR"), game.state.held("ipo", "WNR")) == (10, 60)
    position.state = game.state
    for step in ("trains", "dividend"):
        game = position.operate("WNR", step, revenue=130)
        for player in ("Bo", "Cy"):
            for action in (BuyShare(player, "WNR", "ipo"), SellShares(player, "WNR", 10)):
                assert refused(game, action)
    cash = dict(game.state.cash)
    plays(game, Dividend("WNR", "pay"))
    assert [game.state.cash[player] - cash[player] for player in ("Ann", "Bo", "Cy")] == [0, 39, 13]


@rule_1880("XII.2.6")
def test_who_wishes_neither_to_sell_nor_to_buy_passes(edition: str) -> None:
    game = start(edition).company("WNR", par=70, Bo=30, Ann=20).stock("Ann", inside="BCR")
    assert offered(game, SellShares)
    assert offered(game, BuyShare)
    cash, holdings = dict(game.state.cash), dict(game.state.holdings)
    plays(game, Pass("Ann"))
    assert (game.state.cash, game.state.holdings) == (cash, holdings)
    assert game.acting == ("Bo",)


@rule_1880("XII.8.5", "XII.2.4")
def test_as_many_shares_as_one_likes_are_sold(edition: str) -> None:
    """Eight at once, and then shares of another company."""
    position = start(edition).company("WNR", par=70, Ann=80, Bo=20).company("NXR", par=80, Bo=40, Ann=30)
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 80), SellShares("Ann", "NXR", 30))
    assert (game.state.held("Ann", "WNR"), game.state.held("Ann", "NXR")) == (0, 0)


@rule_1880("XII.8.1", "VIII.1.7")
def test_shares_of_every_company_can_be_sold(edition: str) -> None:
    """Of one that has operated, of one that has not yet, and of one that has not opened."""
    position = (
        start(edition).company("WNR", par=70, Bo=30, Ann=20).company("NXR", par=80, Bo=30, Ann=20, operated=False)
    )
    game = position.company("HKR", par=90, Bo=30, Ann=20, floated=False).stock("Ann", inside="BCR")
    for name, price in (("WNR", 70), ("NXR", 80), ("HKR", 90)):
        assert {action.percent for action in offered(game, SellShares) if action.company == name} == {10, 20}
        cash = game.state.cash["Ann"]
        plays(game, SellShares("Ann", name, 10))
        assert (game.state.cash["Ann"], game.state.held("Ann", name)) == (cash + price - 5, 10)


@rule_1880("XII.2.3", "XII.4.9", "XII.4.2", "XII.4.10", "XIII.1.1")
def test_shares_cost_what_the_board_says(edition: str) -> None:
    position = start(edition).company("WNR", par=70, cell=(4, 7), Bo=30)
    game = plays(position.stock("Ann", inside="BCR"), BuyShare("Ann", "WNR", "ipo"))
    assert game.state.cash["Ann"] == 500 - 105
    low = start(edition).company("WNR", par=100, cell=(4, 2), Bo=30, operated=False).stock("Ann", inside="BCR")
    assert plays(low, BuyShare("Ann", "WNR", "ipo")).state.cash["Ann"] == 500 - 80, "also below the starting price"
    poor = start(edition).company("WNR", par=70, cell=(4, 7), Bo=30).cash(Ann=104).stock("Ann", inside="BCR")
    assert refused(poor, BuyShare("Ann", "WNR", "ipo")).code == "cash_for_share"


@rule_1880("XII.2.8", "XII.8.2", "XII.8.3", "XII.8.4", "XIII.3.1", in_2010=["XII.8.10"])
def test_a_sale_returns_to_the_bank_costs_a_fee_and_lowers_the_price(edition: str) -> None:
    position = start(edition).company("WNR", par=90, Bo=40, Ann=30)
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 20))
    state = game.state
    assert state.cash["Ann"] == 500 + 2 * (90 - 5)
    assert state.held("ipo", "WNR") == 50
    assert state.held("pool", "WNR") == 0
    assert state.cells["WNR"] == (5, 3)
    risen = start(edition).company("WNR", par=90, cell=(4, 7), Bo=40, Ann=30).stock("Ann", inside="BCR")
    plays(risen, SellShares("Ann", "WNR", 20))
    assert risen.state.cash["Ann"] == 500 + 2 * (105 - 5), "the present price, for both, and not the first one"
    many = start(edition).company("WNR", par=100, cell=(1, 4), Bo=50, Ann=40).stock("Ann", inside="BCR")
    plays(many, SellShares("Ann", "WNR", 40))
    assert (many.state.cash["Ann"], many.state.cells["WNR"]) == (500 + 4 * (105 - 5), (5, 4)), "for each of four"


@rule_1880("XII.6.3", "XII.6.5")
def test_the_price_of_a_company_that_has_not_opened_stays_where_it_started(edition: str) -> None:
    """Its marker comes on the starting place when it opens: sales before that do not move it."""
    position = start(edition).company("WNR", par=90, floated=False, Bo=30, Ann=20)
    game = position.stock("Ann", inside="BCR")
    par = game.definition.market.par_cells[90]
    plays(game, SellShares("Ann", "WNR", 10), SellShares("Ann", "WNR", 10))
    assert game.state.cash["Ann"] == 500 + 2 * (90 - 5), "both at the starting price"
    assert game.state.cells["WNR"] == par
    all_pass(game)
    assert "WNR" in game.state.floated
    assert game.state.cells["WNR"] == par


@rule_1880("XIII.3.2")
def test_at_the_bottom_of_a_column_the_price_stays(edition: str) -> None:
    position = start(edition).company("WNR", par=70, cell=(8, 4), Bo=40, Ann=30)
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 20))
    assert game.state.cells["WNR"] == (8, 4)


@rule_1880("XII.4.11", "XII.4.12")
def test_what_was_sold_is_not_bought_in_the_same_round(edition: str) -> None:
    position = start(edition).company("WNR", par=90, Bo=40, Ann=30)
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 20))
    assert refused(game, BuyShare("Ann", "WNR", "ipo")).code == "sold_this_round"
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert refused(game, BuyShare("Ann", "WNR", "ipo")).code == "sold_this_round"
    assert not position.stock("Ann", inside="BCR").why_not(BuyShare("Ann", "BCR", "ipo"))
    both = start(edition).company("WNR", par=90, Bo=40, Ann=30).company("NXR", par=80, Bo=40, Ann=30)
    game = plays(both.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 10), SellShares("Ann", "NXR", 10))
    for name in ("WNR", "NXR"):
        assert refused(game, BuyShare("Ann", name, "ipo")).code == "sold_this_round", "of all that were sold"


@rule_1880("XII.3.1", "XII.3.2", "XII.3.3", "XII.3.4", "V.36", "V.37", "XII.4.13", "XII.2.7")
def test_the_round_ends_when_all_pass_in_a_row_and_the_priority_moves_on(edition: str) -> None:
    game = start(edition).company("WNR", par=70, Bo=30).stock("Bo", inside="BCR")
    assert game.acting == ("Bo",)
    plays(game, Pass("Bo"), BuyShare("Cy", "WNR", "ipo"), Pass("Ann"), Pass("Bo"))
    assert isinstance(game.state.stack[-1], StockRound), "Cy has bought, so they have another turn"
    plays(game, Pass("Cy"))
    assert isinstance(game.state.stack[-1], OperatingRound)
    assert game.state.priority == "Ann"


@rule_1880("XII.3.2", "XII.3.3", "XII.4.13")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_all_have_to_pass_after_the_last_deal_however_many_they_are(edition: str, players: int) -> None:
    """Bo buys; the others, and then Bo, pass in the order of their seats."""
    position = Position(edition, players).phase("B1").company("BCR", par=100, Cy=60, cash=500, trains=("3",))
    game = position.company("WNR", par=70, Bo=30).stock("Ann", inside="BCR")
    seats = game.state.players
    plays(game, Pass("Ann"), BuyShare("Bo", "WNR", "ipo"))
    for player in (*seats[2:], *seats[:2]):
        assert isinstance(game.state.stack[-1], StockRound)
        assert game.acting == (player,)
        plays(game, Pass(player))
    assert isinstance(game.state.stack[-1], OperatingRound)


@rule_1880("XII.4.13")
def test_who_sells_has_another_turn_too(edition: str) -> None:
    game = start(edition).company("WNR", par=70, Bo=30, Cy=20).stock("Bo", inside="BCR")
    plays(game, Pass("Bo"), SellShares("Cy", "WNR", 10), Pass("Cy"), Pass("Ann"), Pass("Bo"))
    assert game.acting == ("Cy",)
    assert offered(game, SellShares)


@rule_1880("V.36", "V.37", "XII.3.4", "XII.3.1")
def test_a_sale_moves_the_priority_too_and_its_holder_begins_the_next_round(edition: str) -> None:
    """Bo is the last to deal; Ann, who sits first, leads the company whose train brings the next share round."""
    position = Position(edition).phase("B1").left("3", 1).company("BCR", par=100, Ann=60, cash=500, permits="")
    game = position.company("WNR", par=70, Ann=40, Bo=20, permits="").cash(Ann=500, Cy=500).stock("Ann", inside="BCR")
    plays(game, BuyShare("Ann", "BCR", "ipo"), SellShares("Bo", "WNR", 10), Pass("Bo"))
    all_pass(game)
    assert game.state.priority == "Cy"
    plays(game, BuyTrain("BCR", "3", "bank", 180))
    assert isinstance(game.state.stack[-1], StockRound)
    assert game.acting == ("Cy",)


@rule_1880("V.36", "V.37")
def test_who_starts_a_company_has_acted_too(edition: str) -> None:
    game = start(edition).stock("Ann", inside="BCR")
    plays(game, BuyShare("Ann", "BCR", "ipo"), Par("Bo", "WNR", 70, None if edition == "2022" else 0))
    while offered(game, Choose):
        plays(game, offered(game, Choose)[0])
    all_pass(game)
    assert game.state.priority == "Cy", "to the left of Bo"


@rule_1880("XII.3.5", "X.6.22", "X.6.23", "IX.2.8")
def test_the_interrupted_company_goes_on(edition: str) -> None:
    game = all_pass(start(edition).company("WNR", par=70, Bo=30).stock("Bo", inside="BCR"))
    top = game.state.stack[-1]
    assert isinstance(top, OperatingRound)
    assert top.company == "BCR"
    later = start(edition).company("WNR", par=80, Bo=30).company("NXR", par=70, Bo=30).stock("Bo", inside="WNR")
    top = all_pass(later).state.stack[-1]
    assert isinstance(top, OperatingRound)
    assert top.order == ("WNR", "NXR"), "nobody before it operates again"


@rule_1880("XIII.3.3", "XIII.3.4", "XIII.3.5", "XIII.3.7")
def test_sold_out_companies_rise(edition: str) -> None:
    position = start(edition).investor("A3", "Ann").company("WNR", par=70, Bo=50, Ann=40, A3=10)
    position.company("NXR", par=80, Bo=50, Ann=40).company("HKR", par=90, cell=(0, 4), Bo=60, Ann=40)
    position.company("LHR", par=90, floated=False, Bo=60, Ann=40)
    game = all_pass(position.stock("Bo", inside="BCR"))
    cells = game.state.cells
    assert cells["LHR"] == (2, 3), "it floats with the end of this round"
    assert cells["WNR"] == (6, 3), "the share of the investor is not for sale"
    assert cells["NXR"] == (5, 3), "a share is left"
    assert cells["HKR"] == (0, 4), "at the top of its column"


@rule_1880("XIII.3.5", "XIII.3.6")
def test_in_phase_a_the_first_half_counts_as_all(edition: str) -> None:
    position = start(edition, "A1").company("WNR", par=70, Bo=30, Ann=20)
    game = all_pass(position.stock("Bo", inside="BCR"))
    assert game.state.cells["WNR"] == (6, 3)


@rule_1880("XII.5.1", "XII.5.2", "XII.5.3", "XII.5.4", "VI.1.15", "VIII.1.4")
def test_the_certificate_limit(edition: str) -> None:
    position = start(edition).cash(Ann=500)
    names = ["WNR", "NXR", "HKR", "LHR"]
    for name, percent, held in zip(names, (20, 30, 40, 20), (70, 60, 70, 50), strict=True):
        position.company(name, par=70, percent=percent, Ann=held)
    for private in ("P1", "P2"):
        position.private(private, "Ann")
    position.investor("A3", "Ann")
    game = position.stock("Ann", inside="BCR")
    # 6 + 4 + 4 + 4 certificates, presidents' ones counted once whatever their size
    plays(game, BuyShare("Ann", "BCR", "ipo"), Pass("Bo"), Pass("Cy"), BuyShare("Ann", "BCR", "ipo"))
    plays(game, Pass("Bo"), Pass("Cy"))
    assert refused(game, BuyShare("Ann", "WNR", "ipo")).code == "certificate_limit"


@rule_1880("XII.5.12")
def test_who_is_over_the_limit_sells_first(edition: str) -> None:
    position = start(edition)
    for name in ("WNR", "NXR", "HKR"):
        position.company(name, par=70, Ann=70)
    position.company("LHR", par=70, percent=30, Ann=30, Bo=40)
    game = position.stock("Ann", inside="BCR")
    assert refused(game, Pass("Ann")).code == "over_certificate_limit"
    assert refused(game, BuyShare("Ann", "BCR", "ipo")).code == "over_certificate_limit"
    plays(game, SellShares("Ann", "LHR", 10), Pass("Ann"))


@rule_1880("XII.5.10")
def test_a_player_may_own_all_of_a_company(edition: str) -> None:
    game = start(edition).company("WNR", par=70, Ann=90).stock("Ann", inside="BCR")
    plays(game, BuyShare("Ann", "WNR", "ipo"))
    assert game.state.held("Ann", "WNR") == 100


@rule_1880("VIII.3.1", "VIII.3.7", "VIII.3.8", "II.11")
def test_who_buys_more_becomes_director(edition: str) -> None:
    game = start(edition).company("WNR", par=70, percent=30, Bo=30, Ann=30, president="Bo").stock("Ann", inside="BCR")
    plays(game, BuyShare("Ann", "WNR", "ipo"))
    state = game.state
    assert state.presidents["WNR"] == "Ann"
    assert (state.held("Ann", "WNR"), state.held("Bo", "WNR")) == (40, 30), "they get shares for the certificate"
    game = start(edition).company("WNR", par=70, Bo=30, Ann=20).stock("Ann", inside="BCR")
    plays(game, BuyShare("Ann", "WNR", "ipo"))
    assert game.state.presidents["WNR"] == "Bo", "as many are not more"


@rule_1880("VIII.3.8", "VIII.3.7")
def test_all_that_a_company_has_goes_to_its_new_director(edition: str) -> None:
    """Cy buys the share that makes them director of WNR: it keeps what it has, and they decide for it."""
    position = start(edition).company("WNR", par=70, Ann=30, Cy=30, cash=330, permits="BC", trains=("3",))
    position.token("WNR", "J12").tile("J12", "57", 0).set(fully_paid=frozenset({"BCR", "WNR"}))
    game = position.stock("Cy", inside="BCR")
    state = game.state
    before = state.cash["WNR"], state.trains["WNR"], state.own.permits["WNR"], state.board.tokens_of("WNR")
    cash = state.cash["Ann"], state.cash["Cy"]
    plays(game, BuyShare("Cy", "WNR", "ipo"))
    state = game.state
    assert state.presidents["WNR"] == "Cy"
    assert (state.cash["WNR"], state.trains["WNR"], state.own.permits["WNR"], state.board.tokens_of("WNR")) == before
    assert (state.cash["Ann"], state.cash["Cy"]) == (cash[0], cash[1] - 70)
    assert (state.certificates["WNR"], certificates(game.table(), "Ann"), certificates(game.table(), "Cy")) == (
        20, 3, 5 + 3
    )  # fmt: skip
    position.state = state
    for step in ("track", "trains"):
        assert position.operate("WNR", step).acting == ("Cy",)


@rule_1880("VIII.3.2", "VIII.3.3", "VIII.3.4", "VIII.3.5", "XII.8.8")
def test_a_director_who_sells_hands_the_company_on(edition: str) -> None:
    position = Position(edition, 4).phase("B1").company("BCR", Cy=60)
    position.company("WNR", par=90, Ann=40, Cy=30, Di=30)
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 20))
    assert game.state.presidents["WNR"] == "Cy", "of equals the next clockwise"
    position = Position(edition, 4).phase("B1").company("BCR", Cy=60)
    position.company("WNR", par=90, Bo=40, Ann=30, Di=30)
    game = plays(position.stock("Bo", inside="BCR"), SellShares("Bo", "WNR", 20))
    assert game.state.presidents["WNR"] == "Di", "counted from the old director and not from the first seat"
    position = Position(edition, 4).phase("B1").company("BCR", Cy=60)
    position.company("WNR", par=90, Ann=40, Bo=20, Cy=30)
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 30))
    assert game.state.presidents["WNR"] == "Cy", "who has most, though Bo sits nearer and has more than Ann"
    position = Position(edition, 4).phase("B1").company("BCR", Cy=60)
    position.company("WNR", par=90, Ann=40, Cy=30, Di=20)
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 10))
    assert game.state.presidents["WNR"] == "Ann", "as many are not more"
    position = Position(edition, 5).phase("B1").company("BCR", Di=60)
    position.company("WNR", par=90, Cy=40, Ann=30, Bo=30)
    game = plays(position.stock("Cy", inside="BCR"), SellShares("Cy", "WNR", 20))
    assert game.state.presidents["WNR"] == "Ann", "beyond the last seat too the next clockwise"


@rule_1880("VIII.3.5")
def test_a_director_who_sells_nothing_remains_director(edition: str) -> None:
    """Bo holds as many shares and Ann passes, or buys others: she has still to lead WNR."""
    for action in (Pass("Ann"), BuyShare("Ann", "BCR", "ipo")):
        position = start(edition).company("WNR", par=70, Ann=20, Bo=20, president="Ann")
        game = plays(position.stock("Ann", inside="BCR"), action)
        assert game.state.presidents["WNR"] == "Ann"


@rule_1880("VIII.3.6", "XII.8.7")
def test_a_certificate_needs_somebody_to_take_it(edition: str) -> None:
    position = start(edition).company("WNR", par=90, percent=40, Ann=40, Bo=30)
    game = position.stock("Ann", inside="BCR")
    for percent in (10, 40):
        assert refused(game, SellShares("Ann", "WNR", percent)).code == "president_certificate_sold"
    heir = start(edition).company("WNR", par=90, percent=40, Ann=40, Bo=40, president="Ann")
    plays(heir.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 10))


@rule_1880("XII.1.2", "XII.1.4", in_2010=["XII.1.1"])
def test_a_leased_train_is_no_reason_for_a_share_round(edition: str) -> None:
    position = Position(edition).left("2", 1).investor("A3", "Ann").company("BCR", Cy=20)
    game = position.tile("H6", "57", 1).operate("A3", "run", after=("BCR",))
    assert game.state.depot["2"] == 1
    assert not offered(game, BuyShare)
