"""Shares, certificates, the limits on them, and the change of president: section 6 of the book."""

from __future__ import annotations

from kaiping.action import AcquirePrivate, BuyShare, Dividend, Par, Pass, SellShares
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, counted, events, plays, refused
from tests.rules.g1890.runs import finish_round, run, west


@rule_1890("6.1.2")
def test_one_certificate_is_a_whole_private_or_minor(edition: str) -> None:
    assert counted(Position(edition).private("AR", "Ann").private("KF", "Ann").minor("KA", "Ann").game, "Ann") == 3
    game = all_pass(Position(edition).private("AR", "Ann").cash(Ann=0).stock("Ann"))
    assert [(one["owner"], one["amount"]) for one in events(game, "private-income")] == [("Ann", 5)], "all of it"
    assert game.state.cash["Ann"] == 5


@rule_1890("6.1.3", "6.1.4")
def test_certificates_of_ten_and_twenty_per_cent_count_one_each(edition: str) -> None:
    game = plays(Position(edition).stock("Ann"), Par("Ann", "HK", 75))
    assert (game.state.held("Ann", "HK"), counted(game, "Ann")) == (20, 1)
    plays(game, BuyShare("Bo", "HK", "ipo"))
    assert (game.state.held("Bo", "HK"), counted(game, "Bo")) == (10, 1)
    assert counted(Position(edition).company("HK", Ann=50).game, "Ann") == 4


@rule_1890("6.1.5")
def test_profits_are_shared_by_per_cent(edition: str) -> None:
    position = west(Position(edition).company("SY", par=80, trains=("2",), Ann=50, Bo=30, Cy=10)).cash(
        Ann=0, Bo=0, Cy=0
    )
    game = plays(position.operate("SY", "run"), run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert [game.state.cash[player] for player in game.players] == [30, 18, 6]


@rule_1890("6.2.1")
def test_certificates_of_every_kind_count_towards_the_limit(edition: str) -> None:
    position = Position(edition, 7).company("HK", Ann=60).private("AR", "Ann").minor("KA", "Ann").private("KF", "Ann")
    position.company("SY", Bo=50, Ann=20).cash(Ann=500)
    game = position.stock("Ann")
    assert game.position()["certificates"]["Ann"] == {"held": 10, "limit": 10}
    assert refused(game, BuyShare("Ann", "SY", "ipo")).code == "certificate_limit"
    assert refused(game, Par("Ann", "NK", 65)).code == "certificate_limit"
    assert refused(game, AcquirePrivate("Ann", "KR", 240)).code == "certificate_limit"


@rule_1890("6.3.1", "VI.2.6.1")
def test_sixty_per_cent_is_the_most(edition: str) -> None:
    position = Position(edition).company("HK", Ann=50, pool=10).cash(Ann=500)
    game = plays(position.stock("Ann"), BuyShare("Ann", "HK", "pool"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert refused(game, BuyShare("Ann", "HK", "ipo")).code == "holding_limit"
    brown = Position(edition).company("HK", cell=(6, 0), Ann=60, pool=10).cash(Ann=500).stock("Ann")
    assert plays(brown, BuyShare("Ann", "HK", "pool")).state.held("Ann", "HK") == 70


@rule_1890("6.4.1", "6.4.2", "14.1", "14.2")
def test_who_comes_to_be_over_a_limit_sells_in_his_next_turn(edition: str) -> None:
    """The marker leaves the brown zone by a dividend, the yellow one by being sold out."""
    position = west(Position(edition).company("SY", cell=(8, 2), trains=("2",), Ann=70, Bo=10, pool=10))
    position.cash(Ann=500, Bo=500)
    game = plays(position.operate("SY", "run"), run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert game.definition.market.cells[game.state.cells["SY"]].zone == "yellow"
    assert game.acting == ("Ann",)
    assert refused(game, Pass("Ann")).code == "over_holding_limit"
    assert refused(game, Par("Ann", "HK", 65)).code == "over_holding_limit", "selling comes first"
    plays(game, SellShares("Ann", "SY", 10), Pass("Ann"))

    position = Position(edition, 7).company("HK", cell=(4, 0), trains=("2",), Ann=50, Bo=50)
    position.company("SY", Ann=60).company("NK", Ann=60).tile("E10", "6", 0).tile("E12", "57", 1)
    game = all_pass(position.stock("Ann"))
    assert game.state.cells["HK"] == (3, 0)
    while game.state.stack[-1].company != "HK":  # type: ignore[attr-defined]
        plays(game, Pass(game.state.stack[-1].company))  # type: ignore[attr-defined]
    finish_round(plays(game, run("HK", ("2", "E10.0", "E12.0")), Dividend("HK", "pay")))
    while game.acting != ("Ann",):
        plays(game, Pass(game.acting[0]))
    held = game.position()["certificates"]["Ann"]
    over = held["held"] - held["limit"]
    assert over > 0
    assert refused(game, Pass("Ann")).code == "over_certificate_limit"
    plays(game, SellShares("Ann", "NK", 10 * over), Pass("Ann"))


@rule_1890("6.5.1", "6.5.2", "11.4.4", "11.4.5")
def test_a_purchase_may_make_a_new_president(edition: str) -> None:
    game = Position(edition).company("HK", Ann=30, Bo=30, pool=10, cash=100).cash(Bo=500).stock("Bo")
    plays(game, BuyShare("Bo", "HK", "ipo"))
    assert game.state.presidents["HK"] == "Bo"
    assert events(game, "president") == [{"company": "HK", "old": "Ann", "new": "Bo"}]
    equal = Position(edition).company("HK", Ann=30, Bo=20).cash(Bo=500).stock("Bo")
    assert plays(equal, BuyShare("Bo", "HK", "ipo")).state.presidents["HK"] == "Ann", "as many are not more"


@rule_1890("6.5.1", "6.5.3", "VI.11.3.1")
def test_a_sale_makes_the_next_of_equals_president(edition: str) -> None:
    for seller, heir in (("Bo", "Cy"), ("Cy", "Ann")):
        shares = {"Ann": 20, "Bo": 20, "Cy": 20, seller: 30}
        position = Position(edition)
        position.company("HK", Ann=shares["Ann"], Bo=shares["Bo"], Cy=shares["Cy"], president=seller)
        game = plays(position.stock(seller), SellShares(seller, "HK", 20))
        assert game.state.presidents["HK"] == heir


@rule_1890("6.5.4")
def test_the_certificates_are_exchanged(edition: str) -> None:
    position = Position(edition).company("HK", Ann=30, Bo=30, pool=10).cash(Bo=500)
    game = position.stock("Bo")
    before = game.position()["certificates"]
    assert (before["Ann"]["held"], before["Bo"]["held"]) == (2, 3)
    plays(game, BuyShare("Bo", "HK", "ipo"))
    after = game.position()["certificates"]
    assert (after["Ann"]["held"], after["Bo"]["held"]) == (3, 3), "the president's for two ordinary ones"


@rule_1890("6.5.5")
def test_the_new_president_gets_everything_the_company_has(edition: str) -> None:
    position = Position(edition).company("HK", Ann=30, Bo=30, cash=100, trains=("2",)).private("AR", "HK").phase("2")
    game = plays(position.cash(Bo=500).stock("Bo"), BuyShare("Bo", "HK", "ipo"))
    state = game.state
    assert (state.cash["HK"], state.trains["HK"], state.privates["AR"]) == (100, ("2",), "HK")
    assert all_pass(game).acting == ("Bo",), "who operates it now"
