"""The certificate limit and a purchase that brings the president's certificate: what one owns in the end counts."""

from __future__ import annotations

from kaiping.action import BuyShare, Pass, SellShares
from kaiping.flow.shares import certificates
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, plays, refused


def at_the_limit(edition: str, bo: int = 30, ann: int = 30) -> Game:
    """Of six players, who may own 11 certificates: 5 of JHR, and of CDL what brings Ann to 11 with her shares of ZDR.

    Bo is president of ZDR; Ann has ordinary shares of it.
    """
    position = Position(edition, players=6).company("JHR", Ann=60).company("CDL", Ann=10 * (7 - ann // 10))
    position.company("ZDR", par=70, Bo=bo, Ann=ann, president="Bo").cash(Ann=500, Bo=500)
    game = position.stock("Ann")
    assert certificates(game.table(), "Ann") == 11 == game.definition.certificate_limit[6]
    return game


@rule_1888("VII.3.1", "VII.3.7", "VII.7.3", "IV.3.2.9")
def test_who_is_at_the_limit_may_buy_the_share_that_makes_them_president(edition: str) -> None:
    """Four shares of ZDR become the president's certificate and two shares: Ann owns eleven as before."""
    game = plays(at_the_limit(edition), BuyShare("Ann", "ZDR", "ipo"))
    assert game.state.presidents["ZDR"] == "Ann"
    assert certificates(game.table(), "Ann") == 11


@rule_1888("VII.3.1", "VII.7.2")
def test_a_share_that_makes_nobody_president_is_one_too_many(edition: str) -> None:
    """With equal holdings Bo stays president, and Ann would own twelve."""
    game = at_the_limit(edition, bo=40)
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"


@rule_1888("VII.3.11", "VII.7.3", in_2021=("VI.4.1",))
def test_who_loses_the_presidency_to_such_a_purchase_sells_in_their_next_turn(edition: str) -> None:
    """Bo is at the limit, too, and gets two shares for the president's certificate."""
    position = Position(edition, players=6).company("JHR", Ann=60).company("CDL", Ann=40).cash(Ann=500)
    position.company("SSL", Bo=60).company("HJR", Bo=50, par=70)
    position.company("ZDR", par=70, Bo=30, Ann=30, president="Bo")
    game = plays(position.stock("Ann"), BuyShare("Ann", "ZDR", "ipo"))
    assert certificates(game.table(), "Bo") == 12
    reason = refused(game, Pass("Bo"))
    assert (reason.code, reason.figures["held"]) == ("over_certificate_limit", 12)
    plays(game, SellShares("Bo", "ZDR", 10), Pass("Bo"))


@rule_1888("VII.3.1")
def test_who_is_above_the_limit_and_can_sell_nothing_does_not_buy_a_presidency(edition: str) -> None:
    """All pools are full, so Ann may pass with twelve; after the purchase it would be twelve still."""
    position = Position(edition, players=6).cash(Ann=500)
    for company in ("JHR", "SSL", "CDL", "HJR"):
        position.company(company, pool=50, Ann=20, Cy=20, president="Cy")
    position.company("ZDR", par=70, pool=50, Bo=20, Ann=20, president="Bo").private("KT", "Ann").private("TA", "Ann")
    game = position.stock("Ann")
    assert certificates(game.table(), "Ann") == 12
    assert refused(game, SellShares("Ann", "ZDR", 10)).code == "pool_limit"
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
    plays(game, Pass("Ann"))


def test_the_house_rules_look_at_the_limit_before_the_exchange() -> None:
    """As recorded: 18xx.games counts the certificates before the purchase."""
    for edition in ("18xx-north", "18xx-prototype"):
        assert refused(at_the_limit(edition), BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
