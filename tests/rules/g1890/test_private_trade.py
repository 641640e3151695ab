"""Privates in stock rounds: from player to player, and late ones from the bank."""

from __future__ import annotations

import pytest

from kaiping.action import AcquirePrivate, BuyShare, Consent, Pass, SellShares
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.state import BANK
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, offered, plays, refused


def with_privates() -> Position:
    return (
        Position()
        .private("KT", "Bo")
        .private("AR", "Bo")
        .company("HK", par=80, Ann=30, Bo=30)
        .cash(Ann=500, Bo=500, Cy=500)
    )


@rule_1890("8.4.2", "8.3.2", "11.1.3.1", "VI.10.1.1")
def test_a_private_changes_hands_in_the_buyers_turn_if_the_owner_agrees(edition: str) -> None:
    """Any price: Kobe Tramway, 40 in the book, goes for 123."""
    game = with_privates().stock("Ann")
    plays(game, AcquirePrivate("Ann", "KT", 123))
    assert game.acting == ("Bo",)
    assert refused(game, Pass("Ann")).code == "answer_first"
    plays(game, Consent("Bo", agree=True))
    assert game.state.privates["KT"] == "Ann"
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (377, 623)


@rule_1890("11.1.3.1")
def test_a_refusal_changes_nothing_and_only_a_better_offer_may_follow(edition: str) -> None:
    game = with_privates().stock("Ann")
    plays(game, AcquirePrivate("Ann", "KT", 60), Consent("Bo", agree=False))
    assert game.acting == ("Ann",)
    assert game.state.privates["KT"] == "Bo"
    assert refused(game, AcquirePrivate("Ann", "KT", 60)).code == "offer_refused"
    plays(game, AcquirePrivate("Ann", "KT", 61), Consent("Bo", agree=True))


@rule_1890("8.4.2", "8.2.3", "VI.2.2.1")
def test_it_is_the_purchase_of_the_turn(edition: str) -> None:
    """No share besides, no second private; sales may follow, or come first."""
    game = with_privates().stock("Ann")
    plays(game, AcquirePrivate("Ann", "KT", 40), Consent("Bo", agree=True))
    assert game.acting == ("Ann",)
    assert refused(game, BuyShare("Ann", "HK", "ipo")).code == "one_purchase"
    assert refused(game, AcquirePrivate("Ann", "AR", 20)).code == "one_purchase"
    plays(game, SellShares("Ann", "HK", 10), Pass("Ann"))
    game = with_privates().stock("Ann")
    plays(game, SellShares("Ann", "HK", 10), AcquirePrivate("Ann", "KT", 40), Consent("Bo", agree=True))
    assert game.acting == ("Bo",)


@rule_1890("8.4.1.4", "11.3.3", "11.3.5", "11.2.4", "VI.10.6.1")
def test_nothing_but_privates_is_bought_from_players(edition: str) -> None:
    """No minors, no late privates, not one's own, none that is gone, none for nothing, none without the money."""
    game = with_privates().minor("KE", "Bo").private("KF", "Bo").stock("Ann")
    assert {one.private for one in offered(game, AcquirePrivate)} == {"KT", "AR", "KR", "KO", "SB"}
    assert refused(game, AcquirePrivate("Ann", "KE", 100)).code == "unknown_private"
    assert refused(game, AcquirePrivate("Ann", "KF", 200)).code == "late_not_for_sale"
    assert refused(game, AcquirePrivate("Ann", "HT", 70)).code == "private_closed"
    assert refused(game, AcquirePrivate("Ann", "KT", 0)).code == "private_price_one"
    assert refused(game, AcquirePrivate("Ann", "KT", 501)).code == "cash_for_private"
    assert {one.source for one in offered(game, BuyShare)} == {"ipo"}
    with pytest.raises(BadInput, match="not an action"):
        game.why_not(BuyShare("Ann", "HK", "Bo"))  # type: ignore[arg-type]
    plays(game, Pass("Ann"))
    assert refused(game, AcquirePrivate("Bo", "KT", 40)).code == "private_not_with_other"


@rule_1890("11.2.1", "11.2.2", "7.1", "7.1.1", "7.1.2")
def test_a_late_private_is_bought_from_the_bank_at_its_price(edition: str) -> None:
    game = with_privates().stock("Ann")
    bank = game.state.bank
    assert refused(game, AcquirePrivate("Ann", "KO", 281)).code == "late_price"
    plays(game, AcquirePrivate("Ann", "KO", 280))
    assert game.state.privates["KO"] == "Ann"
    assert (game.state.cash["Ann"], game.state.bank) == (220, bank + 280)
    plays(game, Pass("Ann"))
    assert refused(game, AcquirePrivate("Bo", "KO", 280)).code == "late_not_for_sale"


@rule_1890("8.4.1.3", "9.2.4", "11.2.2")
def test_not_in_the_first_game_turn(edition: str) -> None:
    first: Game = with_privates().set(turn=1).stock("Ann")
    assert refused(first, AcquirePrivate("Ann", "KO", 280)).code == "late_not_yet"
    plays(first, AcquirePrivate("Ann", "KT", 40), Consent("Bo", agree=True))
    second: Game = with_privates().set(turn=2).stock("Ann")
    assert second.why_not(AcquirePrivate("Ann", "KO", 280)) is None


@rule_1890("A.8.3.2", scenarios="ABCD")
def test_kobe_electric_converted_is_never_for_sale(edition: str) -> None:
    game = Position(edition).stock("Ann")
    assert game.state.privates["KP"] == BANK
    assert refused(game, AcquirePrivate("Ann", "KP", 0)).code == "not_converted"
    game = Position(edition).private("KP", "Bo").stock("Ann")
    assert refused(game, AcquirePrivate("Ann", "KP", 0)).code == "late_not_for_sale"


@rule_1890("8.4.1.2", "11.2.3", "11.1.2")
def test_a_private_needs_room_under_the_certificate_limit(edition: str) -> None:
    game = (
        with_privates()
        .company("SY", par=80, Ann=60)
        .company("NK", par=80, Ann=60)
        .company("HS", par=80, Ann=60)
        .stock("Ann")
    )
    # 2 + 5 + 5 + 5 certificates; the limit is 18
    plays(game, AcquirePrivate("Ann", "KF", 200), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert refused(game, AcquirePrivate("Ann", "KO", 280)).code == "certificate_limit"
    assert refused(game, AcquirePrivate("Ann", "KT", 10)).code == "certificate_limit"
