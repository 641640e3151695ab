"""Who is who: players and their money, the kinds of company, the order of operating, the table of prices."""

from __future__ import annotations

import pytest

from kaiping.action import AcquirePrivate, BuyPrivate, BuyShare, Dividend, Pass, SellShares
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, events, fresh, plays, refused

MARKET = [
    "70 75 80 90 100* 110 125 150 175 200 225 250 275 300 325 350 375 400",
    "65 70 75 80 90* 100 110 125 150 175 200 225 250 275 300 325 350 375",
    "60 65 70 75 80* 90 100 110 125 150 175 200 225 250 275 300",
    "55 60 65 70 75* 80 90 100 110 125 150 175 200 225",
    "50y 55 60 65 70* 75 80 90 100 110 125 150",
    "45y 50y 55 60 65* 70 75 80 90 100",
    "40b 45y 50y 55 60 65 70 75",
    "35b 40b 45y 50y 55 60",
    "30b 35b 40b 45y 50y",
    "x 30b 35b 40b 45y",
    "x x 30b 35b 40b",
]


@rule_1890("3.12.5.1", "3.12.5.1.1", "3.12.5.5.1", "3.12.5.3.1", "3.12.5.4.1", scenarios="ABCD")
def test_the_table_of_prices(edition: str) -> None:
    rows = [
        " ".join(
            "x" if cell.closed else f"{cell.price}{'*' if cell.par else ''}{cell.zone[:1]}"
            for cell in row
            if cell is not None
        )
        for row in fresh(edition).definition.market.rows
    ]
    assert rows == MARKET


@rule_1890("3.12.5.1.2", "3.12.5.2", "VI.13.3.1", "0.13")
def test_how_a_price_moves(edition: str) -> None:
    """Over the red frame as over any field; up at the right end, down at the left; at 400 it stays and nothing ends."""
    market = fresh(edition).definition.market
    assert market.right((2, 3)) == (2, 4)
    assert market.right((2, 4)) == (2, 5)
    assert market.left((2, 5)) == (2, 4)
    assert market.right((2, 15)) == (1, 15)
    assert market.left((3, 0)) == (4, 0)
    assert market.right((0, 17)) == (0, 17)
    assert market.cells[market.left((8, 0))].closed
    assert market.cells[market.left((9, 1))].closed
    assert market.cells[market.left((10, 2))].closed
    game = Position().company("HK", par=100, cell=(0, 17), Ann=60, Bo=40).stock("Ann")
    all_pass(game)
    assert game.state.cells["HK"] == (0, 17)
    assert game.finished is None


@rule_1890("2.1.1", "VI.14.1.1", "2.2.1", "2.2.2", "2.3.1")
def test_what_players_and_companies_have_lies_open_and_apart(edition: str) -> None:
    """Bo's seat sees what Ann has, and what Hankyu has, each by itself."""
    game = (
        Position()
        .phase("2")
        .company("HK", par=80, cash=321, trains=("3",), Ann=50)
        .private("KT", "HK")
        .cash(Ann=123)
        .stock("Bo")
    )
    seen = game.view("Bo").position()
    assert (seen["cash"]["Ann"], seen["cash"]["HK"]) == (123, 321)
    assert game.totals()["Ann"] == 123 + 5 * 80
    assert game.state.privates["KT"] == "HK"
    assert game.state.trains["HK"] == ("3",)


def full_table() -> Game:
    """Privates, a late private, three minors and four companies at two prices, whatever they started at."""
    return (
        Position()
        .private("AR", "Ann")
        .private("KF", "Bo")
        .minor("KE", "Ann")
        .minor("KA", "Bo")
        .minor("NE", "Cy")
        .company("SY", par=80, operated=False, Bo=50)
        .company("HK", par=80, operated=False, Ann=50)
        .company("NK", par=65, cell=(1, 5), operated=False, Cy=50)
        .company("HS", par=100, cell=(0, 4), operated=False, Bo=50)
        .stock("Ann")
    )


@rule_1890(
    "1.3.1", "1.3.2", "1.3.3", "1.3.4", "1.3.5", "10.1", "10.1.1", "10.1.2", "10.1.3", "10.3.1", "10.3.2", "10.3.3",
    "10.3.4", "VI.4.1.1", "11.3.1.1", "11.3.1.2", "0.10", "0.12", "11.3.1",
)  # fmt: skip
def test_the_order_of_an_operating_round(edition: str) -> None:
    """Income first; minors 1, 4, 5; then 100 further right before 100, and of two at 80 the one on top."""
    game = full_table()
    all_pass(game)
    assert [(paid["private"], paid["owner"]) for paid in events(game, "private-income")] == [
        ("AR", "Ann"),
        ("KF", "Bo"),
    ]
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.order == ("KA", "NE", "KE", "NK", "HS", "SY", "HK")
    assert game.acting == ("Bo",), "the owner of Kanan"


@rule_1890("11.4.1.1", "11.4.3", "11.4.4", "1.3.5")
def test_the_president_alone_acts_for_a_company(edition: str) -> None:
    """Bo has shares of Hankyu too, but Ann decides; with one share more than Ann they would."""
    for shares, president in (({"Ann": 30, "Bo": 20}, "Ann"), ({"Ann": 20, "Bo": 30}, "Bo")):
        game = Position().company("HK", par=80, cash=500, Ann=shares["Ann"], Bo=shares["Bo"]).operate("HK")
        assert game.acting == (president,)


@rule_1890("7.3.2.1", "7.3.2.4", "11.4.2.2", "C.8.4.26")
def test_tokens_of_a_company_that_starts(edition: str) -> None:
    """Hankyu's home is free, the others cost 40 and 100; Kinki's homes are those of the minors, none is kept for it."""
    definition = fresh(edition).definition
    assert definition.stations.costs[:3] == (0, 40, 100)
    reserved = fresh(edition).state.board.reserved
    assert reserved["E12", 0] == ("HK",)
    assert not any("KN" in owners for owners in reserved.values())
    assert reserved["H13", 0] == ("OE",)


@rule_1890("11.2.6", "7.4.1", "11.1.4.1", "5.35", "5.36", "7.4.2")
def test_what_phase_four_closes(edition: str) -> None:
    """All privates but Hankai and Osaka Municipal; late privates stay."""
    definition = fresh(edition).definition
    assert definition.private_rules.closed_by == "4"
    closing = {name for name, private in definition.privates.items() if not private.stays}
    assert closing == {"AR", "KT", "HN", "KS"}


@rule_1890("VI.2.10.1", "10.9.9", "8.4.1.4")
def test_companies_buy_no_shares(edition: str) -> None:
    """A company's only dealings with players are privates."""
    game = Position().phase("2").company("HK", par=80, cash=500, Ann=50).private("KT", "Bo").operate("HK", "trains")
    for action in (BuyShare("HK", "SY", "ipo"), SellShares("HK", "HK", 10), AcquirePrivate("HK", "KT", 40)):
        assert refused(game, action).code in ("not_in_this_step", "not_your_turn")
    assert game.why_not(BuyPrivate("HK", "KT", 40)) is None


@rule_1890("8.1", "0.6")
def test_shares_bring_income(edition: str) -> None:
    """Bo has bought a share of Hankyu and gets a tenth of what it pays; Cy has kept their money and gets nothing."""
    position = Position().company("HK", par=80, trains=("2",), Ann=40, Bo=10).cash(Ann=0, Bo=0, Cy=80)
    game = plays(position.operate("HK", "dividend", revenue=100), Dividend("HK", "pay"))
    assert [game.state.cash[player] for player in ("Ann", "Bo", "Cy")] == [40, 10, 80]


@rule_1890("13.3", "13.2.2", "13.2.6", "VI.13.1.1")
@pytest.mark.parametrize(("other", "winner"), [(0, "Ann"), (5000, "Bo")])
def test_a_bankrupt_player_may_win(edition: str, other: int, winner: str) -> None:
    """What the bankrupt player still has counts as for everybody."""
    position = Position().company("HK", par=80, Ann=60).cash(Ann=0, Bo=other, Cy=0)
    game = position.set(finished="bankrupt", bankrupt="Ann").stock("Ann")
    assert game.totals()["Ann"] == 480
    assert game.winners() == (winner,)
    assert refused(game, Pass("Ann")).code == "game_over"
