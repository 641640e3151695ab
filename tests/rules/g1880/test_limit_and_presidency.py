"""The certificate limit and a purchase that brings the director's certificate: what one owns in the end counts."""

from __future__ import annotations

from kaiping.action import BuyShare, Pass, SellShares
from kaiping.flow.share_numbers import unlock_shares
from kaiping.flow.shares import certificates
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, plays, refused


def at_the_limit(edition: str, *, percent: int, ann: int, bo: int) -> Game:
    """Of three players, who may own 20 certificates, Ann owns 20 with her ordinary shares of LHR; Bo is director."""
    position = Position(edition).phase("B1").company("BCR", Cy=60).cash(Ann=500)
    for name, held in (("WNR", 70), ("NXR", 70)):
        position.company(name, par=70, Ann=held)
    rest = 20 - 2 * 6 - ann // 10
    position.company("HKR", par=70, Ann=10 * (rest + 1))
    position.company("LHR", par=70, percent=percent, Ann=ann, Bo=bo, president="Bo")
    unlock_shares(position.state)
    game = position.stock("Ann", inside="BCR")
    assert certificates(game.table(), "Ann") == 20 == game.definition.certificate_limit[3]
    return game


@rule_1880("XII.5.1", "XII.5.4", "VIII.3.1")
def test_who_is_at_the_limit_may_buy_the_share_that_makes_them_director(edition: str) -> None:
    """A certificate of 20 % takes the place of two shares, one of 40 % that of four."""
    for percent, held, after in ((20, 30, 20), (40, 40, 18)):
        game = plays(at_the_limit(edition, percent=percent, ann=held, bo=held), BuyShare("Ann", "LHR", "ipo"))
        assert game.state.presidents["LHR"] == "Ann"
        assert certificates(game.table(), "Ann") == after


@rule_1880("XII.5.1")
def test_a_share_that_makes_nobody_director_is_one_too_many(edition: str) -> None:
    game = at_the_limit(edition, percent=20, ann=30, bo=40)
    assert refused(game, BuyShare("Ann", "LHR", "ipo")).code == "certificate_limit"


@rule_1880("XII.5.12")
def test_who_loses_the_directorship_goes_over_the_limit_and_sells(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", Cy=60).cash(Ann=500)
    for name in ("WNR", "NXR", "HKR"):
        position.company(name, par=70, Bo=70)
    position.company("LHR", par=70, Ann=30, Bo=30, president="Bo")
    game = position.stock("Ann", inside="BCR")
    assert certificates(game.table(), "Bo") == 20
    plays(game, BuyShare("Ann", "LHR", "ipo"))
    assert certificates(game.table(), "Bo") == 21
    assert refused(game, Pass("Bo")).code == "over_certificate_limit"
    plays(game, SellShares("Bo", "LHR", 10), Pass("Bo"))


def test_the_house_rules_look_at_the_limit_before_the_exchange() -> None:
    """As recorded: 18xx.games counts the certificates before the purchase."""
    game = at_the_limit("18xx", percent=20, ann=30, bo=30)
    assert refused(game, BuyShare("Ann", "LHR", "ipo")).code == "certificate_limit"
