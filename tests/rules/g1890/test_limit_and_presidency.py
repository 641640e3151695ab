"""The certificate limit and a purchase that brings the president's certificate: what one owns in the end counts."""

from __future__ import annotations

from kaiping.action import BuyShare, Pass, SellShares
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, counted, plays, refused


def at_the_limit(bo: int) -> Game:
    """Of three players, who may own 18 certificates, Ann owns 5 + 5 + 5 and three shares of HK; Bo is president."""
    position = Position().cash(Ann=900)
    for name in ("SY", "NK", "HS"):
        position.company(name, par=80, Ann=60)
    game = position.company("HK", par=70, Ann=30, Bo=bo, pool=10, president="Bo").stock("Ann")
    assert counted(game, "Ann") == 18 == game.definition.certificate_limit[3]
    return game


@rule_1890("8.4.1.2", "6.1.3", "6.5.4")
def test_who_is_at_the_limit_may_buy_the_share_that_makes_them_president(edition: str) -> None:
    """It does not cause them to exceed the limit: two shares go for the president's certificate."""
    game = plays(at_the_limit(30), BuyShare("Ann", "HK", "pool"))
    assert game.state.presidents["HK"] == "Ann"
    assert counted(game, "Ann") == 18


@rule_1890("8.4.1.2", "6.2.1")
def test_a_share_that_makes_nobody_president_is_one_too_many(edition: str) -> None:
    assert refused(at_the_limit(40), BuyShare("Ann", "HK", "pool")).code == "certificate_limit"


@rule_1890("6.2.1", "6.5.4")
def test_who_loses_the_presidency_sells_in_their_next_turn(edition: str) -> None:
    position = Position().cash(Ann=900)
    for name in ("SY", "NK", "HS"):
        position.company(name, par=80, Bo=60)
    position.company("HK", par=70, Ann=30, Bo=30, pool=10, president="Bo").private("AR", "Bo")
    game = plays(position.stock("Ann"), BuyShare("Ann", "HK", "pool"), Pass("Ann"))
    assert counted(game, "Bo") == 19
    assert refused(game, Pass("Bo")).code == "over_certificate_limit"
    plays(game, SellShares("Bo", "HK", 10), Pass("Bo"))
