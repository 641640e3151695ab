"""The open market, the par values and the table of share prices with its zones: section 3.12 of the book."""

from __future__ import annotations

from kaiping.action import BuyShare, BuyTrain, DiscardTrain, Dividend, Par, Pass, SellShares
from kaiping.flow.operating.frame import OperatingRound
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, fresh, offered, plays, price, refused
from tests.rules.g1890.runs import run, west

WHITE, YELLOW, BROWN = (6, 4), (5, 1), (6, 0)


@rule_1890("3.12.1.3", scenarios="AB")
def test_the_last_game_turn_ends_the_game(edition: str) -> None:
    last = {"A": 10, "B": 8}[edition]
    game = Position(edition).company("HK", Ann=50).set(turn=last).begin_round("HK")
    while game.finished is None:
        assert isinstance(game.state.stack[-1], OperatingRound)
        plays(game, Pass("HK"))
    assert (game.finished, game.state.turn) == ("turns", last)


@rule_1890("3.12.3.1")
def test_sold_shares_and_discarded_trains_lie_in_the_open_market(edition: str) -> None:
    game = Position(edition).company("HK", Ann=30, Bo=20).stock("Bo")
    assert plays(game, SellShares("Bo", "HK", 20)).state.held("pool", "HK") == 20
    position = Position(edition).company("HK", Ann=50, cash=400, trains=("3",)).phase("2.5").scrap("3+3")
    position.company("SY", Bo=50, trains=("3", "3", "3", "3+3"))
    game = plays(position.operate("HK", "trains"), BuyTrain("HK", "4", "bank", 300))
    plays(game, DiscardTrain("SY", "3"))
    assert game.state.trains["pool"] == ("3",)


@rule_1890("3.12.4.1", "3.12.4.2", "3.12.4.3")
def test_the_par_value_stays_and_prices_the_initial_offer(edition: str) -> None:
    game = plays(Position(edition).stock("Ann"), Par("Ann", "HK", 75))
    assert (game.state.par["HK"], game.state.cells["HK"]) == (75, (3, 4))
    moved = Position(edition).company("HK", par=75, cell=(3, 8), Ann=50).cash(Bo=100).stock("Bo")
    assert price(moved, "HK") == 110
    assert plays(moved, BuyShare("Bo", "HK", "ipo")).state.cash["Bo"] == 25
    assert moved.state.par["HK"] == 75
    plays(moved, SellShares("Bo", "HK", 10))
    assert (price(moved, "HK"), moved.state.par["HK"]) == (100, 75), "the price has moved, the par value has not"
    paying = west(Position(edition).company("SY", par=75, trains=("2",), Ann=50)).operate("SY", "run")
    plays(paying, run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert (price(paying, "SY"), paying.state.par["SY"]) == (80, 75)


@rule_1890("3.12.5.1", "3.12.5.4")
def test_the_open_market_deals_at_the_price_of_the_table(edition: str) -> None:
    position = Position(edition).company("HK", par=75, cell=(3, 8), Ann=50, Bo=20, pool=10).cash(Bo=0, Cy=110)
    game = plays(position.stock("Bo"), SellShares("Bo", "HK", 10))
    assert game.state.cash["Bo"] == 110
    plays(game, Pass("Bo"))
    assert price(game, "HK") == 100
    plays(game, BuyShare("Cy", "HK", "pool"))
    assert game.state.cash["Cy"] == 10


@rule_1890("3.12.5.5")
def test_shares_are_worth_the_price_of_the_table_in_the_end(edition: str) -> None:
    game = Position(edition).company("HK", par=75, cell=(3, 8), Ann=30, Bo=20).cash(Ann=0, Bo=7).set(turn=10)
    ended = game.begin_round("HK")
    while ended.finished is None:
        plays(ended, Pass("HK"))
    assert price(ended, "HK") == 100, "it has not paid"
    assert (ended.totals()["Ann"], ended.totals()["Bo"]) == (300, 207)


@rule_1890("3.12.5.1.1")
def test_red_framed_fields_are_the_prices_to_start_at(edition: str) -> None:
    game = Position(edition).cash(Ann=500).stock("Ann")
    assert {action.price for action in offered(game, Par) if action.company == "HK"} == {65, 70, 75, 80, 90, 100}
    for start in (60, 110):
        assert refused(game, Par("Ann", "HK", start)).code == "not_a_par_price"
    market = fresh(edition).definition.market
    assert {market.cells[cell].price: cell for cell in market.par_cells.values()} == market.par_cells


@rule_1890("3.12.5.1.2")
def test_red_framed_fields_do_nothing_else(edition: str) -> None:
    """A marker that comes back to one moves on, is bought and counts as anywhere else in the white zone."""
    position = Position(edition).company("SY", par=100, cell=(2, 3), trains=("2",), Ann=50, pool=10)
    game = west(position).operate("SY", "run")
    plays(game, run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert (game.state.cells["SY"], price(game, "SY"), game.state.par["SY"]) == ((2, 4), 80, 100)
    assert game.position()["certificates"]["Ann"]["held"] == 4
    other = Position(edition).company("SY", par=100, cell=(2, 4), Ann=50, pool=10).cash(Bo=80).stock("Bo")
    assert plays(other, BuyShare("Bo", "SY", "pool")).state.cash["Bo"] == 0


@rule_1890("3.12.5.2.1")
def test_in_the_white_zone_the_usual_limits_hold(edition: str) -> None:
    position = Position(edition).company("HK", cell=WHITE, Ann=60, pool=20).cash(Ann=500)
    game = position.stock("Ann")
    assert game.position()["certificates"]["Ann"]["held"] == 5
    assert refused(game, BuyShare("Ann", "HK", "pool")).code == "holding_limit"


@rule_1890("3.12.5.3.1", "6.2.1.1")
def test_in_the_yellow_zone_certificates_do_not_count(edition: str) -> None:
    position = Position(edition, 7).company("HK", cell=YELLOW, Ann=50, pool=20).company("SY", Ann=60)
    position.company("NK", Ann=60).cash(Ann=500)
    game = position.stock("Ann")
    held = game.position()["certificates"]["Ann"]
    assert (held["held"], held["limit"]) == (10, 10)
    assert refused(game, BuyShare("Ann", "SY", "ipo")).code == "certificate_limit"
    plays(game, BuyShare("Ann", "HK", "pool"))
    assert game.position()["certificates"]["Ann"]["held"] == 10
    again = Position(edition, 7).company("HK", cell=YELLOW, Ann=60, pool=20).cash(Ann=500).stock("Ann")
    assert refused(again, BuyShare("Ann", "HK", "pool")).code == "holding_limit", "60 % is the most all the same"


@rule_1890("3.12.5.4.1", "3.12.5.4.2", "6.2.1.1", "6.3.1.1")
def test_in_the_brown_zone_neither_limit_holds(edition: str) -> None:
    position = Position(edition, 7).company("HK", cell=BROWN, Ann=60, pool=20).company("SY", Ann=60)
    game = plays(position.company("NK", Ann=60).cash(Ann=500).stock("Ann"), BuyShare("Ann", "HK", "pool"))
    assert game.state.held("Ann", "HK") == 70
    assert game.position()["certificates"]["Ann"]["held"] == 10
    plays(game, Pass("Ann"), *(Pass(player) for player in game.players[1:]), BuyShare("Ann", "HK", "pool"), Pass("Ann"))
    assert game.state.held("Ann", "HK") == 80, "she may keep them, and buy more"


@rule_1890("3.12.5.5.1")
def test_companies_close_on_the_closing_fields(edition: str) -> None:
    position = Position(edition).company("HK", cell=(9, 1), Ann=50, cash=100, trains=("2",))
    game = position.company("SY", Bo=50).begin_round("HK", "SY")
    while "HK" not in game.state.closed_companies:
        plays(game, Pass("HK"))
    assert "HK" not in game.state.cells
    assert game.state.stack[-1].order == ("SY",)  # type: ignore[attr-defined]
    by_sale = Position(edition).company("HK", cell=(8, 0), Ann=50, Bo=20).stock("Bo")
    assert "HK" in plays(by_sale, SellShares("Bo", "HK", 10)).state.closed_companies
