"""What a player may hold: certificates, 60 % of a company, the coloured parts of the market, the president's seat."""

from __future__ import annotations

import pytest

from kaiping.action import BuyShare, Par, Pass, SellShares
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, counted, offered, plays, refused

#: cells of the zones, and one of no zone
YELLOW, BROWN, WHITE = (5, 1), (7, 1), (4, 4)


def full_hand(cell: tuple[int, int] = WHITE, *, of_fourth: int = 0) -> Position:
    """Ann has as many certificates as three players may have, 18: 6 + 5 + 5 of three companies and two privates."""
    return (
        Position()
        .company("SY", par=80, Ann=60)
        .company("NK", par=80, Ann=60)
        .company("HS", par=80, Ann=60)
        .company("HK", par=70, cell=cell, Ann=of_fourth, Bo=50, pool=10)
        .private("KT", "Ann")
        .private("AR", "Ann")
        .minor("KE", "Ann")
        .cash(Ann=900)
    )


@rule_1890("6.2.1", "6.1.2", "6.1.3", "6.1.4", "11.1.2", "11.2.3", "C.8.3.7")
def test_what_counts_as_a_certificate(edition: str) -> None:
    """A president's certificate of 20 % is one; so is each private, minor and late private."""
    game = full_hand().stock("Ann")
    assert counted(game, "Ann") == 3 * 5 + 2 + 1
    game = full_hand().private("KF", "Ann").stock("Ann")
    assert counted(game, "Ann") == 19


@rule_1890("A.8.3.5", "C.8.3.38", "D.8.3.5", scenarios="ACD")
def test_kobe_electric_converted_does_not_count(edition: str) -> None:
    position = Position(edition).set()
    before = counted(position.game, "Ann")
    position.private("KP", "Ann")
    assert counted(position.game, "Ann") == before == 0


@rule_1890("8.4.1.2", "6.2.1", "6.2.1.1", "3.12.5.3.1", "3.12.5.4.1", "3.12.5.2.1")
@pytest.mark.parametrize(("cell", "free"), [(WHITE, False), (YELLOW, True), (BROWN, True)])
def test_at_the_limit_only_shares_of_the_coloured_parts_are_bought(
    edition: str, cell: tuple[int, int], free: bool
) -> None:
    game = full_hand(cell).stock("Ann")
    assert counted(game, "Ann") == game.definition.certificate_limit[3] == 18
    if free:
        plays(game, BuyShare("Ann", "HK", "pool"))
        assert counted(game, "Ann") == 18
    else:
        assert refused(game, BuyShare("Ann", "HK", "pool")).code == "certificate_limit"
        assert refused(game, Par("Ann", "JR", 100)).code == "certificate_limit"


@rule_1890("6.3.1", "VI.2.6.1", "6.3.1.1", "3.12.5.4.2", "8.4.1.2")
@pytest.mark.parametrize(("cell", "free"), [(WHITE, False), (YELLOW, False), (BROWN, True)])
def test_sixty_per_cent_unless_the_price_is_brown(edition: str, cell: tuple[int, int], free: bool) -> None:
    game = Position().company("HK", par=70, cell=cell, Ann=50, Bo=20, pool=20).cash(Ann=500).stock("Ann")
    plays(game, BuyShare("Ann", "HK", "pool"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    if free:
        plays(game, BuyShare("Ann", "HK", "pool"), Pass("Ann"))
        assert game.state.held("Ann", "HK") == 70
    else:
        reason = refused(game, BuyShare("Ann", "HK", "pool"))
        assert (reason.code, reason.clause) == ("holding_limit", "1890:6.3.1")


@rule_1890("6.4.1", "6.4.2", "14.2")
def test_over_sixty_per_cent_one_must_sell_in_the_next_turn(edition: str) -> None:
    """Hankyu has left the brown part while Ann had 80 %: she sells two shares before anything else."""
    game = Position().company("HK", par=70, Ann=80, Bo=20).company("SY", par=70, Bo=50).cash(Ann=500).stock("Ann")
    reason = refused(game, Pass("Ann"))
    assert (reason.code, reason.clause) == ("over_holding_limit", "1890:6.4.2")
    assert refused(game, BuyShare("Ann", "SY", "ipo")).code == "over_holding_limit"
    plays(game, SellShares("Ann", "HK", 10))
    assert refused(game, Pass("Ann")).code == "over_holding_limit"
    plays(game, SellShares("Ann", "HK", 10), BuyShare("Ann", "SY", "ipo"))


@rule_1890("6.4.1", "6.4.2", "14.2")
def test_over_the_certificate_limit_one_must_sell_in_the_next_turn(edition: str) -> None:
    game = full_hand(of_fourth=10).stock("Ann")
    assert counted(game, "Ann") == 19
    assert refused(game, Pass("Ann")).code == "over_certificate_limit"
    assert refused(game, BuyShare("Ann", "HK", "pool")).code == "over_certificate_limit"
    plays(game, SellShares("Ann", "SY", 10), Pass("Ann"))
    assert game.acting == ("Bo",)


@rule_1890("6.4.2", "6.2.1.1", "14.2")
def test_shares_that_do_not_count_need_not_be_sold_for_the_limit(edition: str) -> None:
    """Ann is over the limit, but the market takes no more of what counts, and Hankyu's shares are yellow."""
    position = (
        Position()
        .company("SY", par=80, Ann=50, pool=50)
        .company("NK", par=80, Ann=50, pool=50)
        .company("HS", par=80, Ann=50, pool=50)
        .company("KH", par=80, Ann=50, pool=50)
        .company("HK", par=70, cell=YELLOW, Ann=20, Bo=40, pool=10)
        .private("KT", "Ann")
        .private("AR", "Ann")
        .minor("KE", "Ann")
        .cash(Ann=900)
    )
    game = position.stock("Ann")
    assert counted(game, "Ann") == 19
    assert {sale.company for sale in offered(game, SellShares)} == {"HK"}
    assert refused(game, BuyShare("Ann", "SY", "pool")).code == "certificate_limit"
    plays(game, Pass("Ann"))
    assert game.acting == ("Bo",)


@rule_1890("6.5.1", "6.5.2", "6.5.4", "11.4.4", "11.4.5")
def test_who_has_more_than_the_president_takes_over(edition: str) -> None:
    """With 30 % each nothing changes; the fourth share makes Bo president, and they give two shares for it."""
    game = Position().company("HK", par=80, Ann=30, Bo=20, floated=True).cash(Bo=500).stock("Bo")
    plays(game, BuyShare("Bo", "HK", "ipo"))
    assert game.state.presidents["HK"] == "Ann"
    plays(game, Pass("Bo"), Pass("Cy"), Pass("Ann"), BuyShare("Bo", "HK", "ipo"))
    assert game.state.presidents["HK"] == "Bo"
    assert (game.state.held("Ann", "HK"), game.state.held("Bo", "HK")) == (30, 40)
    assert (counted(game, "Ann"), counted(game, "Bo")) == (3, 3)


@rule_1890("6.5.3", "VI.11.3.1", "6.5.5")
def test_of_equals_the_next_clockwise_takes_over(edition: str) -> None:
    """Bo sells; Ann and Cy have 20 % each, and Cy sits on their left. The treasury and the trains go with the seat."""
    game = Position().company("HK", par=80, cash=300, trains=("2",), Ann=20, Bo=30, Cy=20).stock("Bo")
    plays(game, SellShares("Bo", "HK", 20))
    assert game.state.presidents["HK"] == "Cy"
    assert game.state.cash["HK"] == 300
    assert game.state.trains["HK"] == ("2",)


@rule_1890("C.8.1.11")
def test_hankai_counts_in_phase_four_too(edition: str) -> None:
    game = Position(edition).phase("4").private("HT", "Ann").stock("Ann")
    assert counted(game, "Ann") == 1
