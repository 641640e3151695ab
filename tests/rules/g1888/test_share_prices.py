"""Share prices: how markers move over the board in operating and in stock rounds."""

from __future__ import annotations

from kaiping.action import AnyAction, Bid, BuyShare, Dividend, Par, Pass, SellShares
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.auctions import first_stock_round
from tests.rules.g1888.positions import Position, plays, refused

Cell = tuple[int, int]


def price(game: Game, company: str) -> int:
    return game.definition.market.cells[game.state.cells[company]].price


def dividend(edition: str, cell: Cell, kind: str, *, under: Cell | None = None) -> Game:
    """JHR on a cell pays out or withholds a revenue of 50; LYR lies on another cell, if wanted."""
    position = Position(edition).company("JHR", cell=cell, Ann=60, cash=100, trains=("2",))
    if under is not None:
        position.company("LYR", cell=under, Bo=60)
    game = position.phase("2").operate("JHR", "dividend", revenue=50)
    return plays(game, Dividend("JHR", kind))  # type: ignore[arg-type]


def sold_out(edition: str, **cells: Cell) -> Game:
    """Companies on these cells, all of whose shares are in players' hands, when the stock round has ended."""
    position = Position(edition)
    for company, cell in cells.items():
        position.company(company, cell=cell, Ann=40, Bo=30, Cy=30)
    game = position.stock("Ann")
    for player in game.players:
        plays(game, Pass(player))
    return game


@rule_1888("IX.1.1")
def test_each_started_company_has_its_price_on_the_board(edition: str) -> None:
    """What the marker says is paid for shares of the pool and for shares sold, wherever the company has started."""
    game = first_stock_round(edition)
    assert (game.state.cells, game.state.market) == ({}, {})
    plays(game, Par("Ann", "JHR", 90), Par("Bo", "LYR", 75))
    assert (price(game, "JHR"), price(game, "LYR")) == (90, 75)
    assert game.state.market == {(2, 3): ("JHR",), (5, 3): ("LYR",)}
    plays(game, Par("Cy", "CDL", 75), Par("Ann", "SSL", 95))
    assert (price(game, "LYR"), price(game, "CDL"), price(game, "SSL")) == (75, 75, 95)
    assert game.state.market == {(2, 3): ("JHR",), (5, 3): ("LYR", "CDL"), (1, 3): ("SSL",)}
    deals: dict[AnyAction, int] = {BuyShare("Ann", "JHR", "pool"): 150 - 130, SellShares("Ann", "JHR", 10): 150 + 130}
    for deal, left in deals.items():
        position = Position(edition).company("JHR", par=90, cell=(1, 7), Bo=40, Ann=20, pool=10).cash(Ann=150)
        assert plays(position.stock("Ann"), deal).state.cash["Ann"] == left


@rule_1888("IX.1.2")
def test_privates_have_no_share_price(edition: str) -> None:
    game = first_stock_round(edition)
    plays(game, Par("Ann", "JHR", 90))
    for private in ("KT", "TA", "HS", "CW", "YRF", "FC"):
        assert private not in game.state.cells
        assert refused(game, Par("Bo", private, 70)).code == "unknown_company"
        assert refused(game, BuyShare("Bo", private, "ipo")).code == "unknown_company"
        assert refused(game, SellShares("Bo", private, 10)).code == "unknown_company"
        assert refused(game, Bid("Bo", private, 500)).code == "only_shares_now"
    assert set(game.state.market) == {(2, 3)}


@rule_1888("IX.1.3")
def test_a_marker_goes_under_those_on_its_new_space(edition: str) -> None:
    """By a dividend, by a withheld one, by a sale, by being sold out."""
    assert dividend(edition, (3, 4), "pay", under=(3, 5)).state.market[3, 5] == ("LYR", "JHR")
    assert dividend(edition, (3, 4), "withhold", under=(3, 3)).state.market[3, 3] == ("LYR", "JHR")
    position = Position(edition).company("JHR", cell=(2, 4), Bo=40, Ann=20).company("LYR", cell=(4, 4), Bo=60)
    game = plays(position.stock("Ann"), SellShares("Ann", "JHR", 20))
    assert game.state.market[4, 4] == ("LYR", "JHR")
    position = Position(edition).company("JHR", cell=(3, 4), Bo=40, Ann=60).company("LYR", cell=(2, 4), Bo=60)
    game = plays(position.stock("Ann"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert game.state.market[2, 4] == ("LYR", "JHR")


@rule_1888("IX.1.3", "IX.3.2")
def test_a_marker_that_does_not_move_keeps_its_place_in_the_stack(edition: str) -> None:
    position = Position(edition).company("JHR", cell=(8, 3), Bo=40, Ann=20).company("LYR", cell=(8, 3), Bo=60)
    game = plays(position.stock("Ann"), SellShares("Ann", "JHR", 20))
    assert game.state.market[8, 3] == ("JHR", "LYR")


@rule_1888("IX.1.4")
def test_right_of_the_end_of_a_row_is_one_up(edition: str) -> None:
    """The ends of the rows from the bottom row to the second."""
    ends = {(8, 4): 70, (7, 5): 80, (6, 6): 90, (5, 7): 100, (4, 9): 130, (3, 11): 180, (2, 14): 275, (1, 17): 400}
    for (row, column), value in ends.items():
        game = dividend(edition, (row, column), "pay")
        assert game.state.cells["JHR"] == (row - 1, column)
        assert price(game, "JHR") == value


@rule_1888("IX.1.5")
def test_at_the_right_end_of_the_top_row_the_marker_stays(edition: str) -> None:
    game = dividend(edition, (0, 17), "pay")
    assert game.state.cells["JHR"] == (0, 17)
    assert price(game, "JHR") == 400


@rule_1888("IX.1.6")
def test_left_of_the_beginning_of_a_row_is_one_down(edition: str) -> None:
    """The beginnings of the rows from the top row to the last but one; the two upper rows begin further right."""
    beginnings = {(0, 2): 90, (1, 1): 80, (2, 0): 70, (3, 0): 65, (4, 0): 60, (5, 0): 55, (6, 0): 50, (7, 0): 40}
    for (row, column), value in beginnings.items():
        game = dividend(edition, (row, column), "withhold")
        assert game.state.cells["JHR"] == (row + 1, column)
        assert price(game, "JHR") == value


@rule_1888("IX.1.7")
def test_at_the_left_end_of_the_bottom_row_the_marker_stays(edition: str) -> None:
    game = dividend(edition, (8, 0), "withhold")
    assert game.state.cells["JHR"] == (8, 0)
    assert price(game, "JHR") == 40


@rule_1888("IX.2.1", "VIII.3.7.16")
def test_a_dividend_moves_the_price_one_right(edition: str) -> None:
    for cell, value in (((1, 3), 100), ((4, 3), 85), ((8, 0), 50), ((0, 16), 400)):
        game = dividend(edition, cell, "pay")
        assert game.state.cells["JHR"] == (cell[0], cell[1] + 1)
        assert price(game, "JHR") == value


@rule_1888("IX.2.1", "VIII.3.7.16")
def test_the_amount_of_the_dividend_does_not_matter(edition: str) -> None:
    for revenue in (10, 500):
        position = Position(edition).company("JHR", par=80, Ann=60, trains=("2",)).phase("2")
        game = plays(position.operate("JHR", "dividend", revenue=revenue), Dividend("JHR", "pay"))
        assert price(game, "JHR") == 85


@rule_1888("IX.2.2", "VIII.3.7.18")
def test_a_withheld_dividend_moves_the_price_one_left(edition: str) -> None:
    for cell, value in (((1, 3), 90), ((4, 3), 75), ((8, 1), 40), ((0, 17), 360)):
        game = dividend(edition, cell, "withhold")
        assert game.state.cells["JHR"] == (cell[0], cell[1] - 1)
        assert price(game, "JHR") == value


@rule_1888("IX.2.1", "IX.2.2", "VIII.3.7.18")
def test_a_dividend_of_nothing_moves_the_price_one_left(edition: str) -> None:
    """JHR has no train, or a train and nowhere to run: nobody is asked, and the price falls."""
    for trains in ((), ("2",)):
        position = Position(edition).company("JHR", par=80, Ann=60, trains=trains).phase("2")
        game = plays(position.operate("JHR", "track"), Pass("JHR"))
        assert price(game, "JHR") == 75
        assert game.state.cells["JHR"] == (4, 2)


@rule_1888("IX.3.1", "VII.4.10")
def test_a_sale_moves_the_price_one_down_for_each_share(edition: str) -> None:
    for percent, value in ((10, 110), (20, 100), (30, 95)):
        game = Position(edition).company("JHR", cell=(1, 6), Bo=40, Ann=30).stock("Ann")
        assert price(game, "JHR") == 120
        plays(game, SellShares("Ann", "JHR", percent))
        assert price(game, "JHR") == value
        assert game.state.cells["JHR"] == (1 + percent // 10, 6)


@rule_1888("IX.3.2")
def test_at_the_bottom_of_a_column_a_sale_moves_nothing(edition: str) -> None:
    """The columns end on different rows; a sale of more shares than there are spaces stops at the bottom."""
    bottoms = {(8, 0): 40, (8, 4): 65, (7, 5): 75, (6, 6): 85, (5, 7): 95, (4, 9): 120, (3, 10): 145, (2, 14): 250}
    for (row, column), value in bottoms.items():
        for above in (0, 1):
            position = Position(edition).company("JHR", cell=(row - above, column), Bo=40, Ann=30)
            game = plays(position.stock("Ann"), SellShares("Ann", "JHR", 30))
            assert game.state.cells["JHR"] == (row, column)
            assert price(game, "JHR") == value


@rule_1888("IX.3.2", "VII.4.8")
def test_at_the_bottom_shares_still_bring_their_price(edition: str) -> None:
    game = Position(edition).company("JHR", cell=(8, 0), Bo=40, Ann=30).cash(Ann=0).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 30))
    assert game.state.cash["Ann"] == 120


@rule_1888("IX.3.3")
def test_a_sold_out_company_rises_one_space_at_the_end_of_the_stock_round(edition: str) -> None:
    position = Position(edition).company("JHR", par=80, Ann=60, Bo=30).stock("Bo")
    game = plays(position, BuyShare("Bo", "JHR", "ipo"), Pass("Cy"), Pass("Ann"))
    # not while the round goes on
    assert price(game, "JHR") == 80
    plays(game, Pass("Bo"))
    assert price(game, "JHR") == 85
    assert game.state.cells["JHR"] == (3, 3)


@rule_1888("IX.3.3")
def test_a_share_left_in_ipo_or_pool_keeps_the_price(edition: str) -> None:
    for bo, pool, value in ((30, 0, 80), (30, 10, 80), (40, 0, 85)):
        game = Position(edition).company("JHR", par=80, Ann=60, Bo=bo, pool=pool).stock("Ann")
        plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"))
        assert price(game, "JHR") == value


@rule_1888("IX.3.4")
def test_at_the_top_of_a_column_a_sold_out_company_stays(edition: str) -> None:
    """The first two columns begin below the top row."""
    for cell, value in (((2, 0), 75), ((1, 1), 85), ((0, 2), 95), ((0, 10), 200)):
        game = sold_out(edition, JHR=cell)
        assert game.state.cells["JHR"] == cell
        assert price(game, "JHR") == value
    assert sold_out(edition, JHR=(3, 0)).state.cells["JHR"] == (2, 0)


@rule_1888("IX.3.5", in_2021=("VIII.3.3",))
def test_several_sold_out_companies_rise_in_the_order_in_which_they_operate(edition: str) -> None:
    """On one space the topmost marker moves first and stays on top. The 2021 book names no order; the same is taken."""
    for first, second in (("JHR", "LYR"), ("LYR", "JHR")):
        game = sold_out(edition, **{first: (4, 3), second: (4, 3)})
        assert game.state.market[3, 3] == (first, second)
    game = sold_out(edition, ZDR=(4, 3), JHR=(2, 4), LYR=(1, 3), CDL=(2, 8), TJL=(6, 3))
    moved = [event["company"] for event in game.last_events if event.kind == "sold-out"]
    # 130, then the two on 95 with the one further right first, 80, 70
    assert moved == ["CDL", "JHR", "LYR", "ZDR", "TJL"]


@rule_1888("IX.3.5", "IX.1.3", in_2021=("VIII.3.3", "VIII.1.3"))
def test_the_higher_of_two_sold_out_companies_leaves_before_the_lower_arrives(edition: str) -> None:
    """LYR at the top of its column cannot leave, so JHR comes to lie under it."""
    game = sold_out(edition, JHR=(3, 3), LYR=(2, 3))
    assert (game.state.cells["JHR"], game.state.cells["LYR"]) == ((2, 3), (1, 3))
    game = sold_out(edition, JHR=(1, 3), LYR=(0, 3))
    assert game.state.market == {(0, 3): ("LYR", "JHR")}


@rule_1888("IX.3.6", in_2021=("VIII.2.1", "VIII.2.2", "VIII.3.1"))
def test_ex_1888_2022_14_right_left_and_down(edition: str) -> None:
    """TJL on 120 in the top row, CDL on 90 in the second, JZR on 90 in the third."""
    position = Position(edition).company("TJL", cell=(0, 5), Ann=60, cash=100, trains=("2",))
    game = position.phase("2").operate("TJL", "dividend", revenue=50)
    assert price(game, "TJL") == 120
    assert price(plays(game, Dividend("TJL", "pay")), "TJL") == 130
    assert game.state.cells["TJL"] == (0, 6)

    position = Position(edition).company("CDL", cell=(1, 2), Ann=60, cash=100, trains=("2",))
    game = position.phase("2").operate("CDL", "dividend", revenue=50)
    assert price(game, "CDL") == 90
    assert price(plays(game, Dividend("CDL", "withhold")), "CDL") == 85
    assert game.state.cells["CDL"] == (1, 1)  # to the left: the place below is worth 85, too

    game = Position(edition).company("JZR", cell=(2, 3), Bo=40, Ann=20).stock("Ann")
    assert price(game, "JZR") == 90
    assert price(plays(game, SellShares("Ann", "JZR", 10)), "JZR") == 85
    assert game.state.cells["JZR"] == (3, 3)


@rule_1888("IX.3.8", in_2021=("VIII.3.1",))
def test_ex_1888_2022_14_three_shares_of_lyr_sold(edition: str) -> None:
    for row in range(6):
        game = Position(edition).company("LYR", cell=(row, 3), Bo=40, Ann=30).stock("Ann")
        plays(game, SellShares("Ann", "LYR", 30))
        assert game.state.cells["LYR"] == (row + 3, 3)


@rule_1888("IX.3.7", "IX.3.9", in_2021=("VIII.3.3", "VIII.3.4"))
def test_ex_1888_2022_14_zdr_and_jhr_sold_out(edition: str) -> None:
    """ZDR moves one space up; JHR on 120 in the top row stays."""
    game = sold_out(edition, ZDR=(4, 3), JHR=(0, 5))
    assert price(game, "JHR") == 120
    assert game.state.cells["JHR"] == (0, 5)
    assert game.state.cells["ZDR"] == (3, 3)
